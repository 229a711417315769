"""`genetess explain`: the rules, in answer to a word."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.terminal import say


@click.command("explain", cls=Command)
@click.argument("what", required=False)
def command(what: str | None) -> None:
    """Explain WHAT: a piece's codes, a code, an action or a special square. Without WHAT, list them.

    Examples:
      genetess explain ABBBD
      genetess explain W
      genetess explain charge
      genetess explain S16
    """
    from genetess_cli.explain import explain, overview

    for line in overview() if what is None else explain(what):
        say(line)
