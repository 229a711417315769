"""`genetess show`: positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, read_game, seat_of, slugs_argument, viewer_option
from genetess_cli.cli.terminal import note, put_json
from genetess_cli.errors import Refused

if TYPE_CHECKING:
    from genetess_cli.store.game import GameFolder
    from genetess_cli.store.league import League


@click.command("show", cls=Command)
@slugs_argument
@viewer_option
@click.option("--turn", metavar="LABEL", help="The position at the start of this turn, such as 3b.")
@json_option
def command(slugs: tuple[str, ...], viewer: str | None, turn: str | None, as_json: bool) -> None:
    """Show games as they are now: everything, or what one seat sees.

    Examples:
      genetess show riot --as red
      genetess show riot --turn 3b
      genetess show riot cave --json
    """
    from genetess_cli.site.gather import document
    from genetess_cli.turns.queue import list_uncommitted

    here = league()
    games = [_find(here, slug, viewer is None and turn is None) for slug in slugs]
    for line in [] if turn else [line for folder in games for line in list_uncommitted(folder).values()]:
        note(line)
    documents = [document(folder, seat_of(folder, viewer), turn) for folder in games]
    if as_json:
        put_json(documents[0] if len(documents) == 1 else documents)
        return
    from genetess_cli.cli.pictures.genetess import draw

    for folder, shown in zip(games, documents, strict=True):
        draw(shown)
        if "closed" in shown:
            _tell_closed(folder)


def _find(here: League, slug: str, is_public: bool) -> GameFolder:
    """Return a game to be shown. Of a sealed one without its key what everybody may know can be, and nothing else."""
    from genetess_cli.store.game import load

    folder = load(here, slug)
    closed = is_public and folder.clock is not None and not folder.can_open
    return folder if closed else read_game(here, slug)


def _tell_closed(folder: GameFolder) -> None:
    """Say why so little is shown, and where there is more."""
    try:
        folder.game_key()
    except Refused as fault:
        board = ", the board as it was when the game began" if folder.ruleset.HIDDEN else ""
        note(f"This is what the league's files tell everybody{board}. {fault}")
    if base := folder.league.settings.site.base_url:
        note(f"What else spectators may know is at {base.rstrip('/')}/{folder.slug}/")
