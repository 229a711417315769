"""The picture that goes with a link to a page: an SVG in the site's own style, made into a PNG of 1200 by 630 pixels.

What draws it knows few rules of CSS and no custom properties, so the rules are applied here: each element gets them as
attributes, as pages look by day. Its letters are those of the fonts beside the templates, so it is the same anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from genetess_cli.site.board.design import tokens
from genetess_cli.site.board.layers import Board
from genetess_cli.site.places import BOARDS
from genetess_cli.store import resources
from genetess_cli.values import Value

if TYPE_CHECKING:
    from cssselect2 import ElementWrapper, Matcher

NAME = "preview.png"
_FONTS = ("inter-regular.ttf", "inter-bold.ttf")
_ROOM = (656, 574)
"""The room for a board, in pixels."""
_MIDDLE = (844, 315)
_VAR = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*(?:\([^()]*\))?))?\)")
_SVG = "{http://www.w3.org/2000/svg}"
_TAKEN = {
    *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"),
    *("stroke-linecap", "stroke-linejoin", "opacity", "visibility", "text-anchor", "dominant-baseline"),
    *("font-size", "font-weight"),
}
"""The properties that are attributes of SVG, too."""


class Inset(Value):
    """A drawing in the picture, in a place of its own."""

    inside: str
    view: str  # the part of it that is seen
    x: float
    y: float
    width: float
    height: float


def place(inside: str, width: int, height: int) -> Inset:
    """Return a drawing of this size, as large as there is room for it."""
    room_across, room_down = _ROOM
    scale = min(room_across / width, room_down / height)
    across = width * scale
    down = height * scale
    middle_x, middle_y = _MIDDLE
    return Inset(
        inside,
        f"0 0 {width} {height}",
        round(middle_x - across / 2, 2),
        round(middle_y - down / 2, 2),
        round(across, 2),
        round(down, 2),
    )


LOGO_SIDE = 32


@cache
def logo() -> str:
    """Return what the site's icon draws, in a square of LOGO_SIDE."""
    icon = ElementTree.parse(resources.templates() / "icons" / "icon.svg")
    return "".join(ElementTree.tostring(shape, encoding="unicode") for shape in icon.getroot())


def place_board(board: Board) -> Inset | None:
    return place(board.inside(), board.size.width, board.size.height) if board else None


def draw(svg: str) -> bytes:
    import resvg_py

    fonts = [str(resources.templates() / "fonts" / name) for name in _FONTS]
    data = resvg_py.svg_to_bytes(
        svg_string=apply_style(svg), skip_system_fonts=True, font_files=fonts, font_family="Inter"
    )
    return bytes(data)


def apply_style(svg: str) -> str:
    """Return an SVG with the rules of the style sheet as attributes of its elements."""
    from cssselect2 import ElementWrapper

    root = ElementTree.fromstring(svg)
    _expand(root, {shape.get("id", ""): shape for shape in root.iter() if shape.get("id")})
    values, matcher = _rules()
    _apply(ElementWrapper.from_xml_root(root), matcher, values)
    return ElementTree.tostring(root, encoding="unicode")


def _expand(element: ElementTree.Element, shapes: Mapping[str, ElementTree.Element]) -> None:
    """Put a copy of each shape where it is used, as its colour is that of the place, and take the coordinates out."""
    for around in element.findall(f"{_SVG}g[@class='t']"):
        element.remove(around)
    for number, child in enumerate(element):
        if child.tag == f"{_SVG}use":
            where = f"translate({child.get('x', '0')} {child.get('y', '0')})"
            element[number] = ElementTree.Element(f"{_SVG}g", {"transform": where})
            element[number].append(deepcopy(shapes[child.get("href", "")[1:]]))
        elif child.tag != f"{_SVG}defs":
            _expand(child, shapes)


def _apply(element: ElementWrapper, matcher: Matcher, values: Mapping[str, str]) -> None:
    declared: dict[str, str] = {}
    for *_, pseudo, found in matcher.match(element):
        if not pseudo:
            declared |= found
    values = {**values, **{name: value for name, value in declared.items() if name[:2] == "--"}}
    attributes = element.etree_element.attrib
    attributes.update({name: value for name, value in declared.items() if name[:2] != "--"})
    if attributes.get("font-weight", "").isdigit():
        attributes["font-weight"] = "700" if int(attributes["font-weight"]) >= 600 else "400"
    for name, value in attributes.items():
        while found := _VAR.search(value):
            called, otherwise = found.groups()
            value = value.replace(found[0], values.get(called, otherwise or "none"))
        attributes[name] = value
    for child in element.iter_children():
        _apply(child, matcher, values)


@cache
def _rules() -> tuple[dict[str, str], Matcher]:
    """Return the tokens by day, and what finds the rules of drawings that apply to an element, whatever the screen."""
    from cssselect2 import Matcher, SelectorError, compile_selector_list
    from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

    matcher = Matcher()
    for style in ("seats", "board", *chain(*BOARDS.values())):
        text = resources.template(f"styles/{style}.css")
        for rule in parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            declared = {
                each.name: serialize(each.value).strip()
                for each in parse_blocks_contents(rule.content)
                if each.type == "declaration" and (each.name in _TAKEN or each.name[:2] == "--")
            }
            with suppress(SelectorError):  # it is for parts that browsers make, and no drawing has
                for selector in compile_selector_list(rule.prelude):
                    matcher.add_selector(selector, declared)
    return {f"--{token.name}": token.light for token in tokens()}, matcher
