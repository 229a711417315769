"""A real league, and the program run on it with a disk that fails, or a power cut, at a chosen call."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from tests.house.tree import ROOT
from tests.shared import once

FULL, BROKEN = str(errno.ENOSPC), str(errno.EIO)
READ_ONLY, DENIED = str(errno.EROFS), str(errno.EACCES)
ROOM, ALL = 1, 2
"""Which later calls fail as well: those that need room, or all."""


class Ended(msgspec.Struct, frozen=True):
    """How a run ended, and the calls that it made, such as `write .git/HEAD.lock`."""

    status: int
    out: str
    err: str
    calls: Sequence[str]


class Fault(msgspec.Struct, frozen=True):
    """What happens at the call `at` of those whose path has `part` in it: `act` and `on` as in faults.c has them."""

    at: int = 0
    act: str = "0"
    on: int = 0
    part: str = ""


def library(factory: pytest.TempPathFactory) -> Path:
    """The compiled faults.c. Skips where there is no compiler, or no Linux."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("no C compiler here, or no Linux: no call can be made to fail")

    def compiled(folder: Path) -> None:
        folder.mkdir()
        source = Path(__file__).with_suffix(".c")
        words = [compiler, "-shared", "-fPIC", "-O1", "-o", str(folder / "faults.so"), str(source), "-ldl"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    return once(factory, "faults", compiled) / "faults.so"


def genetess(league: Path, *words: str) -> Ended:
    """The program in a league, undisturbed."""
    return _run(league, words, {})


def disturbed(
    league: Path, preload: Path, fault: Fault, *words: str, meanwhile: Callable[[], None] | None = None
) -> Ended:
    """The program in a league, in which a fault happens to it or to one of its gits.

    `meanwhile` is what others do while all of it stands still, for a fault that stops it.
    """
    count, log = league.with_suffix(".count"), league.with_suffix(".log")
    count.write_bytes(bytes(8))
    log.unlink(missing_ok=True)
    more = {
        "LD_PRELOAD": str(preload),
        "FAULT_ROOT": str(league.resolve()),
        "FAULT_COUNT": str(count),
        "FAULT_AT": str(fault.at),
        "FAULT_ACT": fault.act,
        "FAULT_ON": str(fault.on),
        "FAULT_LOG": str(log),
    }
    done = _run(league, words, more | ({"FAULT_PART": fault.part} if fault.part else {}), meanwhile)
    calls = log.read_text().splitlines() if log.exists() else []
    shown = [call.replace(f"{league.resolve()}/", "") for call in calls]
    return msgspec.structs.replace(done, calls=shown)


def _run(
    league: Path, words: Sequence[str], more: Mapping[str, str], meanwhile: Callable[[], None] | None = None
) -> Ended:
    with subprocess.Popen(
        [sys.executable, "-m", "genetess_cli", *words],
        cwd=league,
        env={**os.environ, "PYTHONPATH": str(ROOT), **more},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        if meanwhile is not None:
            stopped = os.waitid(os.P_PID, run.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if stopped and stopped.si_code == os.CLD_STOPPED:
                meanwhile()
                os.killpg(run.pid, signal.SIGCONT)
        out, err = run.communicate(timeout=120)
    return Ended(run.returncode, out, err, [])
