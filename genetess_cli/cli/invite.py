"""`genetess invite`: the key of a seat in a sealed game, and where its turnsheets lie."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import game, league, now_option, seat_argument, slug_argument
from genetess_cli.cli.terminal import note, say


@click.command("invite", cls=Command)
@slug_argument
@seat_argument
@click.option("--renew", is_flag=True, help="Give the seat a new key first. The old one opens no new turns.")
@click.option("--plain", is_flag=True, help="Address and key in one line, without message and QR code.")
@now_option
def command(slug: str, seat: str, renew: bool, plain: bool, now: int) -> None:
    """Print the key of a seat's turnsheets in a sealed game, in a message to send, and as a QR code.

    Whoever has the key can read the seat's sheets and send its orders. Send it to its player only. The player pastes
    the key on the page: in an address it would stay in the browser's history.

    Examples:
      genetess invite riot red
      genetess invite riot red --renew
    """
    from genetess_cli.admin.check_sealed import insecure
    from genetess_cli.cli.secret import invitation, refuse_in_public
    from genetess_cli.store.game import load
    from genetess_cli.turns import start

    here = league()
    game(here, slug).check_seat(seat)
    refuse_in_public("the link of a seat")
    start.link(load(here, slug), seat)  # what keeps it from being printed keeps it from being renewed
    if renew:
        start.renew(here, slug, seat, now, note)
    folder = load(here, slug)
    link = start.link(folder, seat)
    for line in insecure(folder):
        note(str(line))
    say(str(link) if plain else invitation(folder, seat, link))
