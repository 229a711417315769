"""A position as `show --json` prints it: of any game, now or as a turn began."""

from __future__ import annotations

import msgspec

from genetess_cli.errors import InvalidFile, WrongUsage
from genetess_cli.rules.base import REFEREE
from genetess_cli.site.position import (
    Document,
    board_of,
    document_now,
    heading,
    players_of,
    queue_fields,
    timing,
    with_absences,
)
from genetess_cli.store import signups
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Draft, Game, Shut
from genetess_cli.store.times import encode_time
from genetess_cli.turns import timeline


def document(league: League, game: AnyGame, viewer: str | None, turn: str | None = None) -> Document:
    """Return the position as a seat sees it, or all of it (None); now, or as the turn of a label began.

    Of a sealed game whose key is not here it is what the league's files tell everybody (ruling G43), and `closed`.

    Raises Closed where the key is needed, WrongUsage for a label that no turn has, InvalidFile where a file cannot
    be read.
    """
    match game:
        case Draft():
            if turn not in (None, "0"):
                raise WrongUsage(f"{game.slug} has not started: it has no turn {str(turn)[:20]!r} yet")
            return _waiting(league, game, viewer)
        case Shut():
            if viewer is None and turn is None:
                return _sealed_document(league, game)
            raise game.why
        case Game():
            clock = game.clock
            if turn is None or (turn == clock.turn and not clock.is_over):
                return document_now(game, game.view(viewer or REFEREE), viewer)
            view = timeline.view(game.terms, _moment(league, game, turn), viewer or REFEREE)
            head = heading(game, turn, view.phase if view.to_move else "waiting", view.to_move)
            return head | {"players": players_of(game, view, None, queues=False)} | board_of(view)


def _sealed_document(league: League, game: Shut) -> Document:
    """Return what can be read of a sealed game without its key: the clock, the players, and the board that all know."""
    clock = game.clock
    head = timing(game, clock) | {"closed": True}
    setup = league.setup(game.terms)
    setup.check(is_open=False)
    view = game.ruleset.view(setup.opening(), REFEREE)
    players = {
        seat: _seat(game, seat, player.colour, REFEREE) | {"status": None, "score": None}
        for seat, player in view.players.items()
    }
    # Where nothing is hidden that is the whole position of the beginning, and none of the map.
    board = board_of(view).get("board") if game.ruleset.hidden else None
    return head | {
        "players": with_absences(players, clock, view),
        "board": board,
        "pieces": [],
        "specials": [],
    }


def _waiting(league: League, game: Draft, viewer: str | None) -> Document:
    head = heading(game, "0", "waiting", []) | _offer(league, game)
    try:
        setup = league.setup(game.terms)
        setup.check(is_open=True)
    except InvalidFile:
        players = {
            player.seat: _seat(game, player.seat, player.colour or player.seat, viewer)
            for player in game.file.players
        }
        return head | {"players": players, "board": None, "pieces": [], "specials": []}
    opening = setup.opening()
    view = game.ruleset.view(opening, REFEREE)
    fields = board_of(view) | {"pieces": []}
    if viewer is not None and "specials" in fields:
        fields["specials"] = []
    players = players_of(game, game.ruleset.view(opening, viewer or REFEREE), viewer)
    return head | {"players": players} | fields


def _offer(league: League, game: AnyGame) -> Document:
    signup = game.file.signup
    if signup is None:
        return {}
    players = game.file.players
    asked = league.asked(game.paths, players)
    offer = msgspec.to_builtins(signup, enc_hook=encode_time) | {"maximum": signup.most}
    wishes = [
        {"name": person.name, "github": person.github, "seat": person.seat} for person in asked.values()
    ]
    wanted = signups.wish_numbers(signup, players, asked)
    return {"signup": offer | {"free": signup.free(players), "wanted": wanted, "asked": wishes}}


def _seat(game: AnyGame, seat: str, colour: str, viewer: str | None) -> Document:
    name = game.file.player(seat).name
    queue = queue_fields(game, seat) if viewer in (None, seat) else {"queue": None}
    return {"name": name, "colour": colour, "status": "in", "score": 0, "e": None, **queue}


def _moment(league: League, game: Game, turn: str) -> timeline.Moment:
    """Return the first record of a turn, of those that were not taken back where there is one."""
    moments = list(timeline.positions(league, game.terms, game.position))
    of_turn = [moment for moment in moments if moment.record.turn == turn]
    if not of_turn:
        now = game.clock.turn
        first = moments[0].record.turn if moments else now
        raise WrongUsage(f"{game.slug} has no turn {turn[:20]!r}; there are {first} to {now}")
    return next((moment for moment in of_turn if not moment.is_undone), of_turn[0])
