"""The timelines of `tests/cases/timelines`: who writes what when, when a run comes, and what it does then.

    === a title
    cites orders G44            the page's general part, rulings
    board walled                another board than the usual one
    game grace: 6h              a line of game.yaml
    5h red: MOVE B2 E / PASS    red's order file as red saves it; `5h red deletes` removes it
    6h gm: MOVE B2 E            genetess resolve --order
    7h clock was_paused: true   a line of clock.yaml, committed by the GM
    7h genetess pause riot      any other command, which must be carried out
    8h tick                     genetess tick; below it what it carries out, a line a record, and what holds then
       1a red: MOVE B2 E (live, done)
       exit 1                   its status, where that is not 0 (3 where nothing is carried out)
       waits 1b green playing until 32h
       file red PASS            `no file red`: there is none
       missed red 2             all deadlines missed in a row; `missed` alone: none
       open red                 the seats that are open for replacement
       told red                 this run told everybody of it
       holiday red 8d           what the seat has left

After every run another one at the same time must find nothing to do, say so with status 3, and change nothing. At the
end `genetess verify` must find the game as it was committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from genetess_cli import store
from genetess_cli.clock import open_seats
from genetess_cli.rules.base import PUBLIC
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.times import duration, from_time, to_time
from tests.cli.conftest import Done, run
from tests.house.tree import ROOT
from tests.referee.timelines import BEGIN, BOARD, HOUR, Story, line

FOLDER = ROOT / "tests" / "cases" / "timelines"
WALLED = """\
map: |
  #########
  ##.#....#
  ####....#
  #########
starts:
  K1: {C2: K}
  K2: {H3: K}
"""
BOARDS = {"usual": BOARD, "walled": WALLED}


class Case(msgspec.Struct):
    """A timeline: its file, its title, what comes before the start, and each step with what has to hold after it."""

    source: str
    title: str
    board: str = "usual"
    settings: list[str] = []
    steps: list[tuple[str, list[str]]] = []


def read_cases() -> list[Case]:
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    case: Case | None = None
    for row in path.read_text().splitlines():
        if row.startswith("=== "):
            if case:
                yield case
            case = Case(path.stem, row[4:])
        elif case is None or not row.strip():
            continue
        elif row.startswith("   "):
            case.steps[-1][1].append(row.strip())
        elif row.startswith("game "):
            case.settings.append(row[5:])
        elif row.startswith("board "):
            case.board = row[6:]
        elif not row.startswith("cites "):
            case.steps.append((row, []))
    if case:
        yield case


CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}: {case.title}")
def test_timeline(case: Case, tmp_path: Path) -> None:
    settings = [each for each in case.settings if not each.startswith("deadline:")]
    story = Story(tmp_path / "league", "".join(f"{each}\n" for each in settings), BOARDS[case.board])
    for own in set(case.settings) - {*settings}:
        game = story.folder / "game.yaml"
        game.write_text(game.read_text().replace("deadline: 24h", own))
    story.start()
    for step, expected in case.steps:
        hour, what = step.split("h ", 1)
        _step(story, BEGIN + int(float(hour) * HOUR), what, expected)
    verified = run(story.repository.top, "verify")
    assert verified.status == 0, verified


def _step(story: Story, now: int, what: str, expected: list[str]) -> None:
    whose, _, text = what.partition(":")
    if what == "tick":
        _ran(story, now, expected, ["tick"])
    elif whose == "gm":
        _ran(story, now, expected, ["resolve", "riot", "--order", text.strip()])
    elif what.startswith("genetess "):
        done = _run(story, now, *what.split()[1:])
        assert done.status == 0, done
    elif what.startswith("clock "):
        path = story.folder / "clock.yaml"
        path.write_text(path.read_text() + what[6:] + "\n")
        story.commit("games/riot/clock.yaml")
    elif what.endswith(" deletes"):
        (story.folder / "orders" / f"{what.split()[0]}.txt").unlink()
    else:
        assert whose in ("red", "green"), what
        story.writes(whose, f"{text.strip()}\n" if text.strip() else "")


def _ran(story: Story, now: int, expected: list[str], command: list[str]) -> None:
    before = _records(story)
    moved = story.clock
    done = _run(story, now, *command)
    new = _records(story)[len(before) :]
    assert [line(record) for record in new] == [each for each in expected if each.endswith(")")], done
    status = 0 if new or story.clock != moved else 3
    assert done.status == next((int(each[5:]) for each in expected if each.startswith("exit ")), status), done
    for each in expected:
        if not each.endswith(")") and not each.startswith("exit "):
            assert each in (*_facts(story), *(f"told {record.opened}" for record in new)), each
    after = story.snapshot()
    assert _run(story, now, "tick").status == 3
    assert story.snapshot() == after


def _run(story: Story, now: int, *command: str) -> Done:
    return run(story.repository.top, *command, "--now", from_time(now))


def _records(story: Story) -> list[RecordFile]:
    return [*store.records(story.league, "riot", 1)]


def _facts(story: Story) -> Iterator[str]:
    """All that can be said of a game as it stands, in the words of the cases."""
    clock, hosted = story.clock, store.load(story.league, "riot")
    until = f" until {(to_time(clock.deadline) - BEGIN) / HOUR:g}h" if clock.deadline else ""
    yield f"waits {clock.turn} {' '.join(clock.to_move)} {clock.phase}{until}"
    for seat in hosted.file.seats:
        text = story.file(seat)
        yield f"no file {seat}" if text is None else f"file {seat} {text.strip()}"
        left = clock.holiday.get(seat)
        yield from (f"holiday {seat} {days}d" for days in range(20) if duration(f"{days}d") == left)
    yield " ".join(["missed", *(f"{seat} {count}" for seat, count in clock.missed.items())])
    view = hosted.ruleset.view(hosted.game, PUBLIC)
    yield " ".join(["open", *open_seats(clock.missed, hosted.file.drop_after, view)])


def test_every_step_of_every_timeline_is_told_apart() -> None:
    titles = [f"{case.source}: {case.title}" for case in CASES]
    assert len(set(titles)) == len(titles) > 60
