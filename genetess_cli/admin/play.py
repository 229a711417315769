"""Play on this machine: a league in a folder, a game in it, and what is sent from a sheet carried out at once.

The league is an ordinary one, and nothing here decides what an order does: it is checked in `turns/submit.py` and
carried out in `turns/referee.py`, as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from genetess_cli.admin import new_game, new_league
from genetess_cli.errors import MISFITS, Fault, Note, NothingDue, Refused, WrongUsage
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.site.places import FIRST, HAND, place
from genetess_cli.store import league as leagues
from genetess_cli.store.git.commits import GAME, with_trailers
from genetess_cli.store.layout import LEAGUE, Layout
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.store.resources import PRESETS
from genetess_cli.store.schema import Defaults
from genetess_cli.store.seal.keyring import game_key_for, master
from genetess_cli.store.yaml import api
from genetess_cli.turns import referee, simultaneous, start, submit
from genetess_cli.turns.acts import undo
from genetess_cli.values import Value

_TITLE = "Games on this machine"
SIGNER = new_league.signer("Genetess on this machine", "play")
_MOST_GAMES = 10_000
_MOST_RUNS = 10
"""Runs of bots for one order: some games of bots never end."""


class Solo(Value):
    """One person plays, and bots have all other seats; None is any."""

    seat: str | None = None
    bot: str | None = None


class Hotseat(Value):
    """People play every seat, in turn at one machine."""


class PlayRequest(Value):
    """A game to play, as it was asked for."""

    what: str | None = None  # a preset, a ruleset or a game; None: the first game
    players: int | None = None
    names: Sequence[str] = ()  # those of the people, in order of play
    side: Solo | Hotseat = Solo()


class Sent(Value, tag_field="act", forbid_unknown_fields=True):
    """What a page sends."""


class BeginGame(Sent, tag="begin"):
    """Begin a game that the lobby offers."""

    what: str  # FIRST, a preset or a ruleset
    players: Annotated[int, msgspec.Meta(ge=2, le=26)]
    names: tuple[str, ...] = ()  # of the people, in order of play; all others are called as their seats
    seat: str = ""  # the one of the person; "": the first
    bot: str = ""  # who has all other seats; "": people have every seat


class DeleteGame(Sent, tag="delete"):
    """Take a game out of the league; git still has its turns."""

    game: str


class StopBots(Sent, tag="stop"):
    """Stop the bots that are moving now: see `stops`."""


class SentOfTurn(Sent):
    """What a sheet sends."""

    game: str
    seat: str
    turn: str  # in which it was sent


class SendOrders(SentOfTurn, tag="order"):
    """Put orders in place of those that wait, and carry out what is due."""

    orders: str


class TakeBack(SentOfTurn, tag="undo"):
    """Undo the last thing that the seat did, and all that bots did since."""


class LetGoOn(SentOfTurn, tag="on"):
    """Let bots move that were stopped."""


class PlayAgain(SentOfTurn, tag="again"):
    """Begin the next game of a kind."""

    bot: str = ""  # against which; "": the same


Message = BeginGame | DeleteGame | StopBots | SendOrders | TakeBack | LetGoOn | PlayAgain
_MESSAGES: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
Stop = Callable[[], bool]
"""Says whether bots are to stop: then each still ends the turn that it has begun."""


class Response(Value, omit_defaults=True):
    """What a page hears."""

    page: str = ""  # to go to, below the site's folder
    words: str = ""  # why what it sent did not count
    notes: str = ""  # what else is to be known of orders that did


def league_in(folder: Path, now: int) -> League:
    """Return the league of a folder, made where there is nothing yet. Raise Refused for one that others play in."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        new_league.init(folder, _TITLE, None, now, "none", SIGNER)
    if not (folder / LEAGUE).is_file():
        raise Refused(f"{folder} is not the folder of a league: there is no {LEAGUE}; name another with -C")
    league = leagues.find(folder)
    if elsewhere := league.settings.site.repository or league.settings.mail:
        raise Refused(
            f"the league in {folder} is played at {elsewhere}, and here anybody could move for anybody; name another "
            "folder with -C"
        )
    return league


class Session(Value):
    """What is played on this machine at a time. Its methods raise WrongUsage, Refused, InvalidFile."""

    league: League  # as it is then
    now: int
    note: Note
    stop: Stop = lambda: False

    def game_for(self, plan: PlayRequest, is_new: bool = False) -> AnyGame:
        """Return the game to play: one that goes on and fits, or else a new one, as `is_new` always gives."""
        rules = _kind(plan)
        if rules is None:
            return self._named(plan)
        wish = _wish(plan, *rules)
        league = self.league
        slugs = league.now().slugs()
        kind = plan.what or FIRST
        for number in range(1, _MOST_GAMES + 1):
            slug = kind if number == 1 else f"{kind}-{number}"
            if slug not in slugs and not league.births([Layout(slug).clock]):  # of none that was deleted
                name = None
                if kind == FIRST:
                    name = "First game" if number == 1 else f"Genetess {number}"
                wish = wish.replace(slug=slug, name=name)
                new_game.new(league, wish, self.now, lambda: master(self.note))
                return self._started(slug)
            if is_new or slug not in slugs:
                continue
            game = league.now().game(slug)
            is_over = game.clock is None or game.clock.is_over
            if not is_over and _fits(game, plan, wish.ruleset):
                return game
        raise Refused(
            f"there are {_MOST_GAMES} games like this in {league.root}; name another folder with -C"
        )

    def _named(self, plan: PlayRequest) -> AnyGame:
        league = self.league
        if plan.what not in league.slugs():
            names = [*league.slugs(), *PRESETS, *RULESETS]
            near = api.nearest(plan.what or "", names)
            raise WrongUsage(f"there is no game, preset or ruleset {(plan.what or '')[:40]!r}{near}")
        match plan:
            case PlayRequest(players=None, names=(), side=Solo(seat=seat, bot=None)):
                game = league.now().game(plan.what)
            case _:
                raise WrongUsage(f"{plan.what} is a game already; leave out the options for a new one")
        if seat is not None:
            game.terms.check_seat(seat)
        return game if game.clock else self._started(game.slug)

    def _started(self, slug: str) -> AnyGame:
        start.check(self.league.now(), slug)
        key = partial(game_key_for, note=self.note)
        start.start(self.league, slug, self.now, key, self.note)
        return self.league.now().game(slug)

    def go_on(self, slug: str) -> None:
        """Carry out what is due, until somebody is to move: bots play on by themselves where nobody else is left."""
        with suppress(NothingDue):
            for _ in range(_MOST_RUNS):
                referee.resolve(self.league, slug, self.now, note=self.note, stop=self.stop)
                if self.stop() or simultaneous.awaited(self.league.now().game(slug)):
                    return

    def receive(self, data: bytes, build: Callable[[], object]) -> bytes:
        """Take a message, do what it asks for and `build` the pages.

        Whatever is wrong is part of the answer, also with the league and the disk.
        """
        try:
            answer = self._answer(_MESSAGES.decode(data))
        except msgspec.DecodeError:
            answer = Response(words="This is no message of a page. Load the page again.")
        except Fault as fault:
            answer = Response(words=str(fault))
        except MISFITS as error:
            what = f"{type(error).__name__}: {str(error)[:200]}"
            answer = Response(
                words=f"Not carried out. This is a mistake in genetess, please report it: {what}"
            )
        if answer.page:
            try:
                build()
            except Fault as fault:
                words = answer.words or "It is done, but the pages are not up to date."
                answer = Response(answer.page, f"{words} {fault}")
        return msgspec.json.encode(answer)

    def _answer(self, message: Message) -> Response:
        match message:
            case StopBots():
                return Response()
            case BeginGame():
                return self._first(_plan(message), is_new=True)
            case DeleteGame(game=slug) | SentOfTurn(game=slug) if slug not in self.league.slugs():
                return Response(words="This game is not here any more.")
            case DeleteGame():
                self._delete(message.game)
                return Response(place("lobby"))
            case PlayAgain():
                return self._first(_next_plan(self.league.game(message.game), message.bot))
            case SendOrders() | TakeBack() | LetGoOn():
                return self._played(self.league.game(message.game), message)

    def _played(self, game: AnyGame, message: SendOrders | TakeBack | LetGoOn) -> Response:
        if message.seat not in people(game):
            return Response(words=f"Nobody plays {message.seat[:40]} here.")
        sheet = place("sheet", slug=message.game, seat=message.seat)
        if why := _stale(game, message):
            return Response(sheet, why)
        match message:
            case TakeBack():
                self._undo(game, message.seat)
            case LetGoOn():
                self.go_on(game.slug)
            case SendOrders():
                return Response(sheet, notes="\n".join(self._order(game, message)))
        return Response(sheet)

    def _first(self, plan: PlayRequest, is_new: bool = False) -> Response:
        """Have bots move who come first in a game, and name its page."""
        slug = self.game_for(plan, is_new).slug
        self.go_on(slug)
        return Response(page_of(self.league, slug))

    def _delete(self, slug: str) -> None:
        repository = self.league.repository
        tip = repository.tip()
        paths = [row.path.removeprefix(repository.prefix) for row in repository.database.changes(None, tip)]
        gone = [path for path in paths if path.startswith(f"{Layout(slug).folder}/")]
        repository.commit(tip, dict.fromkeys(gone), with_trailers(f"{slug}: deleted", (GAME, slug)), self.now)

    def _undo(self, game: AnyGame, seat: str) -> None:
        """Take back the last thing that a seat did and all that bots did since. Raise Refused where it cannot."""
        turn = undo.last_turn(self.league, game, seat)
        undo.undo(self.league, game.slug, self.now, turn, note=self.note, source="wish")
        here = self.league.now()
        submit.write(here, here.game(game.slug), seat, "", self.now, commit=True)

    def _order(self, game: AnyGame, message: SendOrders) -> list[str]:
        """Write a seat's order file, if its orders are right, and carry out what is due; what to know of them."""
        is_there = game.queue_bytes(message.seat) == message.orders.encode("utf-8", "replace")
        text = message.orders + "\n" * is_there  # a file that lies there already would wait for its deadline
        written = submit.write(self.league, game, message.seat, text, self.now, commit=True)
        self.go_on(message.game)
        is_stored = self.league.now().game(message.game).clock == game.clock
        when = [written.when] if is_stored else []
        return [*written.warnings, *when]


# What is to be played


def _kind(plan: PlayRequest) -> tuple[str, str | None] | None:
    """Return the ruleset and the preset that a plan names; None where it names a game."""
    if plan.what is None:
        preset = "duel" if plan.players in (None, 2) else None
        return "genetess", preset
    if plan.what in PRESETS:
        return "genetess", plan.what
    return (plan.what, None) if plan.what in RULESETS else None


def _wish(plan: PlayRequest, rules: str, preset: str | None) -> new_game.NewGame:
    """Return a game of a plan without its name; `new` refuses what does not go together."""
    bot = ruleset(rules).bots().usual
    seats = ruleset(rules).seat_names(_count(plan, preset))
    match plan.side:
        case Hotseat():
            own = seats
            people = "players"
        case Solo(seat=seat):
            if seat not in (None, *seats):
                raise WrongUsage(f"there is no seat {(seat or '')[:40]!r}; there are {', '.join(seats)}")
            own = [seat or seats[0]]
            people = "person"
            bot = plan.side.bot or bot
    if len(plan.names) > len(own):
        raise WrongUsage(f"{len(plan.names)} names for {len(own)} {people}")
    if wrong := next((name for name in plan.names if "@" in name), None):
        raise WrongUsage(f"{wrong[:80]!r}: leave out the `@`, as nobody has a login here")
    called = dict(zip(own, plan.names, strict=False))
    rivals = [seat for seat in seats if seat not in own]
    if len(rivals) == 1:
        called[rivals[0]] = bot.capitalize()
    players = [f"{seat}={called.get(seat) or seat.capitalize()}" for seat in seats]
    seating = new_game.Seating(players, [f"{seat}={bot}" for seat in rivals])
    return new_game.NewGame(
        "",
        rules,
        seating,
        new_game.BoardChoice(preset),
        alike=Defaults(deadline="none", talk="none", holiday="0d"),
    )


def _count(plan: PlayRequest, preset: str | None) -> int:
    if plan.players:
        return plan.players
    if preset:
        return PRESETS[preset]
    people = len(plan.names) if isinstance(plan.side, Hotseat) else 0
    return max(2, people)


def _fits(game: AnyGame, plan: PlayRequest, rules: str) -> bool:
    """Return whether a game is as a plan asks for it; what the plan does not say may be anything."""
    file = game.file
    names = {player.name for player in file.players}
    if (
        file.ruleset != rules
        or plan.players not in (None, len(file.players))
        or not names.issuperset(plan.names)
    ):
        return False
    match plan.side:
        case Hotseat():
            return not file.bots
        case Solo(seat=seat, bot=bot):
            return (seat is None or people(game) == [seat]) and (
                bot is None or {*file.bots.values()} == {bot}
            )


def _plan(message: BeginGame) -> PlayRequest:
    """Return what is to be begun. Raise WrongUsage."""
    what = None if message.what == FIRST else message.what
    side: Solo | Hotseat = Hotseat()
    if message.bot:
        side = Solo(message.seat or None, message.bot)
    plan = PlayRequest(what, message.players, message.names, side)
    if _kind(plan) is None:
        raise WrongUsage(f"there is no board {message.what[:40]!r}")
    return plan


def _next_plan(game: AnyGame, bot: str) -> PlayRequest:
    """Return the next game of a kind, in which each has the next one's seat. Raise Refused."""
    file = game.file
    own = people(game)
    side: Solo | Hotseat = Hotseat()
    if file.bots:
        turned = dict(zip(file.seats, (*file.seats[1:], file.seats[0]), strict=True))
        side = Solo(turned.get(next(iter(own), "")), bot or next(iter(file.bots.values())))
    kind = re.sub(r"-\d+$", "", game.slug)
    what = None if kind == FIRST else kind
    names = [player.name for player in file.players if player.seat in own]
    if names == [seat.capitalize() for seat in own]:  # nobody has given any
        names = []
    plan = PlayRequest(what, len(file.players), [*names[-1:], *names[:-1]], side)
    if _kind(plan) is None:
        raise Refused(
            f"{game.slug} was not begun here, so it cannot be begun again. Begin another on the first page."
        )
    return plan


# While it is played


def people(game: AnyGame) -> list[str]:
    return [seat for seat in game.file.seats if seat not in game.file.bots]


def words(league: League, slug: str) -> str:
    """Return which game is played, how far it is, and by whom: `First game (first), turn 3c: Red, Greedy (bot)`."""
    game = league.now().game(slug)
    turn = f", turn {game.clock.turn}" if game.clock else ""
    return f"{game.file.name} ({slug}){turn}: {', '.join(player.called for player in game.file.players)}"


def page_of(league: League, slug: str | None, seat: str | None = None) -> str:
    """Return the page to look at now: the sheet of `seat`, or where several people play, whose turn it is.

    Of no game it is the one on which games are begun.
    """
    if slug is None:
        return place("lobby")
    own = people(league.now().game(slug))
    if seat is None and len(own) != 1:
        return f"{slug}/{HAND}"
    return place("sheet", slug=slug, seat=seat or own[0])


def stops(data: bytes) -> bool:
    """Return whether a message is to stop the bots: whoever carries messages out one by one hears of it at once."""
    with suppress(msgspec.DecodeError):
        return isinstance(_MESSAGES.decode(data), StopBots)
    return False


def _stale(game: AnyGame, message: SentOfTurn) -> str:
    """Return why an act does not count whatever it is: it was sent in an earlier turn; "" where it does."""
    clock = game.clock
    if clock is None:
        return "Not sent: the game has not begun."
    if clock.is_over and isinstance(message, SendOrders):
        return "Not sent: the game is over."
    if clock.turn != message.turn:
        turn = message.turn[:40]
        return f"Not sent: this sheet is of turn {turn}, and the game is at turn {clock.turn} now."
    return ""
