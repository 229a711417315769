"""What is alike in every league, printed once a process: a league's first build takes most of its time for that.

Such are the pages of rules, the lessons and the calculators, the same wherever a league has the same title, address and
ways to send orders; a picture that goes with links, the same for the same drawing; and what templates compile to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from types import CodeType

import pytest
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from genetess_cli.site import places
from genetess_cli.site.pages.page import PageRenderer, Printed
from genetess_cli.site.pages.rules import RulesetPage
from genetess_cli.site.write import preview


def keep(patch: pytest.MonkeyPatch) -> None:
    """Keep what is made once from now on."""
    patch.setattr(PageRenderer, "render", _kept(PageRenderer.render))
    patch.setattr(FileSystemBytecodeCache, "load_bytecode", _loads_once())
    patch.setattr(preview, "draw", cache(preview.draw))


def _kept(render: Callable[[PageRenderer, Printed], str]) -> Callable[[PageRenderer, Printed], str]:
    printed: dict[object, str] = {}

    @wraps(render)
    def kept(self: PageRenderer, page: Printed) -> str:
        # Where a ruleset of another package is here, tests change what it has.
        if not isinstance(page, RulesetPage) or self.titles is not places.TITLES:
            return render(self, page)
        key = (page.place, repr(self.site))
        if key not in printed:
            printed[key] = render(self, page)
        return printed[key]

    return kept


def _loads_once() -> Callable[[FileSystemBytecodeCache, Bucket], None]:
    load = FileSystemBytecodeCache.load_bytecode
    codes: dict[tuple[str, str], CodeType] = {}

    @wraps(load)
    def loads(self: FileSystemBytecodeCache, bucket: Bucket) -> None:
        key = (bucket.key, bucket.checksum)
        bucket.code = codes.get(key)
        if bucket.code is None:
            load(self, bucket)
        if bucket.code is not None:
            codes[key] = bucket.code

    return loads
