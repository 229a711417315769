"""The pages that teach a game: its rules, its first lesson, the calculator of its pieces; and those of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
from markupsafe import Markup

from genetess_cli.manual import lesson
from genetess_cli.manual.article import Article, Panel, Part
from genetess_cli.manual.books import book
from genetess_cli.manual.lesson import LessonStep
from genetess_cli.rules.base import View
from genetess_cli.rules.colours import marks
from genetess_cli.site import places
from genetess_cli.site.board import marks as traces
from genetess_cli.site.board.layers import Board, shared
from genetess_cli.site.board.seats import SeatFacts, inks
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.pages.page import Page, data


class HowToPlay(Page, frozen=True):
    """How this league is played."""

    TEMPLATE = "play.html"


class AllMarks(Page, frozen=True):
    """What every mark on the boards means."""

    TEMPLATE = "marks.html"


class RulesetPage(Page, frozen=True):
    """A page of a ruleset."""

    ruleset: str

    @property
    def place(self) -> str:
        return places.place(self.kind, ruleset=self.ruleset)


class DrawnFigure(msgspec.Struct, frozen=True):
    """A figure as an article shows it: its boards, each with what stands above it."""

    caption: str
    boards: Sequence[tuple[str, Markup]]


class Rules(RulesetPage, frozen=True):
    """The rules: the parts of a book in lists, and an article for each."""

    TEMPLATE = "rules.html"

    parts: Sequence[Part]
    lead: str
    definitions: Markup  # what the boards of the figures define
    figures: Mapping[str, DrawnFigure]


def rules(ruleset: str) -> Rules:
    told = book(ruleset)
    definitions, drawn = _figures(ruleset)
    return Rules(
        ruleset=ruleset, parts=told.parts(), lead=told.cover.lead, definitions=definitions, figures=drawn
    )


@cache
def _figures(ruleset: str) -> tuple[Markup, dict[str, DrawnFigure]]:
    """Return what the boards of the figures define, and the figures that articles of a ruleset name."""
    drawn: dict[str, DrawnFigure] = {}
    boards: list[Board] = []
    for name, figure in book(ruleset).figures().items():
        shown = [(panel.title, _drawn(ruleset, panel)) for panel in figure.panels]
        boards += [board for _, board in shown]
        drawn[name] = DrawnFigure(
            figure.caption, [(title, Markup(board.svg(is_shared=True))) for title, board in shown]
        )
    return Markup(shared(boards)), drawn


def _drawn(ruleset: str, panel: Panel) -> Board:
    board = drawing_of(ruleset).board(panel.view, _seats(panel.view), panel.words)
    return traces.mark_ways(board, panel.ways)


class Calculator(RulesetPage, frozen=True):
    """The page on which pieces of a ruleset are worked out; it has a row in PIECES."""

    TEMPLATE = "calculator.html"

    scripts: Sequence[str]
    articles: Mapping[str, Sequence[Article]]  # by part of the book


def calculator(ruleset: str) -> Calculator:
    articles = {part.name: part.articles for part in book(ruleset).parts()}
    scripts = (places.grammar(ruleset), places.CALCULATOR)
    return Calculator(ruleset=ruleset, scripts=scripts, articles=articles)


class Lesson(RulesetPage, frozen=True):
    """A step of a game's first lesson: its board before and after, and what to do there."""

    TEMPLATE = "lesson.html"

    steps: Sequence[LessonStep]
    number: int  # of the step, counted from 1
    definitions: Markup
    before: Markup
    after: Markup
    data: Markup  # for the script
    scripts: Sequence[str]

    @property
    def place(self) -> str:
        return places.place(self.kind, ruleset=self.ruleset, number=self.number)


def lesson_step(ruleset: str, number: int) -> Lesson:
    tasks = lesson.tasks(ruleset)
    task = tasks[number - 1]
    draw = drawing_of(ruleset).board
    seats = _seats(task.before)
    before = draw(task.before, seats, "The board")
    after = draw(task.after, seats, "The board after your order")
    return Lesson(
        ruleset=ruleset,
        steps=[other.step for other in tasks],
        number=number,
        definitions=Markup(shared([before, after])),
        before=Markup(before.svg(is_shared=True)),
        after=Markup(after.svg(is_shared=True)),
        data=data({**task.offers, "accepted": task.accepted}),
        scripts=(*places.builder(ruleset), places.LESSON),
    )


def _seats(view: View) -> dict[str, SeatFacts]:
    """Return the seats of a board: they are called as their colours are, in which they are drawn."""
    colours = list(view.players)
    looks = zip(colours, inks(colours), marks(dict.fromkeys(colours, "")).values(), strict=True)
    return {seat: SeatFacts(seat, seat, seat, ink, mark) for seat, ink, mark in looks}
