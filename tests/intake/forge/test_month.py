"""A month of a small league, told in order: what people do beside their orders, and what they hear of it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest

from genetess_cli.store.times import Time
from tests.intake.forge.runner import Runner
from tests.intake.forge.test_webhook import Chat
from tests.kit import packs
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
ZELDA = "zelda@coast.example"
PERSONS = {
    "Ragnar@ragnar42": "ragnar@north.example",
    "Gwendolyn@gwendolyn": "gwendolyn@hills.example",
    "Zelda": ZELDA,
    "Bodil@bodil-b": "bodil@lakes.example",
}
DAYS = 30
AN_HOUR, A_DAY = 3600, 24 * 3600
RED = "games/riot/orders/red-1.txt"
TIMELESS = ("build", "log", "new")


class Month:
    """A league as it lives: at an hour of a day people send something, the GM does something, and a run follows.

    riot is open: Ragnar sends pull requests, Zelda mails. vault is sealed: Gwendolyn plays it, and both of them.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.league = new_league(folder, settings=SETTINGS, title="Friday league")
        with_remote(self.league)
        self.forge = Forge(folder)
        self.runner = Runner(folder / "runner", self.forge.remote, KEY)
        self.now = ""
        self.invited = ""
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
        at = () if given[0] in TIMELESS else ("--now", self.now)
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

    def sealed(self, seat: str, text: str) -> bytes:
        """Orders as the sheet of a seat of vault seals them."""
        path = f"games/vault/orders/{seat}.sealed"
        self.gm("order", "vault", seat, text)
        sealed = (self.league / path).read_bytes()
        git(self.league, "clean", "--quiet", "--force", "--", path)
        return sealed

    def person(self, name: str) -> str:
        return str(self.forge.shown(f"people/{name}.yaml"))

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
    for who, address in PERSONS.items():
        name, _, login = who.partition("@")
        month.gm("people", "set", "new", "--name", name, "--github", login, "--mail", address)
    new = ("new", "--ruleset", "genetess")
    month.gm(*new, "riot", "--player", "red=Ragnar", "--player", "green=Zelda")
    players = ("red=Gwendolyn", "green=Ragnar", "blue=Zelda")
    month.gm(*new, "vault", "--sealed", *(word for one in players for word in ("--player", one)))
    month.gm("start", "riot", "vault")
    month.invited = month.gm("invite", "vault", "blue", "--plain")


def late(month: Month) -> None:
    """Zelda misses a deadline, has grace, and orders in it; Gwendolyn misses both."""
    month.clock(0, 12)
    month.sends("ragnar42", RED, "PASS\n")
    assert f"green is to move until {month.at(1, 20)}" in month.tick()
    month.clock(1, 20.1)
    assert f"green is to move until {month.at(2, 8)}, with grace" in month.tick()
    month.clock(2, 7)
    month.mails(ZELDA, "PASS\n")
    month.tick()
    month.clock(2, 8.1)
    month.tick()
    assert "missed: red 1" in month.gm("status")


def away(month: Month) -> None:
    """Zelda says for which days, and it is holiday from when she is to move; she is there again sooner."""
    month.clock(2, 10)
    [answer] = month.mails(ZELDA, f"AWAY {month.date(3)}..{month.date(6)}\n")
    assert "HERE ends it" in said(answer)
    assert "Zelda (green) will be away for some days." in month.tick()
    month.clock(3, 9)
    month.sends("ragnar42", RED, "PASS\n")
    assert f"green is to move, away until {month.at(7, 20)}" in month.tick()
    month.clock(4, 9)
    month.mails(ZELDA, "HERE\n")
    assert f"green is to move until {month.at(5, 20)}" in month.tick()


def more_time(month: Month) -> None:
    """Who waits gives some; both vote for more; a turn has no more than one deadline of it."""
    month.clock(4, 10)
    month.mails(ZELDA, "PASS\n")
    month.tick()
    month.mails(ZELDA, "GIVE 12h\n")
    assert f"red is to move until {month.at(6, 8)}" in month.tick()
    month.mails(ZELDA, "VOTE EXTEND 12h\n")
    assert "1 of 2 wants 12 hours more for the turn" in month.tick()
    month.sends("ragnar42", RED, "VOTE EXTEND 12h\n")
    assert f"red is to move until {month.at(6, 20)}" in month.tick()
    [answer] = month.mails(ZELDA, "VOTE EXTEND 1h\n", status=1)
    assert "This turn has been given 1 day already" in said(answer)


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
    """Zelda's words go on to the GM, who can answer her alone, and rules for all to read."""
    month.clock(4, 15)
    question = "May my piece really not pass the wall at C3?"
    answer, onward = month.mails(ZELDA, f"Hello Gail,\n\n{question}\n")
    assert "sent on to the GM, gail@desk.example, who can answer you:" in said(answer)
    assert (onward["To"], onward["Reply-To"]) == ("GM <gail@desk.example>", ZELDA)
    assert question in said(onward)
    month.gm("say", "riot", "The wall stands.")
    assert "The GM ruled: The wall stands." in month.gm("log", "riot", "--as", "green")


def wrong_order_undone(month: Month) -> None:
    month.clock(4, 16)
    month.gm("resolve", "riot", "--order", "PASS", "--seat", "red", "--reason", "on the telephone")
    assert "riot 3a: red is to move" in month.gm("undo", "riot", "--reason", "taken down wrong")


def typo(month: Month) -> None:
    """A word that is none comes back with the one that was meant; what fails in play is told with its reason."""
    month.clock(5, 9)
    assert "Did you mean MOVE?" in month.sends("ragnar42", RED, "MVOE B2 S\n", status=1)
    assert "Did you mean VOTE DRAW?" in month.sends("ragnar42", RED, "VOET DRAW\n", status=1)
    [answer] = month.mails(ZELDA, "GIVE 2 days\n", status=1)
    assert "no wish that can be read. Write it like this: GIVE 1d" in said(answer)
    month.mails(ZELDA, "* MOVE C3 N\n")  # for her next turn: whether it can be done is found out then
    month.sends("ragnar42", RED, "PASS\n")
    month.tick()
    [told] = [one for one in letters(month.gm("post", "riot")) if one["To"].endswith(f"<{ZELDA}>")]
    assert "You have no piece on C3." in said(told)
    month.mails(ZELDA, "PASS\n")
    month.tick()


def sealed_by_mail(month: Month) -> None:
    """Zelda, who has no login, mails what her sheet of vault has sealed."""
    month.clock(5, 10)
    month.mails(ZELDA, month.sealed("blue", "PASS").decode(), "[vault/blue]")
    assert "vault 2a: red is to move" in month.tick()


def resigns(month: Month) -> None:
    """Gwendolyn's seat is open for one deadline; nobody takes it, so it is out, as the game says."""
    month.clock(6, 9)
    month.sends("gwendolyn", "games/vault/orders/red.sealed", month.sealed("red", "RESIGN"))
    assert f"vault 2b: green is to move until {month.at(7, 20)}" in month.tick()
    assert f"the seat is open for somebody else until {month.date(7)} 20:00 UTC" in month.gm("log", "vault")
    month.clock(8, 9)
    month.tick()
    assert "Nobody took the seat of Gwendolyn (red) in time" in month.gm("log", "vault")


def taken_over(month: Month) -> None:
    """Ragnar has no time for two games, and Bodil has said that she would take a seat."""
    month.clock(8, 10)
    month.sends("bodil-b", "people/p4.yaml", month.person("p4") + "standby: true\n")
    proposed = month.gm("replace", "vault", "green", status=2)
    assert "to give it: `genetess replace vault green p4`" in proposed
    month.gm("replace", "vault", "green", "p4")
    assert "gave the seat green to Bodil instead of Ragnar" in month.gm("log", "vault")


def gm_away(month: Month) -> None:
    """Ten days without a GM: the pause ends by itself, with what was left of each deadline."""
    month.clock(9, 9)
    for slug in ("riot", "vault"):
        month.gm("pause", slug, "--for", "10d", "--reason", "on the road")
    month.clock(15, 9)
    assert f"nothing is due until {month.at(19, 9)}" in month.gm("status")
    month.tick(status=3)
    month.clock(19, 9.1)
    resumed = month.tick()
    assert f"riot 4b: green is to move until {month.at(20, 20)}" in resumed
    assert f"vault 2c: blue is to move until {month.at(20, 20)}" in resumed


def two_games(month: Month) -> None:
    """Zelda gets one mail a day for both."""
    month.mails(ZELDA, "NOTICES daily\n")
    month.tick()
    since = ("--since", month.at(18, 9))
    assert ZELDA not in month.gm("post", *since)
    [told] = letters(month.gm("post", "--daily", *since))
    assert told["Subject"] == "What is new in 2 games"
    assert "[riot/green]" in said(told)
    assert "[vault/blue] Vault 2c: it is your turn" in said(told)


def no_mail(month: Month) -> None:
    """The button of her mail program writes the mail that the header says."""
    since = ("--since", month.at(18, 9))
    [told] = letters(month.gm("post", "--daily", *since))
    query = parse_qs(urlsplit(told["List-Unsubscribe"].strip("<> ")).query)
    month.mails(ZELDA, query["body"][0], query["subject"][0])
    month.tick()
    assert ZELDA not in month.gm("post", *since) + month.gm("post", "--daily", *since, status=3)


def lost_key(month: Month) -> None:
    """Zelda gets her key once more; one that somebody else has seen is renewed."""
    month.clock(20, 9)
    invite = ("invite", "vault", "blue", "--plain")
    again = month.gm(*invite)
    assert again == month.invited
    assert month.gm(*invite, "--renew") != again


def draw_agreed(month: Month) -> None:
    month.clock(20, 12)
    month.mails(ZELDA, "VOTE DRAW\n")
    assert "green is to move until" in month.tick()
    assert "1 of 2 wants a draw" in month.gm("status")
    month.sends("ragnar42", RED, "VOTE DRAW\n")
    assert "the game is over: red, green share the win (a draw was agreed)" in month.tick()


def chat(month: Month) -> None:
    """A run of the workflow tells the league's chat whose turn it is, and wakes Bodil."""
    month.gm("people", "set", "Bodil", "--chat", "<@7>")
    heard = Chat()
    Thread(target=heard.server.serve_forever, daemon=True).start()
    month.runner.secrets["GENETESS_WEBHOOK"] = f"{heard.address}/hook"
    month.runner.tick()
    del month.runner.secrets["GENETESS_WEBHOOK"]
    heard.server.shutdown()
    heard.server.server_close()
    said = [json.loads(body)["text"] for _, body in heard.posted]
    [text] = [each for each in said if "`green`" in each]
    assert text.startswith("<@7> ")
    assert "Gwendolyn" in pages(month.runner.pages)


def name_removed(month: Month) -> None:
    """Gwendolyn is forgotten; Bodil orders, and the run builds on what the one before has left."""
    git(month.league, "pull", "--quiet")
    month.gm("people", "forget", "Gwendolyn")
    sealed = month.sealed("green", "PASS")
    month.runner.open([month.forge.pull("bodil-b", {"games/vault/orders/green.sealed": sealed}, number=77)])
    month.runner.tick()
    assert month.runner.hub.closed == [77]
    git(month.league, "pull", "--quiet")
    assert "a former player" in month.gm("log", "vault")


STORY: tuple[Callable[[Month], None], ...] = (
    it_begins, late, away, more_time, whose_turn, dispute, wrong_order_undone, typo, sealed_by_mail, resigns,
    taken_over, gm_away, two_games, no_mail, lost_key, draw_agreed, chat, name_removed,
)  # fmt: skip


def files(site: Path) -> dict[str, bytes]:
    """What everybody can ask for, without what the program keeps for its next build."""
    found = [path for path in site.rglob("*") if path.is_file() and not path.name.startswith(".genetess")]
    return {str(path.relative_to(site)): path.read_bytes() for path in found}


def pages(site: Path) -> str:
    """All that the files of a site say, with what is packed."""
    return "".join(packs.said(data).decode(errors="replace") for data in files(site).values())


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def play(folder: Path) -> None:
        with machine(folder.parent, KEY):
            month = Month(folder)
            for step in STORY:
                step(month)
            assert month.runner.hub.faults == []

    return once(tmp_path_factory, "month", play)


@pytest.fixture(autouse=True)
def _key(tmp_path: Path) -> Iterator[None]:
    with machine(tmp_path, KEY):
        yield


def test_all_of_it_is_sound(played: Path) -> None:
    league = played / "league"
    for command in ("verify", "check"):
        done = run(league, command)
        assert done.status == 0, done.out + done.err
    assert git(league, "status", "--porcelain") == ""


def test_no_commit_and_no_record_names_anybody(played: Path) -> None:
    league = played / "league"
    texts = [git(league, "log", "--all", "--format=%B")]
    texts += [path.read_text() for path in (league / "games").rglob("*") if path.is_file()]
    named = re.compile("ragnar|gwendolyn|zelda|bodil|[.]example", re.IGNORECASE)
    assert [found[0] for text in texts if (found := named.search(text))] == []


def test_whoever_is_forgotten_is_on_no_page(played: Path) -> None:
    assert not re.search("gwendolyn", pages(played / "runner/pages"), re.IGNORECASE)


def test_the_site_of_the_last_run_is_what_a_full_build_makes(played: Path, tmp_path: Path) -> None:
    assert run(played / "league", "build", "--full", "--out", str(tmp_path / "site")).status == 0
    full, carried = files(tmp_path / "site"), files(played / "runner/pages")
    assert sorted(full) == sorted(carried)
    assert [name for name in full if full[name] != carried[name]] == []
