"""People who write to a league by mail, and what it writes to them."""

from __future__ import annotations

import email
from collections.abc import Iterable
from email import policy
from email.message import EmailMessage
from pathlib import Path

from genetess_cli.intake.mail.orders import split
from tests.kit.command import START, Done, git, run

GAMES = "games@league.example"
SETTINGS = f"mail: {GAMES}\nsite: {{base_url: 'https://league.example'}}\n"
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
    return run(league, "collect", "--mail", "-", "--now", START, *arguments, given=data)


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


def set_person(league: Path, who: str, *options: str) -> None:
    """What the GM writes of a person: `--mail ADDRESS`, `--notices own`."""
    done = run(league, "people", "set", who, *options, "--now", START)
    assert done.status == 0, done.err


def own_lines(text: str) -> list[str]:
    """The lines of a message that its sender wrote for it."""
    return split(text)[0]
