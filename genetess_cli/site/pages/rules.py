"""The pages that teach a game: its rules, its first lesson, the calculator of its pieces; and those of all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from markupsafe import Markup

from genetess_cli.manual import lesson
from genetess_cli.manual.article import Article, Panel, Part
from genetess_cli.manual.books import book
from genetess_cli.manual.lesson import LessonStep
from genetess_cli.rules import RULESETS
from genetess_cli.rules.colours import marks
from genetess_cli.site import places
from genetess_cli.site.board import marks as traces
from genetess_cli.site.board.layers import Board, shared
from genetess_cli.site.board.seats import SeatFacts, inks
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.pages.page import Page, PageRenderer, Printed, Site, data
from genetess_cli.site.write import made
from genetess_cli.values import Value


class HowToPlay(Page):
    """How this league is played."""

    TEMPLATE = "play.html"


class AllMarks(Page):
    """What every mark on the boards means."""

    TEMPLATE = "marks.html"


class RulesetPage(Page):
    """A page of a ruleset: the frame, which knows the league, of what knows nothing of it."""

    ruleset: str
    inside: Markup


class Inside(Printed):
    """What a page of a ruleset has in its frame: it is alike in all leagues."""

    ruleset: str


class DrawnFigure(Value):
    """A figure as an article shows it: its boards, each with what stands above it."""

    caption: str
    boards: Sequence[tuple[str, Markup]]


class RulesPage(RulesetPage):
    """The rules."""

    TEMPLATE = "rules.html"


class Rules(Inside):
    """The parts of a book in lists, and an article for each."""

    TEMPLATE = "book.html"

    parts: Sequence[Part]
    lead: str
    definitions: Markup  # what the boards of the figures define
    figures: Mapping[str, DrawnFigure]


def rules(ruleset: str) -> RulesPage:
    def inside() -> Rules:
        told = book(ruleset)
        definitions, figures = _figures(ruleset)
        return Rules(ruleset, told.parts(), told.cover.lead, definitions, figures)

    return RulesPage(ruleset, _printed(ruleset, places.place("rules", ruleset=ruleset), inside))


def _printed(ruleset: str, name: str, inside: Callable[[], Inside]) -> Markup:
    """Return what a page has in its frame, printed once where the ruleset is of this package."""

    def make() -> str:
        renderer = PageRenderer(Site(""))
        renderer.admit(ruleset)
        return renderer.render(inside())

    return Markup(made.text(name, make) if ruleset in RULESETS else make())


def _figures(ruleset: str) -> tuple[Markup, dict[str, DrawnFigure]]:
    """Return what the boards of the figures define, and the figures that articles of a ruleset name."""
    drawn: dict[str, DrawnFigure] = {}
    boards: list[Board] = []
    for name, figure in book(ruleset).figures().items():
        shown = [(panel.title, _drawn(ruleset, panel)) for panel in figure.panels]
        boards += [board for _, board in shown]
        drawn[name] = DrawnFigure(
            figure.caption, [(title, board.svg(is_shared=True)) for title, board in shown]
        )
    return shared(boards), drawn


def _drawn(ruleset: str, panel: Panel) -> Board:
    board = drawing_of(ruleset).board(panel.view, seats_in(panel.view.players), panel.words)
    return traces.mark_ways(board, panel.ways)


class CalculatorPage(RulesetPage):
    """The page on which pieces of a ruleset are worked out; it has a row in PIECES."""

    TEMPLATE = "calculator.html"

    scripts: Sequence[str]


class Calculator(Inside):
    """The calculator, and the tables that it works from."""

    TEMPLATE = "pieces.html"

    articles: Mapping[str, Sequence[Article]]  # by part of the book


def calculator(ruleset: str) -> CalculatorPage:
    def inside() -> Calculator:
        return Calculator(ruleset, {part.name: part.articles for part in book(ruleset).parts()})

    scripts = (places.grammar(ruleset), places.CALCULATOR)
    return CalculatorPage(ruleset, _printed(ruleset, places.PIECES[ruleset], inside), scripts)


class LessonPage(RulesetPage):
    """A step of a game's first lesson."""

    TEMPLATE = "lesson.html"

    step: str
    number: int  # of the step, counted from 1
    scripts: Sequence[str]


class Lesson(Inside):
    """A step's board before and after, and what to do there."""

    TEMPLATE = "step.html"

    steps: Sequence[LessonStep]
    number: int
    definitions: Markup
    before: Markup
    after: Markup
    data: Markup  # for the script


def lesson_step(ruleset: str, number: int) -> LessonPage:
    steps = lesson.steps(ruleset)
    step = steps[number - 1]

    def inside() -> Lesson:
        task = lesson.task(ruleset, step)
        draw = drawing_of(ruleset).board
        seats = seats_in(task.before.players)
        before = draw(task.before, seats, "The board")
        after = draw(task.after, seats, "The board after your order")
        return Lesson(
            ruleset,
            steps,
            number,
            definitions=shared([before, after]),
            before=before.svg(is_shared=True),
            after=after.svg(is_shared=True),
            data=data({**task.offers, "accepted": task.accepted}),
        )

    where = places.place("lesson", ruleset=ruleset, number=number)
    scripts = (*places.builder(ruleset), places.LESSON)
    return LessonPage(ruleset, _printed(ruleset, where, inside), step.title, number, scripts)


def teaching(rulesets: Iterable[str]) -> dict[str, Callable[[], RulesetPage]]:
    """Return what makes the pages that teach these games and those of this package, by place."""
    pages: dict[str, Callable[[], RulesetPage]] = {}
    for ruleset, where in places.places_of("rules", rulesets).items():
        pages[where] = partial(rules, ruleset)
    for ruleset, where in places.PIECES.items():
        pages[where] = partial(calculator, ruleset)
    for ruleset in places.LESSONS:
        for number, _ in enumerate(lesson.steps(ruleset), 1):
            pages[places.place("lesson", ruleset=ruleset, number=number)] = partial(
                lesson_step, ruleset, number
            )
    return pages


def seats_in(colours: Iterable[str]) -> dict[str, SeatFacts]:
    """Return the seats of a board: they are called as their colours are, in which they are drawn."""
    seats = list(colours)
    looks = zip(seats, inks(seats), marks(dict.fromkeys(seats, "")).values(), strict=True)
    return {seat: SeatFacts(seat, seat, seat, ink, mark) for seat, ink, mark in looks}
