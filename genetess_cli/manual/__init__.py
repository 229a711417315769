"""The rules of Genetess in our own words: for `genetess explain` and for the site's page of rules, from one source.

These words decide nothing: what happens is in `rules/genetess/`. `codes`, `orders`, `specials` and `topics` hold the
words; `articles` joins to them what the rules know by number; `pieces` tells what a sequence makes of a piece.
"""

from __future__ import annotations
