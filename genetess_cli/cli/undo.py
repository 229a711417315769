"""`genetess undo`: turns are taken back."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, reason_option, slug_argument
from genetess_cli.cli.terminal import note


@click.command("undo", cls=Command)
@slug_argument
@click.option("--to", metavar="LABEL", help="Go back to the beginning of this turn, such as 3b.")
@reason_option
@now_option
def command(slug: str, to: str | None, reason: str | None, now: int) -> None:
    """Take back the last turn, or the last thing that you did with another of these commands.

    Nothing is erased: an undo is a commit, a record, and can be undone itself. A full deadline begins. The order files
    are again as they were; what is in them counts as stored, so that only starred orders and a HOLIDAY go at once.
    Where the last thing was no turn (pause, resume, extend, replace, drop), the clock is again as it was before.

    Examples:
      genetess undo riot --reason "I mistyped the order of red"
      genetess undo riot --to 3b
    """
    from genetess_cli.cli.gm_acts import epochs, tell
    from genetess_cli.cli.secret import is_told
    from genetess_cli.store.game import load
    from genetess_cli.turns.submit import goes_at_once
    from genetess_cli.turns.undo import undo

    here = league()
    before = epochs(here, slug)
    tell(here, slug, undo(here, slug, now, to, reason, note), before)
    folder = load(here, slug)
    if is_told(folder) and (again := goes_at_once(folder)):
        note(f"{again} goes again with the next run; change the file first if it is not to")
