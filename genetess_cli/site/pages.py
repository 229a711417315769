"""The pages of games and rules, printed from facts, and what a sheet needs so that orders can be built on it."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup, escape

from genetess_cli.manual import lesson
from genetess_cli.manual.article import Panel
from genetess_cli.manual.books import book
from genetess_cli.manual.hints import Hint
from genetess_cli.rules.base import View, round_of
from genetess_cli.rules.colours import marks
from genetess_cli.rules.letters import escape_controls, strip_controls
from genetess_cli.rules.orders import HOLIDAY, entries, no_holiday
from genetess_cli.rules.voice import time_left_words
from genetess_cli.site import lexer, places
from genetess_cli.site.assets import environment
from genetess_cli.site.banner import banner_of, home_line
from genetess_cli.site.draw import marks as traces
from genetess_cli.site.draw import preview
from genetess_cli.site.draw.layers import NO_BOARD, Board, Thumbnail, shared
from genetess_cli.site.draw.preview import Inset
from genetess_cli.site.draw.tokens import token_on
from genetess_cli.site.facts import GameFacts, Heard, Line, SeatFacts, inks
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.games import pages_of
from genetess_cli.site.league.feeds import Date, Entry, GameSummary, Moment, fold, ical, newest
from genetess_cli.site.league.front import state_words
from genetess_cli.site.league.standings import keys_of
from genetess_cli.site.places import place
from genetess_cli.site.story import Turn
from genetess_cli.site.words import STANDS, Stored
from genetess_cli.store.forges import ForgeAddress


def _rematch(game: GameFacts) -> str:
    """Return the command with which the GM makes a game like this one for the same players."""
    words = ["genetess", "new", f"{game.slug}-2", "--ruleset", game.ruleset]
    words += ["--board", f"games/{game.slug}/board.yaml"] if game.has_board and game.is_open else []
    for seat, player in game.seats.items():
        login = f"@{game.logins[seat]}" if seat in game.logins else ""
        words += ["--player", f"{seat}={player.name}{login}"]
        words += ["--bot", f"{seat}={game.bots[seat]}"] if seat in game.bots else []
    return shlex.join(words)


SOURCES = {"stored": "stored before your turn came", "gm": "entered by the GM"}
"""How an order came in, where it is worth a word."""


def scripts_of(game: GameFacts, is_sealed: bool = False) -> tuple[str, ...]:
    own = places.builder(game.ruleset, game.is_together, is_sealed)
    return places.OLD, places.grammar(game.ruleset), own


def data(value: Any) -> Markup:
    """Return data for a script of the page, as JSON that can stand between its tags."""
    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


def rounds(stems: Iterable[str], gone: Container[int]) -> dict[str, list[dict[str, Any]]]:
    """Return the records of each round in order, numbered from the second on where several have the same label.

    The first record of a game is its start; `gone` are those that were taken back.
    """
    by_round: dict[str, list[dict[str, Any]]] = {}
    seen: Counter[str] = Counter()
    for stem in stems:
        number, _, label = stem.partition("-")
        seen[label] += 1
        text = label if seen[label] == 1 else f"{label} ({seen[label]})"
        record = {"number": int(number), "stem": stem, "text": text if int(number) else "start"}
        by_round.setdefault(round_of(label) or label, []).append(record | {"back": int(number) in gone})
    return by_round


class PageRenderer:
    """Prints the pages of one league."""

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
        self.title, self.address, self.here = league, address, here
        self._forge = forge
        self._mail = mail
        self.titles, self.rules_pages = places.TITLES, places.RULES
        self._templates = environment(compiled)
        self._templates.filters |= {
            "anchor": anchor,
            "marked": to_markup,
            "seen": strip_controls,
            "ical": ical,
        }
        self._templates.globals |= {
            "league": league,
            "pieces": places.PIECES,
            "lessons": places.LESSONS,
            "boards": places.BOARDS,
            "forge": forge,
            "issues": forge and forge.issues,
            "mail": mail,
            "here": here,
            "address": address,
        }

    def admit(self, ruleset: str) -> None:
        """Let the league's pages name a ruleset; those of this package are on every site."""
        if ruleset not in self.titles:
            others = sorted({*self.titles, ruleset} - places.TITLES.keys())
            self.titles = places.TITLES | {other: pages_of(other).title for other in others}
            self.rules_pages = places.places_of("rules", self.titles)

    def page(self, page: str, /, **facts: Any) -> str:
        """Return a page of PAGES, from the facts that its template names."""
        facts = {"root": places.root(page), "rules": self.rules_pages, "titles": self.titles} | facts
        return self._templates.get_template(f"{page}.html").render(facts)

    def public_board(
        self, game: GameFacts, view: View | None, files: Any, whole: View | None, summary: GameSummary
    ) -> tuple[Board, bool]:
        """Return the board that everybody may see, and whether it is the skeleton alone: its walls and starts.

        On the skeleton each start has the token of the seat that began there. `view` is the public one (None: the game
        has not begun), `files` its board.yaml, and `whole` a view of all of a board in the fog that spectators see.
        """
        drawing = drawing_of(game.ruleset)
        if shown := view if game.hides_nothing else whole:
            return drawing.board(shown, game.seats, f"The board of {game.name}"), False
        label = f"The board of {game.name} at the start"
        blank = drawing.blank(files, game.seats, label) if files else NO_BOARD
        tokens = [
            token_on(square, game.seats[seat].ink, game.seats[seat].mark, seat in summary.out)
            for seat, (square, *others) in _starts(game, files, summary).items()
            if not others
        ]
        return blank.marked(marks=tokens), True

    def game(
        self,
        game: GameFacts,
        view: View | None,
        files: Any,
        recent: list[Line],
        last: int,
        summary: GameSummary,
        story: Sequence[tuple[Moment, Thumbnail]],
        board: Board = NO_BOARD,
        blank: Board = NO_BOARD,
    ) -> str:
        """Return a game's home: `view` is the public one, `files` its board.yaml, `last` the number of the newest turn.

        `story` has the moments that decided it, each with its board, where everybody sees that. A `board` that
        everybody sees is shown with what stands beside it. Of one in the fog there is the `blank` one.
        """
        is_on = view is not None and not view.result
        return self.page(
            "game",
            game=game,
            view=view,
            recent=recent,
            log=f"{last // places.PAGE_OF_LOG + 1:02}",
            tables=_tables(game, view, "game") if view and game.hides_nothing else {},
            summary=summary,
            starts=_starts(game, files, summary),
            keys=keys_of(game),
            pool=f"{summary.notes[-1].turn}.{last}/{places.POOL}" if game.is_pooled and summary.notes else "",
            state=state_words(game),
            line=is_on and home_line(game),
            panel=drawing_of(game.ruleset).panel,
            story=[(moment, Markup(each.svg)) for moment, each in story],
            rematch=_rematch(game) if summary.result else "",
            definitions=Markup(shared([board, *(each for _, each in story)])),
            board=Markup(board.svg(is_shared=True)),
            blank=Markup(blank.svg()),
        )

    def preview(self, game: GameFacts, summary: GameSummary, board: Board) -> str:
        """Return the picture that goes with links to a game, as SVG, with the board that everybody may see."""
        ranked = sorted(game.seats.values(), key=lambda seat: -summary.scores.get(seat.seat, 0))
        has_points = any(summary.scores.values())
        points = {seat: f"{score:g}" for seat, score in summary.scores.items() if has_points}
        points |= {} if summary.result else dict.fromkeys(summary.out, "out")
        named = "move" if drawing_of(game.ruleset).turns else "round"
        about = [self.titles.get(game.ruleset, game.ruleset)]
        about += [f"{named} {game.round}"] if game.round and not summary.result else []
        about += [] if game.hides_nothing or game.is_full else ["in fog"]
        step = 47 if len(ranked) < 5 else 208 // len(ranked)
        return self._picture(
            game.name,
            preview.place_board(board),
            about=" · ".join(about),
            state=state_words(game),
            lines=[
                {"token": seat.token, "name": seat.name, "points": points.get(seat.seat, "")}
                for seat in ranked
            ],
            step=step,
            size=min(28, step - 6),
        )

    def league_preview(self) -> str:
        logo = preview.place(preview.logo(), preview.LOGO_SIDE, preview.LOGO_SIDE)
        return self._picture(self.title, logo, about="Games by mail", state="", lines=[])

    def _picture(self, title: str, board: Inset | None, **facts: Any) -> str:
        return self.text("preview.svg", title=title, board=board, logo=preview.logo(), **facts)

    def text(self, template: str, **facts: Any) -> str:
        """Return what a template makes that is no page."""
        return self._templates.get_template(template).render(facts) + "\n"

    def feed(self, named: str, title: str, where: str, page: str, entries: Iterable[Entry]) -> str:
        """Return the feed that lies at `where` and belongs to a page; machines know it as `named`.

        Its links are absolute where the site's address is known, and else relative to the feed.
        """
        base = f"{self.address.rstrip('/')}/" if self.address else "../" * where.count("/")
        facts = {"id": named, "title": title, "where": where, "page": page, "base": base}
        return self.text("feed.atom", **facts, entries=newest(entries))

    def calendar(self, title: str, dates: Iterable[Date]) -> str:
        """Return a calendar; without the site's address its events lead nowhere."""
        lines = self.text("deadlines.ics", title=title, dates=dates).rstrip().split("\n")
        return "".join(f"{fold(line)}\r\n" for line in lines)

    def rules(self, ruleset: str) -> str:
        told = book(ruleset)
        definitions, drawn = figures(ruleset)
        return self.page(
            "rules",
            ruleset=ruleset,
            parts=told.parts(),
            lead=told.cover.lead,
            definitions=Markup(definitions),
            figures=drawn,
        )

    def calculator(self, ruleset: str) -> str:
        """Return the page on which pieces of a ruleset are worked out; it has a row in PIECES."""
        articles = {part.name: part.articles for part in book(ruleset).parts()}
        scripts = (places.grammar(ruleset), places.CALCULATOR)
        return self.page("calculator", ruleset=ruleset, scripts=scripts, **articles)

    def lesson(self, ruleset: str, number: int) -> str:
        """Return a step of a game's first lesson, counted from 1: its board before and after, and what to do there."""
        tasks = lesson.tasks(ruleset)
        task = tasks[number - 1]
        drawing = drawing_of(ruleset)
        seats = _seats(task.before)
        before = drawing.board(task.before, seats, "The board")
        after = drawing.board(task.after, seats, "The board after your order")
        return self.page(
            "lesson",
            ruleset=ruleset,
            steps=[other.step for other in tasks],
            number=number,
            task=task,
            definitions=Markup(shared([before, after])),
            before=Markup(before.svg(is_shared=True)),
            after=Markup(after.svg(is_shared=True)),
            next=place("lesson", ruleset=ruleset, number=number + 1) if number < len(tasks) else None,
            back=place("lesson", ruleset=ruleset, number=number - 1) if number > 1 else None,
            data=data({**task.offers, "accepted": task.accepted}),
            scripts=(places.OLD, places.grammar(ruleset), places.builder(ruleset), places.LESSON),
        )

    def files(self, game: GameFacts, settings: str, queues: Mapping[str, Stored]) -> str:
        """Return the settings of an open game, and those order files that everybody may read."""
        texts = [
            (seat, self._order(queue.text, "orders", game), queue.fault) for seat, queue in queues.items()
        ]
        yaml = Markup(lexer.yaml(escape_controls(settings)))
        return self.page("orders", game=game, settings=yaml, queues=texts)

    def turn(self, turn: Turn, view: View, sentences: list[str], marks: traces.Marks | None) -> str:
        """Return a turn for everybody; where there is no fog, or it is lifted, with the board and what was ordered.

        `marks` are those of the whole board (None: the fog is not lifted).
        """
        game, facts = turn.game, turn.facts
        board = self.turn_board(turn, view, marks)
        full = marks is not None or game.hides_nothing
        fogged = full and not game.hides_nothing
        order = facts.order if full and not facts.is_private and not game.is_together else None
        drawing = drawing_of(game.ruleset)
        return self._print_turn(
            "turn",
            turn,
            view,
            banner=banner_of(game, facts, view, turn.is_newest, in_zone=True),
            sentences=sentences,
            board=Markup(board.svg()),
            tables=_tables(game, view, "turn") if game.hides_nothing else {},
            panel=drawing.panel if game.hides_nothing else None,
            order=self._order(order, "turn", game),
            beside=drawing.beside(view, game.seats, places.rules_from("turn", game.ruleset))
            if fogged
            else [],
        )

    def turn_board(self, turn: Turn, view: View, marks: traces.Marks | None) -> Board:
        """Return the board on the page of a turn for everybody, where there is one."""
        game = turn.game
        if marks is None and not game.hides_nothing:
            return NO_BOARD
        label = f"The whole board after turn {turn.facts.turn}"
        trails, above = traces.draw_marks(marks or {}, game.seats)
        return drawing_of(game.ruleset).board(view, game.seats, label).marked(trails, above)

    def replay(
        self,
        game: GameFacts,
        stems: list[str],
        full: int,
        gone: Container[int],
        view: View,
        said: list[str],
        board: Any,
    ) -> str:
        """Return the page that plays a game: `stems` are all its turns, `gone` those that were taken back.

        `full` is how many files of scenes no further turn changes.

        It begins with the newest `view` of everybody, or the walls and starts of its `board` file where the pieces are
        hidden, and what is `said` of that turn. The scenes lie in their own files.
        """
        drawn = drawing_of(game.ruleset)
        shown = game.is_full or game.hides_nothing
        whose = {
            "seats": [seat for seat in places.scene_sets(game) if seat in game.seats],
            "pool": places.POOL if game.is_pooled else "",
        }
        size = drawn.draw(view, game.seats).size.attributes
        newest = int(stems[-1].partition("-")[0])
        files = newest // places.RECORDS + 1
        return self.page(
            "replay",
            game=game,
            view=view,
            said=said,
            board=Markup(drawn.board(view, game.seats, "The board as it is now").svg() if shown else ""),
            blank=Markup("" if shown else drawn.blank(board, game.seats, "The board at the start").svg()),
            beside=drawn.beside(view, game.seats, places.rules_from("replay", game.ruleset)),
            score=Markup(drawn.score(view, "replay.html")),
            turns=drawn.turns,
            facts=data(
                {"files": files, "full": full, "newest": newest, **whose, "board": size, "stands": STANDS}
            ),
            rounds=rounds(stems, gone),
            has_again=len({stem.partition("-")[2] for stem in stems}) < len(stems),
            newest=stems[-1],
            **whose,
            size=size,
            script=places.REPLAY,
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
        game, drawing = turn.game, drawing_of(turn.game.ruleset)
        forge = self._forge if seat.seat in game.logins else None  # only who has an account there is accepted
        heard = Heard() if game.is_hushed else turn.heard[seat.seat]
        since = [msgspec.structs.replace(line, sentences=line.told(seat.name)) for line in heard.since]
        # What the GM did is told below, but an undo takes the place of what it took back.
        played = [line for line in since if line.act in ("", "undo") and not line.back] or since
        marks = traces.merge_marks(line.marks for line in since)
        label = f"The board as {seat.seat} sees it after turn {turn.facts.turn}"
        trails, above = traces.draw_marks(marks, game.seats, seat.seat)
        board = drawing.board(view, game.seats, label).marked(trails, above)
        if not view.together:
            board = traces.mark_failed(board, drawing.named(view, heard.wrong))
        # Who is out and has nothing left that takes orders has no builder.
        is_out = offers is not None and not offers and view.players[seat.seat].status == "eliminated"
        offers = None if is_out else offers
        plain = escape_controls(queue.text) if queue else ""
        frame = "base.html"
        if not turn.is_newest:
            frame = "past_sheet.html"
        elif game.is_sealed:
            frame = "bare.html"
        rests = game.holidays.get(seat.seat, time_left_words(0)) != time_left_words(0)
        never = {} if rests else {HOLIDAY: no_holiday(had=seat.seat in game.holidays)}
        scripts = scripts_of(game) if offers is not None else ()
        if turn.is_newest and self.here:
            scripts = (*scripts_of(game), places.HERE)
        return self._print_turn(
            "sheet",
            turn,
            view,
            banner=banner_of(game, turn.facts, view, turn.is_newest, seat),
            seat=seat,
            board=Markup(board.svg()),
            marked=traces.kinds(marks, seat.seat),
            tables=_tables(game, view, "sheet"),
            panel=drawing.panel,
            since=since,
            news=next(
                (line for line in reversed(played) if line.act or (line.marks and line.seat != seat.seat)),
                played[-1] if played else None,
            ),
            ticked=[line for line in played[-4:] if line.number],
            unprinted=heard.unprinted,
            own=[(order, self._order(order.order, "sheet", game)) for order in heard.own],
            verdicts=heard.verdicts,
            sources=SOURCES,
            queue=queue and self._order(queue.text, "sheet", game),
            plain=plain,
            entries=[entry.text for entry in entries(plain)],
            fault=queue and queue.fault,
            is_put_back=queue and queue.put_back,
            is_out=is_out,
            offers=offers,
            data=data({**offers, "never": {**offers.get("never", {}), **never}}) if offers else None,
            # What one button gives: orders of the ruleset's, and a holiday for a seat that has some left.
            whole_orders=[*(offers or {}).get("plain", ()), *([HOLIDAY] if rests else [])],
            new_file=forge and forge.page(f"games/{game.slug}/orders", game.logins[seat.seat]),
            form=forge and forge.form(game.slug, seat.seat),
            mail=self._mail if seat.seat in game.mails else None,
            hint=hint,
            waits=waits,
            scene=places.scene_of(game, turn.facts, seat.seat),
            frame=frame,
            example=self._order(example, "sheet", game) if turn.is_newest else None,
            plain_example=example,
            verb=example.partition(" ")[0],
            scripts=scripts,
        )

    def past(self, game: GameFacts, seat: SeatFacts) -> str:
        """Return the page that shows a seat's past sheets."""
        script = places.SEALED_PAST if game.is_sealed else places.PAST
        return self.page("past", game=game, seat=seat, script=script, size=places.RECORDS)

    def sealed(self, turn: Turn, view: View, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the newest turnsheets, sealed, by seat: `texts` are their sealed texts as base64.

        Without its key a page shows what everybody may know of the turn, from the public `view`.
        """
        game = turn.game
        banner = banner_of(game, turn.facts, view, turn.is_newest)
        return {
            seat: self._print_turn(
                "sealed",
                turn,
                view,
                banner=banner,
                seat=game.seats[seat],
                sealed=text,
                scene=places.scene_of(game, turn.facts, seat),
                sentences=turn.said,
                frame="base.html",
                scripts=(places.OLD, places.SEAL) if view.result else scripts_of(game, is_sealed=True),
            )
            for seat, text in texts.items()
        }

    def _print_turn(self, page: str, turn: Turn, view: View, **facts: Any) -> str:
        """Return a page of a turn, with the ways to those of its kind before and after it."""
        name, is_newest = "{stem}.html" if page == "turn" else places.PAST_SHEET, turn.is_newest
        before, after = (
            other and name.format(number=other.number, stem=other.stem)
            for other in (turn.previous, turn.next)
        )
        near = {"before": before, "after": after, "latest": is_newest}
        return self.page(page, game=turn.game, turn=turn.facts, view=view, **near, **facts)

    def _order(self, text: str | None, page: str, game: GameFacts) -> str | None:
        if not text:
            return text
        return Markup(
            lexer.orders(escape_controls(text), game.ruleset, places.rules_from(page, game.ruleset))
        )


def _starts(game: GameFacts, files: Any, summary: GameSummary) -> dict[str, list[str]]:
    return drawing_of(game.ruleset).starts(files, summary.starts) | game.starts if files else {}


def _tables(game: GameFacts, view: View, page: str) -> dict[str, Any]:
    replay = places.root(page) + place("replay", slug=game.slug)
    return drawing_of(game.ruleset).tables(view, game.seats, places.rules_from(page, game.ruleset), replay)


@cache
def figures(ruleset: str) -> tuple[str, dict[str, dict[str, Any]]]:
    """Return what the boards of the figures define, and the figures that articles of a ruleset name.

    A figure has a caption and its boards, each with what stands above it.
    """
    drawn: dict[str, dict[str, Any]] = {}
    boards: list[Board] = []
    for name, figure in book(ruleset).figures().items():
        shown = [(panel.title, _drawn(ruleset, panel)) for panel in figure.panels]
        boards += [board for _, board in shown]
        panels = [(title, Markup(board.svg(is_shared=True))) for title, board in shown]
        drawn[name] = {"caption": figure.caption, "boards": panels}
    return shared(boards), drawn


def _drawn(ruleset: str, panel: Panel) -> Board:
    board = drawing_of(ruleset).board(panel.view, _seats(panel.view), panel.words)
    return traces.mark_ways(board, panel.ways)


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
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
