"""`genetess explain`: the rules, in answer to a word."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.terminal import say


@click.command("explain", cls=Command)
@click.argument("what")
def command(what: str) -> None:
    """Explain WHAT: a piece's codes, a code, an action or a special square.

    Examples:
      genetess explain ABBBD
      genetess explain W
      genetess explain charge
      genetess explain S16
    """
    from genetess_cli.explain import explain

    for line in explain(what):
        say(line)
