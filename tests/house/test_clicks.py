"""What is to be clicked on GitHub stands in the players' guide and on pages: it is the same there."""

from __future__ import annotations

import re

from genetess_cli.store.forges import FORGES
from tests.house.tree import ROOT


def _steps() -> str:
    """The numbered steps of the guide."""
    guide = (ROOT / "docs" / "sending.md").read_text(encoding="utf-8")
    [section] = re.findall(r"(?ms)^## The clicks on GitHub\n(.*?)^#", guide)
    return str(section[section.index("\n1.") : section.rindex("\n\nThe arrow")])


def test_the_guide_and_the_pages_name_the_same_clicks_in_the_same_order() -> None:
    told = re.findall("“(.*?)”", FORGES["github"].clicks)
    assert re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", _steps()) == told


def test_they_name_the_same_clicks_for_changing_what_was_sent() -> None:
    guide = (ROOT / "docs" / "sending.md").read_text(encoding="utf-8")
    for name, kind in (("GitHub", "github"), ("GitLab", "gitlab"), ("Forgejo", "forgejo")):
        [line] = re.findall(rf"(?s)^- \*\*{name}\*\*: (.*?)\.(?:\s+A form|\n- |\n$)", guide, re.MULTILINE)
        assert re.findall(r"\*([^*]+)\*", line) == re.findall("“(.*?)”", FORGES[kind].mend)


def test_both_say_when_nothing_is_sent_yet() -> None:
    assert "once more: only this sends it" in FORGES["github"].steps[-1]
    assert _steps().index("Nothing is sent") > _steps().index("*Create pull request*")
