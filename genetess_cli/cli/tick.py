"""`genetess tick`: what is due in every game."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import folder, now_option, push_option


@click.command("tick", cls=Command)
@now_option
@push_option
@click.pass_context
def command(ctx: click.Context, now: int, push: bool) -> None:
    """Carry out everything that is due in every game. A broken game is named and does not stop the others.

    Example, as a forge runs it on a schedule:
      genetess tick --push
    """
    from genetess_cli.cli.carrying import tick

    ctx.exit(tick(folder(), now, push))
