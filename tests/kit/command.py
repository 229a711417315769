"""The command line and git on a league's folder, and leagues that the commands themselves have made."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from shutil import copytree
from typing import Any
from unittest.mock import patch

import msgspec

from genetess_cli.cli import main
from tests.kit.boards import BOARD
from tests.kit.reading import game_in

START = "2026-11-21T00:00:00Z"
LATER = "2026-11-22T00:00:00Z"
DEADLINE = "2026-11-24T00:00:00Z"
PLAYERS = ("--player", "red=Ragnar@ragnar42", "--player", "green=Gwen@gwen-g")
SITE = "site:\n  base_url: https://example.org/l\n"


class Done(msgspec.Struct, frozen=True):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Unchanged = Callable[..., Done]


def run(folder: Path, *arguments: str, given: str | bytes | None = None) -> Done:
    """A command in a folder, in this process, with `given` on its standard input.

    An exception that gets out of it is a traceback, and fails the test.
    """
    data = given.encode() if isinstance(given, str) else given
    source = sys.stdin if data is None else io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    written = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in written)
    status: Any = 0
    with (
        chdir(folder),
        patch.object(sys, "argv", ["genetess", *arguments]),
        patch.object(sys, "stdin", source),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code
    return Done(status, *(stream.getvalue().decode("utf-8") for stream in written))


def bring(folder: Path, slug: str, *orders: str, now: str = LATER) -> Done:
    """How it ended that the GM brought orders, one after the other, each of whoever was to move."""
    for order in orders:
        seat = game_in(folder, slug).clock.to_move[0]  # type: ignore[union-attr]
        done = run(folder, "resolve", slug, "--order", order, "--seat", seat, "--now", now)
        assert done.status == 0, done.err
    return done


def git(
    folder: Path, *arguments: str, data: bytes | None = None, also: Mapping[str, str] | None = None
) -> str:
    """What git prints; `also` are more variables of its environment."""
    environment = {**os.environ, **(also or {})}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, input=data, capture_output=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    return os.fsdecode(done.stdout).strip()


def commit(league: Path, words: str = "by hand") -> None:
    """Commit all that lies in a league, as a person would."""
    git(league, "add", "--all", ".")
    git(league, "commit", "--quiet", "--allow-empty", "--message", words)


def turn_clock(league: Path, old: str, new: str) -> None:
    """Change the times of the game riot, for a program that runs at the real time, and push that."""
    clock = league / "games/riot/clock.yaml"
    clock.write_text(clock.read_text().replace(old, new))
    commit(league, "the clock")
    git(league, "push", "--quiet")


def with_remote(league: Path) -> Path:
    """The remote, beside a league, that everything of it is pushed to from now on."""
    remote = league.parent / "remote.git"
    git(league.parent, "init", "--quiet", "--bare", "--initial-branch=main", remote.name)
    git(remote, "config", "uploadpack.allowFilter", "true")
    git(league, "remote", "add", "origin", f"../{remote.name}")
    git(league, "push", "--quiet", "--set-upstream", "origin", "main")
    return remote


def with_clone(league: Path) -> Path:
    """Another clone of a league, in `there` beside it, once the league has a remote."""
    git(league.parent, "clone", "--quiet", with_remote(league).name, "there")
    return league.parent / "there"


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but git's own, and where the branch is: what a refused command must not change."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }
    return files | {"HEAD": _tip(folder).encode()}


def _tip(folder: Path) -> str:
    """The newest commit, from the branch's file where there is one: git itself takes longer than many a test."""
    head = folder / ".git" / "HEAD"
    branch = head.read_text().removeprefix("ref: ").strip() if head.is_file() else ""
    file = folder / ".git" / branch
    return file.read_text().strip() if branch and file.is_file() else git(folder, "rev-parse", "HEAD")


def new_league(folder: Path, *options: str, title: str = "Tests", settings: str = "") -> Path:
    """A new league with more settings than its title."""
    done = run(folder, "init", "league", "--title", title, *options)
    assert done.status == 0, done.err
    league = folder / "league"
    if settings:
        (league / "genetess.yaml").write_text(f"title: {title}\n{settings}")
        commit(league, "the settings")
    return league


def league_with_site(folder: Path) -> Path:
    """A new league whose site has an address."""
    return new_league(folder, "--forge", "none", settings=SITE)


def new_game(
    league: Path,
    slug: str,
    *options: str,
    board: str = BOARD,
    ruleset: str = "genetess",
    players: Sequence[str] = PLAYERS,
) -> None:
    """A game of a league as its GM makes it."""
    own: list[str] = []
    if ruleset == "genetess":
        (league.parent / "board.yaml").write_text(board)
        own = ["--board", "../board.yaml"]
    done = run(league, "new", slug, "--ruleset", ruleset, *own, *players, *options)
    assert done.status == 0, done.err


def start_game(league: Path, slug: str = "riot", now: str = START) -> None:
    """Start a game."""
    done = run(league, "start", slug, "--now", now)
    assert done.status == 0, done.err


def copied(source: Path, folder: Path) -> Path:
    """A league as it is, copied into a folder."""
    return Path(copytree(source, folder / "league", symlinks=True))
