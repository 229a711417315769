"""The rules of every game in our own words: for `genetess explain` and for the site's pages of rules, from one source.

These words decide nothing: what happens is in `rules/`. They are in TOML files, in a folder a game, and `prose` reads
them; what is computed is beside them: `boards` plays the orders of diagrams, `articles` join to the words what
the rules know by number.
"""
