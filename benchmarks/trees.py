"""Move trees of Genie of the Lamp counted, against the chess library's own board counting those of chess.

Both are counted by the same function, in turn, so that a busy machine slows both alike; what is compared are the lines
that each comes to in a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import chess

from benchmarks.leagues import Made
from benchmarks.measure import Task, against, samples
from benchmarks.row import Figure, Row
from genetess_cli.rules.genie import notation
from genetess_cli.rules.genie.game import FIDE

LEAGUES: tuple[str, ...] = ()
ROWS = (
    Row("Genie: perft without Genies against chess by python-chess", "×", gate=0.9, at_least=True),
    Row("Genie: perft with Genies", "×", gate=0.8, at_least=True),
)
DEPTH = 3
ROUNDS = 7
POSITIONS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
)
WITH_GENIES = (
    "rnbqkbnr/ppp2ppp/3p4/4g3/3G4/4P3/PPP2PPP/RNBQKBNR w KQkq - 0 5 Gg",
    "r3k2r/p2pqpb1/bn2pnp1/2gPN3/1p2P3/2N1GQ1p/PPPBB1PP/R3K2R w KQkq - 0 1 Gg",
    "8/2p5/3p4/KP5r/1R2gp1k/8/2G1P3/8 w - - 0 1 Gg",
    "r4rk1/2p1qppp/p1np1n2/2b1p1B1/2BgP1b1/P1NPGN2/1PP1Q1PP/R4RK1 w - - 0 10 Gg",
)


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    """How quickly moves are found, in parts of the library's own speed with chess."""
    of_chess: list[chess.Board] = [chess.Board(text) for text in POSITIONS]
    without: list[chess.Board] = [notation.read(f"{text} -", FIDE) for text in POSITIONS]
    with_genies: list[chess.Board] = [notation.read(text) for text in WITH_GENIES]
    sets = {"chess": of_chess, "without": without, "with": with_genies}
    took = samples({name: Task(partial(_count, boards)) for name, boards in sets.items()}, ROUNDS)
    lines = {name: _count(boards) for name, boards in sets.items()}
    for name in ("without", "with"):
        alike = [spent * lines[name] / lines["chess"] for spent in took["chess"]]
        yield against(alike, took[name])


def _count(boards: Sequence[chess.Board]) -> int:
    return sum(_perft(board, DEPTH) for board in boards)


def _perft(board: chess.Board, depth: int) -> int:
    """The count as the library's own example of it counts."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += _perft(board, depth - 1)
        board.pop()
    return count
