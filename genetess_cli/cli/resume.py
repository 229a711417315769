"""`genetess resume`: a paused game goes on."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, reason_option, slug_argument
from genetess_cli.cli.terminal import note


@click.command("resume", cls=Command)
@slug_argument
@reason_option
@now_option
def command(slug: str, reason: str | None, now: int) -> None:
    """Let a paused game go on, with what was left of its deadline, but an hour at least.

    Orders that came in meanwhile go with the next run.

    Example:
      genetess resume riot
    """
    from genetess_cli.cli.gm_acts import tell
    from genetess_cli.turns.gm_actions import GmAction
    from genetess_cli.turns.referee import act

    here = league()
    tell(here, slug, act(here, slug, GmAction("resume", reason=reason), now, note=note))
