"""A board on which things are tried out: a link and all that was done since, played from the start for each page.

Nothing is kept: the page says again what led to it, with one thing more or less. So nothing is lost by what is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, assert_never

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.play import Response
from genetess_cli.browser.play import SITE
from genetess_cli.errors import MISFITS, Fault, Progress, Refused
from genetess_cli.rules.base import REFEREE, View
from genetess_cli.rules.colours import marks
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.problems import render
from genetess_cli.rules.voice import Voice
from genetess_cli.site import places
from genetess_cli.site.board.seats import SeatFacts, inks
from genetess_cli.site.build import PATIENCE
from genetess_cli.site.facts import GameFacts, GameSettings, Heard, HeardLine, Present, Secrecy, TurnFacts
from genetess_cli.site.games import pages_of, traces
from genetess_cli.site.pages.page import PageRenderer, Site, data
from genetess_cli.site.pages.sheet import Sitting, sheet
from genetess_cli.site.pages.trial import FOLDER, TrialLink, TrialSheet, read_trial_link
from genetess_cli.site.past.log import what_happened
from genetess_cli.site.past.story import ToldTurn
from genetess_cli.site.write.folder import Folder
from genetess_cli.store.schema import Word
from genetess_cli.turns.queue import read_one
from genetess_cli.turns.standing import Deadline, Over, ToMove
from genetess_cli.values import Value

_MOST_ACTS = 200
TITLE = "Try things out"
_SITE = Site("Genetess", here=True)
Text = Annotated[str, msgspec.Meta(max_length=2000)]


class _Act(Value, tag_field="act", tag=True, forbid_unknown_fields=True):
    """Something that was done on the board."""


class PutPiece(_Act):
    """A piece was put on a square, "" for none."""

    at: Text
    piece: Text


class MovePiece(_Act):
    """The piece of a square was moved to another by hand."""

    at: Text
    to: Text


class TurnTo(_Act):
    """Another seat is to move."""

    seat: Word


class GiveOrder(_Act):
    """The seat to move ordered something."""

    order: Text
    luck: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0  # how often the dice were thrown again


TrialAct = PutPiece | MovePiece | TurnTo | GiveOrder


class TrialRequest(Value, forbid_unknown_fields=True):
    """What a page asks for."""

    trial: str  # the link
    acts: Annotated[tuple[TrialAct, ...], msgspec.Meta(max_length=_MOST_ACTS)] = ()


class _Table:
    """The board, and what happened on it."""

    def __init__(self, link: TrialLink) -> None:
        game: Any
        self.link = link
        self.rules, game = link.read()
        self.game = game
        self._trial: Any = self.rules.trial()
        self.names = {seat: seat.capitalize() for seat in self.view().players}
        self.lines: list[HeardLine] = []
        self.orders: list[str] = []
        self.drawn: list[str] = []

    def view(self, viewer: str = REFEREE) -> Any:
        return replace(self.rules.view(self.game, REFEREE), viewer=viewer)

    @property
    def seat(self) -> str:
        """Return the seat to move, or the one whose sheet it was once nobody is."""
        return next(iter(self.view().to_move), self.link.seat)

    def do(self, act: TrialAct) -> None:
        """Do something. Raise Refused, ValueError with the reason why it cannot be done."""
        self.drawn = []
        self.lines = [replace(line, marks={}, moves="") for line in self.lines]
        match act:
            case PutPiece():
                self._lay(self._trial.put(self.game, act.at, act.piece))
            case MovePiece():
                self._move(act)
            case TurnTo():
                if act.seat not in self.names:
                    raise Refused(f"There is no seat {act.seat}.")
                self._lay(self._trial.turned(self.game, act.seat))
            case GiveOrder():
                self._order(act)
            case _:
                assert_never(act)

    def _move(self, act: MovePiece) -> None:
        piece = self._trial.piece(self.game, act.at)
        if not piece:
            raise Refused(f"There is no piece on {act.at}.")
        lifted = self._trial.put(self.game, act.at, "")
        self._lay(self._trial.put(lifted, act.to, piece))

    def _lay(self, game: Any) -> None:
        for fault in self.rules.unsound(game):
            raise Refused(f"That cannot be: {fault}.")
        self.game = game

    def _order(self, act: GiveOrder) -> None:
        seat = self.seat
        turn = self.view().turn
        order = read_one(self.rules, act.order).order
        assert order is not None
        if self.view().result:
            raise Refused("The game is over here.")
        if order.verb == HOLIDAY:
            raise Refused("There are no holidays on a board to try things out.")
        dice = Dice(lambda: b"try", f"{len(self.lines)} {turn}", act.luck)
        problem = self.rules.check(self.game, seat, order)
        outcome = self.rules.play(self.game, seat, order, dice)
        if why := problem or outcome.truth:
            raise Refused(render(why, act.order, numbered=False))
        told = self.rules.tell(self.game, outcome.events, REFEREE)
        facts = TurnFacts(0, turn, seat, str(order), "", "done", "", "")
        said = what_happened(self.rules.name, facts, told, Voice(REFEREE, self.names))
        self.drawn = [f"{draw.what} ({draw.number + 1} of {draw.of})" for draw in dice.draws]
        left = traces(self.rules.name)
        line = HeardLine(0, "", turn, seat, said, mover=self.names[seat], named=said)
        self.lines.append(replace(line, marks=left.marks(told), moves=left.moves(told)))
        self.game = outcome.game
        if seat == self.link.seat:
            self.orders.append(str(order))

    def page(self, request: TrialRequest) -> TrialSheet:
        """Return the sheet of the seat to move."""
        seat = self.seat
        view = self.view(seat)
        offering = self.rules.offering()
        known = self.game, seat, None
        offers = {} if view.result else offering.offers(*known)
        own = Sitting(seat, view, example=offering.example(*known), offers=offers)
        plain = sheet(_SITE, self._told(view), own)
        fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
        fields["scripts"] = (*plain.scripts, places.TRY)
        return TrialSheet(
            **fields,
            asked=data(request),
            kinds=self._trial.kinds(self.game),
            assumes=self._trial.assumes,
            link=self.link,
            orders=self.orders,
            drawn=self.drawn,
            lines=self.lines,
        )

    def _told(self, view: View) -> ToldTurn:
        name = self.link.ruleset
        colours = {seat: player.colour for seat, player in view.players.items()}
        letters = marks(colours)
        looks = zip(colours, inks([*colours.values()]), strict=True)
        seats = {
            seat: SeatFacts(seat, colours[seat], self.names[seat], ink, letters[seat]) for seat, ink in looks
        }
        pages = pages_of(name)
        game = GameFacts(FOLDER, TITLE, 0, "", name, seats, Secrecy(), hides_nothing=True, each=pages.each)
        stand = Over(view.result) if view.result else ToMove(Deadline(None), self.seat)
        settings = GameSettings([], 0, has_board=False, starts={}, squares={})
        return ToldTurn(
            facts=TurnFacts(1, view.turn, None, None, "", "done", "", ""),
            previous=None,
            next=None,
            game=game,
            now=Present(stand, view.turn, settings),
            before=None,
            after=self.game,
            public=view,
            said=[],
            words={},
            heard={self.seat: Heard(self.lines)},
            memories={},
            is_lifted=True,
            ends_page=False,
            log=[],
        )


def trial(message: bytes, tell: Progress) -> bytes:
    """Return the answer to a letter of a page, of which the page it names is written into this folder's site."""
    return answer(SITE, message)


def answer(site: Path, message: bytes) -> bytes:
    """Play what a page asks for, and write the page that shows it; whatever is wrong is part of the answer."""
    try:
        request = msgspec.json.decode(message, type=TrialRequest)
        table = _Table(read_trial_link(request.trial))
        for act in request.acts:
            table.do(act)
        page = table.page(request)
        text = PageRenderer(_SITE).render(page)
        folder = Folder(site)
        with folder.claimed(PATIENCE):
            folder.write(page.place, text)
        response = Response(page.place)
    except msgspec.DecodeError:
        response = Response(words="The program cannot read this. Go back to your sheet, and begin again.")
    except Fault as fault:
        response = Response(words=str(fault))
    except ValueError as error:
        response = Response(words=str(error))
    except MISFITS as error:
        what = f"{type(error).__name__}: {str(error)[:200]}"
        response = Response(
            words=f"The program cannot play this. If you came from your sheet, please report it: {what}"
        )
    return msgspec.json.encode(response)
