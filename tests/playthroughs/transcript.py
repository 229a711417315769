"""A played game as text that a person reads: each turn with what came of it, and the board after every round.

For Genetess alone; what other rulesets have on their boards gets a picture of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import REFEREE
from genetess_cli.rules.board import column_name
from genetess_cli.store.records import Record
from genetess_cli.store.terms import Setup
from tests.kit.reading import said

LEGEND = """\
R G B Y  a piece with K      r g b y  any other piece      *  a special square
Below each board: every piece as square:codes (u: its flare burns, r: phased) and every player's E and score.
"""


def transcript(setup: Setup, records: list[Record]) -> str:
    """The whole game."""
    return (
        "\n".join([f"{setup.terms.file.name}, from its first turn on\n", LEGEND, *_lines(setup, records)])
        + "\n"
    )


def _lines(setup: Setup, records: list[Record]) -> Iterator[str]:
    rules = genetess.RULES
    game: Any = setup.opening()
    drawn = 0
    for record in records:
        yield _head(record, setup.terms.reason(record))
        for data in record.events:
            game = rules.apply(game, codec.event(rules, data))
            if fact := _fact(data):
                yield f"      {fact}"
        if game.round != drawn:
            drawn = game.round
            yield from _board(rules.view(game, REFEREE), f"before round {drawn}")
    yield from _board(rules.view(game, REFEREE), "as it stands")


def _head(record: Record, reason: str | None) -> str:
    if said(record).get("desk"):
        return f"{record.turn:<3} GM: {said(record).get('desk')}"
    if record.seat is None:
        return "0   the game starts"
    what = f"{record.turn:<3} {record.seat}: {record.order or '(no order)'}"
    notes = [] if record.outcome == "done" else [f"{record.outcome}: {reason}" if reason else record.outcome]
    if record.source == "stored":
        notes.insert(0, "stored")
    return what + (f"   [{'; '.join(notes)}]" if notes else "")


def _fact(event: dict[str, Any]) -> str:
    """An event in a few words, with `&` in front if it is of one instant with the one before.

    What is the same in every turn is left out.
    """
    rest = dict(event)
    kind = "& " * rest.pop("joined", False) + rest.pop("kind")
    if kind in ("turn began", "passed") or rest.get("why") == "income":
        return ""
    return f"{kind} " + " ".join(_value(name, value) for name, value in rest.items() if value != "")


def _value(name: str, value: Any) -> str:
    if name in ("piece", "other"):
        return f"{value['owner']} {_codes(value)}"
    words = {"to": "to ", "by": "by ", "lost": "-", "gained": "+", "why": "for ", "bumped": "bumped "}
    return f"{words.get(name, '')}{value}"


def _codes(piece: dict[str, Any]) -> str:
    return f"{piece['codes']}{'u' * bool(piece.get('flare'))}{'r' * bool(piece.get('phased'))}"


def _board(view: Any, when: str) -> Iterator[str]:
    rows = [list(row) for row in view.board.map]
    places = {
        column_name(column) + str(row + 1): (row, column)
        for row in range(len(rows))
        for column in range(len(rows[0]))
    }
    for special in view.specials:
        row, column = places[special.at]
        rows[row][column] = "*"
    for piece in view.pieces:
        row, column = places[piece.at]
        letter = view.players[piece.owner].colour[0]
        rows[row][column] = letter.upper() if "K" in piece.codes else letter
    yield f"\n      the board {when}"
    yield "      " + "".join(column_name(column)[-1] for column in range(len(rows[0])))
    yield from (f"  {number:>3} {''.join(row)}" for number, row in enumerate(rows, start=1))
    yield from (_player(view, seat) for seat in view.players)
    yield ""


def _player(view: Any, seat: str) -> str:
    player = view.players[seat]
    pieces = " ".join(
        f"{piece.at}:{piece.codes}{'u' * piece.flare}{'r' * piece.phased}"
        for piece in view.pieces
        if piece.owner == seat
    )
    out = "" if player.status == "in" else f" ({player.status})"
    return f"      {seat}{out}, {player.e} E, score {player.score}: {pieces}"
