"""`genetess order`: a player's queue, checked and written."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, looking_now_option, seat_argument, seat_of, slug_argument
from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import Refused


@click.command("order", cls=Command)
@slug_argument
@seat_argument
@click.argument("text")
@click.option("--commit", is_flag=True, help="Commit the file as well.")
@click.option("--seal", is_flag=True, help="Seal the orders. Sealed games always do; open games refuse it.")
@looking_now_option
def command(slug: str, seat: str, text: str, commit: bool, seal: bool, now: int) -> None:
    """Check TEXT, all orders of SEAT, and write it into the order file. An empty TEXT clears the file.

    Separate orders with new lines or `/`. An order that begins with `*` runs as soon as your turn comes.

    Examples:
      genetess order riot red "MOVE G4 E"
      genetess order riot red "MOVE G4 E / * CREATE H4 AB" --commit
      genetess order riot red ""
    """
    from genetess_cli.cli.secret import refuse_sealed_in_public
    from genetess_cli.store.game import load
    from genetess_cli.store.seal.keyring import has_master
    from genetess_cli.turns.submit import write

    here = league()
    folder = load(here, slug)
    seat = seat_of(folder, seat) or seat
    if seal and not folder.is_sealed:
        raise Refused(f"{slug} is an open game, whose orders everybody can read; leave out --seal")
    if folder.is_sealed and has_master():  # with which the orders are held against what the seat sees
        refuse_sealed_in_public(folder)
    written = write(folder, seat, text, now, commit)
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
            "Saved, not committed: runs on this machine use it. To submit it, repeat with --commit, then `git push`."
        )
