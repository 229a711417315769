"""PAGES: every page of the site and where it lies; a new one is a row here and a template of its name."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

from genetess_cli.rules import RULESETS
from genetess_cli.rules.letters import strip_controls
from genetess_cli.site.facts import Contacts, GameFacts, TurnFacts
from genetess_cli.site.games import pages_of
from genetess_cli.store.records import FORMER

PAGE_OF_LOG = 100
"""Turns on one page of a log."""


FIRST = "first"
"""What the game is called that is played on one machine where none is named; its sheets have hints."""
IN_PAGE = "play"
"""The folder of the program for browsers."""
HAND = "hand.html"
"""The page between two people's turns, where a site is played on one machine."""
PAGES = {
    "league": "index.html",
    "lobby": "index.html",
    "game": "{slug}/index.html",
    "replay": "{slug}/replay.html",
    "orders": "{slug}/orders.html",
    "log": "{slug}/log/{page:02}.html",
    "turn": "{slug}/turns/{stem}.html",
    "newest": "{slug}/turns/index.html",
    "sheet": "{slug}/sheet/{seat}/index.html",
    "sealed": "{slug}/sheet/{seat}/index.html",
    "trial": "{slug}/sheet/{seat}/index.html",
    "past": "{slug}/sheet/{seat}/past.html",
    "hand": f"{{slug}}/{HAND}",
    # No folder of its own: a game may be called `rules`.
    "rules": "rules-{ruleset}.html",
    "play": "play.html",
    "try": "try.html",
    "standings": "standings.html",
    "standings of": "standings-{ruleset}.html",
    "player": "player-{key}.html",
    # What GitHub, GitLab and Codeberg show in place of a page that is not there.
    "missing": "404.html",
    "calculator": "rules-{ruleset}-pieces.html",
    "marks": "marks.html",
    "gm": "gm.html",
    "verify": "verify.html",
    "lesson": "learn-{ruleset}-{number}.html",
}
"""The place of every page below the site's folder. `newest` and `standings of` are printed as another one."""
BOARDS = {ruleset: pages_of(ruleset).styles for ruleset in RULESETS}
"""What a game has of its own in the style sheet, by ruleset."""
STYLES = {
    "style.css": (
        *("elements", "seats", "code", "header", "controls", "cards", "tables"),
        *("sheet", "builder", "board", "play", "narrow", "print"),
    ),
    "league.css": (*chain(*BOARDS.values()), "replay", "axis", "lesson", "rules", "marks", "front", "league"),
    **{f"{ruleset}.css": files for ruleset, files in BOARDS.items()},
    "plain.css": ("ground",),
    "sealed.css": ("sealed",),
    "end.css": ("axis", "end"),
}
"""Each style sheet with its files in `site_templates/styles`, in their order: that of all pages, a second one of those
that are no turnsheets, which are to be light, those of games, what a sealed sheet has around it, and what one has once
its game is over."""
PAGE = "page.js"
"""What other scripts use."""
FRESH = "fresh.js"
"""What tells on an open page that its game has gone on."""
TIMES = "times.js"
ROWS = "rows.js"
"""What reads files that only grow."""
SEAL = "sealed.js"
"""What opens a sealed sheet, behind the scripts of its builder."""
LOOKUP = "rules.js"
ME = "me.js"
PLAYER = "player.js"
NOTES = "notes.js"
"""What keeps private notes, on sheets that have no builder."""
TALK = "talk.js"
"""What hides what a seat said, and puts what is to be said into links; behind scripts that have those of a page."""
WISHES = "wishes.js"
"""What adds wishes to the orders; `builder.js` loads it where they are unfolded."""
MISSING = "missing.js"
OLD = "old.js"
"""What says that a browser is too old for the scripts behind it."""
PAST = "past.js"
SEALED_PAST = "past-sealed.js"
"""What shows past turnsheets."""
LESSON = "lesson.js"
HERE = "here.js"
"""The script of sheets that are sent to what serves them."""
LOBBY = "lobby.js"
"""The script of the page where games are begun there."""
TRY = "try.js"
"""The script of what is tried out."""
ENTER = "enter.js"
"""The script of the page that leads there."""
TRIED = "tried.js"
"""The script of sheets to which an order comes back."""
REPLAY = "replay.js"
END = "end.js"
"""What shows on a sheet and on a home, behind their own scripts, what the seats of a game that is over saw."""
CORE = "core.js"
"""What the order builders of all games have in common."""
_CORE = (
    *(PAGE, TIMES, FRESH, "queue.js", "grid.js", "parts.js", "card.js", "draft.js", "send.js", "play.js"),
    *("builder.js", "jump.js", NOTES),
)
_SCENES = (ROWS, "turned.js", "scenes.js", "timeline.js")
CALCULATOR = "calculator.js"
"""The script of the page on which pieces are worked out."""


AT_ONCE = {
    HERE: ("door.js", HERE),
    LOBBY: (PAGE, "door.js", LOBBY),
    TRY: (TRY,),
    ENTER: ("door.js", ENTER),
}
"""Scripts of a site whose messages are carried out by what serves it, with their files."""
LOBBY_STYLE = {"lobby.css": ("lobby",)}
"""The style sheet of its first page, beside those of all pages."""


def builder(ruleset: str, is_together: bool = False) -> tuple[str, ...]:
    """Return the scripts that build orders, in their order. A browser keeps each from page to page."""
    own = _own_scripts(ruleset)
    if not is_together:
        own.pop(_together(ruleset), None)
    return (OLD, grammar(ruleset), CORE, *own)


def grammar(ruleset: str) -> str:
    """Return the script that is made from the tables of the rules: how orders are written, and what things cost."""
    return f"{ruleset}.grammar.js"


def scripts(rulesets: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return every script of a site of these rulesets, each with the files in `scripts/` that it is made of.

    One is packed far better than ten; what many pages share is loaded once.
    """
    made = {
        **{name: (name,) for name in (TIMES, LOOKUP, MISSING, OLD, LESSON, TALK, WISHES)},
        CORE: _CORE,
        SEAL: ("seal.js",),
        ME: (PAGE, FRESH, ME),
        NOTES: (PAGE, NOTES),
        PLAYER: (PAGE, ME, PLAYER),
        PAST: (PAGE, ROWS, PAST),
        SEALED_PAST: (PAGE, "seal.js", ROWS, PAST),
        REPLAY: (PAGE, FRESH, *_SCENES, "score.js", "play.js", REPLAY),
        END: (*_SCENES, END),
        CALCULATOR: (PAGE, "genetess/pieces.js", "genetess/calculator.js"),
    }
    for ruleset in rulesets:
        made |= _own_scripts(ruleset)
    return made


def _together(ruleset: str) -> str:
    return f"{ruleset}.together.js"


def _own_scripts(ruleset: str) -> dict[str, tuple[str, ...]]:
    """Return the script of a game's own ways to order, and of what it adds where all players order at once, if any."""
    game = pages_of(ruleset)
    own = {f"{ruleset}.orders.js": game.picker, _together(ruleset): game.together}
    return {name: files for name, files in own.items() if files}


RECORDS = 50
"""How many have their scenes in one file of a replay, and their sheets in one of a seat's past ones."""


def place(page: str, /, **parts: Any) -> str:
    return PAGES[page].format(**parts)


def places_of(page: str, rulesets: Iterable[str], **parts: Any) -> dict[str, str]:
    """Return where the page of each ruleset lies, of a kind of which each has one."""
    return {ruleset: place(page, ruleset=ruleset, **parts) for ruleset in rulesets}


TITLES = {ruleset: pages_of(ruleset).title for ruleset in RULESETS}
RULES = places_of("rules", RULESETS)


@cache
def root(page: str) -> str:
    return "../" * PAGES[page].count("/")


@cache
def rules_from(page: str, ruleset: str) -> str:
    return root(page) + place("rules", ruleset=ruleset)


PIECES = places_of("calculator", (ruleset for ruleset in RULESETS if pages_of(ruleset).has_calculator))
"""The pages on which pieces are worked out."""
LESSONS = places_of("lesson", RULESETS, number=1)
"""The page on which the first lesson of a game begins."""
PLAY = place("play")
"""The page that tells players how the league is played: how orders are sent, when they go, how they are changed."""


SETTINGS = "game.yaml"
BOARD = "board.yaml"
POSITION = "position.json"
"""Files beside a game's home: its settings, its board if it has one, and once it has begun the position."""
NEWEST = "newest.js"
"""What says which turn of a game that has begun is the newest: the script of one line that open pages load again."""
PICTURE = "picture.js"
"""A file beside the sheets of a seat: the board in small as the seat sees it now, for the home of the league."""
FEED = "feed.atom"
CALENDAR = "deadlines.ics"
"""Files beside the home of the league, and of a game that has begun."""

MANIFEST = "manifest.webmanifest"
ICONS = ("icon.svg", "icon-192.png", "icon-512.png")
"""Files for phones that pin the site."""

POOL = "all.seats"
"""The viewer of a replay who sees what all seats see together; no seat can be called so."""


def scene_sets(facts: GameFacts) -> list[str]:
    """Return whose scenes a game's replay has: "" is everybody, then the seats whose sheets all may open, the POOL."""
    seats = [] if facts.hides_nothing or facts.secrecy.is_sealed else [*facts.seats]
    return ["", *seats, *[POOL] * facts.is_pooled]


def scene_of(facts: GameFacts, turn: TurnFacts, seat: str) -> str | None:
    """Return the part behind `#` of the replay's address at a turn, as a seat saw it where the replay has that.

    None where it has no such scene: the turn was taken back, or is shown to everybody later.
    """
    is_own = seat in scene_sets(facts)
    if turn.back or (facts.secrecy.delay is not None and not is_own):
        return None
    return f"{turn.turn}.{turn.number}{f'/{seat}' if is_own else ''}"


def scene_set_place(slug: str, viewer: str, file: int) -> str:
    """Return where a file of a viewer's scenes lies, below the site's folder; files are counted from 0."""
    return f"{slug}/replay/{viewer}{'/' if viewer else ''}{file + 1:02}.js"


def past_place(slug: str, seat: str, file: int) -> str:
    """Return where a file of a seat's past sheets lies; files are counted from 0."""
    return f"{slug}/sheet/{seat}/past/{file + 1:02}.js"


def proof_place(slug: str, file: int) -> str:
    """Return where a file lies by which a game is verified; files are counted from 0."""
    return f"{slug}/proof/{file + 1:02}.bin"


def packs_of(facts: GameFacts, count: int) -> set[str]:
    """Return every file that only grows of a game with so many records."""
    scenes = range((count + RECORDS - 1) // RECORDS)
    past = range((count + RECORDS - 2) // RECORDS)  # the newest sheet is not past
    found = {scene_set_place(facts.slug, viewer, file) for viewer in scene_sets(facts) for file in scenes}
    return found | {past_place(facts.slug, seat, file) for seat in facts.seats for file in past}


def is_of_turns(place: str) -> bool:
    """Return whether a file of a game tells of its turns, and not of how it stands now."""
    return re.search("/(turns|log|replay|past)/", place) is not None


def files_of(facts: GameFacts, has_board: bool, stems: list[str]) -> set[str]:
    """Return every file of a game; `has_board`: there is a board.yaml."""
    slug = facts.slug
    found = {f"{slug}/index.html", f"{slug}/{SETTINGS}"}
    found |= {f"{slug}/{BOARD}"} if has_board else set()
    found |= {f"{slug}/orders.html"} if facts.secrecy.is_open else set()
    if not stems:
        return found
    begun = ("replay.html", POSITION, NEWEST, FEED, CALENDAR, *pages_of(facts.ruleset).downloads)
    found |= {f"{slug}/{name}" for name in begun}
    numbers = [int(stem.partition("-")[0]) for stem in stems]
    names = ["index.html", "past.html"] + [PICTURE] * facts.is_pooled
    found |= {f"{slug}/sheet/{seat}/{name}" for seat in facts.seats for name in names}
    found |= {f"{slug}/turns/{stem}.html" for stem in stems} | {f"{slug}/turns/index.html"}
    found |= {place("log", slug=slug, page=number // PAGE_OF_LOG + 1) for number in numbers}
    return found | packs_of(facts, len(stems))


_LONGEST = 30


def key_of(name: str, login: str | None, person: str | None = None) -> str:
    """Return what names somebody's files: a person's ID, the login, else the name's letters with a print of all of it.

    "" for a former player, who has none.
    """
    if name == FORMER:
        return ""
    if person:
        return person
    if login:
        return login.lower()
    # Capitals, spaces and widths of letters do not make another name.
    plain = " ".join(unicodedata.normalize("NFKC", strip_controls(name)).casefold().split())
    letters = "-".join(re.findall("[a-z0-9]+", plain))[:_LONGEST].strip("-")
    mark = hashlib.blake2s(plain.encode(), digest_size=8).hexdigest()
    return f"_{letters}-{mark}" if letters else f"_{mark}"


def keys_of(game: GameFacts, people: Contacts) -> dict[str, str]:
    """Return the keys of the people who have the seats of a game."""
    return {
        seat: key_of(player.name, people.logins.get(seat), people.persons.get(seat))
        for seat, player in game.seats.items()
    }
