"""Print what a run of a league's workflow on GitHub costs: `python -m benchmarks.workflow`.

All of it is processor time of this machine: what the action installs, and each step of the program. GitHub is a server
on this machine that has little to say, so what an encrypted connection costs is not in it.
"""

from __future__ import annotations

import argparse
import compileall
import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import Process, Queue
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from benchmarks import leagues
from benchmarks.measure import (
    ENVIRONMENT,
    NOTHING_DUE,
    PROGRAM,
    ROOT,
    genetess,
    git,
    python,
    run,
    spent,
)

ANSWERS = 100
COMMIT = "a" * 40
INSTALL = ROOT / "genetess_cli" / "store" / "forges" / "install.sh"


class League:
    """A league whose games bots play, and its remote."""

    def __init__(self, folder: Path, games: int) -> None:
        self.home = folder / "league"
        self.remote = folder / "league.git"
        run(genetess("init", self.home, "--title", "Bench"))
        git(folder, "init", "--quiet", "--bare", "--initial-branch", "main", self.remote)
        git(self.home, "remote", "add", "origin", self.remote)
        self.games = [f"game{number}" for number in range(games)]

    def start(self) -> None:
        """Start its games."""
        for game in self.games:
            leagues.new(self.home, game, "quartet")
        self.does("start", *self.games)

    def push(self) -> None:
        git(self.home, "push", "--quiet", "origin", "HEAD:main")

    def clone(self, place: Path) -> Path:
        """Clone it, as a forge's run begins."""
        git(place.parent, "clone", "--quiet", "--no-local", self.remote, place)
        return place

    def does(self, *command: str) -> None:
        run(genetess(*command), self.home, right=(0, NOTHING_DUE))


class _GitHub(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        data = json.dumps(self._said(urlsplit(self.path).path)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_PATCH = do_PUT = do_GET  # noqa: N815 - as the library calls them

    def _said(self, path: str) -> object:
        name = path.rpartition("/")[2]
        if name == "jobs":
            return {"jobs": [{"name": "Deploy the site", "conclusion": "success"}]}
        if name == "runs":
            return {"workflow_runs": []}
        if name == "league":
            return {"private": False, "fork": False, "has_issues": True}
        if name.isdigit() or self.command != "GET":
            return {"number": 7, "head": {"sha": COMMIT}}
        return []

    def log_message(self, *_: object) -> None:
        pass


def _serve(ports: Queue[int]) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _GitHub)
    ports.put(server.server_port)
    server.serve_forever()


class Worker:
    """A worker of the forge, with a fresh clone of a league for each run."""

    def __init__(self, folder: Path, league: League, port: int) -> None:
        self.folder = folder
        self.league = league
        self.place = folder / "clone"
        self.temp = folder / "temp"
        self._around = ENVIRONMENT | {
            "GITHUB_ACTIONS": "true", "GITHUB_API_URL": f"http://127.0.0.1:{port}", "GITHUB_EVENT_NAME": "schedule",
            "GITHUB_REPOSITORY": "gm/league", "GITHUB_RUN_ATTEMPT": "1", "GITHUB_RUN_ID": "7",
            "GITHUB_SERVER_URL": "https://github.com", "GITHUB_OUTPUT": str(self.temp / "output"),
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary"), "RUNNER_TEMP": str(self.temp),
            "FORGE_TOKEN": "token", "FORGE_PACE": "0", "HAS_KEY": "true",
        }  # fmt: skip

    def begin(self) -> None:
        """Begin a run."""
        for folder in (self.place, self.temp):
            shutil.rmtree(folder, ignore_errors=True)
        self.temp.mkdir()
        self.league.clone(self.place)

    def installs(self) -> float:
        return spent(partial(self._does, ["bash", str(INSTALL)]))

    def step(self, name: str) -> float:
        return spent(partial(self._does, [str(PROGRAM), "forge", name]))

    def _does(self, command: list[str]) -> None:
        done = subprocess.run(
            command, cwd=self.place, env=self._around, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")

    def has_to_answer(self, answers: list[dict[str, Any]]) -> None:
        talk = self.temp / "talk"
        talk.mkdir(exist_ok=True)
        (talk / "answers.json").write_text(json.dumps(answers))


def _rows(worker: Worker) -> Iterator[tuple[str, float]]:
    worker.begin()
    install = worker.installs()
    yield "install the program", install
    worker.step("collect")
    worker.step("tick")

    worker.begin()
    quiet = worker.step("collect") + worker.step("tick")
    yield "take in and tick, nothing due", quiet
    yield "**a quiet run**", install + quiet

    (worker.league.home / "games" / "game0" / "orders" / "red.txt").write_text("PASS\n")
    worker.league.does("tick")
    worker.league.push()
    worker.begin()
    due = worker.step("collect") + worker.step("tick")
    yield "take in, tick, and build the site, a turn since", due
    talk = worker.step("talk")
    yield "tell it", talk
    yield "**a run with a turn**, two jobs that install", 2 * install + due + talk

    body = {"close": True, "body": "Accepted. " * 20, "head": COMMIT}
    worker.has_to_answer([{"on": "pr", "number": n, "to": f"pull {n}", **body} for n in range(ANSWERS)])
    yield f"{ANSWERS} answers", worker.step("talk")


def main() -> None:
    """Make a league and its forge, and print what each step takes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workflow", description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    asked = parser.parse_args()
    compileall.compile_dir(ROOT / "genetess_cli", quiet=1)
    ports: Queue[int] = Queue()
    forge = Process(target=_serve, args=(ports,), daemon=True)
    forge.start()
    with TemporaryDirectory() as folder:
        league = League(Path(folder), asked.games)
        league.start()
        league.push()
        worker = Worker(Path(folder), league, ports.get())
        unit = spent(python)
        for what, seconds in _rows(worker):
            print(f"| {what} | {seconds:.2f} s | {seconds / unit:.0f} P |", flush=True)
    forge.terminate()


if __name__ == "__main__":
    main()
