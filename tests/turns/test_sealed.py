"""A sealed game goes as an open one does; only what its files and messages say is another matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.store.layout import record_of
from genetess_cli.store.reader.games import record_ids
from tests.kit.boards import SMALL
from tests.kit.keys import without_key
from tests.kit.league import League, small
from tests.kit.reading import board_of, records_in, setup_in

pytestmark = pytest.mark.usefixtures("key")

STORY: list[tuple[float, str, str]] = [
    (1, "red", "MOVE B2 E\nMOVE C2 E\n"),
    (2, "green", "MOVE H3 W / * MOVE G3 W"),
    (3, "red", "what is this / MOVE A1 N / PASS"),
    (4, "green", "HOLIDAY"),
    (60, "red", "* MOVE C2 S\n* MOVE C3 E # on and on\n"),
    (61, "green", "MOVE A1 E"),
    (90, "green", ""),
    (91, "green", "PASS\n\n\nPASS / PASS"),
]


def _play(story: League) -> list[list[str]]:
    done = []
    for hour, seat, text in STORY:
        if text:
            story.writes(seat, text)
        done.append([*story.run(hour), story.waits(), *(str(story.file(each)) for each in ("red", "green"))])
    return done


def test_a_sealed_game_goes_as_the_same_open_one(tmp_path: Path, sealed: League) -> None:
    open_one = small(tmp_path / "open", "holiday: 10d\n")
    open_one.edit("holiday: 10d\n", f'holiday: 10d\nid: "{sealed.game.file.id}"\n')
    open_one.start()
    assert _play(sealed) == _play(open_one)
    assert sealed.position() == open_one.position()
    one, other = sealed.clock, open_one.clock
    assert (one.holiday, one.missed, one.deadline) == (other.holiday, other.missed, other.deadline)
    orders = [[record.order for record in records_in(each.league)] for each in (sealed, open_one)]
    assert orders[0] == orders[1]


def test_nothing_of_a_sealed_game_is_written_for_everybody_to_read(sealed: League) -> None:
    _play(sealed)
    files = {path.name for path in sealed.folder.rglob("*") if path.is_file()}
    assert {name for name in files if not name.endswith(".sealed")} == {
        "game.yaml",
        "board.yaml",
        "clock.yaml",
    }
    for path in sealed.folder.rglob("*.sealed"):
        assert path.read_bytes().startswith(b"genetess/v1 sealed ")
        assert b"MOVE" not in path.read_bytes()


def test_every_turn_has_the_same_public_words(sealed: League) -> None:
    _play(sealed)
    messages = sealed.subjects()
    assert messages[-1] == "a league"
    assert messages[-2] == "riot 0: started, red to move"
    assert {message.partition(": ")[2] for message in messages[:-2]} == {"resolved"}


@pytest.mark.exhaustive
def test_the_position_is_sealed_with_every_tenth_record_and_follows_from_these(sealed: League) -> None:
    seen = set()
    for turn in range(25):
        seat = sealed.clock.to_move[0]
        sealed.writes(seat, "PASS").run(turn + 1)
        first = (sealed.folder / "state.sealed").read_bytes().split(b"\n")[0]
        number = sealed.clock.number
        assert first == f"genetess/v1 sealed state riot - {max(1, number // 10 * 10):04}".encode()
        seen.add(first)
        assert sealed.position()
    assert len(seen) == 3


def test_records_lie_in_order_and_have_one_block_each(sealed: League) -> None:
    _play(sealed)
    league, game = sealed.league, sealed.game
    paths = [path for path, _ in record_ids(league.snapshot, game.paths)]
    assert [record_of(path) for path in paths] == [
        (record.number, record.turn) for record in sealed.recorded()
    ]
    root = sealed.repository.top
    assert len({(root / path).stat().st_size for path in paths}) <= 2  # the first line's length differs


def test_a_dry_run_changes_nothing(sealed: League) -> None:
    before = sealed.writes("red", "MOVE B2 E").snapshot()
    assert sealed.run(1, dry=True) == ["1a red: MOVE B2 E (live, done)"]
    assert sealed.snapshot() == before


def test_the_gm_brings_an_order(sealed: League) -> None:
    assert sealed.run(1, "MOVE B2 E") == ["1a red: MOVE B2 E (gm, done)"]
    assert sealed.message().startswith("riot 1a: resolved\n")


def test_a_text_file_counts_for_nothing(sealed: League) -> None:
    (sealed.folder / "orders").mkdir(exist_ok=True)
    (sealed.folder / "orders" / "red.txt").write_text("MOVE B2 E\n")
    assert sealed.run(1) == []
    assert sealed.run(25) == ["1a red: - (timeout, timed out)"]
    assert (sealed.folder / "orders" / "red.txt").read_text() == "MOVE B2 E\n"


def test_without_the_key_nothing_is_done_and_the_words_name_it(sealed: League) -> None:
    before = sealed.writes("red", "MOVE B2 E").snapshot()
    with without_key(), pytest.raises(Refused, match="the master key is missing: set GENETESS_MASTER_KEY"):
        sealed.run(1)
    assert sealed.snapshot() == before


def test_another_masters_key_is_refused(sealed: League, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sealed.writes("red", "MOVE B2 E").snapshot()
    monkeypatch.setenv("GENETESS_MASTER_KEY", "ee" * 32)
    with pytest.raises(Refused, match="not the one that the game was made with"):
        sealed.run(1)
    assert sealed.snapshot() == before


def test_nothing_that_was_opened_is_kept_on_disk(sealed: League) -> None:
    _play(sealed)
    kept = [path for path in (sealed.repository.top / ".git" / "genetess").rglob("*") if path.is_file()]
    assert kept
    for path in kept:
        assert not [word for word in (b"MOVE", b"pieces", b"events") if word in path.read_bytes()], path


def test_orders_that_lie_there_before_the_start_are_stored(key: None, tmp_path: Path) -> None:
    story = small(tmp_path, sealed=True)
    story.writes("red", story.sealed("red", "PASS", turn="0"))
    story.start()
    assert story.run(1) == []
    assert story.run(24) == ["1a red: PASS (stored, done)"]


# Numbers


def test_what_is_left_is_sealed_anew_with_the_next_number(sealed: League) -> None:
    sealed.writes("red", sealed.sealed("red", "PASS\nMOVE B2 E\n", number=5000)).run(1)
    left = sealed.slip("red")
    assert (left.text, left.number, left.turn) == (b"MOVE B2 E\n", 5001, "1a")
    assert sealed.clock.numbers == {"red": 5002}


def test_a_number_is_seen_before_its_queue_is_used(sealed: League) -> None:
    sealed.writes("green", sealed.sealed("green", "PASS", number=7000)).writes("red", "PASS").run(1)
    assert sealed.clock.numbers["green"] == 7001
    sealed.writes("green", sealed.sealed("green", "MOVE H3 W", number=6999))
    assert sealed.run(2) == ["1b green: - (live, failed)"]
    assert "an older queue, or was cleared" in str(sealed.reason("green"))


def test_of_two_queues_with_one_number_the_one_that_was_read_counts(sealed: League) -> None:
    first, second = (sealed.sealed("green", text, number=7000) for text in ("MOVE H3 W", "PASS"))
    sealed.writes("green", first).writes("red", "PASS").run(1)
    assert sealed.writes("green", second).run(2) == ["1b green: - (live, failed)"]
    assert "an older queue, or was cleared" in str(sealed.reason("green"))
    assert sealed.writes("green", first).run(26) == ["1b green: MOVE H3 W (live, done)"]


def test_a_queue_that_was_read_counts_as_well_with_its_lines_broken_otherwise(sealed: League) -> None:
    queue = sealed.sealed("green", "MOVE H3 W", number=7000)
    sealed.writes("green", queue).writes("red", "PASS").run(1)
    first, _, rest = queue.partition(b"\n")
    sealed.writes("green", first + b"\r\n" + rest.replace(b"\n", b""))
    assert sealed.run(25) == ["1b green: MOVE H3 W (stored, done)"]


@pytest.mark.parametrize("cleared", [None, b"", "# nothing"], ids=["deleted", "emptied", "no orders"])
def test_a_queue_that_was_cleared_does_not_come_back(sealed: League, cleared: bytes | str | None) -> None:
    queue = sealed.sealed("green", "MOVE H3 W")
    sealed.writes("green", queue).extend(1, 2)
    if cleared is None:
        sealed.path("green").unlink()
    else:
        sealed.writes("green", cleared)
    sealed.writes("red", "PASS").run(2)
    assert sealed.writes("green", queue).run(3) == ["1b green: - (live, failed)"]
    assert sealed.writes("green", "MOVE H3 W").run(4) == ["1b green: MOVE H3 W (live, done)"]


def test_a_queue_that_was_damaged_counts_again_once_it_is_taken_back(sealed: League) -> None:
    queue = sealed.sealed("green", "MOVE H3 W")
    sealed.writes("green", queue).extend(1, 2)
    sealed.writes("green", queue[:400]).writes("red", "PASS").run(2)
    assert sealed.writes("green", queue).run(3) == ["1b green: MOVE H3 W (live, done)"]


@pytest.mark.parametrize("number", [10**15 - 1, 10**10 + 1])
def test_a_number_far_too_high_is_refused_so_that_it_never_runs_out(sealed: League, number: int) -> None:
    sealed.writes("red", sealed.sealed("red", "PASS\nPASS", number=number))
    assert sealed.run(1) == ["1a red: - (live, failed)"]
    assert "its number is too high" in str(sealed.reason("red"))
    assert sealed.clock.numbers == {}
    assert sealed.writes("red", "PASS").run(2) == ["1a red: PASS (live, done)"]


def test_a_queue_of_an_earlier_turn_is_good_as_long_as_its_number_is(sealed: League) -> None:
    sealed.writes("green", sealed.sealed("green", "* PASS", turn="1a")).writes("red", "PASS")
    assert sealed.run(1) == ["1a red: PASS (live, done)", "1b green: PASS (stored, done)"]


# The specials


def test_specials_fire_in_a_sealed_game(tmp_path: Path) -> None:
    story = small(tmp_path, board=SMALL + "specials: [{at: C2, type: S1, amount: 7}]\n", sealed=True).start()
    assert board_of(setup_in(story.league)).specials
    assert story.run(1, "MOVE B2 E") == ["1a red: MOVE B2 E (gm, done)"]
    story.run(2, "PASS")
    kinds = [event["kind"] for record in story.recorded() for event in record.events]
    assert "fired" in kinds
