"""All that pages know of one game, a folder each; its `__init__` says what there is, as a GameParts."""

from __future__ import annotations

import msgspec


class Download(msgspec.Struct, frozen=True):
    """A file beside the home of a game that has begun: the module that has its `text`, and what it is."""

    module: str
    what: str


class GameParts(msgspec.Struct, frozen=True):
    """The parts of a game's pages: its title, the scripts that build its orders by clicking, and what few games have.

    `together` are scripts for turns in which all seats order at once. The names of `downloads` have one of the ENDINGS
    of `places.py`.
    """

    title: str
    picker: tuple[str, ...]
    together: tuple[str, ...] = ()
    has_calculator: bool = False
    downloads: dict[str, Download] = {}
