"""What a site has for verifying a game: only with the program for browsers, and never before all may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli import __version__
from genetess_cli.site.write.installed import PACKAGE
from tests.kit.command import git
from tests.kit.keys import machine
from tests.kit.league import League, wide
from tests.kit.proved import files

MOST = 2000  # bytes a turn


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a program for browsers."""
    _install(tmp_path, monkeypatch, __version__)


def _install(folder: Path, patch: pytest.MonkeyPatch, version: str) -> None:
    package = folder / "installed" / PACKAGE
    (package / "py-1234").mkdir(parents=True)
    (package / "py-1234/app.zip").write_text("the program")
    (package / "index.html").write_text("the page")
    (package / "__init__.py").write_text(f'__version__ = "{version}"\n')
    patch.syspath_prepend(str(package.parent))


def _proofs(league: League) -> list[Path]:
    return sorted(league.out.glob("*/proof/*"))


def test_without_the_program_for_browsers_there_is_nothing_to_verify_by(tmp_path: Path) -> None:
    league = wide(tmp_path).start()
    league.build()
    assert not (league.out / "verify.html").exists()
    assert not _proofs(league)
    assert "verify.html" not in league.page("riot/index.html")


def test_one_of_another_version_counts_for_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(tmp_path, monkeypatch, "0.0.9")
    league = wide(tmp_path).start()
    league.build()
    assert not (league.out / "verify.html").exists()


@pytest.mark.usefixtures("packed")
def test_a_game_that_goes_on_is_offered_at_its_home(tmp_path: Path) -> None:
    league = wide(tmp_path).start()
    league.build()
    assert 'href="../verify.html#riot"' in league.page("riot/index.html")
    assert '<option value="riot" data-files="1">' in league.page("verify.html")
    assert [file.read_bytes() for file in _proofs(league)] == files(league.root)


@pytest.mark.usefixtures("packed")
def test_a_league_that_keeps_its_commits_to_itself_has_none_of_it_on_its_site(tmp_path: Path) -> None:
    league = wide(tmp_path).start()
    league.build()
    settings = league.root / "genetess.yaml"
    settings.write_text(settings.read_text() + "site: {verify: false}\n")
    league.build()
    assert not _proofs(league)
    assert not (league.out / "verify.html").exists()
    assert "verify.html" not in league.page("riot/index.html")
    assert 'href="play/index.html"' in league.page("index.html")


@pytest.mark.usefixtures("packed")
def test_of_a_sealed_game_there_is_nothing_until_its_key_is_public(tmp_path: Path) -> None:
    with machine(tmp_path):
        league = wide(tmp_path, sealed=True).start()
        league.build()
        assert not _proofs(league)
        assert "it is sealed, and its key is not public yet" in league.page("verify.html")
        league.finish(1)
        league.reveal()
        league.build()
        assert _proofs(league)


@pytest.mark.usefixtures("packed")
def test_a_game_whose_history_has_lost_something_has_its_pages_all_the_same(tmp_path: Path) -> None:
    league = wide(tmp_path).start().play(2)
    lost = git(league.root, "rev-parse", "HEAD~2:games/riot/state.yaml")
    (league.root / ".git/objects" / lost[:2] / lost[2:]).unlink()
    league.build()
    assert "riot" in league.page("riot/index.html")
    assert not _proofs(league)
    assert "cannot be verified here" in league.page("verify.html")


def test_a_turn_takes_little_and_what_is_finished_never_changes(tmp_path: Path) -> None:
    league = wide(tmp_path).start().play(120)
    before = files(league.root)
    assert len(before) == 2
    assert sum(map(len, before)) / 121 <= MOST
    league.order("PASS")
    after = files(league.root)
    assert after[0] == before[0]
    assert after[1] != before[1]
