"""A board on which things are tried out: a link and all that was done since, played from the start for each page.

Nothing is kept: the page says again what led to it, with one thing more or less. So nothing is lost by what is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from genetess_cli.admin.play import Response
from genetess_cli.browser.play import SITE
from genetess_cli.errors import MISFITS, Fault, Progress, Refused
from genetess_cli.rules.base import REFEREE
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import render
from genetess_cli.rules.voice import Voice
from genetess_cli.site import places
from genetess_cli.site.build import PATIENCE
from genetess_cli.site.facts import GameFacts, GameSettings, Heard, HeardLine, Present, Secrecy, TurnFacts
from genetess_cli.site.games import traces
from genetess_cli.site.gather import seats_of
from genetess_cli.site.pages.page import PageRenderer, Site, data
from genetess_cli.site.pages.sheet import Sitting, sheet
from genetess_cli.site.pages.trial import FOLDER, TrialLink, TrialSheet, read_trial_link
from genetess_cli.site.past.log import what_happened
from genetess_cli.site.past.story import ToldTurn
from genetess_cli.site.write.folder import Folder
from genetess_cli.turns.queue import read_one
from genetess_cli.turns.standing import Deadline, Over, ToMove
from genetess_cli.values import Value

_MOST_ACTS = 200
_SITE = Site("Genetess", here=True)


class TrialAct(Value, tag_field="act", tag=True, forbid_unknown_fields=True):
    """Something that was done on the board."""


class LayPieces(TrialAct):
    """Pieces were put on squares, "" for none."""

    pieces: dict[str, str]


class TurnTo(TrialAct):
    """Another seat is to move."""

    seat: str


class GiveOrder(TrialAct):
    """The seat to move ordered something."""

    order: str
    luck: int = 0  # how often the dice were thrown again


class TrialRequest(Value, forbid_unknown_fields=True):
    """What a page asks for."""

    trial: str  # the link
    acts: Sequence[LayPieces | TurnTo | GiveOrder] = ()


def trial(message: bytes, tell: Progress) -> bytes:
    return answer(SITE, message)


def answer(site: Path, message: bytes) -> bytes:
    """Play what a page asks for, and write the page that shows it; whatever is wrong is part of the answer."""
    try:
        request = msgspec.json.decode(message, type=TrialRequest)
        if len(request.acts) > _MOST_ACTS:
            raise Refused("No more can be tried out on one board. Take something back, or open another.")
        table = _Table(read_trial_link(request.trial))
        for act in request.acts:
            table.do(act)
        page = table.page(request)
        folder = Folder(site)
        with folder.claimed(PATIENCE):
            folder.write(page.place, PageRenderer(_SITE).render(page))
        response = Response(page.place)
    except Fault as fault:
        response = Response(words=str(fault))
    except MISFITS as error:
        response = Response(words=f"This cannot be played here: {error}")
    return msgspec.json.encode(response)


class _Table:
    """The board, and what happened on it."""

    def __init__(self, link: TrialLink) -> None:
        self.link = link
        self.rules, self.game = link.read()
        self.trial: Any = self.rules.offering().trial
        self.view = self.rules.view(self.game, REFEREE)
        self.names = {seat: seat.capitalize() for seat in self.view.players}
        self.lines: list[HeardLine] = []
        self.orders: list[str] = []
        self.drawn: list[str] = []

    @property
    def seat(self) -> str:
        """Return the seat to move, or the one whose sheet it was once nobody is."""
        return next(iter(self.view.to_move), self.link.seat)

    def do(self, act: LayPieces | TurnTo | GiveOrder) -> None:
        """Do something. Raise Refused with the reason why it cannot be done."""
        self.drawn = []
        self.lines = [line.replace(marks={}, moves="") for line in self.lines]
        match act:
            case LayPieces(pieces=laid):
                self._lay(laid, self.seat)
            case TurnTo(seat=seat):
                self._lay({}, seat)
            case GiveOrder():
                self._order(act)
        for fault in self.rules.unsound(self.game):
            raise Refused(f"That cannot be: {fault}.")
        self.view = self.rules.view(self.game, REFEREE)

    def _lay(self, laid: dict[str, str], seat: str) -> None:
        pieces = self.trial.pieces(self.game) | laid
        try:
            self.game = self.trial.lay(self.game, {at: piece for at, piece in pieces.items() if piece}, seat)
        except MISFITS:
            raise Refused(f"Write a piece as {self.trial.example}.") from None

    def _order(self, act: GiveOrder) -> None:
        seat = self.seat
        order = read_one(self.rules, act.order).order
        assert order is not None
        if order.verb == HOLIDAY or self.view.result:
            raise Refused("Here is no holiday, and nothing is ordered once the game is over.")
        dice = Dice(lambda: b"try", f"{len(self.lines)} {self.view.turn}", act.luck)
        problem = self.rules.check(self.game, seat, order)  # such as a sheet would not take
        outcome = self.rules.play(self.game, seat, order, dice)
        if why := problem or outcome.truth:
            raise Refused(render(why, act.order, numbered=False))
        told = self.rules.tell(self.game, outcome.events, REFEREE)
        turn = TurnFacts(0, self.view.turn, seat, str(order), "", "done", "", "")
        said = what_happened(self.rules.name, turn, told, Voice(REFEREE, self.names))
        left = traces(self.rules.name)
        line = HeardLine(0, "", turn.turn, seat, said, named=said)
        self.lines.append(line.replace(marks=left.marks(told), moves=left.moves(told)))
        self.drawn = [f"{draw.what} ({draw.number + 1} of {draw.of})" for draw in dice.draws]
        self.game = outcome.game
        if seat == self.link.seat:
            self.orders.append(str(order))

    def page(self, request: TrialRequest) -> TrialSheet:
        """Return the sheet of the seat to move, with the board as that one sees it whose sheet led here."""
        seat = self.seat
        view = replace(self.view, viewer=self.link.seat)
        offering = self.rules.offering()
        offers = {} if view.result else offering.offers(self.game, seat, None)
        own = Sitting(example=offering.example(self.game, seat, None), offers=offers)
        page = sheet(_SITE, self._told(), seat, view, own)
        pieces = self.trial.pieces(self.game)
        return TrialSheet(
            **{**asdict(page), "scripts": (*page.scripts, places.TRY)},
            asked=data({"request": request, "pieces": pieces}),
            kinds=sorted({*pieces.values()}) or [self.trial.example],
            assumes=self.trial.assumes,
            link=self.link,
            orders=self.orders,
            drawn=self.drawn,
            lines=self.lines,
        )

    def _told(self) -> ToldTurn:
        name = self.rules.name
        view = self.view
        seats = seats_of(self.names, view)
        game = GameFacts(
            slug=FOLDER,
            name="Try things out",
            number=0,
            id="",
            ruleset=name,
            seats=seats,
            secrecy=Secrecy(),
            hides_nothing=True,
        )
        stand = Over(view.result) if view.result else ToMove(Deadline(None), self.seat)
        settings = GameSettings([], 0, has_board=False, starts={}, squares={})
        return ToldTurn(
            facts=TurnFacts(1, view.turn, None, None, "", "done", "", ""),
            game=game,
            now=Present(stand, view.turn, settings),
            after=self.game,
            public=view,
            heard={self.seat: Heard(self.lines)},
        )
