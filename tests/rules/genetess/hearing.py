"""What ruling G43 lets a viewer hear of a turn, and what it must be told: worked out from the ruling's words alone.

Nothing here asks the rules what belongs together, who sees what or what is told: from them come only the events and
the position after each. `bounds` gives, for every event, what may and what must be told of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Told, plain
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.events import (
    Converted,
    Created,
    Destroyed,
    Displaced,
    Event,
    Fired,
    Flared,
    Mutated,
    OfPiece,
    OnBoard,
    Phased,
    Private,
    Revealed,
    Surfaced,
    Swapped,
    Taken,
    WallClosed,
    WallOpened,
)
from genetess_cli.rules.genetess.game import Game, Piece
from tests.rules.genetess.cases import said

Moment = tuple[Game, Game]
"""The positions just before and just after a stroke."""
RINGS = {"S6": (Destroyed,), "S7": (Destroyed,), "S15": (Converted,), "S19": (Destroyed,),
         "S21": (Destroyed, WallClosed)}  # fmt: skip
"""What the specials that strike many pieces at one instant do; S9 is counted piece by piece."""


# Who sees what


def sees(game: Game, viewer: str, square: Square) -> bool:
    """Rulings G2, G3, G6, G24 and G35."""
    eyes = _eyes(game, viewer)
    player, piece = game.players[viewer], game.pieces.get(square)
    if player.eliminated and not eyes:
        return False
    marked = piece is not None and viewer in (*piece.targeted, *piece.matched) and not piece.phased
    return bool(player.flare or player.overview or marked) or any(_within(eye, square) for eye in eyes)


def reads(game: Game, viewer: str, square: Square) -> bool:
    """Rulings G4, G5 and G35: whether the codes of the piece on a square show."""
    piece, player = game.pieces.get(square), game.players[viewer]
    if piece is None or not shows(game, viewer, square):
        return False
    lit = "decoded" in (player.flare, player.overview)
    near = any("F" in eye[1].codes and _within(eye, square) for eye in _eyes(game, viewer))
    return piece.owner == viewer or lit or near or viewer in piece.read


def shows(game: Game, viewer: str, square: Square) -> bool:
    """Whether the view shows the piece on a square (ruling G5)."""
    piece = game.pieces.get(square)
    return piece is not None and sees(game, viewer, square) and (not piece.phased or piece.owner == viewer)


def _eyes(game: Game, viewer: str) -> list[tuple[Square, Piece]]:
    player = game.players[viewer]
    own = [(square, piece) for square, piece in game.pieces.items() if piece.owner == viewer]
    if not player.eliminated:
        return own
    return [] if player.dropped else [(square, piece) for square, piece in own if "P" in piece.codes]


def _within(eye: tuple[Square, Piece], square: Square) -> bool:
    at, piece = eye
    radius = 1 + 2 * piece.codes.count("D")
    down: int = abs(at[0] - square[0])
    right: int = abs(at[1] - square[1])
    return max(down, right) <= radius


# What happens at one instant


def moments(game: Game, verb: str, events: Sequence[Event]) -> Iterator[tuple[Event, list[Moment]]]:
    """Each event with the moments that it can be told in.

    There are two where the ruling leaves it open whether some events are one stroke, such as a wall that is opened and
    entered: then what either allows may be told, and what both demand must.
    """
    index = 0
    while index < len(events):
        size, is_sure = _size(game, verb, events[index:])
        if index and isinstance(fired := events[index - 1], Fired):
            size = max(size, _struck(game, fired, events[index:]))
        stroke, start = events[index : index + size], game
        steps = []
        for event in stroke:
            after = genetess.apply(game, event)
            steps.append((game, after))
            game = after
        whole = (start, game)
        for event, step in zip(stroke, steps, strict=True):
            yield event, [whole] if is_sure else [whole, step]
        index += size


def _size(game: Game, verb: str, events: Sequence[Event]) -> tuple[int, bool]:
    """How many events make up the first stroke, and whether the ruling says so."""
    first, second = events[0], events[1] if len(events) > 1 else None
    if isinstance(first, Mutated) and verb == "RADIATE" and first.why in ("radiate", "shield"):
        return _leading(events, (Mutated,)), True
    if isinstance(first, Taken) or (isinstance(first, Mutated) and isinstance(second, Flared)):
        return 2, True
    if isinstance(first, Mutated) and first.why == "transfer" and isinstance(second, Mutated):
        return 2, False
    if isinstance(first, WallOpened | Destroyed) and isinstance(second, Displaced | Created | WallClosed):
        target = second.to if isinstance(second, Displaced) else second.at
        third = events[2] if len(events) > 2 else None
        if target == first.at:
            return 2, False
        if isinstance(third, Created) and third.at == first.at:
            return 3, False
    return 1, True


def _struck(game: Game, fired: Fired, events: Sequence[Event]) -> int:
    """How many events a special that strikes many pieces at one instant has caused."""
    if fired.special == "S9":
        return _irradiated(events)
    count = _leading(events, RINGS.get(fired.special, ()))
    if fired.special == "S7" and "O" in fired.piece.codes:
        ends = _ends(game, fired.at, fired.piece.codes)
        opened = (isinstance(event, WallOpened) and event.at in ends for event in events[count:])
        count += next((index for index, is_end in enumerate(opened) if not is_end), len(events) - count)
    return count


def _leading(events: Sequence[Event], kinds: tuple[type, ...]) -> int:
    return next((index for index, event in enumerate(events) if not isinstance(event, kinds)), len(events))


def _irradiated(events: Sequence[Event]) -> int:
    """S9 takes one code a piece, in row order; who has a W has something to lose, so each piece comes up once."""
    last: Square | None = None
    for index, event in enumerate(events):
        is_next = (
            isinstance(event, Mutated) and event.why in ("S9", "shield") and (not last or event.at > last)
        )
        if not is_next and not (isinstance(event, Destroyed) and event.at == last):
            return index
        assert isinstance(event, Mutated | Destroyed)
        last = event.at
    return len(events)


def _ends(game: Game, origin: Square, codes: str) -> set[Square]:
    """The squares at which the jets of an S7 end (ruling G32)."""
    ends = set()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down or right) and ("C" in codes or not (down and right)):
                square = Square(origin.row + down, origin.column + right)
                while not game.is_wall(square) and (square not in game.pieces or "E" in codes):
                    square = Square(square.row + down, square.column + right)
                ends.add(square)
    return ends


# What may and must be told


class Bound(msgspec.Struct):
    """What a viewer may be told of an event, and whether it must be: of each fact, in a moment, its value or None."""

    event: Event
    must: bool
    may: bool
    least: dict[str, Any]
    most: dict[str, Any]

    def holds(self, told: Told) -> bool:
        """Whether what was told lies between the two."""
        return told.kind == self.event.__struct_config__.tag and all(
            _between(value, self.least[name], self.most[name]) for name, value in said(told).items()
        )


def _between(value: Any, least: Any, most: Any) -> bool:
    if isinstance(value, dict):
        return all(_between(value[name], least[name], most[name]) for name in value)
    return value == most if least is not None else value in (None, most)


def bounds(game: Game, verb: str, events: Sequence[Event], viewer: str) -> Iterator[Bound]:
    """Ruling G43 for each event of a turn."""
    for truth, lights in moments(game, verb, events):
        event = _apparent(truth, viewer)
        cases = [_case(event, light, viewer) for light in lights]
        least, most = ({name: [case[1][name] for case in cases] for name in cases[0][1]} for _ in "ab")
        yield Bound(
            event,
            must=all(heard for heard, _ in cases),
            may=any(heard for heard, _ in cases),
            least={name: _common(values, all) for name, values in least.items()},
            most={name: _common(values, any) for name, values in most.items()},
        )


def _common(values: list[Any], known: Any) -> Any:
    """A value that is known in all cases, or in any."""
    if isinstance(values[0], dict):
        return {name: _common([value[name] for value in values], known) for name in values[0]}
    if known(value is not None for value in values):
        return next((value for value in values if value is not None), None)
    return None


def _apparent(event: Event, viewer: str) -> Event:
    """Who sees no phased piece sees the other one move (ruling G5)."""
    if isinstance(event, Swapped) and event.other.phased and event.other.owner != viewer:
        return Displaced(event.at, event.piece, event.to, event.piece.owner)
    return event


def _case(event: Event, light: Moment, viewer: str) -> tuple[bool, dict[str, Any]]:
    """Whether an event is heard in a light, and what is known of it."""
    facts = {name: plain(getattr(event, name)) for name in event.__struct_fields__}
    if isinstance(event, Revealed):
        phased = [light[1].pieces[square].phased for square in event.squares]
        facts["squares"] = [str(at) for at, hidden in zip(event.squares, phased, strict=True) if not hidden]
        return event.seat == viewer and not all(phased), facts
    if not isinstance(event, OnBoard):
        return not isinstance(event, Private) or event.seat == viewer, facts
    squares = [square for square in event.squares() if any(sees(game, viewer, square) for game in light)]
    facts |= {name: facts[name] if facts[name] in map(str, squares) else None for name in _named(event)}
    if not isinstance(event, OfPiece):
        return bool(squares), facts
    own = viewer == event.piece.owner or (isinstance(event, Converted) and viewer == event.to)
    for name, places in _places(event).items():
        facts[name] = _piece(event, getattr(event, name), places, light, viewer, own)
    hidden = event.piece.phased and not isinstance(event, Surfaced) and not own
    codes = facts["piece"]["codes"] is not None or not isinstance(event, Mutated | Flared)
    return bool(squares) and not hidden and codes, facts


def _named(event: OnBoard) -> list[str]:
    return [name for name in event.__struct_fields__ if isinstance(getattr(event, name), Square)]


def _places(event: OfPiece) -> dict[str, tuple[Square | None, Square | None]]:
    """Where each piece of an event could be seen just before and just after it."""
    if isinstance(event, Swapped):
        return {"piece": (event.at, event.to), "other": (event.to, event.at)}
    if isinstance(event, Displaced):
        return {"piece": (event.at, event.to)}
    before = None if isinstance(event, Created | Surfaced) else event.at
    after = None if isinstance(event, Taken | Destroyed | Phased) else event.at
    return {"piece": (before, after)}


def _piece(
    event: OfPiece,
    piece: Piece,
    places: tuple[Square | None, Square | None],
    light: Moment,
    viewer: str,
    own: bool,
) -> dict[str, str | None]:
    at = [(game, square) for game, square in zip(light, places, strict=True) if square]
    seen = own or any(sees(game, viewer, square) for game, square in at)
    # In a capture both sides hear whose the pieces were; whose turn it is, everybody knows.
    party = isinstance(event, Taken) and viewer == event.by
    mover = isinstance(event, Displaced) and piece.owner == event.by
    read = own or any(_reads(game, viewer, square, piece) for game, square in at)
    return {
        "owner": piece.owner if seen or party or mover else None,
        "codes": piece.codes if read else None,
    }


def _reads(game: Game, viewer: str, square: Square, piece: Piece) -> bool:
    """Within a stroke the piece may have changed: it counts as the event has it, and phase is asked elsewhere."""
    shown = msgspec.structs.replace(piece, phased=False)
    return reads(msgspec.structs.replace(game, pieces={**game.pieces, square: shown}), viewer, square)
