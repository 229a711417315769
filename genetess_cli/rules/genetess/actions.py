"""ACTIONS: every action of the orders page and the function that carries it out; `order.py` reads them.

Each is tried on a turn and gives the Problem that stopped it, or None when it is done. The acting piece has been
found, may act and is no longer phased; a target square is on the board.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from genetess_cli.rules.board import Direction, Grid, Square, column_name
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.codes import CODES, body, holds, minus
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.events import Passed
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.order import GAMBLE, PASS, Order, problem_in
from genetess_cli.rules.problems import Problem, join_words

# Moving


def move(turn: Play, order: Order) -> Problem | None:
    """MOVE: exactly 1 + (number of B) steps, the last of which may take a piece or a wall (ruling G13)."""
    origin, piece = actor(turn, order)
    problem = _wrong_steps(piece, order) or _leaving(turn.game.grid, origin, order.path)
    square = origin
    for direction in order.path[:-1]:
        if problem:
            return problem
        square = square.step(direction)
        problem = _passing(turn, piece, origin, square)
    return problem or _landing(turn, origin, square.step(order.path[-1]))


def _wrong_steps(piece: Piece, order: Order) -> Problem | None:
    steps = piece.body.steps
    given = len(order.path)
    if steps == given:
        return crooked(piece, order.path, "MOVE")
    hint = "A piece moves one step, and one more for each B it has."
    return problem_in(
        "wrong-steps", "path", hint=hint, piece=piece.codes, at=order.at, steps=steps, given=given
    )


def crooked(piece: Piece, path: tuple[Direction, ...], verb: str) -> Problem | None:
    diagonal = next((direction for direction in path if direction.diagonal), None)
    if diagonal is None or piece.has("C"):
        return None
    return problem_in("no-diagonals", "path", hint="Use N, E, S or W.", verb=verb, direction=diagonal)


def _leaving(grid: Grid, origin: Square, path: tuple[Direction, ...]) -> Problem | None:
    if all(square in grid for square in accumulate(path, Square.step, initial=origin)):
        return None
    return problem_in("exterior/off-board", "path", hint=_extent(grid))


def _passing(turn: Play, piece: Piece, origin: Square, square: Square) -> Problem | None:
    turn.touched.append(square)
    if turn.game.is_wall(square):
        return problem_in("wall/midway", "path", at=square)
    if square == origin or square not in turn.pieces or piece.has("E"):
        return None
    effects.bump(turn, square, piece.owner)
    return problem_in("blocked", "path", at=square)


def _landing(turn: Play, origin: Square, square: Square) -> Problem | None:
    turn.touched.append(square)
    problem = barred(turn.game, origin, square)
    if problem:
        return problem
    if square == origin or square not in turn.pieces:
        effects.settle(turn, origin, square)
    else:
        effects.take(turn, origin, square)
    return None


def barred(game: Game, origin: Square, square: Square) -> Problem | None:
    """Return why the last step of a MOVE of the piece on `origin` cannot end on a square, if so (ruling G13)."""
    piece = game.pieces[origin]
    other = game.pieces.get(square)
    if game.is_exterior(square):
        return problem_in("exterior", "path", at=square)
    if game.is_interior(square) and not piece.has("O"):
        return problem_in("wall/closed", "path", at=square)
    if other is None or square == origin or other.owner != piece.owner:
        return None
    if other.is_king:
        return problem_in("own-king", "path", at=square)
    if not piece.has("I"):
        return problem_in("own-piece", "path", at=square)
    return None


def teleport(turn: Play, order: Order) -> Problem | None:
    """TELEPORT: to any empty floor square in the piece's own view."""
    origin, _ = actor(turn, order)
    return out_of_view(turn, origin, goal(order)) or _jump(turn, origin, goal(order))


def home(turn: Play, order: Order) -> Problem | None:
    """Return HOME: to an empty floor square beside another of the owner's Kings (rulings G16, G25)."""
    origin, piece = actor(turn, order)
    target = goal(order)
    if not {*kings_beside(turn, target, piece.owner)} - {origin}:
        return problem_in("no-king", "to", hint=_beside_kings(turn, piece.owner, origin), to=target)
    return _jump(turn, origin, target)


def _jump(turn: Play, origin: Square, target: Square) -> Problem | None:
    problem = vacant(turn, target, turn.pieces[origin].owner)
    if not problem:
        effects.settle(turn, origin, target)
    return problem


def sanctuary(turn: Play, order: Order) -> Problem | None:
    """SANCTUARY: change places with another of the owner's Kings (ruling G25)."""
    origin, piece = actor(turn, order)
    target = goal(order)
    king = turn.pieces.get(target)
    if target == origin or king is None or king.owner != piece.owner or not king.is_king:
        return problem_in("no-king/sanctuary", "to", to=target)
    effects.swap(turn, origin, target)
    return None


def charge(turn: Play, order: Order) -> Problem | None:
    """CHARGE: run as far as possible, once for each leg, at most as many as the piece has Z (ruling G26)."""
    square, piece = actor(turn, order)
    legs = piece.body.legs
    given = len(order.path)
    if given > legs:
        hint = "One leg for each Z."
        return problem_in(
            "too-many-legs", "path", hint=hint, piece=piece.codes, at=square, legs=legs, given=given
        )
    problem = crooked(piece, order.path, "CHARGE")
    for direction in order.path:
        if problem:
            break
        stop = effects.charge(turn, square, direction)
        if stop == square:
            problem = problem_in("blocked/at-once", "path", direction=direction, at=square)
        square = stop
    if not problem:
        effects.enter(turn, square)
    return problem


# Making pieces and remaking them


def create(turn: Play, order: Order) -> Problem | None:
    """CREATE: a new piece beside a King, for its cost in E (rulings G12, G15, G41)."""
    target = goal(order)
    codes = order.codes
    if problem := _may_not_create(turn) or _unbuyable(turn, codes):
        return problem
    kings = sorted(kings_beside(turn, target, turn.seat), key=lambda square: turn.pieces[square].phased)
    if not kings:
        none = problem_in("no-king/create", "to", hint=_beside_kings(turn, turn.seat), to=target)
        return _own_king(turn, target) or none
    # The price first: an order that cannot be paid for must not bump into anything (ruling G14).
    if problem := _too_dear(turn, codes) or _no_room(turn, target, codes):
        return problem
    effects.surface(turn, kings[0])
    effects.pay(turn, turn.seat, body(codes).cost, "create")
    effects.create(turn, target, Piece(turn.seat, codes))
    return None


def _may_not_create(turn: Play) -> Problem | None:
    if not turn.game.settings.create:
        return problem_in("no-create", "verb")
    if turn.game.players[turn.seat].eliminated:
        return problem_in("no-create/eliminated", "verb")
    return None


def _unbuyable(turn: Play, codes: str) -> Problem | None:
    if "K" in codes:
        return problem_in("king-code", "codes")
    # Every new piece needs an A, also where none is written.
    missing = sorted({*codes, "A"} - set(turn.game.settings.codes))
    if missing:
        available = f"Available: {turn.game.settings.codes.replace('K', '')}."
        return problem_in("unavailable", "codes", hint=available, codes=", ".join(missing))
    if not body(codes).viable:
        return problem_in("not-viable", "codes", codes=codes)
    return None


def _no_room(turn: Play, target: Square, codes: str) -> Problem | None:
    if turn.game.is_interior(target) and "O" in codes:
        turn.touched.append(target)
        return None
    other = turn.pieces.get(target)
    if other and other.owner == turn.seat and "I" in codes:
        return _own_king(turn, target)
    return vacant(turn, target, turn.seat)


def _own_king(turn: Play, target: Square) -> Problem | None:
    piece = turn.pieces.get(target)
    if piece is None or piece.owner != turn.seat or not piece.is_king:
        return None
    return problem_in("own-king/create", "to", to=target)


def _too_dear(turn: Play, codes: str) -> Problem | None:
    cost = body(codes).cost
    purse = turn.game.players[turn.seat].e
    if cost <= purse:
        return None
    return problem_in("too-dear", "codes", codes=codes, cost=cost, purse=purse)


def divide(turn: Play, order: Order) -> Problem | None:
    """DIVIDE: eject part of the codes as a new piece on a square beside it (rulings G16, G17)."""
    origin, piece = actor(turn, order)
    target = goal(order)
    if problem := _indivisible(piece, order.codes):
        return problem
    if target not in turn.game.grid.neighbours(origin):
        return problem_in("too-far", "to", hint=f"Name a square beside {origin}.", to=target, at=origin)
    if problem := vacant(turn, target, piece.owner):
        return problem
    effects.divide(turn, origin, order.codes, target)
    return None


def _indivisible(piece: Piece, codes: str) -> Problem | None:
    if not holds(piece.codes, codes):
        return problem_in("not-held", "codes", codes=codes, piece=piece.codes)
    if not body(codes).viable or not body(minus(piece.codes, codes)).viable:
        remainder = minus(piece.codes, codes) or "nothing"
        return problem_in("not-viable/divide", "codes", piece=piece.codes, rest=remainder, codes=codes)
    return None


def transfer(turn: Play, order: Order) -> Problem | None:
    """TRANSFER: give one code to a piece in the acting piece's view, spending a J (ruling G18).

    To one that can hold no more nothing is given, and nothing spent (G46).
    """
    origin, piece = actor(turn, order)
    target = goal(order)
    problem = _untransferable(piece, order.codes) or out_of_view(turn, origin, target)
    other = turn.pieces.get(target)
    hidden = other and other.phased and other.owner != turn.seat
    if not problem and (target == origin or other is None or hidden):
        problem = problem_in("no-piece/transfer", "to", to=target)
    if not problem and other and not other.is_full:
        with turn.at_once():
            effects.mutate(turn, origin, lost=order.codes + "J", why="transfer", own=True)
            effects.mutate(turn, target, gained=order.codes, why="transfer")
    return problem


def _untransferable(piece: Piece, code: str) -> Problem | None:
    if code == "K":
        return problem_in("king-code/transfer", "codes")
    if not holds(piece.codes, code + "J"):
        key = "not-held/j" if code == "J" else "not-held/transfer"
        return problem_in(key, "codes", piece=piece.codes, code=code)
    if not body(minus(piece.codes, code + "J")).viable:
        return problem_in("not-viable/transfer", "codes", code=code, piece=piece.codes)
    return None


def petrify(turn: Play, order: Order) -> Problem | None:
    """PETRIFY: the piece becomes interior wall (ruling G20)."""
    square, piece = actor(turn, order)
    if piece.is_king:
        return problem_in("king", "at")
    with turn.at_once():
        effects.destroy(turn, square)
        effects.close_wall(turn, square)
    return None


def phase(turn: Play, order: Order) -> Problem | None:
    """PHASE: spend an R and become invisible to everybody else, or stay so (ruling G21)."""
    square, piece = actor(turn, order)
    effects.mutate(turn, square, lost="R", why="phase", own=True)
    if not piece.phased:
        effects.phase(turn, square)
    return None


# Reaching out over the board


def radiate(turn: Play, order: Order) -> Problem | None:
    """RADIATE: every piece in view, the acting one too, loses a random code (ruling G19)."""
    origin, _ = actor(turn, order)
    with turn.at_once():
        for square in turn.game.in_view_of(origin):
            effects.irradiate(turn, square, last_a=False, why="radiate", own=square == origin)
    return None


def convert(turn: Play, order: Order) -> Problem | None:
    """CONVERT: orphans in view come over; those of the own colour gain a P instead (ruling G22)."""
    origin, _ = actor(turn, order)
    for square in turn.game.in_view_of(origin):
        piece = turn.pieces[square]
        if not turn.game.is_orphan(piece):
            continue
        if piece.owner == turn.seat:
            effects.mutate(turn, square, gained="P", why="convert")
        else:
            effects.convert(turn, square, turn.seat)
    return None


def wave(turn: Play, order: Order) -> Problem | None:
    """REPULSE or ATTRACT: the first piece in each direction runs away, or up to the acting one (ruling G23).

    Waves pass over walls, and phase is no cover. What stops a piece that runs is in `effects.run`.
    """
    origin, piece = actor(turn, order)
    for direction in piece.body.directions:
        ray = turn.game.grid.ray(origin, direction)
        hit = next((square for square in ray if square in turn.pieces), None)
        if hit and order.verb == "REPULSE":
            effects.run(turn, hit, direction)
        elif hit:
            effects.run(turn, hit, direction.opposite, stop=origin)
    return None


def flare(turn: Play, order: Order) -> Problem | None:
    """FLARE: spend a U and see the whole board until the next turn (ruling G24)."""
    square, _ = actor(turn, order)
    with turn.at_once():
        effects.mutate(turn, square, lost="U", why="flare", own=True)
        effects.flare(turn, square)
    return None


def actor(turn: Play, order: Order) -> tuple[Square, Piece]:
    """Return the acting piece and its square, once `unfit` has found nothing wrong with it."""
    assert order.at is not None
    return order.at, turn.pieces[order.at]


def goal(order: Order) -> Square:
    """Return the target square, once it is known to be on the board."""
    assert order.to is not None
    return order.to


def unfit(turn: Play, order: Order) -> Problem | None:
    square = order.at
    assert square is not None
    piece = turn.pieces.get(square)
    if off := off_board(turn.game.grid, square, "at"):
        return off
    if piece is None or piece.owner != turn.seat:
        return problem_in("no-piece", "at", at=square)
    if not turn.game.controls(turn.seat, piece):
        return problem_in("orphan", "at", at=square)
    if order.verb not in piece.body.verbs:
        return _unable(turn, order.verb, square)
    return None


def _unable(turn: Play, verb: str, square: Square) -> Problem:
    piece = turn.pieces[square]
    code = next(code for code in CODES.values() if verb in code.verbs)
    verbs = set(piece.body.verbs)
    if piece.is_king:
        verbs.discard("PETRIFY")
    if _may_not_create(turn):
        verbs.discard("CREATE")
    hint = f"Its codes are for {join_words(sorted(verbs), 'or')}."
    return problem_in(
        "unable", "verb", hint=hint, piece=piece.codes, at=square, code=code.letter, name=code.name, verb=verb
    )


def kings_beside(turn: Play, square: Square, owner: str) -> list[Square]:
    near = turn.game.grid.neighbours(square)
    return [at for at in near if (piece := turn.pieces.get(at)) and piece.owner == owner and piece.is_king]


def _beside_kings(turn: Play, owner: str, origin: Square | None = None) -> str:
    """Return what to name where a square beside a King, other than the one on `origin`, is meant; "" for none."""
    kings = [str(at) for at in turn.game.king_squares(owner) if at != origin]
    return f"Name a square beside {join_words(kings, 'or')}." if kings else ""


def off_board(grid: Grid, square: Square, about: str) -> Problem | None:
    if square in grid:
        return None
    return problem_in("off-grid", about, hint=_extent(grid), at=square)


def _extent(grid: Grid) -> str:
    return f"Its squares are A1 to {column_name(grid.columns - 1)}{grid.rows}."


def out_of_view(turn: Play, origin: Square, target: Square) -> Problem | None:
    grid = turn.game.grid
    if grid.area(origin, turn.pieces[origin].body.radius) & grid.bits[target]:
        return None
    return problem_in("out-of-view", "to", to=target, at=origin)


def vacant(turn: Play, square: Square, owner: str) -> Problem | None:
    """Return why a piece of `owner` cannot come to rest on a square: wall, or a piece that it bumps into (G14)."""
    turn.touched.append(square)
    if turn.game.is_wall(square):
        return problem_in("wall", "to", at=square)
    if square in turn.pieces:
        effects.bump(turn, square, owner)
        return problem_in("occupied", "to", at=square)
    return None


ACTIONS: dict[str, Callable[[Play, Order], Problem | None]] = {
    "CREATE": create,
    "MOVE": move,
    "DIVIDE": divide,
    "TRANSFER": transfer,
    "RADIATE": radiate,
    "TELEPORT": teleport,
    "PETRIFY": petrify,
    "PHASE": phase,
    "CONVERT": convert,
    "REPULSE": wave,
    "FLARE": flare,
    "HOME": home,
    "ATTRACT": wave,
    "SANCTUARY": sanctuary,
    "CHARGE": charge,
}


def rehearse(game: Game, seat: str, order: Order) -> tuple[Play, Problem | None]:
    """Try an order in a position that a seat believes in, without specials and with any luck."""
    turn = Play(game, seat, Dice(lambda: b"rehearsal", 0))
    return turn, act(turn, order)


def act(turn: Play, order: Order) -> Problem | None:
    """Try an order on a turn; gives what stopped it, or None when it is done.

    After a Problem the turn is spoilt: only `turn.bumped` and `turn.touched` still mean something.
    """
    turn.touched += order.squares()
    if order.verb == PASS:
        turn.emit(Passed(turn.seat))
        return None
    if order.verb == GAMBLE:
        key = "too-late" if turn.game.settings.gamble else "too-late/never"
        return problem_in(key, "verb")
    if order.at is not None:
        problem = unfit(turn, order)
        if problem:
            return problem
        if order.verb != "PHASE":  # it stays phased throughout (ruling G21)
            effects.surface(turn, order.at)
    if order.to is not None and (off := off_board(turn.game.grid, order.to, "to")):
        return off
    return ACTIONS[order.verb](turn, order)
