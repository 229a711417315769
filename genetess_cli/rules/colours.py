"""The colours that a player can have, for rules under which players bid for them and for the site that draws them."""

from __future__ import annotations

COLOURS = (
    "red",
    "green",
    "blue",
    "yellow",
    "purple",
    "orange",
    "cyan",
    "white",
    "black",
    "brown",
    "pink",
    "grey",
)
