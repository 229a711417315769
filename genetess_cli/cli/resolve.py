"""`genetess resolve`: what is due in one game."""

from __future__ import annotations

import click

from genetess_cli.cli.due import awaited, only_failed, tell
from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, push_option, seat_of, slug_argument
from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import WrongUsage


@click.command("resolve", cls=Command)
@slug_argument
@click.option("--order", metavar="TEXT", help="An order that reached you by other means; it goes first.")
@click.option("--seat", help="Whose order that is; the seat to move where left out.")
@now_option
@click.option("--dry-run", is_flag=True, help="Show what would be carried out, and change nothing.")
@push_option
@click.pass_context
def command(
    ctx: click.Context, slug: str, order: str | None, seat: str | None, now: int, dry_run: bool, push: bool
) -> None:
    """Carry out everything that is due in a game, one commit a turn.

    Examples:
      genetess resolve riot
      genetess resolve riot --order "MOVE G4 E" --seat red
      genetess resolve riot --dry-run --now 2026-11-24T18:00:00Z
    """
    from genetess_cli.seal.keys import dice_key_for
    from genetess_cli.store import load

    if (dry_run and push) or (seat is not None and order is None):
        raise WrongUsage("--push goes without --dry-run, and --seat only with --order")
    here = league()
    seat = seat_of(load(here, slug), seat)
    if push:
        from genetess_cli.tick import resolve_and_push

        done = resolve_and_push(here, slug, now, dice_key_for, order, seat, note=note)
    else:
        from genetess_cli.referee import resolve

        done = resolve(here, slug, now, dice_key_for, order, seat, dry_run=dry_run, note=note)
    tell(slug, done)
    say("Nothing was changed: this was a dry run." if dry_run else awaited(load(here, slug)))
    ctx.exit(1 if only_failed(done) else 0)
