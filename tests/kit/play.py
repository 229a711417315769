"""`genetess play` as somebody starts it in a terminal, and letters to it such as its sheets send. No test is here."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from genetess_cli.store.reader.games import Game
from tests.house.tree import ROOT
from tests.kit.reading import begun

_HEED = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
"""A shell that starts the tests in the background has programs below it ignore SIGINT."""


class Reply(msgspec.Struct, frozen=True):
    """What the server has said."""

    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def json(self) -> dict[str, str]:
        return json.loads(self.body)  # type: ignore[no-any-return]


class Played:
    """A folder that is being played in, by the process that serves it at `address`."""

    def __init__(self, folder: Path, process: subprocess.Popen[str], address: str) -> None:
        self.folder, self.process, self.address = folder, process, address
        _, _, self.host, self.token, _ = address.split("/")

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        **headers: str,
    ) -> Reply:
        """Ask for a path of the host; headers as keywords, `_` for `-`."""
        connection = http.client.HTTPConnection(self.host, timeout=20)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {"Host": self.host, **named})
        answer = connection.getresponse()
        reply = Reply(answer.status, dict(answer.headers), answer.read().decode())
        connection.close()
        return reply

    def post(self, message: Any, **headers: str) -> Reply:
        """Send a message as a sheet does, but for these headers."""
        usual = {"Origin": f"http://{self.host}", "Content_Type": "application/json"}
        body = json.dumps(message).encode()
        return self.ask(f"/{self.token}/send", "POST", body, **{**usual, **headers})

    def send(self, orders: str, slug: str = "first", turn: str = "1a", seat: str = "red") -> dict[str, str]:
        return self.post({"act": "order", "game": slug, "seat": seat, "turn": turn, "orders": orders}).json

    def game(self, slug: str = "first") -> Game:
        return begun(self.folder, slug)

    def interrupt(self) -> int:
        """End it as Ctrl-C does; gives its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


@contextmanager
def played(folder: Path, *arguments: str) -> Iterator[Played]:
    """Play in a folder, with no browser but the test's."""
    command = [
        sys.executable,
        "-u",
        "-m",
        "genetess_cli",
        "play",
        "-C",
        str(folder),
        "--no-browser",
        *arguments,
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, preexec_fn=_HEED
    ) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found, process.wait(20)
            yield Played(folder, process, found[0])
        finally:
            process.kill()
