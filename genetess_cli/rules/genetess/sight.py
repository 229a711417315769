"""Fog of war: what a viewer sees of a position, hears of events, and remembers of both. The one place for secrets.

Pages, logs and JSON are made from `view` and `tell` alone; `known` is the position that a seat believes in, from
which its orders are checked. A memory is made of views and of what was told, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.base import PUBLIC, REFEREE, PlayerView, Told, View, plain, result_view, round_of
from genetess_cli.rules.board import NEVER, SEEN, Grid, Square
from genetess_cli.rules.genetess import round_zero
from genetess_cli.rules.genetess.events import (
    Allotted,
    Displaced,
    Event,
    Fact,
    OfPiece,
    OnBoard,
    Private,
    Revealed,
    Swapped,
    Taken,
    TimedOut,
    unranked,
)
from genetess_cli.rules.genetess.game import Game, Map, Piece, Player
from genetess_cli.rules.turn import apply


class Sight(msgspec.Struct, frozen=True):
    """Masks of the squares that a viewer sees, and of those on which it reads the codes of any piece."""

    seen: int
    decoded: int


NOTHING = Sight(0, 0)


class BoardView(msgspec.Struct, frozen=True):
    """The walls that a viewer sees: `#` exterior, `+` interior, `.` floor, `?` unseen."""

    columns: int
    rows: int
    map: list[str]


class PieceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece as a viewer sees it; `codes` is None where they are not decoded.

    `king`: all that the viewer knows of its codes is a K, by S17.
    """

    at: str
    owner: str
    codes: str | None
    phased: bool
    flare: bool
    king: bool = False


class SpecialView(msgspec.Struct, frozen=True):
    """A special square that a viewer sees."""

    at: str
    type: str
    text: str


class GenetessView(View, frozen=True, kw_only=True, omit_defaults=True):
    """A Genetess position as one viewer sees it (rulings G3 to G6).

    `prizes` is what can be bid for in round 0, by kind, while it lasts (G39); where the board's starts are among it,
    `starts` are the codes of each by square, and `skeleton` the whole map, both known to everybody.
    """

    board: BoardView
    pieces: list[PieceView]
    specials: list[SpecialView]
    prizes: dict[str, list[str]] = msgspec.field(default_factory=dict)
    starts: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    skeleton: list[str] = msgspec.field(default_factory=list)


def sight(game: Game, viewer: str) -> Sight:
    """Return what a viewer sees (rulings G3, G4, G6, G24, G35)."""
    everything = game.grid.everything
    if viewer == REFEREE:
        return Sight(everything, everything)
    if viewer == PUBLIC or not game.plays(viewer):
        return NOTHING
    player = game.players[viewer]
    lights = (player.flare, player.overview)
    if "decoded" in lights:
        return Sight(everything, everything)
    seen, decoded = everything if "plain" in lights else 0, 0
    for square, piece in game.pieces.items():
        if game.controls(viewer, piece):
            area = game.grid.area(square, piece.body.radius)
            seen |= area
            if piece.has("F"):
                decoded |= area
        elif (viewer in piece.targeted or viewer in piece.matched) and shows(piece, viewer):
            seen |= game.grid.bits[square]
    return Sight(seen, decoded)


def view(game: Game, viewer: str) -> GenetessView:
    light = sight(game, viewer)
    bits = game.grid.bits
    starts = game.round_zero.starts if game.round_zero else {}
    return GenetessView(
        viewer=viewer,
        turn=game.label,
        to_move=game.awaited,
        result=result_view(game, game.players, game.result.survivor if game.result else None),
        players={seat: _player(seat, player, viewer) for seat, player in game.players.items()},
        board=BoardView(game.grid.columns, game.grid.rows, game.map.rows(light.seen)),
        pieces=[
            _piece(square, piece, viewer, light.decoded & bits[square])
            for square, piece in game.in_row_order()
            if light.seen & bits[square] and shows(piece, viewer)
        ],
        specials=[
            SpecialView(str(square), special.type, special.text)
            for square, special in sorted(game.specials.items())
            if light.seen & bits[square]
        ],
        together=game.round_zero is not None,
        reseated=game.round_zero is None and "order" in game.settings.gamble,
        prizes=round_zero.prizes(game) if game.round_zero else {},
        starts=starts,
        skeleton=game.map.rows(game.grid.everything) if starts else [],
    )


def shows(piece: Piece, viewer: str) -> bool:
    """Return whether a piece on a square in view shows itself: a phased one only to its owner (ruling G5)."""
    return not piece.phased or viewer in (piece.owner, REFEREE)


def reads(piece: Piece, viewer: str, decoded: int) -> bool:
    """Return whether a viewer reads a piece's codes: its own, where it decodes, and what S18 shows it (ruling G4).

    `decoded` is not 0 where the viewer decodes the square of the piece.
    """
    return bool(decoded) or viewer in (piece.owner, REFEREE) or viewer in piece.read


def _piece(square: Square, piece: Piece, viewer: str, decoded: int) -> PieceView:
    known = reads(piece, viewer, decoded)
    return PieceView(
        at=str(square),
        owner=piece.owner,
        codes=piece.codes if known else None,
        phased=piece.phased,
        flare=known and piece.flare,
        king=not known and viewer in piece.targeted,
    )


def _player(seat: str, player: Player, viewer: str) -> PlayerView:
    return PlayerView(
        colour=player.colour,
        status="eliminated" if player.eliminated else "in",
        score=player.score,
        e=player.e if viewer in (seat, REFEREE) else None,
    )


def known(game: Game, seat: str) -> Game:
    """Return the position that a seat believes in: what it sees, and elsewhere all open floor that could be.

    Exterior walls are on the public board and never change (ruling G1). A piece whose codes it cannot read is taken for
    an A; specials are left out, so that nothing is drawn for them.
    """
    light = sight(game, seat)
    bits = game.grid.bits
    pieces = {
        square: piece
        if reads(piece, seat, light.decoded & bits[square])
        else replace(piece, codes="A", flare=False)
        for square, piece in game.pieces.items()
        if light.seen & bits[square] and shows(piece, seat)
    }
    players = {
        name: player if name == seat else replace(player, e=0, flare="", overview="")
        for name, player in game.players.items()
    }
    walls = Map(game.grid, game.map.exterior, game.map.interior & light.seen)
    return replace(game, map=walls, pieces=pieces, specials={}, players=players)


def tell(before: Game, events: Sequence[Event], viewer: str) -> list[Told]:
    """Return what a viewer hears of events that began with the position `before` (ruling G43)."""
    heard: list[Told] = []
    light = sight(before, viewer)
    for stroke in _strokes(events):
        after = before
        for event in stroke:
            after = apply(after, event)
        later = sight(after, viewer)
        telling = (_hear(after, event, viewer, light, later) for event in stroke)
        heard += [told for told in telling if told]
        before, light = after, later
    return heard if viewer == REFEREE else unranked(heard)


def _strokes(events: Sequence[Event]) -> list[list[Event]]:
    strokes: list[list[Event]] = []
    for event in events:
        if event.joined and strokes:
            strokes[-1].append(event)
        else:
            strokes.append([event])
    return strokes


def _hear(game: Game, event: Fact, viewer: str, light: Sight, later: Sight) -> Told | None:
    if isinstance(event, Swapped) and not shows(event.other, viewer):
        # A swap with a phased piece looks like one piece that moved (ruling G5).
        event = Displaced(event.at, event.piece, event.to, event.piece.owner)
    if isinstance(event, OnBoard):
        return _see(game, event, viewer, light, later)
    if isinstance(event, Private) and viewer not in (event.seat, REFEREE):
        return None
    if isinstance(event, Revealed):
        shown = tuple(square for square in event.squares if shows(game.pieces[square], viewer))
        event = replace(event, squares=shown)
        if not shown:
            return None
    facts = plain(event)
    if isinstance(event, TimedOut) and game.round_zero:
        facts["together"] = True  # no turn was skipped: lots are drawn for the seat (ruling G39)
    if isinstance(event, Allotted) and viewer not in (event.seat, REFEREE):
        facts = {name: facts[name] for name in Allotted.PUBLIC}
    return _tell(event, facts)


def _see(game: Game, event: OnBoard, viewer: str, light: Sight, later: Sight) -> Told | None:
    seen = (light.seen | later.seen) & game.grid.mask(event.squares())
    facts = _mask(game.grid, event, seen)
    if not seen or not isinstance(event, OfPiece):
        return _tell(event, facts) if seen else None
    own = viewer == REFEREE or viewer in event.owners()
    if not own and all(event.veils(getattr(event, name)) for name in event.places()):
        return None
    for name, (origin, target) in event.places().items():
        piece: Piece = getattr(event, name)
        before, after = game.grid.mask(origin), game.grid.mask(target)
        decoded = own or bool(light.decoded & before | later.decoded & after)
        if event.decoded_only and not reads(piece, viewer, decoded):
            return None
        known = _is_known(game, event, viewer) or bool(light.seen & before | later.seen & after)
        facts[name] = {
            "owner": piece.owner if known else None,
            "codes": piece.codes if known and reads(piece, viewer, decoded) else None,
        }
    return _tell(event, facts)


def _is_known(game: Game, event: OfPiece, viewer: str) -> bool:
    """Return whether a viewer knows in any case whose the pieces of an event are (ruling G43).

    Everybody does of a piece that its own seat moves, as all know who is to move. Owners and captors do too, but not
    eliminated ones, which know what their ronin see (ruling G6).
    """
    if viewer == REFEREE or (isinstance(event, Displaced) and event.piece.owner == event.by):
        return True
    sides = [*event.owners(), event.by] if isinstance(event, Taken) else event.owners()
    return viewer in sides and not game.players[viewer].eliminated


def _mask(grid: Grid, event: OnBoard, seen: int) -> dict[str, Any]:
    """Return what an event says, without the squares that are not `seen`; its pieces are still to be masked.

    Raise TypeError where a field is of a type of which nobody has said who may know it.
    """
    pieces = event.places() if isinstance(event, OfPiece) else {}
    facts: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, Square):
            facts[name] = str(value) if seen & grid.bits[value] else None
        elif isinstance(value, str | bool):
            facts[name] = value
        elif name in pieces:
            facts[name] = None
        else:
            raise TypeError(f"{name}: nobody has said who may know a {type(value).__name__} of an event")
    return facts


def _tell(event: Fact, facts: dict[str, Any]) -> Told:
    for name in ("kind", "joined"):
        facts.pop(name, None)
    return Told(str(event.__struct_config__.tag), facts)


# Memory


LATELY = 36
"""Rounds for which it is remembered when a square was seen."""
_IN_SIGHT = str.maketrans(SEEN + "?", "1" * len(SEEN) + "0")
_AT_THE_START = str.maketrans(SEEN, NEVER)
_NO_MORE = {
    **dict.fromkeys(("displaced", "taken", "destroyed", "converted"), ("at",)),
    "swapped": ("at", "to"),
}
"""The facts of an event that name squares on which what was seen before is no more, or is somebody else's."""


class Memory(msgspec.Struct, frozen=True):
    """`map` has the sign of each square as it was last seen, else the one that says it never was. Others' pieces and
    specials are by square, each with the round in which it was last seen. `lately` has the squares that were in view in
    each of the last rounds, as a mask in hexadecimal digits, the newest first. Of the orders in `turn` some `failed`.
    """

    map: list[str]
    pieces: dict[str, tuple[PieceView, int]] = {}
    specials: dict[str, tuple[SpecialView, int]] = {}
    lately: list[tuple[int, str]] = []
    turn: str = ""
    failed: int = 0

    def mask(self, signs: str) -> int:
        """Return the squares of the map that have one of some signs."""
        bits = dict.fromkeys(map(ord, SEEN + NEVER), "0") | dict.fromkeys(map(ord, signs), "1")
        return int("".join(self.map)[::-1].translate(bits), 2)


def recalled(game: Game, seat: str, memory: Memory | None) -> Game:
    """Return what is `known`, with the walls that the seat remembers, or that were there at the start, out of sight."""
    believed = known(game, seat)
    if memory is None:
        return believed
    dark = game.grid.everything & ~sight(game, seat).seen
    exterior, interior = (dark & memory.mask(SEEN[sign] + NEVER[sign]) for sign in (1, 2))
    walls = Map(game.grid, believed.map.exterior | exterior, believed.map.interior | interior)
    return replace(believed, map=walls)


def remember(files: Any, memory: Any, view: GenetessView, told: Iterable[Told]) -> Memory:
    """Return the memory after a turn; `memory` is that before it (None: nothing was seen yet), `files` the board's."""
    if memory is None:
        memory = Memory([line.translate(_AT_THE_START) for line in files.map.splitlines()])
    memory = msgspec.convert(memory, Memory)
    now, rows, pieces = int(round_of(view.turn)), view.board.map, dict(memory.pieces)
    for event in told:
        for end in _NO_MORE.get(event.kind, ()):
            pieces.pop(event.facts.get(end) or "", None)
        if event.kind == "displaced" and event.facts["to"] and (event.facts["piece"] or {}).get("owner"):
            to, piece = event.facts["to"], event.facts["piece"]
            pieces[to] = PieceView(to, piece["owner"], piece["codes"], phased=False, flare=False), now
    hidden = {at: each for at, each in pieces.items() if is_hidden(rows, at) and each[0].owner != view.viewer}
    shown = {piece.at: (piece, now) for piece in view.pieces if piece.owner != view.viewer}
    specials = {at: each for at, each in memory.specials.items() if is_hidden(rows, at)}
    lit = int("".join(rows)[::-1].translate(_IN_SIGHT), 2)
    for last, squares in memory.lately[:1]:
        lit |= int(squares, 16) if last == now else 0
    return Memory(
        [_merge(row, old) for row, old in zip(rows, memory.map, strict=True)],
        hidden | shown,
        specials | {special.at: (special, now) for special in view.specials},
        [(now, f"{lit:x}"), *(each for each in memory.lately if now - LATELY < each[0] < now)],
        view.turn,
        memory.failed + 1 if view.turn == memory.turn else 0,
    )


def is_hidden(rows: list[str], at: str) -> bool:
    square = Square.named(at)
    return rows[square[0]][square[1]] == "?"


@lru_cache(maxsize=8192)
def _merge(row: str, old: str) -> str:
    return "".join(sign if sign != "?" else known for sign, known in zip(row, old, strict=True))
