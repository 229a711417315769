"""Taking turns back: the game goes on from an earlier position, and nothing is erased.

The position, the clock and the order files come from the commits of the turns themselves, so the history has to be
there. The record that is taken back first is called K here: the game goes to where it stood before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Note, Refused, WrongUsage
from genetess_cli.store.codec import ids_of
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.commits import is_gm_action
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import Committed, League
from genetess_cli.store.schema import GRACE, UNDO, Clock, RecordFile
from genetess_cli.turns.clock import restart
from genetess_cli.turns.gm_actions import Effect, GmAction, called, deadline, name_of, new_player, set_players
from genetess_cli.turns.queue import files_in_commit
from genetess_cli.turns.referee import act, check_reason, way_out
from genetess_cli.turns.state import (
    GameState,
    commits_of,
    ignore_note,
    mask_ids,
    queue_before,
    too_early_reason,
    with_new_keys,
)
from genetess_cli.turns.timeline import Timeline, attempts_after


class Past(msgspec.Struct, frozen=True):
    """A game as it stood before a record: the position, its clock, what each order file said, and game.yaml's text."""

    game: Any
    clock: Clock
    queues: dict[str, bytes | None]
    text: bytes


def undo(
    league: League,
    slug: str,
    now: int,
    to: str | None = None,
    reason: str | None = None,
    note: Note = ignore_note,
) -> RecordFile:
    """Take back the last thing that moved a game on or that the GM did, or with `to` all since that turn began.

    A full deadline begins, and what the order files say counts as stored. But where it was an act that moved no turn,
    the clock is again as it was, and the order files stay. Raise Refused where there is nothing to take back, the
    history is not here or an order file is edited and not committed, WrongUsage for a turn that there is none of.
    """

    def make(state: GameState, repository: Repository, tip: str) -> GmAction:
        if state.clock.key is not None:
            raise Refused(f"{slug}: its key is public, so nothing can be undone")
        if edited := [path for path in state.edited if path != state.folder.paths.game]:
            known = repository.read(tip, edited)
            ways = [f"`{'rm' if known[path] is None else 'git restore'} {path}`" for path in edited]
            raise Refused(f"{', '.join(edited)}: edited and not committed; commit it, or {', '.join(ways)}")
        records = [*state.folder.records()]
        first = _whole_round(repository, tip, state, records, _first(state, records, to))
        past = _past(repository, tip, state, first)
        if early := too_early_reason(past.clock, now):
            raise Refused(f"{slug} {state.clock.turn}: {early}. {way_out(state, now, past.clock.last_time)}")
        is_anew = to is not None or moves(records, first.number)
        orders = [record for record in Timeline(records).undone_by(first.number) if not record.desk]
        if is_anew and orders and orders[0] is not first:  # an act came first, and files after it
            past = replace(past, queues=_past(repository, tip, state, orders[0]).queues)
        return GmAction(UNDO, reason=reason, go_back=partial(go_back, past, records, first, is_anew))

    check_reason(reason)
    return act(league, slug, make, now, note=note)


# Which record is the first to be taken back


def _first(state: GameState, records: Sequence[RecordFile], to: str | None) -> RecordFile:
    """Return the first record to take back: the last that moved the game on or is of the desk, or a turn's first."""
    slug = state.folder.slug
    stand = [record for record in Timeline(records).live() if record.number]
    if to is None:
        last = [record for record in records if record.outcome != "failed" and record.desk != GRACE][-1]
        has_failed = records[-1].outcome == "failed"
        if not last.number or (last.desk == UNDO and has_failed):
            since = "since the last undo" if last.number else "yet"
            way = (
                f"; to begin the turn again: `genetess undo {slug} --to {stand[-1].turn}`"
                if has_failed
                else ""
            )
            if not last.number:
                way += "; if the start itself was a mistake, see docs/gm.md, “A wrong --now”"
            raise Refused(f"no order of {slug} has been played {since}{way}")
        return last
    for record in stand:
        if record.turn == to:
            return record
    if to == state.clock.turn:
        raise Refused(f"{slug} is already at the start of turn {to}")
    turns = ", ".join(dict.fromkeys(record.turn for record in stand))
    way = f"you can go back to {turns}" if turns else "no turn has been played yet"
    raise WrongUsage(f"{slug} has no turn {to[:20]!r} to go back to: {way}")


def _whole_round(
    repository: Repository, tip: str, state: GameState, records: Sequence[RecordFile], first: RecordFile
) -> RecordFile:
    """Return the first record of the round of `first` where all ordered together: it is played as a whole."""
    if is_gm_action(first) or not _past(repository, tip, state, first).clock.together:
        return first
    for record in reversed(Timeline(records).live(before=first.number)):
        if not record.number or is_gm_action(record) or record.turn != first.turn:
            break
        first = first if record.desk else record
    return first


# How things stood before it


def _past(repository: Repository, tip: str, state: GameState, first: RecordFile) -> Past:
    """Return the game before a record, from the commit that carried it out and the one before that."""
    paths, slug = state.folder.paths, state.folder.slug
    commit, before = commits = commits_of(state, repository, tip, first)
    folder = GameFolder(state.folder.league, slug, Committed(repository, before))
    clock = folder.clock
    if clock is None or clock.number != first.number:
        raise Refused(
            f"the commit {commit[:12]} holds more than record {first.number}: the history of {slug} was rewritten, so "
            "the position before that turn is unknown. Try an earlier turn with --to; see docs/gm.md, “After a squash”"
        )
    after, earlier = (files_in_commit(state.folder, repository, version) for version in commits)
    queues = {seat: queue_before(first, seat, after.get(seat), earlier.get(seat)) for seat in state.queues}
    text = repository.read(before, [paths.game])[paths.game] or b""
    return Past(folder.game, mask_ids(folder.codec, clock), queues, text)


# What comes of it


def go_back(
    past: Past, records: Sequence[RecordFile], first: RecordFile, is_anew: bool, state: GameState, at: int
) -> Effect:
    """Return what comes of going back to before `first`; `is_anew` begins a full deadline."""
    players = _players(state, records, first.number)
    queues = past.queues if is_anew else {**state.queues, **{seat: past.queues[seat] for seat in players}}
    taken = Timeline(records).undone_by(first.number)
    present_clock = with_new_keys(state, *players).clock
    clock = replace(past.clock, retry=state.clock.retry)
    if is_anew:
        clock = replace(past.clock, retry=None)
        ids = ids_of(state.folder.codec, queues)
        for seat in past.clock.to_move[:1]:  # nobody where the game was over
            clock = restart(clock, seat, ids, first.at, at, state.folder.file)
    # What never goes back: keys and the numbers of queues, how often a turn was played.
    kept = {name: getattr(present_clock, name) for name in ("epochs", "numbers", "noted", "key", "last")}
    clock = replace(clock, **kept, attempts=attempts_after(state.clock.attempts, taken))
    after = replace(state, game=past.game, clock=clock, queues=queues)
    now = {} if is_anew else {"since": str(clock.since)}  # with the deadline, where that is another one
    if not is_anew and clock.deadline != state.clock.deadline:
        now |= deadline(clock)
    slug, notes = state.folder.slug, []
    if is_anew and any(record.order for record in taken) and any(queues.values()):
        notes.append(
            f"{slug}: the orders that were taken back are in the order files again, and wait for the deadline. "
            "To run one now, put a `*` in front of it."
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


def moves(records: Sequence[RecordFile], number: int) -> bool:
    """Return whether turns go or come back before a record; acts that only clock and players know are none."""
    kept = Timeline(records).live(before=number)
    return [record.number for record in Timeline(records).live() if _is_move(record)] != [
        record.number for record in kept if _is_move(record)
    ]


def _is_move(record: RecordFile) -> bool:
    return not record.desk or bool(record.events)


def undone_range(first: RecordFile, gone: Sequence[RecordFile]) -> dict[str, Any]:
    turns = [record.turn for record in gone if not record.desk]
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
    folder = state.folder
    now = {player.seat: name_of(player) for player in folder.file.players if player.seat in players}
    texts = set_players(folder, past.text, now), set_players(folder, past.text, players)
    if texts == (folder.game_bytes, past.text):
        return past.text
    return set_players(folder, folder.game_bytes, players)


def _players(
    state: GameState, records: Sequence[RecordFile], before: int
) -> dict[str, dict[str, str | None]]:
    replaced = [record for record in records if new_player(record)]
    first = {str(record.seat): record.was for record in reversed(replaced)}
    kept = {record.seat: record.now for record in Timeline(records).live(before=before) if new_player(record)}
    now = {record.seat: record.now for record in Timeline(records).live() if new_player(record)}
    playing = {player.seat: name_of(player) for player in state.folder.file.players}
    wanted = {seat: dict(kept.get(seat, was)) for seat, was in first.items()}
    return {
        seat: who for seat, who in wanted.items() if now.get(seat) != kept.get(seat) and playing[seat] != who
    }
