"""What fetching may cost: no pull request takes the time or the room of the others, or of the turns."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.kit.command import git, run
from tests.kit.forge import GREEN, RED, Forge, numbers, reasons

OTHER_COMMIT = """\
#!/bin/sh
unset GIT_QUARANTINE_PATH
git update-ref refs/heads/main {new} {old} || true
"""


class Packing:
    """What the remote's git makes for each fetch: its sizes in bytes, and how many packs the fetcher has by then."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, waits: float = 0) -> None:
        self._log = folder / "packs.log"
        self._log.write_text("")
        (folder / "tmp").mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(folder / "tmp"))
        hook = folder / "pack-objects"
        hook.write_text(
            f'#!/bin/sh\nsleep {waits}\n"$@" > {folder}/pack || exit 1\n'
            f'echo "$(wc -c < {folder}/pack) $(ls {folder}/tmp/*/objects/pack/*.pack 2> /dev/null | wc -l)" '
            f">> {self._log}\ncat {folder}/pack\n"
        )
        hook.chmod(0o755)
        settings = folder / "settings"
        shutil.copy(os.environ["GIT_CONFIG_GLOBAL"], settings)
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
        git(folder, "config", "--global", "uploadpack.packObjectsHook", str(hook))

    @property
    def rows(self) -> list[tuple[int, int]]:
        lines = [line.split() for line in self._log.read_text().splitlines()]
        return [(int(size), int(there)) for size, there in lines]


def test_what_is_too_large_is_not_even_fetched(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = "100644 " + git(forge.remote, "hash-object", "-w", "--stdin", data=os.urandom(10_000_000))
    forge.pull_rows("ragnar42", {RED: row})
    packing = Packing(tmp_path, monkeypatch)
    assert "larger than 16 KiB" in reasons(forge.collect())
    assert sum(size for size, _ in packing.rows) < 100_000


@pytest.mark.exhaustive
def test_where_the_remote_moves_nothing_is_fetched_again(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    tree = git(forge.remote, "rev-parse", "main^{tree}")
    other = git(forge.remote, "commit-tree", tree, "-p", "main", "-m", "somebody else's")
    hook = forge.remote / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(OTHER_COMMIT.format(new=other, old=forge.tip()))
    hook.chmod(0o755)
    packing = Packing(tmp_path, monkeypatch)
    done = forge.collect()
    assert done.status == 0, done.err
    assert forge.shown(RED) == "PASS\n"
    of_main = 1
    assert len(packing.rows) == 1 + of_main


@pytest.mark.exhaustive
def test_a_remote_that_is_slow_is_no_fault_of_the_author(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    Packing(tmp_path, monkeypatch, waits=5)
    monkeypatch.setattr("genetess_cli.store.git.fetched._PATIENCE", 1.0)
    done = forge.collect()
    assert (done.status, done.out) == (4, "")
    assert "the remote did not answer in time" in done.err


def test_a_run_fetches_for_a_while_and_leaves_the_rest_to_the_next(
    forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    with monkeypatch.context() as short:
        short.setattr("genetess_cli.intake.pull_requests.SECONDS", -1)
        done = forge.collect()
    assert done.status == 3
    assert "2 more wait for the next runs" in done.err
    assert numbers(forge.collect().json["taken"]) == ["1", "2"]


def test_what_was_fetched_is_thrown_away_when_it_is_much(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        forge.pull("ragnar42", {RED: "JUMP\n"})
    monkeypatch.setattr("genetess_cli.store.git.fetched._MOST_KEPT", 0)
    packing = Packing(tmp_path, monkeypatch)
    assert len(forge.collect().json["refused"]) == 4
    assert max(there for _, there in packing.rows) == 0
    assert not [*(tmp_path / "tmp").iterdir()]


def test_nothing_is_fetched_while_they_are_read(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git could fetch what it misses by itself; here no way of fetching is allowed meanwhile."""
    log, real = tmp_path / "git.log", shutil.which("git")
    (tmp_path / "bin").mkdir()
    git_here = tmp_path / "bin" / "git"
    git_here.write_text(f'#!/bin/sh\necho "$PWD $GIT_ALLOW_PROTOCOL $*" >> {log}\nexec {real} "$@"\n')
    git_here.chmod(0o755)
    forge.pull("ragnar42", {RED: "PASS\n"})
    listed = forge.listed()
    monkeypatch.setenv("PATH", f"{git_here.parent}:{os.environ['PATH']}")
    assert run(forge.league, "collect", "--pulls", str(listed)).status == 0
    calls = [line.split() for line in log.read_text().splitlines() if "/genetess-" in line.split()[0]]
    reading = [words for words in calls if {"cat-file", "merge-base", "rev-list"} & {*words}]
    assert len(reading) == 3
    assert {words[1] for words in reading} == {"none"}
