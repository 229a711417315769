"""`genetess tick`: what is due in every game."""

from __future__ import annotations

import click

from genetess_cli.cli.due import awaited, only_failed, tell
from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, push_option
from genetess_cli.cli.terminal import complain, note, say


@click.command("tick", cls=Command)
@now_option
@push_option
@click.pass_context
def command(ctx: click.Context, now: int, push: bool) -> None:
    """Carry out everything that is due in every game. A broken game is named and does not stop the others.

    Example, as a forge runs it on a schedule:
      genetess tick --push
    """
    from genetess_cli.seal.keys import dice_key_for
    from genetess_cli.store import load
    from genetess_cli.tick import tick

    here = league()
    ticked = tick(here, now, dice_key_for, push, note)
    for slug, records in ticked.done.items():
        tell(slug, records)
        say(awaited(load(here, slug)))
    for slug, fault in ticked.broken.items():
        complain(f"{slug}: {fault}")
    failed = only_failed([record for records in ticked.done.values() for record in records])
    ctx.exit(1 if ticked.broken or failed else 0)
