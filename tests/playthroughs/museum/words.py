"""What everybody is told of a game: words that a person reads as a diff, and prints of the whole that they are from.

Of a page the words are those that say how the game stands, and its print is of every byte. No test is here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import ndiff
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import msgspec

from genetess_cli.notices.document import document
from genetess_cli.notices.forge_thread import comment
from genetess_cli.notices.log import turns
from genetess_cli.notices.mail import posts
from genetess_cli.notices.news import notices
from genetess_cli.notices.notice import Notice, row
from genetess_cli.notices.reminders import Look, reminders
from genetess_cli.rules.base import PUBLIC
from genetess_cli.store.league import League as Stored
from genetess_cli.store.reader.games import Draft, Game
from genetess_cli.store.times import Time
from tests.kit.command import run
from tests.kit.keys import KEY, machine
from tests.kit.league import HOUR, League, at
from tests.kit.packs import said
from tests.playthroughs.museum.rooms import Maker
from tests.site.html import VOID, Document

COMMIT = re.compile(r"\b[0-9a-f]{40}\b")
SEALED = re.compile(r"[A-Za-z0-9+/=]{4000,}")
"""Sealed text on a page: another zlib packs it otherwise, and what it says is read opened."""
AHEAD = "is ahead of this machine's clock"
PRINTED = ("index.html", "gm.html", "standings.html", "*.atom", "*.ics", "player-*", "riot/*")
"""The files of a site that tell of its games."""
READ = (
    "index.html",
    "gm.html",
    "*.atom",
    "*.ics",
    "riot/index.html",
    "riot/sheet/*/index.html",
    "riot/turns/index.html",
)
"""Those of them that are read, too."""
SILENT = {"svg", "script", "style", "details", "nav", "footer"}
LONG = {"kinds", "ground", "builder", "skeleton", "stage", "key", "skip", "foot", "crumb", "whoami", "me"}
"""Classes and ids of what a page has for everybody alike, or what is no words."""
COMMON = (
    *(
        "DNA: ",
        "Feed: ",
        "Feed and ",
        "For the GM: ",
        "Genetess: ",
        "Genie of the Lamp: ",
        "It opens with the key",
    ),
    *("New here?", "Open the sheet", "Opening ", "Paste your key", "Remember me", "Standings and news"),
    *(
        "The key was in",
        "The rules of",
        "The standings",
        "This sheet is sealed",
        "Whose turn it is, the deadline",
    ),
)
"""How lines begin that pages have for everybody alike."""
BLOCKS = {"p", "li", "h1", "h2", "h3", "tr", "div", "section", "dt", "caption", "pre", "main"}
WIDEST = 240
KEYLESS, OPENED = "without the key, ", "opened, "
UNREAD = {
    "game",
    "name",
    "number",
    "login",
    "mail",
    "guide",
    "thread",
    "opening",
    "link",
    "player",
    "sealed",
    "commit",
}
"""Fields of a notice that are alike in all rooms."""
DRAWN = {"board", "pieces", "specials", "game", "ruleset"}

Sections = dict[str, list[str]]


class Said(Document):
    """The words of a page, a block a line; those of what is long, folded or drawn are left out."""

    def __init__(self, text: str) -> None:
        self.lines: list[str] = []
        self.row = ""
        self.silent: list[bool] = []
        super().__init__(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        values = dict(attrs)
        if values.get("name") == "description":
            self.lines.append(f"described: {values['content']}")
        if tag in BLOCKS:
            self._end()
        if tag not in VOID:
            names = {*(values.get("class") or "").split(), values.get("id")}
            self.silent.append(tag in SILENT or bool(names & LONG))

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag in BLOCKS | {"title"}:
            self._end()
        self.silent.pop()

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        if not any(self.silent):
            self.row += data

    def _end(self) -> None:
        row = " ".join(self.row.split())
        is_sealed = len(row) > WIDEST and " " not in row
        if row and not is_sealed and not row.startswith(COMMON):
            self.lines.append(row)
        self.row = ""


class Exhibit:
    """A game as everybody is told of it: the words and the prints, each by where it is told."""

    def __init__(self, league: League, hour: float, home: Path) -> None:
        self.league, self.hour, self.home = league, hour, home
        self.words: Sections = {}
        self.prints: dict[str, str] = {}
        self.seats = re.findall(r"seat: ([a-z]+),", league.game_text())

    def look(self) -> None:
        """Let everything be told; the run comes last, as it moves the game on."""
        with machine(self.home, KEY):
            self._site(self.league.build, "")
            self._show(self.league.league)
            self._news(self.league.league, "")
            self._command("show", "riot")
            self._orders()
            self._command("resolve", "riot", "--dry-run", "--now", self._now)
        if self.league.is_sealed:
            with machine(self.home):
                self._site(self.league.build_closed, KEYLESS)
                self._news(self.league.closed, KEYLESS)
                self._command("show", "riot", before=KEYLESS)
        with machine(self.home, KEY):
            self._command("tick", "--now", self._now)
            self._command("show", "riot", before="then, ", most=1)

    def other(self, title: str) -> list[str] | None:
        """What is said in the same place to somebody who has the key, or None where a section is of that already."""
        if title.startswith(KEYLESS):
            return self.words.get(title.removeprefix(KEYLESS))
        return None

    @property
    def _now(self) -> str:
        return str(Time(at(self.hour)))

    def _put(self, title: str, lines: Iterable[str], whole: str | bytes) -> None:
        masked = (COMMIT.sub("COMMIT", line).rstrip()[:WIDEST] for line in lines)
        self.words[title] = [*masked]
        self._print(title, whole)

    def _print(self, title: str, whole: str | bytes) -> None:
        text = whole if isinstance(whole, str) else whole.decode("latin-1")
        masked = SEALED.sub(lambda found: f"{len(found[0])} letters", COMMIT.sub("COMMIT", text))
        self.prints[title] = hashlib.sha256(masked.encode()).hexdigest()[:16]

    def _command(self, *arguments: str, before: str = "", most: int | None = None) -> None:
        """A command, with the first of what it prints, without boards."""
        done = run(self.league.root, *arguments)
        out, err = (said.replace(str(self.home), "HOME") for said in (done.out, done.err))
        warned = [f"! {row}" for row in err.splitlines() if row and AHEAD not in row]
        status = [f"status {done.status}"] if done.status else []
        rows = [row for part in out.split("\n\n") if not _is_drawn(part) for row in part.splitlines()]
        title = f"{before}genetess {' '.join(arguments)}"
        self._put(title, [*rows[:most], *warned, *status], "\n".join([out, *warned, *status]))

    def _show(self, league: Stored) -> None:
        """What `show --json` and `log --json` say, of what a seat knows and of everything; `log` of the public too."""
        game = league.game("riot")
        assert isinstance(game, Draft | Game)
        for viewer in (None, *self.seats):
            shown: dict[str, Any] = msgspec.to_builtins(document(league, game, viewer, None))
            self._put(f"show --json as {viewer}", _fields(shown, DRAWN), json.dumps(shown))
        for viewer in (None, PUBLIC, *self.seats):
            told = turns(league, game, viewer)
            self._put(f"log --json as {viewer}", _turns(told), json.dumps(told))

    def _news(self, league: Stored, before: str) -> None:
        """Notices of the last run, what a game's thread says of it, and the mails; then the same of reminders."""
        self._told(league, before, Look(at(self.hour)))
        since = at(self.hour) - 2 * HOUR
        near = reminders(league, "riot", Look(at(self.hour), since))
        if near:
            self._put(f"{before}reminders", [str(each) for each in near], repr(near))
            self._told(league, f"{before}since, ", Look(at(self.hour), since))

    def _told(self, league: Stored, before: str, look: Look) -> None:
        own, public = notices(league, "riot", look), notices(league, "riot", look, True)
        written = msgspec.json.encode([*map(row, own)]).decode()
        self._put(f"{before}notices", _notices(own), written)
        comments = [comment(notice) for notice in public]
        self._put(
            f"{before}thread", (row for each in comments for row in each.body.splitlines()), repr(comments)
        )
        mails = posts(own)
        rows = (row for each in mails for row in (f"Subject: {each.subject}", *each.text.splitlines(), "--"))
        self._put(f"{before}mails", filter(None, rows), repr(mails))

    def _orders(self) -> None:
        """What a player is told who sends an order now; their files are put back."""
        for seat in self.seats:
            path = self.league.path(seat)
            before = path.read_bytes() if path.exists() else None
            self._command("order", "riot", seat, "PASS", "--now", self._now)
            path.unlink(missing_ok=True)
            if before is not None:
                path.write_bytes(before)

    def _site(self, build: Any, before: str) -> None:
        """What the site says; of the sealed sheets what they say to those who have their keys."""
        build()
        for place, data in self.league.pages().items():
            if not any(fnmatch(place, pattern) for pattern in PRINTED):
                continue
            title = f"{before}{place}"
            if _is_among(place, READ):
                self._put(title, _said(data.decode(), place), said(data))
            else:
                self._print(title, said(data))
            if not before and self.league.is_sealed and b'<pre id="sealed"' in data and "/sheet/" in place:
                sheet = self.league.sheet(place)
                self._put(f"{OPENED}{place}", _said(sheet, place), sheet)


def look(maker: Maker, folder: Path) -> tuple[str, str]:
    """The words and the prints of a room, open and sealed; of the sealed one what is otherwise than in the open one."""
    plain, secret = (_exhibit(maker, folder, sealed) for sealed in (False, True))
    sections = [_section(title, rows) for title, rows in plain.words.items()]
    for title, rows in secret.words.items():
        alike = secret.other(title) or plain.words.get(title.removeprefix(OPENED), [])
        changed = _changed(alike, rows)
        sections += [_section(f"sealed: {title}", changed)] if changed else []
    prints = [f"{value} {title}" for title, value in plain.prints.items()]
    for title, value in secret.prints.items():
        if value != plain.prints.get(title):
            prints.append(f"{value} sealed: {title}")
    return "\n".join(sections), "\n".join([*prints, ""])


def _exhibit(maker: Maker, folder: Path, sealed: bool) -> Exhibit:
    with machine(folder, KEY):
        room = maker(folder / ("sealed" if sealed else "open"), sealed)
    exhibit = Exhibit(room.league, room.hour, folder)
    exhibit.look()
    return exhibit


def _changed(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The lines that are only in one of two texts, as a diff has them."""
    return [row for row in ndiff(before, after) if row[0] in "+-"]


def _section(title: str, rows: Sequence[str]) -> str:
    return "\n".join([f"== {title}", *rows, ""])


def _is_among(place: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch(place, pattern) and place.count("/") == pattern.count("/") for pattern in patterns)


def _is_drawn(part: str) -> bool:
    """Whether a paragraph is a board, what its signs mean, or the pieces on it."""
    return part.startswith(("     A B", "Signs", "Pieces", "   A B", "     a b"))


def _said(text: str, place: str) -> list[str]:
    if place.endswith(".atom"):
        return re.findall(r"<(?:title|summary|content)[^>]*>(.*?)</", text, re.DOTALL)
    if place.endswith(".ics"):
        return [row for row in text.splitlines() if row.startswith(("SUMMARY", "DTSTART", "DESCRIPTION"))]
    return Said(text).lines


def _fields(data: Mapping[str, Any], unread: set[str]) -> Iterator[str]:
    """What is in JSON, a field a line, but for those that are not read and those that say nothing."""
    for name, value in data.items():
        if name == "players":
            yield from (f"{name}.{key}: {_line(each)}" for key, each in value.items())
        elif name not in unread and value not in (None, [], "", False):
            yield f"{name}: {_line(value)}"


def _line(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _turns(told: Sequence[dict[str, Any]]) -> Iterator[str]:
    for turn in told:
        yield " | ".join(
            _line(value) for name, value in turn.items() if name != "events" and value is not None
        )
        yield from (f"    {event['text']}" for event in turn["events"])


def _notices(found: Sequence[Notice]) -> Iterator[str]:
    for notice in found:
        fields: dict[str, Any] = msgspec.to_builtins(row(notice))
        for name in ("to_move", "seated"):
            fields[name] = " ".join(mover["seat"] for mover in fields[name])
        yield from _fields(fields, UNREAD)
        yield "--"
