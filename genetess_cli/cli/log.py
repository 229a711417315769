"""`genetess log`: the turns so far."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, read_game, seat_of, slug_argument, viewer_option
from genetess_cli.cli.terminal import put_json, say


@click.command("log", cls=Command)
@slug_argument
@viewer_option
@json_option
def command(slug: str, viewer: str | None, as_json: bool) -> None:
    """List a game's turns: all that happened, or what a seat was told.

    Examples:
      genetess log riot
      genetess log riot --as red --json
    """
    from genetess_cli.notices.log import lines, turns

    folder = read_game(league(), slug)
    shown = turns(folder, seat_of(folder, viewer))
    if as_json:
        put_json(shown)
        return
    for turn in shown:
        for line in lines(turn):
            say(line)
