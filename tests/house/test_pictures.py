"""The pictures in docs are those that `make pictures` takes, and each is shown on the page that says what they are."""

from __future__ import annotations

import re

from docs.pictures import PICTURES
from tests.house.tree import ROOT

SHOWN = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")


def test_the_pictures_are_those_that_are_taken() -> None:
    assert {picture.stem for picture in (ROOT / "docs").glob("*.png")} == PICTURES.keys()


def test_each_of_them_is_shown() -> None:
    assert re.findall(r"\]\((\w+)\.png\)", SHOWN) == list(PICTURES)
