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
    """Publish the key of a sealed game that is over, so that everybody can read and verify all of it.

    It goes into clock.yaml and cannot be taken back. Other games of yours have other keys and stay sealed.

    Example:
      genetess reveal riot
    """
    from genetess_cli import links

    links.reveal(league(), slug, now, note)
    say(
        f"{slug}: its key is public now. `genetess verify {slug}` checks the whole game, for anybody with a clone;"
    )
    say("the next `genetess build` shows the whole history.")
