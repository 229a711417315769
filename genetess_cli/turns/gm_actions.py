"""What the GM does to a game beside its orders: one table, ACTIONS, of what each act needs and what comes of it.

Pure: what these do to a position is for the rules to say, and to a clock for `clock.py`. `referee.act` carries one out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.rules import extras
from genetess_cli.rules.base import AGREED, PUBLIC, TOGETHER, WAIT, Outcome
from genetess_cli.rules.dice import Dice
from genetess_cli.store.codec import ids_of
from genetess_cli.store.game import GameFolder
from genetess_cli.store.schema import GRACE, Clock, Desk, Phase, RecordFile
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.clock import open_seats, restart
from genetess_cli.turns.state import GameState, name_of, present, set_players, with_new_keys
from genetess_cli.turns.timeline import Timeline, attempts_after


class GmAction(msgspec.Struct, frozen=True):
    """What the GM, `by` name, does: which command, about whose seat, with what, and why."""

    name: Desk
    seat: str | None = None
    args: Mapping[str, Any] = {}
    reason: str | None = None
    by: str = ""


class Effect(msgspec.Struct, frozen=True):
    """What comes of an act: the state after it, what its record says was and is now, and what the rules made of it.

    `notes` are for the GM, `told` the paths that they speak of; `settings` is game.yaml where that changes.
    """

    state: GameState
    was: Mapping[str, Any] = {}
    now: Mapping[str, Any] = {}
    outcome: Outcome | None = None
    back_to: int | None = None
    notes: Sequence[str] = ()
    told: Collection[str] = ()
    settings: bytes | None = None


class Unfit(Refused):
    """An act that does not fit the game as it stands; `why` tells it of what was done long ago."""

    def __init__(self, words: str, why: str) -> None:
        super().__init__(words)
        self.why = why


class Past(msgspec.Struct, frozen=True):
    """A game as it stood before a record: the position, its clock, what each order file said, and game.yaml's text.

    `queues_after` is what each order file said once the record had been made.
    """

    game: Any
    clock: Clock
    queues: dict[str, bytes | None]
    text: bytes
    queues_after: Mapping[str, bytes | None]


def _pause(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    if state.clock.paused:
        words = f"{state.folder.slug} is paused already, since {state.clock.paused.since}"
        raise Unfit(words, "the game was paused already")
    clock = clocks.pause(state.clock, state.seat, at, state.folder.file)
    return Effect(replace(state, clock=clock))


def _resume(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    if not state.clock.paused:
        raise Unfit(f"{state.folder.slug} is not paused", "the game was not paused")
    file, pause = state.folder.file, state.clock.paused
    clock = clocks.resume(state.clock, pause, phase(state), at, file.deadline_seconds, file)
    return Effect(replace(state, clock=clock), now=deadline(clock))


def _extend(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    by: int = action.args["by"]
    clock = clocks.extend(state.clock, state.seat, at, by, state.folder.file)
    if clock is None:
        words = f"{state.folder.slug} {state.clock.turn} has no deadline that could be put off"
        raise Unfit(words, "there was no deadline")
    return Effect(replace(state, clock=clock), deadline(state.clock), {"by": by, **deadline(clock)})


def _replace(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """Give a seat to another player: in game.yaml, with a clean slate."""
    slug, seat = state.folder.slug, str(action.seat)
    was, now = action.args["was"], action.args["now"]
    _check_turns(state, seat, "given to anybody")
    if was == now and seat not in state.clock.absent:
        words = f"{slug}: {seat} is played by {_show(was)} already"
        raise Unfit(words, f"{seat} was played by {_show(was)} already")
    note = (
        f"{state.folder.paths.orders(seat)} still holds the orders of {was['name']}; if they are not to be carried "
        f'out, clear it with `genetess order {slug} {seat} "" --commit`'
    )
    settings = set_players(state.folder, state.folder.game_bytes, {seat: now})
    after = with_new_keys(state, seat)
    clock = clocks.forgive_missed(after.clock, seat)
    after = replace(after, clock=replace(clock, absent=_without(clock.absent, seat)))
    return Effect(after, was, now, notes=[note] if state.files.get(seat) else [], settings=settings)


def _drop(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """Let a player leave: the seat is timed out whenever its turn comes, or with `orphans` out of the game at once."""
    seat = str(action.seat)
    if not action.args.get("orphans"):
        _check_turns(state, seat, "dropped")
        _check_absence(state, seat)
        return Effect(replace(state, clock=replace(state.clock, absent=(*state.clock.absent, seat))))
    outcome = extras.drop(state.folder.ruleset, state.game, seat, dice)
    if outcome.problem:
        instead = "; leave out --orphans" if phase(state) == TOGETHER else ""
        words = f"{seat} cannot be dropped. {outcome.problem.message.rstrip('.')}{instead}."
        raise Refused(f"{state.folder.slug}: {words}")
    outcome = state.folder.setup.award(outcome, state.clock.absent)
    clock = replace(state.clock, absent=_without(state.clock.absent, seat))
    after = move_position(replace(state, clock=clock), outcome, at)
    return Effect(after, now={"orphans": True}, outcome=outcome)


def _finish(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """End the game by the GM's word, which reads on from `The game is over, `; the rules' own count tells who won."""
    outcome = _end(state, action.reason or "")
    return Effect(move_position(state, outcome, at), outcome=outcome)


def _draw(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """End the game in a draw to which all have agreed who are in and have a player; seats with one share the win."""
    agreed = check_agreement(state, action.args["agreed"])
    outcome = _end(state, AGREED, draw=True)
    return Effect(move_position(state, outcome, at), now={"agreed": agreed}, outcome=outcome)


def _undo(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """Go back to before the record `first`; `is_anew` begins a full deadline."""
    past, records, first, edited, is_anew = (
        action.args[name] for name in ("past", "records", "first", "edited", "is_anew")
    )
    players = _players(state, records, first.number)
    back = past.queues if is_anew else {**state.queues, **{seat: past.queues[seat] for seat in players}}
    queues = {**back, **{seat: state.queues[seat] for seat in edited}}
    taken = Timeline(records).undone_by(first.number)
    present_clock = with_new_keys(state, *players).clock
    clock = replace(past.clock, retry=state.clock.retry)
    if is_anew:
        clock = clock_again(state.folder, past.clock, first.at, ids_of(state.folder.codec, queues), at)
    clock = replace(back_in_time(present_clock, clock), attempts=attempts_after(state.clock.attempts, taken))
    after = replace(state, game=past.game, clock=clock, queues=queues)
    now = {} if is_anew else describe_clock(state.clock, clock)
    notes = [_tell(state, seat, back[seat]) for seat in edited]
    if clock.is_late(at):
        slug = state.folder.slug
        notes.append(
            f"{slug} {clock.turn}: the deadline is again {clock.deadline}, which has passed: the next run judges it; "
            f"for more time, `genetess extend {slug} --by TIME`"
        )
    return Effect(
        after,
        undone_range(first, taken),
        {**now, **({"kept": list(edited)} if edited else {})},
        back_to=first.number,
        notes=notes,
        told=set(map(state.folder.paths.orders, edited)),
        settings=_settings_again(state, past, players) if players else None,
    )


Apply = Callable[[GameState, GmAction, int, Dice], Effect]


class Action(msgspec.Struct, frozen=True):
    """A row of the table: what an act does, the sentence that tells it, and its name once it is taken back.

    `words` may have {gm}, {time} and {agreed}; one that says more is told in `site/words`. `undone` stands behind
    "took back", `several` for many of them. `over`: it can be done in a game that is over.
    """

    apply: Apply
    words: str = ""
    undone: str = ""
    several: str = ""
    has_seat: bool = False
    over: bool = False


ACTIONS: Final[dict[str, Action]] = {
    "pause": Action(_pause, "{gm} paused the game", "the pause", "pauses"),
    "resume": Action(_resume, "{gm} let the game go on{time}", "the end of the pause", "ends of pauses"),
    "extend": Action(_extend, undone="the putting off of the deadline", several="puttings off of deadlines"),
    "replace": Action(_replace, has_seat=True),
    "drop": Action(_drop, has_seat=True),
    "finish": Action(_finish, "{gm} ended the game", "the end of the game"),
    "draw": Action(_draw, "{agreed} agreed to a draw, and {gm} ended the game", "the draw"),
    "undo": Action(_undo, undone="the last undo", over=True),
}
"""Everything that a GM can do to a game beside its orders, by command."""


def apply(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """Return what comes of an act. Raise Refused where it cannot be done."""
    row = ACTIONS[action.name]
    if state.clock.phase == "finished" and not row.over:
        slug = state.folder.slug
        way = (
            f"take the end back with `genetess undo {slug}`"
            if state.clock.key is None
            else "its key is public, so it stays so"
        )
        raise Refused(f"{slug} is over; {way}")
    return row.apply(state, action, at, dice)


def _end(state: GameState, reason: str, draw: bool = False) -> Outcome:
    outcome = extras.end(state.folder.ruleset, state.game, reason, draw)
    if outcome.problem:
        raise Refused(f"{state.folder.slug}: {outcome.problem.message}")
    return state.folder.setup.award(outcome, state.clock.absent)


def _show(who: Mapping[str, str | None]) -> str:
    return f"{who['name']}@{who['github']}" if who["github"] else str(who["name"])


def _check_turns(state: GameState, seat: str, done: str) -> None:
    """Raise Refused for a seat that is out for good; where nobody has moved yet, all turns are to come."""
    if phase(state) == TOGETHER:
        return
    problem = extras.drop(state.folder.ruleset, state.game, seat, Dice(lambda: b"rehearsal", 0)).problem
    if problem:
        raise Refused(f"{state.folder.slug}: {seat} cannot be {done}. {problem.message}")


def _check_absence(state: GameState, seat: str) -> None:
    slug = state.folder.slug
    if state.folder.file.timeout == WAIT:
        raise Refused(f"{slug}: its time-outs would only go on waiting for {seat}; add --orphans")
    if seat in state.clock.absent:
        words = f"{slug}: {seat} has left already and is timed out whenever its turn comes"
        raise Unfit(words, f"{seat} had left already")
    if present(state) in ([seat], []):
        raise Refused(
            f"{slug}: nobody would be left to wait for; end the game with `genetess finish {slug} --reason TEXT`"
        )


def move_position(state: GameState, outcome: Outcome, now: int) -> GameState:
    """Return the state with another position; where the turn is another one as well, its clock begins."""
    view = state.folder.ruleset.view(outcome.game, PUBLIC)
    clock = replace(state.clock, to_move=tuple(view.to_move))
    if view.result is None and view.turn == state.clock.turn:
        return replace(state, game=outcome.game, clock=clock)
    end = None if view.result else state.folder.file.deadline_from(now)
    clock = clocks.begin(clock, ids_of(state.folder.codec, state.queues), now, deadline=end)
    clock = replace(clock, turn=state.clock.turn if view.result else view.turn, phase=view.phase)
    if state.clock.paused and not view.result:
        pause = replace(state.clock.paused, holiday=False)
        clock = clocks.keep_paused(clock, pause, view.to_move[0], now, state.folder.file)
    return replace(state, game=outcome.game, clock=clock)


def phase(state: GameState) -> Phase:
    """Return the phase of the position, holidays and pauses apart."""
    return state.folder.ruleset.view(state.game, PUBLIC).phase


def deadline(clock: Clock) -> dict[str, str]:
    """Return a deadline as records have it: nothing where there is none."""
    return {} if clock.deadline is None else {"deadline": str(clock.deadline)}


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(name for name in seats if name != seat)


def check_agreement(state: GameState, agreed: Sequence[str]) -> list[str]:
    """Return who has agreed to a draw, in the order of the seats, where that is enough.

    A seat whose player has left can say nothing. One that is open, as its player missed too many deadlines, may agree,
    but nobody waits for it. Raise Refused, naming those who still have to agree or cannot.
    """
    slug, clock = state.folder.slug, state.clock
    view = state.folder.ruleset.view(state.game, PUBLIC)
    still_in = [seat for seat, player in view.players.items() if player.status == "in"]
    for seat in agreed:
        _check_voice(state, seat, still_in)
    silent = {*clock.absent, *open_seats(clock.missed, state.folder.file.drop_after, view)}
    if missing := [seat for seat in still_in if seat not in silent and seat not in agreed]:
        raise Refused(
            f"{slug}: a draw needs all who are still in; who still has to agree: {', '.join(missing)}"
        )
    if not agreed:
        raise Refused(
            f"{slug}: nobody has to be asked for a draw any more, but nobody of those who are in has agreed either; "
            f"end the game with `genetess finish {slug} --reason TEXT`"
        )
    return [seat for seat in still_in if seat in agreed]


def _check_voice(state: GameState, seat: str, still_in: Sequence[str]) -> None:
    slug = state.folder.slug
    if seat not in still_in:
        raise Refused(f"{slug}: {seat} cannot agree to a draw, being out of the game")
    if seat in state.clock.absent:
        raise Refused(
            f"{slug}: {seat} cannot agree to a draw, as its player has left; leave it out, or give the seat to "
            f"somebody with `genetess replace {slug} {seat} NAME`"
        )


def moves(records: Sequence[RecordFile], number: int) -> bool:
    """Return whether turns are taken back, or come back, as the game goes to before the record of a number.

    The GM's acts that only the clock and the players know are none.
    """
    kept = Timeline(records).live(before=number)
    return [record.number for record in Timeline(records).live() if _is_move(record)] != [
        record.number for record in kept if _is_move(record)
    ]


def _is_move(record: RecordFile) -> bool:
    return not record.desk or bool(record.events)


def describe_clock(before: Clock, after: Clock) -> dict[str, str]:
    """Return what the record of an undo says of a clock that is as before: its turn's start, and a changed deadline."""
    changed = {} if after.deadline == before.deadline else deadline(after)
    return {"since": str(after.since), **changed}


def clock_again(folder: GameFolder, past: Clock, past_time: int, queues: dict[str, str], now: int) -> Clock:
    """Return the clock of a game that goes back to where it stood at `past_time`, with these order files."""
    clock, file = replace(past, retry=None), folder.file
    for seat in past.to_move[:1]:  # nobody where the game was over
        clock = restart(clock, seat, queues, past_time, now, file.deadline_seconds, file)
    return clock


def back_in_time(present: Clock, past: Clock) -> Clock:
    """Return the past clock with what never goes back: keys and the numbers of queues, how often a turn was played."""
    kept = ("attempts", "epochs", "numbers", "noted", "key", "last")
    return replace(past, **{name: getattr(present, name) for name in kept})


def undone_range(first: RecordFile, gone: Sequence[RecordFile]) -> dict[str, Any]:
    """Return what was taken back: the first and last of the turns, and what the GM did."""
    turns = [record.turn for record in gone if not record.desk]
    acts = ["undo"] if first.desk == "undo" else []
    acts += [_act(record) for record in gone if record.desk]
    told: dict[str, Any] = {"first": turns[0], "last": turns[-1]} if turns else {}
    return told | ({"acts": acts} if acts else {})


def _act(record: RecordFile) -> Any:
    """Name what the GM did, as a record that takes it back does: the command, and what it did to whose seat."""
    if record.seat is None or record.desk == GRACE:
        return record.desk
    players = {"was": record.was["name"], "now": record.now["name"]} if record.desk == "replace" else {}
    orphans = {"orphans": True} if record.now.get("orphans") else {}
    return {"act": record.desk, "seat": record.seat, **players, **orphans}


def _settings_again(state: GameState, past: Past, players: Mapping[str, Mapping[str, str | None]]) -> bytes:
    """Put players back into game.yaml: with its text of then, where nothing else has changed."""
    folder = state.folder
    now = {player.seat: name_of(player) for player in folder.file.players if player.seat in players}
    try:
        texts = set_players(folder, past.text, now), set_players(folder, past.text, players)
    except (InvalidFile, Refused):
        texts = b"", b""
    if texts == (folder.game_bytes, past.text):
        return past.text
    return set_players(folder, folder.game_bytes, players)


def _tell(state: GameState, seat: str, lost: bytes | None) -> str:
    path = state.folder.paths.orders(seat)
    was = " / ".join((lost or b"").decode("utf-8", "replace").split("\n")).strip(" /")
    differs = was and lost != state.queues[seat] and not state.folder.is_sealed
    orders = f", and what was taken back is not put into it: {was[:200]}" if differs else ""
    return f"{path} was edited and not committed: it stays as it is, and is part of this{orders}"


def _players(
    state: GameState, records: Sequence[RecordFile], before: int
) -> dict[str, dict[str, str | None]]:
    """Return who has to be put back into game.yaml, by seat, as the records taken back replaced them."""
    replaced = [record for record in records if record.desk == "replace"]
    first = {str(record.seat): record.was for record in reversed(replaced)}
    kept = {
        record.seat: record.now
        for record in Timeline(records).live(before=before)
        if record.desk == "replace"
    }
    now = {record.seat: record.now for record in Timeline(records).live() if record.desk == "replace"}
    playing = {player.seat: name_of(player) for player in state.folder.file.players}
    wanted = {seat: dict(kept.get(seat, was)) for seat, was in first.items()}
    return {
        seat: who for seat, who in wanted.items() if now.get(seat) != kept.get(seat) and playing[seat] != who
    }
