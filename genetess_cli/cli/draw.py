"""`genetess draw`: the end by agreement."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import game, league, now_option, reason_option, slug_argument
from genetess_cli.cli.terminal import note


@click.command("draw", cls=Command)
@slug_argument
@click.option(
    "--agreed",
    metavar="SEAT",
    multiple=True,
    required=True,
    help="Who has agreed: once for each, or all with commas.",
)
@reason_option
@now_option
def command(slug: str, agreed: tuple[str, ...], reason: str | None, now: int) -> None:
    """End a game in a draw. All who are still in have to have agreed, and share the win.

    A seat without a player, as it was left with `drop`, cannot agree, keeps nobody from a draw and has no share. One
    that is open, as its player missed too many deadlines, need not agree, and has its share.

    Example:
      genetess draw riot --agreed red,green
    """
    from genetess_cli.cli.gm_acts import tell
    from genetess_cli.errors import WrongUsage
    from genetess_cli.turns.gm_actions import GmAction
    from genetess_cli.turns.referee import act

    here = league()
    folder = game(here, slug)
    seats = [seat for text in agreed for seat in text.lower().replace(",", " ").split()]
    if not seats:
        raise WrongUsage(
            f"--agreed names the seats that have agreed; the seats of {slug} are {', '.join(folder.file.seats)}"
        )
    for seat in seats:
        folder.check_seat(seat)
    tell(here, slug, act(here, slug, GmAction("draw", args={"agreed": seats}, reason=reason), now, note=note))
