"""What people say in a game: `say`, by which the GM publishes a ruling."""

from __future__ import annotations

import click

from genetess_cli.cli.acts import do
from genetess_cli.cli.group import listed
from genetess_cli.cli.options import now_option, push_option, slug_argument
from genetess_cli.turns.acts import Say


@listed("say")
@slug_argument
@click.argument("text")
@push_option
@now_option
def say(slug: str, text: str, now: int) -> None:
    """Publish a ruling, or anything else that all players are to know. It changes nothing in the game.

    It is in the log, on the pages, in the feeds and in the next notices. `undo` takes it back.

    Example:
      genetess say riot "Red's order of turn 3 stands: the rules of S4 allow it"
    """
    do(slug, now, lambda _: Say(text))
