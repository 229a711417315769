"""`genetess resolve`: what is due in one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, push_option, slug_argument, small
from genetess_cli.cli.secret import refuse_in_public
from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import WrongUsage

if TYPE_CHECKING:
    from genetess_cli.store.game import GameFolder
    from genetess_cli.turns.state import GmOrder


@click.command("resolve", cls=Command)
@slug_argument
@click.option(
    "--order",
    metavar="TEXT",
    help="An order that reached you in another way. It runs first, and needs --seat.",
)
@click.option("--seat", callback=small, help="The seat that --order is for.")
@click.option("--reason", metavar="TEXT", help="Why you enter this order. Everybody sees it.")
@now_option
@click.option("--dry-run", is_flag=True, help="Show what would run, and change nothing.")
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
    """Run everything that is due in a game: one commit a turn.

    Examples:
      genetess resolve riot
      genetess resolve riot --order "MOVE G4 E" --seat red --reason "By telephone"
      genetess resolve riot --dry-run --now 2026-11-24T18:00:00Z
    """
    from genetess_cli.cli.due import only_failed, say_awaited, tell
    from genetess_cli.store.game import load
    from genetess_cli.store.seal.keyring import dice_key_for
    from genetess_cli.turns import referee

    if dry_run and push:
        raise WrongUsage("use --push without --dry-run: a dry run has nothing to push")
    if seat is not None and order is None:
        raise WrongUsage('--seat needs --order, such as --order "PASS" --seat red')
    if reason is not None:
        _check_reason(reason, order)
    here = league()
    folder = load(here, slug)
    brought = None if order is None else _brought(folder, order, seat, reason)
    if push:
        from genetess_cli.turns import remote

        done = remote.resolve_and_push(here, slug, now, dice_key_for, brought, note=note)
    else:
        done = referee.resolve(here, slug, now, dice_key_for, brought, dry_run=dry_run, note=note)
    tell(folder, done)
    if dry_run:
        say("Nothing was changed: this was a dry run.")
    else:
        say_awaited(here, slug)
    ctx.exit(1 if only_failed(folder, done) else 0)


def _brought(folder: GameFolder, order: str, seat: str | None, reason: str | None) -> GmOrder:
    """An order that the GM brings. Without its seat, the same command twice would play the next player's turn."""
    from genetess_cli.turns.state import GmOrder

    if seat is None:
        seats = " or ".join(f"--seat {name}" for name in folder.file.seats)
        raise WrongUsage(f"--order needs the seat; add {seats}")
    folder.check_seat(seat)
    if folder.is_sealed:
        refuse_in_public("the result of an order in a sealed game")
    return GmOrder(order, seat, reason=reason)


def _check_reason(reason: str, order: str | None) -> None:
    from genetess_cli.turns.referee import check_reason

    if order is None:
        raise WrongUsage("--reason needs --order: it tells everybody why you enter the order")
    check_reason(reason)
