"""`genetess order`: a player's queue, checked and written."""

from __future__ import annotations

import time

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import game, league, seat_argument, seat_of, slug_argument
from genetess_cli.cli.terminal import note, say


@click.command("order", cls=Command)
@slug_argument
@seat_argument
@click.argument("text")
@click.option("--commit", is_flag=True, help="Commit the file as well.")
def command(slug: str, seat: str, text: str, commit: bool) -> None:
    """Check TEXT, the whole queue of SEAT, and write it into the order file; an empty TEXT clears the file.

    Orders are separated by new lines or `/`. One that begins with `*` goes as soon as your turn comes.

    Examples:
      genetess order riot red "MOVE G4 E"
      genetess order riot red "MOVE G4 E / * CREATE H4 AB" --commit
      genetess order riot red ""
    """
    from genetess_cli.submit import write

    here = league()
    hosted = game(here, slug)
    seat = seat_of(hosted, seat) or seat
    written = write(hosted, seat, text, int(time.time()) if commit else None)
    for warning in written.warnings:
        note(warning)
    for number, order in enumerate(written.orders, start=1):
        say(f"{number}. {order}")
    say(
        f"{written.path} {'is cleared' if not written.orders else 'is written'}{' and committed' if commit else ''}."
    )
    if written.when:
        say(written.when)
    if not commit and written.counts:
        say(
            "It counts as it lies there; to send it: `git add`, `git commit` and `git push`, or --commit and a push."
        )
