"""AWAY and HERE: a player's absence, in all games of theirs, as holiday and at no cost but that."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from genetess_cli.errors import Note, NothingDue, ignore_note
from genetess_cli.store import people
from genetess_cli.store.people import read_person
from genetess_cli.store.records import Record
from genetess_cli.store.seal.keyring import VARIABLE
from genetess_cli.turns import remote
from genetess_cli.turns.referee import resolve
from genetess_cli.turns.submit import write
from tests.kit.boards import SMALL_FOR_THREE
from tests.kit.command import git
from tests.kit.league import League, at, line, small

pytestmark = pytest.mark.usefixtures("key")
# The stories begin on Fri 15 Jan 2027 at 08:00 UTC.
DAYS = "2027-01-16..2027-01-18"


def _persons(folder: Path, more: str = "holiday: 10d\n", *, sealed: bool = False) -> League:
    story = small(folder, f"version: 3\n{more}", blue=True, sealed=sealed)
    (story.root / "people").mkdir()
    for number, name in enumerate(("Ragnar", "Gwen", "Bo"), start=1):
        (story.root / f"people/p{number}.yaml").write_text(f"name: {name}\n")
        story.edit(f"name: {name}", f"person: p{number}")
    story.commit(*(f"people/p{number}.yaml" for number in (1, 2, 3)))
    return story.start()


def _days(story: League, person: str = "p1") -> str | None:
    path = f"people/{person}.yaml"
    away = read_person((story.root / path).read_bytes(), path).away
    return away and people.unseal(person, "away", away)


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_an_absence_is_holiday_from_the_moment_when_the_seat_is_to_move_inside_it(
    tmp_path: Path, sealed: bool
) -> None:
    story = _persons(tmp_path, sealed=sealed).writes("green", f"AWAY {DAYS}\n")
    assert story.run(1) == ["1a green: - (wish, done)"]
    assert _days(story, "p2") == DAYS
    assert story.run(15, "PASS") == ["1a red: PASS (gm, done)"]  # Fri 23:00: not yet away
    assert story.run(15.5) == []
    assert story.run(17) == ["1b green: - (timeout, done)"]  # Sat 01:00
    # To Mon 24:00, and then what was left of the deadline.
    assert story.waits() == "1b green suspended until 110"
    assert story.run(87) == []
    assert story.run(89) == ["1b green: - (timeout, done)"]
    assert story.waits() == "1b green playing until 110"
    assert story.clock.holiday["green"] == (240 - (88 - 17)) * 3600
    story.check()


def test_the_days_are_in_no_commit(tmp_path: Path) -> None:
    story = _persons(tmp_path)
    write(story.league, story.league.game("riot"), "green", f"AWAY {DAYS} / PASS", at(1), commit=True)
    assert (story.root / "games/riot/orders/green.txt").read_text() == "AWAY noted / PASS\n"
    assert (_days(story, "p2"), story.run(1)) == (DAYS, ["1a green: - (wish, done)"])
    write(story.league, story.league.game("riot"), "blue", f"AWAY {DAYS}", at(2))
    story.run(2)
    story.writes("red", f"VOTE DRAW\nAWAY {DAYS}\n").run(3)
    assert git(story.root, "log", f"-S{DAYS}", "--oneline") == ""
    assert git(story.root, "status", "--porcelain") == ""
    story.check()


def test_who_is_to_move_rests_at_once_and_an_order_ends_it(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("red", "AWAY 2027-01-15..2027-01-18\n")
    assert story.run(2) == ["1a red: - (wish, done)", "1a red: - (timeout, done)"]
    story.writes("red", "PASS\n")
    assert story.run(5) == ["1a red: PASS (live, done)"]
    assert (_days(story), story.clock.holiday["red"]) == (None, 237 * 3600)
    assert story.run(6) == []
    story.check()


def test_here_ends_it_and_the_turn_goes_on(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("red", "AWAY 2027-01-15..2027-01-18\n")
    story.run(2)
    story.writes("red", "HERE\n")
    assert story.run(12) == ["1a red: - (wish, done)", "1a red: - (timeout, done)"]
    assert story.waits() == "1a red playing until 36"
    assert (_days(story), story.clock.holiday["red"]) == (None, 230 * 3600)
    story.check()


def test_here_says_that_no_day_to_come_is_left(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("green", f"AWAY {DAYS}\n")
    story.run(1)
    for hour in (2, 3):
        story.writes("green", "HERE\n").run(hour)
        assert "Gwen (green) is here, and is not away on any day to come." in str(story.told("red")[-1])
        assert _days(story, "p2") is None


def test_an_empty_balance_ends_it(tmp_path: Path) -> None:
    story = _persons(tmp_path, "holiday: 1d\n").writes("red", "AWAY 2027-01-15..2027-01-18\n")
    story.run(2)
    assert story.run(26) == ["1a red: - (timeout, done)"]
    assert (story.waits(), story.clock.holiday["red"]) == ("1a red playing until 48", 0)
    assert story.run(48) == ["1a red: - (timeout, timed out)"]
    story.check()


def test_an_undo_passes_over_what_is_the_persons(tmp_path: Path) -> None:
    story = _persons(tmp_path)
    story.run(1, "PASS")
    story.writes("blue", f"AWAY {DAYS}\n").run(2)
    story.undo(3)
    assert (story.clock.turn, _days(story, "p3")) == ("1a", DAYS)
    assert "note" not in str(story.told("red")[-1])
    story.check()


def test_an_undo_takes_no_notices_back_and_none_that_wait(tmp_path: Path) -> None:
    story = _persons(tmp_path)
    story.writes("red", "NOTICES none\nPASS\n").run(1)
    story.writes("green", "NOTICES own\n")
    story.commit("games/riot/orders/green.txt")
    story.undo(2, to="1a")
    assert story.file("green") == "NOTICES own\n"
    story.run(3)
    kept = [(story.root / f"people/p{number}.yaml").read_text() for number in (1, 2)]
    assert ["notices: none" in kept[0], "notices: own" in kept[1]] == [True, True]
    story.check()


def test_without_holiday_an_absence_changes_nothing(tmp_path: Path) -> None:
    story = _persons(tmp_path, "").writes("red", "AWAY 2027-01-15..2027-01-18\n")
    assert story.run(2) == ["1a red: - (wish, done)"]
    assert story.waits() == "1a red playing until 24"


def test_no_page_record_or_message_tells_the_dates_of_a_sealed_game(tmp_path: Path) -> None:
    story = _persons(tmp_path, sealed=True).writes("green", f"AWAY {DAYS}\n")
    story.run(1)
    said = [*story.subjects(), story.message(), *map(str, story.told("red"))]
    said += [path.read_text(errors="replace") for path in story.root.rglob("*.yaml")]
    assert not [text for text in said if "2027-01-18" in text]


def test_days_that_are_over_and_days_that_are_none_are_refused(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("red", "AWAY 2026-01-15\nAWAY 2027-02-30\nAWAY tomorrow\n")
    assert [row.rpartition("(")[2] for row in story.run(2)] == ["wish, failed)"] * 3
    assert _days(story) is None


def test_a_game_that_knows_no_persons_says_so(tmp_path: Path) -> None:
    story = small(tmp_path).start().writes("red", f"AWAY {DAYS}\n")
    assert story.run(1) == [f"1a red: AWAY {DAYS} (wish, failed)"]
    assert "genetess migrate" in str(story.reason("red"))


def _seen(story: League) -> tuple[object, ...]:
    """What everybody, and red, gets of a sealed game: messages, names and sizes of files, clocks, what is told."""
    files = sorted(
        (path.relative_to(story.root).as_posix(), path.stat().st_size)
        for path in story.root.rglob("*.*")
        if ".git" not in path.parts
    )
    clock = re.sub(r"[0-9a-f]{40}", "?", (story.folder / "clock.yaml").read_text())
    return story.subjects(), files, clock, story.told("red"), story.told("")


@pytest.mark.parametrize(
    "twins",
    [
        ("AWAY 2027-01-20..2027-01-21\n", "AWAY 2027-02-01..2027-12-31\n"),
        ("GIVE up\n", "GIVE 0d\n"),
        ("AWAY tomorrow\n", "NOTICES perhaps\n"),
    ],
)
def test_twins_that_differ_in_what_is_secret_of_a_wish_are_alike_for_all_others(
    tmp_path: Path, twins: tuple[str, str]
) -> None:
    seen = []
    for number, text in enumerate(twins):
        story = _persons(tmp_path / str(number), sealed=True).writes("green", text)
        story.run(1)
        story.run(2, "PASS")
        seen.append(_seen(story))
    assert seen[0] == seen[1]


def test_one_wish_reaches_all_games_of_a_person(tmp_path: Path) -> None:
    story = _persons(tmp_path)
    text = re.sub(r"(?m)^(id|commitment|rules_version):.*\n", "", story.game_text())
    story.add("cave", text.replace("number: 9999", "number: 9998"), SMALL_FOR_THREE)
    story.start("cave")
    story.writes("red", "AWAY 2027-01-15..2027-01-18\n")
    assert story.run(2) == ["1a red: - (wish, done)", "1a red: - (timeout, done)"]
    done = remote.tick(story.league, at(3), partial(_play, story), False, ignore_note).done
    assert [(slug, line(record)) for slug, records in done.items() for record in records] == [
        ("cave", "1a red: - (timeout, done)")
    ]


def test_a_run_reads_no_game_of_others_for_an_absence(tmp_path: Path) -> None:
    story = _persons(tmp_path)
    text = re.sub(r"(?m)^(id|commitment|rules_version):.*\n", "", story.game_text())
    story.add(
        "cave",
        re.sub(r"person: p", "person: p1", text.replace("number: 9999", "number: 9998")),
        SMALL_FOR_THREE,
    )
    for number in (11, 12, 13):
        (story.root / f"people/p{number}.yaml").write_text(f"name: Other {number}\n")
        story.commit(f"people/p{number}.yaml")
    story.start("cave")
    story.writes("green", "AWAY 2027-01-15..2027-01-18\n").run(2)
    asked: list[str] = []

    def play(slug: str, note: Note) -> list[Record]:
        asked.append(slug)
        return _play(story, slug, note)

    with pytest.raises(NothingDue):
        remote.tick(story.league, at(3), play, False, ignore_note)
    assert asked == ["riot"]


def test_without_the_master_key_a_game_waits_in_which_somebody_could_be_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = _persons(tmp_path).writes("green", f"AWAY {DAYS}\n")
    story.run(1)
    monkeypatch.delenv(VARIABLE)
    broken = remote.tick(story.league, at(3), partial(_play, story), False, ignore_note).broken
    assert "master key" in str(broken["riot"])


def _play(story: League, slug: str, note: Note) -> list[Record]:
    return resolve(story.league, slug, at(3), note=note)


def test_an_order_that_fails_ends_an_absence_too(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("red", "AWAY 2027-01-15..2027-01-18\n")
    story.run(2)
    story.writes("red", "MOVE H3 W\n")
    assert story.run(5) == ["1a red: MOVE H3 W (live, failed)"]
    assert (_days(story), story.clock.away, story.run(6)) == (None, False, [])
    story.check()


def test_a_seat_that_is_dropped_while_away_leaves_no_absence_behind(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("red", "AWAY 2027-01-15..2027-01-18\n")
    story.run(2)
    story.drop(3, "red", orphans=True)
    assert (story.clock.away, story.waits()) == (False, "1b green playing until 27")
    assert story.run(4) == []
    story.check()


def test_a_pause_of_the_gms_stops_an_absence_too(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("red", "AWAY 2027-01-15..2027-01-18\n")
    story.run(2)
    story.pause(12)
    story.resume(36)
    assert story.run(37) == ["1a red: - (timeout, done)"]
    assert story.clock.holiday["red"] == 230 * 3600
    story.check()


def test_nobody_reads_that_a_player_chose_which_notices_to_get(tmp_path: Path) -> None:
    story = _persons(tmp_path).writes("green", "NOTICES own\n")
    assert story.run(1) == ["1a green: - (wish, done)"]
    assert [story.told(seat) for seat in ("", "red", "green")] == [[], [], []]
    story.build()
    pages = [
        page.relative_to(story.out).as_posix()
        for page in story.out.rglob("*")
        if page.suffix in (".html", ".xml", ".json") and "which notices" in page.read_text()
    ]
    assert pages == []
    assert "own matter" in story.page("riot/turns/0001-1a.html")
    assert "Gwen: " not in story.page("riot/turns/0001-1a.html")
