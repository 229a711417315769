"""Who is new in a game since the last comment in its thread: somebody else, not the same one under another name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.intake.mail.test_post import order, rows, tick
from tests.kit.command import LATER, git, run

KNOWN = "name: Gwen, github: gwen-g, github_id: 4711"
NAMED = "name: Gwen, github: gwen-g"


def _named(league: Path, player: str) -> str:
    """The commit in which game.yaml has green's name, login and number like this."""
    path = league / "games/riot/game.yaml"
    text = path.read_text()
    [line] = [each for each in text.split("\n") if "seat: green" in each]
    bare = re.sub(r", (?:name|github|github_id): [^,}]*", "", line)
    path.write_text(text.replace(line, bare.replace("seat: green", f"seat: green, {player}")))
    git(league, "commit", "--quiet", "--allow-empty", "--all", "--message", "players")
    return git(league, "rev-parse", "HEAD")


def _comment(league: Path, then: str, now: str) -> str:
    """What is told in the thread where green was `then` and is `now`, and a turn was made."""
    look = _named(league, then)
    _named(league, now)
    order(league, "red", "PASS")
    tick(league, LATER)
    [row] = rows(run(league, "post", "--lines", "--public", "--after", look, "--now", LATER))
    return str(row["body"])


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("name: Gwen", NAMED),
        (NAMED, KNOWN),
        (NAMED, "name: Gwen, github: gwenhwyfar"),
        (KNOWN, "name: Gwenhwyfar, github: gwenhwyfar, github_id: 4711"),
        (NAMED, "name: Gwenhwyfar, github: Gwen-G"),
    ],
    ids=["login added", "number added", "login changed", "name and login changed", "name changed"],
)
def test_nobody_is_new_under_another_name(mailing: Path, then: str, now: str) -> None:
    assert "New in the game" not in _comment(mailing, then, now)


@pytest.mark.parametrize(
    ("then", "now"),
    [(KNOWN, "name: Zoe, github: zoe, github_id: 815"), ("name: Gwen", "name: Zoe, github: zoe")],
)
def test_somebody_else_is_new(mailing: Path, then: str, now: str) -> None:
    assert "New in the game: `green` (@zoe)." in _comment(mailing, then, now)
