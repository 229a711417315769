"""A position on the terminal: the board with coordinates and colours, its pieces, the players.

Drawn from the document of `genetess show --json`, which holds no more than the viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import StringIO
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from genetess_cli.cli.pictures import dna, genie, squares
from genetess_cli.cli.pictures.squares import Cell, Lines, Picture, Shown, Signs
from genetess_cli.cli.terminal import safe
from genetess_cli.rules.board import Square
from genetess_cli.rules.colours import marks
from genetess_cli.rules.voice import time_left_words
from genetess_cli.site import words as gathering

_GROUND = {"#": "grey50", "+": "yellow4", "?": "grey30", ".": "grey42"}
_SPECIAL = "*"
_MAIL = 100
"""Columns of a message."""
_SIGNS = {"#": "wall", "+": "interior wall", ".": "floor", "?": "not seen"}


def draw(shown: Shown, heading: str) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(safe(heading), style="bold"))
    _print(shown, console)


def drawn(shown: Shown) -> str:
    """Return a position as it is drawn where there are no colours, for a message."""
    file = StringIO()
    plain = Console(
        file=file,
        width=_MAIL,
        force_terminal=False,
        color_system=None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    _print(shown, plain)
    return file.getvalue().strip("\n")


def _print(shown: Shown, console: Console) -> None:
    shown = _safe(shown)
    letters = marks({seat: player["colour"] for seat, player in shown["players"].items()})
    above, below = PICTURES.get(shown["ruleset"], _plain)(shown, letters, console)
    if above:
        console.print()
    for row in above:
        console.print(row, soft_wrap=True)
    if shown["players"]:
        console.print()
        console.print(_players(shown, letters))
    for line in [*_open(shown), *_offer(shown), *below]:
        console.print(line, soft_wrap=True)


def _genetess(shown: Shown, marks: Signs, console: Console) -> Picture:
    if not shown.get("board"):
        return [], [*_prizes(shown)]
    names = shown.get("starts") or {}
    width = squares.fitting(console, shown["board"]["columns"], names)
    starts = squares.marks(names, width)
    above = [*_rows(shown, marks, starts, width), _legend(shown)]
    return above, [*_prizes(shown), *_starts(shown, starts), *_pieces(shown, marks), *_specials(shown)]


def _plain(shown: Shown, marks: Signs, console: Console) -> Picture:
    """Return the rows and lines of the PlainView of a ruleset of another package."""
    rows = shown.get("rows") or []
    columns = max(map(len, rows), default=0)

    def cell(square: Square) -> Cell:
        sign = rows[square.row][square.column]
        style = "grey42" if sign in ".?" else "bold"
        return sign, style

    above: list[Text] = []
    if rows:
        above += squares.board(cell, len(rows), columns, squares.width(console, columns, 2))
    return above, [Text(f"\n{line}") for line in shown.get("lines") or []]


PICTURES: Mapping[str, Callable[[Shown, Signs, Console], Picture]] = {
    "genetess": _genetess,
    "dna": dna.picture,
    "genie": genie.picture,
}
"""The picture of each ruleset."""


def _safe(value: object) -> Any:
    if isinstance(value, dict):
        return {safe(name): _safe(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_safe(item) for item in value]
    return safe(value) if isinstance(value, str) else value


def _ink(shown: Shown, seat: str) -> str:
    return squares.ink(shown["players"].get(seat, {}).get("colour", ""))


def _rows(shown: Shown, marks: Signs, starts: Signs, width: int) -> Lines:
    board = shown["board"]
    cells = dict.fromkeys((special["at"] for special in shown["specials"]), (_SPECIAL, "bold"))
    for name, mark in starts.items():
        kings = (square for square, codes in shown["starts"][name].items() if "K" in codes)
        cells |= dict.fromkeys(kings, (mark, "bold"))
    for piece in shown["pieces"]:
        cells[piece["at"]] = (_mark(piece, marks), _ink(shown, piece["owner"]))
    grounds = shown.get("skeleton") or board["map"]

    def cell(square: Square) -> Cell:
        ground = grounds[square.row][square.column]
        return cells.get(str(square), (ground, _GROUND.get(ground, "")))

    return squares.board(cell, len(grounds), board["columns"], width)


def _legend(shown: Shown) -> Text:
    grounds = {sign for row in shown.get("skeleton") or shown["board"]["map"] for sign in row}
    signs = [f"{sign} {words}" for sign, words in _SIGNS.items() if sign in grounds]
    if shown["specials"]:
        signs.append(f"{_SPECIAL} special square")
    if shown["pieces"]:
        signs.append("a letter: a piece of that seat; a capital letter: one that has the code K (a King)")
    return Text(
        f"Signs: {'; '.join(signs)}. In the table E is energy, the money of a seat; - is none, ? is unknown."
    )


def _mark(piece: Mapping[str, Any], marks: Signs) -> str:
    """Return a seat's letter: a capital for a piece that is known to have K."""
    mark = marks.get(piece["owner"], "o")
    return mark.upper() if piece.get("king") or "K" in (piece["codes"] or "") else mark


_COLUMNS = ("", "seat", "player", "colour", "status", "score", "E", "holiday left", "orders")


def _players(shown: Shown, marks: Signs) -> Table:
    players = shown["players"]
    is_shown = {
        "colour": any(player["colour"] not in ("", seat) for seat, player in players.items()),
        "E": any(player["e"] is not None for player in players.values()),
        "holiday left": any("holiday" in player for player in players.values()),
    }
    headings = [heading for heading in _COLUMNS if is_shown.get(heading, True)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for seat in players:
        row = _row(shown, seat, marks[seat])
        table.add_row(*(row[heading] for heading in headings))
    return table


def _row(shown: Shown, seat: str, mark: str) -> dict[str, Text | str]:
    """Return what stands in each column of a player's row."""
    player = shown["players"][seat]
    ink = _ink(shown, seat)
    name = "-" if _is_free(shown, seat) else player["name"]
    holiday = time_left_words(player["holiday"]) if "holiday" in player else "-"
    return {
        "": Text(mark, style=ink),
        "seat": Text(seat, style=ink),
        "player": Text(name),
        "colour": Text(player["colour"] or "-"),
        "status": _status(shown, seat),
        "score": _number(player["score"]),
        "E": _number(player["e"]),
        "holiday left": holiday,
        "orders": Text(_queue(player)),
    }


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _queue(player: Mapping[str, Any]) -> str:
    if fault := player.get("queue_problem"):
        return f"cannot be read: {fault}"
    if player["queue"] is None:
        return "?"
    orders = " / ".join(player["queue"]) or "-"
    return f"{orders} (put back by undo, waits)" if player.get("put_back") else orders


def _status(shown: Shown, seat: str) -> str:
    """Return how a player stands; in round 0 who is “in” would tell that the gambles are, which is a secret yet."""
    player = shown["players"][seat]
    if _is_free(shown, seat):
        return "free"
    if shown["phase"] == "gambling" and not player.get("absent"):
        return "gambles awaited" if seat in shown["to_move"] else "gambles taken"
    if player.get("open"):
        return "open"
    if player.get("absent"):
        return "left"
    return str(player["status"] or "?")


def _is_free(shown: Shown, seat: str) -> bool:
    return seat in shown.get("signup", {}).get("free", ())


def _open(shown: Shown) -> Lines:
    for seat, player in shown["players"].items():
        if player.get("open") or player.get("absent"):
            missed = "is open: its player has missed too many deadlines in a row"
            why = "is free: its player has left" if player.get("absent") else missed
            yield Text(
                f"\nThe seat {seat} {why}. To take it over, ask the GM, who runs "
                f"`genetess replace {shown['game']} {seat} NAME`."
            )


def _offer(shown: Shown) -> Lines:
    """Return whom a game looks for that has not started, and who has signed up, first come first."""
    offer = shown.get("signup")
    if not offer:
        return
    inside = len(offer["seats"]) - len(offer["free"])
    asked = offer["asked"]
    wanted = offer["wanted"]
    most = offer["maximum"]
    unasked = [seat for seat in offer["free"] if seat not in wanted]
    places = gathering.free_seats(max(0, most - inside - len(asked)))
    yield Text(f"\n{gathering.count(offer['minimum'], most, inside, len(asked))}; {places}.")
    words = f" Asked for: {', '.join(wanted)}." if wanted else ""
    yield Text(f"Free seats: {', '.join(unasked) or 'none'}.{words}")
    if offer["launch"]:
        yield Text(
            f"Launch: {offer['launch']}. The GM starts the game with `genetess start {shown['game']}`."
        )
    for number, wish in enumerate(asked, start=1 + inside):
        login = f" ({wish['github']})" if wish["github"] else ""
        yield Text(f"  {number}. {wish['name']}{login}: {gathering.wish(wish['seat'], number, wanted, most)}")


def _prizes(shown: Shown) -> Lines:
    prizes = shown.get("prizes") or {}
    if prizes:
        yield Text("\nTo gamble for", style="bold")
    for kind, names in prizes.items():
        yield Text(f"  {kind}: {', '.join(names)}")


def _starts(shown: Shown, marks: Signs) -> Lines:
    """Return the pieces of each start that is gambled for, and its mark on the board where that is not its name."""
    if marks:
        yield Text("\nStarts", style="bold")
    for name, mark in marks.items():
        pieces = sorted((Square.named(square), codes) for square, codes in shown["starts"][name].items())
        label = name if mark == name else f"{mark} {name}"
        yield Text(f"  {label}: {', '.join(f'{square} {codes}' for square, codes in pieces)}")


def _pieces(shown: Shown, marks: Signs) -> Lines:
    if shown["pieces"]:
        yield Text("\nPieces", style="bold")
    for piece in shown["pieces"]:
        codes = piece["codes"]
        if codes is None:
            codes = "a King, its other codes unknown" if piece.get("king") else "codes unknown"
        else:
            codes += "u" * piece["flare"] + "r" * piece["phased"]
        line = Text(f"  {_mark(piece, marks)} {piece['at']:<5} ")
        yield line.append(f"{piece['owner']} ", style=_ink(shown, piece["owner"])).append(codes)


def _specials(shown: Shown) -> Lines:
    if shown["specials"]:
        yield Text("\nSpecials", style="bold")
    for special in shown["specials"]:
        yield Text(f"  {_SPECIAL} {special['at']:<5} {special['type']}: {special['text']}")
