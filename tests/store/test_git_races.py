"""Several writers at once and writers killed at any moment: no turn is lost, none is torn."""

from __future__ import annotations

import multiprocessing
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from genetess_cli.errors import Busy
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.snapshot import Untouched
from genetess_cli.store.git.worktree import Pending, write_pending
from tests.store.conftest import git

STATE = "games/riot/state.yaml"


def write(top: Path, name: str, turns: int, locked: bool) -> None:
    """Count up the state and leave a file, `turns` times, starting again whenever somebody was faster."""
    done = 0
    while done < turns:
        with Repository.open(top) as league:
            try:
                _count(league, f"{name}{done}", locked)
            except Busy:
                time.sleep(random.random() / 100)
                continue
        done += 1


def _count(league: Repository, name: str, locked: bool) -> None:
    if locked:
        with league.lock():
            _commit(league, name)
    else:
        _commit(league, name)


def _commit(league: Repository, name: str) -> None:
    tip = league.tip()
    state = Untouched(league.snapshot(tip)).read(STATE) or b""
    number = int(state.split()[1]) + 1
    league.commit(tip, {STATE: b"turn: %d\n" % number, f"turns/{name}": b"x"}, name, number)


@pytest.mark.by_day(0, ci="all")
@pytest.mark.parametrize("locked", [True, False])
def test_of_thirty_turns_by_two_writers_none_is_lost(top: Path, locked: bool) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write, args=(top, name, 15, locked)) for name in "ab"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
        assert writer.exitcode == 0
    assert git(top, "show", f"HEAD:{STATE}") == "turn: 30"
    assert git(top, "rev-list", "--count", "HEAD") == "31"
    assert len(git(top, "ls-tree", "--name-only", "HEAD:turns").split()) == 30
    if locked:
        assert git(top, "status", "--porcelain") == ""


def test_the_lock_is_held_against_others_and_let_go_by_the_dead(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("genetess_cli.store.git.repository.PATIENCE", 0.05)
    code = (
        "import sys; from pathlib import Path; from genetess_cli.store.git.repository import Repository\n"
        f"with Repository.open(Path({str(top)!r})).lock():\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert holder.stdout
    assert holder.stdin
    holder.stdout.readline()
    with Repository.open(top) as league:
        with pytest.raises(Busy, match="another command"), league.lock():
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with league.lock() as left:
            assert left == []
    holder.stdout.close()
    holder.stdin.close()


def test_a_file_half_written_at_the_kill_is_cleared_away(top: Path) -> None:
    with Repository.open(top) as league:
        old = league.tip()
        new, _ = league.commit(old, {"turns/[1].yaml": b"x"}, "turn 1", 1)
    (top / "turns/[1].yaml").unlink()  # as if killed while the files follow
    write_pending(top / ".git" / "genetess" / "pending", Pending("main", old, new))
    half = top / "turns/.[1].yaml.4711.half"
    half.write_bytes(b"")
    with Repository.open(top) as league, league.lock() as left:
        assert left == []
    assert git(top, "status", "--porcelain") == ""
