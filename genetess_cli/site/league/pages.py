"""The files of the league as a whole: its home, standings, a page for every player, feeds, rules, styles, scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from genetess_cli.site import assets, places
from genetess_cli.site.board.layers import Thumbnail
from genetess_cli.site.league import standings
from genetess_cli.site.league.front import GmPage, LeagueHome, front
from genetess_cli.site.league.lobby import lobby
from genetess_cli.site.league.standings import Standee, people
from genetess_cli.site.league.tables import dashboard, player_page, standings_page
from genetess_cli.site.pages import feeds
from genetess_cli.site.pages.home import league_picture
from genetess_cli.site.pages.page import Page, PageRenderer, Printed
from genetess_cli.site.pages.rules import AllMarks, HowToPlay, teaching
from genetess_cli.site.pages.trial import Entrance
from genetess_cli.site.pages.verify import VerifyPage
from genetess_cli.site.past.summary import Listed
from genetess_cli.site.write import preview
from genetess_cli.site.write.folder import ENDINGS, Folder
from genetess_cli.site.write.installed import names_in, pack
from genetess_cli.site.write.keyed import KeyedFiles
from genetess_cli.site.write.survey import Memory
from genetess_cli.store import resources

T = TypeVar("T")


class NoSuchPage(Page):
    """The page for addresses of no page. It is shown at any depth, so its links begin at the top of the host."""

    TEMPLATE = "missing.html"

    address: str | None
    games: Sequence[tuple[str, str]]  # slugs and names

    @property
    def root(self) -> str:
        """Return the way to the top of the host where the address is known."""
        return f"{urlsplit(self.address).path.rstrip('/')}/" if self.address else ""


class Manifest(Printed):
    """What phones that pin the site are told."""

    TEMPLATE = places.MANIFEST


class LeaguePages:
    """The league's own files. `where` tells the league from all others."""

    def __init__(self, folder: Folder, renderer: PageRenderer, memory: Memory, where: str) -> None:
        self._folder = folder
        self._press = renderer
        self._memory = memory
        self._where = where
        self._files = KeyedFiles(folder, renderer.titles, memory.shared, folder.names())

    def write(self, games: Sequence[Listed], boards: Sequence[Thumbnail], broken: Mapping[str, bool]) -> None:
        """Write all of it, for the games that could be built, with their `boards`.

        `broken` are the games that cannot be shown, and whether their key was missing.
        """
        site = self._press.site
        self._assets()
        self._lasting()
        named = sorted((each.game.slug, each.game.name) for each in games)
        self._page(NoSuchPage(address=site.address, games=named))
        everybody = list(people(games).values())
        ranking = standings.standings(everybody).shares
        names = [(person.key, person.name) for person in everybody if person.seats]
        told = front(games, boards, ranking, names)
        if site.here:
            self._page(lobby(told, broken))
            self._page(Entrance())
        else:
            self._page(LeagueHome(told=told, broken=broken))
            self._page(GmPage(told=told, broken=broken))
        self._program()
        if site.verifies:
            begun = [each.game for each in games if each.summary.began]
            self._page(VerifyPage(games=[(game, self._proofs(game.slug)) for game in begun]))
        self._standings(everybody)
        by_slug = {each.game.slug: each for each in games}
        for person in everybody:
            self._person(person, by_slug)
        entries = [entry for each in games for entry in feeds.news(each)]
        dates = [date for each in games for date in feeds.dates(each)]
        self._feeds("index.html", site.league, entries, dates)
        # The files of people who have no game any more, of what is set otherwise now, and scripts with another name.
        for name in sorted(self._files.here - self._files.keys.keys()):
            if name.startswith(
                ("player-", "orders-", "seal.", "tried.", "verify.", preview.NAME)
            ) and name.removesuffix(".half").endswith(ENDINGS):
                self._folder.remove(name)
        self._memory.shared = self._files.keys

    def _proofs(self, slug: str) -> int:
        """Return how many files there are by which a game is verified."""
        return sum(place.startswith(f"{slug}/proof/") for place in self._folder.files(slug))

    def _program(self) -> None:
        """Lay the program for browsers into the folder `play`, and take away what an earlier one left there."""
        folder = self._folder
        files: dict[str, Path] = {}
        if self._press.site.plays and (root := pack()):
            files = {f"{places.IN_PAGE}/{name}": root / name for name in names_in(root)}
        laid = folder.files(places.IN_PAGE)
        if files or f"{places.IN_PAGE}/sw.js" in laid:
            for place in laid - files.keys():
                folder.remove(place)
            folder.prune(places.IN_PAGE)
        for place, file in files.items():
            folder.write(place, file.read_bytes())

    def _page(self, page: Page) -> None:
        self._files.put(page.place, page, self._press.render)

    def _later(self, where: str, made_of: T, make: Callable[[T], Page]) -> None:
        """Write a page that is made of a value alone, which is not done unless it is printed."""
        self._files.put(where, made_of, lambda of: self._press.render(make(of)))

    def _assets(self) -> None:
        """Write styles, scripts and pictures; the program's version is in the memory's basis."""
        titles = self._press.titles
        put = self._files.put
        styles = places.STYLES
        scripts = places.scripts(titles)
        if self._press.site.here:
            styles = styles | places.LOBBY_STYLE
            scripts |= places.AT_ONCE
        if self._press.site.tries:
            scripts[places.TRIED] = (places.TRIED,)
        for name, files in styles.items():
            put(name, files, assets.style)
        for name, files in scripts.items():
            put(name, files, assets.script)
        for ruleset in titles:
            put(places.grammar(ruleset), ruleset, assets.grammar)
        for icon in places.ICONS:
            put(icon, icon, _icon)
        put(places.MANIFEST, Manifest(), self._press.render)
        if self._press.site.address:
            put(preview.NAME, self._press.site.league, self._picture)

    def _picture(self, league: str) -> bytes:
        return preview.draw(self._press.render(league_picture(league)))

    def _lasting(self) -> None:
        """Write the pages that change with the rulesets of the league alone."""
        pages = teaching(self._press.titles)
        for where in pages:
            self._later(where, where, lambda where: pages[where]())
        self._page(HowToPlay())
        self._page(AllMarks())

    def _standings(self, everybody: list[Standee]) -> None:
        titles = self._press.titles
        for ruleset in (None, *titles):
            where = places.place("standings of", ruleset=ruleset) if ruleset else places.place("standings")
            self._later(where, (everybody, ruleset, titles), lambda of: standings_page(*of))

    def _person(self, person: Standee, games: Mapping[str, Listed]) -> None:
        held = [(games[seat.game.slug], seat.seat) for seat in person.seats]
        made_of = (person, dashboard(held), self._press.titles)
        self._later(person.page, made_of, lambda of: player_page(*of))
        entries = dict.fromkeys(entry for listed, seat in held for entry in feeds.of_seat(listed, seat))
        dates: dict[str, feeds.Date] = {}  # one a game
        for listed, seat in held:
            for date in feeds.dates(listed, seat):
                dates.setdefault(date.uid, date)
        title = f"{person.name} · {self._press.site.league}"
        self._feeds(person.page, title, entries, [*dates.values()])

    def _feeds(
        self, page: str, title: str, entries: Iterable[feeds.FeedEntry], dates: Sequence[feeds.Date]
    ) -> None:
        """Write the feed and the calendar that belong to a page."""
        press = self._press
        stem = page.removesuffix(".html")
        where = f"{stem}.atom"
        calendar = f"{stem}.ics"
        if page == "index.html":
            where = places.FEED
            calendar = places.CALENDAR
        named = feeds.league_id(self._where, where)
        self._files.put(where, feeds.feed(press.site, named, title, where, page, entries), press.render)
        self._files.put(calendar, feeds.Calendar(title=title, dates=dates), press.render)


def _icon(name: str) -> bytes:
    return (resources.templates() / "icons" / name).read_bytes()
