"""Several games at once, and the remote: what is done here is pushed, and done again where the branch moved.

One game is resolved in `turns/referee.py`.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from genetess_cli.errors import Busy, Fault, Note, NothingDue, Refused, Stalled
from genetess_cli.store.git.commits import ACT, UNDO
from genetess_cli.store.git.remote import Rejected
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League, tell_kept
from genetess_cli.store.reader import clocks
from genetess_cli.store.records import Record
from genetess_cli.turns.queue import may_be_due
from genetess_cli.values import Value

Ran = TypeVar("Ran")
TRIES = 4
Play = Callable[[str, Note], list[Record]]
"""Carries out what is due in one game. It is handed in, as most runs find nothing due and load nothing that plays."""


def pushed(league: League, run: Callable[[League, Note], Ran], note: Note, *, pull: bool = True) -> Ran:
    """Take the remote's commits, run what commits, and push; where the remote has moved, once more on top of it.

    What cannot be pushed is dropped, people's files as before, so that the run can be repeated: draws are keyed, and on
    top of what came in between they are the same. What a run notes of what it did is told once that stands. Without
    `pull` the remote's commits are taken only where they are in the way.

    Raise what `run` raises, Refused where an undo was not pushed, or the remote's changes and what is here are in each
    other's way, Busy where the remote cannot be reached.
    """
    repository = league.repository
    for subject, act in repository.unpushed(ACT).items():
        if act == UNDO:
            raise Refused(
                f"nothing was done, because the undo {subject!r} is not on the remote, where the game may go on as if "
                "there were none; run `git push`, then this again"
            )
    rejected: Rejected | None = None
    for attempt in range(TRIES):
        if pull or rejected:
            before = repository.tip()
            fast_forward(repository)
            if rejected and repository.tip() != before:
                note("the remote had moved; this is done again on top of it")
        heard: list[str] = []
        tip = repository.tip()
        try:
            ran = run(league.now(), heard.append)
        except Fault:
            tell(heard, note)
            raise
        try:
            if (
                repository.tip() != tip or repository.is_ahead()
            ):  # an earlier run may have ended before it pushed
                repository.push()
        except Rejected as fault:
            rejected = fault
            repository.reset_to(tip)
            back_off(attempt)
        except Refused as fault:
            repository.reset_to(tip)
            repository.check_remote()
            raise Busy(f"nothing was done, because it could not be pushed: {fault}") from None
        else:
            tell(heard, note)
            return ran
    raise Busy(f"nothing was done: {TRIES} pushes were rejected; run this again. The last: {rejected}")


def push_played(league: League, play: Callable[[League, Note], Ran], nothing: Ran, note: Note) -> Ran:
    """Play, and push; `nothing` where only turns that had not been pushed before were pushed."""

    def run(here: League, note: Note) -> Ran:
        try:
            return play(here, note)
        except NothingDue:
            if not here.repository.is_ahead():
                raise
            note("nothing new is due; earlier turns were pushed now")
            return nothing

    return pushed(league, run, note, pull=False)


class Ticked(Value):
    """What a tick carried out, by game, and the games that could not be resolved."""

    done: dict[str, list[Record]]
    broken: dict[str, Fault]


def tick(league: League, now: int, play: Play, push: bool, note: Note) -> Ticked:
    """Play what is due in every game, past broken ones, and `push` it. Raise NothingDue, and what `pushed` raises."""

    def run(here: League, note: Note) -> Ticked:
        ticked = Ticked({}, {})
        for slug in _due(here, now, note):
            try:
                ticked.done[slug] = play(slug, note)
            except Stalled as why:
                note(str(why))
            except NothingDue:
                pass
            except Busy:
                for slug, records in ticked.done.items():
                    tell_kept(slug, records, note)
                raise
            except Fault as fault:
                ticked.broken[slug] = fault
        if not ticked.done and not ticked.broken:
            raise NothingDue("nothing is due in any game")
        return ticked

    return push_played(league, run, Ticked({}, {}), note) if push else run(league, note)


def _due(league: League, now: int, note: Note) -> list[str]:
    """Return the games in which something may be due; of all others only clock and order files are read."""
    league = league.settled(note)
    games = league.clocks()
    for game in games:
        pause = game.clock.paused if game.clock else None
        if game.clock and pause and not pause.is_past(now):
            note(str(Stalled(game.slug, game.clock.turn, pause.since, pause.until)))
    read = league.snapshot.blobs
    away = league.people.away
    named = re.compile(rf"\b({'|'.join(away)})\b".encode())

    def is_due(game: clocks.Clocked) -> bool:
        is_away = bool(away and named.search(league.lying(game.paths.game) or b""))
        return may_be_due(game, clocks.edits(game, league.tree), now, read, is_away)

    due = [*filter(is_due, games)]
    played = tuple(f"{game.paths.folder}/" for game in due)  # which tell of their own
    slugs = [game.slug for game in due]
    try:
        found = league.differences(clocks_alone=True)
    except Refused as fault:  # whoever carries something out finds that too
        note(str(fault))
        return slugs
    for finding in found:
        if not finding.path.startswith(played):
            note(str(finding))
    return slugs


def tell(words: Sequence[str], note: Note) -> None:
    for one in words:
        note(one)


def fast_forward(repository: Repository) -> None:
    """Go to the remote's commits, or change nothing.

    Raise Busy where it cannot be asked, Refused where commits or edits here are in the way.
    """
    with repository.lock():
        tip = repository.tip()
        try:
            remote_tip = repository.fetch()
        except Refused as fault:
            repository.check_remote()
            raise Busy(f"the remote could not be asked, and nothing was done: {fault}") from None
        if remote_tip is None:
            return
        base = repository.merge_base(tip, remote_tip)
        if base == remote_tip:
            return
        if base != tip:
            raise Refused(
                "the remote has moved, and commits here are not on it. Run `git pull --rebase` and `git push`, then "
                "this again"
            )
        repository.reset_to(remote_tip)


def back_off(attempt: int) -> None:
    """Wait before another attempt to push, the longer the more there were, and not as long as others who run now."""
    time.sleep(0.2 * 2**attempt * (0.5 + os.getpid() % 100 / 100))
