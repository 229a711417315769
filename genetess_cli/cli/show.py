"""`genetess show`: positions."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, read_game, seat_of, slugs_argument, viewer_option
from genetess_cli.cli.terminal import note, put_json


@click.command("show", cls=Command)
@slugs_argument
@viewer_option
@click.option("--turn", metavar="LABEL", help="The position as that turn began, such as 3b.")
@json_option
def command(slugs: tuple[str, ...], viewer: str | None, turn: str | None, as_json: bool) -> None:
    """Show games as they stand: everything, or what one seat sees.

    Examples:
      genetess show riot --as red
      genetess show riot --turn 3b
      genetess show riot cave --json
    """
    from genetess_cli.folding import waiting
    from genetess_cli.position import document

    here = league()
    games = [read_game(here, slug) for slug in slugs]
    for line in [] if turn else [line for hosted in games for line in waiting(hosted)]:
        note(line)
    documents = [document(hosted, seat_of(hosted, viewer), turn) for hosted in games]
    if as_json:
        put_json(documents[0] if len(documents) == 1 else documents)
        return
    from genetess_cli.cli.board import draw

    for shown in documents:
        draw(shown)
