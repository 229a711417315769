"""`genetess resolve`: what is due in one game."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import folder, now_option, push_option, slug_argument, small


@click.command("resolve", cls=Command)
@slug_argument
@click.option(
    "--order",
    metavar="TEXT",
    help="An order that reached you by other means; it goes first. It needs --seat.",
)
@click.option("--seat", callback=small, help="Whose order that is.")
@click.option("--reason", metavar="TEXT", help="Why you bring that order; it is told to all.")
@now_option
@click.option("--dry-run", is_flag=True, help="Show what would be carried out, and change nothing.")
@push_option
@click.pass_context
def command(
    ctx: click.Context,
    slug: str,
    order: str | None,
    seat: str | None,
    reason: str | None,
    now: int,
    dry_run: bool,
    push: bool,
) -> None:
    """Carry out everything that is due in a game, one commit a turn.

    Examples:
      genetess resolve riot
      genetess resolve riot --order "MOVE G4 E" --seat red --reason "By telephone"
      genetess resolve riot --dry-run --now 2026-11-24T18:00:00Z
    """
    from genetess_cli.cli.carrying import resolve

    ctx.exit(resolve(folder(), slug, now, order, seat, dry_run, push, reason))
