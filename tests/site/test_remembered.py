"""What a build remembers, carried with the site to another clone: who is told anew, and that it makes no difference."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.site import build
from genetess_cli.site.write.survey import NAME
from genetess_cli.store import league
from tests.kit.boards import wide_file
from tests.kit.command import commit, git
from tests.kit.keys import OTHER_ID
from tests.kit.league import League, site_in, wide

FIRST = "turns/0000-0.html"
LEFT = b"as the last run left it"
AMENDED = "git commit -q --amend -m other"
REBASED = f"git branch old; git reset -q --hard HEAD~1; {AMENDED}; git cherry-pick old; git branch -D old"
BOTH = {"riot", "duel"}


def _lines(text: str) -> Callable[[League], object]:
    """What somebody does in a shell."""
    return lambda site: subprocess.run(
        ["sh", "-e", "-c", text], cwd=site.root, check=True, capture_output=True
    )


def _settings(site: League) -> None:
    site.edit("name: Riot", "name: Quiet")
    commit(site.root)


def _waiting(site: League) -> None:
    site.writes("red", "PASS\n")
    commit(site.root)


def _damaged(site: League) -> None:
    (site.out / "riot/replay/01.js").write_text("hm")
    site.order("PASS")


def _memory(change: Callable[[bytes], bytes]) -> Callable[[League], object]:
    def damage(site: League) -> None:
        file = site.out / NAME
        file.write_bytes(change(file.read_bytes()))

    return damage


CHANGES: dict[str, tuple[Callable[[League], object], set[str]]] = {
    "nothing": (lambda site: None, set()),
    "a turn": (lambda site: site.order("PASS"), set()),
    "a turn of the other game": (lambda site: site.order_in("duel", site.hour + 1, "PASS"), set()),
    "no turn, but a commit": (_lines("git commit -q --allow-empty -m rain"), set()),
    "the newest turn's commit": (_lines(AMENDED), {"riot"}),
    "an older turn's commit": (_lines(REBASED), {"riot"}),
    "all commits": (_lines("git commit-tree HEAD^{tree} -m all | xargs git reset -q --hard"), BOTH),
    "a turn that is taken back": (lambda site: site.undo(site.hour + 1, "1a"), {"riot"}),
    "the branch": (_lines("git branch -m trunk"), BOTH),
    "the settings of the league": (_lines("sed -i s=me/league=you/league= genetess.yaml; git commit -qam x"), BOTH),
    "the settings of a game": (_settings, {"riot"}),
    "an order that waits": (_waiting, set()),
    "a game's pages that are gone": (lambda site: shutil.rmtree(site.out / "duel"), {"duel"}),
    "a damaged file that a turn goes into": (_damaged, {"riot"}),
    "no memory": (lambda site: (site.out / NAME).unlink(), BOTH),
    "a memory cut short": (_memory(lambda kept: kept[:-9]), BOTH),
    "a memory with nothing": (_memory(lambda kept: b""), BOTH),
    "a memory with another name": (_memory(lambda kept: kept.replace(b"Ragnar", b"Rognar")), BOTH),
    "a memory that is a list": (_memory(lambda kept: b"[]"), BOTH),
}  # fmt: skip
"""What changes between two runs, and the games that are told anew from their first turn on."""


@pytest.fixture(
    params=[pytest.param(False, id="open"), pytest.param(True, id="sealed", marks=pytest.mark.exhaustive)]
)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> League:
    """Two games and their site, in which the first turns are marked."""
    site = wide(tmp_path / "here", sealed=request.param).reachable()
    site.add("duel", wide_file(name="Duel", red="Ann", e=10, id=OTHER_ID))
    (site.root / "genetess.yaml").write_text("title: Friday\nsite:\n  repository: me/league\n")
    commit(site.root)
    site.start("duel").order_in("duel", 1, "PASS").start(hour=2)
    site.hour = 2
    site.order("MOVE C2 E-E", "PASS", "MOVE C17 N-E").build()
    for slug in BOTH:
        (site.out / slug / FIRST).write_bytes(LEFT)
    return site


def _carried(site: League, folder: Path) -> tuple[league.League, Path]:
    """A fresh clone, and the site's folder brought there as it was left."""
    folder.mkdir()
    git(folder, "clone", "--quiet", site.root.as_uri(), "league")
    packed = subprocess.run(["tar", "--create", "site"], cwd=site.out.parent, check=True, capture_output=True)
    subprocess.run(["tar", "--extract"], cwd=folder, input=packed.stdout, check=True)
    return league.League(folder / "league", site.game_key), folder / "site"


def _told_anew(here: league.League, out: Path, tmp_path: Path) -> set[str]:
    """The games that a build tells anew; what it leaves is else what one from nothing makes."""
    build.build(here, out)
    pages = site_in(out)
    build.build(here, tmp_path / "fresh")
    fresh = site_in(tmp_path / "fresh")
    left = {slug for slug in BOTH if pages[f"{slug}/{FIRST}"] == LEFT}
    assert pages | {f"{slug}/{FIRST}": fresh[f"{slug}/{FIRST}"] for slug in left} == fresh
    return BOTH - left


@pytest.mark.parametrize(("change", "anew"), CHANGES.values(), ids=CHANGES)
def test_a_fresh_clone_tells_anew_what_has_changed_alone(
    site: League, tmp_path: Path, change: Callable[[League], object], anew: set[str]
) -> None:
    change(site)
    here, out = _carried(site, tmp_path / "there")
    assert _told_anew(here, out, tmp_path) == anew
    assert build.build(here, out).written == 0


def _is_as_from_nothing(site: League, tmp_path: Path) -> bool:
    here, out = _carried(site, tmp_path / "there")
    build.build(here, out)
    build.build(here, tmp_path / "fresh")
    shutil.rmtree(out / "riot/turns")  # some of it is marked
    shutil.rmtree(tmp_path / "fresh/riot/turns")
    return site_in(out) == site_in(tmp_path / "fresh")


def test_a_game_that_could_not_be_shown_and_has_gone_is_on_no_page(site: League, tmp_path: Path) -> None:
    with (site.root / "games/duel/game.yaml").open("a") as file:
        file.write("bad: [")
    commit(site.root)
    with pytest.raises(Refused, match="duel was not built"):
        site.build()
    git(site.root, "rm", "-r", "--quiet", "games/duel")
    commit(site.root)
    assert _is_as_from_nothing(site, tmp_path)


def test_pictures_for_links_go_with_the_sites_address(site: League, tmp_path: Path) -> None:
    settings = site.root / "genetess.yaml"
    text = settings.read_text()
    settings.write_text(f"{text}  base_url: https://example.org\n")
    commit(site.root)
    site.build()
    settings.write_text(text)
    commit(site.root)
    assert _is_as_from_nothing(site, tmp_path)


def test_an_order_that_no_commit_has_is_told(site: League, tmp_path: Path) -> None:
    here, out = _carried(site, tmp_path / "there")
    orders = site.writes("red", "PASS\n").path("red")
    (here.root / "games/riot/orders").mkdir(exist_ok=True)
    (here.root / "games/riot/orders" / orders.name).write_bytes(orders.read_bytes())
    before = site_in(out)
    assert _told_anew(here, out, tmp_path) == set()
    assert site_in(out) != before


def test_another_program_tells_all_anew(
    site: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, out = _carried(site, tmp_path / "there")
    monkeypatch.setattr(zlib, "ZLIB_RUNTIME_VERSION", "1.2.3")
    assert _told_anew(here, out, tmp_path) == BOTH


@pytest.mark.parametrize("site", [True], ids=["sealed"], indirect=True)
def test_a_new_key_of_a_seat_tells_its_game_anew(site: League, tmp_path: Path) -> None:
    site.renew("red")
    here, out = _carried(site, tmp_path / "there")
    assert _told_anew(here, out, tmp_path) == {"riot"}


@pytest.mark.parametrize("site", [True], ids=["sealed"], indirect=True)
def test_without_the_key_pages_stay_and_with_it_they_are_told_on(site: League, tmp_path: Path) -> None:
    site.order("PASS")
    here, out = _carried(site, tmp_path / "there")
    before = site_in(out)
    with pytest.raises(Refused, match="riot was not built"):
        build.build(league.League(here.root), out)
    stayed = [place for place in before if place.startswith("riot/")]
    assert [before[place] for place in stayed] == [site_in(out)[place] for place in stayed]
    assert _told_anew(here, out, tmp_path) == {"riot"}
