"""A seat's turnsheet as the text of a message: what its player reads now, and the position as the seat sees it."""

from __future__ import annotations

from collections.abc import Callable

from genetess_cli.notices.document import document
from genetess_cli.notices.log import lines, log_rows
from genetess_cli.notices.mail import parts_of, quote
from genetess_cli.notices.news import standing_notice
from genetess_cli.site.position import Document
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Draft, Game
from genetess_cli.turns.acts.absence import absences
from genetess_cli.turns.timeline import positions

_MOST = 50
"""Records that are looked through for what happened since the seat's own last turn."""


def sheet(league: League, game: AnyGame, seat: str, draw: Callable[[Document], str]) -> list[str]:
    """Return its paragraphs; of a sealed game what everybody may know. Raise InvalidFile."""
    if isinstance(game, Draft):
        return [f"{game.file.name} has not started."]
    notice = standing_notice(league, game, game.file.player(seat))
    away = []
    if days := absences(league, game.file).get(seat):
        away.append(f"You are away from {days[0]} to {days[1]}, in all your games. The word HERE ends it.")
    if game.is_secret or not isinstance(game, Game):
        return [*parts_of(notice), *away]
    parts = parts_of(notice.replace(told=_told(league, game, seat)))
    return [*parts, *away, f"The position as you see it:\n\n{quote([draw(document(league, game, seat))])}"]


def _told(league: League, game: Game, seat: str) -> list[str]:
    """Return what a seat was told from its own last turn on."""
    first = max(0, game.clock.number - _MOST)
    moments = [*positions(league, game.terms, game.position, first)]
    rows = [*log_rows(game.terms, moments, seat, first)]
    own = [at for at, row in enumerate(rows) if row["seat"] == seat and "desk" not in row]
    return [line for row in rows[max(own, default=0) :] for line in lines(row)]
