"""The press: prints every page of a league from its template.

Pages are made of plain facts, a View and what was Told. Files are written elsewhere (`folder.py`).
"""

from __future__ import annotations

import importlib
from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from genetess_cli.rules.base import Told, View
from genetess_cli.site import building
from genetess_cli.site.annals import Annals
from genetess_cli.site.blanks import ANYBODY, SEALED, filled, pieces_of
from genetess_cli.site.facts import GameFacts, Heard, Line, SeatFacts, TurnFacts
from genetess_cli.site.paper import has_room
from genetess_cli.site.people import page_of
from genetess_cli.site.places import (
    CALCULATOR,
    DOWNLOADS,
    PAGE_OF_LOG,
    PAGES,
    PIECES,
    RULES,
    SEAL,
    TITLES,
    place,
    root,
    rules_from,
    scene_of,
)
from genetess_cli.site.queues import Stored
from genetess_cli.site.svg import drawing as drawing_of
from genetess_cli.site.svg import traces
from genetess_cli.site.words import visible

if TYPE_CHECKING:
    from jinja2 import Environment

    from genetess_cli.site.forge import Forge

SOURCES = {"stored": "stored before your turn came", "gm": "brought by the GM"}
"""How an order came in, where it is worth a word."""


class Around(msgspec.Struct, frozen=True):
    """The turns before and after one, None at the ends of the history."""

    before: TurnFacts | None
    after: TurnFacts | None


class Press:
    """Prints the pages of one league. Jinja2 and Pygments are loaded when the first page needs them."""

    def __init__(
        self,
        league: str,
        compiled: Path | None = None,
        address: str | None = None,
        forge: Forge | None = None,
        mail: str | None = None,
    ) -> None:
        """`league` is its title, `compiled` a folder to keep compiled templates in (None: nowhere).

        `address` is where the site lies, if known, `forge` where on a forge the league does (None: on none), `mail`
        where orders are mailed to (None: nowhere).
        """
        self.title = self._league = league
        self.address = address
        self._compiled = compiled
        self._forge = forge
        self._mail = mail

    def plain(self, page: str, /, **facts: Any) -> str:
        """A page that tells of the league as a whole, from facts that its template names."""
        return self._print(page, **facts)

    def game(
        self,
        game: GameFacts,
        view: View | None,
        files: Any,
        recent: list[Line],
        last: int,
        annals: Annals,
        whole: View | None = None,
    ) -> str:
        """A game's home: `view` is the public one, `files` its board.yaml, `last` the number of the newest turn.

        A board that everybody sees is shown with what stands beside it. Of a board in the fog the skeleton is shown at
        any time, the walls and starts that board.yaml tells all, and of a `whole` view that spectators see the board.
        """
        drawing = drawing_of(game.ruleset)
        log = f"{last // PAGE_OF_LOG + 1:02}"
        shown, blank = (view if game.hides_nothing else whole), ""
        tables: dict[str, Any] = {}
        board = drawing.board(shown, game.seats, f"The board of {game.name}") if shown else ""
        if view and game.hides_nothing:
            tables = _tables(game, view, "game")
        elif files:
            blank = drawing.blank(files, game.seats, f"The board of {game.name} at the start")
        kings = drawing.kings(files, annals.starts) | game.kings if files else {}
        boards = {"board": self._safe(board), "blank": self._safe(blank), "panel": drawing.PANEL}
        facts = {"recent": recent, "log": log, "tables": tables, "annals": annals, "kings": kings}
        names = {seat: page_of(each.name, game.logins.get(seat)) for seat, each in game.seats.items()}
        return self._print("game", game=game, view=view, pages_of=names, **facts, **boards)

    def downloads(self, game: GameFacts, view: View, began: str) -> dict[str, str]:
        """The texts of the files beside a game's home, by name: `view` is the public one, `began` when it began."""
        found = DOWNLOADS.get(game.ruleset, {})
        return {
            name: importlib.import_module(file.module).text(game, view, self._league, began)
            for name, file in found.items()
        }

    def rules(self, ruleset: str) -> str:
        """The rules of a ruleset that has a row in RULES."""
        from genetess_cli.site import guide

        self._environment.filters |= {"anchor": guide.anchor, "marked": guide.marked}
        book = {"parts": guide.parts(ruleset), "lead": guide.lead(ruleset), "figures": guide.figures(ruleset)}
        return self._print("rules", ruleset=ruleset, **book)

    def calculator(self, ruleset: str) -> str:
        """The page on which pieces of a ruleset are worked out; it has a row in CALCULATORS."""
        from genetess_cli.site import guide

        self._environment.filters |= {"anchor": guide.anchor, "marked": guide.marked}
        return self._print(
            "calculator", ruleset=ruleset, scripts=(CALCULATOR,), **building.calculator(ruleset)
        )

    def files(self, game: GameFacts, settings: str, queues: Mapping[str, Stored]) -> str:
        """The settings of an open game, and those order files that everybody may read."""
        from genetess_cli.site import lexer

        texts = [
            (seat, self._order(queue.text, "files", game), queue.fault) for seat, queue in queues.items()
        ]
        yaml = self._safe(lexer.yaml(visible(settings)))
        return self._print("files", game=game, settings=yaml, queues=texts)

    def log(self, game: GameFacts, page: int, lines: list[Line], more: bool) -> str:
        """A page of the public log, counted from 0; `more`: another one follows."""
        before = f"{page:02}.html" if page else None
        after = f"{page + 2:02}.html" if more else None
        return self._print("log", game=game, page=page, lines=lines, before=before, after=after)

    def turn(
        self,
        game: GameFacts,
        turn: TurnFacts,
        around: Around,
        view: View,
        sentences: list[str],
        told: Sequence[Told] | None,
    ) -> str:
        """A turn for everybody; where there is no fog, or it is lifted, with the board and what was ordered.

        `told` is what who sees the whole board was told (None: the fog is not lifted); it leaves its traces there.
        """
        full = told is not None or game.hides_nothing
        fogged = full and not game.hides_nothing
        order = turn.order if full and not turn.is_private and not game.is_together else None
        label = f"The whole board after turn {turn.turn}"
        drawing = drawing_of(game.ruleset)
        board = (
            traces.traced(drawing.board(view, game.seats, label), traces.marks(told or [])) if full else ""
        )
        return self._print(
            "turn",
            game=game,
            turn=turn,
            view=view,
            sentences=sentences,
            board=self._safe(board),
            tables=_tables(game, view, "turn") if game.hides_nothing else {},
            panel=drawing.PANEL if game.hides_nothing else None,
            order=self._order(order, "turn", game),
            latest=around.after is None,
            deadline=None if around.after else game.deadline,
            beside=drawing.beside(view, game.seats, _rules(game, "turn")) if fogged else [],
            before=around.before and f"{around.before.stem}.html",
            after=around.after and f"{around.after.stem}.html",
        )

    def replay(self, game: GameFacts, stems: list[str], gone: Container[int], view: View) -> str:
        """The page that plays a game: `stems` are all its turns, `gone` those that were taken back.

        It begins with the newest `view` of everybody, the board where that is shown. The scenes lie in their own files.
        """
        from genetess_cli.site import staging

        return self._print("replay", game=game, view=view, **staging.facts(game, stems, gone, view))

    def sheet(
        self,
        game: GameFacts,
        seat: SeatFacts,
        turn: TurnFacts,
        around: Around,
        view: View,
        heard: Heard,
        queue: Stored | None,
        example: str,
        offers: Mapping[str, Any] | None = None,
    ) -> str:
        """A seat's turnsheet after a turn; the newest shows the deadline and the `queue` too (None: it is not shown).

        `example` is an order such as the seat might give, "" where the page shows none; `offers` what its ruleset has
        for the order builder (None: the sheet takes no orders).
        Where all order at the same time, nothing that a seat ordered or was told of it is shown before all are in. Of a
        sealed game this is but what is to be sealed, for the page that `sealed` prints.
        """
        latest = around.after is None
        drawing, since = drawing_of(game.ruleset), [] if game.is_hushed else heard.since
        marks = traces.merged(line.marks for line in since)
        tables = _tables(game, view, "sheet")
        board = drawing.board(view, game.seats, f"The board as {seat.seat} sees it after turn {turn.turn}")
        return self._print(
            "sheet",
            game=game,
            seat=seat,
            turn=turn,
            view=view,
            board=self._safe(traces.traced(board, marks)),
            is_marked=bool(marks),
            tables=tables,
            is_roomy=has_room(tables, heard, view, queue, latest),
            panel=drawing.PANEL,
            since=since,
            unprinted=heard.unprinted,
            own=[(each, self._order(each.text, "sheet", game)) for each in heard.own if not game.is_hushed],
            sources=SOURCES,
            latest=latest,
            deadline=game.deadline if latest else None,
            queue=queue and self._order(queue.text, "sheet", game),
            **building.facts(game, seat, view, queue, example, offers, self._forge),
            fault=queue and queue.fault,
            scene=scene_of(game, turn, seat.seat),
            frame="bare.html" if game.is_sealed else "base.html",
            example=self._order(example, "sheet", game) if latest else None,
            before=around.before and f"{around.before.number:04}.html",
            after=around.after and f"{around.after.number:04}.html",
        )

    def sealed(
        self,
        game: GameFacts,
        turn: TurnFacts,
        around: Around,
        view: View,
        sentences: list[str],
        texts: Mapping[str, str],
    ) -> dict[str, str]:
        """All turnsheets of a turn, sealed, by seat: `texts` are their sealed texts as base64.

        Without its key a page shows what everybody may know of the turn, from the public `view`.
        """
        latest = around.after is None
        blank = self._print(
            "sealed",
            game=game,
            seat=ANYBODY,
            turn=turn,
            view=view,
            waiting="not yet taken" if turn.seat and not turn.deed and not latest else "awaited",
            sentences=sentences,
            sealed=SEALED,
            scene=scene_of(game, turn, ANYBODY.seat),
            scripts=(building.script(game, is_sealed=True) if latest and not view.result else SEAL,),
            latest=latest,
            deadline=game.deadline if latest else None,
            before=around.before and f"{around.before.number:04}.html",
            after=around.after and f"{around.after.number:04}.html",
        )
        pieces = pieces_of(blank)
        return {seat: filled(pieces, game.seats[seat], text) for seat, text in texts.items()}

    def _print(self, page: str, /, **facts: Any) -> str:
        return self._environment.get_template(PAGES[page].template).render(
            {"root": root(page)},
            league=self._league,
            rules=RULES,
            pieces=PIECES,
            titles=TITLES,
            downloads=DOWNLOADS,
            forge=self._forge,
            issues=self._forge and self._forge.issues,
            mail=self._mail,
            address=self.address,
            **facts,
        )

    def _order(self, text: str | None, page: str, game: GameFacts) -> str | None:
        """Order text for a page, its verbs links to where they are explained."""
        from genetess_cli.site import lexer

        return self._safe(lexer.orders(visible(text), _rules(game, page))) if text else text

    def _safe(self, markup: str) -> str:
        """Markup that this program made, every name in it escaped."""
        from markupsafe import Markup

        return Markup(markup)

    @cached_property
    def _environment(self) -> Environment:
        from genetess_cli.site.stationery import environment

        return environment(self._compiled)


def _rules(game: GameFacts, page: str) -> str:
    """The way from a page to the rules of its game."""
    return rules_from(page, game.ruleset)


def _tables(game: GameFacts, view: View, page: str) -> dict[str, Any]:
    """What stands beside a board on a page, with its ways to the rules and to the replay."""
    replay = root(page) + place("replay", slug=game.slug)
    return drawing_of(game.ruleset).tables(view, game.seats, _rules(game, page), replay)
