"""A game with every kind of record, and the ways to change it afterwards: what the tests of `verify` share.

Nothing here judges.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.kit.command import Done, commit, git, run, start_game, tree
from tests.kit.keys import ID

GAME = "games/riot"
TURNS = f"{GAME}/turns/00xx"
DAYS = [f"2026-11-{day}T00:00:00Z" for day in range(21, 31)] + [
    f"2026-12-0{day}T00:00:00Z" for day in range(1, 10)
]

Edit = Callable[[Path], object]


def bind(league: Path) -> None:
    """Give the game an id of this module, as if it had been made with that; `start` binds it to the key of its hour."""
    edit(league / GAME / "game.yaml", r"(?m)^id: .*\ncommitment: .*", f'id: "{ID}"')
    git(league, "commit", "--quiet", "--all", "--amend", "--no-edit")


def begin(league: Path) -> None:
    """Start the game, with money and holidays and luck of its own, and play it."""
    settings = league / GAME / "game.yaml"
    edit(settings, "holiday: 10d", "holiday: 4d")
    edit(settings, "starting_e: 10", "starting_e: 400")
    start_game(league)
    play(league)


def play(league: Path) -> None:
    """Every way in which a record can come about: on a day somebody writes, and a run comes after it."""
    story: list[tuple[int, str, str | bytes]] = [
        (1, "red", "MOVE B2 S"),
        (
            1,
            "green",
            "MOVE H3 N / * CREATE G2 AR / * MOVE A1 N / PASS",
        ),  # live; starred; it fails, the next goes
        (2, "red", "CREATE B2 ABCDM"),
        (2, "red", "MOVE B3 N\nMOVE B3 E\n"),
        (3, "red", "HOLIDAY"),
        (4, "red", "HOLIDAY / RADIATE B2"),
        (5, "green", "HOLIDAY"),
        (10, "red", ""),  # both holidays: one has run out, the other begins
        (11, "green", "RADIATE H2 / what is this / PASS"),
        (12, "red", b"\xff\xfe"),
        (13, "red", "RADIATE B2 / HOLIDAY"),
        (17, "red", "HOLIDAY\nMOVE C3 W"),  # green is timed out, red has no holiday left
    ]
    for when, seat, text in story:
        data = text.encode() if isinstance(text, str) else text
        (league / GAME / "orders" / f"{seat}.txt").write_bytes(data)
        assert run(league, "tick", "--now", DAYS[when]).status in (0, 1, 3)


def verify(league: Path) -> Done:
    """The command, which changes no file whatever it finds, where there is no key but one in the environment.

    It says the same where it goes on from what was verified at earlier commits.
    """
    before = tree(league)
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setenv("XDG_CONFIG_HOME", str(league.parent / "nobody"))
        done = run(league, "verify", "riot", "--all")
        for note in _notes(league, Path(folder)):
            _note(league).write_bytes(note)
            _assert_alike(run(league, "verify", "riot"), done)
        _assert_alike(run(league, "verify", "riot"), done)
    assert tree(league) == before
    return done


def _notes(league: Path, folder: Path) -> Iterator[bytes]:
    """What is noted where the game was as committed up to a commit in the middle."""
    if not (league / ".git").is_dir():
        return
    commits = git(league, "rev-list", "--first-parent", "HEAD").split()
    then = folder / "then"
    git(league, "clone", "--quiet", "--no-hardlinks", str(league), str(then))
    git(then, "reset", "--quiet", "--hard", commits[len(commits) // 2])
    if run(then, "verify", "riot").status == 0:
        yield _note(then).read_bytes()


def _note(league: Path) -> Path:
    return league / ".git" / "genetess" / "verified.json"


def _assert_alike(done: Done, whole: Done) -> None:
    said = re.sub(r" \(up to turn \w+ verified before\)", "", done.out)
    assert (done.status, said, done.err) == (whole.status, whole.out, whole.err)


def record(league: Path, number: int) -> Path:
    return next((league / GAME / "turns").glob(f"*/{number:04}-*.yaml"))


def replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert re.search(old, text), text
        return re.sub(old, new, text, count=1)

    return change


def edit(path: Path, old: str, new: str) -> None:
    path.write_text(replaced(old, new)(path.read_text()))


def rewrite(league: Path, edit: Edit, since: str) -> None:
    """Change a file in the very commit that brought it, and in all after it: a history made anew."""
    commits = git(league, "rev-list", "--reverse", f"{since}^..HEAD").split()
    git(league, "reset", "--quiet", "--hard", f"{since}^")
    for one in commits:
        git(league, "read-tree", "-u", "--reset", one)
        edit(league)
        commit(league, git(league, "log", "-1", "--format=%B", one))


def tamper(league: Path, number: int, name: str, change: Callable[[str], str]) -> str:
    """Change a file in the one commit that brought the record of that number; gives the record's path."""
    path = str(next((league / GAME / "turns").glob(f"*/{number:04}-*.*")).relative_to(league))
    since = git(league, "log", "--diff-filter=A", "--format=%H", "--", path)
    commits = git(league, "rev-list", "--reverse", f"{since}^..HEAD").split()
    git(league, "reset", "--quiet", "--hard", f"{since}^")
    text = change(git(league, "show", f"{since}:{name or path}") + "\n")
    for one in commits:
        git(league, "read-tree", "-u", "--reset", one)
        if one == since or not name:  # a record stays as it came in
            (league / (name or path)).write_text(text)
        commit(league, git(league, "log", "-1", "--format=%B", one))
    return path
