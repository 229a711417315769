"""A league on a forge that is nothing but a bare repository, and people who send pull requests to it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from tests.cli.conftest import BOARD, START, Done, run
from tests.cli.test_signup import OFFER, offer
from tests.forge.ready import ready

IDS = {"ragnar42": 101, "gwen-g": 102, "mallory": 666, "zoe": 103}
RED, GREEN = "games/riot/orders/red.txt", "games/riot/orders/green.txt"
Files = dict[str, str | bytes | None]


def git(
    folder: Path, *arguments: str, data: bytes | None = None, also: Mapping[str, str] | None = None
) -> str:
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        input=data,
        capture_output=True,
        check=False,
        env={**os.environ, **(also or {})},
    )
    assert done.returncode == 0, done.stderr
    return os.fsdecode(done.stdout).strip()


class Forge:
    """The GM's clone is `league`, what everybody sees is `remote`; `pulls` are the open pull requests."""

    def __init__(self, folder: Path) -> None:
        self.league = folder / "league"
        self.remote = folder / "remote.git"
        self.pulls: list[dict[str, Any]] = []

    def pull(
        self, login: str, files: Files, parent: str | None = None, branch: str | None = None, **more: Any
    ) -> dict[str, Any]:
        """A pull request that writes (None: deletes) files."""
        rows = {path: _row(self.remote, data) for path, data in files.items()}
        return self.pull_rows(login, rows, parent, branch, **more)

    def pull_rows(
        self,
        login: str,
        rows: dict[str, str | None],
        parent: str | None = None,
        branch: str | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """A pull request with whole rows of the index: `100644 OID`."""
        parent = git(self.remote, "rev-parse", parent or "main")
        index = {"GIT_INDEX_FILE": str(self.remote / "scratch-index")}
        git(self.remote, "read-tree", parent, also=index)
        lines = [f"{row} 0\t{path}" if row else f"0 {'0' * 40} 0\t{path}" for path, row in rows.items()]
        git(
            self.remote,
            "update-index",
            "-z",
            "--index-info",
            data=os.fsencode("\0".join([*lines, ""])),
            also=index,
        )
        tree = git(self.remote, "write-tree", also=index)
        return self.pull_tree(login, tree, parent, branch, **more)

    def pull_tree(
        self, login: str, tree: str, parent: str | None = None, branch: str | None = None, **more: Any
    ) -> dict[str, Any]:
        parent = parent or git(self.remote, "rev-parse", "main")
        who = {f"GIT_{role}_{part}": login for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
        made = git(self.remote, "commit-tree", tree, "-p", parent, "-m", "a change", also=who)
        number = len(self.pulls) + 1
        git(self.remote, "update-ref", branch or f"refs/pull/{number}/head", made)
        found = {
            "number": number,
            "title": "orders",
            "user": {"login": login, "id": IDS.setdefault(login, 900 + len(IDS))},
            "head": {"sha": made, "ref": "orders"},
            "base": {"ref": "main"},
            "author_association": "NONE",
            "draft": False,
            **more,
        }
        self.pulls.append(found)
        return found

    def listed(self) -> Path:
        path = self.league.parent / "pulls.json"
        path.write_text(json.dumps(self.pulls))
        return path

    def collect(self, *arguments: str) -> Done:
        return run(self.league, "collect", "--pulls", str(self.listed()), "--json", "--push", *arguments)

    def shown(self, path: str) -> str | None:
        """What the branch on the forge has at a path."""
        done = subprocess.run(
            ["git", "show", f"main:{path}"], cwd=self.remote, capture_output=True, text=True, check=False
        )
        return None if done.returncode else done.stdout

    def tip(self) -> str:
        return git(self.remote, "rev-parse", "main")


def _row(remote: Path, data: str | bytes | None) -> str | None:
    if data is None:
        return None
    body = data.encode() if isinstance(data, str) else data
    return "100644 " + git(remote, "hash-object", "-w", "--stdin", data=body)


def reasons(done: Done) -> str:
    """Why pull requests were refused."""
    return "\n".join(line for one in done.json["refused"] for line in one["reasons"])


def numbers(rows: Iterable[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


@pytest.fixture(scope="session", autouse=True)
def _closed() -> Iterator[None]:
    yield
    if ready.cache_info().currsize:
        ready().close()


@pytest.fixture(scope="session")
def _forge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forge")
    assert run(folder, "init", "league", "--title", "Tests", "--repository", "gm/league").status == 0
    (folder / "board.yaml").write_text(BOARD)
    riot = ["--player", "red=Ragnar@ragnar42", "--player", "green=Gwen@gwen-g"]
    league = folder / "league"
    assert run(league, "new", "riot", "--ruleset", "genetess", "--board", "../board.yaml", *riot).status == 0
    assert run(league, "start", "riot", "--now", START).status == 0
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", "remote.git")
    git(folder / "remote.git", "config", "uploadpack.allowFilter", "true")
    git(league, "remote", "add", "origin", "../remote.git")
    git(league, "push", "--quiet", "--set-upstream", "origin", "main")
    return folder


@pytest.fixture
def forge(_forge: Path, tmp_path: Path) -> Forge:
    """A league with the game riot in turn 1a, red to move, and its remote."""
    copytree(_forge, tmp_path / "forge", symlinks=True)
    return Forge(tmp_path / "forge")


@pytest.fixture
def looking(forge: Forge) -> Forge:
    """The game riot looks for players; Ragnar has red, and three more seats are free."""
    for name in ("clock.yaml", "state.yaml", "turns"):
        path = forge.league / "games/riot" / name
        rmtree(path) if path.is_dir() else path.unlink()
    game = forge.league / "games/riot/game.yaml"
    lines = game.read_text().splitlines(keepends=True)
    of_the_start = ("rules_version:", "id:", "commitment:")  # a game is not started twice under one key
    game.write_text("".join(line for line in lines if not line.startswith(of_the_start)))
    offer(forge.league, OFFER)
    git(forge.league, "push", "--quiet")
    return forge
