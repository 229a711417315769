"""The files of the league as a whole: its home, standings, a page for every player, feeds, rules, styles, scripts.

Each is made again only when what it is made of has changed, which a print of that tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
from markupsafe import Markup

from genetess_cli.manual import lesson
from genetess_cli.site import assets, places
from genetess_cli.site.draw import preview
from genetess_cli.site.draw.graph import graph
from genetess_cli.site.draw.layers import Thumbnail
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.league import feeds, standings
from genetess_cli.site.league.feeds import GameSummary
from genetess_cli.site.league.front import front
from genetess_cli.site.league.standings import Person, people
from genetess_cli.site.output.folder import ENDINGS, Folder
from genetess_cli.site.output.survey import Memory, digest
from genetess_cli.site.pages import PageRenderer
from genetess_cli.site.places import place
from genetess_cli.store import resources
from genetess_cli.store.times import encode_time

Game = tuple[GameFacts, GameSummary]
_MOST_STEPS = 40
"""Rows of the table beside a graph."""


class LeaguePages:
    """The league's own files. `where` tells the league from all others."""

    def __init__(self, folder: Folder, renderer: PageRenderer, memory: Memory, where: str) -> None:
        self._folder, self._press, self._memory = folder, renderer, memory
        self._where = where
        self._here = folder.names()
        self._prints: dict[str, str] = {}

    def write(self, games: Sequence[Game], boards: Sequence[Thumbnail], broken: Mapping[str, bool]) -> None:
        """Write all of it, for the games that could be built, with their `boards`.

        `broken` are the games that cannot be shown, and whether their key was missing.
        """
        for where, make in self._unchanging().items():
            self._put(where, self._press.titles, make)
        named = sorted((game.slug, game.name) for game, _ in games)
        self._put(place("missing"), [self._press.titles, named], partial(self._missing, named))
        everybody = list(people(games).values())
        ranking = standings.standings(everybody).shares
        names = [(person.key, person.name) for person in everybody if person.seats]
        told = front(games, boards, ranking, names)
        for page in ("league",) if self._press.here else ("league", "gm"):
            self._put(place(page), [told, broken], partial(self._press.page, page, told=told, broken=broken))
        made_of = [_outcome(game, summary) for game, summary in games]
        for ruleset in (None, *self._press.titles):
            where = place("standings of", ruleset=ruleset) if ruleset else place("standings")
            self._put(where, made_of, partial(self._table, everybody, ruleset))
        for person in everybody:
            self._person(person)
        entries = [entry for game, summary in games for entry in feeds.news(game, summary)]
        dates = [date for game, summary in games for date in feeds.dates(game, summary)]
        self._feeds(places.FEED, places.CALENDAR, self._press.title, "index.html", entries, dates)
        # The files of people who have no game any more.
        for name in sorted(self._here - self._prints.keys()):
            if name.startswith("player-") and name.removesuffix(".half").endswith(ENDINGS):
                self._folder.remove(name)
        self._memory.shared = self._prints

    def _unchanging(self) -> dict[str, Callable[[], str | bytes]]:
        """Return the files that change with the program, genetess.yaml and the rulesets of the league alone."""
        press = self._press
        made: dict[str, Callable[[], str | bytes]] = {
            name: partial(assets.style, files) for name, files in places.STYLES.items()
        }
        made |= {name: partial(assets.script, files) for name, files in places.scripts(press.titles).items()}
        made |= {places.HERE: partial(assets.script, (places.HERE,))} if press.here else {}
        made |= {places.grammar(ruleset): partial(assets.grammar, ruleset) for ruleset in press.titles}
        made |= {page: partial(press.rules, ruleset) for ruleset, page in press.rules_pages.items()}
        made |= {page: partial(press.calculator, ruleset) for ruleset, page in places.PIECES.items()}
        made |= {
            place("lesson", ruleset=ruleset, number=number): partial(press.lesson, ruleset, number)
            for ruleset in places.LESSONS
            for number in range(1, len(lesson.tasks(ruleset)) + 1)
        }
        made |= {place(page): partial(press.page, page) for page in ("play", "marks")}
        made |= {places.MANIFEST: partial(press.text, places.MANIFEST)}
        made |= {icon: (resources.templates() / "icons" / icon).read_bytes for icon in places.ICONS}
        made |= {preview.NAME: lambda: preview.draw(press.league_preview())} if press.address else {}
        return made

    def _put(self, where: str, made_of: Any, make: Callable[[], str | bytes]) -> None:
        mark = digest([msgspec.json.encode(made_of, enc_hook=encode_time)])
        self._prints[where] = mark
        if self._memory.shared.get(where) != mark or where not in self._here:
            self._folder.write(where, make())

    def _table(self, everybody: list[Person], ruleset: str | None) -> str:
        table = standings.standings(everybody, ruleset)
        what = self._press.titles[ruleset] if ruleset else "all games"
        return self._press.page(
            "standings",
            ruleset=ruleset,
            found=table,
            shares=_graph_and_table(table.share_lines, f"Share of possible points over time, {what}", " %"),
            totals=_graph_and_table(table.total_lines, f"Points of all time, {what}", ""),
            pages=places.places_of("standings of", self._press.titles),
            all_page=place("standings"),
            days=standings.ACTIVE_DAYS,
        )

    def _person(self, person: Person) -> None:
        seats = [[_outcome(seat.game, seat.summary), seat.seat] for seat in (*person.seats, *person.lost)]
        self._put(person.page, [person.name, person.login, seats], partial(self._personal, person))
        entries: dict[str, feeds.Entry] = {}  # without repeats, by id
        dates: dict[str, feeds.Date] = {}
        for seat in person.seats:
            for entry in feeds.of_seat(seat.game, seat.summary, seat.seat):
                entries.setdefault(entry.id, entry)
            for date in feeds.dates(seat.game, seat.summary, seat.seat):
                dates.setdefault(date.uid, date)
        stem, title = person.page.removesuffix(".html"), f"{person.name} · {self._press.title}"
        self._feeds(f"{stem}.atom", f"{stem}.ics", title, person.page, [*entries.values()], [*dates.values()])

    def _personal(self, person: Person) -> str:
        played = {seat.game.ruleset for seat in person.seats}
        titles = {ruleset: title for ruleset, title in self._press.titles.items() if ruleset in played}
        rows = [(title, standings.row_of(person, ruleset)) for ruleset, title in titles.items()]
        line = standings.series_of(person)
        return self._press.page(
            "player",
            person=person,
            rows=[*rows, ("All together", standings.row_of(person))] if rows else [],
            drawn=_graph_and_table([line] if line.points else [], f"Points of {person.name} over time", ""),
            feed=f"player-{person.key}.atom",
            calendar=f"player-{person.key}.ics",
        )

    def _feeds(
        self,
        feed: str,
        calendar: str,
        title: str,
        page: str,
        entries: list[feeds.Entry],
        dates: list[feeds.Date],
    ) -> None:
        named = feeds.league_id(self._where, feed)
        make = partial(self._press.feed, named, title, feed, page, entries)
        self._put(feed, [named, title, entries], make)
        self._put(calendar, [title, dates], partial(self._press.calendar, title, dates))

    def _missing(self, games: Sequence[tuple[str, str]]) -> str:
        """Return the page for addresses of no page, with the games by slug and name.

        It is shown at any depth, so its links begin at the top of the host, where the address is known.
        """
        address = self._press.address
        root = f"{urlsplit(address).path.rstrip('/')}/" if address else ""
        return self._press.page("missing", root=root, games=games)


def _outcome(game: GameFacts, summary: GameSummary) -> list[Any]:
    """Return what standings and players' pages tell of a game."""
    told = [game.slug, game.name, game.number, game.ruleset, game.available, game.seats, game.logins]
    so_far = [summary.began, summary.ended, summary.result, summary.scores, summary.out, summary.formers]
    return told + so_far


def _graph_and_table(lines: Sequence[standings.Series], label: str, unit: str) -> dict[str, Any]:
    """Return a graph, and the same as a table: a row for every moment at which a line made a step, the newest first."""
    moments = sorted({point.at for line in lines for point in line.points}, reverse=True)
    rows = []
    for at in moments[:_MOST_STEPS]:
        values = ((point.value for point in reversed(line.points) if point.at <= at) for line in lines)
        rows.append((at, [next(value, None) for value in values]))
    heads = [line.person for line in lines]
    cut = len(moments) - len(rows)
    return {"svg": Markup(graph(lines, label, unit)), "heads": heads, "rows": rows, "cut": cut, "unit": unit}
