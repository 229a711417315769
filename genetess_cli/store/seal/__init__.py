"""Secrets: the GM's keys and what is derived from them."""
