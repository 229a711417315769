"""SPECIALS: every special square of the specials page, in firing order, and the function that is its effect.

When they fire is decided in `../turn.py`, what their parameters may be in `fields.py`. A new one is a row here, its
effect, and its article in the manual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.events import Displaced
from genetess_cli.rules.genetess.game import MOST_HELD, Game, Piece
from genetess_cli.values import Value

# E. Every percentage is rounded down (ruling G8).


def fixed_bonus(turn: Play, square: Square) -> None:
    """S1: `amount` E for every K of the player."""
    amount = turn.specials[square].details["amount"]
    effects.earn(turn, turn.seat, amount * turn.game.kings(turn.seat), "S1")


def percentage_bonus(turn: Play, square: Square) -> None:
    """S2: `percent` of the player's own E, or of all players' together, for every K of the player."""
    details = turn.specials[square].details
    players = turn.game.players
    base = players[turn.seat].e if details["of"] == "own" else sum(player.e for player in players.values())
    effects.earn(turn, turn.seat, details["percent"] * base * turn.game.kings(turn.seat) // 100, "S2")


def factored_bonus(turn: Play, square: Square) -> None:
    """S11: n^n per cent of the player's E for every K, n being the S11 held; paid once (ruling G32)."""
    held = [other for other in turn.game.specials_of("S11") if _holds(turn, other)]
    if square == held[0]:
        percent = len(held) ** len(held)
        base = turn.game.players[turn.seat].e
        effects.earn(turn, turn.seat, percent * base * turn.game.kings(turn.seat) // 100, "S11")


def _holds(turn: Play, square: Square) -> bool:
    piece = turn.pieces.get(square)
    return piece is not None and turn.game.controls(turn.seat, piece)


def enemy_decay(turn: Play, square: Square) -> None:
    """S12: every enemy loses `amount` E, or `percent` of what it has, but never more than it has (ruling G32)."""
    details = turn.specials[square].details
    for seat, player in turn.game.players.items():
        if seat != turn.seat:
            loss = details["amount"] if "amount" in details else player.e * details["percent"] // 100
            effects.pay(turn, seat, loss, "S12")


# More pieces, or more of a piece


RANDOM = "random"
"""As the `codes` of an S4: a code drawn anew each time."""


def duplication(turn: Play, square: Square) -> None:
    """S3: a copy of the piece on `target`, if that is empty floor; phase and flare are not copied (ruling G32)."""
    piece = turn.pieces[square]
    copy = Square.named(turn.specials[square].details["target"])
    if turn.game.is_vacant(copy):
        effects.create(turn, copy, Piece(piece.owner, piece.codes))


def code_adder(turn: Play, square: Square) -> None:
    """S4: one more of each of `codes`, a random one where they are random, up to as many as `max` has (ruling G32)."""
    details = turn.specials[square].details
    held = turn.pieces[square].codes
    most = details.get("max", "")
    gained = ""
    for code in _codes_offered(turn, square, details["codes"]):
        if code not in most or (held + gained).count(code) < most.count(code):
            gained += code
    effects.mutate(turn, square, gained=gained, why="S4")


def _codes_offered(turn: Play, square: Square, codes: str) -> str:
    if codes != RANDOM:
        return codes
    available = sorted(set(turn.game.settings.codes) - {"K"})
    return turn.dice.choice(available, f"code gained on {square}") if available else ""


def double_up(turn: Play, square: Square) -> None:
    """S14: twice every code but K, for what the piece costs as it stands, if the player has that much (ruling G33)."""
    piece = turn.pieces[square]
    gained = piece.codes.replace("K", "")
    too_dear = piece.body.cost > turn.game.players[turn.seat].e
    too_long = len(piece.codes) + len(gained) > MOST_HELD
    if gained and not too_dear and not too_long and not effects.shielded(turn, square):
        effects.pay(turn, turn.seat, piece.body.cost, "S14")
        effects.mutate(turn, square, gained=gained, why="S14", own=True)


def monkey(turn: Play, square: Square) -> None:
    """S22: the pieces nearest to each starting square gain a K, those that have one excepted (ruling G38)."""
    nearest = {near for start in turn.game.starts for near in _nearest(turn, start)}
    for near in sorted(nearest):
        if not turn.pieces[near].is_king:
            effects.mutate(turn, near, gained="K", why="S22")


def _nearest(turn: Play, start: Square) -> list[Square]:
    """Return the occupied squares nearest to one by straight line; several where they tie."""
    least = min(start.apart(square) for square in turn.pieces)
    return [square for square in turn.pieces if start.apart(square) == least]


# What the fog hides


def map_view(turn: Play, square: Square) -> None:
    """S5: whoever has a piece on one sees the whole board until any next turn begins, decoded with F (ruling G24)."""
    pieces = [turn.pieces.get(at) for at in turn.game.specials_of("S5")]
    for seat in turn.game.players:
        effects.overview(turn, seat, _overview(turn.game, seat, pieces))


def _overview(game: Game, seat: str, pieces: list[Piece | None]) -> str:
    own = [piece for piece in pieces if piece and game.controls(seat, piece)]
    if any(piece.has("F") for piece in own):
        return "decoded"
    return "plain" if own else ""


def target(turn: Play, square: Square) -> None:
    """S17: shows every enemy King (ruling G35)."""
    enemies = (other for other, piece in turn.game.in_row_order() if piece.owner != turn.seat)
    effects.reveal(turn, [other for other in enemies if turn.pieces[other].is_king], "S17")


def synergy(turn: Play, square: Square) -> None:
    """S18: shows every enemy piece with the codes of the one here (ruling G35)."""
    alike = turn.game.alike(square)
    effects.reveal(turn, [other for other in alike if turn.pieces[other].owner != turn.seat], "S18")


def open_wall(turn: Play, square: Square) -> None:
    """S10: the interior walls on `walls`, or as many `random` ones, become floor."""
    details = turn.specials[square].details
    for name in details.get("walls", ()):
        effects.open_wall(turn, Square.named(name))
    for _ in range(details.get("random", 0)):
        walls = turn.game.grid.of(turn.game.map.interior)
        if walls:
            effects.open_wall(turn, turn.dice.choice(walls, "wall that opens"))


# Pieces and specials moved about


def teleport(turn: Play, square: Square) -> None:
    """S8: sends the piece to one of the empty `targets`; with none empty it tries again (rulings G28, G32)."""
    named = map(Square.named, turn.specials[square].details["targets"])
    empty = [target for target in named if turn.game.is_vacant(target)]
    if not empty:
        effects.block(turn, square)
    elif effects.shielded(turn, square):
        effects.block(turn, square, ended=True)
    else:
        target = empty[0] if len(empty) == 1 else turn.dice.choice(empty, f"where {square} leads")
        effects.settle(turn, square, target)


def relocation(turn: Play, square: Square) -> None:
    """S13: every special, in row order, to a random floor square with no piece and no special (ruling G33)."""
    bare = [to for to in turn.game.grid.squares if _is_bare(turn, to)]
    for home in [turn.home(at) for at in sorted(turn.specials)]:
        at = turn.place(home)
        if bare:
            to = turn.dice.choice(bare, f"where the special on {at} goes")
            turn.shift(at, to)
            bare.remove(to)
            if _is_bare(turn, at):
                bare.append(at)
                bare.sort()


def _is_bare(turn: Play, square: Square) -> bool:
    return square not in turn.specials and turn.game.is_vacant(square)


def tremor(turn: Play, square: Square) -> None:
    """S16: every special, then every piece, goes one square in a random direction or stays (ruling G34)."""
    for home in [turn.home(at) for at in sorted(turn.specials)]:
        at = turn.place(home)
        to = _shaken(turn, at, "special")
        if to in turn.game.grid and to not in turn.specials:
            turn.shift(at, to)
            effects.enter(turn, to)
    for at in _each_once(turn, sorted(turn.pieces)):
        to = _shaken(turn, at, "piece")
        if turn.game.is_vacant(to) and not effects.shielded(turn, at):
            effects.settle(turn, at, to)


def _shaken(turn: Play, square: Square, what: str) -> Square:
    """Return one of the nine squares around and at a square."""
    down, right = divmod(turn.dice.number(9, f"tremor under the {what} on {square}"), 3)
    return Square(square.row + down - 1, square.column + right - 1)


def wind(turn: Play, square: Square) -> None:
    """S20: blows all other pieces away from the one here, the farthest first (ruling G36)."""
    squares = sorted(other for other in turn.pieces if other != square)
    for at in _each_once(turn, sorted(squares, key=square.apart, reverse=True)):
        effects.blow(turn, at, _away(square, at))


def _away(origin: Square, square: Square) -> Direction:
    """Return the direction nearest to the line between two squares; none tie, for tan 22.5° is irrational."""
    down = square.row - origin.row
    right = square.column - origin.column

    def along(direction: Direction) -> int:
        reach: int = direction.down * down + direction.right * right
        weight = 1 if direction.diagonal else 2
        return reach * abs(reach) * weight

    return max(Direction, key=along)


def _each_once(turn: Play, squares: list[Square]) -> Iterator[Square]:
    """Yield the squares of pieces, one after the other, while the pieces move; each piece comes up once.

    Passed over are pieces that are gone when their place comes, and those that have moved onto such a square.
    """
    waiting = dict.fromkeys(squares)
    while waiting:
        square = next(iter(waiting))
        del waiting[square]
        if square not in turn.pieces:
            continue
        known = len(turn.events)
        yield square
        for event in turn.events[known:]:
            if isinstance(event, Displaced):
                waiting.pop(event.to, None)


# Pieces struck, and often a King's whole side


def piece_killer(turn: Play, square: Square) -> None:
    """S6: destroys the pieces on `squares`."""
    with turn.at_once():
        _kill(turn, map(Square.named, turn.specials[square].details["squares"]))


def detonation(turn: Play, square: Square) -> None:
    """S7: destroys the piece, and in each direction the first piece before a wall.

    Its codes shape the blast: C sends it diagonally too, E through pieces up to the wall, O opens the interior wall
    at its end (ruling G32).
    """
    piece = turn.pieces[square]
    hit = [square]
    ends = []
    for direction in piece.body.directions:
        struck, end = _jet(turn, square, direction, through=piece.has("E"))
        hit += struck
        ends.append(end)
    with turn.at_once():
        _kill(turn, hit)
        for end in ends:
            if piece.has("O"):
                effects.open_wall(turn, end)


def _jet(turn: Play, origin: Square, direction: Direction, through: bool) -> tuple[list[Square], Square]:
    """Return the pieces that a jet hits and the square that ends it; it passes over specials."""
    hit = []
    square = origin.step(direction)
    while not turn.game.is_wall(square):
        if square in turn.pieces:
            hit.append(square)
            if not through:
                break
        square = square.step(direction)
    return hit, square


def radiation(turn: Play, square: Square) -> None:
    """S9: every piece in the view of the one that entered loses a random code, even its last A (ruling G19)."""
    with turn.at_once():
        for near in _with_kings_sides(turn, turn.game.in_view_of(square)):
            effects.irradiate(turn, near, last_a=True, why="S9")


def conversion(turn: Play, square: Square) -> None:
    """S15: the enemy pieces in view change sides, all but those with K."""
    enemies = [near for near in turn.game.in_view_of(square) if turn.pieces[near].owner != turn.seat]
    with turn.at_once():
        for near in _with_kings_sides(turn, enemies):
            if not turn.pieces[near].is_king:
                effects.convert(turn, near, turn.seat)


def fuse(turn: Play, square: Square) -> None:
    """S19: destroys every piece with the codes of the one here, whose so ever, and that one; none with K."""
    with turn.at_once():
        _destroy(turn, turn.game.alike(square))


def rockfall(turn: Play, square: Square) -> None:
    """S21: floor in view becomes interior wall, and pieces on it are destroyed; Kings' squares stay (ruling G37)."""
    area = turn.game.grid.area(square, turn.pieces[square].body.radius)
    with turn.at_once():
        for near in turn.game.grid.of(area):
            piece = turn.pieces.get(near)
            if turn.game.is_wall(near) or (piece and piece.is_king):
                continue
            if piece:
                effects.destroy(turn, near)
            effects.close_wall(turn, near)


def _with_kings_sides(turn: Play, hit: Iterable[Square]) -> list[Square]:
    """Return the pieces that are hit, and of every King's owner among them all pieces, once, in row order (G31)."""
    struck = {square for square in hit if square in turn.pieces}
    sides = {piece.owner for square in struck if (piece := turn.pieces[square]).is_king}
    return sorted(struck | {square for square, piece in turn.pieces.items() if piece.owner in sides})


def _kill(turn: Play, hit: Iterable[Square]) -> None:
    """Destroy the pieces that are hit; a King is not, but all its owner's other pieces are (ruling G31)."""
    _destroy(turn, _with_kings_sides(turn, hit))


def _destroy(turn: Play, squares: Iterable[Square]) -> None:
    """Destroy pieces, sparing those with K (ruling G31)."""
    for square in squares:
        if not turn.pieces[square].is_king:
            effects.destroy(turn, square)


class Kind(Value):
    """A type of special."""

    name: str
    # What it does by the piece on a square.
    effect: Callable[[Play, Square], None]
    # What players read at it, with its parameters in braces; "" where `fields` composes that.
    says: str = ""
    # The parameters that it must have in board.yaml, those of which it has one, and those that it may have.
    needed: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    # It fires as soon as a piece comes to rest on it, in the edition 1.00 (ruling G28).
    on_entry: bool = False
    # It is looked at as any player's turn begins, whether or not a piece is on it.
    always: bool = False

    @property
    def parameters(self) -> tuple[str, ...]:
        return self.needed + self.either + self.optional


# What players read is in the position of every game that has begun: another word there, and `verify` fails.
SPECIALS: dict[str, Kind] = {
    "S1": Kind("Fixed E Bonus", fixed_bonus, "{amount} E for each K you have", ("amount",)),
    "S2": Kind("Percentage E Bonus", percentage_bonus, needed=("percent", "of")),
    "S3": Kind("Piece Duplication", duplication, "Puts a copy of the piece here on {target}", ("target",)),
    "S4": Kind("Genetic Code Adder", code_adder, needed=("codes",), optional=("max",)),
    "S5": Kind("Map View", map_view, "Shows the whole map", always=True),
    "S6": Kind("Piece Killer", piece_killer, "Kills what stands on {squares}", ("squares",), on_entry=True),
    "S7": Kind(
        "Detonation",
        detonation,
        "Blows up what enters, and what stands in the way of the jets",
        on_entry=True,
    ),
    "S8": Kind("Teleport", teleport, needed=("targets",), on_entry=True),
    "S9": Kind(
        "Radiation", radiation, "Takes a code from what enters and from all in its view", on_entry=True
    ),
    "S10": Kind("Open Wall", open_wall, either=("walls", "random"), on_entry=True),
    "S11": Kind(
        "Factored E Bonus",
        factored_bonus,
        "1% of your E for each K you have, 4% where you hold two of these, 27% for three and so on",
    ),
    "S12": Kind("Enemy E Decay", enemy_decay, either=("amount", "percent")),
    "S13": Kind("Special Relocation", relocation, "Sends all special squares somewhere else", on_entry=True),
    "S14": Kind("Double Up", double_up, "Doubles the codes of the piece here for what it costs"),
    "S15": Kind("Conversion", conversion, "Converts the enemy pieces in view of the piece here"),
    "S16": Kind("Tremor", tremor, "Shakes all pieces and special squares about"),
    "S17": Kind("Target", target, "Shows all enemy Kings"),
    "S18": Kind("Synergy", synergy, "Shows all pieces with the codes of the piece here"),
    "S19": Kind("Fuse", fuse, "Destroys all pieces with the codes of the piece here"),
    "S20": Kind("Wind", wind, "Blows all other pieces away from the piece here"),
    "S21": Kind("Rockfall", rockfall, "Turns the floor in view of the piece here into wall"),
    "S22": Kind("Monkey", monkey, "Makes Kings of the pieces nearest to the starts"),
}

ALL = f"S1 to {[*SPECIALS][-1]}"
NAMES: dict[str, str] = {number: kind.name for number, kind in SPECIALS.items()}
"""Every type of special and its name."""
