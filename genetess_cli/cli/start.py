"""`genetess start`: games begin."""

from __future__ import annotations

from functools import partial

import click

from genetess_cli.cli.due import waiting_words
from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, slugs_argument
from genetess_cli.cli.terminal import note, say


@click.command("start", cls=Command)
@slugs_argument
@now_option
def command(slugs: tuple[str, ...], now: int) -> None:
    """Check games and boards, make each game's first position and clock, and commit them.

    Every game is checked before the first one starts.

    Example:
      genetess start riot cave
    """
    from genetess_cli.store.game import load
    from genetess_cli.store.seal.keyring import master
    from genetess_cli.turns.start import check, start

    here = league()
    games = list(dict.fromkeys(slugs))
    for slug in games:
        check(here, slug)
    for slug in games:
        is_promised = load(here, slug).file.commitment is not None  # then no other key will do
        start(here, slug, now, partial(master, make=not is_promised, note=note), note)
        say(waiting_words(load(here, slug)))
