"""The commands that tell players something: turn notices (`post`), and who has to be reminded (`reminders`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click
import msgspec

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import (
    flag,
    json_option,
    league,
    looking_now_option,
    option,
    optional_slugs_argument,
    since_option,
)
from genetess_cli.cli.terminal import note, put, put_lines
from genetess_cli.errors import Fault, NothingDue, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from genetess_cli.notices.reminders import Reminder
    from genetess_cli.store.league import League


@listed("post")
@optional_slugs_argument
@since_option
@option("--after", "COMMIT", "Only turns after this commit.")
@option(
    "--out",
    "DIR",
    "Write one file a message into this folder, not an mbox to standard output.",
    type=click.Path(),
)
@flag("--lines", "as_lines", "Print a line of JSON for each notice, for another channel.")
@flag("--public", "is_public", "With --lines: only what everybody may know, one comment for each game.")
@flag("--daily", "To players who want one mail a day, and to nobody else. Run it once a day.")
@looking_now_option
def post(
    slugs: tuple[str, ...],
    since: int | None,
    after: str | None,
    out: str | None,
    as_lines: bool,
    is_public: bool,
    daily: bool,
    now: int,
) -> int:
    r"""Write turn notices to the players of all games or of those named: whose turn it is, and what happened.

    Without options it covers the last run. With --since it covers everything after that time, and reminders. Nothing
    is sent: the messages are for `sendmail -t`.

    Examples:
      genetess post riot > notices.mbox
      genetess post --since 2026-11-24T17:00:00Z --out ~/outbox
      genetess post --lines | while read -r notice; do printf '%s\n' "$notice" | my-channel; done
    """
    from genetess_cli.cli.collect import write
    from genetess_cli.notices.forge_thread import comment
    from genetess_cli.notices.mail import daily as daily_of
    from genetess_cli.notices.mail import posts
    from genetess_cli.notices.news import notices as notices_of
    from genetess_cli.notices.notice import Addressee, kind_of, row
    from genetess_cli.notices.reminders import Look

    if is_public and not as_lines:
        raise WrongUsage("--public needs --lines: it is for a place that everybody reads")
    if as_lines and out is not None:
        raise WrongUsage("--lines prints, and --out writes files; give one of them")
    here = league()
    look = Look(now, since, after, daily=daily)
    notices, broken = _gather(slugs or here.slugs(), lambda slug: notices_of(here, slug, look, is_public))
    if is_public:
        put_lines(
            {"kind": kind_of(notice.news), **msgspec.to_builtins(comment(notice))} for notice in notices
        )
    elif as_lines:
        put_lines(map(row, notices))
    else:
        written = posts(notices)
        if daily:
            written = daily_of(written)
        write(here, written, out, now)
        silent = [
            f"{notice.reader.seat} in {notice.game}"
            for notice in notices
            if isinstance(notice.reader, Addressee) and not notice.reader.mail
        ]
        if silent:
            note(f"no mail for {', '.join(silent)}: no address of theirs is known here")
    if not (notices or broken):
        raise NothingDue("there is nothing to tell anybody")
    return int(broken)


_Told = TypeVar("_Told")


def _gather(slugs: Sequence[str], of_game: Callable[[str], list[_Told]]) -> tuple[list[_Told], bool]:
    """Return what there is to tell of games, and whether one of them cannot be read; that keeps no other back."""
    gathered: list[_Told] = []
    broken = False
    for slug in slugs:
        try:
            gathered += of_game(slug)
        except WrongUsage:
            raise
        except Fault as fault:
            note(f"{slug}: {fault}")
            broken = True
    return gathered, broken


def _length(text: str) -> int:
    from genetess_cli.store.times import duration

    return duration(text) or 0


@listed("reminders")
@since_option
@option(
    "--gap",
    "TIME",
    "The longest time to your next run, such as 5h: what is due before it is listed now.",
    type=_length,
    default="none",
)
@looking_now_option
@json_option
def reminders(since: int | None, gap: int, now: int, as_json: bool) -> int:
    """List who needs a reminder, by `remind:` in each game's settings, and how much time is left.

    This sends and writes nothing. With --since, the time of your last run and its --gap, each reminder is listed once.

    Examples:
      genetess reminders
      genetess reminders --since 2026-11-24T17:00:00Z --json
      genetess reminders --gap 5h
    """
    from genetess_cli.notices.reminders import Look
    from genetess_cli.notices.reminders import reminders as reminders_of

    here = league()
    look = Look(now, since, ahead=gap)
    reminders, broken = _gather(here.slugs(), lambda slug: reminders_of(here, slug, look))
    told = [reminder_words(here, reminder) for reminder in reminders]
    nobody = "Nobody needs a reminder now. (`remind:` in game.yaml says when a game reminds.)"
    put(reminders, told or [nobody], as_json)
    return int(broken)


def reminder_words(here: League, reminder: Reminder) -> str:
    """Return who has to be reminded, and how much time is left."""
    from genetess_cli.rules.voice import time_left_words
    from genetess_cli.store.times import Time, to_time

    until = here.terms(reminder.game).file.format_time(Time(to_time(reminder.deadline)))
    what = "to the end of the holiday" if reminder.holiday else "to the deadline"
    who = f"{reminder.name}, {reminder.login}" if reminder.login else reminder.name
    left = time_left_words(max(60, reminder.left))
    return f"{reminder.game} {reminder.turn} {reminder.seat} ({who}): {left} {what}, {until}"
