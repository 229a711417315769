"""Taking turns back: the game goes on from an earlier position, and nothing is erased.

The position, the clock and what turns took out of the order files come from the commits of the turns themselves, so the
history has to be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from genetess_cli.errors import Note, Refused, WrongUsage, ignore_note
from genetess_cli.rules import orders
from genetess_cli.store.files import Files
from genetess_cli.store.git.differences import restore
from genetess_cli.store.league import League
from genetess_cli.store.people import People
from genetess_cli.store.reader import games
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.store.records import (
    FORMER,
    Acted,
    By,
    Failed,
    Graced,
    Holder,
    Played,
    Record,
    TimeOut,
    Wished,
)
from genetess_cli.store.terms import Terms
from genetess_cli.store.timeline import Timeline
from genetess_cli.turns.acts.absence import PersonTold
from genetess_cli.turns.acts.back import Earlier, Undo, given_back, moves
from genetess_cli.turns.queue import files_in, parse_queue
from genetess_cli.turns.referee import act, check_reason, check_time
from genetess_cli.turns.saving import queue_before
from genetess_cli.turns.state import GameState, commits_of, mask_ids
from genetess_cli.turns.timeline import records_of
from genetess_cli.turns.wishes.lines import lift


def undo(
    league: League,
    slug: str,
    now: int,
    to: str | None = None,
    reason: str | None = None,
    note: Note = ignore_note,
    source: By = "gm",
) -> Record:
    """Take back the newest turn or act with what failed behind it, or with `to` all since that turn began.

    A full deadline begins, and orders are again in the files that they were taken from. But where it was an act alone
    that moved no turn, the clock is again as it was. Raise Refused where there is nothing to take back, the history is
    not here or an order file is edited and not committed, WrongUsage for a turn that there is none of.
    """

    def make(state: GameState, league: League) -> Undo:
        if state.clock.key is not None:
            raise Refused(f"{slug}: its key is public, so nothing can be undone")
        if edited := [path for path in state.edited if path != state.paths.game]:
            ways = ", ".join(_way_back(league, path) for path in edited)
            raise Refused(f"{', '.join(edited)}: edited and not committed; commit it, or {ways}")
        records = [*records_of(league, state.terms)]
        first = _whole_round(league, state, records, _first(state, records, to))
        past = _past(league, state, first)
        check_time(league, state, past.clock, now)
        is_anew = to is not None or moves(records, first.number)
        past = past.replace(queues=_files_again(league, state, records, first))
        if state.file.names_persons:
            _check_known(league.people, given_back(state, Timeline(records), first.number))
        return Undo(past, first, records, is_anew, league.people, reason=reason, source=source)

    check_reason(reason)
    return act(league, slug, make, now, note=note)


def last_turn(league: League, game: AnyGame, seat: str) -> str:
    """Return the turn of the last thing that a seat did against bots. Raise Refused where others play, or for none."""
    if {*game.file.seats} - {*game.file.bots} != {seat}:
        raise Refused("Other people play in this game too, so no turn is undone.")
    number = game.clock.number if game.clock else 0
    while number:  # from the newest on, as all records of a long game take their time
        record = next(records_of(league, game.terms, number - 1))
        if record.seat == seat and isinstance(record, Played | TimeOut | Wished):
            return record.turn
        number = record.number if record.back_to is None else record.back_to
    raise Refused("You have had no turn yet.")


def _check_known(people: People, players: Mapping[str, Holder]) -> None:
    """Raise Refused where a seat would go back to somebody who is no person of the league."""
    for seat, holder in players.items():
        found = people.holder(holder)
        if not found.bot and found.person not in people.persons:
            raise Refused(
                f"{seat} would go back to {FORMER}, who is not among the people of the league; undo less with --to, or "
                f"give the seat to somebody else with `genetess replace`"
            )


def _way_back(league: League, path: str) -> str:
    """Return the command that makes a file what is committed."""
    command = restore(path) if league.snapshot.find(path) else f"rm {path}"
    return f"`{command}`"


# Which record is the first to be taken back


def _first(state: GameState, records: Sequence[Record], to: str | None) -> Record:
    """Return the first record to take back: the newest that is a turn or an act, or a turn's first."""
    slug = state.slug
    stand = [record for record in Timeline(records).live() if record.number]
    if to is None:
        last = [
            record
            for record in records
            if not isinstance(record, Failed | Graced | PersonTold) and not record.was_due
        ][-1]
        if last.number:
            return last
        again = f"; to begin the turn again: `genetess undo {slug} --to {stand[-1].turn}`" if stand else ""
        start = "if the start itself was a mistake, see docs/gm.md, “A wrong --now”"
        raise Refused(f"no order of {slug} has been played yet{again}; {start}")
    for record in stand:
        if record.turn == to:
            return record
    if to == state.clock.turn:
        raise Refused(f"{slug} is already at the start of turn {to}")
    turns = ", ".join(dict.fromkeys(record.turn for record in stand))
    way = f"you can go back to {turns}" if turns else "no turn has been played yet"
    raise WrongUsage(f"{slug} has no turn {to[:20]!r} to go back to: {way}")


def _whole_round(league: League, state: GameState, records: Sequence[Record], first: Record) -> Record:
    """Return the first record of the round of `first` where all ordered together: it is played as a whole."""
    if isinstance(first, Acted) or not _past(league, state, first).clock.together:
        return first
    for record in reversed(Timeline(records).live(before=first.number)):
        if not record.number or isinstance(record, Acted) or record.turn != first.turn:
            break
        first = first if isinstance(record, Graced) else record
    return first


# How things stood before it


def _past(league: League, state: GameState, first: Record) -> Earlier:
    """Return the game before a record, from the commit that carried it out and the one before that."""
    paths = state.paths
    slug = state.slug
    commit, before = commits_of(league, state.terms, first)
    then = league.committed(before)
    clock = then.clock(slug).sound().clock
    if clock is None or clock.number != first.number:
        raise Refused(
            f"the commit {commit[:12]} holds more than record {first.number}: the history of {slug} was rewritten, or "
            "its folder got another name, so the position before that turn is unknown. Try another turn with --to; see "
            "docs/gm.md, “After a squash”"
        )
    position = games.position(then.snapshot, state.terms, first.number)
    return Earlier(position, mask_ids(state.codec, clock), state.queues, then.lying(paths.game) or b"")


def _files_again(league: League, state: GameState, records: Sequence[Record], first: Record) -> Files:
    """Return what order files say once it is taken back what the records from `first` on took out of them.

    What was undone before lies there already, with whatever its player made of it. A file stays as it is that cannot be
    opened, or could not be read any more; and no wish comes back.
    """
    queues = dict(state.queues)
    undone = Timeline(records).undone
    by_commit = {  # after a squash, one has several
        (commits_of(league, state.terms, record), record.seat): record
        for record in reversed(records[first.number :])
        if record.number not in undone and (record is first or not isinstance(record, Acted | Graced))
    }
    for (commits, _), record in by_commit.items():
        after, earlier = (_said_in(league.at(commit), state.terms) for commit in commits)
        for seat in queues.keys() - state.closed.keys():
            before = queue_before(record, seat, after.get(seat), earlier.get(seat))
            text = _put_back(queues[seat] or b"", lift(before or b"").rest, after.get(seat) or b"")
            if not parse_queue(state.ruleset, text).problem:
                queues[seat] = text
    return queues


def _said_in(league: League, terms: Terms) -> Files:
    """Return what order files say in the league's commit; one that cannot be opened says nothing."""
    said, closed = files_in(league, terms)
    return {**said, **dict.fromkeys(closed)}


def _put_back(text: bytes, before: bytes, after: bytes) -> bytes:
    """Return an order file with what was taken out of it, as it said `before` and `after`, in front."""
    if text == after:
        return before
    taken = Counter(_orders(before)) - Counter(_orders(after))
    return "".join(f"{order}\n" for order in taken.elements()).encode() + text


def _orders(data: bytes) -> list[str]:
    return [entry.text for entry in orders.entries(data.decode("utf-8-sig", "replace"))]
