"""Taking turns back: the game goes on from an earlier position, and nothing is erased.

The position, the clock and the order files come from the commits of the turns themselves, so the history has to be
there. The record that is taken back first is called K here: the game goes to where it stood before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Finding, InvalidFile, Note, Refused, WrongUsage
from genetess_cli.store import schema
from genetess_cli.store.codec import ids_of
from genetess_cli.store.game import GameFolder, load
from genetess_cli.store.git.commits import is_gm_action
from genetess_cli.store.git.history import birth
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import record_of as number_of
from genetess_cli.store.layout import seat_of
from genetess_cli.store.league import Committed, League
from genetess_cli.store.schema import GRACE, Clock, RecordFile
from genetess_cli.turns.clock import restart
from genetess_cli.turns.gm_actions import Act, deadline, name_of, perform, record_of, set_players
from genetess_cli.turns.queue import TOO_LARGE, read_files
from genetess_cli.turns.referee import way_out
from genetess_cli.turns.start import with_new_keys
from genetess_cli.turns.state import (
    GameState,
    Step,
    ignore_note,
    mask_ids,
    restored_order_text,
    step_of,
    takes_from_file,
    too_early_reason,
    uncommitted,
)
from genetess_cli.turns.timeline import Timeline, attempts_after


class Past(msgspec.Struct, frozen=True):
    """A game as it stood before a record: the position, its clock, what each order file said, and game.yaml's text.

    `rest` is what each order file said once the record had been made.
    """

    game: Any
    clock: Clock
    queues: dict[str, bytes | None]
    text: bytes
    rest: Mapping[str, bytes | None]


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
    the clock is again as it was, and the order files stay. Raises Refused where there is nothing to take back or the
    history is not here, WrongUsage for a turn that there is none of.
    """

    def make(state: GameState, by: str) -> Step:
        if state.clock.key is not None:
            raise Refused(
                f"{slug}: its key is public, and with it all that was secret; nothing can be taken back"
            )
        with Repository.open(league.root) as repository:
            tip = repository.tip()
            found = _records(state.folder, repository, tip)
            try:
                first = _first(state, found, to)
                first = _whole_round(repository, tip, state, found, first)
                past = _before(repository, tip, state, found, first)
            except Rewritten as why:
                raise Refused(f"{why}; {_instead(repository, tip, state, found, first)}") from None
            edited = _edited_seats(repository, tip, state)
            is_anew = to is not None or moves(found, first.number)
        if early := too_early_reason(past.clock, now):
            raise Refused(f"{slug} {state.clock.turn}: {early}. {way_out(state, now)}")
        return _step(state, found, first, past, edited, is_anew, Act("undo", reason, now), by, note)

    return perform(league, slug, now, reason, make, note, is_undo=True)


# Which record is the first to be taken back


def _records(folder: GameFolder, repository: Repository, tip: str) -> list[RecordFile]:
    """Every record of a game as the commit `tip` has them."""
    paths = [path for path in repository.list(tip, folder.paths.turns_folder) if number_of(path)]
    bodies = repository.read(tip, paths)
    trees = (folder.codec.record(bodies[path] or b"", path) for path in paths)
    found = sorted(map(schema.load_record, trees), key=lambda record: record.number)
    for record in found:
        if record.back_to is not None and record.back_to >= record.number:
            path = folder.paths.record(record.number, record.turn)
            raise InvalidFile(
                Finding(path, f"it goes back to {record.back_to}, which is no record before it")
            )
    return found


def _first(state: GameState, found: Sequence[RecordFile], to: str | None) -> RecordFile:
    """The first record to be taken back: the last that moved the game on or is of the desk, or a turn's first."""
    slug = state.folder.slug
    if to is None:
        for record in reversed(found):
            if record.number and record.outcome != "failed" and record.desk != GRACE:
                return record
        raise Refused(f"nothing has happened in {slug} yet that could be taken back")
    stand = [record for record in Timeline(found).live() if record.number]
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
    repository: Repository, tip: str, state: GameState, found: Sequence[RecordFile], first: RecordFile
) -> Past:
    """The game as it goes back to before a record, with the order files of the turn. Raises Rewritten, Refused."""
    past = _past(repository, tip, state, first)
    return replace(past, queues=past.queues | _files_when_used(repository, tip, state, found, first))


def _instead(
    repository: Repository, tip: str, state: GameState, found: Sequence[RecordFile], first: RecordFile
) -> str:
    """What can be done where the history does not tell of a record: the last turn before it that it does tell of."""
    earlier = [*Timeline(found).live(before=first.number), first]
    for turn in reversed(dict.fromkeys(record.turn for record in earlier if record.number)):
        try:
            start = _whole_round(repository, tip, state, found, _first(state, found, turn))
            _before(repository, tip, state, found, start)
        except (Refused, WrongUsage):
            continue
        return f"what can be told is turn {turn}: `genetess undo {state.folder.slug} --to {turn}`"
    return "nor is any turn before it told; see docs/gm.md, “After a squash”"


def _whole_round(
    repository: Repository, tip: str, state: GameState, found: Sequence[RecordFile], first: RecordFile
) -> RecordFile:
    """The first record of a round in which all ordered together, where `first` is of one: it is played as a whole."""
    if is_gm_action(first) or not _past(repository, tip, state, first).clock.together:
        return first
    for record in reversed(Timeline(found).live(before=first.number)):
        if not record.number or is_gm_action(record) or record.turn != first.turn:
            break
        first = first if record.desk else record
    return first


# How things stood before it


def _past(repository: Repository, tip: str, state: GameState, first: RecordFile) -> Past:
    """The game before a record, from the commit that carried it out and the one before that."""
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
    then, earlier = (_texts_in_commit(state, repository, each, files.values()) for each in commits)
    queues = {seat: _queue(first, seat, then[path], earlier[path]) for seat, path in files.items()}
    text = repository.read(before, [paths.game])[paths.game] or b""
    return Past(
        folder.game,
        mask_ids(folder.codec, clock),
        queues,
        text,
        {seat: then[path] for seat, path in files.items()},
    )


def _files_when_used(
    repository: Repository, tip: str, state: GameState, found: Sequence[RecordFile], first: RecordFile
) -> dict[str, bytes | None]:
    """Each seat's order file as it was when it was used in the turn of `first`, where that was carried out.

    Something may have been done or have failed in that turn before, and the file have been changed behind that: then
    it is the changed one; else the one with all that was used of it.
    """
    taken = [record for record in Timeline(found).undone_by(first.number) if record.turn == first.turn]
    used = [record for record in taken if not record.desk]
    if all(record.outcome == "failed" for record in used):
        return {}
    last = _past(repository, tip, state, used[-1])
    queues = dict(last.queues)
    for seat in queues:
        of_seat = [_past(repository, tip, state, record) for record in used if record.seat == seat]
        for then in reversed(of_seat):
            if then is of_seat[-1] or then.rest.get(seat) == queues[seat]:
                queues[seat] = then.queues[seat]
            else:
                break
    return queues


def _texts_in_commit(
    state: GameState, repository: Repository, commit: str, paths: Iterable[str]
) -> dict[str, bytes | None]:
    """What order files said in a commit, by path; what nobody could open with the keys of then said nothing."""
    folder = load(state.folder.league, state.folder.slug, Committed(repository, commit))
    held = {str(seat_of(path)): data for path, data in repository.read(commit, [*paths]).items()}
    said, closed, _ = read_files(folder, held, folder.clock)
    return {folder.paths.orders(seat): None if seat in closed else data for seat, data in said.items()}


def _queue(first: RecordFile, seat: str, then: bytes | None, earlier: bytes | None) -> bytes | None:
    """A seat's order file before a record; `then` is what its commit has, `earlier` the one before that."""
    if first.desk == "undo":
        return then if seat in first.now.get("kept", ()) else earlier
    if seat != first.seat or first.desk:
        return then
    if first.queue is not None:
        return first.queue.encode()
    if not takes_from_file(first):
        return then
    return restored_order_text(first, then or b"") if earlier is None else earlier


def _edited_seats(repository: Repository, tip: str, state: GameState) -> list[str]:
    """The seats whose order file is not as it was committed: nobody loses what they wrote."""
    read = {state.folder.paths.orders(seat): seat for seat, said in state.files.items() if said != TOO_LARGE}
    others = uncommitted(repository, tip, repository.read_worktree(list(read)))
    return [*sorted(state.files.keys() - read.values()), *(read[path] for path in others)]


# The step there


def _step(
    state: GameState,
    found: Sequence[RecordFile],
    first: RecordFile,
    past: Past,
    edited: Sequence[str],
    is_anew: bool,
    act: Act,
    by: str,
    note: Note,
) -> Step:
    players = _players(state, found, first.number)
    back = past.queues if is_anew else {**state.queues, **{seat: past.queues[seat] for seat in players}}
    queues = {**back, **{seat: state.queues[seat] for seat in edited}}
    taken = Timeline(found).undone_by(first.number)
    attempts = attempts_after(state.clock.attempts, taken)
    rekeyed = with_new_keys(state, *players)
    after = _after(rekeyed, first, past, queues, act.at if is_anew else None)
    after = replace(after, clock=replace(after.clock, attempts=attempts, number=state.clock.number + 1))
    kept = {"kept": list(edited)} if edited else {}
    now = kept if is_anew else {**since_then(state.clock, after.clock), **kept}
    record = record_of(state, after, act, by, undone_range(first, taken), now)
    step = step_of(state, after, replace(record, back_to=first.number))
    for seat in edited:
        note(_tell(state, seat, back[seat]))
    if after.clock.is_late(act.at):
        slug, end = state.folder.slug, after.clock.deadline
        note(
            f"{slug} {after.clock.turn}: the deadline is again {end}, which has passed: the next run judges it; "
            f"for more time, `genetess extend {slug} --by TIME`"
        )
    told = {state.folder.paths.orders(seat) for seat in edited}
    step = replace(step, along=[path for path in step.along if path not in told])
    return _with_players(step, state, past, players)


def _after(
    state: GameState, first: RecordFile, past: Past, queues: dict[str, bytes | None], now: int | None
) -> GameState:
    """The state as it goes back; a full deadline begins `now`, or (None) the clock is as it was then."""
    clock = replace(past.clock, retry=state.clock.retry)
    if now is not None:
        clock = clock_again(state.folder, past.clock, first.at, ids_of(state.folder.codec, queues), now)
    return replace(state, game=past.game, clock=back_in_time(state.clock, clock), queues=queues)


def moves(found: Sequence[RecordFile], number: int) -> bool:
    """Whether turns are taken back, or come back, as the game goes to before the record of a number.

    The GM's acts that only the clock and the players know are none.
    """
    then = Timeline(found).live(before=number)
    return [one.number for one in Timeline(found).live() if _is_move(one)] != [
        one.number for one in then if _is_move(one)
    ]


def _is_move(record: RecordFile) -> bool:
    return not record.desk or bool(record.events)


def since_then(before: Clock, after: Clock) -> dict[str, str]:
    """What the record of an undo says of a clock that is as before: when its turn began, and a changed deadline."""
    changed = {} if after.deadline == before.deadline else deadline(after)
    return {"since": str(after.since), **changed}


def clock_again(folder: GameFolder, past: Clock, then: int, queues: dict[str, str], now: int) -> Clock:
    """The clock of a game that goes back now to where it stood at the time `then`, with these order files."""
    clock, file = replace(past, retry=None), folder.file
    for seat in past.to_move[:1]:  # nobody where the game was over
        clock = restart(clock, seat, queues, then, now, file.deadline_seconds, file)
    return clock


def back_in_time(present: Clock, past: Clock) -> Clock:
    """Return the past clock with what never goes back: keys and the numbers of queues, how often a turn was played."""
    kept = ("attempts", "epochs", "numbers", "noted", "key", "last")
    return replace(past, **{name: getattr(present, name) for name in kept})


def undone_range(first: RecordFile, gone: Sequence[RecordFile]) -> dict[str, Any]:
    """What was taken back: the first and last of the turns, and what the GM did."""
    turns = [record.turn for record in gone if not record.desk]
    acts = ["undo"] if first.desk == "undo" else []
    acts += [_act(record) for record in gone if record.desk]
    told: dict[str, Any] = {"first": turns[0], "last": turns[-1]} if turns else {}
    return told | ({"acts": acts} if acts else {})


def _act(record: RecordFile) -> Any:
    """What the GM did, as a record that takes it back names it: the command, and what it did to whose seat."""
    if record.seat is None or record.desk == GRACE:
        return record.desk
    players = {"was": record.was["name"], "now": record.now["name"]} if record.desk == "replace" else {}
    orphans = {"orphans": True} if record.now.get("orphans") else {}
    return {"act": record.desk, "seat": record.seat, **players, **orphans}


def _with_players(
    step: Step, state: GameState, past: Past, players: Mapping[str, Mapping[str, str | None]]
) -> Step:
    """A step that also puts players back into game.yaml: with its text of then, where nothing else has changed."""
    data = state.folder.game_bytes
    now = {player.seat: name_of(player) for player in state.folder.file.players if player.seat in players}
    try:
        same = (set_players(state, past.text, now), set_players(state, past.text, players)) == (
            data,
            past.text,
        )
    except (InvalidFile, Refused):
        same = False
    data = past.text if same else set_players(state, data, players)
    return replace(step, changes=step.changes | {state.folder.paths.game: data})


def _tell(state: GameState, seat: str, lost: bytes | None) -> str:
    path = state.folder.paths.orders(seat)
    was = " / ".join((lost or b"").decode("utf-8", "replace").split("\n")).strip(" /")
    differs = was and lost != state.queues[seat] and not state.folder.is_sealed
    orders = f", and what was taken back is not put into it: {was[:200]}" if differs else ""
    return f"{path} was edited and not committed: it stays as it is, and is part of this{orders}"


def _players(state: GameState, found: Sequence[RecordFile], before: int) -> dict[str, dict[str, str | None]]:
    """Who has to be put back into game.yaml, by seat: those whom the records that were taken back replaced."""
    replaced = [record for record in found if record.desk == "replace"]
    first = {str(record.seat): record.was for record in reversed(replaced)}
    then = {
        record.seat: record.now for record in Timeline(found).live(before=before) if record.desk == "replace"
    }
    now = {record.seat: record.now for record in Timeline(found).live() if record.desk == "replace"}
    there = {player.seat: name_of(player) for player in state.folder.file.players}
    wanted = {seat: dict(then.get(seat, was)) for seat, was in first.items()}
    return {
        seat: who for seat, who in wanted.items() if now.get(seat) != then.get(seat) and there[seat] != who
    }
