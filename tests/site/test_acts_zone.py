"""The deadlines that the GM's acts lead to, told in the game's own zone beside UTC, as all its deadlines are."""

from __future__ import annotations

from pathlib import Path

from genetess_cli.site import build
from genetess_cli.turns.acts import Extend, Pause, Resume
from genetess_cli.turns.referee import act
from tests.kit.league import BEGIN, HOUR, wide
from tests.site.html import Document


def test_a_deadline_that_was_put_off_is_told_in_the_games_zone_too(tmp_path: Path) -> None:
    site = wide(tmp_path, more="timezone: Asia/Kathmandu\n").start()
    act(site.league, "riot", Extend(24 * HOUR), BEGIN + HOUR)
    build.build(site.league, site.out)
    told = "until 2027-01-19 08:00 UTC (Tue 19 Jan 2027, 13:45 in Asia/Kathmandu)."
    for place in ("riot/index.html", "riot/sheet/green/index.html", "riot/log/01.html"):
        assert told in " ".join(Document(site.page(place)).text.split()), place


def test_so_is_that_of_a_game_that_goes_on(tmp_path: Path) -> None:
    site = wide(tmp_path, more="timezone: Asia/Kathmandu\n").start()
    act(site.league, "riot", Pause(), BEGIN + HOUR)
    act(site.league, "riot", Resume(), BEGIN + 2 * HOUR)
    build.build(site.league, site.out)
    page = " ".join(Document(site.page("riot/index.html")).text.split())
    assert (
        "resumed the game, with time to order until 2027-01-18 09:00 UTC (Mon 18 Jan 2027, 14:45 in" in page
    )
