"""Two sealed games that differ only in what red cannot see: what everybody can read is the same but for sealed text."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from genetess_cli.site import build
from genetess_cli.site.write.survey import NAME
from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import SealContext
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from tests.kit import packs
from tests.kit.boards import WIDE
from tests.kit.command import git, run
from tests.kit.keys import GAME_KEY, ID
from tests.kit.league import League, at, small

pytestmark = pytest.mark.usefixtures("key")

COMMIT = re.compile(rb"\b[0-9a-f]{40}\b")
"""The id of a commit: it is another one where sealed text is, and tells no more than that."""
PAST = re.compile(rb'addRows\("", \d+, "([^"]+)"\);\n')
SHEET = re.compile(rb'<pre id="sealed" hidden [^>]*data-seat="(\w+)" data-turn="([a-z0-9-]+)">([^<]+)</pre>')
FAR = WIDE.partition("specials:")[0].replace(", C17: ABEGL, B16: ABBBCDDEFMNS", "")
PLAYERS = "start: K2, mail: [gwen@north.example], notices: daily}\n  - {seat: blue, name: Bo, start: K3}"
ONE = [
    ("red", "MOVE C2 E-E"),
    ("green", "MOVE P2 W-W"),
    ("blue", "PASS"),
    ("red", "MOVE B2 E"),
    ("green", "PASS"),
]
OTHER = [*ONE[:1], ("green", "PHASE Q3"), *ONE[2:4], ("green", "CREATE P3 AB")]
SPECIALS = [
    "specials: [{at: P3, type: S1, amount: 5}]\n",
    "specials: [{at: Q5, type: S8, targets: [B9, C9]}]\n",
]


class Public(msgspec.Struct):
    """What everybody can read of a game: each commit's message and files, with their lengths, and what was said."""

    commits: list[tuple[str, dict[str, int]]]
    files: dict[str, bytes]
    said: list[str]
    clock: dict[str, Any]
    pages: dict[str, bytes]
    sheets: dict[str, bytes]


def _played(folder: Path, orders: list[tuple[str, str]], specials: str) -> Public:
    story = small(folder, board=FAR + specials, sealed=True)
    game = story.folder / "game.yaml"
    game.write_text(
        game.read_text()
        .replace("start: K2}", PLAYERS)
        .replace("name: Bo,", "name: Bo, mail: [bo@north.example],")
        .replace("starting_e: 20", "starting_e: 40")
        .replace("players:", "talk: public\nplayers:")
    )
    story.configure("mail: league@north.example\n")
    story.start()
    said = []
    for hour, (seat, text) in enumerate(orders, start=1):
        story.writes(seat, text)
        story.commit(f"games/riot/orders/{seat}.sealed")
        done = run(story.repository.top, "tick", "--now", str(Time(at(hour))))
        said.append(f"{done.status} {done.out} {done.err}")
        said += _told(story, str(Time(at(hour))))
        words = run(story.repository.top, "talk", "riot", "hm", "--as", seat, "--now", str(Time(at(hour))))
        said.append(f"{words.status} {words.out} {words.err}")
    said.append(git(story.repository.top, "rev-parse", "talk^{tree}"))
    files = _files(story.repository.top)
    return Public(_commits(story), files, said, _clock(story), *_site(story, folder / "site"))


def _told(story: League, now: str) -> list[str]:
    """What players get by mail, one by one and once a day, other channels, the thread and a chat, and `status`."""
    asked = [(), ("--daily",), ("--lines",), ("--lines", "--public")]
    made = [run(story.repository.top, "post", "riot", *options, "--now", now) for options in asked]
    assert "To: Bo" in made[0].out
    assert "To: Gwen" in made[1].out
    made.append(run(story.repository.top, "status", "--json", "--now", now))
    return [COMMIT.sub(b"commit", f"{one.status} {one.out} {one.err}".encode()).decode() for one in made]


def _site(story: League, out: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What the site's files say but for sealed text and ids of commits, and what red's sheets say, opened."""
    build.build(story.league, out)
    pages, sheets = {}, {}
    for path in sorted(out.rglob("*")):
        if path.is_file() and path.name != NAME:  # of which tests/site/test_sealed.py tells
            name, data = path.relative_to(out).as_posix(), COMMIT.sub(b"commit", path.read_bytes())
            if found := SHEET.search(data):
                pages[name] = SHEET.sub(b"<pre %d>" % len(found[3]), data)
                if found[1] == b"red":
                    key, place = (
                        keys.seat_key(GAME_KEY, "red", 0),
                        SealContext(ID, "sheet", "red", found[2].decode()),
                    )
                    sheets[name] = box.unseal(key, place, base64.b64decode(found[3]), 1 << 20)
            elif found := PAST.fullmatch(data):
                pages[name] = b"<past %d>" % len(found[1])
            else:
                pages[name] = packs.said(data)
    past = story.past("red", key=story.key("red"))
    return pages, sheets | {f"{number}": text.encode() for number, text in past.items()}


def _clock(story: League) -> dict[str, Any]:
    found: Any = api.read((story.folder / "clock.yaml").read_bytes(), "clock.yaml").data
    return dict(found)


def _commits(story: League) -> list[tuple[str, dict[str, int]]]:
    top, found = story.repository.top, []
    for commit in git(top, "rev-list", "--reverse", "HEAD").split():
        message = git(top, "log", "-1", "--format=%an %ae %at %ct%n%B", commit)
        rows = git(top, "ls-tree", "-r", "-l", commit).splitlines()
        found.append((message, {row.split("\t")[1]: int(row.split()[3]) for row in rows}))
    return found


def _files(top: Path) -> dict[str, bytes]:
    """The files of the league, sealed ones by their first line."""
    return {
        path.relative_to(top).as_posix(): _clear(path)
        for path in sorted(top.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(top).parts and path.name != "clock.yaml"
    }


def _clear(path: Path) -> bytes:
    return path.read_bytes().split(b"\n")[0] if path.suffix == ".sealed" else path.read_bytes()


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Public, Public]:
    """Green, far from the others, does different things, and its part of the board is another one."""
    return _played(tmp_path / "one", ONE, SPECIALS[0]), _played(tmp_path / "other", OTHER, SPECIALS[1])


@pytest.mark.exhaustive
def test_commits_files_and_their_lengths_are_the_same(pair: tuple[Public, Public]) -> None:
    one, other = pair
    assert one.commits == other.commits
    assert one.files == other.files


@pytest.mark.by_day(0, ci="all")
def test_every_public_page_is_the_same_byte_for_byte(pair: tuple[Public, Public]) -> None:
    one, other = pair
    assert len(one.pages) > 20
    assert one.pages == other.pages


@pytest.mark.exhaustive
def test_reds_opened_sheets_are_the_same_byte_for_byte(pair: tuple[Public, Public]) -> None:
    one, other = pair
    assert len(one.sheets) == 6
    assert all(b"<svg" in sheet for sheet in one.sheets.values())
    assert one.sheets == other.sheets


@pytest.mark.exhaustive
def test_what_a_run_says_is_the_same(pair: tuple[Public, Public]) -> None:
    one, other = pair
    assert one.said == other.said


@pytest.mark.exhaustive
def test_the_clock_is_the_same(pair: tuple[Public, Public]) -> None:
    one, other = pair
    assert one.clock == other.clock


CELL = """\
map: |
  #########
  #.#.....#
  #########
starts:
  K1: {B2: K}
  K2: {H2: K}
"""


def test_whether_a_seat_had_anything_but_pass_to_order_shows_nowhere(tmp_path: Path) -> None:
    """Grace, missed deadlines and an open seat are public: they go by what everybody knows."""
    phases = "specials: [{at: B2, type: S4, codes: R}]\n"
    one, other = (_missed(tmp_path / name, found) for name, found in (("one", ""), ("other", phases)))
    assert one == other
    graced, missed = one.said
    assert "riot 1a: red is to move until 2027-01-16T14:00:00Z, with grace" in graced
    assert "riot 1b: green is to move until 2027-01-17T14:00:00Z" in missed
    assert one.clock["missed"] == {"red": 1}


def _missed(folder: Path, specials: str) -> Public:
    """A game in which red orders nothing, shut up with a King that can PHASE or can do nothing at all."""
    story = small(folder, "grace: 6h\ndrop_after: 1\n", CELL + specials, sealed=True).start()
    said = []
    for hour in (24, 30):
        done = run(story.repository.top, "tick", "--now", str(Time(at(hour))))
        said.append(f"{done.status} {done.out} {done.err}")
    files = _files(story.repository.top)
    return Public(_commits(story), files, said, _clock(story), _site(story, folder / "site")[0], {})


@pytest.mark.exhaustive
def test_what_others_stake_in_round_0_shows_nowhere(tmp_path: Path) -> None:
    """Rulings G39 and G43: what each got is told to all, and what it paid to itself alone."""
    one, other = (
        _gambled(tmp_path / name, text) for name, text in (("one", "GAMBLE 9E on 2nd"), ("other", "PASS"))
    )
    assert any(b"got the 1st place in the order of play" in page for page in one[0].values())
    assert one[0] == other[0]
    assert len(one[1]) > 2
    assert one[1] == other[1]


def _gambled(folder: Path, text: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The site after round 0 and a turn, in which red staked 5 E and green wrote `text`."""
    story = small(folder, board=FAR, sealed=True)
    story.edit("starting_e: 20", "starting_e: 20, gamble: [order]")
    story.start()
    story.writes("red", "GAMBLE 5E on 1st").writes("green", text)
    assert len(story.run(1)) == 2
    story.writes("red", "PASS").run(2)
    return _site(story, folder / "site")


@pytest.mark.exhaustive
def test_verify_in_ci_says_the_same_of_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red comes first: by a draw, as both stake as much, or by its stake, without one."""
    said = []
    for name, stake in (("one", 5), ("other", 4)):
        _gambled(tmp_path / name, f"GAMBLE {stake}E on 1st")
        top = tmp_path / name / "league"
        for place in ("", "true"):
            monkeypatch.setenv("CI", place)
            said.append([run(top, "verify"), run(top, "verify", "--json")])
    at_home, in_ci = said[::2], said[1::2]
    assert at_home[0] != at_home[1]
    assert in_ci[0] == in_ci[1]
    assert in_ci[0][0].out == "riot: 4 records, 3 turns, luck not shown in CI; all as committed\n"


def test_queues_that_wait_differ_in_the_clock_by_their_keyed_prints_alone(tmp_path: Path) -> None:
    clocks = []
    for name, text in (("one", "MOVE P2 W-W"), ("other", "PHASE Q3")):
        story = small(tmp_path / name, board=WIDE.partition("specials:")[0], sealed=True)
        story.start()
        story.writes("green", text).writes("red", "PASS").run(1)
        clocks.append(_clock(story))
    prints = [clock.pop("queues") for clock in clocks]
    files = [clock.pop("noted") for clock in clocks]  # prints of files that everybody has
    assert clocks[0] == clocks[1]
    assert prints[0].keys() == prints[1].keys() == files[0].keys() == files[1].keys() == {"green"}
    assert prints[0] != prints[1]
    assert all(re.fullmatch("[0-9a-f]{40}", found["green"]) for found in prints)


def test_a_queue_that_waits_on_does_not_show_that_it_says_the_same(tmp_path: Path) -> None:
    story = small(tmp_path, sealed=True).start()
    shown = []
    for hour in (1, 3, 5):
        story.writes("green", "PASS").writes("red", "* PASS").run(hour)
        shown.append(story.clock.queues["green"])
        story.writes("green", "* PASS").run(hour + 1)
    assert len(set(shown)) == 3


def test_a_print_cannot_be_tried_out_without_the_key(tmp_path: Path) -> None:
    """Orders are short, and git's name of their text, or any hash that needs no key, would give them away."""
    story = small(tmp_path, sealed=True).start()
    story.writes("green", "PASS").writes("red", "PASS").run(1)
    print_of = story.clock.queues["green"]
    texts = [b"PASS", b"PASS\n", b"green\0PASS", b"blob 4\0PASS", b"blob 5\0PASS\n"]
    for hashed in (hashlib.sha1, hashlib.sha256):
        assert print_of not in [hashed(text).hexdigest()[:40] for text in texts]
    assert print_of != story.game.codec.queue_id("red", b"PASS")
