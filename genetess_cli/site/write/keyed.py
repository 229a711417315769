"""Files that are made again only where what they are made of has changed: each has a key, the digest of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import TypeVar

import msgspec
from markupsafe import Markup

from genetess_cli.site.write.folder import Folder
from genetess_cli.site.write.survey import digest
from genetess_cli.store.times import encode_time

T = TypeVar("T")


def digest_of(made_of: object) -> str:
    """Return one print of a value in all its fields, in order."""
    return digest([msgspec.json.encode(made_of, enc_hook=_encode)])


def _encode(value: object) -> object:
    return "".join(value) if isinstance(value, Markup) else encode_time(value)


class KeyedFiles(msgspec.Struct):
    """Files of a site with their keys: those of the last build, and of those that are `here` still, and of this one.

    `common` is what all of them are made of.
    """

    folder: Folder
    common: object
    before: Mapping[str, str]
    here: Set[str]
    keys: dict[str, str] = {}

    def put(self, place: str, made_of: T, make: Callable[[T], str | bytes]) -> None:
        """Write what `make` gives of a value and of nothing else, unless the file was made of an equal one."""
        if not self.folder.wants(place):
            return
        key = digest_of((made_of, self.common))
        self.keys[place] = key
        if self.before.get(place) != key or place not in self.here:
            self.folder.write(place, make(made_of))
