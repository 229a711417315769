"""A build publishes of the program's files what is committed, and people's files as they lie there."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from genetess_cli.site import build
from genetess_cli.store.git.repository import Repository
from tests.kit.boards import wide_file
from tests.kit.command import commit, git, run
from tests.kit.keys import OTHER_ID
from tests.kit.league import League, site_in, wide

LAST = "games/riot/turns/00xx/0003-1c"


@pytest.fixture(params=[False, True], ids=["open", "sealed"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> League:
    return wide(tmp_path / "here", sealed=request.param).start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")


def _ending(site: League) -> str:
    return "sealed" if site.is_sealed else "yaml"


def _append(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"# by hand\n")


def _add_record(site: League) -> str:
    path = f"games/riot/turns/00xx/0004-2a.{_ending(site)}"
    shutil.copy(site.root / f"{LAST}.{_ending(site)}", site.root / path)
    return path


def _edit_record(site: League) -> str:
    path = f"{LAST}.{_ending(site)}"
    _append(site.root / path)
    return path


def _delete_record(site: League) -> str:
    path = f"{LAST}.{_ending(site)}"
    (site.root / path).unlink()
    return path


def _edit_state(site: League) -> str:
    path = f"games/riot/state.{_ending(site)}"
    _append(site.root / path)
    return path


def _edit_clock(site: League) -> str:
    path = "games/riot/clock.yaml"
    text = (site.root / path).read_text()
    assert "phase: playing" in text
    (site.root / path).write_text(text.replace("phase: playing", "phase: finished"))
    return path


def _delete_clock(site: League) -> str:
    (site.root / "games/riot/clock.yaml").unlink()
    return "games/riot/clock.yaml"


def _delete_turns(site: League) -> str:
    shutil.rmtree(site.root / "games/riot/turns")
    return f"{LAST}.{_ending(site)}"


EDITS: list[Callable[[League], str]] = [
    _add_record, _edit_record, _delete_record, _edit_state, _edit_clock, _delete_clock, _delete_turns,
]  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_not_committed_of_the_program_s_files_is_not_published(
    site: League, edit: Callable[[League], str]
) -> None:
    site.build()
    pages = site.pages()
    edit(site)
    site.build()
    assert site.pages() == pages
    assert site.build(full=True).written == 0


@pytest.mark.parametrize("edit", EDITS)
def test_it_is_said_each_time_and_how_to_restore_it(tmp_path: Path, edit: Callable[[League], str]) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    path = edit(site)
    for _ in range(2):
        done = run(site.root, "build", "--out", str(site.out))
        assert done.status == 0
        assert f"{path}: " in done.err
        assert ("Delete it" if edit is _add_record else f"`git restore -SW {path}`") in done.err


def test_a_damaged_index_is_said_and_keeps_no_page_back(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    (site.root / ".git/index").write_bytes(b"")
    done = run(site.root, "build", "--out", str(site.out))
    assert done.status == 0
    assert "index" in done.err
    assert "riot/turns/0000-0.html" in site.pages()


SPARSE = {
    "no records": "git sparse-checkout set --no-cone '/*' '!/games/riot/turns/'",
    "not the game": "git sparse-checkout set --no-cone '/*' '!/games/riot/'",
    "no game": "git sparse-checkout set --cone",
    "the position is passed over": "git update-index --skip-worktree games/riot/state.*; rm games/riot/state.*",
    "the settings are passed over": "git update-index --skip-worktree games/riot/*.*; rm games/riot/*.*",
    "orders are passed over": "git update-index --skip-worktree games/riot/orders/*; rm -r games/riot/orders",
}


@pytest.mark.parametrize("leave_out", SPARSE.values(), ids=SPARSE)
def test_what_git_leaves_out_on_purpose_is_published(site: League, tmp_path: Path, leave_out: str) -> None:
    site.writes("red", "PASS\n")
    commit(site.root)
    site.build()
    pages = site.pages()
    subprocess.run(["sh", "-e", "-c", leave_out], cwd=site.root, check=True)
    assert site.build().written == 0
    assert _built(site, tmp_path / "fresh") == pages


def test_people_s_files_count_as_they_lie_there(site: League, tmp_path: Path) -> None:
    site.build()
    pages = site.pages()
    site.edit("name: Riot", "name: Quiet").writes("red", "PASS\n").build()
    edited = site.pages()
    assert b"Quiet" in edited["riot/index.html"]
    assert edited["riot/sheet/red/index.html"] != pages["riot/sheet/red/index.html"]
    assert edited == _built(site, tmp_path / "fresh")
    commit(site.root)
    assert site.build().written == 0
    git(site.root, "revert", "--no-edit", "HEAD")
    site.build()
    assert site.pages() == pages


def test_a_game_that_no_commit_has_is_published_as_it_lies_there(site: League) -> None:
    site.add("duel", wide_file(name="Duel", red="Ann", e=10, id=OTHER_ID))
    site.build()
    pages = site.pages()
    assert b"has not started yet" in pages["duel/index.html"]
    commit(site.root)
    assert site.build().written == 0
    site.start("duel", 5).build()
    assert "duel/turns/0000-0.html" in site.pages()


def test_outside_git_all_counts_as_it_lies_there(site: League) -> None:
    site.build()
    pages = site.pages()
    shutil.rmtree(site.root / ".git")
    site.build()
    assert [place for place in site.pages() if not place.startswith(".")] == [*pages][1:]
    done = run(site.root, "build", "--out", str(site.out))
    assert (done.status, done.err) == (0, "")


def test_what_an_interrupted_run_did_is_published(site: League, tmp_path: Path) -> None:
    """While another run is at work, or was killed, the work tree is behind its commit."""
    site.writes("red", "MOVE B2 E\n").build()
    commit(site.root)
    before = site.root / "games"
    shutil.copytree(before, tmp_path / "behind")
    old = git(site.root, "rev-parse", "HEAD")
    site.tick(49).build()
    pages = site.pages()
    shutil.rmtree(before)
    shutil.copytree(tmp_path / "behind", before)
    pending = {"branch": "main", "old": old, "new": git(site.root, "rev-parse", "HEAD")}
    (site.root / ".git/genetess/pending").write_text(json.dumps(pending))
    assert site.build(full=True).written == 0
    assert site.pages() == pages


def test_a_fresh_clone_goes_on_from_what_the_last_run_remembered(site: League, tmp_path: Path) -> None:
    site.build()
    page = site.out / "riot/turns/0001-1a.html"
    page.write_text("as the last run left it")
    moved = site.root.rename(tmp_path / "moved")
    git(tmp_path, "clone", "--quiet", str(moved), str(site.root))
    assert site.build().written == 0
    site.repository.close()
    site.repository = Repository.open(site.root)
    site.order("MOVE B2 E").build()
    assert page.read_text() == "as the last run left it"
    site.build(full=True)
    assert site.pages() == _built(site, tmp_path / "fresh")


def _built(site: League, out: Path) -> dict[str, bytes]:
    build.build(site.league, out)
    return site_in(out)
