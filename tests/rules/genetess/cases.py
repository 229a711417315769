"""The text cases of `tests/cases/genetess/*.txt`: how a small board, an order and what must come of it are written.

What a case must fulfil is in `test_cases.py`; nothing here judges. Other tests draw their boards with `drawn`.

A file holds cases, each under a line `=== title`. The lines of a case, in any order but for the boards:

    cites G13 G14               rulings that the case shows
    before:                     the map, indented; `#` `+` `.` and a letter for each piece on floor
        #####
        #a.b#
        #####
    after:                      the map after the order and nothing else (the next turn's income is not shown);
        #####                   left out where it is as before
        #..a#
        #####
    a: red ABG phased           the piece of a letter (not e); marks `phased` and `flare`; A999 is so many A
    a -> red ABGE               the piece after the order, where it is not as before
    e: red 20, green 5          E at the start (10 where not given)
    e -> red 26, green 0        E after the order, before the next turn's income
    score: red 30               scores beforehand (0 where not given)
    score -> red 11             scores after it, where not as before
    seats: green red            the order of play, and players without a piece
    out: green                  seats eliminated beforehand
    left: green                 seats whose players have left the game beforehand
    eliminated: green           seats eliminated by the order
    lit: red decoded            a flare that burns: plain or decoded
    lit -> red plain            one that burns after the order, none for one that does not any more
    winners: red                the game is over, and who has won
    special C2 S5               a special square
    special C2 S6 squares=G2,G3 one with parameters, as board.yaml names them
    specials -> S6 C3, S1 D4    where all of them are after it, where not as before
    starting squares: B2 H3     the Kings' squares of the board's starts
    create: no                  settings of the game
    codes: ABC
    edition: 1.02
    income: 0
    draws: 0 2                  what the dice show, in order
    order red: MOVE B2 E-E      the order, and whose turn it is
    turn -> 1c                  the turn that comes next, where that is told
    begins: yes                 all that is told of afterwards is so once the next player's turn has begun, with its
                                income and its specials
    overview -> red plain       who sees the whole board by an S5 after it: plain or decoded
    sees red: G2 green/ABC, H2 None
                                what a viewer's page then shows on some squares: `owner/codes`, None for no piece
    fails: blocked              the slug of the problem that the order truly meets
    reason: A piece stands      how the player's reason begins
    foreseeable: no             ruling G44: not every square was in view, nor was it known to fail
    knows: yes                  the order is refused already by what the player can know (no: only by the truth)
    told green: displaced at=B2 to=None piece=green/None by=red
                                an event that a viewer hears: kind and facts, `owner/codes` for pieces
    untold green: displaced     a kind of event that a viewer does not hear
    shows: plain shield         what a case of a special is an example of: see `test_specials_table.py`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Outcome, Told, plain
from genetess_cli.rules.board import Grid, Square
from genetess_cli.rules.dice import Dice, Draw
from genetess_cli.rules.genetess.events import Event, TurnBegan
from genetess_cli.rules.genetess.game import Game, Map, Piece, Player, Settings, Special
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.specials.fields import tidy
from genetess_cli.rules.orders import entries

FOLDER = Path(__file__).parents[2] / "cases" / "genetess"
KEYS = (
    "e", "e ->", "score", "score ->", "seats", "out", "left", "turn ->", "eliminated", "lit", "lit ->", "winners",
    "create", "codes",
    "draws", "fails", "reason", "foreseeable", "knows", "edition", "income", "starting squares", "begins",
    "specials ->", "overview ->", "shows",
)  # fmt: skip
LISTS = ("squares", "targets", "walls")
"""The parameters of specials that are lists of squares."""
SEATS = ("red", "green", "blue", "yellow")


class Loaded(Dice):
    """Dice that show what a case says."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(bytes, 0)
        self.numbers = numbers

    def number(self, of: int, what: str) -> int:
        number = self.numbers.pop(0)
        assert 0 <= number < of, f"{what}: {number} of {of}"
        self.draws.append(Draw(what, of, number))
        return number


class Case(msgspec.Struct):
    """One case, as written."""

    title: str = ""
    source: str = ""
    cites: list[str] = []
    before: list[str] = []
    after: list[str] = []
    pieces: dict[str, Piece] = {}
    later: dict[str, Piece] = {}
    specials: dict[Square, Special] = {}
    told: list[tuple[str, str]] = []
    untold: list[tuple[str, str]] = []
    sees: list[tuple[str, str]] = []
    seat: str = ""
    order: str = ""
    fields: dict[str, str] = {}

    def amounts(self, field: str) -> dict[str, int]:
        """A field of numbers by seat: `red 20, green 5`."""
        return {seat: int(number) for seat, number in self.by_seat(field).items()}

    def by_seat(self, field: str) -> dict[str, str]:
        """A field of one word by seat: `red decoded, green plain`."""
        parts = [part.split() for part in self.fields.get(field, "").split(",") if part.strip()]
        return {part[0]: part[1] for part in parts}

    def names(self, field: str) -> list[str]:
        """A field of names: `red green`."""
        return self.fields.get(field, "").replace(",", " ").split()

    def squares(self, field: str) -> tuple[Square, ...]:
        """A field of squares: `B2 H3`."""
        return tuple(Square.named(name) for name in self.names(field))

    @property
    def begins(self) -> bool:
        """Whether what is expected is so once the next turn has begun."""
        return self.fields.get("begins") == "yes"


def read_cases(folder: Path = FOLDER) -> list[Case]:
    """Every case of the folder."""
    return [case for path in sorted(folder.glob("*.txt")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    for part in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        yield _case(Case(title.strip(), path.stem), text)


def _case(case: Case, text: str) -> Case:
    board = case.before
    for line in text.splitlines():
        if line[:1].isspace() and line.strip():
            board.append(line.strip())
        elif line in ("before:", "after:"):
            board = case.before if line == "before:" else case.after
        elif line.strip():
            _line(case, line.strip())
    return case


def _line(case: Case, line: str) -> None:
    first, *rest = line.split()
    match = re.fullmatch(r"(.+?)(:| ->) *(.*)", line)
    subject, sign, value = match.groups() if match else ("", "", "")
    key = subject + (" ->" if sign == " ->" else "")
    if first == "cites":
        case.cites += rest
    elif first == "special":
        case.specials[Square.named(rest[0])] = Special(rest[1], rest[1], _details(rest[2:]))
    elif key in KEYS:
        case.fields[key] = value
    elif len(subject) == 1:
        (case.later if sign == " ->" else case.pieces)[subject] = _piece(value)
    elif first in ("told", "untold", "sees"):
        {"told": case.told, "untold": case.untold, "sees": case.sees}[first].append(
            (subject.split()[1], value)
        )
    elif first == "order":
        case.seat, case.order = subject.split()[1], value
    else:
        raise ValueError(f"{case.source}: {case.title}: what is {line!r}?")


def _details(words: list[str]) -> dict[str, Any]:
    """The parameters of a special: `codes=B max=BBB`."""
    pairs = (word.split("=") for word in words)
    return tidy({key: _parameter(key, value) for key, value in pairs})


def _parameter(key: str, value: str) -> Any:
    if key in LISTS:
        return value.split(",")
    return int(value) if value.isdigit() else value


def _piece(text: str) -> Piece:
    owner, codes, *marks = text.split()
    if set(marks) - {"phased", "flare"}:
        raise ValueError(f"a piece is phased or has a flare, not {text!r}")
    codes = re.sub(r"([A-Z])(\d+)", lambda match: match[1] * int(match[2]), codes)
    return Piece(owner, "".join(sorted(codes)), "phased" in marks, "flare" in marks)


def drawn(text: str) -> Game:
    """A position drawn in the notation of the cases, without a title; red is to move where no order says who."""
    return position(_case(Case(seat="red"), text))


def position(case: Case) -> Game:
    """The position that a case begins with."""
    return _game(case, case.before, case.pieces)


def expected(case: Case) -> Game:
    """The walls and pieces that a case ends with."""
    return _game(case, case.after or case.before, {**case.pieces, **case.later})


def _game(case: Case, board: list[str], pieces: dict[str, Piece]) -> Game:
    grid = Grid(len(board[0]), len(board))
    letters = dict(zip(grid.squares, "".join(board), strict=True))
    return Game(
        settings=_settings(case),
        map=Map(
            grid,
            grid.mask([square for square, letter in letters.items() if letter == "#"]),
            grid.mask([square for square, letter in letters.items() if letter == "+"]),
        ),
        pieces={square: pieces[letter] for square, letter in letters.items() if letter not in "#+."},
        specials=case.specials,
        starts=case.squares("starting squares"),
        players=_players(case),
        round=1,
        to_move=case.seat,
    )


def _settings(case: Case) -> Settings:
    return Settings(
        specials=case.fields.get("edition", Settings().specials),
        e_per_king=int(case.fields.get("income", Settings().e_per_king)),
        create=case.fields.get("create") != "no",
        codes=case.fields.get("codes", Settings().codes),
    )


def _players(case: Case) -> dict[str, Player]:
    owners = {"red", "green", case.seat} | {piece.owner for piece in case.pieces.values()}
    seats = case.names("seats") or [seat for seat in SEATS if seat in owners]
    left, purses, lit, scores = (
        case.names("left"),
        case.amounts("e"),
        case.by_seat("lit"),
        case.amounts("score"),
    )
    out = [*case.names("out"), *left]
    return {
        seat: Player(
            seat,
            eliminated=seat in out,
            score=scores.get(seat, 0),
            e=0 if seat in out else purses.get(seat, 10),
            flare=lit.get(seat, ""),
            dropped=seat in left,
        )
        for seat in seats
    }


def picture(game: Game) -> str:
    """A position as text, for comparing and for failing tests: the map, then a line a piece."""
    grid = game.grid
    letters = "".join(_letter(game, square) for square in grid.squares)
    rows = [letters[start : start + grid.columns] for start in range(0, len(letters), grid.columns)]
    marks = [
        f"{square} {piece.owner} {piece.codes}{' phased' * piece.phased}{' flare' * piece.flare}"
        for square, piece in game.in_row_order()
    ]
    return "\n".join(rows + marks)


def _letter(game: Game, square: Square) -> str:
    if square in game.pieces:
        return "@"
    return "#" if game.is_exterior(square) else "+" if game.is_interior(square) else "."


def read_order(text: str) -> Order:
    """The order that a text says."""
    reading = genetess.parse(entries(text)[0])
    assert isinstance(reading.order, Order), f"{text}: {reading.problem}"
    return reading.order


def play(case: Case) -> tuple[Game, Order, Outcome[Game, Event]]:
    """The position before, the order, and the outcome."""
    before, order = position(case), read_order(case.order)
    dice = Loaded([int(number) for number in case.names("draws")])
    outcome = genetess.play(before, case.seat, order, dice)
    assert not dice.numbers, "the case has draws that were not made"
    return before, order, outcome


def afterwards(case: Case, before: Game, outcome: Outcome[Game, Event]) -> Game:
    """The position that a case speaks of: just after the order, or once the next turn has begun."""
    return outcome.game if case.begins else just_after(before, outcome)


def just_after(before: Game, outcome: Outcome[Game, Event]) -> Game:
    """The position after the order itself, before the next player's turn began."""
    game = before
    for event in outcome.events:
        if isinstance(event, TurnBegan):
            break
        game = genetess.apply(game, event)
    return game


def said(told: Told) -> dict[str, Any]:
    """All that a viewer was told, as plain data."""
    facts: dict[str, Any] = plain(told)
    return {name: value for name, value in facts.items() if name not in ("kind", "joined")}


def line_of(told: Told) -> str:
    """A told event in the notation of the cases."""
    facts = [f"{name}={_value(value)}" for name, value in said(told).items()]
    return " ".join([told.kind.replace(" ", "-"), *facts])


def _value(value: Any) -> str:
    if isinstance(value, dict) and "owner" in value:
        return f"{value['owner']}/{value['codes']}"
    return str(value).replace(" ", "-")


def types(game: Game) -> dict[str, str]:
    """The specials of a position: type by square."""
    return {str(square): special.type for square, special in sorted(game.specials.items())}


def expected_types(case: Case) -> dict[str, str]:
    """The specials that a case ends with."""
    if "specials ->" not in case.fields:
        return {str(square): special.type for square, special in sorted(case.specials.items())}
    moved = (words.split() for words in case.fields["specials ->"].split(","))
    return {square: type_ for type_, square in moved}


def shown(game: Game, viewer: str) -> dict[str, str]:
    """The pieces of a viewer's page by square, as `owner/codes`."""
    return {piece.at: f"{piece.owner}/{piece.codes}" for piece in genetess.view(game, viewer).pieces}
