"""Real messages with something broken in them: the program never fails, and every one gets an outcome."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from genetess_cli.intake.collect import Acceptance, Collected
from genetess_cli.intake.mail.source import Letters
from genetess_cli.notices.mail import compose
from genetess_cli.store.league import League
from tests.intake.mail.test_programs import MESSAGES
from tests.kit.command import copied
from tests.kit.mail import GAMES, RAGNAR, parsed

SAMPLES = [
    re.sub(rb"(?m)^From: .*\n", b"", path.read_bytes(), count=1) for path in sorted(MESSAGES.iterdir())
]
PIECES = [
    *(b"MOVE B2 S", b"PASS", b"CLEAR", b"> PASS", b"-- ", b"Von: x", b"x:", b"On 1.1.26 18:00 wrote:"),
    *(b"Content-Type: multipart/alternative; boundary=b", b"--b", b"--b--", b"Content-Type: text/html", b"", b"\r"),
    *(b"Content-Type: text/plain; charset=iso-2022-jp; format=flowed; delsp=yes", b"Content-Type: message/rfc822"),
    *(b"Content-Transfer-Encoding: base64", b"Content-Transfer-Encoding: x-uuencode", b"begin 644 x", b"====", b"\0"),
    *(b"Content-Disposition: attachment; filename*0*=utf-16''%ff; filename*1=x", b"Content-Disposition: inline"),
    *(b"Subject: =?utf-8?b?!!!?=", b"Subject: [riot/red]", b"\xff\xfeP\0", b"\xe2\x80\xa8", b"\x1b$B", b"\xed\xa0"),
    *(b"Precedence: bulk", b"From: x@y.example", b"Message-ID: <a@b>", b"=", b"=?", b"(" * 90, b"<" * 90, b"1:00" * 90),
]  # fmt: skip


def broken(chance: random.Random) -> bytes:
    """A message as a mail program writes it, in which a few lines or bytes were changed."""
    rows = chance.choice(SAMPLES).split(b"\n")
    for _ in range(chance.randrange(1, 8)):
        at = chance.randrange(len(rows))
        match chance.randrange(7):
            case 0:
                rows.insert(at, chance.choice(PIECES))
            case 1:
                rows[at] = chance.choice(PIECES)
            case 2:
                del rows[at : at + chance.randrange(1, 4)]
            case 3:
                rows[at:at] = chance.choice(SAMPLES).split(b"\n")[chance.randrange(40) :]
            case 4:
                rows.insert(at, rows[chance.randrange(len(rows))])
            case 5:
                rows[at] = bytes(chance.choice((byte, byte ^ 1 << chance.randrange(8))) for byte in rows[at])
            case _:
                rows[at] += chance.choice(PIECES)
        rows = rows or [b""]
    return f"From: {RAGNAR}\nSubject: riot\n".encode() + b"\n".join(rows)


@pytest.fixture(scope="module")
def league(_mailing: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    with League(copied(_mailing, tmp_path_factory.mktemp("broken"))) as league:
        yield league.committed(league.repository.tip())


@pytest.mark.by_day(0, ci=2)
@pytest.mark.parametrize("seed", range(200))
def test_every_broken_message_gets_an_outcome(league: League, seed: int) -> None:
    chance = random.Random(seed)
    sent = [broken(chance) for _ in range(200)]
    source = Letters(league, sent, 0, str)
    found = source.deliveries(league)
    assert [one.fault for one in found if one.fault] == []
    assert [one for one in found if not (one.findings or one.submissions or one.passed)] == []
    refused = [one for one in found if one.findings]
    answers = source.answers(Collected([Acceptance(one) for one in found if one.submissions], refused))
    assert len(answers) == len([one for one in found if not one.passed])
    for answer in answers:
        assert parsed(compose(answer, GAMES, "Friday league", 0))["To"].addresses[0].addr_spec == RAGNAR
