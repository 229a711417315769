"""The pages of people: the standings, and a page for every player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from genetess_cli.site.facts import GameFacts, Present
from genetess_cli.site.league import standings
from genetess_cli.site.league.graph import graph
from genetess_cli.site.league.standings import Placings, Row, Series, Standee, Standings
from genetess_cli.site.pages.page import Page
from genetess_cli.site.past.summary import Listed, Note
from genetess_cli.values import Value

MOST_STEPS = 40
"""Rows of the table beside a graph."""


class Graph(Value):
    """A graph, and the same as a table: a row for every moment at which a line made a step, the newest first."""

    svg: Markup
    heads: Sequence[Standee]
    rows: Sequence[tuple[str, Sequence[float | None]]]
    cut: int  # earlier moments that have no row


def graph_and_table(lines: Sequence[Series], label: str, unit: str = "") -> Graph:
    moments = sorted({point.at for line in lines for point in line.points}, reverse=True)
    rows = [(at, [_value(line, at) for line in lines]) for at in moments[:MOST_STEPS]]
    heads = [line.person for line in lines]
    return Graph(Markup(graph(lines, label, unit)), heads, rows, len(moments) - len(rows))


def _value(line: Series, at: str) -> float | None:
    return next((point.value for point in reversed(line.points) if point.at <= at), None)


class StandingsPage(Page):
    """The standings in the games of a ruleset, or in all."""

    TEMPLATE = "standings.html"

    ruleset: str | None
    found: Standings
    shares: Graph
    totals: Graph
    days: int = standings.ACTIVE_DAYS


def standings_page(
    people: Iterable[Standee], ruleset: str | None, titles: Mapping[str, str]
) -> StandingsPage:
    found = standings.standings(people, ruleset)
    what = titles[ruleset] if ruleset else "all games"
    return StandingsPage(
        ruleset=ruleset,
        found=found,
        shares=graph_and_table(found.share_lines, f"Share of possible points over time, {what}", " %"),
        totals=graph_and_table(found.total_lines, f"Points of all time, {what}"),
    )


class Underway(Value):
    """A seat that somebody has in a game that is on."""

    game: GameFacts
    now: Present
    seat: str

    @property
    def is_awaited(self) -> bool:
        """Return whether an order of the seat would be carried out now."""
        is_still = self.now.is_paused or self.now.settings.waits
        return not is_still and self.seat in self.now.to_move


class Dashboard(Value):
    """What somebody's games have to tell now."""

    underway: Sequence[Underway]  # the most urgent first
    news: Sequence[tuple[GameFacts, Note]]  # the newest records of all, as everybody heard of them


MOST_NEWS = 20
"""Records that a player's page tells of."""


def dashboard(held: Sequence[tuple[Listed, str]]) -> Dashboard:
    """Return what games tell now to somebody who has these seats of them."""
    on = [
        Underway(listed.game, listed.now, seat)
        for listed, seat in held
        if listed.summary.began and not listed.summary.result
    ]
    on.sort(key=lambda each: (not each.is_awaited, each.now.deadline or "~", each.game.name.casefold()))
    own = {listed.game.slug: listed for listed, _ in held}  # once, of whoever has several seats
    news = [(each.game, note) for each in own.values() for note in each.summary.notes if not note.back]
    news.sort(key=lambda item: (item[1].at, item[1].number), reverse=True)
    return Dashboard(on, news[:MOST_NEWS])


class PlayerPage(Page):
    """What somebody plays and has played."""

    TEMPLATE = "player.html"

    person: Standee
    dashboard: Dashboard
    rows: Sequence[tuple[str, Row]]
    placings: Sequence[tuple[str, Placings]]  # by the title of the ruleset
    drawn: Graph

    @property
    def place(self) -> str:
        return self.person.page


def player_page(person: Standee, told: Dashboard, titles: Mapping[str, str]) -> PlayerPage:
    played = {seat.game.ruleset for seat in person.seats}
    rows = [
        (title, standings.row_of(person, ruleset)) for ruleset, title in titles.items() if ruleset in played
    ]
    placed = [(title, standings.placings_of(person, ruleset)) for ruleset, title in titles.items()]
    if rows:
        rows.append(("All together", standings.row_of(person)))
    line = standings.series_of(person)
    return PlayerPage(
        person=person,
        dashboard=told,
        rows=rows,
        placings=[row for row in placed if row[1].is_any],
        drawn=graph_and_table([line] if line.points else [], f"Points of {person.name} over time"),
    )
