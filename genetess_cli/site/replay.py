"""The scenes of the replay: what each viewer sees change and hears from turn to turn, in files that only grow.

A scene has what its turn changed on the viewer's board and beside it, never the whole. The scenes of a viewer lie in
files of SCENES records each, one scene a line, so that one more turn writes the last file alone; what a build remembers
of them is on the site already. The page shows them with `replay.js`.

Turns that were taken back are in no scene, nor is an order that failed where the viewer learnt nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol
from xml.etree import ElementTree

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.base import REFEREE, Told, View
from genetess_cli.rules.problems import CLOSED
from genetess_cli.site.draw import Layers, drawing
from genetess_cli.site.draw import marks as traces
from genetess_cli.site.facts import GameFacts, Heard, TurnFacts
from genetess_cli.site.games.sentences import sentence
from genetess_cli.site.output.folder import Folder
from genetess_cli.site.places import POOL, SCENES, rules_from, scene_set_place, scene_sets
from genetess_cli.site.words import AWAITED, NOT_YET, escape_controls, standing_words

NOTED = {"taken", "captured", "took", "eliminated", "dropped", "left", "resigned", "ended"}
"""The events that the page lists and jumps to, by kind."""
_LINE = re.compile(r'\{"number":(\d+),.*\},')


class Frame(msgspec.Struct, frozen=True):
    """What a viewer sees: the board in layers, and the rows of each table beside it. Both are empty in the fog."""

    board: Layers = []
    beside: Layers = []


class Words(msgspec.Struct, frozen=True):
    """What a viewer hears of a turn: its sentences, those of them that are of note, and the order in three parts.

    The order's own text stands in the middle of the three; None where the viewer is told of no order. `marks` are
    those of the board.
    """

    said: list[str]
    notes: list[str] = []
    order: tuple[str, str, str] | None = None
    marks: traces.Marks = {}


def words(
    viewer: str,
    said: list[str],
    told: Sequence[Told],
    names: Mapping[str, str],
    game: GameFacts,
    turn: TurnFacts,
) -> Words:
    """What everybody hears of a turn, told to `viewer`, who is nobody in particular.

    What was ordered is told where the turn's page tells it.
    """
    shows = (viewer == REFEREE or game.hides_nothing) and not turn.is_private and not game.is_together
    order = (f"{turn.seat} ordered ", escape_controls(turn.order), ".") if shows and turn.order else None
    return Words(said, _notes(told, viewer, names), order, traces.marks(told))


class ReplayScenes:
    """The scenes of one game, each viewer's in its own files; everybody is the viewer "".

    `first` is the turn from which the game is told anew, and `waiting` are scenes before it that spectators do not
    see yet.
    """

    def __init__(self, facts: GameFacts, folder: Folder, first: int, waiting: list[Waiting]) -> None:
        self._facts, self._first = facts, first
        self._drawing = drawing(facts.ruleset)
        self._rules = rules_from("replay", facts.ruleset)
        self._frames: dict[str, Frame] = {}
        self._seen: dict[str, View] = {}  # by seats, for the pool of them
        self._saw: dict[str, traces.Marks] = {}  # of the newest turn
        cut = int(waiting[0].place) if waiting else first
        self._scene_sets = {
            viewer: ViewerScenes(folder, facts.slug, viewer, first if viewer else cut)
            for viewer in scene_sets(facts)
        }
        self._late = None if facts.delay is None else Late(facts.delay, waiting, self._scene_sets[""])

    @property
    def waiting(self) -> list[Waiting]:
        """The scenes that spectators do not see yet."""
        return self._late.waiting if self._late else []

    @property
    def viewers(self) -> list[str]:
        """The viewers of whom there are scenes, but for the pool of all seats."""
        return [viewer for viewer in self._scene_sets if viewer != POOL]

    @property
    def has_boards(self) -> bool:
        """Whether the scenes for everybody have the board."""
        return self._facts.is_full or self._facts.hides_nothing or self._late is not None

    def stood(self, viewer: str, view: View) -> None:
        """Tell what a viewer saw before the first of the turns that are told now."""
        self._frames[viewer] = self._frame(viewer, view)
        self._seen[viewer] = view
        if POOL in self._scene_sets and len(self._seen) == len(self.viewers):
            self._frames[POOL] = self._frame(POOL, self._pooled_view(self._seen[""]))

    def sheet(
        self,
        seat: str,
        turn: TurnFacts,
        view: View,
        told: Iterable[Told],
        heard: Heard,
        names: Mapping[str, str],
    ) -> None:
        """Add what a seat sees after a turn and heard of it, as its turnsheet has it; in a sealed game nothing."""
        if seat in self._scene_sets:
            self._seen[seat] = view
            words = Words([]) if self._facts.is_hushed else _hear(seat, turn, told, heard, names)
            self._saw[seat] = words.marks
            self._scene_sets[seat].write(str(turn.number), self._scene(seat, turn, view, words))

    def everybody(self, turn: TurnFacts, view: View, words: Words, is_newest: bool) -> None:
        """Add what everybody sees after a turn and hears of it, where spectators see it later once they do."""
        if not self._late:
            self._scene_sets[""].write(str(turn.number), self._scene("", turn, view, words))
            if POOL in self._scene_sets:
                pooled = replace(words, marks=traces.merge_marks(self._saw.values()))
                self._scene_sets[POOL].write(
                    str(turn.number), self._scene(POOL, turn, self._pooled_view(view), pooled)
                )
            return
        self._late.passes(turn)
        if not is_newest:
            self._late.waits(str(turn.number), self._scene("", turn, view, words))

    def close(self, last: int) -> None:
        """Write the files up to the one of a record's number."""
        for scene_set in self._scene_sets.values():
            scene_set.close(last)

    def skip(self, last: int) -> None:
        """Go on with the files behind the one of a record's number, which are written elsewhere."""
        for scene_set in self._scene_sets.values():
            scene_set.skip(last)

    def _pooled_view(self, public: View) -> View:
        """What all seats see together, who have been told of the turn by now."""
        pooled: View = self._drawing.together(public, [self._seen[seat] for seat in self._facts.seats])
        return pooled

    def _frame(self, viewer: str, view: View) -> Frame:
        if not viewer and not self.has_boards:
            return Frame()
        seats, drawn = self._facts.seats, self._drawing
        return Frame(
            drawn.layers(view, seats), [each.rows for each in drawn.beside(view, seats, self._rules)]
        )

    def _scene(self, viewer: str, turn: TurnFacts, view: View, words: Words) -> str:
        """A scene as a line of JSON; "" for a turn that is passed over."""
        if turn.back:
            return ""
        before, now = self._frames.get(viewer, Frame()), self._frame(viewer, view)
        board, beside = dict(_changes(before.board, now.board)), dict(_changes(before.beside, now.beside))
        if turn.is_private and not (board or beside or words.said or words.order):
            return ""
        self._frames[viewer] = now
        label = f"The board as {viewer} sees it" if viewer else "The board"
        label = "The board as all players together see it" if viewer == POOL else label
        waiting = NOT_YET if turn.seat and not turn.gm_action else AWAITED
        facts = {
            "number": turn.number,
            "turn": turn.turn,
            "whose": turn.whose,
            "said": words.said,
            "notes": [words.said.index(note) for note in words.notes if note in words.said],
            "order": words.order,
            "players": {seat: _player(view, seat, waiting) for seat in view.players},
            "label": self._drawing.describe_board(view, f"{label} after turn {turn.turn}")
            if now.board
            else "",
            "board": board,
            "beside": beside,
        }
        if words.marks and now.board:
            facts["marks"] = _tree(traces.draw_marks(words.marks))
        return msgspec.json.encode(facts).decode().replace("<", "\\u003c")


class ViewerScenes:
    """The files of one viewer's scenes, written one after the other."""

    def __init__(self, folder: Folder, slug: str, viewer: str, cut: int) -> None:
        """`cut` is the first record whose scene may have to be written anew."""
        self._folder, self._slug, self._viewer = folder, slug, viewer
        self._file = cut // SCENES
        self._lines = (
            [line for number, line in self._scenes_on_site() if number < cut] if cut % SCENES else []
        )

    def write(self, place: str, text: str) -> None:
        """Add the scene of the record whose number `place` is."""
        if text:
            self._turn_to(int(place) // SCENES)
            self._lines.append(f"{text},")

    def close(self, newest: int) -> None:
        """Write what is left, and a file without scenes for records that have none."""
        self._turn_to(newest // SCENES)
        self._flush()

    def skip(self, last: int) -> None:
        """Go on with the file behind the one of a record's number."""
        self._file, self._lines = last // SCENES + 1, []

    def _turn_to(self, file: int) -> None:
        while self._file < file:
            self._flush()
            self._file, self._lines = self._file + 1, []

    @property
    def _place(self) -> str:
        return scene_set_place(self._slug, self._viewer, self._file)

    def _scenes_on_site(self) -> Iterator[tuple[int, str]]:
        """The scenes of the present file as they lie on the site, with the numbers of their records."""
        for line in self._folder.read(self._place).split("\n"):  # texts may hold what else ends lines
            if found := _LINE.fullmatch(line):
                yield int(found[1]), line

    def _flush(self) -> None:
        head = f'addScenes("{self._viewer}", {self._file}, [\n'
        lines = "".join(f"{line}\n" for line in self._lines)
        self._folder.write(self._place, f"{head}{lines}]);\n")


def _hear(seat: str, turn: TurnFacts, told: Iterable[Told], heard: Heard, names: Mapping[str, str]) -> Words:
    """What a seat heard of a turn, with its own order and what came of it."""
    last = heard.since[-1] if heard.since else None
    last = last if last and last.number == turn.number else None
    order = None
    if turn.seat == seat and not turn.gm_action and turn.outcome != "timed out":
        why = f" {turn.reason}" if turn.reason and turn.source != "gm" else ""
        if turn.order is None:
            order = ("Your order file could not be read:", "", why.replace(CLOSED, "", 1))
        else:
            end = f": it failed.{why}" if turn.outcome == "failed" else "."
            order = ("You ordered ", escape_controls(turn.order), end)
    notes = _notes(told, seat, names)
    return Words(last.sentences, notes, order, last.marks) if last else Words([], notes, order)


def _notes(told: Iterable[Told], viewer: str, names: Mapping[str, str]) -> list[str]:
    return [sentence(each, viewer, names) for each in told if each.kind in NOTED]


def _player(view: View, seat: str, waiting: str) -> tuple[float, str, int | None, bool]:
    """A player's score, how it stands and E, where the viewer knows it, and whether it is to move.

    While all gamble the E of a seat tells whether its gamble is taken, as on every page; `waiting` is said of one
    that is not.
    """
    player, awaited = view.players[seat], seat in view.to_move
    known = player.e if not view.together or awaited else None
    return player.score, standing_words(view, seat, waiting), known, awaited


def _changes(before: Layers, now: Layers) -> Iterator[tuple[str, msgspec.Raw | None]]:
    """What is drawn anew, by layer and name, and None for what is gone."""
    for number, layer in enumerate(now):
        old = before[number] if before else {}
        if old == layer:  # at once for most: the ground of neighbouring turns is one and the same
            continue
        for name, markup in layer.items():
            if old.get(name) != markup:
                yield f"{number} {name}", _tree(markup)
        for name in old:
            if name not in layer:
                yield f"{number} {name}", None


@lru_cache(maxsize=4096)
def _tree(markup: str) -> msgspec.Raw:
    """Elements as JSON, so that the page makes them without reading markup: [name, attributes, inner parts …]."""
    root = ElementTree.fromstring(f"<g>{markup}</g>")
    return msgspec.Raw(msgspec.json.encode([_node(child) for child in root]))


def _node(element: ElementTree.Element) -> list[Any]:
    inner: list[Any] = [element.text] if element.text else []
    for child in element:
        inner += [_node(child), *([child.tail] if child.tail else [])]
    return [element.tag, element.attrib, *inner]


class Waiting(msgspec.Struct):
    """A page that waits for its time: its place, its text, and how many turns have ended since."""

    place: str
    text: str
    turns: int = 0


class Shelf(Protocol):
    """Where pages are written."""

    def write(self, place: str, text: str) -> None:
        """Write a page."""


class Late:
    """The pages of one game that are so many turns late."""

    def __init__(self, delay: int, waiting: list[Waiting], shelf: Shelf) -> None:
        self.waiting = waiting
        self._delay, self._shelf = delay, shelf
        self._meanwhile: dict[str, str] = {}

    def write(self, place: str, text: str) -> None:
        """Have a page for the time until its board is shown; `close` writes it if that has not come."""
        self._meanwhile[place] = text

    def passes(self, turn: TurnFacts) -> None:
        """Tell of a turn: if it ended one, and still counts, pages that have waited for it are written."""
        if not turn.passes:
            return
        for page in self.waiting:
            page.turns += 1
            if page.turns >= self._delay:
                self._shelf.write(page.place, page.text)
                self._meanwhile.pop(page.place, None)
        self.waiting = [page for page in self.waiting if page.turns < self._delay]

    def waits(self, place: str, text: str) -> None:
        """Have a page with its board wait from now on."""
        self.waiting.append(Waiting(place, text))

    def close(self) -> None:
        """Write what is shown meanwhile."""
        for place, text in self._meanwhile.items():
            self._shelf.write(place, text)
        self._meanwhile.clear()
