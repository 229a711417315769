"""What a viewer hears of events (ruling G43): the one place where what is told is made of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from genetess_cli.rules.base import REFEREE
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.events import (
    Allotted,
    Befell,
    Blocked,
    Converted,
    Created,
    Destroyed,
    Displaced,
    Event,
    Fired,
    Flared,
    Mutated,
    OnBoard,
    OnPiece,
    Phased,
    Private,
    Revealed,
    Shifted,
    Subject,
    Surfaced,
    Swapped,
    Taken,
    WallClosed,
    WallOpened,
)
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import PRIZES
from genetess_cli.rules.genetess.sight.light import Sight, reads, shows, sight
from genetess_cli.rules.genetess.sight.told import (
    Allotment,
    GenetessTold,
    Glimpse,
    Means,
    SeenBlocked,
    SeenConverted,
    SeenCreated,
    SeenDestroyed,
    SeenDisplaced,
    SeenFired,
    SeenFlared,
    SeenMutated,
    SeenOnBoard,
    SeenPhased,
    SeenShifted,
    SeenSurfaced,
    SeenSwapped,
    SeenTaken,
    SeenWallClosed,
    SeenWallOpened,
)
from genetess_cli.rules.turn import Lapsed, Open, TimedOut, apply
from genetess_cli.values import Value


def tell(before: Game, events: Sequence[Event], viewer: str) -> list[GenetessTold]:
    """Return what a viewer hears of events that began with the position `before`."""
    heard: list[GenetessTold] = []
    light = sight(before, viewer)
    for stroke in _strokes(events):
        after = before
        for event in stroke:
            after = apply(after, event)
        later = sight(after, viewer)
        eye = Eye(after, viewer, light, later)
        telling = (_hear(event, eye) for event in stroke)
        heard += [told for told in telling if told]
        before = after
        light = later
    return heard if viewer == REFEREE else _unranked(heard)


def _strokes(events: Sequence[Event]) -> list[list[Event]]:
    strokes: list[list[Event]] = []
    for event in events:
        if event.joined and strokes:
            strokes[-1].append(event)
        else:
            strokes.append([event])
    return strokes


def _unranked(heard: list[GenetessTold]) -> list[GenetessTold]:
    """Return the prizes of each kind by seat: in truth the highest stake is served first, and lots last."""
    allotments = [told for told in heard if isinstance(told, Allotment)]
    left = iter(sorted(allotments, key=lambda told: (PRIZES.index(told.prize), told.seat)))
    ranked = list(heard)
    for place, told in enumerate(heard):
        if isinstance(told, Allotment):
            ranked[place] = next(left)
    return ranked


def _hear(event: Event, eye: Eye) -> GenetessTold | None:
    viewer = eye.viewer
    if isinstance(event, Private) and viewer not in (event.seat, REFEREE):
        return None
    match event:
        case Swapped() if not shows(event.other, viewer):
            # A swap with a phased piece looks like one piece that moved (ruling G5).
            moved = Displaced(event.at, event.piece, event.to, event.piece.owner)
            return _see(moved, eye)
        case OnBoard():
            return _see(event, eye)
        case Revealed():
            shown = tuple(square for square in event.squares if shows(eye.game.pieces[square], viewer))
            return Revealed(event.seat, shown, event.special) if shown else None
        case Allotted():
            means = None
            if viewer in (event.seat, REFEREE):
                means = Means(event.stake, event.preferences, event.lot, event.tied)
            return Allotment(event.seat, event.prize, event.got, means)
        case TimedOut() if eye.game.round_zero:
            return Lapsed(event.seat, together=True)  # lots are drawn for the seat (ruling G39)
        case Open():
            return event
        case _:
            assert_never(event)


def _see(event: Befell, eye: Eye) -> SeenOnBoard | None:
    if not eye.seen & eye.game.grid.mask(event.squares()):
        return None
    match event:
        case WallOpened():
            return SeenWallOpened(eye.square(event.at))
        case WallClosed():
            return SeenWallClosed(eye.square(event.at))
        case Shifted():
            return SeenShifted(eye.square(event.at), eye.square(event.to), event.special)
        case _:
            return _see_piece(event, eye)


class Eye(Value):
    """What a viewer can make out of the events of a stroke: it alone knows both what happened and what may be told."""

    # The position after the stroke.
    game: Game
    viewer: str
    # What the viewer saw just before the stroke, and just after it.
    light: Sight
    later: Sight

    @property
    def seen(self) -> int:
        return self.light.seen | self.later.seen

    def square(self, square: Square) -> str | None:
        return str(square) if self.seen & self.game.grid.bits[square] else None

    def glimpses(self, event: OnPiece) -> list[Glimpse]:
        """Return the pieces of an event; none where it is not noticed."""
        own = self.viewer == REFEREE or self.viewer in event.owners()
        subjects = event.subjects()
        if not own and all(event.veils(subject.piece) for subject in subjects):
            return []
        known = self._knows_owners(event)
        glimpses = [self._glimpse(subject, own, known) for subject in subjects]
        if event.decoded_only and glimpses[0].codes is None:
            return []
        return glimpses

    def _knows_owners(self, event: OnPiece) -> bool:
        """Return whether the viewer knows in any case whose the pieces of an event are.

        Everybody does of a piece that its own seat moves, as all know who is to move. Owners and captors do too, but
        not eliminated ones, which know what their ronin see (ruling G6).
        """
        if self.viewer == REFEREE or (isinstance(event, Displaced) and event.piece.owner == event.by):
            return True
        is_captor = isinstance(event, Taken) and event.by == self.viewer
        is_side = is_captor or self.viewer in event.owners()
        return is_side and not self.game.players[self.viewer].eliminated

    def _glimpse(self, subject: Subject, own: bool, known: bool) -> Glimpse:
        before = self.game.grid.mask(subject.before)
        after = self.game.grid.mask(subject.after)
        if not (known or self.light.seen & before | self.later.seen & after):
            return Glimpse(None, None)
        decoded = self.light.decoded & before | self.later.decoded & after
        is_read = own or reads(subject.piece, self.viewer, decoded)
        codes = subject.piece.codes if is_read else None
        return Glimpse(subject.piece.owner, codes)


def _see_piece(event: OnPiece, eye: Eye) -> SeenOnBoard | None:
    """Return an event as it is told: each of its fields is named here, and so is what becomes of it."""
    glimpses = eye.glimpses(event)
    if not glimpses:
        return None
    at = eye.square(event.at)
    piece = glimpses[0]
    match event:
        case Displaced():
            return SeenDisplaced(at, piece, eye.square(event.to), event.by)
        case Swapped():
            return SeenSwapped(at, piece, eye.square(event.to), glimpses[1])
        case Taken():
            return SeenTaken(at, piece, event.by)
        case Destroyed():
            return SeenDestroyed(at, piece)
        case Created():
            return SeenCreated(at, piece)
        case Mutated():
            return SeenMutated(at, piece, event.lost, event.gained, event.why)
        case Phased():
            return SeenPhased(at, piece)
        case Surfaced():
            return SeenSurfaced(at, piece, event.bumped)
        case Converted():
            return SeenConverted(at, piece, event.to)
        case Flared():
            return SeenFlared(at, piece)
        case Fired():
            return SeenFired(at, piece, event.special)
        case Blocked():
            return SeenBlocked(at, piece, event.ended)
        case _:
            assert_never(event)
