"""The only way to touch the board. Actions and specials are made of these and never emit board events themselves.

What every effect must ask lives here once: the shield (ruling G11), bumping into phased pieces (G14), whether a
piece is still viable, the special that a piece comes to rest on (G28), and elimination (G41).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.codes import may_lose, merge
from genetess_cli.rules.genetess.events import (
    Blocked,
    Converted,
    Created,
    Destroyed,
    Displaced,
    Earned,
    Eliminated,
    Ended,
    Event,
    Flared,
    Mutated,
    Overviewed,
    Paid,
    Phased,
    Revealed,
    Scored,
    Shifted,
    Surfaced,
    Swapped,
    Taken,
    WallClosed,
    WallOpened,
)
from genetess_cli.rules.genetess.game import MOST_HELD, Game, Piece, Special
from genetess_cli.rules.turn import Turn

POINTS_FOR_TAKING = 10
POINTS_FOR_STAYING = 1
MOST_E = 10**15
"""What a purse holds at most: far more than anybody can spend, and less than the 18 digits that files hold."""


# Shield


def shielded(turn: Play, square: Square, own: bool = False) -> bool:
    """Return whether the piece on a square resists an effect that would move or change it, spending one W (ruling G11).

    Call it only when the effect would change something. `own`: the effect is the piece's own action.
    """
    piece = turn.pieces[square]
    if own or not piece.has("W"):
        return False
    turn.emit(Mutated(square, piece, lost="W", gained="", why="shield"))
    return True


# Phase


def surface(turn: Play, square: Square) -> None:
    """End the phase of a piece that acts, if it is phased (ruling G21)."""
    piece = turn.pieces[square]
    if piece.phased:
        turn.emit(Surfaced(square, piece, bumped=False))


def phase(turn: Play, square: Square) -> None:
    turn.emit(Phased(square, turn.pieces[square]))


def bump(turn: Play, square: Square, owner: str) -> None:
    """Reveal a phased piece that stopped a piece of `owner`, unless it is that owner's too (ruling G14)."""
    piece = turn.pieces.get(square)
    if piece and piece.phased and piece.owner != owner:
        turn.bumped.append(square)
        turn.emit(Surfaced(square, piece, bumped=True))


# Moving


def displace(turn: Play, origin: Square, target: Square) -> None:
    """Put the piece on `origin` onto the empty floor square `target`, on its way to somewhere else."""
    if origin != target:
        turn.emit(Displaced(origin, turn.pieces[origin], target, turn.seat))


def settle(turn: Play, origin: Square, target: Square) -> None:
    """Put the piece on `origin` onto the square `target`, where its movement ends; a wall there is opened."""
    with turn.at_once():
        open_wall(turn, target)
        displace(turn, origin, target)
    enter(turn, target)


def enter(turn: Play, square: Square) -> None:
    """Let the special under a piece that has come to rest fire, if there is one that does so on entry (ruling G28)."""
    if turn.on_entry:
        turn.on_entry(turn, square)


def swap(turn: Play, square: Square, other: Square) -> None:
    """Let two pieces change places, unless a shield on `other` resists."""
    if not shielded(turn, other):
        turn.emit(Swapped(square, turn.pieces[square], other, turn.pieces[other]))
        for entered in sorted((square, other)):
            enter(turn, entered)


def run(turn: Play, origin: Square, direction: Direction, stop: Square | None = None) -> None:
    """Make a piece run until wall, piece or edge, as a wave drives it (ruling G23); `stop` is where to stay short of.

    With E it jumps pieces and rests on the last free square, with O it takes the one interior wall that stops it.
    """
    game = turn.game
    piece = turn.pieces[origin]
    end, blocker = _runway(game, origin, direction, piece.has("E"), stop)
    if piece.has("O") and blocker != stop and game.is_interior(blocker):
        end = blocker
    _driven(turn, origin, end, blocker)


def blow(turn: Play, origin: Square, direction: Direction) -> None:
    """Make a piece fly until wall, piece or edge, as wind drives it; E and O are no help (ruling G36)."""
    _driven(turn, origin, *_runway(turn.game, origin, direction))


def _driven(turn: Play, origin: Square, end: Square, blocker: Square) -> None:
    owner = turn.pieces[origin].owner
    if end == origin:
        bump(turn, blocker, owner)
    elif not shielded(turn, origin):
        with turn.at_once():
            open_wall(turn, end)
            displace(turn, origin, end)
        # Only now: from where it rests, the piece may see what stopped it.
        bump(turn, blocker, owner)
        enter(turn, end)


def charge(turn: Play, origin: Square, direction: Direction) -> Square:
    """Make a piece charge one leg; gives where it stops, `origin` if it cannot move at all (ruling G26)."""
    end, blocker = _runway(turn.game, origin, direction)
    turn.touched += [
        *takewhile(lambda square: square != blocker, turn.game.grid.ray(origin, direction)),
        blocker,
    ]
    displace(turn, origin, end)
    bump(turn, blocker, turn.pieces[end].owner)
    return end


def _runway(
    game: Game, origin: Square, direction: Direction, jumps: bool = False, stop: Square | None = None
) -> tuple[Square, Square]:
    """Return the last free square on a run, and the square that ended it."""
    end = square = origin
    while True:
        square = square.step(direction)
        if square == stop or game.is_wall(square):
            return end, square
        if square not in game.pieces:
            end = square
        elif not jumps:
            return end, square


# Appearing and disappearing


def create(turn: Play, square: Square, piece: Piece) -> None:
    """Put a new piece on a square; a wall there is opened, a piece there destroyed."""
    with turn.at_once():
        open_wall(turn, square)
        if square in turn.pieces:
            destroy(turn, square)
        turn.emit(Created(square, piece))
    enter(turn, square)


def destroy(turn: Play, square: Square) -> None:
    """Remove a piece; a shield is no help (ruling G11)."""
    turn.emit(Destroyed(square, turn.pieces[square]))


def take(turn: Play, taker: Square, target: Square) -> None:
    """Capture the piece on `target` by the one on `taker`, which moves there.

    Digest, subsumption and elimination follow (rulings G9, G10, G41); an own piece is merely removed (G13).
    """
    hunter = turn.pieces[taker]
    prey = turn.pieces[target]
    with turn.at_once():
        turn.emit(Taken(target, prey, hunter.owner))
        displace(turn, taker, target)
    if prey.owner != hunter.owner:
        _profit(turn, target, hunter, prey)
    enter(turn, target)


def _profit(turn: Play, square: Square, hunter: Piece, prey: Piece) -> None:
    """Give a piece, now on a square, and its owner what they gain by taking an enemy piece.

    Whoever is eliminated sees no more of that than its ronin do (ruling G6).
    """
    fallen = turn.game.players[prey.owner]
    falls = prey.is_king and not fallen.eliminated
    if falls:
        turn.emit(Eliminated(prey.owner, hunter.owner))
    if hunter.has("G"):
        stored = fallen.e if prey.is_king else 0
        earn(turn, hunter.owner, prey.body.cost + stored, "digest")
    if hunter.has("L"):
        mutate(turn, square, gained=merge(hunter.codes, prey.codes), why="subsume", own=True)
    if falls:
        turn.emit(Scored(hunter.owner, POINTS_FOR_TAKING))
        for survivor in turn.game.still_in():
            turn.emit(Scored(survivor, POINTS_FOR_STAYING))
        end_if_decided(turn)


def end_if_decided(turn: Play) -> None:
    """End the game where only one player is left (ruling G42)."""
    remaining = turn.game.still_in()
    if len(remaining) == 1:
        turn.emit(Ended(best(turn.game), remaining[0], "only one player is left"))


def best(game: Game, left: Collection[str] = ()) -> tuple[str, ...]:
    """Return the seats with the highest score among those whose players have not left, in order of play (ruling G42).

    `left`: seats that may get a player again, and have none now.
    """
    present = {seat: player for seat, player in game.players.items() if not (player.dropped or seat in left)}
    scores = {seat: player.score for seat, player in present.items()}
    return tuple(seat for seat, score in scores.items() if score == max(scores.values()))


# Codes and owners


def mutate(turn: Play, square: Square, why: str, lost: str = "", gained: str = "", own: bool = False) -> None:
    """Take codes from a piece and give it others, unless its shield resists; `own`: by its own action.

    A piece left without A and K is destroyed. What would make it longer than a piece can be is not gained.
    """
    if len(turn.pieces[square].codes) + len(gained) - len(lost) > MOST_HELD:
        gained = ""
    if not (lost or gained) or shielded(turn, square, own):
        return
    turn.emit(Mutated(square, turn.pieces[square], lost, gained, why))
    if not turn.pieces[square].body.viable:
        destroy(turn, square)


def irradiate(turn: Play, square: Square, last_a: bool, why: str, own: bool = False) -> None:
    """Take one random code from a piece, each copy as likely as any other (ruling G19); `last_a`: even its last A."""
    piece = turn.pieces[square]
    losable = may_lose(piece.codes, last_a)
    if losable and not shielded(turn, square, own):
        lost = turn.dice.choice(losable, f"code lost on {square}")
        mutate(turn, square, lost=lost, why=why, own=True)


def divide(turn: Play, square: Square, codes: str, target: Square) -> None:
    """Eject codes of a piece as a new piece of the same owner on an empty floor square."""
    mutate(turn, square, lost=codes, why="divide", own=True)
    create(turn, target, Piece(turn.pieces[square].owner, codes))


def convert(turn: Play, square: Square, seat: str) -> None:
    """Give a piece to another owner; a shield is no help (ruling G11)."""
    turn.emit(Converted(square, turn.pieces[square], seat))


def block(turn: Play, square: Square, ended: bool = False) -> None:
    """Mark a piece as one whose S8 tries again, or not any more (ruling G28)."""
    piece = turn.pieces[square]
    if piece.blocked == ended:
        turn.emit(Blocked(square, piece, ended))


# Sight


def flare(turn: Play, square: Square) -> None:
    """Light the board for the owner of a piece (ruling G24)."""
    turn.emit(Flared(square, turn.pieces[square]))


def overview(turn: Play, seat: str, how: str) -> None:
    """Let a seat see the whole board by S5, `how` being plain or decoded, or "" for no longer."""
    if turn.game.players[seat].overview != how:
        turn.emit(Overviewed(seat, how))


def reveal(turn: Play, squares: Iterable[Square], special: str) -> None:
    """Mark others' pieces for the seat to move until its next turn, phased ones too (ruling G35)."""
    if marked := tuple(squares):
        turn.emit(Revealed(turn.seat, marked, special))


# Walls


def open_wall(turn: Play, square: Square) -> None:
    """Turn interior wall into floor; floor stays as it is."""
    if turn.game.is_interior(square):
        turn.emit(WallOpened(square))


def close_wall(turn: Play, square: Square) -> None:
    """Turn an empty floor square into interior wall."""
    turn.emit(WallClosed(square))


# E


def earn(turn: Play, seat: str, amount: int, why: str) -> None:
    """Give a seat E, as much of it as its purse still holds; an eliminated one gets none (ruling G41)."""
    player = turn.game.players[seat]
    gained = 0 if player.eliminated else min(amount, MOST_E - player.e)
    if gained > 0:
        turn.emit(Earned(seat, gained, why))


def pay(turn: Play, seat: str, amount: int, why: str) -> None:
    """Take E from a seat, at most what it has."""
    paid = min(amount, turn.game.players[seat].e)
    if paid:
        turn.emit(Paid(seat, paid, why))


class Play(Turn[Game, Event]):
    """A Genetess turn being played by `seat`.

    `touched` are the squares that the order needed to look at (ruling G44), `bumped` those on which a phased piece
    was run into (G14): it stays revealed even if the order fails. `on_entry` is called with every square on which a
    piece comes to rest; a turn without it is one without specials. `fired` are the specials that have fired on entry
    since the order or the turn's start began (G30), by the square on which each stood when the Play was made.
    """

    def __init__(
        self, game: Game, seat: str, dice: Dice, on_entry: Callable[[Play, Square], None] | None = None
    ) -> None:
        super().__init__(game, seat, dice)
        self.touched: list[Square] = []
        self.bumped: list[Square] = []
        self.on_entry = on_entry
        self.fired: set[Square] = set()
        self._homes: dict[Square, Square] = {}
        self._places: dict[Square, Square] = {}
        self._stroke: int | None = None

    @property
    def pieces(self) -> dict[Square, Piece]:
        return self.game.pieces

    @property
    def specials(self) -> dict[Square, Special]:
        return self.game.specials

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Make one stroke of all that is emitted within: it happens at one instant (ruling G43)."""
        self._stroke = len(self.events)
        yield
        self._stroke = None

    def emit(self, event: Event) -> None:
        """Apply an event and record it, joined to the one before it where it is of the same stroke."""
        if self._stroke is not None and len(self.events) > self._stroke:
            event = event.replace(joined=True)
        super().emit(event)

    def home(self, square: Square) -> Square:
        """Return where the special on a square stood at first, by which it is known while specials move."""
        return self._homes.get(square, square)

    def place(self, home: Square) -> Square:
        """Return where the special is now that stood on `home` when the Play was made."""
        return self._places.get(home, home)

    def shift(self, at: Square, to: Square) -> None:
        """Move the special on a square to one that has none."""
        self.emit(Shifted(at, to, self.specials[at].type))
        home = self._homes.pop(at, at)
        self._homes[to] = home
        self._places[home] = to
