"""A position as the JSON document of `genetess show`: made of the ruleset's view for one viewer, and nothing else.

How it is drawn on a terminal is in `cli/board.py`; the site has it as a file beside a game's home.
"""

from __future__ import annotations

from typing import Any

import msgspec

from genetess_cli import history
from genetess_cli.clock import left_seats, open_seats
from genetess_cli.errors import InvalidFile, Refused, WrongUsage
from genetess_cli.queues import read_queue
from genetess_cli.rules.base import REFEREE, View
from genetess_cli.store import Hosted
from genetess_cli.store.papers import Unreadable
from genetess_cli.store.schema import UTC, ClockFile

Document = dict[str, Any]


def document(hosted: Hosted, viewer: str | None, turn: str | None = None) -> Document:
    """The position as a seat sees it, or all of it (None); now, or as the turn of a label began.

    Of a sealed game whose key is not here it is what the league's files tell everybody (ruling G43), and `closed`.

    Raises Closed where the key is needed, WrongUsage for a label that no turn has, InvalidFile where a file cannot
    be read.
    """
    clock = hosted.clock
    if clock is None:
        if turn not in (None, "0"):
            raise WrongUsage(f"{hosted.slug} has not started: it has no turn {str(turn)[:20]!r} yet")
        return _waiting(hosted, viewer)
    if viewer is None and turn is None and not hosted.can_open:
        return _closed(hosted, clock)
    if turn is None or (turn == clock.turn and clock.phase != "finished"):
        return _now(hosted, clock, viewer)
    view = history.view(hosted, _moment(hosted, clock, turn), viewer or REFEREE)
    heading = _heading(hosted, turn, view.phase if view.to_move else "waiting", view.to_move)
    return heading | {"players": _players(hosted, view, None, queues=False)} | _rest(view)


def seen(hosted: Hosted, view: View) -> Document:
    """The position of a game that has begun as a viewer sees it who has no seat: `view` is that of now."""
    assert hosted.clock is not None
    return _told(hosted, hosted.clock, view, view.viewer)


def _closed(hosted: Hosted, clock: ClockFile) -> Document:
    """What can be read of a sealed game without its key: the clock, the players, and the board that all know."""
    heading = _timed(hosted, clock) | {"closed": True}
    hosted.check()
    game = hosted.ruleset.opening(hosted.settings, hosted.board, hosted.seats)
    view = hosted.ruleset.view(game, REFEREE)
    players = {}
    for seat, player in view.players.items():
        players[seat] = _seated(hosted, seat, player.colour, REFEREE) | {"status": None, "score": None}
        if seat in clock.absent:
            players[seat]["absent"] = True
        if seat in clock.holiday:
            players[seat]["holiday"] = clock.holiday[seat]
    # Where nothing is hidden that is the whole position of the beginning, and none of the map.
    board = _rest(view)["board"] if hosted.ruleset.HIDDEN else None
    return heading | {"players": players, "board": board, "pieces": [], "specials": []}


def _now(hosted: Hosted, clock: ClockFile, viewer: str | None) -> Document:
    if hosted.game is None:
        raise InvalidFile([f"{hosted.paths.state}: there is no such file; take it back from git"])
    return _told(hosted, clock, hosted.ruleset.view(hosted.game, viewer or REFEREE), viewer)


def _told(hosted: Hosted, clock: ClockFile, view: View, viewer: str | None) -> Document:
    heading = _timed(hosted, clock)
    heading["result"] = msgspec.to_builtins(view.result)
    players = _players(hosted, view, viewer)
    for seat in open_seats(clock.missed, hosted.file.drop_after, view, clock.absent):
        players[seat]["open"] = True
    for seat in left_seats(clock.absent, view):
        players[seat]["absent"] = True
        if hosted.forfeits:
            heading["forfeits"] = True
    for seat, seconds in clock.holiday.items():
        players[seat]["holiday"] = seconds
    return heading | {"players": players} | _rest(view)


def _timed(hosted: Hosted, clock: ClockFile) -> Document:
    """Whose turn it is and until when."""
    heading = _heading(hosted, clock.turn, clock.phase, list(clock.to_move), clock.deadline)
    if hosted.file.timezone != UTC:
        heading["timezone"] = hosted.file.timezone
    if clock.paused:
        heading["paused"] = clock.paused.since
    if clock.grace_used and clock.deadline:
        heading["grace_used"] = True
    return heading


def _heading(
    hosted: Hosted, turn: str, phase: str, to_move: list[str], deadline: str | None = None
) -> Document:
    return {
        "game": hosted.slug,
        "ruleset": hosted.file.ruleset,
        "turn": turn,
        "phase": phase,
        "to_move": to_move,
        "deadline": deadline,
        "result": None,
    }


def _players(hosted: Hosted, view: View, viewer: str | None, queues: bool = True) -> Document:
    names = {player.seat: player.name for player in hosted.file.players}
    return {
        seat: {
            "name": names.get(seat, seat),
            **msgspec.to_builtins(player),
            **(_queue(hosted, seat) if queues and viewer in (None, seat) else {"queue": None}),
        }
        for seat, player in view.players.items()
    }


def _queue(hosted: Hosted, seat: str) -> Document:
    """A seat's stored orders; where its file cannot be read, why."""
    try:
        data = hosted.queue_file(seat)
        said = hosted.papers.queue(seat, data, hosted.clock).text if data else b""
    except (Refused, Unreadable) as why:
        return {"queue": [], "queue_problem": str(why)}
    queue, problem = read_queue(hosted, seat, said)
    fault = {"queue_problem": problem.message} if problem else {}
    return {"queue": [entry.text for entry in queue.entries], **fault}


def _rest(view: View) -> Document:
    """What the ruleset's own view adds: its board, its pieces."""
    fields: Document = msgspec.to_builtins(view)
    return {name: value for name, value in fields.items() if name not in View.__struct_fields__}


def _waiting(hosted: Hosted, viewer: str | None) -> Document:
    """A game that has not started: its players, whom it looks for and, where it is valid, its board without a piece."""
    heading = _heading(hosted, "0", "waiting", []) | _offer(hosted)
    try:
        hosted.check()
    except InvalidFile:
        players = {
            one.seat: _seated(hosted, one.seat, one.colour or one.seat, viewer) for one in hosted.file.players
        }
        return heading | {"players": players, "board": None, "pieces": [], "specials": []}
    game = hosted.ruleset.opening(hosted.settings, hosted.board, hosted.seats)
    view = hosted.ruleset.view(game, REFEREE)
    rest = _rest(view) | {"pieces": []}
    if viewer is not None and "specials" in rest:
        rest["specials"] = []
    players = _players(hosted, hosted.ruleset.view(game, viewer or REFEREE), viewer)
    return heading | {"players": players} | rest


def _offer(hosted: Hosted) -> Document:
    """The seats that a game offers, and who has signed up, first come first."""
    signup, players = hosted.file.signup, hosted.file.players
    if signup is None:
        return {}
    from genetess_cli.store import signups

    asked = signups.asked(hosted.league, hosted.paths, players, lambda text: None)
    offer = msgspec.to_builtins(signup) | {"maximum": signups.most(signup)}
    wishes = [{"name": each.name, "github": each.github, "seat": each.seat} for each in asked.values()]
    free, wanted = signups.free(signup, players), signups.numbered(signup, players, asked)
    return {"signup": offer | {"free": free, "wanted": wanted, "asked": wishes}}


def _seated(hosted: Hosted, seat: str, colour: str, viewer: str | None) -> Document:
    name = next(one.name for one in hosted.file.players if one.seat == seat)
    queue = _queue(hosted, seat) if viewer in (None, seat) else {"queue": None}
    return {"name": name, "colour": colour, "status": "in", "score": 0, "e": None, **queue}


def _moment(hosted: Hosted, clock: ClockFile, turn: str) -> history.Moment:
    """The first record of a turn, of those that were not taken back where there is one."""
    moments = list(history.positions(hosted))
    gone = history.taken_back([moment.record for moment in moments])
    of_turn = [moment for moment in moments if moment.record.turn == turn]
    standing = (moment for moment in of_turn if moment.record.number not in gone)
    found = next(standing, next(iter(of_turn), None))
    if found is None:
        first = moments[0].record.turn if moments else clock.turn
        raise WrongUsage(f"{hosted.slug} has no turn {turn[:20]!r}; there are {first} to {clock.turn}")
    return found
