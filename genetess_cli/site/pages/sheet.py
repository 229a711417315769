"""The turnsheet of a seat: the newest one, open or sealed, and the page that shows the past ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from genetess_cli.manual.hints import Hint
from genetess_cli.rules.base import View
from genetess_cli.rules.letters import escape_controls
from genetess_cli.rules.orders import HOLIDAY, entries, no_holiday
from genetess_cli.rules.voice import time_left_words
from genetess_cli.site import places
from genetess_cli.site.banner import banner_of
from genetess_cli.site.board import marks as traces
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.facts import GameFacts, Heard, HeardLine, OwnTurn, Present
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.pages.page import GamePage, Site, data, order_markup
from genetess_cli.site.pages.turn import TurnPage, near, tables
from genetess_cli.site.past.story import ToldTurn
from genetess_cli.site.places import scene_of
from genetess_cli.site.words import Stored
from genetess_cli.store.forges import NewFilePage

SOURCES = {"stored": "stored before your turn came", "gm": "entered by the GM"}
"""How an order came in, where it is worth a word."""
TICKED = 4
"""Turns that the news on top of a sheet are from, at most."""


class Stage(msgspec.Struct, frozen=True):
    """The board of a sheet, and what stands beside it."""

    board: Markup
    marked: tuple[str, ...]  # the kinds of its marks
    panel: str  # the template of what stands beside
    tables: Mapping[str, Any]  # what that shows


class Since(msgspec.Struct, frozen=True):
    """What the seat heard since its last turn."""

    lines: Sequence[HeardLine]
    news: HeardLine | None  # the one on top of the sheet
    ticked: Sequence[HeardLine]  # the turns that it is from
    unprinted: int  # how many of the first paper has no room for
    scene: str | None  # where the replay shows it


class OwnOrder(msgspec.Struct, frozen=True):
    """An order of the seat's own, as its file has it ("": none)."""

    turn: OwnTurn
    text: Markup | str
    source: str  # how it came in, where that is worth a word


class WaitingOrders(msgspec.Struct, frozen=True):
    """The orders that wait: "" where there are none, or where they are not shown."""

    text: Markup | str = ""
    plain: str = ""
    entries: Sequence[str] = ()
    fault: str | None = None
    is_put_back: bool = False


class Builder(msgspec.Struct, frozen=True):
    """What the order builder offers."""

    offers: Mapping[str, Any]  # what its ruleset has for it
    data: Markup | None  # the same for scripts
    whole_orders: Sequence[str]  # what one button gives


class Ways(msgspec.Struct, frozen=True):
    """How the seat can send orders, beside what all can do."""

    new_file: NewFilePage | None
    form: str | None
    mail: str | None


class Example(msgspec.Struct, frozen=True):
    """An order such as the seat might give, "" where the page shows none."""

    plain: str
    text: Markup | str

    @property
    def verb(self) -> str:
        return self.plain.partition(" ")[0]


class SeatTurn(TurnPage, frozen=True, kw_only=True):
    """A turn for one seat."""

    seat: SeatFacts
    frame: str  # the template of what is around it
    scripts: Sequence[str]

    @property
    def at(self) -> dict[str, Any]:
        return {"slug": self.game.slug, "seat": self.seat.seat}


class Sheet(SeatTurn, frozen=True, kw_only=True):
    """A seat's turnsheet after a turn."""

    KIND: ClassVar[str] = "sheet"
    TEMPLATE: ClassVar[str] = "sheet.html"

    stage: Stage
    since: Since
    own: Sequence[OwnOrder]
    verdicts: Sequence[OwnTurn]  # what became of the last ones
    builder: Builder | None  # None: it takes no orders
    queue: WaitingOrders
    ways: Ways
    example: Example
    hint: Hint | None  # what the player may try next
    waits: Sequence[str]  # who has to order at this machine
    is_out: bool  # the seat has nothing left that takes orders


class Sitting(msgspec.Struct, frozen=True):
    """What is a seat's own after a turn, beside what it heard."""

    seat: str
    view: View
    queue: Stored | None = None  # None: not shown
    example: str = ""
    offers: Mapping[str, Any] | None = None  # None: it takes no orders
    hint: Hint | None = None
    waits: Sequence[str] = ()


def sheet(site: Site, turn: ToldTurn, own: Sitting) -> Sheet:
    """Return a seat's turnsheet after a turn; the newest shows the deadline and the queue too.

    Where all order at the same time, nothing that a seat ordered or was told of it is shown before all are in. Of a
    sealed game this is only what is to be sealed, for the page that `sealed` makes.
    """
    game = turn.game
    view = own.view
    heard = Heard() if game.secrecy.is_hushed else turn.heard[own.seat]
    player = game.seats[own.seat]
    since = [replace(line, sentences=line.told(player.name)) for line in heard.since]
    # Who is out and has nothing left that takes orders has no builder.
    takes_none = own.offers is not None and not own.offers
    is_out = takes_none and view.players[own.seat].status == "eliminated"
    return Sheet(
        game=game,
        seat=player,
        turn=turn.facts,
        view=view,
        near=near(turn, places.PAST_SHEET),
        now=turn.now,
        banner=banner_of(game, turn.facts, view, turn.now, player),
        frame=_frame(turn),
        scripts=_scripts(site, turn, own, is_out),
        stage=_stage(turn, own, heard, since),
        since=_since(turn, own, heard, since),
        own=[_own(order, game) for order in heard.own],
        verdicts=heard.verdicts,
        builder=_builder(turn.now, own, is_out),
        queue=_queue(own.queue, game),
        ways=_ways(site, turn, own.seat),
        example=_example(turn, own),
        hint=own.hint,
        waits=own.waits,
        is_out=is_out,
    )


def _frame(turn: ToldTurn) -> str:
    if not turn.is_newest:
        return "past_sheet.html"
    if turn.game.secrecy.is_sealed:
        return "bare.html"
    return "base.html"


def _scripts(site: Site, turn: ToldTurn, own: Sitting, is_out: bool) -> Sequence[str]:
    if turn.is_newest and site.here:
        return (*builder_scripts(turn.game), places.HERE)
    if own.offers is None or is_out:
        return ()
    return builder_scripts(turn.game)


def builder_scripts(game: GameFacts, is_sealed: bool = False) -> tuple[str, ...]:
    own = places.builder(game.ruleset, game.secrecy.is_together, is_sealed)
    return places.OLD, places.grammar(game.ruleset), own


def _stage(turn: ToldTurn, own: Sitting, heard: Heard, since: Sequence[HeardLine]) -> Stage:
    game = turn.game
    drawing = drawing_of(game.ruleset)
    marks = traces.merge_marks(line.marks for line in since)
    label = f"The board as {own.seat} sees it after turn {turn.facts.turn}"
    trails, above = traces.draw_marks(marks, game.seats, own.seat)
    board = drawing.board(own.view, game.seats, label).marked(trails, above)
    if not own.view.together:
        board = traces.mark_failed(board, drawing.named(own.view, heard.wrong))
    kinds = tuple(sorted(traces.kinds(marks, own.seat)))
    return Stage(Markup(board.svg()), kinds, drawing.panel, tables(game, own.view, "sheet"))


def _since(turn: ToldTurn, own: Sitting, heard: Heard, lines: Sequence[HeardLine]) -> Since:
    # What the GM did is told below, but an undo takes the place of what it took back.
    played = [line for line in lines if line.act in ("", "undo") and not line.back] or lines
    of_others = [line for line in played if line.act or (line.marks and line.seat != own.seat)]
    news = next(reversed(of_others or played), None)
    ticked = [line for line in played[-TICKED:] if line.number]
    return Since(lines, news, ticked, heard.unprinted, scene_of(turn.game, turn.facts, own.seat))


def _own(order: OwnTurn, game: GameFacts) -> OwnOrder:
    text = order_markup(order.order, "sheet", game.ruleset) if order.order else ""
    return OwnOrder(order, text, SOURCES.get(order.source, ""))


def _builder(now: Present | None, own: Sitting, is_out: bool) -> Builder | None:
    offers = own.offers
    if now is None or offers is None or is_out:
        return None
    rests = now.clock.holidays.get(own.seat, time_left_words(0)) != time_left_words(0)
    never = offers.get("never", {})
    if not rests:
        never = {**never, HOLIDAY: no_holiday(had=own.seat in now.clock.holidays)}
    # Orders of the ruleset's, and a holiday for a seat that has some left.
    whole = [*offers.get("plain", ()), *[HOLIDAY] * rests]
    return Builder(offers, data({**offers, "never": never}) if offers else None, whole)


def _queue(stored: Stored | None, game: GameFacts) -> WaitingOrders:
    if stored is None:
        return WaitingOrders()
    text = order_markup(stored.text, "sheet", game.ruleset) if stored.text else ""
    plain = escape_controls(stored.text)
    read = [entry.text for entry in entries(plain)]
    return WaitingOrders(text, plain, read, stored.fault, stored.put_back)


def _ways(site: Site, turn: ToldTurn, seat: str) -> Ways:
    game = turn.game
    now = turn.now
    if now is None:
        return Ways(None, None, None)
    mail = site.mail if seat in now.people.mails else None
    login = now.people.logins.get(seat)
    if site.forge is None or login is None:  # only who has an account there is accepted
        return Ways(None, None, mail)
    page = site.forge.page(f"games/{game.slug}/orders", login)
    return Ways(page, site.forge.form(game.slug, seat), mail)


def _example(turn: ToldTurn, own: Sitting) -> Example:
    text: Markup | str = ""
    if own.example and turn.is_newest:
        text = order_markup(own.example, "sheet", turn.game.ruleset)
    return Example(own.example, text)


class SealedSheet(SeatTurn, frozen=True, kw_only=True):
    """The newest turnsheet, sealed. Without its key the page shows what everybody may know of the turn."""

    KIND: ClassVar[str] = "sealed"
    TEMPLATE: ClassVar[str] = "sealed.html"

    sealed: str  # as base64
    sentences: Sequence[str]
    scene: str | None


def sealed_sheet(turn: ToldTurn, seat: str, text: str) -> SealedSheet:
    game = turn.game
    view = turn.public
    scripts = builder_scripts(game, is_sealed=True)
    if view.result:
        scripts = (places.OLD, places.SEAL)
    return SealedSheet(
        game=game,
        seat=game.seats[seat],
        turn=turn.facts,
        view=view,
        near=near(turn, places.PAST_SHEET),
        now=turn.now,
        banner=banner_of(game, turn.facts, view, turn.now),
        frame="base.html",
        scripts=scripts,
        sealed=text,
        sentences=turn.said,
        scene=scene_of(game, turn.facts, seat),
    )


class PastSheets(GamePage, frozen=True, kw_only=True):
    """The page that shows a seat's past sheets."""

    KIND: ClassVar[str] = "past"
    TEMPLATE: ClassVar[str] = "past.html"

    seat: SeatFacts
    now: Present
    script: str
    size: int  # how many are in a file

    @property
    def at(self) -> dict[str, Any]:
        return {"slug": self.game.slug, "seat": self.seat.seat}


def past_sheets(game: GameFacts, now: Present, seat: SeatFacts) -> PastSheets:
    script = places.SEALED_PAST if game.secrecy.is_sealed else places.PAST
    return PastSheets(game=game, now=now, seat=seat, script=script, size=places.RECORDS)
