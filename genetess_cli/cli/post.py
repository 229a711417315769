"""`genetess post`: turn notices, as mail or for other channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, looking_now_option, optional_slugs_argument, since_option
from genetess_cli.cli.terminal import complain, note, put_lines
from genetess_cli.errors import NothingDue, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from genetess_cli.notices.notice import Look, Notice
    from genetess_cli.store.league import League


@click.command("post", cls=Command)
@optional_slugs_argument
@since_option
@click.option("--after", metavar="COMMIT", help="Only turns after this commit.")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(),
    help="Write one file a message into this folder, not an mbox to standard output.",
)
@click.option(
    "--lines", "as_lines", is_flag=True, help="Print a line of JSON for each notice, for another channel."
)
@click.option(
    "--public",
    "is_public",
    is_flag=True,
    help="With --lines: only what everybody may know, one comment a game.",
)
@looking_now_option
@click.pass_context
def command(
    ctx: click.Context,
    slugs: tuple[str, ...],
    since: int | None,
    after: str | None,
    out: str | None,
    as_lines: bool,
    is_public: bool,
    now: int,
) -> None:
    r"""Write turn notices to the players of all games or of those named: whose turn it is, and what happened.

    Without options it covers the last run. With --since it covers everything after that time, and reminders. Nothing
    is sent: the messages are for `sendmail -t`.

    Examples:
      genetess post riot > notices.mbox
      genetess post --since 2026-11-24T17:00:00Z --out ~/outbox
      genetess post --lines | while read -r notice; do printf '%s\n' "$notice" | my-channel; done
    """
    from genetess_cli.notices.notice import Look

    if is_public and not as_lines:
        raise WrongUsage("--public needs --lines: it is for a place that everybody reads")
    if as_lines and out is not None:
        raise WrongUsage("--lines prints, and --out writes files; give one of them")
    here = league()
    told, broken = _find(here, slugs, Look(now, since, after), is_public)
    if as_lines:
        put_lines(_public(told) if is_public else told)
    else:
        _mail(here, told, out, now)
    if broken:
        ctx.exit(1)
    if not told:
        raise NothingDue("there is nothing to tell anybody")


def _find(here: League, slugs: Sequence[str], look: Look, is_public: bool) -> tuple[list[Notice], bool]:
    """Return the notices of the games, and whether there is a game that cannot be read."""
    from genetess_cli.errors import Fault
    from genetess_cli.notices.notice import notices, public

    told: list[Notice] = []
    broken = False
    for slug in slugs or here.slugs():
        try:
            told += (public if is_public else notices)(here, slug, look)
        except WrongUsage:
            raise
        except Fault as fault:
            complain(f"{slug}: {fault}")
            broken = True
    return told, broken


def _public(told: Sequence[Notice]) -> list[object]:
    from genetess_cli.notices.forge_thread import comment

    return [{"kind": notice.kind, **_plain(comment(notice))} for notice in told]


def _plain(value: object) -> dict[str, object]:
    import msgspec

    plain: dict[str, object] = msgspec.to_builtins(value)
    return plain


def _mail(here: League, told: Sequence[Notice], out: str | None, now: int) -> None:
    from genetess_cli.cli.mailing import write
    from genetess_cli.notices.mail import posts

    made = posts(told)
    write(here, made, out, now)
    silent = [notice for notice in told if not notice.mail]
    if silent:
        who = ", ".join(f"{notice.seat} in {notice.game}" for notice in silent)
        note(f"no mail for {who}: game.yaml has no address")
