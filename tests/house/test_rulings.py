"""Every ruling is shown by a test that cites it, be it a text case or a function."""

from __future__ import annotations

import re

import pytest

from tests.house.tree import ROOT

TESTS = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "tests" / "cases").rglob("*.txt")]
SHOWN = {
    number
    for path in TESTS
    if path.parent.name != "house"
    for number in re.findall(r"\bG(\d+)\b", path.read_text(encoding="utf-8"))
}


DNA_SHOWN = {
    number
    for path in (ROOT / "tests" / "rules" / "dna").rglob("test_*.py")
    for cited in re.findall(r"rulings? ((?:D\d+(?:, | and | to )?)+)", path.read_text(encoding="utf-8"))
    for number in re.findall(r"\d+", cited)
}
GENIE_SHOWN = {
    number
    for path in TESTS
    if path.parent.name != "house"
    for cited in re.findall(
        r"(?:rulings?|cites) ((?:L\d+(?:, | and | to | )?)+)", path.read_text(encoding="utf-8")
    )
    for number in re.findall(r"\d+", cited)
}


@pytest.mark.parametrize(
    "number",
    re.findall(
        r"^\*\*G(\d+) ", (ROOT / "docs/rulings-genetess.md").read_text(encoding="utf-8"), re.MULTILINE
    ),
)
def test_a_ruling_is_cited(number: str) -> None:
    assert number in SHOWN


@pytest.mark.parametrize(
    "number",
    re.findall(r"^\*\*D(\d+) ", (ROOT / "docs/rulings-dna.md").read_text(encoding="utf-8"), re.MULTILINE),
)
def test_a_ruling_of_dna_is_cited(number: str) -> None:
    """A bare `D4` is a square."""
    assert number in DNA_SHOWN


@pytest.mark.parametrize(
    "number",
    re.findall(r"^\*\*L(\d+) ", (ROOT / "docs/rulings-genie.md").read_text(encoding="utf-8"), re.MULTILINE),
)
def test_a_ruling_of_genie_is_cited(number: str) -> None:
    assert number in GENIE_SHOWN
