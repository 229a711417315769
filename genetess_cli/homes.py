"""What lies in a game's own folder of the site beside its turns and sheets: its home, its files, feed and calendar.

All of it is of now, and made of what spectators may see: the rest is left out of files, as it is of pages.
"""

from __future__ import annotations

import json

import msgspec

from genetess_cli import position
from genetess_cli.rules.base import REFEREE, View
from genetess_cli.site import feeds, ical
from genetess_cli.site.annals import Annals
from genetess_cli.site.facts import GameFacts, Line
from genetess_cli.site.folder import Folder
from genetess_cli.site.pages import Press
from genetess_cli.site.places import BOARD, CALENDAR, FEED, POSITION, SETTINGS, place
from genetess_cli.site.queues import stored
from genetess_cli.store import Hosted, yaml


class Home:
    """The folder of one game, as its facts are now."""

    def __init__(self, hosted: Hosted, facts: GameFacts, folder: Folder, press: Press) -> None:
        self._hosted, self._facts, self._folder, self._press = hosted, facts, folder, press

    def write(self, view: View | None, annals: Annals, recent: list[Line], last: int) -> None:
        """Write the home, and what tells of the position: `view` is the public one (None: the game has not begun)."""
        hosted, facts = self._hosted, self._facts
        lifts = view and self._shows_all and not facts.hides_nothing
        whole = hosted.ruleset.view(hosted.game, REFEREE) if lifts else None
        home = self._press.game(facts, view, hosted.board, recent, last, annals, whole)
        self._folder.write(place("game", slug=facts.slug), home)
        if view is None:
            return
        for name, text in self._press.downloads(facts, view, annals.began).items():
            self._put(name, text)
        self._put(POSITION, self._position(view))
        self._put(FEED, self._feed(annals))
        self._put(CALENDAR, ical.calendar(facts.name, ical.dates(facts, annals), self._press.address))

    def files(self) -> None:
        """Write the game's files as far as they are everybody's, and of an open game the page that shows them."""
        hosted, facts = self._hosted, self._facts
        text = hosted.game_bytes.decode("utf-8", "replace")
        self._put(SETTINGS, text)
        if facts.has_board:
            self._put(BOARD, self._board())
        if not facts.is_open:
            return
        # What all order at once is nobody else's before all are in.
        shown = facts.is_full and not facts.is_together
        queues = {seat: stored(hosted.queue_bytes(seat)) for seat in facts.seats if shown}
        self._folder.write(place("files", slug=hosted.slug), self._press.files(facts, text, queues))

    @property
    def _shows_all(self) -> bool:
        """Whether spectators see the whole board as it is now, its fog lifted for them."""
        return self._facts.is_full and not self._facts.is_together

    def _put(self, name: str, text: str) -> None:
        self._folder.write(f"{self._facts.slug}/{name}", text)

    def _board(self) -> str:
        """The board as YAML: in the fog its skeleton alone, the walls and starts that everybody knows."""
        values = msgspec.to_builtins(self._hosted.board)
        lifted = self._facts.is_full and self._facts.is_open
        hidden = () if lifted else self._hosted.ruleset.HIDDEN
        return yaml.dump({name: value for name, value in values.items() if name not in hidden})

    def _position(self, view: View) -> str:
        """The position as `show --json` prints it: what a spectator sees, or all of it where that is everybody's."""
        hosted, facts = self._hosted, self._facts
        if self._shows_all:
            # Of a sealed game spectators may see the board, but never what is stored.
            view = hosted.ruleset.view(hosted.game, REFEREE)
            document = position.document(hosted, None) if facts.is_open else position.seen(hosted, view)
        else:
            document = position.seen(hosted, view)
        # In ASCII, and without the sign of a tag: what people are called cannot turn the text, nor be taken for a page.
        text = json.dumps(document, indent=2)
        return text.replace("<", "\\u003c") + "\n"

    def _feed(self, annals: Annals) -> str:
        facts, press = self._facts, self._press
        where, page = f"{facts.slug}/{FEED}", place("game", slug=facts.slug)
        named = feeds.named(facts, "feed")
        feed = feeds.Feed(named, f"{facts.name} · {press.title}", where, page, press.title, press.address)
        return feeds.atom(feed, feeds.of_game(facts, annals))
