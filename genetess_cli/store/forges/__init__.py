"""What a forge needs to run a league: the workflow files that `genetess init` lays down, as package data.

One folder a forge, its files as they stand in a league. Code that reads them is in `store/resources.py`.
"""
