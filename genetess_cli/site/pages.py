"""The pages of games and rules, printed from facts, and what a sheet needs so that orders can be built on it."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from genetess_cli.manual import lesson
from genetess_cli.manual.book import book
from genetess_cli.manual.hints import Hint
from genetess_cli.rules.base import View, round_of
from genetess_cli.rules.colours import marks
from genetess_cli.rules.orders import HOLIDAY, entries, no_holiday
from genetess_cli.site.assets import environment
from genetess_cli.site.draw import drawing as drawing_of
from genetess_cli.site.draw import marks as traces
from genetess_cli.site.draw import preview
from genetess_cli.site.draw.marks import draw_ways_on
from genetess_cli.site.draw.thumbnail import share_definitions, token_on
from genetess_cli.site.facts import GameFacts, Line, SeatFacts, inks
from genetess_cli.site.games import parts
from genetess_cli.site.league.feeds import Entry, Feed, GameSummary, newest
from genetess_cli.site.league.front import state_words
from genetess_cli.site.league.standings import key_of
from genetess_cli.site.places import (
    BOARDS,
    CALCULATOR,
    DOWNLOADS,
    HERE,
    LESSON,
    LESSONS,
    PAGE_OF_LOG,
    PAGES,
    PIECES,
    POOL,
    REPLAY,
    RULES,
    SCENES,
    SEAL,
    TITLES,
    builder,
    grammar,
    place,
    places_of,
    root,
    rules_from,
    scene_of,
    scene_sets,
)
from genetess_cli.site.story import Turn
from genetess_cli.site.words import AWAITED, NOT_YET, Stored, escape_controls, strip_controls, time_left_words
from genetess_cli.store import resources
from genetess_cli.store.forges import ForgeAddress

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def scripts_of(game: GameFacts, is_sealed: bool = False) -> tuple[str, ...]:
    return grammar(game.ruleset), builder(game.ruleset, game.is_together, is_sealed)


def safe(markup: str) -> Markup:
    """Return markup that this program made, every name in it escaped."""
    from markupsafe import Markup

    return Markup(markup)


def data(value: Any) -> str:
    """Return data for a script of the page, as JSON that can stand between its tags."""
    return safe(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


class Record(msgspec.Struct, frozen=True):
    """A record: its number, the name of its page, what it is called, and whether it was taken back."""

    number: int
    stem: str
    text: str
    back: bool


def rounds(stems: Iterable[str], gone: Container[int]) -> dict[str, list[Record]]:
    """Return the records of each round in order, numbered from the second on where several have the same label.

    The first record of a game is its start.
    """
    by_round: dict[str, list[Record]] = {}
    seen: Counter[str] = Counter()
    for stem in stems:
        number, _, label = stem.partition("-")
        seen[label] += 1
        text = label if seen[label] == 1 else f"{label} ({seen[label]})"
        text = text if int(number) else "start"
        entry = Record(int(number), stem, text, int(number) in gone)
        by_round.setdefault(round_of(label) or label, []).append(entry)
    return by_round


SOURCES = {"stored": "stored before your turn came", "gm": "entered by the GM"}
"""How an order came in, where it is worth a word."""


class PageRenderer:
    """Prints the pages of one league. Jinja2 is loaded when the first page needs it."""

    def __init__(
        self,
        league: str,
        compiled: Path | None = None,
        address: str | None = None,
        forge: ForgeAddress | None = None,
        mail: str | None = None,
        here: bool = False,
    ) -> None:
        """`league` is its title, `compiled` a folder to keep compiled templates in (None: nowhere).

        `address` is where the site lies, if known, `forge` where on a forge the league does (None: on none), `mail`
        where orders are mailed to (None: nowhere). `here`: what serves the pages carries orders out.
        """
        self.title = self._league = league
        self.address = address
        self._compiled = compiled
        self._forge = forge
        self._mail = mail
        self.here = here
        self.titles, self.rules_pages = TITLES, RULES

    def admit(self, ruleset: str) -> None:
        """Let the league's pages name a ruleset; those of this package are on every site."""
        if ruleset not in self.titles:
            others = sorted({*self.titles, ruleset} - TITLES.keys())
            self.titles = TITLES | {other: parts(other).title for other in others}
            self.rules_pages = places_of("rules", self.titles)

    def plain(self, page: str, /, **facts: Any) -> str:
        """Return a page that tells of the league as a whole, from facts that its template names."""
        return self._print(page, **facts)

    def public_board(
        self, game: GameFacts, view: View | None, files: Any, whole: View | None, summary: GameSummary
    ) -> tuple[str, bool]:
        """Return the board that everybody may see, and whether it is the skeleton alone: its walls and starts.

        On the skeleton each start has the token of the seat that began there. `view` is the public one (None: the game
        has not begun), `files` its board.yaml, and `whole` a view of all of a board in the fog that spectators see.
        """
        drawing = drawing_of(game.ruleset)
        if shown := view if game.hides_nothing else whole:
            return drawing.board(shown, game.seats, f"The board of {game.name}"), False
        label = f"The board of {game.name} at the start"
        blank = drawing.blank(files, game.seats, label) if files else ""
        starts = drawing.starts(files, summary.starts) | game.starts if files else {}
        tokens = "".join(
            token_on(place, game.seats[seat].ink, game.seats[seat].mark, seat in summary.out)
            for seat, (place, *others) in starts.items()
            if not others
        )
        return blank.removesuffix("</svg>") + tokens + "</svg>" if blank else "", True

    def game(
        self,
        game: GameFacts,
        view: View | None,
        files: Any,
        recent: list[Line],
        last: int,
        summary: GameSummary,
        board: str = "",
        blank: str = "",
    ) -> str:
        """Return a game's home: `view` is the public one, `files` its board.yaml, `last` the number of the newest turn.

        A board that everybody sees is shown with what stands beside it. Of a board in the fog there is the `blank` one.
        """
        drawing = drawing_of(game.ruleset)
        log = f"{last // PAGE_OF_LOG + 1:02}"
        tables = _tables(game, view, "game") if view and game.hides_nothing else {}
        starts = drawing.starts(files, summary.starts) | game.starts if files else {}
        boards = {"board": safe(board), "blank": safe(blank), "panel": drawing.PANEL}
        facts = {"recent": recent, "log": log, "tables": tables, "summary": summary, "starts": starts}
        keys = {seat: key_of(player.name, game.logins.get(seat)) for seat, player in game.seats.items()}
        pool = f"{summary.notes[-1].turn}.{last}/{POOL}" if POOL in scene_sets(game) and summary.notes else ""
        facts |= {"keys": keys, "pool": pool, "state_words": state_words}
        return self._print("game", game=game, view=view, **facts, **boards)

    def preview(self, game: GameFacts, summary: GameSummary, board: str) -> str:
        """Return the picture that goes with links to a game, as SVG, with the board that everybody may see."""
        ranked = sorted(game.seats, key=lambda seat: -summary.scores.get(seat, 0))
        points = {
            seat: f"{score:g}" for seat, score in summary.scores.items() if any(summary.scores.values())
        }
        points |= {} if summary.result else dict.fromkeys(summary.out, "out")
        lines = [
            {"token": game.seats[seat].token, "name": game.seats[seat].name, "points": points.get(seat, "")}
            for seat in ranked
        ]
        named = "move" if drawing_of(game.ruleset).TURNS else "round"
        about = [self.titles.get(game.ruleset, game.ruleset)]
        about += [f"{named} {game.round}"] if game.round and not summary.result else []
        about += [] if game.hides_nothing or game.is_full else ["in fog"]
        facts = {
            "about": " · ".join(about),
            "state": state_words(game, summary),
            "board": preview.place(board),
        }
        step = 47 if len(lines) < 5 else 208 // len(lines)
        return self._picture(game.name, lines=lines, step=step, size=min(28, step - 6), **facts)

    def league_preview(self) -> str:
        logo = f'<svg viewBox="0 0 32 32">{_logo()}</svg>'
        facts = {"about": "Games by mail", "state": "", "lines": [], "board": preview.place(logo)}
        return self._picture(self.title, **facts)

    def _picture(self, title: str, **facts: Any) -> str:
        template = self._environment.get_template("preview.svg")
        return template.render(league=self.title, title=title, logo=_logo(), **facts)

    def feed(self, feed: Feed, entries: Iterable[Entry]) -> str:
        return self._environment.get_template("feed.atom").render(feed=feed, entries=newest(entries)) + "\n"

    def downloads(self, game: GameFacts, view: View, began: str) -> dict[str, str]:
        """Return the texts of the files beside a game's home by name; `view` is public, `began` when the game began."""
        return {
            name: importlib.import_module(file.module).text(game, view, self._league, began)
            for name, file in parts(game.ruleset).downloads.items()
        }

    def rules(self, ruleset: str) -> str:
        told = book(ruleset)
        definitions, drawn = figures(ruleset)
        return self._print(
            "rules",
            ruleset=ruleset,
            parts=told.parts(),
            lead=told.cover.lead,
            definitions=safe(definitions),
            figures=drawn,
        )

    def calculator(self, ruleset: str) -> str:
        """Return the page on which pieces of a ruleset are worked out; it has a row in PIECES."""
        articles = {part.name: part.articles for part in book(ruleset).parts()}
        scripts = (grammar(ruleset), CALCULATOR)
        return self._print("calculator", ruleset=ruleset, scripts=scripts, **articles)

    def lesson(self, ruleset: str, number: int) -> str:
        """Return a step of a game's first lesson, counted from 1: its board before and after, and what to do there."""
        tasks = lesson.tasks(ruleset)
        task = tasks[number - 1]
        draw, seats = drawing_of(ruleset).board, _seats(task.before)
        boards = (
            draw(task.before, seats, "The board"),
            draw(task.after, seats, "The board after your order"),
        )
        definitions, (before, after) = share_definitions(boards)
        return self._print(
            "lesson",
            ruleset=ruleset,
            steps=[other.step for other in tasks],
            number=number,
            task=task,
            definitions=safe(definitions),
            before=safe(before),
            after=safe(after),
            next=place("lesson", ruleset=ruleset, number=number + 1) if number < len(tasks) else None,
            back=place("lesson", ruleset=ruleset, number=number - 1) if number > 1 else None,
            data=data({**task.offers, "accepted": task.accepted}),
            scripts=(grammar(ruleset), builder(ruleset), LESSON),
        )

    def files(self, game: GameFacts, settings: str, queues: Mapping[str, Stored]) -> str:
        """Return the settings of an open game, and those order files that everybody may read."""
        texts = [
            (seat, self._order(queue.text, "files", game), queue.fault) for seat, queue in queues.items()
        ]
        from genetess_cli.site import lexer

        yaml = safe(lexer.yaml(escape_controls(settings)))
        return self._print("files", game=game, settings=yaml, queues=texts)

    def log(self, game: GameFacts, page: int, lines: list[Line], more: bool) -> str:
        """Return a page of the public log, counted from 0; `more`: another one follows."""
        before = f"{page:02}.html" if page else None
        after = f"{page + 2:02}.html" if more else None
        return self._print("log", game=game, page=page, lines=lines, before=before, after=after)

    def turn(self, turn: Turn, view: View, sentences: list[str], marks: traces.Marks | None) -> str:
        """Return a turn for everybody; where there is no fog, or it is lifted, with the board and what was ordered.

        `marks` are those of the whole board (None: the fog is not lifted).
        """
        game, facts = turn.game, turn.facts
        full = marks is not None or game.hides_nothing
        fogged = full and not game.hides_nothing
        order = facts.order if full and not facts.is_private and not game.is_together else None
        label = f"The whole board after turn {facts.turn}"
        drawing = drawing_of(game.ruleset)
        board = (
            traces.draw_marks_on(drawing.board(view, game.seats, label), marks or {}, game.seats)
            if full
            else ""
        )
        return self._print_turn(
            "turn",
            turn,
            view,
            sentences=sentences,
            board=safe(board),
            tables=_tables(game, view, "turn") if game.hides_nothing else {},
            panel=drawing.PANEL if game.hides_nothing else None,
            order=self._order(order, "turn", game),
            beside=drawing.beside(view, game.seats, rules_from("turn", game.ruleset)) if fogged else [],
        )

    def replay(
        self, game: GameFacts, stems: list[str], gone: Container[int], view: View, said: list[str], board: Any
    ) -> str:
        """Return the page that plays a game: `stems` are all its turns, `gone` those that were taken back.

        It begins with the newest `view` of everybody, or the walls and starts of its `board` file where the pieces are
        hidden, and what is `said` of that turn. The scenes lie in their own files.
        """
        drawn, viewers = drawing_of(game.ruleset), scene_sets(game)
        shown = game.is_full or game.hides_nothing
        whose = {
            "seats": [seat for seat in viewers if seat in game.seats],
            "pool": POOL if POOL in viewers else "",
        }
        size = drawn.size(view)
        files = int(stems[-1].partition("-")[0]) // SCENES + 1
        return self._print(
            "replay",
            game=game,
            view=view,
            said=said,
            board=safe(drawn.board(view, game.seats, "The board as it is now") if shown else ""),
            blank=safe("" if shown else drawn.blank(board, game.seats, "The board at the start")),
            beside=drawn.beside(view, game.seats, rules_from("replay", game.ruleset)),
            score=safe(drawn.score(view, "replay.html")),
            turns=drawn.TURNS,
            facts=data({"files": files, **whose, "board": size}),
            rounds=rounds(stems, gone),
            has_again=len({stem.partition("-")[2] for stem in stems}) < len(stems),
            newest=stems[-1],
            **whose,
            size=size,
            script=REPLAY,
        )

    def sheet(
        self,
        turn: Turn,
        seat: SeatFacts,
        view: View,
        queue: Stored | None,
        example: str,
        offers: Mapping[str, Any] | None,
        hint: Hint | None,
        waits: Sequence[str],
    ) -> str:
        """Return a seat's turnsheet after a turn; the newest shows the deadline and the `queue` too (None: not shown).

        `example` is an order such as the seat might give, "" where the page shows none; `offers` what its ruleset has
        for the order builder (None: the sheet takes no orders), `hint` what the player may try next, `waits` who has to
        order at this machine.
        Where all order at the same time, nothing that a seat ordered or was told of it is shown before all are in. Of a
        sealed game this is but what is to be sealed, for the page that `sealed` prints.
        """
        game, heard = turn.game, turn.heard[seat.seat]
        drawing, since = drawing_of(game.ruleset), [] if game.is_hushed else heard.since
        marks = traces.merge_marks(line.marks for line in since)
        tables = _tables(game, view, "sheet")
        board = drawing.board(
            view, game.seats, f"The board as {seat.seat} sees it after turn {turn.facts.turn}"
        )
        return self._print_turn(
            "sheet",
            turn,
            view,
            seat=seat,
            board=safe(traces.draw_marks_on(board, marks, game.seats, seat.seat)),
            marked=traces.kinds(marks, seat.seat),
            tables=tables,
            panel=drawing.PANEL,
            since=since,
            news=next((line for line in reversed(since) if line.marks), since[-1] if since else None),
            ticked=[line for line in since[-4:] if line.number],
            unprinted=heard.unprinted,
            own=[
                (order, self._order(order.order, "sheet", game)) for order in heard.own if not game.is_hushed
            ],
            sources=SOURCES,
            queue=queue and self._order(queue.text, "sheet", game),
            **self._builder_facts(game, seat, view, queue, example, offers),
            fault=queue and queue.fault,
            hint=hint,
            waits=waits,
            scene=scene_of(game, turn.facts, seat.seat),
            frame="bare.html" if game.is_sealed else "base.html",
            example=self._order(example, "sheet", game) if turn.is_newest else None,
        )

    def _builder_facts(
        self,
        game: GameFacts,
        seat: SeatFacts,
        view: View,
        queue: Stored | None,
        example: str,
        offers: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        """Return what a sheet is told for its builder; `offers` is None where the sheet takes no orders.

        Nor is there a builder for somebody who `is_out` and has nothing left that takes orders.

        `plain` is the order file, with what cannot be seen in it made visible, and `entries` are its orders.
        `whole_orders` are those that one button gives: what the ruleset says, and HOLIDAY for a seat with some left.
        """
        rests = game.holidays.get(seat.seat, time_left_words(0)) != time_left_words(0)
        never = {} if rests else {HOLIDAY: no_holiday(had=seat.seat in game.holidays)}
        plain, forge = escape_controls(queue.text) if queue else "", self._forge
        is_out = offers is not None and not offers and view.players[seat.seat].status == "eliminated"
        offers = None if is_out else offers
        return {
            "new_file": forge and forge.page(f"games/{game.slug}/orders", game.logins.get(seat.seat)),
            "form": forge and forge.form(game.slug, seat.seat),
            "offers": offers,
            "is_out": is_out,
            "plain_example": example,
            "verb": example.partition(" ")[0],
            "data": data({**offers, "never": {**offers.get("never", {}), **never}}) if offers else None,
            "plain": plain,
            "entries": [entry.text for entry in entries(plain)],
            "whole_orders": [*(offers or {}).get("plain", ()), *([HOLIDAY] if rests else [])],
            "scripts": (*scripts_of(game), HERE) if self.here else () if offers is None else scripts_of(game),
        }

    def hand(self, game: GameFacts, view: View, waits: Sequence[str]) -> str:
        """Return the page between two people's turns at one machine, from the public `view`; `waits` have to order."""
        return self._print("hand", game=game, view=view, waits=waits)

    def sealed(self, turn: Turn, view: View, texts: Mapping[str, str]) -> dict[str, str]:
        """Return all turnsheets of a turn, sealed, by seat: `texts` are their sealed texts as base64.

        Without its key a page shows what everybody may know of the turn, from the public `view`.
        """
        game, facts, is_past = turn.game, turn.facts, not turn.is_newest
        return {
            seat: self._print_turn(
                "sealed",
                turn,
                view,
                seat=game.seats[seat],
                sealed=text,
                scene=scene_of(game, facts, seat),
                waiting=NOT_YET if is_past and facts.seat and not facts.gm_action else AWAITED,
                sentences=turn.said,
                frame="base.html",
                scripts=(SEAL,) if is_past or view.result else scripts_of(game, is_sealed=True),
            )
            for seat, text in texts.items()
        }

    def _print_turn(self, page: str, turn: Turn, view: View, **facts: Any) -> str:
        """Return a page of a turn, with the ways to those of its kind before and after it."""
        name, around, is_newest = PAGES[page].place.rpartition("/")[2], turn.around, turn.is_newest
        before, after = (
            other and name.format(number=other.number, stem=other.stem)
            for other in (around.before, around.after)
        )
        near = {"before": before, "after": after, "latest": is_newest}
        deadline = turn.game.deadline if is_newest else None
        return self._print(
            page, game=turn.game, turn=turn.facts, view=view, deadline=deadline, **near, **facts
        )

    def _print(self, page: str, /, **facts: Any) -> str:
        return self._environment.get_template(PAGES[page].template).render(
            {"root": root(page)},
            league=self._league,
            rules=self.rules_pages,
            pieces=PIECES,
            lessons=LESSONS,
            boards=BOARDS,
            titles=self.titles,
            downloads=DOWNLOADS,
            forge=self._forge,
            issues=self._forge and self._forge.issues,
            mail=self._mail,
            here=self.here,
            address=self.address,
            **facts,
        )

    def _order(self, text: str | None, page: str, game: GameFacts) -> str | None:
        from genetess_cli.site import lexer

        if not text:
            return text
        return safe(lexer.orders(escape_controls(text), game.ruleset, rules_from(page, game.ruleset)))

    @cached_property
    def _environment(self) -> Environment:
        templates = environment(self._compiled)
        templates.filters |= {"anchor": anchor, "marked": to_markup, "seen": strip_controls}
        return templates


def _logo() -> str:
    text = (resources.templates() / "icons" / "icon.svg").read_text(encoding="utf-8")
    return text.partition(">")[2].rpartition("</svg>")[0]


def _tables(game: GameFacts, view: View, page: str) -> dict[str, Any]:
    replay = root(page) + place("replay", slug=game.slug)
    return drawing_of(game.ruleset).tables(view, game.seats, rules_from(page, game.ruleset), replay)


class Drawn(msgspec.Struct, frozen=True):
    """A figure as the page shows it: its caption, and its boards as SVG, each with what stands above it."""

    caption: str
    boards: list[tuple[str, Markup]]


@cache
def figures(ruleset: str) -> tuple[str, dict[str, Drawn]]:
    """Return what the boards of the figures define, and the figures that articles of a ruleset name."""
    named = book(ruleset).boards()
    panels = [panel for figure in named.values() for panel in figure.panels]
    definitions, boards = share_definitions(
        draw_ways_on(drawing_of(ruleset).board(panel.view, _seats(panel.view), panel.words), panel.ways)
        for panel in panels
    )
    drawn = iter([(panel.title, safe(board)) for panel, board in zip(panels, boards, strict=True)])
    by_name = {
        name: Drawn(figure.caption, [*islice(drawn, len(figure.panels))]) for name, figure in named.items()
    }
    return definitions, by_name


def _seats(view: View) -> dict[str, SeatFacts]:
    """Return the seats of a board: they are called as their colours are, in which they are drawn."""
    colours = list(view.players)
    looks = zip(colours, inks(colours), marks(dict.fromkeys(colours, "")).values(), strict=True)
    return {seat: SeatFacts(seat, seat, seat, ink, mark) for seat, ink, mark in looks}


def anchor(name: str) -> str:
    """Return the id of an article on the page, by the name that one asks `explain` for: `S16`, `MOVE`, `ROUND-0`."""
    return name.replace(" ", "-")


@cache
def to_markup(text: str) -> Markup:
    """Return a sentence as HTML: what stands between backticks is code."""
    from markupsafe import escape

    return safe(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
