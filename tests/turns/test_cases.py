"""The timelines of `tests/cases/timelines`: who writes what when, when a run comes, and what it does then.

    === a title
    cites orders G44            the page's general part, rulings
    ruleset genie               another ruleset than Genetess; the seats of Genie are white and black
    board walled                another board than the usual one
    game grace: 6h              a line of game.yaml
    rules gamble: [order]       a setting of the rules
    besides cave                a second game, like the first
    5h red: MOVE B2 E / PASS    red's order file as red saves it (`cave/red`: of cave); `5h red deletes` removes it
    6h gm: MOVE B2 E            genetess resolve --order --seat, for whoever is to move
    7h cave is broken           its game.yaml cannot be read, until `7h cave is mended`
    7h migrate                  genetess migrate --yes
    7h genetess pause riot      any other command; below it what holds then, `exit 1` where it is refused
    8h tick                     genetess tick; below it what it carries out, a line a record, and what holds then
       1a red: MOVE B2 E (live, done)
       cave 1a red: PASS (live, done)
       1a red: - (timeout, done)  that is the grace
       exit 1                   its status, where that is not 0 (3 where nothing is carried out)
       says is paused           words of what a command or run prints
       waits 1b green playing until 32h
       file red PASS            `no file red`: there is none
       missed red 2             all deadlines missed in a row; `missed` alone: none
       open red                 the seats that are open for replacement
       told red                 this run told everybody of it
       holiday red 8d           what the seat has left
       piece C2 red K           what stands where (Genetess)
       fen …                    the position (Genie)
       score red 3
       in red green             who is not eliminated
       won red green            who has won
       left green               the seats whose players have left
       plays green Rolf         who has the seat, as game.yaml says
       attempt 1a 1             how often the turn was taken back
       reason A wall …          the reason that the record of a failed order begins with
       green reads Red passed.  a line of `genetess log --as green`; `all read`: of everybody's

After every run another one at the same time must find nothing to do, say so with status 3, and change nothing. At the
end `genetess verify` must find the game as it was committed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from genetess_cli.rules.base import PUBLIC, REFEREE
from genetess_cli.store.records import Record
from genetess_cli.store.times import Time, duration
from genetess_cli.turns import start
from genetess_cli.turns.clock import open_seats
from tests.house.tree import ROOT
from tests.kit.boards import SMALL, SMALL_FOR_THREE
from tests.kit.command import Done, run
from tests.kit.keys import MASTER, game_key
from tests.kit.league import BEGIN, HOUR, League, line, small
from tests.kit.reading import records_in, said

FOLDER = ROOT / "tests" / "cases" / "timelines"
BROKEN = "- broken: [\n"
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
NEAR = """\
map: |
  ########
  #......#
  #......#
  ########
starts:
  K1: {B2: K, C2: A, C3: AB}
  K2: {E2: K, D2: AR, D3: AR}
"""
FOG = """\
map: |
  #########
  #.......#
  #..+.+..#
  #########
starts:
  K1: {B2: K, B3: AB}
  K2: {H2: K, H3: AB}
"""
BOARDS = {"fog": FOG, "usual": SMALL, "walled": WALLED, "near": NEAR, "three": SMALL_FOR_THREE}


class Case(msgspec.Struct):
    """A timeline: its file, its title, what comes before the start, and each step with what has to hold after it."""

    source: str
    title: str
    board: str = "usual"
    ruleset: str = "genetess"
    settings: list[str] = []
    rules: list[str] = []
    besides: list[str] = []
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
        elif row.startswith("rules "):
            case.rules.append(row[6:])
        elif row.startswith("besides "):
            case.besides.append(row[8:])
        elif row.startswith("board "):
            case.board = row[6:]
        elif row.startswith("ruleset "):
            case.ruleset = row[8:]
        elif not row.startswith("cites "):
            case.steps.append((row, []))
    if case:
        yield case


CASES = read_cases()


@pytest.mark.by_day(12, ci=36)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}: {case.title}")
def test_timeline(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", MASTER.hex())
    story = _begin(case, tmp_path / "league")
    for step, expected in case.steps:
        hour, what = step.split("h ", 1)
        _step(story, BEGIN + int(float(hour) * HOUR), what, expected)
    verified = run(story.repository.top, "verify")
    assert verified.status == 0, verified


def _begin(case: Case, folder: Path) -> League:
    settings = [each for each in case.settings if not each.startswith("deadline:")]
    more = "".join(f"{each}\n" for each in settings)
    story = small(folder, more, BOARDS[case.board], blue=case.board == "three")
    game = story.folder / "game.yaml"
    for own in set(case.settings) - {*settings}:
        game.write_text(game.read_text().replace("deadline: 24h", own))
    if case.ruleset != "genetess":
        _plays(story, case.ruleset)
    for rule in case.rules:
        game.write_text(game.read_text().replace("rules: {", f"rules: {{{rule}, "))
    for slug in case.besides:
        copytree(story.folder, story.folder.parent / slug)
        start.start(story.league, slug, BEGIN, game_key)
    return story.start()


def _plays(story: League, ruleset: str) -> None:
    """The game as one of another ruleset, which needs no board and no money."""
    game = story.folder / "game.yaml"
    text = re.sub(r", start: K\d", "", game.read_text()).replace("rules: {starting_e: 20}", "rules: {}")
    if ruleset == "genie":
        text = text.replace("seat: red", "seat: white").replace("seat: green", "seat: black")
    game.write_text(text.replace("ruleset: genetess", f"ruleset: {ruleset}"))
    (story.folder / "board.yaml").unlink()


def _step(story: League, now: int, what: str, expected: list[str]) -> None:
    whose, _, text = what.partition(":")
    if what == "tick":
        _ran(story, now, expected, ["tick"])
    elif whose == "gm":
        _ran(story, now, expected, ["resolve", "riot", "--order", text.strip(), "--seat", _mover(story)])
    elif what == "migrate":
        assert run(story.repository.top, "migrate", "--yes").status == 0
    elif what.startswith("genetess "):
        _did(story, now, expected, shlex.split(what)[1:])
    elif what.endswith((" is broken", " is mended")):
        _breaks(story.folder.parent / what.split()[0] / "game.yaml", what.endswith("broken"))
    elif what.endswith(" deletes"):
        (story.folder / "orders" / f"{what.split()[0]}.txt").unlink()
    else:
        _writes(story, whose, f"{text.strip()}\n" if text.strip() else "")


def _mover(story: League) -> str:
    return story.clock.to_move[0]


def _writes(story: League, whose: str, text: str) -> None:
    slug, _, seat = whose.rpartition("/")
    assert seat in ("red", "green", "blue", "white", "black", "rde"), whose
    folder = story.folder.parent / (slug or "riot") / "orders"
    folder.mkdir(exist_ok=True)
    (folder / f"{seat}.txt").write_text(text)


def _breaks(game: Path, broken: bool) -> None:
    text = game.read_text().removesuffix(BROKEN)
    game.write_text(text + BROKEN if broken else text)


def _did(story: League, now: int, expected: list[str], command: list[str]) -> None:
    before, snapshot = _records(story), story.snapshot()
    done = _run(story, now, *command)
    refused = [int(each[5:]) for each in expected if each.startswith("exit ")]
    assert done.status == (refused[0] if refused else 0), done
    assert not refused or story.snapshot() == snapshot
    _holds(story, _records(story)[len(before) :], done, expected)


def _ran(story: League, now: int, expected: list[str], command: list[str]) -> None:
    before, others, moved = _records(story), _others(story), story.clock
    done = _run(story, now, *command)
    new, beside = _records(story)[len(before) :], _others(story)[len(others) :]
    found = [*map(line, new), *beside]
    assert found == [each for each in expected if _is_record(each)], done
    status = 0 if found or story.clock != moved else 3
    assert done.status == next((int(each[5:]) for each in expected if each.startswith("exit ")), status), done
    _holds(story, new, done, expected)
    after = story.snapshot()
    assert _run(story, now, "tick").status == (1 if _is_any_broken(story) else 3)
    assert story.snapshot() == after


def _is_record(expected: str) -> bool:
    return expected.endswith((", done)", ", failed)", ", timed out)"))


def _is_any_broken(story: League) -> bool:
    return any(_is_broken(path) for path in story.folder.parent.glob("*/game.yaml"))


def _is_broken(game: Path) -> bool:
    return game.read_text().endswith(BROKEN)


def _holds(story: League, new: list[Record], done: Done, expected: list[str]) -> None:
    for each in expected:
        kind, _, text = each.partition(" ")
        if _is_record(each) or kind == "exit":
            continue
        if kind == "says":
            assert text in done.out + done.err, done
        elif kind == "reason":
            assert any((story.game.terms.reason(record) or "").startswith(text) for record in new), new
        elif text.partition(" ")[0] in ("reads", "read"):
            assert text.partition(" ")[2] in _read(story, kind), _read(story, kind)
        else:
            assert each in (
                facts := [*_facts(story), *(f"told {said(record).get('opened')}" for record in new)]
            ), facts


def _read(story: League, viewer: str) -> list[str]:
    """What a seat, or everybody who has the whole, reads in the log."""
    whose = () if viewer == "all" else ("--as", viewer)
    shown = run(story.repository.top, "log", "riot", *whose)
    return [row.strip() for row in shown.out.splitlines()] or ["nothing"]


def _run(story: League, now: int, *command: str) -> Done:
    return run(story.repository.top, *command, "--now", str(Time(now)))


def _records(story: League) -> list[Record]:
    return records_in(story.league, first=1)


def _others(story: League) -> list[str]:
    """The records of the other games that can be read, a line each."""
    games = {
        slug: story.folder.parent / slug / "game.yaml" for slug in story.league.slugs() if slug != "riot"
    }
    slugs = [slug for slug, game in games.items() if not _is_broken(game)]
    return [f"{slug} {line(record)}" for slug in slugs for record in records_in(story.league, slug, 1)]


def _facts(story: League) -> Iterator[str]:
    """All that can be said of a game as it stands, in the words of the cases."""
    clock, folder = story.clock, story.game
    until = f" until {(clock.deadline - BEGIN) / HOUR:g}h" if clock.deadline else ""
    yield f"waits {clock.turn} {' '.join(clock.to_move)} {clock.phase}{until}"
    for seat in folder.file.seats:
        text = story.file(seat)
        yield f"no file {seat}" if text is None else f"file {seat} {text.strip()}"
        yield f"plays {seat} {next(each.name for each in folder.file.players if each.seat == seat)}"
        left = clock.holiday.get(seat)
        yield from (f"holiday {seat} {days}d" for days in range(20) if duration(f"{days}d") == left)
    yield " ".join(["missed", *(f"{seat} {count}" for seat, count in clock.missed.items())])
    view = folder.view(PUBLIC)
    yield " ".join(["open", *open_seats(clock, folder.file, view)])
    yield " ".join(["left", *clock.absent])
    yield " ".join(["in", *(seat for seat, player in view.players.items() if player.status == "in")])
    yield from (f"attempt {turn} {count}" for turn, count in clock.attempts.items())
    if view.result:
        yield " ".join(["won", *view.result.winners])
    yield from (f"score {seat} {player.score:g}" for seat, player in view.players.items())
    shown = msgspec.to_builtins(folder.view(REFEREE))
    yield f"fen {shown.get('fen')}"
    for piece in shown["pieces"]:
        if "codes" in piece:
            yield f"piece {piece['at']} {piece['owner']} {piece['codes']}"


def test_every_step_of_every_timeline_is_told_apart() -> None:
    titles = [f"{case.source}: {case.title}" for case in CASES]
    assert len(set(titles)) == len(titles) > 130
