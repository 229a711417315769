"""Where what players sent could not be read, nothing is carried out: nobody misses a deadline for it."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest

from tests.intake.forge.runner import COLLECT, TICK, Runner
from tests.intake.forge.test_faults import last
from tests.intake.forge.test_run import DAY, key, league, runner
from tests.kit.command import git
from tests.kit.forge import RED, Forge

__all__ = ["key"]


def no_lock(work: Path) -> None:
    """Let nobody lock a league, so that whatever is to be done there is refused."""
    place = work / ".git" / "genetess"
    rmtree(place, ignore_errors=True)
    place.write_text("")


def _overdue(tmp_path: Path, key: str) -> tuple[Forge, Runner]:
    """A turn whose time is over, with orders for it that nobody has read yet."""
    forge = league(tmp_path, ("riot",), begun=3 * DAY + 60)
    machine = runner(forge, key)
    machine.open([forge.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    return forge, machine


@pytest.mark.exhaustive
def test_where_the_remote_cannot_be_fetched_nobody_misses_a_deadline(tmp_path: Path, key: str) -> None:
    forge, machine = _overdue(tmp_path, key)
    away = forge.remote.with_name("away.git")
    machine.meanwhile = {
        COLLECT: lambda: forge.remote.rename(away),
        TICK: lambda: away.rename(forge.remote),
    }
    machine.tick(fails=["tick"])
    assert f"--- {TICK}" not in machine.log
    away.rename(forge.remote)
    machine.meanwhile.clear()
    machine.tick()
    assert last(forge) == "riot 1a red: MOVE B2 S"


def test_a_refusal_without_a_list_of_answers_stops_the_run(tmp_path: Path, key: str) -> None:
    """Nothing was refused then but the run itself."""
    _, machine = _overdue(tmp_path, key)
    machine.meanwhile[COLLECT] = lambda: no_lock(machine.temp("tick") / "work")
    machine.tick(fails=["tick"])
    assert "cannot be written" in machine.log
    assert f"--- {TICK}" not in machine.log


@pytest.mark.by_day(0, ci="all")
def test_wrong_usage_that_is_no_fault_of_the_lists_stops_the_run(tmp_path: Path, key: str) -> None:
    _, machine = _overdue(tmp_path, key)
    machine.meanwhile[COLLECT] = lambda: git(
        machine.temp("tick") / "work", "remote", "rename", "origin", "upstream"
    )
    machine.tick(fails=["tick"])
    assert "there is no remote origin" in machine.log
    assert f"--- {TICK}" not in machine.log
