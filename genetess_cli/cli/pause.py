"""`genetess pause`: a game stands still."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, reason_option, slug_argument
from genetess_cli.cli.terminal import note


@click.command("pause", cls=Command)
@slug_argument
@reason_option
@now_option
def command(slug: str, reason: str | None, now: int) -> None:
    """Stop a game: until `resume` nothing is due in it, neither orders nor time-outs.

    What is left of the deadline is kept, and orders can be written meanwhile.

    Example:
      genetess pause riot --reason "The GM is on the road"
    """
    from genetess_cli.cli.gm_acts import tell
    from genetess_cli.turns.gm_actions import GmAction
    from genetess_cli.turns.referee import act

    here = league()
    tell(here, slug, act(here, slug, GmAction("pause", reason=reason), now, note=note))
