"""`genetess reminders`: who has to be reminded of a deadline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, looking_now_option, since_option
from genetess_cli.cli.terminal import complain, note, put_json, say

if TYPE_CHECKING:
    from genetess_cli.notices.reminders import Reminder
    from genetess_cli.store.league import League


@click.command("reminders", cls=Command)
@since_option
@looking_now_option
@json_option
@click.pass_context
def command(ctx: click.Context, since: int | None, now: int, as_json: bool) -> None:
    """List who needs a reminder, by `remind:` in each game's settings, and how much time is left.

    This sends and writes nothing. With --since, the time of your last run, each reminder is listed once.

    Examples:
      genetess reminders
      genetess reminders --since 2026-11-24T17:00:00Z --json
    """
    import msgspec

    from genetess_cli.errors import Fault
    from genetess_cli.notices.reminders import of_game
    from genetess_cli.store.game import load

    here, reminders, broken = league(), [], False
    for slug in here.slugs():
        try:
            folder = load(here, slug)
            for words in folder.setup.idle_notices:
                note(str(words))
            if folder.clock is not None and folder.file.remind:
                reminders += of_game(here, slug, since, now)
        except Fault as fault:
            complain(f"{slug}: {fault}")
            broken = True
    if as_json:
        put_json(msgspec.to_builtins(reminders))
    else:
        _tell(here, reminders)
    ctx.exit(1 if broken else 0)


def _tell(here: League, reminders: list[Reminder]) -> None:
    from genetess_cli.site.log import time_left_words
    from genetess_cli.store.game import load
    from genetess_cli.store.times import Time, to_time

    for reminder in reminders:
        until = load(here, reminder.game).file.format_time(Time(to_time(reminder.deadline)))
        what = "to the end of the holiday" if reminder.holiday else "to the deadline"
        login = f", {reminder.login}" if reminder.login else ""
        left = time_left_words(max(60, reminder.left))
        say(
            f"{reminder.game} {reminder.turn} {reminder.seat} ({reminder.name}{login}): {left} {what}, {until}"
        )
    if not reminders:
        say("Nobody needs a reminder.")
