"""The sealed part of a turnsheet's page."""

from __future__ import annotations

import base64
import re

import msgspec

from genetess_cli.store.seal.box import SealContext

_DATA = re.compile(
    r'<pre id="sealed" hidden data-game="(\w+)" data-slug="riot" data-seat="(\w+)" data-turn="([\w-]+)">'
)


class Part(msgspec.Struct, frozen=True):
    """What is sealed on a page, and what it says it is for."""

    place: SealContext
    sealed: bytes


def part_of(page: str) -> Part:
    """The sealed part of a turnsheet's page."""
    found = _DATA.search(page)
    assert found, "nothing is sealed on this page"
    text = page[found.end() : page.index("</pre>", found.end())]
    return Part(SealContext(found[1], "sheet", found[2], found[3]), base64.b64decode(text, validate=True))
