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
from genetess_cli.rules.base import AGREED, PUBLIC, WAIT, Outcome, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.store.codec import ids_of
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.schema import Desk, PlayerFile, RecordFile
from genetess_cli.store.times import from_time
from genetess_cli.store.yaml import api
from genetess_cli.turns import clock as clocks
from genetess_cli.turns.clock import Clock, Pause, open_seats
from genetess_cli.turns.queue import TOO_LARGE
from genetess_cli.turns.referee import Keys, dice_of, save, tell_edited, way_out
from genetess_cli.turns.start import rekeyed
from genetess_cli.turns.state import Step, Table, present, read_table, silent, step_of, too_early, uncommitted

LONGEST_REASON = 200


class Act(msgspec.Struct, frozen=True):
    """What the GM does: which command, why, and when."""

    desk: Desk
    reason: str | None
    at: int


def pause(league: League, slug: str, now: int, reason: str | None = None, note: Note = silent) -> RecordFile:
    """Stop a game: nothing is due in it until `resume`. Raises Refused for a game that is over or paused."""

    def make(table: Table, by: str) -> Step:
        _check_goes_on(table)
        if table.clock.paused:
            raise Refused(f"{slug} is paused already, since {from_time(table.clock.paused.since)}")
        return _step(table, paused(table, now), Act("pause", reason, now), by)

    return perform(league, slug, now, reason, make, note)


def resume(league: League, slug: str, now: int, reason: str | None = None, note: Note = silent) -> RecordFile:
    """Let a paused game go on with what was left of its deadline. Raises Refused for one that is not paused."""

    def make(table: Table, by: str) -> Step:
        _check_goes_on(table)
        if not table.clock.paused:
            raise Refused(f"{slug} is not paused")
        after = resumed(table, table.clock.paused, now)
        return _step(table, after, Act("resume", reason, now), by, now=deadline(after.clock))

    return perform(league, slug, now, reason, make, note)


def extend(
    league: League, slug: str, by: int, now: int, reason: str | None = None, note: Note = silent
) -> RecordFile:
    """Put a deadline off by so many seconds. Raises Refused where there is none."""

    def make(table: Table, who: str) -> Step:
        _check_goes_on(table)
        after = extended(table, by, now)
        if after is None:
            raise Refused(f"{slug} {table.label} has no deadline that could be put off")
        act = Act("extend", reason, now)
        longer = {"by": by, **deadline(after.clock)}
        return _step(table, after, act, who, was=deadline(table.clock), now=longer)

    return perform(league, slug, now, reason, make, note)


def replace_player(
    league: League,
    slug: str,
    player: PlayerFile,
    now: int,
    reason: str | None = None,
    note: Note = silent,
) -> RecordFile:
    """Give a seat to another player: in game.yaml, with a clean slate.

    Raises Refused where it is theirs already, or where nothing is left to play because the seat has no more turns.
    """

    def make(table: Table, by: str) -> Step:
        _check_goes_on(table)
        _check_turns(table, player.seat, "given to anybody")
        there = next(each for each in table.hosted.file.players if each.seat == player.seat)
        was, then = name_of(there), name_of(player)
        if was == then and player.seat not in table.clock.absent:
            raise Refused(f"{slug}: {player.seat} is played by {_shown(was)} already")
        if table.files.get(player.seat):
            path = table.hosted.paths.orders(player.seat)
            note(
                f"{path} still holds the orders of {there.name}; if they are not to be carried out, clear it with "
                f'`genetess order {slug} {player.seat} "" --commit`'
            )
        after = replace(seat_given(table, player.seat), file=rekeyed(table, player.seat))
        step = _step(table, after, Act("replace", reason, now), by, player.seat, was, then)
        return with_players(step, table, {player.seat: then})

    return perform(league, slug, now, reason, make, note)


def drop(
    league: League,
    slug: str,
    seat: str,
    now: int,
    keys: Keys,
    orphans: bool = False,
    reason: str | None = None,
    note: Note = silent,
) -> RecordFile:
    """Let a player leave: the seat is timed out whenever its turn comes, or with `orphans` out of the game at once.

    Raises Refused for a seat that has left already or has no more turns, or where nobody would be left to wait for.
    """

    def make(table: Table, by: str) -> Step:
        _check_goes_on(table)
        act = Act("drop", reason, now)
        if not orphans:
            _check_turns(table, seat, "dropped")
            _check_absence(table, seat)
            return _step(table, player_left(table, seat), act, by, seat)
        dice = dice_of(table, keys, "drop", seat)
        outcome = table.hosted.ruleset.drop(table.game, seat, dice)
        if outcome.problem:
            instead = "; leave out --orphans" if phase(table) == "gambling" else ""
            raise Refused(
                f"{slug}: {seat} cannot be dropped. {outcome.problem.message.rstrip('.')}{instead}."
            )
        outcome = table.hosted.award(outcome, table.clock.absent)
        after = seat_removed(table, seat, outcome, now)
        return _step(table, after, act, by, seat, now={"orphans": True}, outcome=outcome, dice=dice)

    return perform(league, slug, now, reason, make, note)


def finish(league: League, slug: str, now: int, reason: str, note: Note = silent) -> RecordFile:
    """End a game by the GM's word; the rules' own count tells who won. Raises Refused for one that is over.

    The reason reads on from `The game is over, ` and so stands without a full stop.
    """
    reason = reason.rstrip(". ") or reason

    def make(table: Table, by: str) -> Step:
        _check_goes_on(table)
        outcome = _end(table, reason)
        after = position_changed(table, outcome, now)
        return _step(table, after, Act("finish", reason, now), by, outcome=outcome)

    return perform(league, slug, now, reason, make, note)


def draw(
    league: League,
    slug: str,
    agreed: Sequence[str],
    now: int,
    reason: str | None = None,
    note: Note = silent,
) -> RecordFile:
    """End a game in a draw to which all have agreed who are in and have a player; seats with one share the win.

    Raises Refused, naming those who still have to agree or cannot.
    """

    def make(table: Table, by: str) -> Step:
        _check_goes_on(table)
        who = check(table, agreed)
        outcome = _end(table, AGREED, draw=True)
        act = Act("draw", reason, now)
        return _step(
            table, position_changed(table, outcome, now), act, by, now={"agreed": who}, outcome=outcome
        )

    return perform(league, slug, now, reason, make, note)


def _end(table: Table, reason: str, draw: bool = False) -> Outcome:
    return table.hosted.award(table.hosted.ruleset.end(table.game, reason, draw), table.clock.absent)


# What all of these share


def perform(
    league: League,
    slug: str,
    now: int,
    reason: str | None,
    make: Callable[[Table, str], Step],
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
        table = read_table(league, slug, repository, tip, note)
        if not is_undo and (early := too_early(table.file, now)):
            raise Refused(f"{slug} {table.label}: {early}. {way_out(table, now)}")
        held = {seat: data for seat, data in table.files.items() if data != TOO_LARGE}  # no commit takes that
        files = {table.hosted.paths.orders(seat): data for seat, data in held.items()}
        table = replace(table, edited=[*table.edited, *uncommitted(repository, tip, files)])
        step = make(table, repository.author())
        save(repository, tip, step, now, note)
    return step.record


def check_reason(reason: str | None) -> None:
    """Raise WrongUsage for a reason that is not one line."""
    if reason is not None and not (0 < len(reason.strip()) <= LONGEST_REASON and reason.isprintable()):
        raise WrongUsage(f"--reason is one line of 1 to {LONGEST_REASON} characters")


def _step(
    table: Table,
    after: Table,
    act: Act,
    by: str,
    seat: str | None = None,
    was: Mapping[str, Any] | None = None,
    now: Mapping[str, Any] | None = None,
    outcome: Outcome | None = None,
    dice: Dice | None = None,
) -> Step:
    """The step of an act, with its record: `was` and `now` are what it changed, `outcome` what the rules made of it."""
    after = replace(after, number=table.number + 1)
    record = record_of(table, after, act, by, was or {}, now or {})
    return step_of(
        table,
        after,
        replace(
            record,
            seat=seat,
            draws=[plain(draw) for draw in dice.draws] if dice else [],
            events=[plain(event) for event in outcome.events] if outcome else [],
        ),
    )


def record_of(
    table: Table, after: Table, act: Act, by: str, was: Mapping[str, Any], now: Mapping[str, Any]
) -> RecordFile:
    """The record of an act that leads from one table to the next."""
    return RecordFile(
        number=table.number,
        turn=table.label,
        source="gm",
        outcome="done",
        reason=act.reason,
        at=from_time(act.at),
        to_move=after.to_move,
        next=after.label,
        rules_version=table.hosted.ruleset.VERSION,
        desk=act.desk,
        by=by,
        was=dict(was),
        now=dict(now),
    )


def with_players(step: Step, table: Table, players: Mapping[str, Mapping[str, str | None]]) -> Step:
    """A step that also changes players in game.yaml, by seat: `name` and `github`."""
    data = set_players(table, table.hosted.game_bytes, players)
    return replace(step, changes=step.changes | {table.hosted.paths.game: data})


def set_players(table: Table, data: bytes, players: Mapping[str, Mapping[str, str | None]]) -> bytes:
    """A text of game.yaml with other players, by seat, and all else as it was."""
    for seat, fields in players.items():
        index = table.hosted.file.seats.index(seat)
        # The number of an account goes with its login; that of the next player is noted at first sight. Where a
        # player wants mail is no other player's business.
        player = table.hosted.file.players[index]
        gone = [] if fields["github"] == player.github else ["github_id"]
        gone += [] if fields == name_of(player) else ["mail", "notices"]
        changed = dict[str, str | int | None].fromkeys(gone) | dict(fields)
        data = api.with_item(data, "players", index, changed, table.hosted.paths.game)
    return data


def name_of(player: PlayerFile) -> dict[str, str | None]:
    """Who plays, as a record has it."""
    return {"name": player.name, "github": player.github}


def _shown(who: Mapping[str, str | None]) -> str:
    return f"{who['name']}@{who['github']}" if who["github"] else str(who["name"])


def _check_goes_on(table: Table) -> None:
    if table.phase == "finished":
        slug = table.hosted.slug
        is_open = table.file.key is None
        way = (
            f"take the end back with `genetess undo {slug}`"
            if is_open
            else "its key is public, so it stays so"
        )
        raise Refused(f"{slug} is over; {way}")


def _check_turns(table: Table, seat: str, done: str) -> None:
    """Raises Refused for a seat that is out for good. Where nobody has moved yet, everybody's turns are to come."""
    if phase(table) == "gambling":
        return
    problem = table.hosted.ruleset.drop(table.game, seat, Dice(lambda: b"rehearsal", 0)).problem
    if problem:
        raise Refused(f"{table.hosted.slug}: {seat} cannot be {done}. {problem.message}")


def _check_absence(table: Table, seat: str) -> None:
    slug = table.hosted.slug
    if table.hosted.file.timeout == WAIT:
        raise Refused(f"{slug}: its time-outs would only go on waiting for {seat}; add --orphans")
    if seat in table.clock.absent:
        raise Refused(f"{slug}: {seat} has left already and is timed out whenever its turn comes")
    if present(table) in ([seat], []):
        raise Refused(
            f"{slug}: nobody would be left to wait for; end the game with `genetess finish {slug} --reason TEXT`"
        )


def paused(table: Table, now: int) -> Table:
    """The table while a pause lasts."""
    clock = clocks.pause(table.clock, table.seat, now, table.hosted.file)
    return replace(table, clock=clock, phase="suspended")


def resumed(table: Table, pause: Pause, now: int) -> Table:
    """The table after a pause."""
    file = table.hosted.file
    clock = clocks.resume(table.clock, pause, now, file.deadline_seconds, file)
    return replace(table, clock=clock, phase="suspended" if clock.suspended else phase(table))


def extended(table: Table, by: int, now: int) -> Table | None:
    """The table with a deadline put off; None where there is none."""
    clock = clocks.extended(table.clock, table.seat, now, by, table.hosted.file)
    return None if clock is None else replace(table, clock=clock)


def seat_given(table: Table, seat: str) -> Table:
    """The table once somebody else has taken a seat: with a clean slate."""
    clock = clocks.forgiven(table.clock, seat)
    return replace(table, clock=replace(clock, absent=_without(clock.absent, seat)))


def player_left(table: Table, seat: str) -> Table:
    """The table once the player of a seat has left it."""
    return replace(table, clock=replace(table.clock, absent=(*table.clock.absent, seat)))


def seat_removed(table: Table, seat: str, outcome: Outcome, now: int) -> Table:
    """The table once the rules have taken a seat out."""
    clock = replace(table.clock, absent=_without(table.clock.absent, seat))
    return position_changed(replace(table, clock=clock), outcome, now)


def position_changed(table: Table, outcome: Outcome, now: int) -> Table:
    """The table after the rules have moved the position on; where the turn is another one now, its clock begins."""
    view = table.hosted.ruleset.view(outcome.game, PUBLIC)
    after = replace(table, game=outcome.game, to_move=tuple(view.to_move))
    if view.result is None and view.turn == table.label:
        return after
    end = None if view.result else table.hosted.file.deadline_from(now)
    clock = clocks.begin(table.clock, ids_of(table.hosted.papers, table.queues), now, deadline=end)
    if view.result:
        return replace(after, clock=clock, phase="finished")
    if table.clock.paused:
        pause = replace(table.clock.paused, holiday=False)
        clock = clocks.paused_anew(clock, pause, view.to_move[0], now, table.hosted.file)
    return replace(after, clock=clock, label=view.turn, phase="suspended" if clock.paused else view.phase)


def phase(table: Table) -> str:
    """The phase of the position, holidays and pauses apart."""
    return table.hosted.ruleset.view(table.game, PUBLIC).phase


def deadline(clock: Clock) -> dict[str, str]:
    """A deadline as records have it: nothing where there is none."""
    return {} if clock.deadline is None else {"deadline": from_time(clock.deadline)}


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(name for name in seats if name != seat)


def check(table: Table, agreed: Sequence[str]) -> list[str]:
    """Who has agreed to a draw, in the order of the seats, where that is enough.

    A seat whose player has left can say nothing. One that is open, as its player missed too many deadlines, may agree,
    but nobody waits for it. Raises Refused, naming those who still have to agree or cannot.
    """
    slug, clock = table.hosted.slug, table.clock
    view = table.hosted.ruleset.view(table.game, PUBLIC)
    still_in = [seat for seat, player in view.players.items() if player.status == "in"]
    for seat in agreed:
        _check_voice(table, seat, still_in)
    silent = {*clock.absent, *open_seats(clock.missed, table.hosted.file.drop_after, view)}
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


def _check_voice(table: Table, seat: str, still_in: Sequence[str]) -> None:
    slug = table.hosted.slug
    if seat not in still_in:
        raise Refused(f"{slug}: {seat} cannot agree to a draw, being out of the game")
    if seat in table.clock.absent:
        raise Refused(
            f"{slug}: {seat} cannot agree to a draw, as its player has left; leave it out, or give the seat to "
            f"somebody with `genetess replace {slug} {seat} NAME`"
        )
