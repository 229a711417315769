"""Random positions and orders of Genetess for the property tests, and twins of a position for the tests of secrecy.

Nothing here asserts anything. Hypothesis draws a seed and `Random` does the rest: that is thirty times faster than
a strategy for every square, and a failing position is small enough to be read without being shrunk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st
from msgspec.structs import replace

from genetess_cli.rules import genetess
from genetess_cli.rules.board import Direction, Grid, Square
from genetess_cli.rules.genetess.codes import LETTERS, sequence
from genetess_cli.rules.genetess.game import Game, Map, Piece, Player, Settings, Special
from genetess_cli.rules.genetess.order import PASS, USAGES, Order
from genetess_cli.rules.genetess.sight import reads, shows, sight
from genetess_cli.rules.genetess.specials import SPECIALS
from genetess_cli.rules.orders import HOLIDAY
from tests.rules.genetess.cases import read_order

SEATS = ("red", "green", "blue", "yellow", "purple", "orange")
BUSY = ("S6", "S7", "S8", "S9", "S15", "S16", "S17", "S18", "S19", "S20", "S21")
VERBS = tuple(verb for verb in USAGES if verb != HOLIDAY)

Made = TypeVar("Made")


def _seeded(make: Callable[[Random], Made]) -> st.SearchStrategy[Made]:
    return st.integers(0, 2**64 - 1).map(lambda seed: make(Random(seed)))


def games(largest: int = 7) -> st.SearchStrategy[Game]:
    """Any position in which at least two are still in."""
    return _seeded(lambda luck: _game(luck, largest))


def orders(game: Game, seat: str) -> st.SearchStrategy[Order]:
    """Any order at all, more often than not one that begins with a piece of the seat."""
    return _seeded(lambda luck: _order(luck, game, seat))


def sensible(game: Game, seat: str) -> st.SearchStrategy[Order]:
    """An order that the seat has reason to believe in, CREATE among them."""
    texts = genetess.legal(game, seat) or [PASS]
    by_verb = {
        text.split()[0]: [other for other in texts if other.startswith(text.split()[0])] for text in texts
    }
    return _seeded(lambda luck: _filled(luck.choice(luck.choice(list(by_verb.values())))))


def position(luck: Random) -> Game:
    """Any position, drawn by a luck of one's own."""
    return _game(luck, 7)


def order(luck: Random, game: Game, seat: str) -> Order:
    """Any order, drawn by a luck of one's own."""
    return _order(luck, game, seat)


def twins(game: Game, seat: str) -> st.SearchStrategy[Game]:
    """A position that differs from another one only in what a seat cannot see."""
    return _seeded(lambda luck: _twin(luck, game, seat))


def _filled(template: str) -> Order:
    return read_order(template.replace("<codes>", "A").replace("<codes with ", "A").replace(">", ""))


def _codes(luck: Random) -> str:
    return sequence([luck.choice("AAAK"), *luck.choices(LETTERS, k=luck.randrange(7))])


def _piece(luck: Random, seats: list[str]) -> Piece:
    owner = luck.choice(seats)
    others = [seat for seat in seats if seat != owner]
    return Piece(
        owner,
        _codes(luck),
        phased=luck.random() < 0.3,
        flare=luck.random() < 0.2,
        targeted=tuple(seat for seat in others if luck.random() < 0.05),
        matched=tuple(seat for seat in others if luck.random() < 0.05),
        blocked=luck.random() < 0.2,
    )


def _player(luck: Random, seat: str) -> Player:
    if luck.random() < 0.2:
        return Player(seat, eliminated=True, flare=luck.choice(["", "plain"]))
    lights = ["", "", "", "plain", "decoded"]
    return Player(seat, e=luck.randrange(300), flare=luck.choice(lights), overview=luck.choice(lights))


def special(luck: Random, squares: Sequence[Square], number: str | None = None) -> Special:
    """A special of a type, or of any, with good parameters whose squares are among some."""
    number = number or luck.choice(list(SPECIALS))
    some = [str(square) for square in luck.sample(squares, luck.randint(1, min(4, len(squares))))]
    codes = luck.choice(["A", "B", "BW", "K", "CDE"])
    choices: dict[str, list[dict[str, Any]]] = {
        "S1": [{"amount": luck.randrange(10)}],
        "S2": [{"percent": luck.randrange(50), "of": luck.choice(["own", "all"])}],
        "S3": [{"target": some[0]}],
        "S4": [{"codes": "random"}, {"codes": codes}, {"codes": codes, "max": codes[-1] * 3}],
        "S6": [{"squares": some}],
        "S8": [{"targets": some}],
        "S10": [{"walls": some}, {"random": luck.randint(1, 3)}],
        "S12": [{"amount": luck.randrange(10)}, {"percent": luck.randrange(50)}],
    }
    return Special(number, number, luck.choice(choices.get(number, [{}])))


def crowded(luck: Random) -> Game:
    """A position full of pieces and of specials that strike many of them at once or move them."""
    game = _game(luck, 8, crowd=24)
    pieces = {square: replace(piece, phased=luck.random() < 0.1) for square, piece in game.pieces.items()}
    places = [*pieces, *game.grid.squares]
    busy = {luck.choice(places): special(luck, game.grid.squares, luck.choice(BUSY)) for _ in range(8)}
    return replace(game, pieces=pieces, specials={**game.specials, **busy})


def _game(luck: Random, largest: int, crowd: int = 12) -> Game:
    grid = Grid(luck.randint(2, largest), luck.randint(2, largest))
    seats = list(SEATS[: luck.randint(2, 6)])
    standing = {luck.choice(grid.squares): _piece(luck, seats) for _ in range(luck.randint(1, crowd))}
    walls = [square for square in luck.choices(grid.squares, k=luck.randrange(12)) if square not in standing]
    players = {seat: _player(luck, seat) for seat in seats}
    if sum(not player.eliminated for player in players.values()) < 2:
        players = {seat: Player(seat, e=50) for seat in seats}
    game = Game(
        settings=Settings(codes=luck.choice([LETTERS, "ABCO"]), specials=luck.choice(["1.00", "1.02"])),
        map=Map(grid, grid.mask(walls[::2]), grid.mask(walls[1::2]) & ~grid.mask(walls[::2])),
        pieces=standing,
        specials={luck.choice(grid.squares): special(luck, grid.squares) for _ in range(luck.randrange(8))},
        starts=tuple(luck.sample(grid.squares, 2)),
        players=players,
        round=1,
        to_move=None,
    )
    return replace(game, to_move=luck.choice([seat for seat in seats if game.plays(seat)]))


def _order(luck: Random, game: Game, seat: str) -> Order:
    own = [square for square, _ in game.of(seat)]
    at = luck.choice(own if own and luck.random() < 0.8 else game.grid.squares)
    piece = game.pieces.get(at)
    able = sorted(piece.body.verbs) if piece and luck.random() < 0.6 else VERBS
    verb = luck.choice(able)
    slots = USAGES[verb][0]
    held = sequence(luck.choices(piece.codes, k=luck.randint(1, 3))) if piece else "A"
    return Order(
        verb,
        at if "at" in slots else None,
        luck.choice([*game.grid.squares, Square(99, 99)]) if "to" in slots else None,
        _named(luck, slots, held),
        tuple(luck.choices(list(Direction), k=luck.randint(1, 4))) if "path" in slots else (),
    )


def _named(luck: Random, slots: tuple[str, ...], held: str) -> str:
    """The codes that an order names: often ones that the piece has."""
    if "code" in slots:
        return luck.choice([held[0], luck.choice(LETTERS)])
    return luck.choice([held, _codes(luck)]) if "codes" in slots else ""


def _twin(luck: Random, game: Game, seat: str) -> Game:
    light, everything = sight(game, seat), game.grid.everything
    standing = _seen_pieces(luck, game, seat)
    _add_unseen(luck, game, seat, standing)
    exterior = game.map.exterior  # which is on the public board, and never changes
    standing = {square: piece for square, piece in standing.items() if not exterior & game.grid.bits[square]}
    free = everything & ~light.seen & ~game.grid.mask(standing) & ~exterior
    interior = luck.randint(0, everything) & free
    seen_specials = {
        square: special for square, special in game.specials.items() if light.seen & game.grid.bits[square]
    }
    return replace(
        game,
        pieces=standing,
        map=Map(
            game.grid,
            exterior,
            game.map.interior & light.seen | interior,
        ),
        specials=seen_specials,
        players={name: _as_seen(luck, name == seat, player) for name, player in game.players.items()},
    )


def _as_seen(luck: Random, own: bool, player: Player) -> Player:
    if own or player.eliminated:
        return player
    return replace(player, e=luck.randrange(300), flare=luck.choice(["", "plain"]), overview="")


def _seen_pieces(luck: Random, game: Game, seat: str) -> dict[Square, Piece]:
    """What the seat sees, with other codes where it cannot read them."""
    light, bits = sight(game, seat), game.grid.bits
    return {
        square: piece
        if reads(piece, seat, light.decoded & bits[square])
        else replace(piece, codes=_codes(luck), flare=luck.random() < 0.5)
        for square, piece in game.pieces.items()
        if light.seen & bits[square] and shows(piece, seat)
    }


def _add_unseen(luck: Random, game: Game, seat: str, standing: dict[Square, Piece]) -> None:
    """Put other pieces where the seat sees nothing, and phased ones where it sees."""
    seen, strangers = sight(game, seat).seen, [other for other in game.players if other != seat]
    for square in luck.choices(game.grid.squares, k=luck.randrange(7)):
        in_view = bool(seen & game.grid.bits[square])
        if square not in standing and not (in_view and game.is_wall(square)):
            piece = _piece(luck, strangers)
            standing[square] = replace(piece, phased=True) if in_view else piece
