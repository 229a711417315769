"""Taking turns back: the game goes on from an earlier position, and nothing is erased.

The position, the clock and what turns took out of the order files come from the commits of the turns themselves, so the
history has to be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Note, Refused, WrongUsage
from genetess_cli.rules import orders
from genetess_cli.rules.problems import join_words
from genetess_cli.store.codec import ids_of
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.git.commits import is_gm_action
from genetess_cli.store.git.differences import restore
from genetess_cli.store.league import League
from genetess_cli.store.reader import games
from genetess_cli.store.schema import GRACE, UNDO, Clock, RecordFile
from genetess_cli.store.terms import Terms
from genetess_cli.turns.acts import (
    Effect,
    GmAction,
    called,
    deadline,
    name_of,
    new_player,
    orders_left,
    set_players,
)
from genetess_cli.turns.clock import restart
from genetess_cli.turns.queue import files_in, parse_queue
from genetess_cli.turns.referee import act, check_reason, check_time
from genetess_cli.turns.state import (
    GameState,
    commits_of,
    ignore_note,
    mask_ids,
    queue_before,
    with_new_keys,
)
from genetess_cli.turns.timeline import Timeline, attempts_after


class Past(msgspec.Struct, frozen=True):
    """A game as it stood before a record: the position, its clock, and game.yaml's text.

    `queues` is what the order files say once all since then is taken back.
    """

    game: Any
    clock: Clock
    queues: Contents
    text: bytes


def undo(
    league: League,
    slug: str,
    now: int,
    to: str | None = None,
    reason: str | None = None,
    note: Note = ignore_note,
) -> RecordFile:
    """Take back the newest turn or act with what failed behind it, or with `to` all since that turn began.

    A full deadline begins, and orders are again in the files that they were taken from. But where it was an act alone
    that moved no turn, the clock is again as it was. Raise Refused where there is nothing to take back, the history is
    not here or an order file is edited and not committed, WrongUsage for a turn that there is none of.
    """

    def make(state: GameState, league: League) -> GmAction:
        if state.clock.key is not None:
            raise Refused(f"{slug}: its key is public, so nothing can be undone")
        if edited := [path for path in state.edited if path != state.paths.game]:
            ways = [f"`{restore(path) if league.snapshot.find(path) else f'rm {path}'}`" for path in edited]
            raise Refused(f"{', '.join(edited)}: edited and not committed; commit it, or {', '.join(ways)}")
        records = [*league.records(state.terms)]
        first = _whole_round(league, state, records, _first(state, records, to))
        past = _past(league, state, first)
        check_time(league, state, past.clock, now)
        is_anew = to is not None or moves(records, first.number)
        past = replace(past, queues=_files_again(league, state, records, first))
        return GmAction(UNDO, reason=reason, go_back=partial(go_back, past, records, first, is_anew))

    check_reason(reason)
    return act(league, slug, make, now, note=note)


# Which record is the first to be taken back


def _first(state: GameState, records: Sequence[RecordFile], to: str | None) -> RecordFile:
    """Return the first record to take back: the newest that is a turn or an act, or a turn's first."""
    slug = state.slug
    stand = [record for record in Timeline(records).live() if record.number]
    if to is None:
        last = [record for record in records if record.outcome != "failed" and record.desk != GRACE][-1]
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


def _whole_round(
    league: League, state: GameState, records: Sequence[RecordFile], first: RecordFile
) -> RecordFile:
    """Return the first record of the round of `first` where all ordered together: it is played as a whole."""
    if is_gm_action(first) or not _past(league, state, first).clock.together:
        return first
    for record in reversed(Timeline(records).live(before=first.number)):
        if not record.number or is_gm_action(record) or record.turn != first.turn:
            break
        first = first if record.desk else record
    return first


# How things stood before it


def _past(league: League, state: GameState, first: RecordFile) -> Past:
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
    position = games.position(then.snapshot, state.terms, first.number, league.cache)
    return Past(position, mask_ids(state.codec, clock), state.queues, then.lying(paths.game) or b"")


def _files_again(league: League, state: GameState, records: Sequence[RecordFile], first: RecordFile) -> Files:
    """Return what order files say once it is taken back what the records from `first` on took out of them.

    What was undone before lies there already, with whatever its player made of it. A file stays as it is that cannot be
    opened, or could not be read any more.
    """
    queues = dict(state.queues)
    undone = Timeline(records).undone
    by_commit = {  # after a squash, one has several
        (commits_of(league, state.terms, record), record.seat): record
        for record in reversed(records[first.number :])
        if record.number not in undone and (record is first or not record.desk)
    }
    for (commits, _), record in by_commit.items():
        after, earlier = (_said_in(league.at(commit), state.terms) for commit in commits)
        for seat in queues.keys() - state.closed.keys():
            before = queue_before(record, seat, after.get(seat), earlier.get(seat))
            text = _put_back(queues[seat] or b"", before or b"", after.get(seat) or b"")
            if not parse_queue(state.ruleset, text).problem:
                queues[seat] = text
    return queues


def _said_in(league: League, terms: Terms) -> Files:
    """Return what order files say in the league's commit; one that cannot be opened says nothing."""
    said, closed = files_in(league, terms)
    return {seat: None if seat in closed else data for seat, data in said.items()}


def _put_back(text: bytes, before: bytes, after: bytes) -> bytes:
    """Return an order file with what was taken out of it, as it said `before` and `after`, in front."""
    if text == after:
        return before
    taken = Counter(_orders(before)) - Counter(_orders(after))
    return "".join(f"{order}\n" for order in taken.elements()).encode() + text


def _orders(data: bytes) -> list[str]:
    return [entry.text for entry in orders.entries(data.decode("utf-8-sig", "replace"))]


# What comes of it


def go_back(
    past: Past, records: Sequence[RecordFile], first: RecordFile, is_anew: bool, state: GameState, at: int
) -> Effect:
    """Return what comes of going back to before `first`; `is_anew` begins a full deadline."""
    players = _players(state, records, first.number)
    taken = Timeline(records).undone_by(first.number)
    present_clock = with_new_keys(state, *players).clock
    clock = replace(past.clock, retry=state.clock.retry)
    if is_anew:
        clock = replace(past.clock, retry=None)
        ids = ids_of(state.codec, past.queues)
        for seat in past.clock.to_move[:1]:  # nobody where the game was over
            clock = restart(clock, seat, ids, first.at, at, state.file)
    # What never goes back: keys and the numbers of queues, how often a turn was played.
    kept = {name: getattr(present_clock, name) for name in ("epochs", "numbers", "noted", "key", "last")}
    waiting = [seat for seat in past.queues if _waits(past, state, seat)]
    kept |= {"attempts": attempts_after(state.clock.attempts, taken), "put_back": tuple(waiting)}
    clock = replace(clock, **kept)
    after = replace(state, game=past.game, clock=clock, queues=dict(past.queues))
    now = {} if is_anew else {"since": str(clock.since)}  # with the deadline, where that is another one
    if not is_anew and clock.deadline != state.clock.deadline:
        now |= deadline(clock)
    slug = state.slug
    notes = orders_left(state, players)
    if back := [seat for seat in waiting if past.queues[seat] != state.queues[seat]]:
        notes.append(
            f"{slug}: orders are again in the files of {join_words(back)}. They wait until their player saves them "
            "again, or for the deadline."
        )
    if clock.is_late(at):
        notes.append(
            f"{slug} {clock.turn}: the deadline is again {clock.deadline}, which has passed. The next run applies it. "
            f"For more time: `genetess extend {slug} --by TIME`"
        )
    return Effect(
        after,
        undone_range(first, taken),
        now,
        back_to=first.number,
        notes=notes,
        settings=_settings_again(state, past, players) if players else None,
    )


def _waits(past: Past, state: GameState, seat: str) -> bool:
    """Return whether a file waits: orders were put into it, or it waits as before an undo that is taken back."""
    more = len(past.queues[seat] or b"") - len(state.queues[seat] or b"")
    clock = past.clock if more < 0 else state.clock
    return more > 0 or seat in clock.put_back


def moves(records: Sequence[RecordFile], number: int) -> bool:
    """Return whether turns go or come back before a record; acts that only clock and players know are none."""
    lives = (Timeline(records).live(before=end) for end in (number, None))
    before, now = ([record.number for record in live if _is_move(record)] for live in lives)
    return before != now


def _is_move(record: RecordFile) -> bool:
    return not record.desk or bool(record.events)


def undone_range(first: RecordFile, gone: Sequence[RecordFile]) -> dict[str, Any]:
    turns = [record.turn for record in gone if not record.desk and record.outcome != "failed"]
    acts = [UNDO] if first.desk == UNDO else []
    acts += [_act(record) for record in gone if record.desk]
    told: dict[str, Any] = {"first": turns[0], "last": turns[-1]} if turns else {}
    return told | ({"acts": acts} if acts else {})


def _act(record: RecordFile) -> Any:
    """Name what the GM did, as a record that takes it back does: the command, and what it did to whose seat."""
    if record.seat is None or record.desk == GRACE:
        return record.desk
    players = {"was": called(record.was), "now": called(record.now)} if new_player(record) else {}
    orphans = {"orphans": True} if record.now.get("orphans") else {}
    return {"act": record.desk, "seat": record.seat, **players, **orphans}


def _settings_again(state: GameState, past: Past, players: Mapping[str, Mapping[str, str | None]]) -> bytes:
    """Put players back into game.yaml: with its text of then, where nothing else has changed."""
    terms = state.terms
    now = {player.seat: name_of(player) for player in terms.file.players if player.seat in players}
    texts = set_players(terms, past.text, now), set_players(terms, past.text, players)
    if texts == (terms.source, past.text):
        return past.text
    return set_players(terms, terms.source, players)


def _players(
    state: GameState, records: Sequence[RecordFile], before: int
) -> dict[str, dict[str, str | None]]:
    replaced = [record for record in records if new_player(record)]
    first = {str(record.seat): record.was for record in reversed(replaced)}
    kept = {record.seat: record.now for record in Timeline(records).live(before=before) if new_player(record)}
    now = {record.seat: record.now for record in Timeline(records).live() if new_player(record)}
    playing = {player.seat: name_of(player) for player in state.file.players}
    wanted = {seat: dict(kept.get(seat, was)) for seat, was in first.items()}
    return {
        seat: who for seat, who in wanted.items() if now.get(seat) != kept.get(seat) and playing[seat] != who
    }
