"""A build goes on from the last one, and what it leaves is what a full build would leave, byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.site import build
from genetess_cli.site.places import key_of
from genetess_cli.site.write.survey import NAME
from tests.kit.boards import wide_file
from tests.kit.command import commit, git
from tests.kit.keys import OTHER_ID
from tests.kit.league import League, site_in, wide


def _fresh(site: League, folder: Path) -> dict[str, bytes]:
    """The same league's site, built from nothing elsewhere."""
    build.build(site.league, folder)
    return site_in(folder)


def _times(folder: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in [folder, *folder.rglob("*")]}


@pytest.fixture
def site(tmp_path: Path) -> League:
    return wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")


def test_turn_by_turn_is_the_same_as_all_at_once(site: League, tmp_path: Path) -> None:
    site.build()
    for order in ("MOVE B2 E", "FLARE Q3", "PASS", "CREATE C3 AB"):
        site.order(order).build()
    site.writes("red", "MOVE B3 E\n").build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_one_more_turn_writes_only_what_it_changes(site: League) -> None:
    site.build()
    before = _times(site.out)
    site.order("MOVE B2 E").build()
    written = {
        file.relative_to(site.out).as_posix()
        for file, time in _times(site.out).items()
        if file.is_file() and before.get(file) != time
    }
    seats = {
        f"riot/sheet/{seat}/{name}"
        for seat in ("red", "green", "blue")
        for name in ("index.html", "past/01.js")
    }
    seats.add("riot/sheet/red/picture.js")  # what the others see is the same
    scenes = {f"riot/replay/{seat}01.js" for seat in ("", "red/", "green/", "blue/", "all.seats/")}
    assert written == seats | scenes | {
        NAME,
        "riot/replay.html",
        "index.html", "gm.html", "riot/index.html", "riot/log/01.html",
            "riot/turns/0003-1c.html", "riot/turns/0004-2a.html",
        "riot/turns/index.html",
        "deadlines.ics", "riot/position.json", "riot/newest.js", "riot/feed.atom", "riot/deadlines.ics",
        *(f"player-{key_of(name, None)}.{kind}" for name in ("Ragnar", "Gwen") for kind in ("atom", "ics")),
        *(f"player-{key_of(name, None)}.html" for name in ("Ragnar", "Gwen", "Bo")),
    }  # fmt: skip


def test_with_nothing_changed_no_file_is_touched(site: League) -> None:
    site.build()
    before = _times(site.out) | _times(site.root / ".git")
    built = site.build()
    assert (built.written, built.removed) == (0, 0)
    assert _times(site.out) | _times(site.root / ".git") == before


def test_a_full_build_that_changes_nothing_writes_nothing(site: League) -> None:
    site.build()
    assert site.build(full=True).written == 0


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    "place",
    ["rules-genetess.html", "style.css", "league.css"],
)
def test_a_page_of_the_league_that_was_deleted_comes_back(site: League, place: str) -> None:
    site.build()
    pages = site.pages()
    (site.out / place).unlink()
    site.build()
    assert site.pages() == pages


def test_a_page_that_nothing_leads_to_any_more_goes(site: League) -> None:
    site.build()
    pages = site.pages()
    shutil.copy(site.out / "riot/turns/0001-1a.html", site.out / "riot/turns/0009-9a.html")
    assert site.build(full=True).removed == 1
    assert site.pages() == pages


def test_scripts_that_an_earlier_program_wrote_under_other_names_are_removed(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    for name in ("orders-genetess.js", "seal.js", "own.js"):
        (site.out / name).write_text("")
    (site.out / ".genetess-build").unlink()
    assert site.build().removed == 2
    assert (site.out / "own.js").exists()


def test_records_that_were_taken_back_and_played_otherwise_are_told_anew(
    site: League, tmp_path: Path
) -> None:
    site.order("MOVE B2 E").build()
    _take_back(site)
    site.order("CREATE C3 AB").build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def _take_back(site: League) -> None:
    """Let the branch go back one commit, as if the last turn had never been."""
    git(site.root, "reset", "--hard", "--quiet", "HEAD~1")


def test_a_build_that_was_killed_halfway_is_made_good(site: League, tmp_path: Path) -> None:
    site.build()
    site.order("MOVE B2 E")

    class Killed(BaseException):
        pass

    def kill(done: int, total: int) -> None:
        raise Killed

    with pytest.raises(Killed):
        build.build(site.league, site.out, progress=kill)
    (site.out / "riot" / "turns" / "0004-2a.html.half").write_text("half a page")
    site.build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_a_game_that_is_gone_takes_its_pages_with_it(site: League, tmp_path: Path) -> None:
    site.add("duel", wide_file(name="Duel", red="Ann", e=10, id=OTHER_ID))
    site.build()
    assert "riot/index.html" in site.pages()
    shutil.rmtree(site.root / "games" / "duel")
    site.build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_what_is_no_page_is_left_alone(site: League) -> None:
    site.build()
    (site.out / "CNAME").write_text("games.example.org\n")
    (site.out / "photos").mkdir()
    (site.out / "photos" / "index.html").write_text("<p>mine</p>")
    site.order("PASS").build()
    assert (site.out / "CNAME").exists()
    assert (site.out / "photos" / "index.html").exists()


def test_a_folder_with_other_things_in_it_is_refused(site: League) -> None:
    site.out.mkdir()
    (site.out / "thesis.txt").write_text("years of work")
    with pytest.raises(Refused, match="is no site of genetess"):
        site.build()
    assert [file.name for file in site.out.iterdir()] == ["thesis.txt"]


def test_a_broken_game_is_named_and_the_others_are_built(site: League) -> None:
    site.add("broken", "ruleset: genetess\nname: [\n")
    with pytest.raises(Refused, match=r"(?s)broken was not built.*broken/game\.yaml"):
        site.build()
    assert "riot/sheet/red/past/01.js" in site.pages()
    assert "broken" in site.page("index.html")
    (site.root / "games" / "broken" / "game.yaml").write_text(wide_file(name="B", red="A", e=1))
    site.build()
    assert "genetess check" not in site.page("index.html")


def test_records_that_do_not_lead_on_are_named(site: League) -> None:
    record = next((site.root / "games/riot/turns").rglob("0001-1a.yaml"))
    record.write_text(record.read_text().replace("seat: green", "seat: nobody"))
    commit(site.root)
    with pytest.raises(Refused, match="riot was not built"):
        site.build()


def test_a_changed_name_reaches_every_page(site: League, tmp_path: Path) -> None:
    site.build()
    file = site.root / "games" / "riot" / "game.yaml"
    file.write_text(file.read_text().replace("name: Riot", "name: Quiet"))
    site.build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_progress_is_told(site: League) -> None:
    told: list[tuple[int, int]] = []
    build.build(site.league, site.out, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (1, 1)


def test_a_game_that_is_gone_from_the_site_comes_back(site: League) -> None:
    site.build()
    pages = site.pages()
    shutil.rmtree(site.out / "riot")
    site.build()
    assert site.pages() == pages


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    "place", ["turns/0001-1a.html", "sheet/red/index.html", "sheet/red/past.html", "log/01.html"]
)
def test_a_game_is_believed_to_be_as_it_was_left_until_it_goes_on(
    site: League, tmp_path: Path, place: str
) -> None:
    site.add("duel", wide_file(name="Duel", red="Ann", e=10, id=OTHER_ID))
    site.build()
    (site.out / "riot" / place).unlink()
    (site.root / "games/duel/game.yaml").write_text(wide_file(name="Dull", red="Ann", e=10, id=OTHER_ID))
    site.build()
    assert not (site.out / "riot" / place).exists()
    site.order("PASS").build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_a_league_outside_git_remembers_beside_its_pages(site: League, tmp_path: Path) -> None:
    shutil.rmtree(site.root / ".git")
    site.build()
    assert site.build().written == 0
    assert (site.out / NAME).exists()


def test_a_folder_that_cannot_be_written_is_named(site: League) -> None:
    site.out.write_text("a file, no folder")
    with pytest.raises(Refused, match="site"):
        site.build()
    site.out.unlink()
    site.build()
    (site.out / "riot" / "log" / "01.html").unlink()
    (site.out / "riot" / "log" / "01.html.half").mkdir()
    site.order("PASS")
    with pytest.raises(Refused, match=r"01\.html\.half: .*build it again"):
        site.build()


@pytest.mark.exhaustive
def test_the_log_goes_on_on_a_second_page(site: League, tmp_path: Path) -> None:
    site.order(*["PASS"] * 95).build()
    site.order("PASS").build()  # number 99, the last of the first page
    site.order("PASS").build()
    assert 'rel="next" href="02.html"' in site.page("riot/log/01.html")
    assert site.page("riot/log/02.html").count("<dt>") == 1
    site.order("PASS").build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")
