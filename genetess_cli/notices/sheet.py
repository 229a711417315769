"""A seat's turnsheet as the text of a message: what its player reads now, and the position as the seat sees it."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.notices.document import document
from genetess_cli.notices.mail import parts_of, quote
from genetess_cli.notices.news import standing_notice
from genetess_cli.site.position import Document
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Draft

_OF_PIECE = ("at", "owner", "colour", "codes", "letter", "size")
"""What a line says of a piece, as far as its ruleset has it."""


def sheet(league: League, game: AnyGame, seat: str) -> list[str]:
    """Return its paragraphs; of a sealed game what everybody may know. Raise InvalidFile."""
    if isinstance(game, Draft):
        return [f"{game.file.name} has not started."]
    parts = [*parts_of(standing_notice(league, game, game.file.player(seat)))]
    if game.is_secret:
        return parts
    return [*parts, f"The position as you see it:\n\n{quote(_lines(document(league, game, seat)))}"]


def _lines(shown: Document) -> Iterator[str]:
    board = shown.get("board") or {}
    yield from board.get("map") or shown.get("rows") or ()
    if fen := shown.get("fen"):
        yield str(fen)
    for piece in shown.get("pieces") or ():
        yield " ".join(str(piece[name]) for name in _OF_PIECE if piece.get(name))
