"""The page that plays a game. Its scenes are in files of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from markupsafe import Markup

from genetess_cli.rules.base import View, round_of
from genetess_cli.rules.ruleset import BoardFile
from genetess_cli.site import places
from genetess_cli.site.board import Table
from genetess_cli.site.board.layers import NO_BOARD
from genetess_cli.site.facts import Present
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.pages.page import GamePage, data
from genetess_cli.site.past.story import Story
from genetess_cli.site.past.summary import Listed
from genetess_cli.site.words import STANDS, UNSAID
from genetess_cli.store.talk import Saying
from genetess_cli.values import Value


class Record(Value):
    """A record in the list of all turns."""

    number: int
    stem: str
    text: str
    back: bool


class Replay(GamePage):
    """The page that plays a game; it begins with the newest position that everybody sees."""

    TEMPLATE = "replay.html"

    now: Present
    view: View
    said: Sequence[str]  # of the newest turn
    size: Mapping[str, str]  # the attributes of the board that its columns and rows decide
    board: Markup
    blank: Markup  # where the pieces are hidden
    beside: Sequence[Table]
    score: Markup
    seats: Sequence[str]  # as whom the game can be seen, beside everybody
    pool: str  # and as all of them together; "": not so
    rounds: Mapping[str, Sequence[Record]]
    has_again: bool  # several records have the same label
    newest: str
    facts: Markup  # for the script


def replay(
    listed: Listed,
    story: Story,
    stems: Sequence[str],
    view: View,
    files: BoardFile | None,
    talk: Iterable[Saying],
) -> Replay:
    """Return the page that plays a game of records with these stems; `view` is the newest position for everybody.

    `files` is the game's board.yaml: its walls and starts are shown where the pieces are hidden. `talk` is what players
    said to all.
    """
    game = listed.game
    drawing = drawing_of(game.ruleset)
    turn = story.turns[-1]
    said = turn.words[""].said if turn.is_lifted else turn.said
    newest = turn.facts.number
    seats = [seat for seat in places.scene_sets(game) if seat in game.seats]
    pool = places.POOL if game.is_pooled else ""
    size = drawing.draw(view, game.seats).size.attributes
    board = NO_BOARD
    blank = NO_BOARD
    if game.secrecy.is_full or game.hides_nothing:
        board = drawing.board(view, game.seats, "The board as it is now")
    else:
        blank = drawing.blank(files, game.seats, "The board at the start")
    facts = {
        "files": newest // places.RECORDS + 1,
        "full": story.past.number // places.RECORDS,  # files of scenes that no further turn changes
        "newest": newest,
        "seats": seats,
        "pool": pool,
        "board": size,
        "stands": STANDS,
    }
    spoken: dict[str, list[tuple[str, str]]] = {}
    for one in talk:
        spoken.setdefault(one.turn, []).append((one.seat, one.text or UNSAID))
    if spoken:
        facts |= {"talk": spoken, "game": game.id}
    return Replay(
        game=game,
        now=listed.now,
        view=view,
        said=said,
        size=size,
        board=board.svg(),
        blank=blank.svg(),
        beside=drawing.beside(view, game.seats, places.rules_from("replay", game.ruleset)),
        score=Markup(drawing.score(view, "replay.html")),
        seats=seats,
        pool=pool,
        rounds=_rounds(stems, story.undone),
        has_again=len({stem.partition("-")[2] for stem in stems}) < len(stems),
        newest=stems[-1],
        facts=data(facts),
    )


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
