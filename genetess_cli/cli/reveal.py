"""`genetess reveal`: the key of a game that is over."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, slug_argument
from genetess_cli.cli.terminal import note, say


@click.command("reveal", cls=Command)
@slug_argument
@now_option
def command(slug: str, now: int) -> None:
    """Publish the key of a game that is over. Then everybody can verify its draws and read all that was sealed.

    The key is written into clock.yaml and cannot be taken back. Your other games have other keys and stay secret.

    Example:
      genetess reveal riot
    """
    from genetess_cli.store.game import load
    from genetess_cli.turns import start

    here = league()
    start.reveal(here, slug, now, note)
    say(
        f"{slug}: its key is public now. `genetess verify {slug}` checks the whole game, for anybody with a clone."
    )
    if load(here, slug).is_sealed:
        say("The next `genetess build` shows the whole history.")
