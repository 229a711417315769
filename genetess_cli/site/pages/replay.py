"""The page that plays a game. Its scenes are in files of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import ClassVar

import msgspec
from markupsafe import Markup

from genetess_cli.rules.base import View, round_of
from genetess_cli.rules.ruleset import BoardFile
from genetess_cli.site import places
from genetess_cli.site.board import Table
from genetess_cli.site.facts import GameFacts, Present
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.pages.page import GamePage, data
from genetess_cli.site.words import STANDS


class Record(msgspec.Struct, frozen=True):
    """A record in the list of all turns."""

    number: int
    stem: str
    text: str
    back: bool


class Eyes(msgspec.Struct, frozen=True):
    """As whom the game can be seen, beside everybody: seats, and all of them together ("": not so)."""

    seats: Sequence[str]
    pool: str


class Screen(msgspec.Struct, frozen=True):
    """What the replay is played on."""

    size: Mapping[str, str]  # the attributes of the board that its columns and rows decide
    turns: bool  # it can be turned
    board: Markup | str = ""
    blank: Markup | str = ""  # where the pieces are hidden


class Replay(GamePage, frozen=True, kw_only=True):
    """The page that plays a game; it begins with the newest position that everybody sees."""

    KIND: ClassVar[str] = "replay"
    TEMPLATE: ClassVar[str] = "replay.html"

    now: Present
    view: View
    said: Sequence[str]  # of the newest turn
    screen: Screen
    beside: Sequence[Table]
    score: Markup
    eyes: Eyes
    rounds: Mapping[str, Sequence[Record]]
    has_again: bool  # several records have the same label
    newest: str
    script: str
    facts: Markup  # for the script


class RecordList(msgspec.Struct, frozen=True):
    """The records of a game, as the replay lists and counts them."""

    stems: Sequence[str]
    full: int  # files of scenes that no further turn changes
    gone: Set[int]  # those that were taken back


class Newest(msgspec.Struct, frozen=True):
    """The newest turn as everybody has it."""

    now: Present
    view: View
    said: Sequence[str]


def replay(game: GameFacts, played: RecordList, last: Newest, files: BoardFile | None) -> Replay:
    """Return the page that plays a game.

    `files` is the game's board.yaml: its walls and starts are shown where the pieces are hidden.
    """
    view = last.view
    drawing = drawing_of(game.ruleset)
    stems = played.stems
    pool = places.POOL if game.is_pooled else ""
    eyes = Eyes([seat for seat in places.scene_sets(game) if seat in game.seats], pool)
    screen = _screen(game, view, files)
    newest = int(stems[-1].partition("-")[0])
    facts = {
        "files": newest // places.RECORDS + 1,
        "full": played.full,
        "newest": newest,
        "seats": eyes.seats,
        "pool": pool,
        "board": screen.size,
        "stands": STANDS,
    }
    return Replay(
        game=game,
        now=last.now,
        view=view,
        said=last.said,
        screen=screen,
        beside=drawing.beside(view, game.seats, places.rules_from("replay", game.ruleset)),
        score=Markup(drawing.score(view, "replay.html")),
        eyes=eyes,
        rounds=_rounds(stems, played.gone),
        has_again=len({stem.partition("-")[2] for stem in stems}) < len(stems),
        newest=stems[-1],
        script=places.REPLAY,
        facts=data(facts),
    )


def _screen(game: GameFacts, view: View, files: BoardFile | None) -> Screen:
    drawing = drawing_of(game.ruleset)
    size = drawing.draw(view, game.seats).size.attributes
    if game.secrecy.is_full or game.hides_nothing:
        board = Markup(drawing.board(view, game.seats, "The board as it is now").svg())
        return Screen(size, drawing.turns, board=board)
    blank = Markup(drawing.blank(files, game.seats, "The board at the start").svg())
    return Screen(size, drawing.turns, blank=blank)


def _rounds(stems: Iterable[str], gone: Set[int]) -> dict[str, list[Record]]:
    """Return the records of each round in order, numbered from the second on where several have the same label.

    The first record of a game is its start.
    """
    by_round: dict[str, list[Record]] = {}
    seen: Counter[str] = Counter()
    for stem in stems:
        digits, _, label = stem.partition("-")
        number = int(digits)
        seen[label] += 1
        text = label
        if number == 0:
            text = "start"
        elif seen[label] > 1:
            text = f"{label} ({seen[label]})"
        by_round.setdefault(round_of(label) or label, []).append(Record(number, stem, text, number in gone))
    return by_round
