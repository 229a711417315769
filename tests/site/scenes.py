"""The scenes of a replay as its page reads them: every line of a viewer's files, and the board that they lead to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from genetess_cli.site.places import scene_set_place
from tests.kit import packs
from tests.kit.boards import WIDE
from tests.kit.keys import ID
from tests.kit.league import League

Scene = dict[str, Any]
Drawn = dict[str, Any]


def scenes(site: League, viewer: str = "", slug: str = "riot") -> list[Scene]:
    """All scenes of a viewer; everybody is the viewer ""."""
    found: list[Scene] = []
    file = 0
    while (site.out / scene_set_place(slug, viewer, file)).exists():
        data = (site.out / scene_set_place(slug, viewer, file)).read_bytes()
        assert data.startswith(f'addRows("{viewer}", {file}, [\n'.encode())
        found += [scene | {"number": number} for number, scene in packs.rows(data)]
        file += 1
    return found


def turns(found: list[Scene]) -> list[str]:
    """The labels of scenes."""
    return [scene["turn"] for scene in found]


def boards(found: list[Scene], what: str = "board") -> dict[int, Drawn]:
    """What is drawn after each scene, by the number of its record: by layer and name the elements that stand there.

    `what` may be "beside": then the rows of the tables there, by table and name.
    """
    drawn: Drawn = {}
    after = {}
    for scene in found:
        for name, parts in scene[what].items():
            if parts is None:
                del drawn[name]  # only what is there can go
            else:
                assert drawn.get(name) != parts, "a change that changes nothing"
                drawn[name] = parts
        after[scene["number"]] = dict(drawn)
    return after


def elements(markup: str) -> list[Any]:
    """Markup as scenes have it: [name, attributes, inner parts …] of each element."""
    from xml.etree import ElementTree

    def part(element: ElementTree.Element) -> list[Any]:
        inner: list[Any] = [element.text] if element.text else []
        for child in element:
            inner += [part(child), *([child.tail] if child.tail else [])]
        return [element.tag, dict(element.attrib), *inner]

    return [part(child) for child in ElementTree.fromstring(f"<svg>{markup}</svg>")]


def anew(tmp_path: Path, game: str) -> League:
    """A league with another ruleset's game, in which everybody sees everything."""
    return League(tmp_path, f"{game}id: {ID}\n").start()


def board_with(green: str) -> str:
    """The usual board with other pieces of green, and a King near them for blue."""
    return WIDE.replace("K2: {Q2: K, P2: ABC, Q3: AREU}", green).replace(
        "{B17: K, C17: ABEGL, B16: ABBBCDDEFMNS}", "{C3: K}"
    )
