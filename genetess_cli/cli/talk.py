"""What people say in a game: `say` publishes a ruling of the GM's, `talk` and `unsay` are for what players say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.acts import do
from genetess_cli.cli.group import listed
from genetess_cli.cli.options import (
    committed,
    flag,
    is_pushing,
    league,
    now_option,
    option,
    push_next,
    push_option,
    slug_argument,
    slugs_argument,
)
from genetess_cli.cli.terminal import say as tell
from genetess_cli.errors import NothingDue, Refused, WrongUsage
from genetess_cli.turns.acts import Say

if TYPE_CHECKING:
    from genetess_cli.errors import Note
    from genetess_cli.store.league import League


@listed("say")
@slugs_argument
@click.argument("text")
@push_option
@now_option
def say(slugs: tuple[str, ...], text: str, now: int) -> None:
    """Publish a ruling, or anything else that all players are to know. It changes nothing in the game.

    It is in the log, on the pages, in the feeds and in the next notices. `undo` takes it back.

    Example:
      genetess say riot "Red's order of turn 3 stands: the rules of S4 allow it"
    """

    def ruling(here: League, slug: str) -> Say:
        if here.clock(slug).clock is None:
            path = here.terms(slug).paths.game
            raise Refused(f"{slug} has not started yet: write this behind `about:` in {path}, for its page")
        return Say(reason=text)

    do(slugs, now, ruling)


@listed("talk")
@slug_argument
@click.argument("text", required=False)
@option("--as", "seat", "SEAT", "Say TEXT for this seat.")
@push_option
@now_option
def talk(slug: str, text: str | None, seat: str | None, now: int) -> None:
    """Read what players said to all in a game, or say something for a seat.

    Everybody can read it: players, spectators, other leagues. It is no part of the game, and can be taken away.

    Examples:
      genetess talk riot
      genetess talk riot --as red "Well played, green"
    """
    from genetess_cli.store.people import speech

    here = league()
    terms = here.terms(slug)
    if (text is None) != (seat is None):
        raise WrongUsage("to say something, give both --as SEAT and the text")
    if text is None or seat is None:
        lines = [
            f"{number} {one.turn} {one.day} {one.seat}: {one.listed}"
            for number, one in here.said(slug).items()
        ]
        if not lines:
            raise NothingDue(f"nobody has said anything in {slug}")
        tell("\n".join(lines))
        return
    terms.check_seat(seat)

    def add(here: League, _: Note) -> int:
        return speech.say(here, slug, speech.judge(here, here.game(slug), seat, text, now), now)

    number = committed(here, add)
    tell(f"{slug}: {seat} said this, as message {number}.{push_next(here)}")


@listed("unsay")
@slug_argument
@click.argument("number", type=int)
@option("--reason", "TEXT", "Why. Everybody reads it in place of the text.", default="")
@flag("--erase", "Erase it from the branch `talk`, whose history is rewritten.")
@push_option
@now_option
def unsay(slug: str, number: int, reason: str, erase: bool, now: int) -> None:
    """Take away what a player said. Its line stays, with your reason; with --erase nothing of it stays.

    Until others fetch the branch again, they have what was erased, and a forge keeps it for a while.

    Examples:
      genetess unsay riot 7 --reason "an address"
      genetess unsay riot 7 --erase
    """
    from genetess_cli.store.people import speech as talking
    from genetess_cli.turns.referee import check_reason

    here = league()
    here.terms(slug)
    if erase:
        talking.erase(here, slug, number, now, is_pushing(here))
        tell(f"{slug}: message {number} is erased.")
        return
    if not reason:
        raise WrongUsage("say why with --reason TEXT, which everybody reads; or erase it with --erase")
    check_reason(reason)
    committed(here, lambda here, _: talking.unsay(here, slug, number, reason, now))
    tell(f"{slug}: message {number} is taken away.{push_next(here)}")
