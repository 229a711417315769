"""`genetess extend`: more time until a deadline."""

from __future__ import annotations

from contextlib import suppress

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, reason_option, slug_argument
from genetess_cli.cli.terminal import note


def _seconds(ctx: click.Context, param: click.Parameter, text: str) -> int:
    from genetess_cli.errors import WrongUsage
    from genetess_cli.store.times import duration

    with suppress(WrongUsage):
        if seconds := duration(text):
            return seconds
    raise click.BadParameter("write a time such as 90m, 12h or 2d, of ten years at most.", ctx, param)


@click.command("extend", cls=Command)
@slug_argument
@click.option("--by", metavar="TIME", callback=_seconds, required=True, help="How much: 90m, 12h or 2d.")
@reason_option
@now_option
def command(slug: str, by: int, reason: str | None, now: int) -> None:
    """Put the deadline of a game off. Where it has passed already, the time counts from now.

    Example:
      genetess extend riot --by 2d --reason "Gwen is ill"
    """
    from genetess_cli.cli.gm_acts import tell
    from genetess_cli.turns.gm_actions import GmAction
    from genetess_cli.turns.referee import act

    here = league()
    tell(here, slug, act(here, slug, GmAction("extend", args={"by": by}, reason=reason), now, note=note))
