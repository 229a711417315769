"""A month of a small league, told in order: what people do beside their orders, and what they hear of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from genetess_cli.store.times import Time
from tests.kit.command import git, new_league, run, with_remote
from tests.kit.forge import Forge
from tests.kit.keys import KEY, machine
from tests.kit.mail import GAMES, message, parsed, words
from tests.shared import once

SETTINGS = f"""\
mail: {GAMES}
site: {{base_url: 'https://league.example', repository: gm/league}}
gm: {{name: Gail, mail: gail@desk.example}}
push: true
defaults: {{deadline: 1d, at: ["20:00"], grace: 12h, holiday: 10d}}
"""
RAGNAR, GWEN, ZOE, BO = "ragnar@north.example", "gwen@hills.example", "zoe@coast.example", "bo@lakes.example"
DAYS = 30
AN_HOUR, A_DAY = 3600, 24 * 3600
RED = "games/riot/orders/red-1.txt"
TIMELESS = ("build", "check", "log", "people", "verify")


class Month:
    """A league as it lives: at an hour of a day people send something, the GM does something, and a run follows.

    riot is open: Ragnar sends pull requests, Zoe mails. vault is sealed: Gwen, Ragnar, and Zoe, who plays both.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.league = new_league(folder, settings=SETTINGS, title="Friday league")
        with_remote(self.league)
        self.forge = Forge(folder)
        self.now = ""
        self._sent = 0
        self._began = (int(time.time()) // A_DAY - DAYS) * A_DAY

    def at(self, day: int, hour: float) -> str:
        return str(Time(self._began + day * A_DAY + round(hour * AN_HOUR)))

    def date(self, day: int) -> str:
        return self.at(day, 0)[:10]

    def clock(self, day: int, hour: float) -> None:
        """From here on it is that hour of that day of the month."""
        self.now = self.at(day, hour)

    def gm(self, *given: str, status: int = 0) -> str:
        """What the GM reads who gives a command."""
        at = () if given[0] in TIMELESS and given[:2] != ("people", "set") else ("--now", self.now)
        done = run(self.league, *given, *at)
        assert done.status == status, done.out + done.err
        return done.out + done.err

    def tick(self, status: int = 0) -> str:
        return self.gm("tick", status=status)

    def sends(self, login: str, path: str, text: str | bytes, status: int = 0) -> str:
        """What is answered to a pull request with one file."""
        self._sent += 1
        self.forge.pulls = []
        self.forge.pull(login, {path: text}, branch=f"refs/pull/{self._sent}/head", number=self._sent)
        done = self.forge.collect("--now", self.now)
        assert done.status == status, done.out + done.err
        return str(done.json["answers"][0]["body"])

    def seals(self, login: str, seat: str, text: str) -> str:
        """What is answered to a pull request with what the sheet of a seat of the sealed game has sealed."""
        path = f"games/vault/orders/{seat}.sealed"
        self.gm("order", "vault", seat, text)
        sealed = (self.league / path).read_bytes()
        git(self.league, "clean", "--quiet", "--force", "--", path)
        return self.sends(login, path, sealed)

    def mails(self, sender: str, text: str, subject: str = "riot", status: int = 0) -> list[EmailMessage]:
        """What the league mails because of a mail: the answer, and what goes on to the GM."""
        self._sent += 1
        sent = message(text, sender=sender, subject=subject)
        sent.replace_header("Message-ID", f"<{self._sent}@post.example>")
        done = run(self.league, "collect", "--mail", "-", "--push", "--now", self.now, given=sent.as_bytes())
        assert done.status == status, done.out + done.err
        return letters(done.out)


def letters(mbox: str) -> list[EmailMessage]:
    parts = re.split("^From genetess .*\n", mbox, flags=re.MULTILINE)
    return [parsed(part) for part in parts if part.strip()]


def said(letter: EmailMessage) -> str:
    """What a mail says, in one line."""
    return " ".join(words(letter).replace("\n>", "\n").split())


def it_begins(month: Month) -> None:
    month.clock(0, 9)
    for who, address in (("Ragnar@ragnar42", RAGNAR), ("Gwen@gwen-g", GWEN), ("Zoe", ZOE), ("Bo@bo-b", BO)):
        month.gm("people", "add", who, "--mail", address)
    new = ("new", "--ruleset", "genetess")
    for slug, *seats in (
        ("riot", "red=Ragnar", "green=Zoe"),
        ("vault", "red=Gwen", "green=Ragnar", "blue=Zoe", "--sealed"),
    ):
        players = [one if one.startswith("--") else f"--player={one}" for one in seats]
        done = run(month.league, *new, slug, *players)
        assert done.status == 0, done.err
    month.gm("start", "riot", "vault")


def late(month: Month) -> None:
    """Zoe misses a deadline, has grace, and orders in it; Gwen misses both."""
    month.clock(0, 12)
    month.sends("ragnar42", RED, "PASS\n")
    assert f"green is to move until {month.at(1, 20)}" in month.tick()
    month.clock(1, 20.1)
    assert f"green is to move until {month.at(2, 8)}, with grace" in month.tick()
    month.clock(2, 7)
    month.mails(ZOE, "PASS\n")
    month.tick()
    month.clock(2, 8.1)
    month.tick()
    assert "missed: red 1" in month.gm("status")


def away(month: Month) -> None:
    """Zoe says for which days, and it is holiday from when she is to move; she is there again sooner."""
    month.clock(2, 10)
    [answer] = month.mails(ZOE, f"AWAY {month.date(3)}..{month.date(6)}\n")
    assert "HERE ends an absence" in said(answer)
    assert "Zoe (green) will be away for some days." in month.tick()
    month.clock(3, 9)
    month.sends("ragnar42", RED, "PASS\n")
    assert f"green is to move, away until {month.at(7, 20)}" in month.tick()
    month.clock(4, 9)
    month.mails(ZOE, "HERE\n")
    assert f"green is to move until {month.at(5, 20)}" in month.tick()


def more_time(month: Month) -> None:
    """Who waits gives some; both vote for more; a turn has no more than one deadline of it."""
    month.clock(4, 10)
    month.mails(ZOE, "PASS\n")
    month.tick()
    month.mails(ZOE, "GIVE 12h\n")
    assert f"red is to move until {month.at(6, 8)}" in month.tick()
    month.mails(ZOE, "VOTE EXTEND 12h\n")
    assert "1 of 2 wants 12 hours more for the turn" in month.tick()
    month.sends("ragnar42", RED, "VOTE EXTEND 12h\n")
    assert f"red is to move until {month.at(6, 20)}" in month.tick()
    month.mails(ZOE, "VOTE EXTEND 1h\n")
    assert "This turn has been given 1 day already" in month.tick(status=1)


def whose_turn(month: Month) -> None:
    """The GM asks for all games at once, and the page says it to everybody."""
    month.clock(4, 14)
    first, second = month.gm("status").splitlines()
    assert first.startswith(f"vault 1c: blue is to move until {month.at(5, 20)}; 1 day 6 hours left; since ")
    assert second.startswith(f"riot 3a: red is to move until {month.at(6, 20)}; 2 days 6 hours left; since ")
    assert second.endswith("; no order: red")
    month.gm("build")
    page = (month.league / "_site/riot/index.html").read_text()
    assert f'<bdi>Ragnar</bdi> to move by <time datetime="{month.at(6, 20)}">' in page


def dispute(month: Month) -> None:
    """Zoe's words go on to the GM, who can answer her alone, and rules for all to read."""
    month.clock(4, 15)
    question = "May my piece really not pass the wall at C3?"
    answer, onward = month.mails(ZOE, f"Hello Gail,\n\n{question}\n", status=1)
    assert "It was sent on to the GM, who can answer you." in said(answer)
    assert (onward["To"], onward["Reply-To"]) == ("GM <gail@desk.example>", ZOE)
    assert question in said(onward)
    month.gm("say", "riot", "The wall stands.")
    assert "The GM ruled: The wall stands." in month.gm("log", "riot", "--as", "green")


def wrong_order_undone(month: Month) -> None:
    month.clock(4, 16)
    month.gm("resolve", "riot", "--order", "PASS", "--seat", "red", "--reason", "on the telephone")
    assert "riot 3a: red is to move" in month.gm("undo", "riot", "--reason", "taken down wrong")


STORY: tuple[Callable[[Month], None], ...] = (
    it_begins, late, away, more_time, whose_turn, dispute, wrong_order_undone,
)  # fmt: skip


@pytest.fixture(scope="session")
def _month(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def play(folder: Path) -> None:
        with machine(folder.parent, KEY):
            month = Month(folder)
            for step in STORY:
                step(month)

    return once(tmp_path_factory, "month", play)


@pytest.fixture
def league(_month: Path, tmp_path: Path) -> Path:
    """The league at the end of the month, with its key."""
    return _month / "league"


@pytest.fixture(autouse=True)
def _key(tmp_path: Path) -> object:
    with machine(tmp_path, KEY):
        yield


def test_all_of_it_is_sound(league: Path) -> None:
    for command in ("verify", "check"):
        done = run(league, command)
        assert done.status == 0, done.out + done.err
    assert git(league, "status", "--porcelain") == ""


def test_no_commit_and_no_record_names_anybody(league: Path) -> None:
    texts = [git(league, "log", "--format=%B")]
    texts += [path.read_text() for path in (league / "games").rglob("*") if path.is_file()]
    named = ("Ragnar", "ragnar42", "Gwen", "gwen-g", "Zoe", "Bo", "bo-b", ".example")
    assert [name for name in named for text in texts if re.search(rf"\b{re.escape(name)}\b", text)] == []
