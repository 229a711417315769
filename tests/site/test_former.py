"""A person on the pages: the name as people/ has it now, and nothing of whoever was forgotten, on old pages too."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.site import build
from genetess_cli.site.write.survey import NAME
from genetess_cli.store.records import Holder
from genetess_cli.turns.acts import Replace
from genetess_cli.turns.acts.wishes import Resign
from genetess_cli.turns.referee import act
from tests.kit.boards import WIDE, wide_file
from tests.kit.command import commit, run
from tests.kit.keys import OTHER_ID
from tests.kit.league import BEGIN, HOUR, League, site_in, wide
from tests.site.html import Document

FIRST = "turns/0000-0.html"
LEFT = b"as the last build left it"
PERSONS = {"p1": "Ragnar", "p2": "Gwen", "p3": "Bo", "p4": "Nils", "p5": "Xanthe"}


@pytest.fixture(params=["open", "sealed"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> League:
    """A game in which Nils has the seat that was Gwen's, another one, and their site."""
    made = wide(tmp_path / "here", sealed=request.param == "sealed")
    for slug, seats in (("riot", ("p1", "p2", "p3")), ("duel", ("p5", "p3", "p1"))):
        if slug == "duel":
            made.add("duel", wide_file(name="Duel", e=10, id=OTHER_ID), WIDE)
        file = made.root / "games" / slug / "game.yaml"
        text = file.read_text()
        for person, name in zip(seats, ("Ragnar", "Gwen", "Bo"), strict=True):
            text = text.replace(f"name: {name}", f"person: {person}")
        file.write_text(f"{text}version: 3\n")
    (made.root / "people").mkdir()
    for person, name in PERSONS.items():
        _person(made, person, f"name: {name}\n")
    commit(made.root)
    made.start("duel").order_in("duel", 1, "PASS").start(hour=2)
    made.hour = 2
    made.order("PASS")
    act(made.league, "riot", Replace("green", Holder(person="p4")), BEGIN + 4 * HOUR)
    made.hour = 4
    made.order("PASS", "PASS").build()
    for slug in ("riot", "duel"):
        (made.out / slug / FIRST).write_bytes(LEFT)
    return made


def _person(site: League, person: str, text: str) -> None:
    (site.root / "people" / f"{person}.yaml").write_text(text)


def _told_anew(site: League, tmp_path: Path) -> set[str]:
    """The games that a build tells anew; what it leaves is else what one from nothing makes."""
    site.build()
    build.build(site.league, tmp_path / "fresh")
    fresh = site_in(tmp_path / "fresh")
    pages = site_in(site.out)
    left = {slug for slug in ("riot", "duel") if pages[f"{slug}/{FIRST}"] == LEFT}
    assert pages | {f"{slug}/{FIRST}": fresh[f"{slug}/{FIRST}"] for slug in left} == fresh
    return {"riot", "duel"} - left


def _naming(site: League, name: str) -> list[str]:
    """The files of the site, with what is remembered, that have a name."""
    return [place for place, data in site.said().items() if name.encode() in data] + [
        NAME for text in [(site.out / NAME).read_text()] if name in text
    ]


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_the_sheet_of_a_seat_that_was_left_says_what_becomes_of_it(tmp_path: Path, sealed: bool) -> None:
    made = wide(tmp_path, sealed=sealed).start().writes("green", "PASS\n")
    act(made.league, "riot", Resign(seat="green"), BEGIN + HOUR)
    made.order("PASS").build()
    place = "riot/sheet/green/index.html"
    page = Document(made.sheet(place) if sealed else made.page(place))
    assert "Your seat is open for somebody else until 2027-01-18 09:00 UTC." in page.text
    assert "no stored order of yours is carried out. To come back, ask the GM." in page.text
    assert not [words for words in ("No order of yours", "next turn", "How to order") if words in page.text]
    assert "Your orders" not in page.text


def test_pages_are_named_after_the_person(site: League) -> None:
    assert {f"player-{person}.html" for person in PERSONS} <= {*site.pages()}
    assert 'href="../player-p4.html"' in site.page("riot/index.html")
    assert "replaced in turn 1b" in site.page("player-p2.html")


@pytest.mark.parametrize(("person", "games"), [("p1", {"riot", "duel"}), ("p2", {"riot"}), ("p5", {"duel"})])
def test_a_new_name_is_on_all_pages_of_the_games_that_have_it(
    site: League, tmp_path: Path, person: str, games: set[str]
) -> None:
    _person(site, person, "name: Zoe\n")
    assert _told_anew(site, tmp_path) == games
    assert _naming(site, PERSONS[person]) == []
    assert "Zoe" in site.page(f"player-{person}.html")


@pytest.mark.parametrize("person", ["p1", "p2"])
def test_who_is_forgotten_is_a_former_player_on_old_pages_too(
    site: League, tmp_path: Path, person: str
) -> None:
    _person(site, person, "forgotten: true\n")
    assert _told_anew(site, tmp_path) == ({"riot", "duel"} if person == "p1" else {"riot"})
    assert _naming(site, PERSONS[person]) == []
    assert not [place for place in site.pages() if place.startswith(f"player-{person}.")]
    assert "player-.html" not in site.page("index.html") + site.page("riot/index.html")
    assert "a former player" in site.page("riot/log/01.html") + site.page("riot/index.html")


def test_what_pages_do_not_say_of_a_person_tells_no_turn_anew(site: League, tmp_path: Path) -> None:
    _person(site, "p2", "name: Gwen\nstandby: true\n")
    assert _told_anew(site, tmp_path) == set()
    assert site.build().written == 0


def test_whom_older_records_name_is_looked_for_among_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    site = wide(tmp_path / "here").start().order("PASS")
    act(site.league, "riot", Replace("green", Holder("Nils", "nils")), BEGIN + 2 * HOUR)
    site.hour = 2
    site.order("PASS").build()
    assert _naming(site, "Gwen")
    assert run(site.root, "migrate", "--yes").status == 0
    [gwen] = [file.stem for file in (site.root / "people").iterdir() if "Gwen" in file.read_text()]
    site.build()
    assert "replaced in turn 1b" in site.page(f"player-{gwen}.html")
    _person(site, gwen, "forgotten: true\n")
    site.build()
    assert _naming(site, "Gwen") == []
    assert _naming(site, "a former player")
    _person(site, "p9", "name: Gwen\n")
    site.build()
    build.build(site.league, tmp_path / "fresh")
    assert site_in(site.out) == site_in(tmp_path / "fresh")
    assert "replaced in turn 1b" in site.page("player-p9.html")


def test_a_person_of_no_game_changes_nothing(site: League) -> None:
    _person(site, "p6", "name: Ole\n")
    assert site.build().written == 0
