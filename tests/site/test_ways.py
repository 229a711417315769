"""The button of a sheet that sends orders goes the way that its player has."""

from __future__ import annotations

from pathlib import Path

from tests.kit.league import League, wide

FORM = 'data-address="https://github.com/gail/league/issues/new?'
MAIL = 'data-address="mailto:l@example.org?subject=%5Briot/green%5D&amp;body="'


def _sheet(site: League) -> str:
    site.configure("mail: l@example.org\nsite: {repository: gail/league}\n")
    site.start().build()
    return site.page("riot/sheet/green/index.html")


def test_a_player_with_a_login_sends_by_the_form(tmp_path: Path) -> None:
    assert FORM in _sheet(wide(tmp_path).reachable())


def test_a_player_without_a_login_sends_by_mail(tmp_path: Path) -> None:
    site = wide(tmp_path).edit("seat: green,", "seat: green, mail: [green@example.org],")
    sheet = _sheet(site)
    assert MAIL in sheet
    assert FORM not in sheet
