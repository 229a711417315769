"""A corpus of records: every kind that the program makes, read from its file and written back byte for byte."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from genetess_cli.errors import InvalidFile
from genetess_cli.rules.genetess.bots import BOTS
from genetess_cli.rules.problems import WORDS
from genetess_cli.rules.ruleset import Bot
from genetess_cli.store.records import (
    GRACE,
    Begun,
    Failed,
    Graced,
    Holder,
    Played,
    Record,
    TimeOut,
    Way,
    plain,
    tag_of,
)
from genetess_cli.store.yaml import api
from genetess_cli.turns.acts import ACTS, KINDS, Mute, Replace
from genetess_cli.turns.acts.absence import PersonTold
from genetess_cli.turns.acts.back import Undone
from genetess_cli.turns.referee import act, resolve
from genetess_cli.turns.state import GmOrder
from genetess_cli.turns.timeline import record_in
from tests.kit.boards import END, LAMP, SECRET, SOON
from tests.kit.keys import ID
from tests.kit.league import League, at, small, wide
from tests.kit.versions import program_with
from tests.rules.genetess.cases import read_order

GOLDEN = Path(__file__).parent / "records"
FIRST_FORM = GOLDEN / "form-1"
"""The records of the same stories as they were when a reason was a sentence: they are never written again."""
USUAL = "grace: 12h\nholiday: 10d\ndrop_after: 2\n"
ALWAYS = {"desk", "next", "to_move"}
REQUIRED = {"number", "turn", "source", "outcome", "at", "rules_version", "form"}
Story = Callable[[Path, bool], League]


def _story(folder: Path, sealed: bool, more: str = USUAL, *, blue: bool = False) -> League:
    lines = more if sealed else f'id: "{ID}"\n{more}'
    return small(folder, lines, blue=blue, sealed=sealed)


def _turns(folder: Path, sealed: bool) -> League:
    """Orders that came in every way, those that failed, a file that cannot be read, graces and time-outs."""
    story = _story(folder, sealed).start()
    story.writes("red", "MOVE B2 N\nPASS\n").run(1)
    story.writes("red", "PASS\n").run(1.5)
    story.writes("green", b"\xff\xfe").run(2)
    story.writes("green", "PASS\n").run(3)
    story.run(4, "PASS")
    story.writes("red", "PASS\n").writes("green", "* PASS\n").run(5)
    story.run(5 + 24)
    story.run(5 + 36)
    for hour in (53, 77, 89, 125, 160, 200):
        story.run(hour)
    return story


def _holidays(folder: Path, sealed: bool) -> League:
    """One that is ended by an order, and one that runs out."""
    story = _story(folder, sealed).start().writes("red", "HOLIDAY\n")
    story.run(1)
    story.writes("red", "PASS\n").run(30)
    story.writes("green", "HOLIDAY\n").run(31)
    story.run(31 + 240)
    story.writes("red", "HOLIDAY\nMOVE B2 N\n").run(272)
    return story


def _round_0(folder: Path, sealed: bool) -> League:
    """A grace for all, an undo of it, a bid that is taken, and one that never came."""
    story = (
        _story(folder, sealed, blue=True).edit("starting_e: 20", "starting_e: 20, gamble: [order]").start()
    )
    story.writes("red", "GAMBLE 3E on 1st\n").run(24)
    story.pause(25)
    story.resume(26)
    story.undo(27)
    story.undo(28)
    story.run(24 + 28)
    for hour in (70, 80, 100):
        story.run(hour)
    story.undo(120, "0")
    return story


def _acts(folder: Path, sealed: bool) -> League:
    """All that a GM does while a game is on, and takes back."""
    story = _story(folder, sealed, blue=True).start()
    brought = GmOrder("PASS", "red", reason="by telephone")
    resolve(story.league, "riot", at(1), brought)
    story.pause(2)
    story.extend(3, 5)
    story.resume(4)
    story.extend(5, 6)
    story.writes("green", "PASS\n")
    story.replaced(6, "green", "Gil", "gil")
    story.replaced(7, "green", "Gil")
    act(
        story.league, "riot", Replace("red", Holder("Greedy", None, "greedy")), at(8), note=story.notes.append
    )
    story.run(9)
    story.drop(10, "blue")
    story.run(11)
    story.undo(12)
    story.undo(13)
    story.drop(14, "green", orphans=True)
    story.undo(15, "1b")
    story.undo(16)
    story.run(17)
    return story


def _pauses(folder: Path, sealed: bool) -> League:
    """A pause that ends by itself, and what an undo makes of both."""
    story = _story(folder, sealed).start()
    story.pause(1, until=30)
    story.run(31)
    story.undo(32)
    story.undo(33)
    return story


def _votes(folder: Path, sealed: bool) -> League:
    """A pause that all voted for, and votes that were taken back."""
    story = _story(folder, sealed).start()
    story.writes("green", "VOTE PAUSE 5d\n").run(1)
    story.writes("red", "VOTE PAUSE 5d\n").run(2)
    story.undo(3)
    story.writes("green", "VOTE NONE\n").run(4)
    return story


def _drop_of_a_piece(folder: Path, sealed: bool) -> League:
    """A seat that is taken out at once, and what becomes of its pieces."""
    story = _story(folder, sealed, blue=True).start()
    story.drop(1, "blue", orphans=True)
    story.undo(2)
    story.drop(3, "blue")
    story.run(4, "PASS")
    story.run(5, "PASS")
    return story


def _finish(folder: Path, sealed: bool) -> League:
    """The end of the game, taken back and made again."""
    story = _story(folder, sealed).start().order("PASS")
    story.finish(2)
    story.undo(3)
    story.undo(4)
    return story


def _cancel(folder: Path, sealed: bool) -> League:
    """A game that is called off, and goes on all the same."""
    story = _story(folder, sealed).start().order("PASS")
    story.cancel(2)
    story.undo(3)
    return story


def _draw(folder: Path, sealed: bool) -> League:
    story = _story(folder, sealed).start().order("PASS")
    story.draw(2, "red", "green")
    story.undo(3)
    return story


def _adopt(folder: Path, sealed: bool) -> League:
    """A program with newer rules takes a game over; that is taken back, and made again."""
    with program_with(3):
        story = _story(folder, sealed).start().order("PASS")
    story.adopt(2)
    story.undo(3)
    story.adopt(4)
    return story.order("PASS")


def _say(folder: Path, sealed: bool) -> League:
    """A ruling, taken back and made again, which moves no clock."""
    story = _story(folder, sealed).start().order("PASS")
    story.rule(2, "Turn 1a stands")
    story.undo(3)
    story.rule(4, "Turn 1a stands as it is.")
    act(story.league, "riot", Mute("red", 7 * 24 * 3600, reason="calm down"), at(5), note=story.notes.append)
    story.undo(6)
    return story.order("PASS")


def _win(folder: Path, sealed: bool) -> League:
    """A large board: takings, captures, specials and a win."""
    return wide(folder, board=SOON, sealed=sealed).start().order(*END)


def _bots(folder: Path, sealed: bool) -> League:
    """A bot that orders, and an end by time."""
    story = (
        _story(folder, sealed).edit("{seat: red, name: Ragnar", "{seat: red, name: R, bot: greedy").start()
    )
    with pytest.MonkeyPatch.context() as patch:
        orders = map(read_order, ("MOVE B2 N", "PASS"))
        patch.setitem(BOTS.named, "greedy", Bot(lambda *_: next(orders)))
        story.run(1)
    story.undo(2)
    story.run(3)
    return story


def _stored(folder: Path, sealed: bool) -> League:
    """Files that were there before the turn: an order that fails at the deadline, and one that cannot be read."""
    story = _story(folder, sealed, "").start().writes("red", "MOVE B2 N\n").writes("green", b"\xff\xfe")
    story.order("PASS")
    story.run(1 + 24)
    for hour in (49, 50, 73, 74, 97, 98, 121):
        story.run(hour)
    return story


def _time(folder: Path, sealed: bool) -> League:
    """Genie: a deadline that is missed loses."""
    secret = f'{SECRET if sealed else ""}id: "{ID}"\n'
    story = League(folder, LAMP.replace("players:", f"{secret}players:")).start()
    story.order("f3")
    story.run(1 + 72)
    return story


def _wishes(folder: Path, sealed: bool) -> League:
    """What players wish, what becomes of it, and one that cannot be done."""
    story = _story(folder, sealed, blue=True).start()
    story.writes("green", "GIVE 5h\nPASS\n").writes("blue", "GIVE 1d / GIVE\n").run(1)
    story.undo(2)
    story.undo(3)
    story.undo(4)
    story.writes("red", "RESIGN\n").run(5)
    story.undo(6, "1a")
    story.writes("blue", "RESIGN\n").run(7)
    story.run(7 + 72)
    return story


def _away(folder: Path, sealed: bool) -> League:
    """Absences: one that ends by itself, and one that its player ends."""
    story = _story(folder, sealed, "version: 3\nholiday: 10d\n")
    (story.root / "people").mkdir()
    for number, name in enumerate(("Ragnar", "Gwen"), start=1):
        (story.root / f"people/p{number}.yaml").write_text(f"name: {name}\n")
        story.edit(f"name: {name}", f"person: p{number}")
    story.start().writes("red", "AWAY 2027-01-15\n").run(1)
    story.run(17)
    story.writes("red", "AWAY 2027-01-15..2027-01-20\n").run(18)
    story.writes("red", "HERE\n").run(19)
    story.undo(21, "1a")
    story.writes("green", "NOTICES own\n").run(22)
    story.undo(23)
    return story


STORIES: dict[str, Story] = {
    story.__name__.strip("_").replace("_", "-"): story
    for story in (
        _turns,
        _holidays,
        _round_0,
        _acts,
        _drop_of_a_piece,
        _finish,
        _draw,
        _adopt,
        _say,
        _win,
        _pauses,
        _votes,
        _cancel,
        _bots,
        _stored,
        _time,
        _wishes,
        _away,
    )
}


def _kinds(records: Sequence[Record]) -> list[str]:
    """What kinds of records there are, each in a line: what made it, what came of it, which fields it can fill."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for record in records:
        told = plain(record)
        fields = kinds[f"{told.get('desk', 'turn')}: {record.source}, {record.outcome}"]
        for name in _fills(record):
            inner = told[name]
            fields.update([f"{name}.{key}" for key in inner] if isinstance(inner, dict) else [name])
    return [f"{kind} ({', '.join(sorted(fields - ALWAYS))})" for kind, fields in sorted(kinds.items())]


def _fills(record: Record) -> list[str]:
    """The fields that only some records fill."""
    return [name for name, value in plain(record).items() if value and name not in REQUIRED]


def _files(story: League) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((story.folder / "turns").rglob("*.*"))}


@pytest.fixture(params=STORIES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_every_record_is_written_back_byte_for_byte(
    name: str, sealed: bool, tmp_path: Path, key: None, golden: Callable[[Path, str], None]
) -> None:
    story = STORIES[name](tmp_path, sealed)
    folder = "sealed" if sealed else "open"
    story.check_past()
    codec = story.game.terms.codec
    shown: list[str] = []
    then = {record.number: record for record in _kept(FIRST_FORM / folder, name)}
    for place, data in _files(story).items():
        tree = codec.record(data, place)
        record = record_in(tree)
        assert codec.record_file(plain(record), place) == data
        assert api.dump(plain(record)) == api.dump(tree.data)
        older = then.get(record.number, record)
        assert story.game.terms.reason(older) == story.game.terms.reason(record)
        shown.append(f"# {place}\n{api.dump(plain(record))}")
    golden(GOLDEN / folder / f"{name}.yaml", "\n".join(shown))


def _kept(folder: Path = GOLDEN / "open", name: str = "*") -> list[Record]:
    """All records of a folder of the corpus, or those of a story."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob(f"{name}.yaml"))]
    parts = [part for text in texts for part in text.split("# ")[1:]]
    return [record_in(api.read_program(part.partition("\n")[2].encode(), "a record")) for part in parts]


def test_the_corpus_has_every_kind_of_record(golden: Callable[[Path, str], None]) -> None:
    """Another kind, way or field must be in a story above, and then in the list of what there is."""
    kept = _kept()
    kinds: tuple[type[msgspec.Struct], ...] = (Begun, Played, Failed, TimeOut, Graced, *KINDS.values())
    assert {type(record) for record in kept} == {*kinds}
    assert {record.source for record in kept if isinstance(record, Played)} == {*get_args(Way)}
    assert {record.source for record in kept if isinstance(record, Failed)} == {
        "live",
        "stored",
        "bot",
        "wish",
    }
    fields = {field.encode_name for kind in kinds for field in msgspec.structs.fields(kind)}
    assert {name for record in kept for name in _fills(record)} - {"desk"} == fields - REQUIRED - {
        "by"
    }  # of older ones
    golden(GOLDEN / "kinds.txt", "\n".join([*_kinds(kept), ""]))


def test_no_record_has_a_sentence_for_a_problem() -> None:
    problems = [cause for record in _kept() for cause in record.problems]
    assert problems
    assert all(WORDS not in cause.parts for cause in problems)


UNDONE = {*ACTS} - {tag_of(PersonTold)}


def test_what_an_act_is_taken_back_by_is_in_the_corpus() -> None:
    """Each act is undone in a story, but for what is the person's alone."""
    undone = [act for record in _kept() if isinstance(record, Undone) for act in record.was.acts]
    assert {act if isinstance(act, str) else act.act for act in undone} == {GRACE, *UNDONE}


def test_every_act_says_what_it_does_and_its_name_once_undone() -> None:
    assert not [act for act in ACTS.values() if {"do", "grant"}.isdisjoint(vars(act))]
    assert all("undone" in vars(ACTS[name]) for name in UNDONE)


PAUSE = """\
number: 2
turn: "1b"
seat: null
order: null
source: gm
outcome: done
reason: null
at: "2027-01-15T10:00:00Z"
to_move: [green]
next: "1b"
draws: []
events: []
rules_version: 4
desk: pause
by: Test
"""


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (
            "seat: null",
            "seat: green",
            "r.yaml:3: seat: expected `null`: by its `source`, `outcome` and `desk`",
        ),
        ("source: gm", "source: live", "r.yaml:5: source: expected `gm` or `wish`"),
        ("outcome: done", "outcome: failed", "r.yaml:6: outcome: expected `done`, got `failed`"),
        ("desk: pause", "desk: paus", "r.yaml:14: desk: there is no act paus (did you mean `pause`?)"),
        ("desk: pause", "desk: fly", "the acts are pause, resume, extend, "),
        ("desk: pause", "dsk: pause", "r.yaml:14: dsk: there is no such field (did you mean `desk`?)"),
        ("outcome:", "outcom:", "r.yaml:6: outcom: there is no such field (did you mean `outcome`?)"),
        ("reason:", "reasn:", "r.yaml:7: reasn: there is no such field (did you mean `reason`?)"),
        ("by: Test", "by: Test\nback_to: 1", "r.yaml:16: back_to: there is no such field"),
        ("source: gm", "source: post", "r.yaml:5: source: expected `start` or `live`"),
        ("desk: pause\nby: Test", "", "r.yaml:3: seat: expected"),
    ],
)
def test_what_no_record_of_its_kind_says_is_named(was: str, now: str, words: str) -> None:
    text = PAUSE.replace(was, now)
    with pytest.raises(InvalidFile, match=re.escape(words)):
        record_in(api.read_program(text.encode(), "r.yaml"))


def test_no_file_is_left_of_a_story_that_is_gone() -> None:
    for secrecy in ("open", "sealed"):
        assert {path.stem for path in (GOLDEN / secrecy).iterdir()} == {*STORIES}
