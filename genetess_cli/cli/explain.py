"""`genetess explain`: the rules, in answer to a word."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.terminal import columns, put_json, say


@click.command("explain", cls=Command)
@click.argument("what", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(what: tuple[str, ...], as_json: bool) -> None:
    """Explain WHAT: a piece's codes, a code, an order, a special square or a topic. Without WHAT, list them.

    DNA and GENIE are other games: the name alone gives an overview, a word behind it one topic.

    Examples:
      genetess explain ABBBD
      genetess explain W
      genetess explain charge
      genetess explain S16
      genetess explain round 0
      genetess explain DNA strand
      genetess explain GENIE jump
    """
    from genetess_cli.manual.explain import asides, find, index, lines, overview

    if as_json:
        put_json(find(" ".join(what)) if what else index())
        return
    width = columns()
    word = " ".join(what)
    for line in [*lines(find(word), width), *asides(word)] if what else overview(width):
        say(line)
