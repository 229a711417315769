"""`genetess status`: how every game stands, a line a game."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import flag, json_option, league, looking_now_option
from genetess_cli.cli.terminal import is_in_public, put, say
from genetess_cli.errors import WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from genetess_cli.notices.status import GameStatus

_EVERY = 5
"""Seconds between two looks of `--watch`."""


@listed("status")
@json_option
@flag("--watch", "Draw it again every few seconds. Ctrl-C ends it.")
@looking_now_option
def command(as_json: bool, watch: bool, now: int) -> int:
    """List all games, the nearest deadline first: whom each waits for, and what is wrong.

    Whether an order is in is told as far as you may know: of a sealed game only with its key, and never in CI. What an
    order says is never told. The exit status is 1 where a game cannot be read.

    Examples:
      genetess status
      genetess status --watch
    """
    import msgspec

    from genetess_cli.notices.status import statuses
    from genetess_cli.store.times import encode_time

    here = league()
    is_private = not is_in_public()
    if not watch:
        found = statuses(here, now, is_private)
        lines = [*map(_line, found)] or ["There is no game yet: `genetess new` makes one."]
        put(msgspec.to_builtins(found, enc_hook=encode_time), lines, as_json)
        return int(any(status.stand is None for status in found))
    if as_json or not sys.stdout.isatty():
        raise WrongUsage("--watch draws on a terminal; leave it out for --json, a file or a pipe")
    began = time.monotonic()
    with suppress(KeyboardInterrupt):
        while True:
            found = statuses(here.now(), now + int(time.monotonic() - began), is_private)
            lines = [*map(_line, found)]
            click.clear()
            say(*lines)
            time.sleep(_EVERY)
    return 0


def _line(status: GameStatus) -> str:
    from genetess_cli.cli.due import standing_words
    from genetess_cli.rules.voice import time_left_words
    from genetess_cli.turns.standing import NotStarted

    slug = status.game
    if status.stand is None:
        return f"{slug} cannot be read: {'; '.join(status.findings)}".replace("\n", " ")
    parts = [standing_words(status.stand, status.timezone)]
    if status.start:
        parts.append(f"planned to start {status.start}")
    elif status.stand == NotStarted() and not status.findings:
        parts.append(f"start it with `genetess start {slug}`")
    if status.left is not None:
        past = "left" if status.left > 0 else "past the deadline"
        parts.append(f"{time_left_words(max(60, abs(status.left)))} {past}")
    if status.orders:
        parts.append(f"since {status.since}")
    for known, words in (
        ("in", "order in"),
        ("waiting", "order runs at the deadline"),
        ("missing", "no order"),
    ):
        parts.append(_listed(words, [seat for seat in status.orders if status.orders[seat] == known]))
    parts += [
        *status.votes,
        _listed("missed", [f"{seat} {count}" for seat, count in status.missed.items()]),
        _listed("vacant", status.vacant),
        _listed("unreadable", status.unreadable),
        _listed("commits not pushed", [str(status.unpushed)] * bool(status.unpushed)),
        *status.findings,
    ]
    head = f"{slug} {status.turn}:" if status.turn else slug
    return f"{head} {'; '.join(filter(None, parts))}".replace("\n", " ")


def _listed(words: str, names: Sequence[str]) -> str:
    return f"{words}: {', '.join(names)}" if names else ""
