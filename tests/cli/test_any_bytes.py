"""Any bytes in order files, game.yaml and board.yaml, before a start and after it: no command gives a traceback."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kit.boards import BOARD as GOOD_BOARD
from tests.kit.command import LATER, START, copied, run
from tests.kit.shares import examples

ORDERS, GAME, BOARD = "games/riot/orders/red.txt", "games/riot/game.yaml", "games/riot/board.yaml"
STATUSES = {0, 1, 2, 3}

READING = (
    ("check",), ("show", "riot"), ("show", "riot", "--json", "--as", "red"), ("show", "riot", "--turn", "0"),
    ("log", "riot"), ("log", "riot", "--json", "--as", "green"), ("legal", "riot"),
    ("resolve", "riot", "--dry-run", "--now", LATER),
)  # fmt: skip
WRITING = (
    ("tick", "--now", LATER), ("resolve", "riot", "--now", LATER), ("start", "riot"), ("order", "riot", "red", "PASS"),
    ("build", "--out", "out"),
)  # fmt: skip

BYTES = [
    b"", b"\n", b"\x00", b"\xff\xfe\x00", b"\xef\xbb\xbf", b"\x1b[2J", b"PASS\rPASS", "PASS\u2028PASS".encode(),
]  # fmt: skip
ORDER = [
    b"* ", b"/////", b"#", b"PASS # \xc3", b"MOVE " + b"9" * 400, b"MOVE ZZZ9999 N", b"CREATE B3 " + b"A" * 300,
    b"MOVE B2 " + b"N-" * 900 + b"N", b"CHARGE B2 E, CHARGE", b"PASS\n" * 60, b"HOLIDAY", b"*HOLIDAY / PASS",
    "MOVE B2 Ｎ / ＰＡＳＳ ß ﬃ".encode(),
]  # fmt: skip
YAML = [
    b"%", b"&a [*a]", b"a: &a [*a, *a]", b"!!python/object:os.system {}",
    b"[" * 5000, b"{" * 5000, b"- " * 3000, b"a: b: c", b"? ", b"--- \n---\n", b"ruleset: genetess\n",
    b"map: |\n  ###\nstarts: {K1: {A1: K}}\n", b"map: ''\nstarts: {}\n", b"map: |\n  ...\nstarts: {K1: 3}\n",
    b"map: |\n  ....\nstarts: {K1: {A1: K}, K2: {B1: K}}\nspecials: [{at: [1], type: {}}]\n",
    b"map: |\n  ....\nstarts: {K1: {A1: K}, K2: {B1: K}}\nspecials: [{at: C1, type: S1, text: [1]}]\n",
    b"ruleset: genetess\nname: x\nplayers: [{seat: red, name: R}, {seat: blue, name: B}]\n",
    b"ruleset: genetess\nname: x\nplayers: []\n",
    b"ruleset: genetess\nname: 1e999\nplayers: 1\nrules: {gamble: [order]}\n",
]  # fmt: skip
BEGINNING = (
    ("check",),
    ("new", "other", "--ruleset", "genetess", "--board", BOARD, "--player", "red=R", "--player", "green=G"),
    ("start", "riot", "--now", START), ("start", "other", "--now", START),
    ("check",), ("show", "riot", "--json"), ("resolve", "other", "--now", LATER), ("build", "--out", "out"),
)  # fmt: skip
SPECIALS = [
    "type: S1, amount: 1.5", "type: S1, amount: .inf", "type: S1, amount: 1e400", "type: S1, amount: " + "9" * 4000,
    "type: S1, amount: 0x" + "f" * 5000, "type: S1, amount: 2026-11-21", "type: S1, amount: banana, targt: ZZ9",
    "type: S1, amount: 5, ? " + "k" * 1001 + " : 1", "type: S1, amount: 5, [1]: 1", "type: S1, amount: 5, 5: 1",
    "type: S1, amount: {a: [1]}", "type: S1", "amount: 5", "type: null", "type: S5, text: null", "type: S5, text: 5",
    'type: S5, text: "\\ud800"', 'type: S5, text: "\\x1b[2J"', "type: S5, text: " + "x" * 70000,
    "type: S4, codes: NO", "type: S4, codes: " + "B" * 70000, "type: S6, squares: [" + "B2, " * 9000 + "B2]",
    "type: S6, squares: [[B2]]", "type: S3, target: " + "Z" * 70000, "type: S10, random: -1", "type: S10, walls: B2",
    "type: S2, percent: 1e1, of: own", "type: S12, amount: 1, percent: 1", "<<: {type: S5}",
]  # fmt: skip
STARTS = [
    "K1: {B2: K, C2: " + "Z" * 200 + "A}", "K1: {B2: K, C2: " + "B" * 70000 + "}", "K1: {B2: 5}",
    "K1: {B2: K, ? " + "C" * 1001 + " : A}", "? " + "k" * 1001 + " : {B2: K}",
    "K1: {B2: K, C2: ABCDEFGHIJKLMNOPQRSTUVWXYZ}",
]  # fmt: skip


def _all_end_well(league: Path, commands: tuple[tuple[str, ...], ...]) -> None:
    for command in commands:
        done = run(league, *command)
        assert done.status in STATUSES, (command, done)
        assert done.status in (0, 3) or done.err.strip(), (command, done)
        assert "\x1b" not in done.out + done.err


CASES = [
    *((ORDERS, data) for data in BYTES + ORDER),
    *((GAME, data) for data in BYTES + YAML),
    *((BOARD, data) for data in BYTES + YAML),
]


@pytest.mark.by_day(2, ci=10)
@pytest.mark.parametrize(("file", "data"), CASES, ids=lambda value: ascii(value[:24]))
def test_no_bytes_give_a_traceback(started: Path, file: str, data: bytes) -> None:
    (started / file).parent.mkdir(exist_ok=True)
    (started / file).write_bytes(data)
    _all_end_well(started, READING + WRITING)


EARLY = [
    *((GAME, data) for data in BYTES + YAML),
    *((BOARD, data) for data in BYTES + YAML),
    *((BOARD, GOOD_BOARD.replace("type: S1, amount: 5", words).encode()) for words in SPECIALS),
    *((BOARD, GOOD_BOARD.replace("K1: {B2: K, C2: AB}", words).encode()) for words in STARTS),
]


@pytest.mark.by_day(2, ci=10)
@pytest.mark.parametrize(("file", "data"), EARLY, ids=lambda value: ascii(value[-24:]))
def test_no_bytes_give_a_traceback_before_the_start(founded: Path, file: str, data: bytes) -> None:
    (founded / file).write_bytes(data)
    _all_end_well(founded, BEGINNING)


@pytest.fixture(scope="module")
def unstarted(_founded: Path) -> Path:
    """The league that every example copies; it is never written to."""
    return _founded


@pytest.mark.exhaustive
@settings(
    max_examples=examples(25),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    file=st.sampled_from([GAME, BOARD]),
    cut=st.integers(0, 2000),
    inserted=st.binary(max_size=40)
    | st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace"))
    | st.sampled_from(SPECIALS + STARTS).map(str.encode),
    removed=st.integers(0, 60),
)
def test_no_change_of_a_file_gives_a_traceback_before_the_start(
    unstarted: Path, file: str, cut: int, inserted: bytes, removed: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        league = copied(unstarted, Path(folder))
        (league / file).write_bytes(_mixed(file, league, cut, inserted, removed))
        _all_end_well(league, BEGINNING)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, _started: Path) -> Path:
    """One league for all examples, whose commands only read."""
    folder = tmp_path_factory.mktemp("shared") / "league"
    shutil.copytree(_started, folder, symlinks=True)
    (folder / ORDERS).parent.mkdir(exist_ok=True)
    return folder


def _mixed(file: str, league: Path, cut: int, inserted: bytes, removed: int) -> bytes:
    """A good file with a piece cut out and other bytes in its place: deeper into the program than pure noise."""
    good = (league / file).read_bytes() if (league / file).exists() else b"MOVE B2 S / * PASS # comment\n"
    cut %= len(good) + 1
    return good[:cut] + inserted + good[cut + removed :]


@pytest.mark.exhaustive
@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    file=st.sampled_from([ORDERS, GAME, BOARD]),
    cut=st.integers(0, 2000),
    inserted=st.binary(max_size=40) | st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace")),
    removed=st.integers(0, 60),
)
def test_no_change_of_a_file_gives_a_traceback(
    shared: Path, file: str, cut: int, inserted: bytes, removed: int
) -> None:
    before = (shared / file).read_bytes() if (shared / file).exists() else None
    (shared / file).write_bytes(_mixed(file, shared, cut, inserted, removed))
    try:
        _all_end_well(shared, READING)
    finally:
        (shared / file).unlink()
        if before is not None:
            (shared / file).write_bytes(before)


@settings(
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=st.text(st.characters(exclude_characters="\0"), max_size=80))
def test_no_order_text_gives_a_traceback(shared: Path, text: str) -> None:
    brought = ("resolve", "riot", "--dry-run", "--seat", "red", "--order", text)
    _all_end_well(shared, (("order", "riot", "red", "--", text), brought))
    (shared / ORDERS).unlink(missing_ok=True)
