"""The turnsheet of a seat: the newest one, open or sealed, and the page that shows the past ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from genetess_cli.manual.hints import Hint
from genetess_cli.rules.base import View
from genetess_cli.rules.orders import HOLIDAY, no_holiday
from genetess_cli.rules.voice import time_left_words
from genetess_cli.site import places
from genetess_cli.site.board import marks as traces
from genetess_cli.site.board.layers import Board
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.facts import Heard, Present
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.pages.ending import Aftermath
from genetess_cli.site.pages.page import GamePage, Site, data
from genetess_cli.site.pages.turn import TurnPage
from genetess_cli.site.past.story import ToldTurn
from genetess_cli.site.words import Stored
from genetess_cli.store.forges import NewFilePage
from genetess_cli.values import Value


class Builder(Value):
    """What the order builder offers."""

    offers: Mapping[str, Any]  # what its ruleset has for it
    data: Markup | None  # the same for scripts
    whole_orders: Sequence[str]  # what one button gives


class Ways(Value):
    """How the seat can send orders, beside what all can do."""

    new_file: NewFilePage | None = None
    form: str | None = None
    mail: str | None = None


class Sitting(msgspec.Struct):
    """What is a seat's own after a turn, beside what it heard; it is put together by and by."""

    queue: Stored = Stored()  # empty where the orders that wait are not shown
    example: str = ""  # an order such as the seat might give, "" where the page shows none
    offers: Mapping[str, Any] | None = None  # None: it takes no orders
    hint: Hint | None = None  # what the player may try next
    waits: Sequence[str] = ()  # who has to order at this machine
    ending: Aftermath | None = None  # None: the game is not over
    tryout: str = ""  # what a link to try things out carries, "" where there is none
    done_in: str = ""  # the turn of the last thing that the player can undo, "" for none


class SeatTurn(TurnPage):
    """A turn for one seat."""

    seat: SeatFacts
    scripts: Sequence[str]


class Sheet(SeatTurn):
    """A seat's turnsheet after a turn."""

    TEMPLATE = "sheet.html"

    board: Markup
    has_small_board: bool
    marked: tuple[str, ...]  # the kinds of its marks
    heard: Heard
    builder: Builder | None  # None: it takes no orders
    own: Sitting
    ways: Ways
    is_out: bool  # the seat has nothing left that takes orders


def sheet(site: Site, turn: ToldTurn, seat: str, view: View, own: Sitting) -> Sheet:
    """Return a seat's turnsheet after a turn; the newest shows the deadline and the queue too.

    Where all order at the same time, nothing that a seat ordered or was told of it is shown before all are in. Of a
    sealed game this is only what is to be sealed, for the page that `sealed` makes.
    """
    game = turn.game
    heard = Heard() if game.secrecy.is_hushed else turn.heard[seat]
    player = game.seats[seat]
    since = [line.replace(sentences=line.told(player.name)) for line in heard.since]
    heard = heard.replace(since=since)
    marks = traces.merge_marks(line.marks for line in since)
    # Who is out and has nothing left that takes orders has no builder, nor has who has left.
    takes_none = own.offers is not None and not own.offers
    is_left = turn.now is not None and seat in turn.now.vacancies.absent
    is_out = is_left or (takes_none and view.players[seat].status == "eliminated")
    board = _marked_board(turn, seat, view, heard, marks)
    builder = None if is_out else _builder(turn.now, seat, own.offers)
    return Sheet(
        game=game,
        seat=player,
        turn=turn.facts,
        view=view,
        previous=turn.previous,
        next=turn.next,
        now=turn.now,
        scripts=_scripts(site, turn, own, builder),
        board=board.svg(),
        has_small_board=board.is_small,
        marked=tuple(sorted(traces.kinds(marks, seat))),
        heard=heard,
        builder=builder,
        own=own,
        ways=_ways(site, turn, seat),
        is_out=is_out,
    )


def _scripts(site: Site, turn: ToldTurn, own: Sitting, builder: Builder | None) -> Sequence[str]:
    """Return the scripts of a sheet; a past one has none."""
    now = turn.now
    if now is None:
        return ()
    secrecy = turn.game.secrecy
    scripts = [places.NOTES]
    if builder or site.here:
        scripts = [*places.builder(turn.game.ruleset, secrecy.is_together)]
    others = {
        places.SEAL: secrecy.is_revealed and not site.here,  # which opens notes of before
        places.HERE: site.here,
        places.TRIED: own.tryout,
        places.TALK: now.talk is not None,
        places.END: own.ending and own.ending.viewers,
    }
    return [*scripts, *(name for name, is_wanted in others.items() if is_wanted)]


def _marked_board(turn: ToldTurn, seat: str, view: View, heard: Heard, marks: traces.Marks) -> Board:
    game = turn.game
    drawing = drawing_of(game.ruleset)
    label = f"The board as {view.viewer} sees it after turn {turn.facts.turn}"
    trails, above = traces.draw_marks(marks, game.seats, seat)
    board = drawing.board(view, game.seats, label).marked(trails, above)
    if view.together:
        return board
    return traces.mark_failed(board, drawing.named(view, heard.wrong))


def _builder(now: Present | None, seat: str, offers: Mapping[str, Any] | None) -> Builder | None:
    if now is None or offers is None:
        return None
    rests = now.clock.holidays.get(seat, time_left_words(0)) != time_left_words(0)
    never = offers.get("never", {})
    if not rests:
        never = {**never, HOLIDAY: no_holiday(had=seat in now.clock.holidays).message}
    # Orders of the ruleset's, and a holiday for a seat that has some left.
    whole = [*offers.get("plain", ()), *[HOLIDAY] * rests]
    return Builder(offers, data({**offers, "never": never}) if offers else None, whole)


def _ways(site: Site, turn: ToldTurn, seat: str) -> Ways:
    game = turn.game
    now = turn.now
    if now is None:
        return Ways()
    mail = site.mail if seat in now.people.mails else None
    login = now.people.logins.get(seat)
    if site.forge is None or login is None:  # only who has an account there is accepted
        return Ways(mail=mail)
    page = site.forge.page(f"games/{game.slug}/orders", login)
    return Ways(page, site.forge.form(game.slug, seat), mail)


class SealedSheet(SeatTurn):
    """The newest turnsheet, sealed. Without its key the page shows what everybody may know of the turn."""

    TEMPLATE = "sealed.html"

    sealed: str  # as base64
    sentences: Sequence[str]


def sealed_sheet(site: Site, turn: ToldTurn, seat: str, text: str) -> SealedSheet:
    game = turn.game
    view = turn.public
    orders = places.builder(game.ruleset, game.secrecy.is_together)
    if turn.now and turn.now.talk is not None:
        orders = (*orders, places.TALK)
    if site.tries:
        orders = (*orders, places.TRIED)
    return SealedSheet(
        game=game,
        seat=game.seats[seat],
        turn=turn.facts,
        view=view,
        previous=turn.previous,
        next=turn.next,
        now=turn.now,
        scripts=(*orders, places.SEAL),
        sealed=text,
        sentences=turn.said,
    )


class PastSheets(GamePage):
    """The page that shows a seat's past sheets."""

    TEMPLATE = "past.html"

    seat: SeatFacts
    now: Present
    size: int = places.RECORDS  # how many are in a file
