"""Commands of the desk killed at any moment: the game is as before or as after, and the next command goes on."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from genetess_cli import store
from genetess_cli.store.git import Repository
from tests.house.tree import ROOT
from tests.referee.desks import Desk

ACTS = """
import sys
from pathlib import Path
from genetess_cli import desk, store
from genetess_cli.undo import undo
league = store.find(Path(sys.argv[1]))
print("ready", flush=True)
while True:
    desk.extend(league, "riot", 60, 1_800_100_000)
    for _ in range(3):  # undone, done again, undone
        undo(league, "riot", 1_800_100_000)
"""


def _killed(folder: Path, after: float) -> None:
    writer = subprocess.Popen([sys.executable, "-c", ACTS, str(folder)], stdout=subprocess.PIPE, cwd=ROOT)
    assert writer.stdout
    writer.stdout.readline()
    time.sleep(after)
    writer.kill()
    writer.wait()
    writer.stdout.close()
    # A git that the killed command had started ends by itself; one that was killed leaves its lock.
    time.sleep(0.05)
    (folder / ".git/index.lock").unlink(missing_ok=True)


def test_killed_at_any_moment_an_act_is_done_or_not_done(tmp_path: Path) -> None:
    story = Desk(tmp_path / "league").start()
    story.writes("red", "MOVE B2 E # away\n").writes("green", "* PASS\nPASS\n").run(1)
    top, chance = story.repository.top, random.Random(3)
    for _ in range(6):
        _killed(top, 0.05 + chance.random() / 4)
        with Repository.open(top) as league, league.lock() as left:
            assert left == []
        status = ["git", "-C", str(top), "status", "--porcelain"]
        assert subprocess.run(status, capture_output=True, check=True).stdout == b""
        numbers = [record.number for record in store.records(story.league, "riot")]
        assert numbers == list(range(story.clock.number))
        assert story.position()
    story.undo(30, to="1a")
    assert story.file("red") == "MOVE B2 E # away\n"
    assert story.clock.number > 8
