"""A league's site has the program for browsers where that is installed, and says nothing of it elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli import __version__
from genetess_cli.site.write.installed import PACKAGE
from tests.kit.command import new_game, new_league, run
from tests.kit.league import site_in

FILES = {"index.html": "the page", "sw.js": "the worker", "py-1234/app.zip": "the program"}


@pytest.fixture
def league(tmp_path: Path) -> Path:
    return new_league(tmp_path)


def install(folder: Path, patch: pytest.MonkeyPatch, version: str = __version__) -> Path:
    """A package of such files, found as one that is installed."""
    package = folder / "packages" / PACKAGE
    for name, text in FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    (package / "__init__.py").write_text(f'__version__ = "{version}"\n')
    patch.syspath_prepend(package.parent)
    return package


def built(league: Path) -> dict[str, bytes]:
    done = run(league, "build")
    assert done.status == 0, done.err
    return site_in(league / "_site")


def in_play(site: dict[str, bytes]) -> dict[str, str]:
    return {name[5:]: data.decode() for name, data in site.items() if name.startswith("play/")}


def test_the_program_lies_in_the_folder_play_and_pages_lead_there(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    site = built(league)
    assert in_play(site) == FILES
    assert all(b'href="play/index.html"' in site[page] for page in ("index.html", "play.html"))


def test_without_the_program_a_site_is_as_it_was_before_it_had_one(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = built(league)
    with monkeypatch.context() as patch:
        install(tmp_path, patch)
        assert in_play(built(league))
    assert (league / "_site/play").exists()
    after = built(league)
    assert {name for name in {*after, *before} if after.get(name) != before.get(name)} == set()
    assert not any(b"play/" in data for data in before.values())
    assert not (league / "_site/play").exists()


def test_of_an_earlier_program_nothing_is_left(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = install(tmp_path, monkeypatch)
    built(league)
    (package / "py-1234").rename(package / "py-5678")
    assert set(in_play(built(league))) == {"index.html", "sw.js", "py-5678/app.zip"}


def test_a_program_of_another_version_is_named_and_left_out(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "0.0.1")
    done = run(league, "build")
    assert f"genetess-play 0.0.1 is installed beside genetess {__version__}" in done.err
    assert not in_play(site_in(league / "_site"))


def test_a_game_that_has_the_name_of_the_folder_keeps_it_and_is_named(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    new_game(league, "play")
    done = run(league, "build")
    assert "the game play has the folder of the page to play in: give games/play/ another name" in done.err
    assert "play/sw.js" not in site_in(league / "_site")


def test_what_was_left_of_a_program_is_none(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (install(tmp_path, monkeypatch) / "__init__.py").unlink()
    assert not in_play(built(league))


@pytest.mark.parametrize("lost", ["index.html", "py-1234/app.zip", "__init__.py"])
def test_a_program_that_is_not_whole_is_named_and_left_out_with_all_that_leads_to_it(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    before = built(league)
    package = install(tmp_path, monkeypatch)
    built(league)
    if lost == "__init__.py":
        (package / lost).write_text("0.1.0 =")
    else:
        (package / lost).unlink()
    done = run(league, "build")
    assert (done.status, done.out.count("removed")) == (0, 1)
    assert "genetess-play is installed, but not whole, so the site has no play/" in done.err
    after = site_in(league / "_site")
    assert {name for name in {*after, *before} if after.get(name) != before.get(name)} == set()
