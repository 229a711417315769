"""Files that only grow: what is put in comes out, and a line stays what it is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.site.write import pack
from genetess_cli.site.write.pack import Sheets
from tests.kit import packs

MARKUP = st.lists(
    st.sampled_from(
        ["<", "<b>", "</b>", ",", ";", '"', "\\", "'", "\n", "\r\n", "\u2028", "\0", "é", "A1: red ABC"]
    )
)
TEXTS = st.lists(
    st.one_of(MARKUP.map("".join), st.text(st.characters(exclude_categories=["Cs"]))), max_size=6
)
PAGES = [
    "<p>one</p><i>A1, B2; C3</i>",
    "<p>two</p><i>A1, B2; C3</i>",
    "<p>two</p><b>more</b><i>A1, B2; C4</i>",
]


def _packed(texts: list[str]) -> str:
    sheets = Sheets()
    for number, text in enumerate(texts):
        sheets.add(number, text)
    return pack.script("red", 1, sheets.rows)


@given(TEXTS)
def test_whatever_sheets_say_comes_out_as_it_went_in(texts: list[str]) -> None:
    assert packs.sheets(packs.rows(_packed(texts))) == dict(enumerate(texts))


@given(TEXTS)
def test_rows_only_grow(texts: list[str]) -> None:
    """And so does what goes on from a file that was read."""
    lines = _packed(texts).splitlines()
    for count in range(len(texts)):
        assert _packed(texts[:count]).splitlines()[:-1] == lines[: count + 1]
        sheets = Sheets(pack.rows_of(_packed(texts[:count])))
        for number in range(count, len(texts)):
            sheets.add(number, texts[number])
        assert pack.script("red", 1, sheets.rows).splitlines() == lines


def test_a_row_has_what_differs_from_the_sheet_before() -> None:
    _, second, third = packs.rows(_packed(PAGES))
    assert [part for part in second if isinstance(part, str)] == ["<p>two"]
    assert "more" in f"{third}"
    assert "B2" not in f"{third}"
