"""What the league's home tells beside each game: which games are on, which are over, and what happened last in any.

All of it is in the games' annals already, and the work is that of a few lines of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from genetess_cli.rules.base import ResultView
from genetess_cli.site.annals import Annals, Note
from genetess_cli.site.facts import GameFacts

LATEST = 5
"""Turns that the home tells of."""
MOST_SAID = 3
"""Sentences of one of them."""


class News(msgspec.Struct, frozen=True):
    """A turn of a game: its page's stem, what it was, when, and the first sentences that everybody heard of it.

    Whose turn began is not among them. `more`: there are others, on the turn's page.
    """

    slug: str
    name: str
    stem: str
    turn: str
    whose: str | None
    at: str
    sentences: list[str]
    more: bool


class Over(msgspec.Struct, frozen=True):
    """A game that is over: what came of it, and when."""

    game: GameFacts
    result: ResultView
    ended: str


class Front(msgspec.Struct, frozen=True):
    """The games that are on or not begun, that in which something happened last first; those that are over; news."""

    on: list[GameFacts]
    over: list[Over]
    latest: list[News]

    @property
    def can_join(self) -> bool:
        """Whether somebody new finds a seat: a free one, or one to be taken over."""
        return any(game.places or game.vacant for game in self.on)


def front(games: Iterable[tuple[GameFacts, Annals]]) -> Front:
    """What the home tells of these games."""
    told = sorted(games, key=lambda each: _last(each[1]), reverse=True)
    news = [each for game, annals in told for each in _news(game, annals.notes)]
    return Front(
        on=[game for game, annals in told if not annals.result],
        over=[Over(game, annals.result, annals.ended or "") for game, annals in told if annals.result],
        latest=sorted(news, key=lambda each: each.at, reverse=True)[:LATEST],
    )


def _last(annals: Annals) -> str:
    """When something happened last in a game; "" where it has not begun."""
    return annals.notes[-1].at if annals.notes else annals.began


def _news(game: GameFacts, notes: Sequence[Note]) -> list[News]:
    """The newest turns of a game of which there is something to tell, the last one first."""
    told = [note for note in notes if note.news and not note.back][: -LATEST - 1 : -1]
    return [
        News(
            game.slug,
            game.name,
            note.stem,
            note.turn,
            note.whose,
            note.at,
            note.news[:MOST_SAID],
            len(note.news) > MOST_SAID,
        )
        for note in told
    ]
