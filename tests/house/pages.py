"""The documents as the tests of the house read them: README and docs, their blocks of code, and what these are for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.house.tree import ROOT

PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").glob("*.md")),
)
NOT_RUN = re.compile(r"<!-- not run: (.+) -->")
"""Above a block of commands that no test can run as it stands: why."""
BEFORE = "<!-- before"
"""Opens a comment with commands that a page takes for granted, up to a line `-->`."""


class Block(NamedTuple):
    """A fenced block: its language, its lines with their numbers, and why nobody runs it ("": it is run)."""

    page: Path
    language: str
    lines: tuple[tuple[int, str], ...]
    not_run: str

    @property
    def text(self) -> str:
        return "\n".join(line for _, line in self.lines)


def blocks(page: Path) -> Iterator[Block]:
    """Every fenced block of a page in order; the commands that a page takes for granted are one, too."""
    fence, above, inside = "", "", list[tuple[int, str]]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        bare = line.strip()
        if fence and bare == ("-->" if fence == BEFORE else "```"):
            reason = NOT_RUN.fullmatch(above)
            language = "sh" if fence == BEFORE else fence.removeprefix("```")
            yield Block(page, language, tuple(inside), reason[1] if reason else "")
            fence, above, inside = "", "", []
        elif fence:
            inside.append((number, bare))
        elif bare == BEFORE or bare.startswith("```"):
            fence = bare
        elif bare:
            above = bare
    assert not fence, f"{page.name}: a block has no end"


def commands(page: Path) -> list[tuple[int, str]]:
    """Every line of a page's shell blocks that is to be run, with its number."""
    return [
        line for block in blocks(page) if block.language == "sh" and not block.not_run for line in block.lines
    ]
