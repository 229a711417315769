"""The fields of pages: their scripts write into them, and a browser that does so as well would make them lie."""

from __future__ import annotations

import re

from tests.house.tree import ROOT

FIELD = re.compile(r"<(?:input|select|textarea)\b[^>]*>")
BOX = re.compile(r'type="(?:checkbox|radio)"')


def test_no_browser_fills_in_what_a_field_held_before() -> None:
    """A box is set by its script, as it cannot say so."""
    pages = [*(ROOT / "site_templates").rglob("*.html")]
    fields = [field for page in pages for field in FIELD.findall(page.read_text(encoding="utf-8"))]
    assert len(fields) > 10
    assert [each for each in fields if not BOX.search(each) and 'autocomplete="off"' not in each] == []
