"""The GM's desk: what the GM does to a game beside its orders, one commit and one record each.

Pause and resume, more time, another player for a seat, a player who leaves, the end by the GM's word or by agreement.
Taking turns back is in `undo.py`. What these do to a position is for the rules to say, and to a clock for `clock.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Note, Refused, WrongUsage
from genetess_cli.rules import extras
from genetess_cli.rules.base import AGREED, PUBLIC, TOGETHER, WAIT, Outcome, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.store.codec import ids_of
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.schema import Clock, Desk, Pause, Phase, PlayerFile, RecordFile
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.clock import open_seats
from genetess_cli.turns.queue import TOO_LARGE
from genetess_cli.turns.referee import Keys, dice_of, save, tell_edited, way_out
from genetess_cli.turns.start import with_new_keys
from genetess_cli.turns.state import (
    GameState,
    Step,
    ignore_note,
    present,
    read_state,
    step_of,
    too_early_reason,
    uncommitted,
)

LONGEST_REASON = 200


class Act(msgspec.Struct, frozen=True):
    """What the GM does: which command, why, and when."""

    desk: Desk
    reason: str | None
    at: int


def pause(
    league: League, slug: str, now: int, reason: str | None = None, note: Note = ignore_note
) -> RecordFile:
    """Stop a game: nothing is due in it until `resume`. Raises Refused for a game that is over or paused."""

    def make(state: GameState, by: str) -> Step:
        _check_goes_on(state)
        if state.clock.paused:
            raise Refused(f"{slug} is paused already, since {state.clock.paused.since}")
        return _step(state, with_pause(state, now), Act("pause", reason, now), by)

    return perform(league, slug, now, reason, make, note)


def resume(
    league: League, slug: str, now: int, reason: str | None = None, note: Note = ignore_note
) -> RecordFile:
    """Let a paused game go on with what was left of its deadline. Raises Refused for one that is not paused."""

    def make(state: GameState, by: str) -> Step:
        _check_goes_on(state)
        if not state.clock.paused:
            raise Refused(f"{slug} is not paused")
        after = without_pause(state, state.clock.paused, now)
        return _step(state, after, Act("resume", reason, now), by, now=deadline(after.clock))

    return perform(league, slug, now, reason, make, note)


def extend(
    league: League, slug: str, by: int, now: int, reason: str | None = None, note: Note = ignore_note
) -> RecordFile:
    """Put a deadline off by so many seconds. Raises Refused where there is none."""

    def make(state: GameState, who: str) -> Step:
        _check_goes_on(state)
        after = with_extension(state, by, now)
        if after is None:
            raise Refused(f"{slug} {state.clock.turn} has no deadline that could be put off")
        act = Act("extend", reason, now)
        longer = {"by": by, **deadline(after.clock)}
        return _step(state, after, act, who, was=deadline(state.clock), now=longer)

    return perform(league, slug, now, reason, make, note)


def replace_player(
    league: League,
    slug: str,
    player: PlayerFile,
    now: int,
    reason: str | None = None,
    note: Note = ignore_note,
) -> RecordFile:
    """Give a seat to another player: in game.yaml, with a clean slate.

    Raises Refused where it is theirs already, or where nothing is left to play because the seat has no more turns.
    """

    def make(state: GameState, by: str) -> Step:
        _check_goes_on(state)
        _check_turns(state, player.seat, "given to anybody")
        there = next(each for each in state.folder.file.players if each.seat == player.seat)
        was, then = name_of(there), name_of(player)
        if was == then and player.seat not in state.clock.absent:
            raise Refused(f"{slug}: {player.seat} is played by {_show(was)} already")
        if state.files.get(player.seat):
            path = state.folder.paths.orders(player.seat)
            note(
                f"{path} still holds the orders of {there.name}; if they are not to be carried out, clear it with "
                f'`genetess order {slug} {player.seat} "" --commit`'
            )
        after = seat_given(with_new_keys(state, player.seat), player.seat)
        step = _step(state, after, Act("replace", reason, now), by, player.seat, was, then)
        return with_players(step, state, {player.seat: then})

    return perform(league, slug, now, reason, make, note)


def drop(
    league: League,
    slug: str,
    seat: str,
    now: int,
    keys: Keys,
    orphans: bool = False,
    reason: str | None = None,
    note: Note = ignore_note,
) -> RecordFile:
    """Let a player leave: the seat is timed out whenever its turn comes, or with `orphans` out of the game at once.

    Raises Refused for a seat that has left already or has no more turns, or where nobody would be left to wait for.
    """

    def make(state: GameState, by: str) -> Step:
        _check_goes_on(state)
        act = Act("drop", reason, now)
        if not orphans:
            _check_turns(state, seat, "dropped")
            _check_absence(state, seat)
            return _step(state, player_left(state, seat), act, by, seat)
        dice = dice_of(state, keys, "drop", seat)
        outcome = extras.drop(state.folder.ruleset, state.game, seat, dice)
        if outcome.problem:
            instead = "; leave out --orphans" if phase(state) == TOGETHER else ""
            raise Refused(
                f"{slug}: {seat} cannot be dropped. {outcome.problem.message.rstrip('.')}{instead}."
            )
        outcome = state.folder.setup.award(outcome, state.clock.absent)
        after = seat_removed(state, seat, outcome, now)
        return _step(state, after, act, by, seat, now={"orphans": True}, outcome=outcome, dice=dice)

    return perform(league, slug, now, reason, make, note)


def finish(league: League, slug: str, now: int, reason: str, note: Note = ignore_note) -> RecordFile:
    """End a game by the GM's word; the rules' own count tells who won. Raises Refused for one that is over.

    The reason reads on from `The game is over, ` and so stands without a full stop.
    """
    reason = reason.rstrip(". ") or reason

    def make(state: GameState, by: str) -> Step:
        _check_goes_on(state)
        outcome = _end(state, reason)
        after = position_changed(state, outcome, now)
        return _step(state, after, Act("finish", reason, now), by, outcome=outcome)

    return perform(league, slug, now, reason, make, note)


def draw(
    league: League,
    slug: str,
    agreed: Sequence[str],
    now: int,
    reason: str | None = None,
    note: Note = ignore_note,
) -> RecordFile:
    """End a game in a draw to which all have agreed who are in and have a player; seats with one share the win.

    Raises Refused, naming those who still have to agree or cannot.
    """

    def make(state: GameState, by: str) -> Step:
        _check_goes_on(state)
        who = check(state, agreed)
        outcome = _end(state, AGREED, draw=True)
        act = Act("draw", reason, now)
        return _step(
            state, position_changed(state, outcome, now), act, by, now={"agreed": who}, outcome=outcome
        )

    return perform(league, slug, now, reason, make, note)


def _end(state: GameState, reason: str, draw: bool = False) -> Outcome:
    outcome = extras.end(state.folder.ruleset, state.game, reason, draw)
    if outcome.problem:
        raise Refused(f"{state.folder.slug}: {outcome.problem.message}")
    return state.folder.setup.award(outcome, state.clock.absent)


# What all of these share


def perform(
    league: League,
    slug: str,
    now: int,
    reason: str | None,
    make: Callable[[GameState, str], Step],
    note: Note,
    is_undo: bool = False,
) -> RecordFile:
    """Alone in the league, make the one step from a game as it stands, in the name that git signs with, and save it.

    An undo judges its time itself, as it may take back what happened later.
    """
    check_reason(reason)
    with Repository.open(league.root) as repository, repository.lock() as left:
        tell_edited(left, note)
        tip = repository.tip()
        state = read_state(league, slug, repository, tip, note)
        if not is_undo and (early := too_early_reason(state.clock, now)):
            raise Refused(f"{slug} {state.clock.turn}: {early}. {way_out(state, now)}")
        held = {seat: data for seat, data in state.files.items() if data != TOO_LARGE}  # no commit takes that
        files = {state.folder.paths.orders(seat): data for seat, data in held.items()}
        state = replace(state, edited=[*state.edited, *uncommitted(repository, tip, files)])
        step = make(state, repository.author())
        save(repository, tip, step, now, note)
    return step.record


def check_reason(reason: str | None) -> None:
    """Raise WrongUsage for a reason that is not one line."""
    if reason is not None and not (0 < len(reason.strip()) <= LONGEST_REASON and reason.isprintable()):
        raise WrongUsage(f"--reason is one line of 1 to {LONGEST_REASON} characters")


def _step(
    state: GameState,
    after: GameState,
    act: Act,
    by: str,
    seat: str | None = None,
    was: Mapping[str, Any] | None = None,
    now: Mapping[str, Any] | None = None,
    outcome: Outcome | None = None,
    dice: Dice | None = None,
) -> Step:
    """The step of an act, with its record: `was` and `now` are what it changed, `outcome` what the rules made of it."""
    after = replace(after, clock=replace(after.clock, number=state.clock.number + 1))
    record = record_of(state, after, act, by, was or {}, now or {})
    return step_of(
        state,
        after,
        replace(
            record,
            seat=seat,
            draws=[plain(draw) for draw in dice.draws] if dice else [],
            events=[plain(event) for event in outcome.events] if outcome else [],
        ),
    )


def record_of(
    state: GameState, after: GameState, act: Act, by: str, was: Mapping[str, Any], now: Mapping[str, Any]
) -> RecordFile:
    """The record of an act that leads from one state to the next."""
    return RecordFile(
        number=state.clock.number,
        turn=state.clock.turn,
        source="gm",
        outcome="done",
        reason=act.reason,
        at=Time(act.at),
        to_move=after.clock.to_move,
        next=after.clock.turn,
        rules_version=state.folder.ruleset.VERSION,
        desk=act.desk,
        by=by,
        was=dict(was),
        now=dict(now),
    )


def with_players(step: Step, state: GameState, players: Mapping[str, Mapping[str, str | None]]) -> Step:
    """A step that also changes players in game.yaml, by seat: `name` and `github`."""
    data = set_players(state, state.folder.game_bytes, players)
    return replace(step, changes=step.changes | {state.folder.paths.game: data})


def set_players(state: GameState, data: bytes, players: Mapping[str, Mapping[str, str | None]]) -> bytes:
    """A text of game.yaml with other players, by seat, and all else as it was."""
    for seat, fields in players.items():
        index = state.folder.file.seats.index(seat)
        # The number of an account goes with its login; that of the next player is noted at first sight. Where a
        # player wants mail is no other player's business.
        player = state.folder.file.players[index]
        gone = [] if fields["github"] == player.github else ["github_id"]
        gone += [] if fields == name_of(player) else ["mail", "notices"]
        changed = dict[str, str | int | None].fromkeys(gone) | dict(fields)
        data = api.with_fields(data, changed, state.folder.paths.game, ("players", index))
    return data


def name_of(player: PlayerFile) -> dict[str, str | None]:
    """Who plays, as a record has it."""
    return {"name": player.name, "github": player.github}


def _show(who: Mapping[str, str | None]) -> str:
    return f"{who['name']}@{who['github']}" if who["github"] else str(who["name"])


def _check_goes_on(state: GameState) -> None:
    if state.clock.phase == "finished":
        slug = state.folder.slug
        is_open = state.clock.key is None
        way = (
            f"take the end back with `genetess undo {slug}`"
            if is_open
            else "its key is public, so it stays so"
        )
        raise Refused(f"{slug} is over; {way}")


def _check_turns(state: GameState, seat: str, done: str) -> None:
    """Raises Refused for a seat that is out for good. Where nobody has moved yet, everybody's turns are to come."""
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
        raise Refused(f"{slug}: {seat} has left already and is timed out whenever its turn comes")
    if present(state) in ([seat], []):
        raise Refused(
            f"{slug}: nobody would be left to wait for; end the game with `genetess finish {slug} --reason TEXT`"
        )


def with_pause(state: GameState, now: int) -> GameState:
    """The state while a pause lasts."""
    clock = clocks.pause(state.clock, state.seat, now, state.folder.file)
    return replace(state, clock=clock)


def without_pause(state: GameState, pause: Pause, now: int) -> GameState:
    """The state after a pause."""
    file = state.folder.file
    clock = clocks.resume(state.clock, pause, phase(state), now, file.deadline_seconds, file)
    return replace(state, clock=clock)


def with_extension(state: GameState, by: int, now: int) -> GameState | None:
    """The state with a deadline put off; None where there is none."""
    clock = clocks.extend(state.clock, state.seat, now, by, state.folder.file)
    return None if clock is None else replace(state, clock=clock)


def seat_given(state: GameState, seat: str) -> GameState:
    """The state once somebody else has taken a seat: with a clean slate."""
    clock = clocks.forgive_missed(state.clock, seat)
    return replace(state, clock=replace(clock, absent=_without(clock.absent, seat)))


def player_left(state: GameState, seat: str) -> GameState:
    """The state once the player of a seat has left it."""
    return replace(state, clock=replace(state.clock, absent=(*state.clock.absent, seat)))


def seat_removed(state: GameState, seat: str, outcome: Outcome, now: int) -> GameState:
    """The state once the rules have taken a seat out."""
    clock = replace(state.clock, absent=_without(state.clock.absent, seat))
    return position_changed(replace(state, clock=clock), outcome, now)


def position_changed(state: GameState, outcome: Outcome, now: int) -> GameState:
    """The state after the rules have moved the position on; where the turn is another one now, its clock begins."""
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
    """The phase of the position, holidays and pauses apart."""
    return state.folder.ruleset.view(state.game, PUBLIC).phase


def deadline(clock: Clock) -> dict[str, str]:
    """A deadline as records have it: nothing where there is none."""
    return {} if clock.deadline is None else {"deadline": str(clock.deadline)}


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(name for name in seats if name != seat)


def check(state: GameState, agreed: Sequence[str]) -> list[str]:
    """Who has agreed to a draw, in the order of the seats, where that is enough.

    A seat whose player has left can say nothing. One that is open, as its player missed too many deadlines, may agree,
    but nobody waits for it. Raises Refused, naming those who still have to agree or cannot.
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
