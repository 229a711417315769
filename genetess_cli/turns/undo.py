"""Taking turns back: the game goes on from an earlier position, and nothing is erased.

The position, the clock and the order files come from the commits of the turns themselves, so the history has to be
there. The record that is taken back first is called K here: the game goes to where it stood before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from genetess_cli.errors import Finding, InvalidFile, Note, Refused, WrongUsage
from genetess_cli.store import schema
from genetess_cli.store.game import GameFolder, load
from genetess_cli.store.git.commits import is_gm_action
from genetess_cli.store.git.history import birth
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import record_of as number_of
from genetess_cli.store.layout import seat_of
from genetess_cli.store.league import Committed, League
from genetess_cli.store.schema import GRACE, RecordFile
from genetess_cli.turns.gm_actions import GmAction, Past, moves
from genetess_cli.turns.queue import TOO_LARGE, read_files
from genetess_cli.turns.referee import act, check_reason, way_out
from genetess_cli.turns.state import (
    GameState,
    ignore_note,
    mask_ids,
    restored_order_text,
    takes_from_file,
    too_early_reason,
    uncommitted,
)
from genetess_cli.turns.timeline import Timeline


class Rewritten(Refused):
    """How things stood before a record is not told by the history, as commits were made into one."""


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
    the clock is again as it was, and the order files stay. Raise Refused where there is nothing to take back or the
    history is not here, WrongUsage for a turn that there is none of.
    """

    def make(state: GameState, repository: Repository, tip: str) -> GmAction:
        if state.clock.key is not None:
            raise Refused(
                f"{slug}: its key is public, and with it all that was secret; nothing can be taken back"
            )
        records = _records(state.folder, repository, tip)
        try:
            first = _first(state, records, to)
            first = _whole_round(repository, tip, state, records, first)
            past = _before(repository, tip, state, records, first)
        except Rewritten as why:
            raise Refused(f"{why}; {_instead(repository, tip, state, records, first)}") from None
        if early := too_early_reason(past.clock, now):
            raise Refused(f"{slug} {state.clock.turn}: {early}. {way_out(state, now)}")
        edited = _edited_seats(repository, tip, state)
        is_anew = to is not None or moves(records, first.number)
        args = {"past": past, "records": records, "first": first, "edited": edited, "is_anew": is_anew}
        return GmAction("undo", args=args, reason=reason)

    check_reason(reason)
    return act(league, slug, make, now, note=note)


# Which record is the first to be taken back


def _records(folder: GameFolder, repository: Repository, tip: str) -> list[RecordFile]:
    paths = [path for path in repository.list(tip, folder.paths.turns_folder) if number_of(path)]
    bodies = repository.read(tip, paths)
    trees = (folder.codec.record(bodies[path] or b"", path) for path in paths)
    records = sorted(map(schema.load_record, trees), key=lambda record: record.number)
    for record in records:
        if record.back_to is not None and record.back_to >= record.number:
            path = folder.paths.record(record.number, record.turn)
            raise InvalidFile(
                Finding(path, f"it goes back to {record.back_to}, which is no record before it")
            )
    return records


def _first(state: GameState, records: Sequence[RecordFile], to: str | None) -> RecordFile:
    """Return the first record to take back: the last that moved the game on or is of the desk, or a turn's first."""
    slug = state.folder.slug
    stand = [record for record in Timeline(records).live() if record.number]
    if to is None:
        for record in reversed(records):
            if record.number and record.outcome != "failed" and record.desk != GRACE:
                return record
        if not stand:
            raise Refused(f"nothing has happened in {slug} yet that could be taken back")
        way = f"`genetess undo {slug} --to {stand[0].turn}`"
        raise Refused(f"no order of {slug} has been carried out yet; to begin the turn again: {way}")
    for record in stand:
        if record.turn == to:
            return record
    if to == state.clock.turn:
        raise Refused(f"{slug} is at the beginning of turn {to} already")
    turns = list(dict.fromkeys(record.turn for record in stand))
    span = f"to {turns[0]}" if len(turns) == 1 else f"from {turns[0]} to {turns[-1]}" if turns else ""
    known = f"it can go back {span}" if span else "no turn has been played yet"
    raise WrongUsage(f"{slug} has no turn {to[:20]!r} to go back to; {known}")


def _before(
    repository: Repository, tip: str, state: GameState, records: Sequence[RecordFile], first: RecordFile
) -> Past:
    """Return the game before a record, with the order files of the turn. Raise Rewritten, Refused."""
    past = _past(repository, tip, state, first)
    return replace(past, queues=past.queues | _files_when_used(repository, tip, state, records, first))


def _instead(
    repository: Repository, tip: str, state: GameState, records: Sequence[RecordFile], first: RecordFile
) -> str:
    """Return what can be done where the history does not tell of a record: the last turn that it does tell of."""
    earlier = [*Timeline(records).live(before=first.number), first]
    for turn in reversed(dict.fromkeys(record.turn for record in earlier if record.number)):
        try:
            start = _whole_round(repository, tip, state, records, _first(state, records, turn))
            _before(repository, tip, state, records, start)
        except (Refused, WrongUsage):
            continue
        return f"what can be told is turn {turn}: `genetess undo {state.folder.slug} --to {turn}`"
    return "nor is any turn before it told; see docs/gm.md, “After a squash”"


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
    path = paths.record(first.number, first.turn)
    commits = birth(repository.top, repository.prefix + path, tip)
    if commits is None:
        raise Refused(
            f"the commit of {path}, or the one before it, is not in this copy of the league; "
            "get the whole history with `git fetch --unshallow`, and run it again"
        )
    commit, before = commits
    folder = load(state.folder.league, slug, Committed(repository, before))
    clock = folder.clock
    if clock is None or clock.number != first.number:
        raise Rewritten(
            f"the commit {commit[:12]} holds more than the record {path}: the history of {slug} was rewritten, and "
            "how things stood before that turn cannot be told from it"
        )
    files = {seat: paths.orders(seat) for seat in state.queues}
    after, earlier = (_texts_in_commit(state, repository, version, files.values()) for version in commits)
    queues = {seat: _queue(first, seat, after[path], earlier[path]) for seat, path in files.items()}
    text = repository.read(before, [paths.game])[paths.game] or b""
    return Past(
        folder.game,
        mask_ids(folder.codec, clock),
        queues,
        text,
        {seat: after[path] for seat, path in files.items()},
    )


def _files_when_used(
    repository: Repository, tip: str, state: GameState, records: Sequence[RecordFile], first: RecordFile
) -> dict[str, bytes | None]:
    """Return each seat's order file as it was when it was used in the turn of `first`, where that was carried out.

    Something may have been done or have failed in that turn before, and the file have been changed behind that: then
    it is the changed one; else the one with all that was used of it.
    """
    taken = [record for record in Timeline(records).undone_by(first.number) if record.turn == first.turn]
    used = [record for record in taken if not record.desk]
    if all(record.outcome == "failed" for record in used):
        return {}
    last = _past(repository, tip, state, used[-1])
    queues = dict(last.queues)
    for seat in queues:
        of_seat = [_past(repository, tip, state, record) for record in used if record.seat == seat]
        for past in reversed(of_seat):
            if past is of_seat[-1] or past.queues_after.get(seat) == queues[seat]:
                queues[seat] = past.queues[seat]
            else:
                break
    return queues


def _texts_in_commit(
    state: GameState, repository: Repository, commit: str, paths: Iterable[str]
) -> dict[str, bytes | None]:
    """Return what order files said in a commit, by path; what nobody could open with the keys of then said nothing."""
    folder = load(state.folder.league, state.folder.slug, Committed(repository, commit))
    held = {str(seat_of(path)): data for path, data in repository.read(commit, [*paths]).items()}
    said, closed, _ = read_files(folder, held, folder.clock)
    return {folder.paths.orders(seat): None if seat in closed else data for seat, data in said.items()}


def _queue(first: RecordFile, seat: str, after: bytes | None, earlier: bytes | None) -> bytes | None:
    """Return a seat's order file before a record; `after` is what its commit has, `earlier` the one before that."""
    if first.desk == "undo":
        return after if seat in first.now.get("kept", ()) else earlier
    if seat != first.seat or first.desk:
        return after
    if first.queue is not None:
        return first.queue.encode()
    if not takes_from_file(first):
        return after
    return restored_order_text(first, after or b"") if earlier is None else earlier


def _edited_seats(repository: Repository, tip: str, state: GameState) -> list[str]:
    """Return the seats whose order file is not as it was committed: nobody loses what they wrote."""
    read = {state.folder.paths.orders(seat): seat for seat, said in state.files.items() if said != TOO_LARGE}
    edited = uncommitted(repository, tip, repository.read_worktree(list(read)))
    return [*sorted(state.files.keys() - read.values()), *(read[path] for path in edited)]
