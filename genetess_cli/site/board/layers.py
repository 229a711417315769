"""A board as a value: its size, its layers, and the marks between and above them. It is printed last.

Nothing is cut out of what is printed: what small boards leave out, and what the boards of one page share, are parts
of their own from the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from markupsafe import Markup

from genetess_cli.site.board.frame import Lettering, Size, head
from genetess_cli.values import Value


class Thing(Value, gc=False):
    """What is drawn in one place, as SVG."""

    full: str
    small: str  # without its words


def thing(*parts: str) -> Thing:
    """Return what these parts draw one after the other, some of them Lettering."""
    shapes = [part for part in parts if type(part) is not Lettering]
    return Thing("".join(parts), "".join(shapes))


def printed(things: Iterable[Thing]) -> str:
    return "".join([each.full for each in things])


class Layer(Value):
    """Things that lie beside each other, by name, such as a square's."""

    things: dict[str, Thing]
    defines: bool = False  # shapes that other things use: a page has each of them once


class Board(Value):
    """A board with all that is drawn on it."""

    size: Size
    under: tuple[Layer, ...] = ()  # the ground and what lies on it, the lowest first
    pieces: tuple[Layer, ...] = ()  # the pieces, and what is drawn above them
    label: str = ""  # what it says to those who cannot see it
    trails: tuple[Thing, ...] = ()  # marks below the pieces
    marks: tuple[Thing, ...] = ()  # marks above all else

    def __bool__(self) -> bool:
        return bool(self.under or self.pieces)

    @property
    def is_small(self) -> bool:
        """Return whether a phone shows it whole, with squares that a finger can hit."""
        return 0 < self.size.columns <= 10

    @property
    def layers(self) -> tuple[Layer, ...]:
        return self.under + self.pieces

    @property
    def definitions(self) -> list[str]:
        return [each.full for layer in self.layers if layer.defines for each in layer.things.values()]

    def marked(self, trails: Iterable[Thing] = (), marks: Iterable[Thing] = ()) -> Board:
        return self.replace(trails=(*self.trails, *trails), marks=(*self.marks, *marks))

    def svg(self, is_shared: bool = False) -> Markup:
        """Return it as SVG, "" where nothing is drawn; `is_shared`: the page has what it defines elsewhere."""
        if not self:
            return Markup()
        begin, more = head(self.size)
        return Markup(f'{begin} aria-label="{escape(self.label)}"{more}>{self.inside(is_shared)}</svg>')

    def inside(self, is_shared: bool = False) -> str:
        return "".join([each.full for each in self._things(is_shared)])

    def small(self, is_shared: bool = False) -> str:
        """Return it as a small picture without words, "" where nothing is drawn."""
        if not self:
            return ""
        inside = "".join([each.small for each in self._things(is_shared)])
        seen = f"0 0 {self.size.width} {self.size.height}"  # without its edge
        return f'<svg class="board" aria-hidden="true" viewBox="{seen}">{inside}</svg>'

    @property
    def thumbnail(self) -> Thumbnail:
        return Thumbnail(self.definitions, self.small(is_shared=True))

    def _things(self, is_shared: bool) -> list[Thing]:
        return [
            *_in(self.under, is_shared),
            *self.trails,
            *_in(self.pieces, is_shared),
            *self.marks,
        ]


def _in(layers: Iterable[Layer], is_shared: bool) -> list[Thing]:
    shown = [layer for layer in layers if not (is_shared and layer.defines)]
    return [each for layer in shown for each in layer.things.values()]


NO_BOARD = Board(Size(0, 0, zoom=1))


class Thumbnail(Value):
    """A board in small, to be shown beside others: `svg` is "" where there is none."""

    definitions: list[str] = []
    svg: str = ""

    def __html__(self) -> str:
        return self.svg


def shared(boards: Iterable[Board | Thumbnail]) -> Markup:
    """Return what boards of one page define, each shape once."""
    return Markup("".join(dict.fromkeys(shape for board in boards for shape in board.definitions)))
