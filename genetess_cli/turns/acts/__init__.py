"""What the GM does to a game beside its orders: one table, ACTIONS, of what each act needs and what comes of it.

Pure: what these do to a position is for the rules to say, and to a clock for `clock.py`. `referee.act` carries one out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Refused
from genetess_cli.rules.base import AGREED, PUBLIC, TOGETHER, WAIT
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.ruleset import AnyOutcome
from genetess_cli.store.codec import ids_of
from genetess_cli.store.schema import UNDO, Clock, Phase, PlayerFile, RecordFile, name_with_bot
from genetess_cli.store.terms import Terms
from genetess_cli.store.yaml import api
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.clock import open_seats
from genetess_cli.turns.state import GameState, present, with_new_keys


class GmAction(msgspec.Struct, frozen=True):
    """An act of the GM's, `by` name: the command, the seat that it is about, why, and what it takes besides.

    `seconds` are how long a deadline is put off by, `former` and `newcomer` who had a seat and gets it, `agreed` the
    seats that want a draw. `orphans` takes the seat out of the game. `go_back` is what an undo comes to at a time.
    """

    name: str
    seat: str | None = None
    reason: str | None = None
    by: str = ""
    seconds: int = 0
    former: Mapping[str, str | None] = {}
    newcomer: Mapping[str, str | None] = {}
    orphans: bool = False
    agreed: Sequence[str] = ()
    go_back: Callable[[GameState, int], Effect] | None = None


class Effect(msgspec.Struct, frozen=True):
    """What comes of an act: the state after it, what its record says was and is now, and what the rules made of it.

    `notes` are for the GM; `settings` is game.yaml where that changes.
    """

    state: GameState
    was: Mapping[str, Any] = {}
    now: Mapping[str, Any] = {}
    outcome: AnyOutcome | None = None
    back_to: int | None = None
    notes: Sequence[str] = ()
    settings: bytes | None = None


def _pause(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    if state.clock.paused:
        raise Refused(f"{state.slug} is already paused, since {state.clock.paused.since}")
    clock = clocks.pause(state.clock, state.seat, at, state.file)
    return Effect(replace(state, clock=clock))


def _resume(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    if not state.clock.paused:
        raise Refused(f"{state.slug} is not paused")
    clock = clocks.resume(state.clock, state.clock.paused, phase(state), at, state.file)
    return Effect(replace(state, clock=clock), now=deadline(clock))


def _extend(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    if action.seconds <= 0:
        raise Refused("a deadline can only be put off")
    clock = clocks.extend(state.clock, state.seat, at, action.seconds, state.file)
    if clock is None:
        raise Refused(f"{state.slug} {state.clock.turn} has no deadline to extend")
    return Effect(
        replace(state, clock=clock), deadline(state.clock), {"by": action.seconds, **deadline(clock)}
    )


def _replace(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """Give a seat to another player: in game.yaml, with a clean slate."""
    slug = state.slug
    seat = str(action.seat)
    was = action.former or name_of(state.file.player(seat))
    now = action.newcomer
    _check_turns(state, seat, "given to anybody")
    if was == now and seat not in state.clock.absent:
        raise Refused(f"{slug}: {seat} is already played by {called(was)}")
    settings = set_players(state.terms, state.terms.source, {seat: now})
    after = with_new_keys(state, seat)
    clock = clocks.forgive_missed(after.clock, seat)
    after = replace(after, clock=replace(clock, absent=_without(clock.absent, seat)))
    return Effect(after, was, now, notes=orders_left(state, [seat]), settings=settings)


def orders_left(state: GameState, seats: Iterable[str]) -> list[str]:
    """Say which seats with another player still have orders of the one before."""
    return [
        f"{state.paths.orders(seat)} still holds orders from before; to remove "
        f'them: `genetess order {state.slug} {seat} "" --commit`'
        for seat in seats
        if state.files.get(seat)
    ]


def _drop(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """Let a player leave: the seat is timed out whenever its turn comes, or with `orphans` out of the game at once."""
    slug = state.slug
    seat = str(action.seat)
    outcome = outcome_of(state, action, dice)
    if outcome is None:
        _check_turns(state, seat, "dropped")
        if state.file.timeout == WAIT:
            raise Refused(f"{slug}: it would wait for {seat} for ever; add --orphans")
        if seat in state.clock.absent:
            raise Refused(f"{slug}: {seat} has already left; its turns are skipped")
        if present(state) in ([seat], []):
            raise Refused(
                f"{slug}: {seat} is the last active player. To end the game: `genetess finish {slug} --reason TEXT`"
            )
        return Effect(replace(state, clock=replace(state.clock, absent=(*state.clock.absent, seat))))
    if outcome.problem:
        instead = "; leave out --orphans" if phase(state) == TOGETHER else ""
        words = f"{seat} cannot be dropped. {outcome.problem.message.rstrip('.')}{instead}."
        raise Refused(f"{slug}: {words}")
    clock = replace(state.clock, absent=_without(state.clock.absent, seat))
    after = move_position(replace(state, clock=clock), outcome, at)
    return Effect(after, now={"orphans": True}, outcome=outcome)


def _finish(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """End the game by the GM's word, which reads on from `The game is over, `; the rules' own count tells who won."""
    outcome = outcome_of(state, action, dice)
    assert outcome is not None
    if outcome.problem:
        raise Refused(f"{state.slug}: {outcome.problem.message}")
    return Effect(move_position(state, outcome, at), outcome=outcome)


def _draw(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    """End the game in a draw to which all have agreed who are in and have a player; seats with one share the win."""
    agreed = check_agreement(state, action.agreed)
    return replace(_finish(state, action, at, dice), now={"agreed": agreed})


def _undo(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    assert action.go_back is not None, "an undo goes back to a record"
    return action.go_back(state, at)


class Action(msgspec.Struct, frozen=True):
    """A row of the table: what an act does, the sentence that tells it, and its name once it is taken back.

    `outcome` is what the rules make of it, `read` what it takes besides, told by its record.
    `words` may have {gm}, {time} and {agreed}; one that says more is told in `site/words`. `undone` stands behind
    "undid", without its article where a seat follows. `over`: it can be done in a game
    that is over. `gives_seat`: its record's `now` is the seat's new player; `leaves_seat`: the seat has none after it.
    """

    apply: Callable[[GameState, GmAction, int, Dice], Effect]
    words: str = ""
    undone: str = ""
    has_seat: bool = False
    over: bool = False
    gives_seat: bool = False
    leaves_seat: bool = False
    outcome: Callable[[GameState, GmAction, Dice], AnyOutcome | None] = lambda state, action, dice: None
    read: Callable[[GmAction, GameState, RecordFile], GmAction] = lambda action, state, record: action


ACTIONS: Final[dict[str, Action]] = {
    "pause": Action(_pause, "{gm} paused the game", "the pause"),
    "resume": Action(_resume, "{gm} resumed the game{time}", "the end of the pause"),
    "extend": Action(
        _extend,
        undone="the extension of the deadline",
        read=lambda action, state, record: replace(action, seconds=record.now["by"]),
    ),
    "replace": Action(
        _replace,
        has_seat=True,
        gives_seat=True,
        # Who had the seat before, the work tree told, which was never committed.
        read=lambda action, state, record: replace(
            action, former=record.was, newcomer=name_of(state.file.player(str(record.seat)))
        ),
    ),
    "drop": Action(
        _drop,
        undone="drop",
        has_seat=True,
        leaves_seat=True,
        outcome=lambda state, action, dice: (
            state.ruleset.drop(state.game, str(action.seat), dice) if action.orphans else None
        ),
        read=lambda action, state, record: replace(action, orphans=bool(record.now.get("orphans"))),
    ),
    "finish": Action(
        _finish,
        "{gm} ended the game",
        "the end of the game",
        outcome=lambda state, action, dice: state.ruleset.end(state.game, action.reason or "", False),
    ),
    "draw": Action(
        _draw,
        "{agreed} agreed to a draw, and {gm} ended the game",
        "the draw",
        outcome=lambda state, action, dice: state.ruleset.end(state.game, AGREED, True),
        read=lambda action, state, record: replace(action, agreed=record.now["agreed"]),
    ),
    UNDO: Action(_undo, undone="the last undo", over=True),
}
"""Everything that a GM can do to a game beside its orders, by command."""


def outcome_of(state: GameState, action: GmAction, dice: Dice) -> AnyOutcome | None:
    """Return what the rules make of an act, or why they refuse it; None where it is nothing to them."""
    outcome = ACTIONS[action.name].outcome(state, action, dice)
    return outcome and (outcome if outcome.problem else state.terms.award(outcome, state.clock.absent))


def new_player(record: RecordFile) -> str | None:
    """Return the name of the player whom the GM gave the record's seat to; None where that is not what it is of."""
    row = ACTIONS.get(record.desk or "")
    return called(record.now) if row and row.gives_seat and record.seat else None


def called(who: Mapping[str, Any]) -> str:
    return name_with_bot(str(who.get("name")), who.get("bot"))


def absent_after(absent: frozenset[str], record: RecordFile) -> frozenset[str]:
    """Return the seats that were left; one is not where somebody has it again, or nobody ever will."""
    row = ACTIONS.get(record.desk or "")
    if row is None or not record.seat or not (row.gives_seat or row.leaves_seat):
        return absent
    is_left = row.leaves_seat and not record.now.get("orphans")
    return absent | {record.seat} if is_left else absent - {record.seat}


def apply(state: GameState, action: GmAction, at: int, dice: Dice) -> Effect:
    row = ACTIONS[action.name]
    if state.clock.phase == "finished" and not row.over:
        raise Refused(f"{state.slug} is over. To go back: `genetess undo {state.slug}`")
    return row.apply(state, action, at, dice)


def _check_turns(state: GameState, seat: str, done: str) -> None:
    """Raise Refused for a seat that is out for good; where nobody has moved yet, all turns are to come."""
    if phase(state) == TOGETHER:
        return
    problem = state.ruleset.drop(state.game, seat, Dice(lambda: b"rehearsal", 0)).problem
    if problem:
        raise Refused(f"{state.slug}: {seat} cannot be {done}. {problem.message}")


def move_position(state: GameState, outcome: AnyOutcome, now: int) -> GameState:
    """Return the state with another position; where the turn is another one as well, its clock begins."""
    view = state.ruleset.view(outcome.game, PUBLIC)
    clock = replace(state.clock, to_move=tuple(view.to_move))
    if view.result is None and view.turn == state.clock.turn:
        return replace(state, game=outcome.game, clock=clock)
    end = None if view.result else state.file.deadline_from(now)
    clock = clocks.begin(clock, ids_of(state.codec, state.queues), now, deadline=end)
    clock = replace(clock, turn=state.clock.turn if view.result else view.turn, phase=view.phase)
    if state.clock.paused and not view.result:
        pause = replace(state.clock.paused, holiday=False)
        clock = clocks.keep_paused(clock, pause, view.to_move[0], now, state.file)
    return replace(state, game=outcome.game, clock=clock)


def phase(state: GameState) -> Phase:
    return state.ruleset.view(state.game, PUBLIC).phase


def deadline(clock: Clock) -> dict[str, str]:
    return {} if clock.deadline is None else {"deadline": str(clock.deadline)}


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(name for name in seats if name != seat)


def set_players(terms: Terms, data: bytes, players: Mapping[str, Mapping[str, str | None]]) -> bytes:
    """Return a text of game.yaml with other players, by seat, and all else as it was."""
    for seat, fields in players.items():
        index = terms.file.seats.index(seat)
        # The number of an account goes with its login; that of the next player is noted at first sight. Where a
        # player wants mail is no other player's business.
        player = terms.file.players[index]
        gone = ["bot"] if player.bot else []
        if fields["github"] != player.github:
            gone.append("github_id")
        if fields != name_of(player):
            gone += ["mail", "notices"]
        changed: dict[str, str | int | None] = {**dict.fromkeys(gone), **fields}
        data = api.with_fields(data, changed, terms.paths.game, ("players", index))
    return data


def name_of(player: PlayerFile) -> dict[str, str | None]:
    who = {"name": player.name, "github": player.github}
    return {**who, "bot": player.bot} if player.bot else who


def check_agreement(state: GameState, agreed: Sequence[str]) -> list[str]:
    """Return who has agreed to a draw, in the order of the seats, where that is enough.

    A seat whose player has left can say nothing. One that is open, as its player missed too many deadlines, may agree,
    but nobody waits for it. Raise Refused, naming those who still have to agree or cannot.
    """
    slug = state.slug
    view = state.ruleset.view(state.game, PUBLIC)
    file = state.file
    silent = {*state.clock.absent, *file.bots, *open_seats(state.clock.missed, file.drop_after, view)}
    for seat in agreed:
        if seat not in view.still_in:
            raise Refused(f"{slug}: {seat} is out of the game and cannot agree to a draw")
        if seat in state.clock.absent:
            raise Refused(f"{slug}: {seat} cannot agree to a draw: its player has left; leave it out")
    if missing := [seat for seat in view.still_in if seat not in silent and seat not in agreed]:
        raise Refused(f"{slug}: not everyone has agreed to a draw. Missing: {', '.join(missing)}")
    if not agreed:
        raise Refused(f"{slug}: nobody has agreed to a draw")
    return [seat for seat in view.still_in if seat in agreed]
