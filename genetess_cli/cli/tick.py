"""`genetess tick`: what is due in every game."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, push_option
from genetess_cli.cli.terminal import complain, note


@click.command("tick", cls=Command)
@now_option
@push_option
@click.pass_context
def command(ctx: click.Context, now: int, push: bool) -> None:
    """Run everything that is due in every game. A broken game is named and does not stop the others.

    Example, as a forge runs it on a schedule:
      genetess tick --push
    """
    from genetess_cli.cli.due import only_failed, say_awaited, tell
    from genetess_cli.store.game import load
    from genetess_cli.store.seal.keyring import dice_key_for
    from genetess_cli.turns.remote import tick

    here = league()
    ticked = tick(here, now, dice_key_for, push, note)
    failed = []
    for slug, records in ticked.done.items():
        folder = load(here, slug)
        tell(folder, records)
        failed.append(only_failed(folder, records))
        say_awaited(here, slug)
    for slug, fault in ticked.broken.items():
        complain(str(fault) if str(fault).startswith(f"{slug} ") else f"{slug}: {fault}")
    ctx.exit(1 if ticked.broken or (failed and all(failed)) else 0)
