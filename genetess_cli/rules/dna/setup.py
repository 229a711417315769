"""How a game begins: the settings and seats checked, and the first position made of them (rulings D1, D2 and D4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from genetess_cli.rules.base import Seat, SetupFault
from genetess_cli.rules.board import NAME
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.events import GameOutcome, Laid, Play
from genetess_cli.rules.dna.game import (
    GRID,
    NOTHING,
    SIZES,
    USUAL_COLOURS,
    Game,
    Piece,
    Player,
    Settings,
    Stock,
)
from genetess_cli.rules.dna.order import KEYWORDS
from genetess_cli.rules.dna.reading import SIZE_WORDS
from genetess_cli.rules.dna.turn import begin_next

FEWEST_SEATS = 2
MOST_SEATS = 4
MOST_OF_A_SIZE = 20
CENTRES = ("seats", "drawn")
DOUBLE = "double"
TWO_PLAYER = ("neutral", DOUBLE)
OWNERLESS = ("NEUTRAL", "NOBODY")
"""What gene pools and colours are called that are no player's, so that no seat can be."""


def faults(settings: Settings, board: None, seats: Sequence[Seat]) -> list[SetupFault]:
    mistakes = [*_settings(settings, len(seats)), *_seats(seats)]
    return mistakes or list(_first_pieces(settings, _colours([seat.name for seat in seats])))


def _settings(settings: Settings, seats: int) -> Iterator[SetupFault]:
    for size in SIZES:
        # A small of each colour is laid in the centre, if no others are named.
        fewest = 1 if size == "S" and isinstance(settings.centre, str) else 0
        if not fewest <= settings.stash.of(size) <= MOST_OF_A_SIZE:
            yield SetupFault(("rules", "stash", size), f"expected a number from {fewest} to {MOST_OF_A_SIZE}")
    if isinstance(settings.centre, str) and settings.centre not in CENTRES:
        message = f"expected {' or '.join(CENTRES)}, or pieces by square, as {{D4: S red}}"
        yield SetupFault(("rules", "centre"), message)
    if settings.two_player not in TWO_PLAYER:
        yield SetupFault(("rules", "two_player"), f"expected {' or '.join(TWO_PLAYER)}")
    if settings.two_player == DOUBLE and seats != FEWEST_SEATS:
        yield SetupFault(("rules", "two_player"), f"{DOUBLE} is for two players, not {seats}; take this away")


def _first_pieces(settings: Settings, colours: Sequence[str]) -> Iterator[SetupFault]:
    """Hold the first pieces to ruling D2: those named exist, as many of each colour, and leave something to place."""
    path = ("rules", "centre")
    named = {} if isinstance(settings.centre, str) else settings.centre
    taken: set[str] = set()
    for name, text in named.items():
        square = name.upper()
        if square not in map(str, GRID.squares):
            yield SetupFault((*path, name), "the board’s squares are A1 to H8")
        elif square in taken:
            yield SetupFault((*path, name), f"{square} is named twice")
        elif _piece(text, colours) is None:
            words = f"expected a size and one of {', '.join(colours)}, such as S {colours[0]}"
            yield SetupFault((*path, name), words)
        taken.add(square)
    pieces = [piece for text in named.values() if (piece := _piece(text, colours))]
    if len(pieces) == len(taken) == len(named):
        laid = 0 if named else 1
        yield from _wrong_counts(settings.stash, pieces, colours, laid)


def _wrong_counts(
    stash: Stock, pieces: list[Piece], colours: Sequence[str], laid: int
) -> Iterator[SetupFault]:
    """Yield what is wrong with the numbers of the first pieces; `laid`: of each colour where none are named."""
    counts = [sum(piece.colour == colour for piece in pieces) for colour in colours]
    if len(set(counts)) > 1:
        shown = ", ".join(f"{count} {colour}" for count, colour in zip(counts, colours, strict=True))
        yield SetupFault(("rules", "centre"), f"expected as many of each colour; there are {shown}")
    for piece, count in Counter(pieces).items():
        if count > stash.of(piece.size):
            yield SetupFault(("rules", "centre"), f"of {stash.of(piece.size)} {piece} {count} are named")
    if len(pieces) == len(GRID.squares):
        yield SetupFault(("rules", "centre"), "no square is left to place a piece on; name fewer pieces")
    if max(*counts, laid) >= stash.pieces:
        message = "no piece is left to place; each colour needs more than begin on the board"
        yield SetupFault(("rules", "stash"), message)


def _piece(text: str, colours: Sequence[str]) -> Piece | None:
    """Return a piece as people write it: `S red`, `small red`; None for anything else."""
    size, _, colour = text.strip().upper().partition(" ")
    piece = Piece(SIZE_WORDS.get(size, size), colour.strip().lower())
    return piece if piece.size in SIZES and piece.colour in colours else None


def has_two_colours_each(settings: Settings, seats: int) -> bool:
    """Return whether in a game of so many seats each has two colours (ruling D4)."""
    return seats == FEWEST_SEATS and settings.two_player == DOUBLE


def _seats(seats: Sequence[Seat]) -> Iterator[SetupFault]:
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        yield SetupFault(("players",), f"DNA is for {FEWEST_SEATS} to {MOST_SEATS} players, not {len(seats)}")
    for index, seat in enumerate(seats):
        if seat.start is not None:
            yield SetupFault(("players", index, "start"), "there are no starts in DNA; take this away")
        if seat.colour != seat.name:
            words = f"in DNA a seat's name is its colour; name the seat {seat.colour}, or take this away"
            yield SetupFault(("players", index, "colour"), words)
        if seat.name.upper() in (*KEYWORDS, *SIZES, *SIZE_WORDS, *OWNERLESS) or NAME.fullmatch(seat.name):
            words = f"{seat.name} has a meaning of its own in DNA; name the seat after its colour, like red"
            yield SetupFault(("players", index, "seat"), words)


def new(settings: Settings, board: None, seats: Sequence[Seat], dice: Dice) -> GameOutcome:
    turn = Play(opening(settings, board, seats), seats[0].name, dice)
    colours = turn.game.colours
    if isinstance(settings.centre, str):
        if settings.centre == "drawn":
            colours = dice.take(len(colours), colours, "a colour of the centre")
        turn.emit(Laid(tuple(colours)))
    else:
        pieces = {name.upper(): _piece(text, colours) for name, text in settings.centre.items()}
        turn.emit(Laid(pieces={name: piece for name, piece in pieces.items() if piece}))
    begin_next(turn)
    return turn.outcome


def opening(settings: Settings, board: None, seats: Sequence[Seat]) -> Game:
    names = [seat.name for seat in seats]
    colours = _colours(names)
    missing = colours[len(names) :]
    shares: list[tuple[str, ...]] = [(name,) for name in names]
    if has_two_colours_each(settings, len(names)):
        shares = list(zip(names, missing, strict=True))
    return Game(
        settings=settings,
        round=0,
        to_move=None,
        players={name: Player(share) for name, share in zip(names, shares, strict=True)},
        pieces={},
        pools=dict.fromkeys(colours, settings.stash),
        archives={name: {} for name in names},
    )


def _colours(names: Sequence[str]) -> list[str]:
    """Return the four colours: the seats', and those that fill up what is missing (ruling D4)."""
    missing = [colour for colour in USUAL_COLOURS if colour not in names]
    return [*names, *missing[: MOST_SEATS - len(names)]]


def unsound(game: Game) -> list[str]:
    owned = [colour for player in game.players.values() for colour in player.colours]
    archived = [colour for archive in game.archives.values() for colour in archive]
    used = {*owned, *archived, *(piece.colour for piece in game.pieces.values())}
    sentences = []
    if used - game.pools.keys() or len(owned) > len(set(owned)):
        sentences.append("a colour has no gene pool, or two seats")
    if game.to_move is not None and game.to_move not in game.players:
        sentences.append(f"{game.to_move} is to move and has no seat")
    if list(game.archives) != list(game.players):
        sentences.append("the archives are not those of the seats")
    for at, piece in game.in_row_order():
        if at not in GRID or piece.size not in SIZES:
            sentences.append(f"the {piece} on {at} is off the board, or of no size")
    return sentences or _miscounted(game)


def _miscounted(game: Game) -> list[str]:
    """Hold a position to ruling D1: every colour has as many pieces as its stash, wherever they are."""
    sentences = []
    on_board = Counter(game.pieces.values())
    for colour, pool in game.pools.items():
        stocks = [pool, *(archive.get(colour, NOTHING) for archive in game.archives.values())]
        for size in SIZES:
            counts = [stock.of(size) for stock in stocks]
            total = sum(counts) + on_board[Piece(size, colour)]
            stash = game.settings.stash.of(size)
            if total != stash or min(counts) < 0:
                sentences.append(
                    f"of {stash} {size} {colour} there are {total}, or fewer than none somewhere"
                )
    return sentences
