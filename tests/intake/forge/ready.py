"""`genetess`, loaded once: a process that has it in it and forks for each call.

Loading it takes longer than what a step of a workflow has it do. All else is as if it were started: a call is a process
of its own, in the folder of who calls, with the same arguments, environment and open files. It only sleeps no second in
which there is nothing to wait for: where SLEEPS_AT names a hub, the clock there and its own go on instead.
`Runner(installed=True)` starts the installed program.
"""

from __future__ import annotations

import gc
import importlib
import marshal
import os
import pkgutil
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NoReturn, SupportsIndex
from urllib.request import urlopen

import genetess_cli
from tests.house.tree import ROOT

MAINS = {"genetess": "genetess_cli.__main__"}
CALL = '#!/bin/sh\nexec {python} -I -S {call} {place} {name} "$@"\n'
A_MOMENT = 0.1
Programs = dict[str, Callable[[], None]]


class Ready:
    """The process, until it is closed or whoever started it is gone."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ready-"))
        command = [sys.executable, "-E", "-m", __name__, str(self._place)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

    @property
    def _place(self) -> Path:
        return self._folder / "calls"

    def script(self, name: str) -> str:
        """What a file has to hold that is to be one of the programs."""
        call = Path(__file__).with_name("call.py")
        return CALL.format(python=sys.executable, call=call, place=self._place, name=name)

    def close(self) -> None:
        """Take no more calls."""
        self._process.communicate()
        shutil.rmtree(self._folder)


@cache
def ready() -> Ready:
    """The process of all tests that are run one after the other."""
    return Ready()


class _Clock:
    """The clock of a call, which goes on at once where the program would sleep."""

    def __init__(self) -> None:
        self._sleep, self._monotonic, self._slept = time.sleep, time.monotonic, 0.0
        time.sleep, time.monotonic = self.sleep, lambda: self._monotonic() + self._slept

    def sleep(self, seconds: SupportsIndex | float) -> None:
        hub = os.environ.get("SLEEPS_AT")
        if hub is None or float(seconds) < A_MOMENT:  # as a process is waited for
            self._sleep(seconds)
            return
        self._slept += float(seconds)
        with urlopen(f"{hub}/slept/{seconds}"):
            pass


def _loaded() -> Programs:
    _Clock()
    for module in pkgutil.walk_packages(genetess_cli.__path__, "genetess_cli."):
        importlib.import_module(module.name)
    return {name: importlib.import_module(module).main for name, module in MAINS.items()}


def _serve(place: str) -> None:
    programs = _loaded()
    gc.freeze()  # or each fork would soon have a copy of nearly all of it
    calls = socket.socket(socket.AF_UNIX)
    calls.bind(place)
    calls.listen(64)
    print("ready", flush=True)
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        heard = select.select([calls, sys.stdin, *running], [], [])[0]
        if sys.stdin in heard:
            return
        for end in running.keys() & heard:
            _ended(end, *running.pop(end))
        if calls in heard:
            line, _ = calls.accept()
            end, started = _begun(line, programs)
            running[end] = started, line


def _begun(line: socket.socket, programs: Programs) -> tuple[int, int]:
    """Have a program run; gives the end of a pipe that is closed when it has ended, and its process."""
    head, files, _, _ = socket.recv_fds(line, 4, 3)
    with line.makefile("rb") as rest:
        words, folder, environment = marshal.loads(rest.read(int.from_bytes(head, "big")))
    end, held = os.pipe()
    started = os.fork()
    if started == 0:
        try:
            _become(files, folder, environment)
            _run(words, programs)
        finally:
            os._exit(1)
    for file in (held, *files):
        os.close(file)
    return end, started


def _become(files: list[int], folder: str, environment: dict[bytes, bytes]) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environb.clear()
    os.environb.update(environment)
    time.tzset()


def _ended(end: int, started: int, line: socket.socket) -> None:
    """Say how a program ended, as a shell does."""
    status = os.waitstatus_to_exitcode(os.waitpid(started, 0)[1])
    os.close(end)
    with line:
        line.sendall(bytes([status if status >= 0 else 128 - status]))


def _run(words: tuple[str, ...], programs: Programs) -> NoReturn:
    sys.argv = [*words]
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(*each) for each in ((0, "r"), (1, "w"), (2, "w", 1)))
    status: object = 0
    try:
        programs[words[0]]()
    except SystemExit as end:
        status = end.code or 0
    except Exception:  # noqa: BLE001 - as Python itself ends then
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    _serve(sys.argv[1])
