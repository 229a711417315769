"""What is said of the bots of a game: how each plays, and how often it wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from genetess_cli.manual import prose
from genetess_cli.values import Value


class BotWords(Value, forbid_unknown_fields=True):
    """A bot as bots.toml has it."""

    says: str  # how it plays
    wins: Mapping[str, int]  # of 100 games against each other bot, as `python -m benchmarks.bots` prints them
    thinks: bool = False  # an order may take it some seconds


@cache
def bot_words(game: str) -> Mapping[str, BotWords]:
    """Return the bots of a game, the weakest first."""
    return prose.tables(f"{game}/bots.toml", BotWords)
