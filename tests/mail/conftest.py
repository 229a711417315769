"""A league whose players have addresses, and people who write to it. No test is here."""

from __future__ import annotations

import email
import io
import sys
from collections.abc import Iterable
from email import policy
from email.message import EmailMessage
from pathlib import Path
from shutil import copytree
from unittest.mock import patch

import pytest

from tests.cli.conftest import BOARD, START, Done, git, run

GAMES = "games@league.example"
RAGNAR, GWEN = "ragnar@north.example", "gwen@hills.example"
RED = "games/riot/orders/red.txt"
GREEN = "games/riot/orders/green.txt"


def message(
    text: str = "MOVE B2 S\n", sender: str = RAGNAR, subject: str = "riot", **headers: str
) -> EmailMessage:
    """A plain message as a mail program writes it; `headers` with `_` for `-`."""
    made = EmailMessage(policy=policy.SMTP)
    made["From"], made["To"], made["Subject"] = sender, GAMES, subject
    made["Message-ID"] = f"<{abs(hash((text, sender, subject)))}@north.example>"
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return made


def collect(league: Path, sent: EmailMessage | bytes, *arguments: str) -> Done:
    """`genetess collect --mail -` with a message on standard input."""
    data = sent if isinstance(sent, bytes) else sent.as_bytes()
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data))):
        return run(league, "collect", "--mail", "-", "--now", START, *arguments)


def parsed(text: str | bytes) -> EmailMessage:
    """An answer or a notice, read as a mail program reads it."""
    data = text.encode() if isinstance(text, str) else text
    return email.message_from_bytes(data, policy=policy.default)


def words(made: EmailMessage) -> str:
    """What a message says."""
    return str(made.get_content())


def orders(league: Path, path: str = RED) -> str | None:
    """What an order file says that is committed."""
    file = league / path
    if not file.exists():
        return None
    assert git(league, "status", "--porcelain", "--", path) == ""
    return file.read_text()


def with_players(league: Path, slug: str, changes: Iterable[tuple[str, str]]) -> None:
    """Put something into the lines of game.yaml, and commit it."""
    path = league / "games" / slug / "game.yaml"
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    git(league, "commit", "--quiet", "--all", "--message", "addresses")


@pytest.fixture(scope="session")
def _mailing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mailing")
    assert run(folder, "init", "league", "--title", "Friday league").status == 0
    (folder / "board.yaml").write_text(BOARD)
    league = folder / "league"
    settings = league / "genetess.yaml"
    settings.write_text(
        f"title: Friday league\nmail: {GAMES}\nsite: {{base_url: 'https://league.example'}}\n"
    )
    players = ["--player", "red=Ragnar@ragnar42", "--player", "green=Gwen@gwen-g"]
    more = ["--ruleset", "genetess", "--board", "../board.yaml", "--number", "9999"]
    assert run(league, "new", "riot", *more, *players).status == 0
    with_players(
        league,
        "riot",
        [
            ("name: Ragnar,", f"name: Ragnar, mail: [{RAGNAR}, Ragnar@Work.example],"),
            ("name: Gwen,", f"name: Gwen, mail: [{GWEN}],"),
        ],
    )
    assert run(league, "start", "riot", "--now", START).status == 0
    return league


@pytest.fixture
def mailing(_mailing: Path, tmp_path: Path) -> Path:
    """A league with the game riot, number 9999, in turn 1a, red to move; Ragnar has two addresses, Gwen one."""
    return Path(copytree(_mailing, tmp_path / "league", symlinks=True))
