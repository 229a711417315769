"""Several games at once, and the remote: every game's due turns, pushed, and resolved again where the branch moved.

One game is resolved in `turns/referee.py`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from genetess_cli.errors import Busy, Fault, Note, NothingDue, Refused, Stalled
from genetess_cli.store.git.remote import Rejected
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League, tell_kept
from genetess_cli.store.reader import clocks
from genetess_cli.store.reader.clocks import Clocked, Edits
from genetess_cli.store.records import Record
from genetess_cli.turns.queue import may_be_due
from genetess_cli.values import Value

Ran = TypeVar("Ran")
TRIES = 4
Seen = Sequence[tuple[Clocked, Edits]]
"""Games in which something may be due, as they were before the run."""
Play = Callable[[str, Note], list[Record]]
"""Carries out what is due in one game. It is handed in, as most runs find nothing due and load nothing that plays."""


def resolve_and_push(
    league: League, slug: str, play: Callable[[Note], list[Record]], note: Note
) -> list[Record]:
    """`play`, and push; where the remote has moved, the turns are dropped and played again on top of it.

    [] where only turns that had not been pushed before were pushed. Raises what `play` raises, Refused where the
    remote's changes and edits here are in each other's way, Busy where the remote cannot be reached.
    """

    def find(note: Note) -> Seen:
        here = league.settled(note)
        game = here.clock(slug)
        return [(game, clocks.edits(game, here.tree))]

    return _push(league, find, lambda _, note: play(note), [], note)


class Ticked(Value):
    """What a tick carried out, by game, and the games that could not be resolved."""

    done: dict[str, list[Record]]
    broken: dict[str, Fault]


def tick(league: League, now: int, play: Play, push: bool, note: Note) -> Ticked:
    """Play what is due in every game, past broken ones. Raise NothingDue; with `push` as `resolve_and_push`."""

    def run(due: Seen, note: Note) -> Ticked:
        ticked = Ticked({}, {})
        for game, _ in due:
            try:
                ticked.done[game.slug] = play(game.slug, note)
            except Stalled as why:
                note(str(why))
            except NothingDue:
                pass
            except Busy:
                for slug, records in ticked.done.items():
                    tell_kept(slug, records, note)
                raise
            except Fault as fault:
                ticked.broken[game.slug] = fault
        if not ticked.done and not ticked.broken:
            raise NothingDue("nothing is due in any game")
        return ticked

    if push:
        return _push(league, partial(_due, league, now), run, Ticked({}, {}), note)
    return run(_due(league, now, note), note)


def _due(league: League, now: int, note: Note) -> Seen:
    """Return the games in which something may be due; of all others only clock and order files are read."""
    league = league.settled(note)
    games = league.clocks()
    for game in games:
        pause = game.clock.paused if game.clock else None
        if game.clock and pause and not pause.is_past(now):
            note(str(Stalled(game.slug, game.clock.turn, pause.since, pause.until)))
    seen = ((game, clocks.edits(game, league.tree)) for game in games)
    due = [(game, edits) for game, edits in seen if may_be_due(game, edits, now)]
    played = tuple(f"{game.paths.folder}/" for game, _ in due)  # which tell of their own
    try:
        found = league.differences(clocks_alone=True)
    except Refused as fault:  # whoever carries something out finds that too
        note(str(fault))
        return due
    for finding in found:
        if not finding.path.startswith(played):
            note(str(finding))
    return due


def _push(
    league: League,
    find: Callable[[Note], Seen],
    run: Callable[[Seen, Note], Ran],
    nothing: Ran,
    note: Note,
) -> Ran:
    """Find what may be due, run it and push.

    What cannot be pushed is dropped, people's files as before, so that the run can be repeated: draws are keyed, and on
    top of what came in between they are the same. What a run notes of what it did is told once that stands.
    """
    repository = league.repository
    rejected: Rejected | None = None
    for attempt in range(TRIES):
        heard: list[str] = []
        seen = find(heard.append)
        tip = repository.tip()
        edited = {path: data for _, edits in seen for path, data in edits.files.items()}
        drop = partial(repository.reset_to, tip, restore=edited)  # a run takes these into its turns
        ran: Ran | None = None
        try:
            ran = run(seen, heard.append)
        except Fault as fault:
            if not (isinstance(fault, NothingDue) and repository.is_ahead()):
                tell(heard, note)
                raise
        try:
            repository.push()
        except Refused as fault:
            drop()
            repository.check_remote()
            raise Busy(f"nothing was carried out, because it could not be pushed: {fault}") from None
        except Rejected as fault:
            rejected = fault
            drop()
            back_off(attempt)
            fast_forward(repository)
            if repository.tip() != tip:
                note("the remote had moved; turns are resolved again on top of it")
            continue
        tell(heard, note)
        if ran is None:
            note("nothing new is due; earlier turns were pushed now")
        return nothing if ran is None else ran
    raise Busy(f"nothing was carried out: {TRIES} pushes were rejected; run this again. The last: {rejected}")


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
            raise Busy(f"the remote could not be asked, and nothing was done: {fault}") from None
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
