"""The boards on the page of Genetess's rules: small positions, and what the rules themselves make of an order there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.manual.figure import Figure, Panel, Way
from genetess_cli.rules import genetess
from genetess_cli.rules.base import REFEREE, Outcome, Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.game import Game, Settings
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.setup import Board as Files
from genetess_cli.rules.genetess.sight import GenetessView, PieceView
from genetess_cli.rules.orders import entries

_RED, _GREEN = "red", "green"
_SEATS = [Seat(colour, colour, colour) for colour in (_RED, _GREEN)]


class Look(msgspec.Struct, frozen=True):
    """One look at a position: before or after what happens there, all of it or what Red sees."""

    title: str
    after: bool = False
    fog: bool = False


_CHANGE = (Look("Before"), Look("After", after=True))
_FOG = (Look("All there is"), Look("What Red sees", fog=True))
_SURPRISE = (*_FOG, Look("After the order", after=True, fog=True))


class Board(msgspec.Struct, frozen=True):
    """A position with Red to move, an order of Red's, and how they are looked at.

    Without an order it is shown what happens as Red's turn begins. `pieces` are those of Red and Green by square, a
    small r behind the codes of one that is phased; `out`: Green is eliminated; `fails`: the order cannot be carried
    out.
    """

    caption: str
    map: tuple[str, ...]
    pieces: Mapping[str, str]
    order: str = ""
    specials: tuple[Mapping[str, Any], ...] = ()
    looks: tuple[Look, ...] = _CHANGE
    fails: bool = False
    out: bool = False


BOARDS: dict[str, Board] = {
    "view": Board(
        "Both red pieces see the squares next to them. The AF on B2 reads what it sees: an ABC. The A on F4 sees "
        "a green piece on E5, but not its codes, and not the one on G3, which is phased. All else is hidden, "
        "walls and specials too. With a D in them, each would see two squares farther to every side.",
        (".......", "...+...", "...+...", ".......", "......."),
        {
            "B2": "red AF",
            "F4": "red A",
            "C3": "green ABC",
            "E5": "green AE",
            "G3": "green Ar",
            "E1": "green AB",
        },
        specials=({"at": "A1", "type": "S1", "amount": 5}, {"at": "B5", "type": "S5"}),
        looks=_FOG,
    ),
    "move": Board(
        "`MOVE A3 N-NE-E`: an ABBC must take three steps. The second one, a diagonal, passes between a piece and "
        "a wall, and the last one takes the AE on C1.",
        ("....", ".+..", "...."),
        {"A3": "red ABBC", "A1": "green A", "C1": "green AE"},
        "MOVE A3 N-NE-E",
    ),
    "subsume": Board(
        "`MOVE A1 E-E`: an ABL takes an ABBEF and gains the codes that it lacked, an E and an F. It has a B already, "
        "and gains none.",
        ("...+", "...."),
        {"A1": "red ABL", "C1": "green ABBEF", "D2": "green A"},
        "MOVE A1 E-E",
    ),
    "over": Board(
        "`MOVE A2 E-E-E`: with E the piece goes over its own King and over a green piece, and takes the one on "
        "which it ends. What it jumps stays.",
        ("++..", "...."),
        {"A2": "red ABBE", "B2": "red K", "C2": "green AC", "D2": "green AD"},
        "MOVE A2 E-E-E",
    ),
    "mine": Board(
        "`MOVE C3 W-N`: the last step of a piece with O ends in interior wall, which is floor from then on. The "
        "first step could not have gone into one.",
        ("++..", "++..", "...."),
        {"C3": "red ABO", "D2": "green A"},
        "MOVE C3 W-N",
    ),
    "bump": Board(
        "`MOVE A2 E-E` fails, as a phased piece is in the way on B2, which Red could not know. The order changes "
        "nothing but this: the piece is revealed.",
        ("....", "....", "...."),
        {"A2": "red AB", "B2": "green Ar"},
        "MOVE A2 E-E",
        looks=_SURPRISE,
        fails=True,
    ),
    "create": Board(
        "`CREATE C3 ABC`: the King buys an ABC for 9 E and puts it on one of the 8 squares around. Wall like C1 "
        "could hold a new piece with O alone, and B1, where an own piece stands, one with I alone.",
        ("..+.", "....", "...."),
        {"B2": "red K", "B1": "red A", "D1": "green AB"},
        "CREATE C3 ABC",
    ),
    "divide": Board(
        "`DIVIDE B2 ABC C1`: of an AABBCH an ABC leaves, and an ABH stays.",
        ("....", "....", "...."),
        {"B2": "red AABBCH", "D2": "green AB"},
        "DIVIDE B2 ABC C1",
    ),
    "transfer": Board(
        "`TRANSFER A3 B D1`: the ABDJ gives away its B, and spends its J by that. It could not have reached D1 "
        "without the D, by which it sees so far.",
        ("....", ".++.", "...."),
        {"A3": "red ABDJ", "D1": "red ACH", "D3": "green AB"},
        "TRANSFER A3 B D1",
    ),
    "charge": Board(
        "`CHARGE A3 E-N`: with two Z the piece runs two legs, each up to a wall or a piece. The green piece is "
        "not taken.",
        (".....", ".....", "....+"),
        {"A3": "red AZZ", "D1": "green AB"},
        "CHARGE A3 E-N",
    ),
    "convert": Board(
        "`CONVERT B2`: Green is out, and its pieces on B1 and C3 are orphans. The AS sees them, and they are Red’s "
        "now. The AP on A3 is a ronin and still obeys Green; D2 is out of the AS’s view.",
        ("....", "....", "...."),
        {"B2": "red AS", "B1": "green AB", "C3": "green ACK", "A3": "green AP", "D2": "green AD"},
        "CONVERT B2",
        out=True,
    ),
    "repulse": Board(
        "`REPULSE C3`: the AO on C2 flies north and breaks into the wall that stops it. To the east the wave "
        "passes over a wall and hits the AB on E3. The AW on C4 resists and loses its W. Own pieces fly too, like "
        "the one on B3. What stands diagonally stays, as the piece has no C.",
        ("..+...", "......", "...+..", "......", "......"),
        {
            **{"C3": "red AT", "C2": "green AO", "E3": "green AB", "B3": "red AC"},
            **{"C4": "green AW", "D2": "green AD"},
        },
        "REPULSE C3",
    ),
    "attract": Board(
        "`ATTRACT C3`: by its C it pulls in all eight directions. Pieces fly up to its side, Red’s own among "
        "them. The AD on E5 cannot, as the wall on D4 stops it. The AO on A5 has a wall before it too, and breaks "
        "into it.",
        (".....", ".....", ".....", ".+.+.", "....."),
        {
            **{"C3": "red ACX", "C1": "green AB", "A1": "green AC", "E3": "red A"},
            **{"E5": "green AD", "A5": "green AO"},
        },
        "ATTRACT C3",
    ),
    "sanctuary": Board(
        "`SANCTUARY A1 D3`: the AY and the King change places, whatever lies between. The King is out of reach of "
        "the green piece.",
        ("..+.", "..+.", "..+."),
        {"A1": "red AY", "D3": "red K", "D1": "green AB"},
        "SANCTUARY A1 D3",
    ),
    "teleporter": Board(
        "`MOVE A2 E`: the A comes upon the S8 on B2, which sends it to D1.",
        ("..+.", "..+."),
        {"A2": "red A", "D2": "green AB"},
        "MOVE A2 E",
        ({"at": "B2", "type": "S8", "targets": ["D1"]},),
    ),
    "blast": Board(
        "`MOVE C5 N-N`: the AB sets off the S7 on C3. It dies, and so does the first piece in each jet, the green "
        "one on C1 and Red’s own on E3. The wall on B3 ends a jet, and there are none to the corners, as the piece "
        "had no C.",
        (".....", ".....", ".+...", ".....", "....."),
        {"C5": "red AB", "C1": "green AB", "E3": "red AD", "A3": "green AC", "D2": "green AE"},
        "MOVE C5 N-N",
        ({"at": "C3", "type": "S7"},),
    ),
    "wind": Board(
        "As Red’s turn begins with the A on C3, a storm drives all other pieces away from there. The one on C2 "
        "has a wall behind it and stays. The AW on C4 stays too, and loses its W.",
        ("..+..", ".....", ".....", ".....", "....."),
        {
            **{"C3": "red A", "B3": "red AB", "D2": "green AC", "D4": "green AD"},
            **{"C2": "green AE", "C4": "green AW"},
        },
        specials=({"at": "C3", "type": "S20"},),
    ),
    "rockfall": Board(
        "As Red’s turn begins with the A on B2, the roof falls in on all that it sees. The green AB dies and the "
        "A itself; the King is spared, and so is its square. The special is under the wall now.",
        ("....", "....", "....", "...."),
        {"B2": "red A", "C3": "green AB", "A1": "red K", "D2": "green AC"},
        specials=({"at": "B2", "type": "S21"},),
    ),
}
"""Every board by the name that articles have for it."""


def figure(name: str) -> Figure:
    """A board as it is looked at. Raises ValueError where its order cannot be carried out, or fails to fail."""
    board = BOARDS[name]
    before, outcome = _play(board)
    if bool(outcome.problem) != board.fails:
        raise ValueError(
            f"{name}: {outcome.problem.message if outcome.problem else 'the order does not fail'}"
        )
    ways = tuple(_ways(board, before, outcome))
    last = [look for look in board.looks if not look.after][-1]
    panels = (
        _panel(look, outcome.game if look.after else before, ways if look is last else ())
        for look in board.looks
    )
    return Figure(board.caption, tuple(panels))


def _play(board: Board) -> tuple[Game, Outcome]:
    """The position that is shown first, and what became of it."""
    settings, files = Settings(), _files(board)
    begun = genetess.new(settings, files, _SEATS, Dice(bytes, 0))
    if not board.order:
        return _laid(genetess.opening(settings, files, _SEATS), board), begun
    before = _laid(begun.game, board)
    return before, genetess.play(before, _RED, _order(board), Dice(bytes, 0))


def _files(board: Board) -> Files:
    starts: dict[str, dict[str, str]] = {seat.name: {} for seat in _SEATS}
    for at, piece in board.pieces.items():
        owner, codes = piece.split()
        starts[owner][at] = codes.removesuffix("r")
    return Files("\n".join(board.map), starts, [dict(special) for special in board.specials])


def _laid(game: Game, board: Board) -> Game:
    """The position with those pieces phased that are to be, and with Green out if it is to be."""
    hidden = {Square.named(at) for at, piece in board.pieces.items() if piece.endswith("r")}
    pieces = {at: replace(piece, phased=at in hidden) for at, piece in game.pieces.items()}
    players = game.players | {_GREEN: replace(game.players[_GREEN], eliminated=board.out)}
    return replace(game, pieces=pieces, players=players)


def _order(board: Board) -> Order:
    order: Order = genetess.parse(entries(board.order)[0]).order
    return order


def _ways(board: Board, before: Game, outcome: Outcome) -> list[Way]:
    """Where pieces and codes go: as the order says, also one that fails, and as what comes of it moves pieces."""
    ways = _aim(_order(board)) if board.order else []
    for told in genetess.tell(before, outcome.events, REFEREE):
        if told.kind not in ("displaced", "swapped"):
            continue
        way = (told.facts["at"], told.facts["to"])
        if told.kind == "swapped":
            ways.append(way[::-1])
        elif ways and ways[-1][-1] == way[0]:
            ways[-1] = (*ways[-1], way[1])  # on from there, as another leg of a CHARGE or by an S8
        elif way not in {(known[0], known[-1]) for known in ways}:
            ways.append(way)
    return ways


def _aim(order: Order) -> list[Way]:
    """The way that an order names: a MOVE all its steps, others the square of the piece and another one."""
    if order.at and order.verb == "MOVE":
        return [tuple(map(str, accumulate(order.path, Square.step, initial=order.at)))]
    return [(str(order.at), str(order.to))] if order.at and order.to else []


def _panel(look: Look, game: Game, ways: tuple[Way, ...]) -> Panel:
    # All of it is drawn as Red would see it, with its own pieces as its own.
    view = genetess.view(game, _RED) if look.fog else replace(genetess.view(game, REFEREE), viewer=_RED)
    return Panel(view, f"{look.title}: {_words(view)}", look.title, ways)


def _words(view: GenetessView) -> str:
    """Pieces and special squares in words, for which a page of rules has no tables."""
    found = [f"{piece.owner} {_sequence(piece)} on {piece.at}" for piece in view.pieces]
    return ", ".join([*found, *(f"special {special.type} on {special.at}" for special in view.specials)])


def _sequence(piece: PieceView) -> str:
    return "piece" if piece.codes is None else piece.codes + "r" * piece.phased
