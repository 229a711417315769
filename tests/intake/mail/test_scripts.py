"""The scripts for mail that docs/mail.md shows, run as they stand there with a `sendmail` that keeps what it gets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from email.message import EmailMessage
from mailbox import Maildir
from pathlib import Path
from shutil import which

import pytest

from tests.kit.command import git, turn_clock
from tests.kit.mail import GWEN, RAGNAR, message, orders, parsed, words

PAGE = Path(__file__).parents[3] / "docs/mail.md"
SENDMAIL = """#!/bin/sh
printf '%s\\n' "$*" >> "$SENT/arguments"
cat > "$SENT/$(date +%s%N).eml"
"""
GETMAIL = """#!/bin/sh
mv "$HOME"/server/* "$HOME/Maildir/new/" 2> /dev/null
"""
CHANNEL = """#!/bin/sh
printf '%s\\n' "$#" >> "$SENT/arguments"
cat >> "$SENT/notices"
"""


def script(*parts: str) -> str:
    """The one script of docs/mail.md that has some words in it."""
    found = re.findall(r"```text\n(.*?)```", PAGE.read_text(), re.DOTALL)
    [one] = [each for each in found if all(part in each for part in parts)]
    return str(one)


class Machine:
    """A GM's machine: a home with the league in it, and what was sent from there."""

    def __init__(self, league: Path, home: Path) -> None:
        self.league, self.home, self.sent = league, home, home / "sent"
        self._tools = home / "tools"
        for folder in (self.sent, self._tools):
            folder.mkdir(parents=True)
        self.tool("sendmail", SENDMAIL)
        self.tool("my-channel", CHANNEL)
        self.tool("getmail", GETMAIL)
        self.tool("genetess", f'#!/bin/sh\nexec {sys.executable} -m genetess_cli "$@"\n')

    def tool(self, name: str, text: str) -> None:
        (self._tools / name).write_text(text)
        (self._tools / name).chmod(0o755)

    def run(self, text: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        path = f"{self._tools}:{os.environ['PATH']}"
        known = {"PATH": path, "HOME": str(self.home), "SENT": str(self.sent), "last": "2020-01-01T00:00:00Z"}
        command = text.replace("~gail/league", str(self.league))
        return subprocess.run(
            ["sh", "-c", command],
            cwd=self.league,
            input=given,
            env=os.environ | known,
            capture_output=True,
            check=False,
        )

    def came(self, sent: EmailMessage) -> None:
        """A message lies on the server."""
        folder = self.home / "server"
        (folder / str(len([*folder.iterdir()]) + 1)).write_bytes(sent.as_bytes())

    def left(self) -> list[str]:
        """The messages that nobody has read yet."""
        folders = (self.home / "Maildir/new", self.home / "post/now/new")
        return [file.name for folder in folders for file in folder.iterdir()]

    def messages(self) -> dict[str, str]:
        found = [parsed(file.read_bytes()) for file in sorted(self.sent.glob("*.eml"))]
        return {
            str(each["To"].addresses[0].addr_spec) + " " + str(each["Subject"]): words(each) for each in found
        }

    def arguments(self) -> list[str]:
        return (self.sent / "arguments").read_text().splitlines()


@pytest.fixture
def machine(mailing: Path, tmp_path: Path) -> Machine:
    """The machine of the league's GM; its league has a remote."""
    assert which("sh")
    git(tmp_path, "init", "--quiet", "--bare", "origin.git")
    git(mailing, "remote", "add", "origin", str(tmp_path / "origin.git"))
    git(mailing, "push", "--quiet", "--set-upstream", "origin", "HEAD")
    return Machine(mailing, tmp_path / "home")


def test_a_message_is_taken_in_and_answered_with_nobody_to_bounce_to(machine: Machine) -> None:
    """RFC 3834, section 3.3: the answer's envelope names no sender."""
    done = machine.run(script("#!/bin/sh", "--mail -"), message().as_bytes())
    assert done.returncode == 0, done.stderr
    assert orders(machine.league) == "MOVE B2 S\n"
    assert machine.arguments() == ["-t -i -f <>"]
    assert [*machine.messages()] == [f"{RAGNAR} [riot/red] Riot: your mail"]
    assert git(machine.league, "status", "--porcelain") == ""


def test_a_stranger_is_taken_from_the_server_and_told_nothing(machine: Machine) -> None:
    done = machine.run(script("#!/bin/sh", "--mail -"), message(sender="x@far.example").as_bytes())
    assert done.returncode == 0, done.stderr
    assert machine.messages() == {}


@pytest.mark.exhaustive
def test_a_message_that_could_not_be_looked_at_stays_with_the_server(machine: Machine) -> None:
    (machine.league / "genetess.yaml").write_text("title: Friday league\n")
    done = machine.run(script("#!/bin/sh", "--mail -"), message().as_bytes())
    assert done.returncode == 75
    assert machine.messages() == {}


@pytest.fixture
def once(machine: Machine) -> Callable[[], subprocess.CompletedProcess[bytes]]:
    """The script that does all of it, run once; what came before a run lies in the folder `server`."""
    Maildir(machine.home / "Maildir")
    (machine.home / "server").mkdir()

    def run() -> subprocess.CompletedProcess[bytes]:
        return machine.run(script("getmail"))

    return run


Round = Callable[[], subprocess.CompletedProcess[bytes]]


def test_a_mailbox_is_taken_in_and_what_goes_out_lies_outside_the_league(
    machine: Machine, once: Round
) -> None:
    machine.came(message())
    done = once()
    assert done.returncode == 0, done.stderr
    assert sorted(machine.arguments()) == ["-t -i -f <>", *["-t -i -f games@example.org"] * 2]
    assert sorted(machine.messages()) == [
        f"{GWEN} [riot/green] Riot 1b: it is your turn",
        f"{RAGNAR} [riot/red] Riot 1b: Gwen (green) is to move",
        f"{RAGNAR} [riot/red] Riot: your mail",
    ]
    assert git(machine.league, "status", "--porcelain", "--ignored") == ""
    assert [*machine.home.rglob("*.eml")] == [*machine.sent.glob("*.eml")]


@pytest.mark.exhaustive
def test_the_next_run_tells_nothing_twice_and_reads_nothing_twice(machine: Machine, once: Round) -> None:
    machine.came(message())
    once()
    told = machine.arguments()
    assert once().returncode == 0
    assert machine.arguments() == told
    assert [file.name for file in (machine.home / "post/read").iterdir()] == ["1"]
    assert machine.left() == []
    machine.came(message("PASS\n", GWEN))
    time.sleep(1)  # two turns within a second are one to `--since`
    once()
    assert f"{RAGNAR} [riot/red] Riot 2a: it is your turn" in machine.messages()


@pytest.mark.exhaustive
def test_a_refusal_is_sent_and_its_message_put_away(machine: Machine, once: Round) -> None:
    machine.came(message("MOVE B2 N\n"))
    assert once().returncode == 0
    assert (
        "Nothing in your message was accepted" in machine.messages()[f"{RAGNAR} [riot/red] Riot: your mail"]
    )
    assert machine.left() == []


@pytest.mark.exhaustive
def test_what_could_not_be_taken_in_is_handed_over_again(machine: Machine, once: Round) -> None:
    settings = machine.league / "genetess.yaml"
    sound = settings.read_text()
    settings.write_text("title: Friday league\n")
    machine.came(message())
    once()
    assert machine.messages() == {}
    assert machine.left() == ["1"]
    settings.write_text(sound)
    once()
    assert f"{RAGNAR} [riot/red] Riot: your mail" in machine.messages()
    assert machine.left() == []


@pytest.mark.exhaustive
def test_what_could_not_be_written_is_told_by_the_next_run(machine: Machine, once: Round) -> None:
    turn_clock(machine.league, 'deadline: "2026', 'deadline: "2126')
    outbox = machine.home / "post/outbox"
    outbox.mkdir(parents=True)
    (machine.league / "genetess.yaml").write_text("title: Friday league\n")
    once()
    assert not (machine.home / "post/last").exists()
    git(machine.league, "checkout", "--", "genetess.yaml")
    once()
    assert f"{RAGNAR} [riot/red] Riot 1a: it is your turn" in machine.messages()
    assert (machine.home / "post/last").exists()


@pytest.mark.exhaustive
def test_what_could_not_be_sent_is_sent_by_the_next_run(machine: Machine, once: Round) -> None:
    machine.tool("sendmail", "#!/bin/sh\nexit 75\n")
    machine.came(message())
    once()
    assert machine.messages() == {}
    machine.tool("sendmail", SENDMAIL)
    once()
    assert len(machine.messages()) == 3


def test_a_mailbox_without_messages_is_no_error(machine: Machine, once: Round) -> None:
    (machine.home / "post").mkdir()
    (machine.home / "post/last").write_text("2999-01-01T00:00:00Z\n")
    done = once()
    assert b"No such file" not in done.stderr
    assert machine.messages() == {}


def test_a_channel_reads_its_notices_and_gets_none_as_an_argument(machine: Machine) -> None:
    """Arguments can be read by everybody on the machine."""
    done = machine.run(script("post --lines"))
    assert done.returncode == 0, done.stderr
    assert set(machine.arguments()) == {"0"}
    assert len((machine.sent / "notices").read_text().splitlines()) == 2
