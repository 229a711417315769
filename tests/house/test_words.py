"""README, docs, pages and rules are in plain English: the phrases of a private dialect that were given up stay away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.pages import PAGES
from tests.house.tree import ROOT

PLAIN = {
    r"anew": "again",
    r"as it (?:lies|stands)": "as it is",
    r"besides": "also",
    r"brought": "entered",
    r"by hand": "manually, yourself",
    r"(?:come|comes|came|coming) in(?! (?:from|one|a|any|that|which|lines?))": "arrive",
    r"hears? of": "learn of",
    r"lies?|lay|lain": "is",
    r"mend(?:s|ed|ing)?": "fix",
    r"no person": "nobody",
    r"nobody but": "only",
    r"nothing (?:comes|came) of": "it has no effect",
    r"put(?:s|ting)? off": "extend",
    r"(?:stand|stands|stood) (?:above|at|behind|below|beside|in|there|under)": "is",
    r"take(?:s|n)? in|taking in|took in": "accept",
    r"taken for": "treated as",
    r"(?:is|are|was|were|be|been) told": "reads, learns; the answer says",
    r"what is left": "the rest",
}
"""A phrase that was hard to read, as an expression, and what to write instead."""
FREE = re.compile(
    r"(?:^|(?<=[.:!] )|(?<=- )|(?<=\| ))(?:Who|Whose|What|Whoever|Whatever) [^.?!|]*[.|]", re.MULTILINE
)
"""A sentence whose subject is `Who wants it`: name the person or the thing."""


SHIPPED = [
    *(ROOT / "site_templates").rglob("*.html"),
    *(ROOT / "genetess_cli" / "manual").rglob("*.toml"),
    *(ROOT / "genetess_cli" / "admin" / "templates").glob("*.md"),
    *(ROOT / "genetess_cli" / "store" / "forges").rglob("*.md"),
]
"""What a league's people read that is not in Python: pages, rules, and the README of a new league."""


def _prose(page: Path) -> str:
    """The sentences of a page, each paragraph in one line: no code, no headings, no tags."""
    text = re.sub(r"(?ms)^ *```.*?^ *```", "", page.read_text(encoding="utf-8"))
    text = re.sub(r"(?m)^#.*$|`[^`\n]*`", "", text)
    if page.suffix == ".html":
        text = re.sub(r"(?s)\{#.*?#\}|\{%.*?%\}|\{\{[^\"]*?\}\}|<[^>]*>", "", text)
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


@pytest.mark.parametrize("page", [*PAGES, *SHIPPED], ids=lambda page: page.name)
def test_no_page_has_a_phrase_that_was_given_up(page: Path) -> None:
    prose = _prose(page)
    found = [
        f"{page.name}: “{match.group()}” in “{prose[max(0, match.start() - 30) : match.end() + 20]}”: write {plain}"
        for phrase, plain in PLAIN.items()
        for match in re.finditer(rf"\b(?:{phrase})\b", prose, re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_has_who_or_what_for_its_subject(page: Path) -> None:
    assert FREE.findall(_prose(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_says_so_that_twice(page: Path) -> None:
    sentences = re.split(r"(?<=[.!?]) ", _prose(page))
    assert [sentence for sentence in sentences if sentence.count("so that") > 1] == []
