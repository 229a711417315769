"""`genetess perft`: the tree of moves of a position of Genie of the Lamp, counted."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.terminal import say
from genetess_cli.errors import WrongUsage

DEEPEST = 20


@click.command("perft", cls=Command)
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--fen", metavar="FEN", help="Count from this position instead of the first one.")
@click.option("--divide", is_flag=True, help="Also print the count below each first move.")
@click.option(
    "--promotion",
    type=click.Choice(["inventory", "fide"]),
    default="inventory",
    show_default=True,
    help="What pawns become: a piece missing from a chess set (inventory) or any piece (fide), or the Genie.",
)
def command(depth: int, fen: str | None, divide: bool, promotion: str) -> None:
    """Count the lines of DEPTH moves in Genie of the Lamp; the last line printed is the number.

    A FEN has seven fields, the last of them `Gg`, `G`, `g` or `-`: who may still enter a Genie by flipping a pawn.
    A FEN of six fields is refused: it does not say that.

    Examples:
      genetess perft 3
      genetess perft 2 --divide --fen "4k3/8/8/4p3/3G4/8/8/4K3 w - - 0 1 Gg"
    """
    from genetess_cli.rules.genie import notation as fens
    from genetess_cli.rules.genie.game import STARTING_FEN
    from genetess_cli.rules.genie.legal import divide as count_each
    from genetess_cli.rules.genie.legal import perft

    try:
        board = fens.read(STARTING_FEN if fen is None else fen, promotion)
    except ValueError as error:
        raise WrongUsage(f"--fen: {error}") from None
    if not divide or not depth:
        say(str(perft(board, depth)))
        return
    counts = count_each(board, depth)
    for move, count in counts.items():
        say(f"{move}: {count}")
    say(str(sum(counts.values())))
