"""A forge that is nothing but a bare repository, and people who send pull requests to it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.kit.command import Done, git, run

IDS = {"ragnar42": 101, "gwen-g": 102, "mallory": 666, "zoe": 103}
RED, GREEN = "games/riot/orders/red.txt", "games/riot/orders/green.txt"
Files = dict[str, str | bytes | None]


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
