"""The scenes of the replay: what each viewer sees change and hears from turn to turn, in files that only grow.

A scene has what its turn changed on the viewer's board and beside it, never the whole. One more turn writes the last
file of RECORDS records alone. Turns that were taken back are in no scene, nor is an order that failed where the viewer
learnt nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar
from xml.etree import ElementTree

import msgspec

from genetess_cli.rules.base import View
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.site.board import AnyDrawing, Layers
from genetess_cli.site.board import marks as traces
from genetess_cli.site.board.layers import printed
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.games import drawing
from genetess_cli.site.past.story import ToldTurn, Views, Words
from genetess_cli.site.places import POOL, rules_from
from genetess_cli.site.words import AWAITED, NOT_YET, stand
from genetess_cli.site.write.pack import Row

Frame = tuple[Layers, Sequence[Mapping[str, str]]]
"""A viewer's board in layers, and the rows of each table beside it. Both are empty in the fog."""
_FOG: Frame = ([], [])


class ReplayScenes(msgspec.Struct):
    """The scenes of one game, turn by turn; everybody is the viewer ""."""

    facts: GameFacts
    ruleset: AnyRuleset
    frames: dict[str, tuple[Any, Frame]] = {}  # by viewer: the newest, and the position that it shows

    @property
    def drawing(self) -> AnyDrawing:
        return drawing(self.facts.ruleset)

    def scenes(self, turn: ToldTurn, views: Views) -> dict[str, Row]:
        """Return a row for each viewer of a turn; none where it is passed over or not shown to them yet.

        `views` are what they see after it.
        """
        told = turn.words
        scenes = {viewer: self._scene(viewer, turn, views, words) for viewer, words in told.items()}
        if self.facts.is_pooled:
            marks = traces.merge_marks(told[seat].marks for seat in self.facts.seats)
            moves = traces.merge_moves(told[seat].moves for seat in self.facts.seats)
            scenes[POOL] = self._scene(POOL, turn, views, told[""].replace(marks=marks, moves=moves))
        return {viewer: scene for viewer, scene in scenes.items() if scene and (viewer or turn.is_lifted)}

    def _frame(self, viewer: str, view: View) -> Frame:
        if not viewer and not self.facts.is_shown:
            return _FOG
        seats = self.facts.seats
        tables = self.drawing.beside(view, seats, rules_from("replay", self.facts.ruleset))
        return self.drawing.layers(view, seats), [table.rows for table in tables]

    def _view(self, viewer: str, views: Views) -> View:
        if viewer != POOL:
            return views[viewer]
        pooled: View = self.drawing.together(views[""], [views[seat] for seat in self.facts.seats])
        return pooled

    def _frame_before(self, viewer: str, turn: ToldTurn) -> Frame:
        if turn.previous is None:
            return _FOG
        position, frame = self.frames.get(viewer, (None, _FOG))
        if position is turn.before:
            return frame
        viewers = ("", *self.facts.seats) if viewer == POOL else (viewer,)
        views = {name: self.ruleset.view(turn.before, name or self.facts.spectator) for name in viewers}
        return self._frame(viewer, self._view(viewer, views))

    def _scene(self, viewer: str, turn: ToldTurn, views: Views, words: Words) -> Row | None:
        facts = turn.facts
        if facts.back:
            return None
        view = self._view(viewer, views)
        before = self._frame_before(viewer, turn)
        now = self._frame(viewer, view)
        self.frames[viewer] = turn.after, now
        layers, tables = now
        layers_before, tables_before = before
        board = {name: each and _tree(each.full) for name, each in _changes(layers_before, layers)}
        beside = {name: row and _tree(row) for name, row in _changes(tables_before, tables)}
        is_drawn = now is not _FOG
        if facts.is_private and not (board or beside or words.said or words.order):
            return None
        is_order = facts.seat and not facts.act
        waiting = NOT_YET if is_order else AWAITED
        at = "" if facts.is_private else facts.at
        label = ""
        if is_drawn:
            label = self.drawing.describe(view, f"{_board_of(viewer)} after turn {facts.turn}")
        scene: dict[str, Any] = {
            "turn": facts.turn,
            "at": at,
            "whose": facts.whose,
            "said": words.said,
            "notes": [words.said.index(note) for note in words.notes if note in words.said],
            "order": words.order,
            "players": {seat: _player(view, seat, waiting) for seat in view.players},
            "label": label,
            "board": board,
            "beside": beside,
        }
        if words.marks and is_drawn:
            below, above = traces.draw_marks(words.marks, self.facts.seats, viewer)
            scene |= {"trails": _tree(printed(below)), "marks": _tree(printed(above))}
        if words.moves and is_drawn:
            scene["moves"] = words.moves
        return msgspec.json.encode([facts.number, scene]) + b"\n"


def _board_of(viewer: str) -> str:
    if not viewer:
        return "The board"
    if viewer == POOL:
        return "The board as all players together see it"
    return f"The board as {viewer} sees it"


def _player(view: View, seat: str, waiting: str) -> tuple[float, str, int | None, bool]:
    """Return a player's score, the code of how it stands, E, where the viewer knows it, and whether it is to move."""
    player = view.players[seat]
    awaited = seat in view.to_move
    known = player.e if not view.together or awaited else None  # which would tell of a gamble that is taken
    return player.score, stand(view, seat, waiting), known, awaited


Part = TypeVar("Part")


def _changes(
    before: Sequence[Mapping[str, Part]], now: Sequence[Mapping[str, Part]]
) -> Iterator[tuple[str, Part | None]]:
    """Yield what is otherwise now, by layer and name; None for what is there no more."""
    for number, layer in enumerate(now):
        old = before[number] if before else {}
        if old == layer:  # at once for most: the ground of neighbouring turns is one and the same
            continue
        for name in dict.fromkeys([*layer, *old]):
            part = layer.get(name)
            if old.get(name) != part:
                yield f"{number} {name}", part


@lru_cache(maxsize=4096)
def _tree(markup: str) -> msgspec.Raw:
    """Return elements as JSON, which the page makes without reading markup: [name, attributes, inner parts …]."""
    root = ElementTree.fromstring(f"<g>{markup}</g>")
    return msgspec.Raw(msgspec.json.encode([_node(child) for child in root]))


def _node(element: ElementTree.Element) -> list[Any]:
    inner: list[Any] = [element.text] if element.text else []
    for child in element:
        inner.append(_node(child))
        if child.tail:
            inner.append(child.tail)
    return [element.tag, element.attrib, *inner]
