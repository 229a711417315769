"""A game's position as data for programs: what a site has as position.json."""

from __future__ import annotations

from typing import Any

import msgspec

from genetess_cli.errors import Refused, Unreadable
from genetess_cli.rules.base import View
from genetess_cli.store.reader.games import AnyGame, Game
from genetess_cli.store.schema import UTC, Clock
from genetess_cli.store.times import Time
from genetess_cli.turns.clock import left_seats, open_seats
from genetess_cli.turns.queue import is_put_back, read_queue

Document = dict[str, Any]


def document_now(game: Game, view: View, viewer: str | None) -> Document:
    """Return the position of a game that has begun, of which `view` is that of now."""
    clock = game.clock
    head = timing(game, clock) | {"result": msgspec.to_builtins(view.result)}
    players = players_of(game, view, viewer)
    for seat in open_seats(clock, game.file, view):
        players[seat]["open"] = True
    return head | {"players": with_absences(players, clock, view)} | board_of(view)


def with_absences(players: Document, clock: Clock, view: View) -> Document:
    for seat in left_seats(clock, view):
        players[seat]["absent"] = True
    for seat, seconds in clock.holiday.items():
        players[seat]["holiday"] = seconds
    return players


def timing(game: AnyGame, clock: Clock) -> Document:
    head = heading(game, clock.turn, clock.phase, list(clock.to_move), clock.deadline)
    if game.file.timezone != UTC:
        head["timezone"] = game.file.timezone
    if clock.paused:
        head["paused"] = str(clock.paused.since)
        if clock.paused.until:
            head["paused_until"] = str(clock.paused.until)
    if clock.grace_used and clock.deadline:
        head["grace_used"] = True
    if clock.fresh_number:
        head["fresh_number"] = clock.fresh_number
    return head


def heading(
    game: AnyGame, turn: str, phase: str, to_move: list[str], deadline: Time | None = None
) -> Document:
    return {
        "game": game.slug,
        "ruleset": game.file.ruleset,
        "turn": turn,
        "phase": phase,
        "to_move": to_move,
        "deadline": str(deadline) if deadline else None,
        "result": None,
    }


def players_of(game: AnyGame, view: View, viewer: str | None, queues: bool = True) -> Document:
    names = game.file.names
    players: Document = {}
    for seat, player in view.players.items():
        head: Document = {"name": names.get(seat, seat)}
        if seat in game.file.bots:
            head["bot"] = game.file.bots[seat]
        queue: Document = {"queue": None}
        if queues and viewer in (None, seat):
            queue = queue_fields(game, seat)
        players[seat] = head | msgspec.to_builtins(player) | queue
    return players


def queue_fields(game: AnyGame, seat: str) -> Document:
    try:
        queue = read_queue(game.terms, seat, game.queue_text(seat))
    except (Refused, Unreadable) as why:
        return {"queue": [], "queue_problem": str(why)}
    fault = {"queue_problem": queue.problem.message} if queue.problem else {}
    back = {"put_back": True} if is_put_back(game.clock, seat, game.files.get(seat)) else {}
    return {"queue": [entry.text for entry in queue.entries], **fault, **back}


def board_of(view: View) -> Document:
    fields: Document = msgspec.to_builtins(view)
    return {name: value for name, value in fields.items() if name not in View.__struct_fields__}
