"""`genetess new` without options, on a terminal: it asks, says the command that does the same, and makes the game."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from tests.house.tree import ROOT
from tests.kit.boards import BOARD
from tests.kit.command import copied, git, run, tree, with_remote
from tests.kit.reading import game_in

ENTER = ""
CTRL_C = "\x03"
_ASKS = re.compile(r"(?:: |\]: )$")


class Talk(msgspec.Struct, frozen=True):
    """How a command on a terminal ended, and all that was shown."""

    status: int
    shown: str


def talk(league: Path, answers: Sequence[str], *words: str) -> Talk:
    """Answer one question after the other."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "genetess_cli", *(words or ("new",))],
        cwd=league,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80"},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    ) as process:
        os.close(theirs)
        shown = ""
        left = [*answers]
        while part := _read(ours, process):
            shown += part
            if left and _ASKS.search(shown):
                answer = left.pop(0)
                if answer == CTRL_C:
                    time.sleep(0.3)  # a signal before Python waits for a line would be seen with the next one
                    os.write(ours, CTRL_C.encode())
                else:
                    os.write(ours, f"{answer}\n".encode())
        os.close(ours)
    assert not left, (left, shown)
    assert "Traceback" not in shown, shown
    return Talk(process.returncode, shown.replace("\r\n", "\n"))


def _read(terminal: int, process: subprocess.Popen[bytes]) -> str:
    if not select.select([terminal], [], [], 30)[0]:
        process.kill()
        pytest.fail("it waits for more than was answered")
    try:
        return os.read(terminal, 65_536).decode("utf-8", "replace")
    except OSError:  # how a terminal says that it is closed
        return ""


def command(talked: Talk) -> list[str]:
    """The words that it says would have done the same."""
    [line] = re.findall(r"The command that does the same:\n  genetess (.*)\n", talked.shown)
    return shlex.split(line)


def alike(league: Path) -> dict[str, bytes]:
    """What lies in a league, without what is drawn for each game anew."""
    drawn = re.compile(rb'(?m)^(id|commitment): "?[0-9a-f]+"?')
    files = {path: drawn.sub(b"", data) for path, data in tree(league).items()}
    return {path: data for path, data in files.items() if path != "HEAD" and not path.endswith(".sealed")}


NAMED = ["riot", "genetess", "open", "duel", "y"]
PLAYERS = ["Ragnar@ragnar42", "Gwen the Bold"]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (
            [*NAMED, *PLAYERS, "day", ENTER],
            "new riot --ruleset genetess --open --preset duel "
            "--player red=Ragnar@ragnar42 --player 'green=Gwen the Bold' --pace day",
        ),
        (
            ["helix", "DNA", "open", "3", "Ann", "greedy", "greedy", "week", "y"],
            "new helix --ruleset dna --open --player red=Ann --player 'green=Greedy 2' --bot green=greedy "
            "--player 'blue=Greedy 3' --bot blue=greedy --pace week",
        ),
        (
            ["lamp", "genie", ENTER, "Ann", "Bo", "evening", "y"],
            "new lamp --ruleset genie --open --player white=Ann --player black=Bo --pace evening",
        ),
    ],
    ids=["a turn a day", "a turn a week", "a live evening"],
)
def test_the_command_that_it_says_does_the_same(founded: Path, answers: list[str], told: str) -> None:
    git(founded, "rm", "-rq", "games/riot")
    git(founded, "commit", "-qm", "gone")
    git(founded, "reset", "-q", "--hard", "HEAD~2")
    other = copied(founded, founded.parent / "other")
    talked = talk(founded, answers)
    assert talked.status == 0, talked.shown
    words = command(talked)
    assert words == shlex.split(told)
    assert run(other, *words).status == 0
    assert alike(founded) == alike(other)
    assert git(founded, "status", "--porcelain") == ""
    assert run(founded, "start", answers[0]).status == 0


def test_a_pace_sets_all_that_goes_with_it(founded: Path) -> None:
    talked = talk(founded, ["cave", *NAMED[1:], *PLAYERS, "week", ENTER])
    assert talked.status == 0, talked.shown
    file = game_in(founded, "cave").file
    assert (file.deadline, file.grace, file.holiday, file.at, file.days, file.remind) == (
        "2d", "1d", "21d", ("20:00",), ("sun",), ("2d", "4h"),
    )  # fmt: skip
    assert "Each player has 21d of holiday" in talked.shown


@pytest.mark.parametrize("day", range(23, 30))
def test_a_turn_a_week_ends_on_a_sunday_near_a_week_away(founded: Path, day: int) -> None:
    """Monday to Sunday, at noon."""
    at = f"2026-11-{day}T12:00:00Z"
    words = "new helix --ruleset dna --player red=Ann --player green=Bo --pace week"
    assert run(founded, *words.split()).status == 0
    assert run(founded, "start", "helix", "--now", at).status == 0
    clock = game_in(founded, "helix").clock
    assert clock
    assert str(clock.deadline) == ("2026-11-29T20:00:00Z" if day < 28 else "2026-12-06T20:00:00Z")


def test_a_live_evening_is_for_leagues_without_a_forge_whatever_files_they_have(empty: Path) -> None:
    words = "new hall --ruleset dna --player red=Ann --player green=Bo --pace evening"
    assert run(empty, *words.split()).status == 2
    with_remote(empty)
    assert run(empty, *words.split()).status == 0


def test_a_league_on_a_forge_offers_signing_up_and_no_live_evening(empty: Path) -> None:
    answers = ["cave", "genetess", "open", "trio", "y", "signup", "evening", "day", ENTER]
    talked = talk(empty, answers)
    assert talked.status == 0, talked.shown
    assert "'evening' is not one of 'day', 'week'" in talked.shown
    assert "--signup red,green,blue --pace day" in shlex.join(command(talked))
    file = game_in(empty, "cave").file
    assert file.signup
    assert file.signup.seats == ("red", "green", "blue")
    assert (
        run(empty, "new", "hall", "--ruleset", "dna", "--pace", "evening", "--bot", "red=greedy").status == 2
    )


def test_every_answer_that_is_none_is_told_what_to_write(founded: Path) -> None:
    (founded.parent / "own.yaml").write_text(BOARD)
    answers = [
        "No Name!", "riot", "cave", "chess", "genetess", "seald", "open",
        "duell", "own", "../missing.yaml", "../own.yaml", "perhaps", "n", "duel", "y",
        "Green", "bad\u202ename", "Ann@no login", "Ann", "Ann", "random", "fast", "day", "what", "n",
    ]  # fmt: skip
    talked = talk(founded, answers)
    for words in (
        "cannot be the name of a game", "there already is a game riot", "'chess' is not one of 'genetess'",
        "'seald' is not one of", "'duell' is not one of", "the board ../missing.yaml cannot be read",
        "`Green` looks like green, a seat's name", "'fast' is not one of",
    ):  # fmt: skip
        assert words in " ".join(talked.shown.split()), (words, talked.shown)
    assert "nothing was made" in talked.shown
    assert not (founded / "games/cave").exists()


@pytest.mark.parametrize("after", [0, 2, 4, 7, 8])
def test_ctrl_c_leaves_nothing(founded: Path, after: int) -> None:
    before = tree(founded)
    answers = ["cave", *NAMED[1:], *PLAYERS, "day", ENTER][:after]
    talked = talk(founded, [*answers, CTRL_C])
    assert talked.status == 130
    assert tree(founded) == before


def test_a_sealed_game_wants_a_board_that_nobody_else_reads(founded: Path, gm: None) -> None:
    (founded / "own.yaml").write_text(BOARD)
    (founded.parent / "own.yaml").write_text(BOARD)
    answers = ["fog", "genetess", "sealed", "own", "own.yaml", "../own.yaml", "y", *PLAYERS, "day"]
    talked = talk(founded, [*answers, ENTER], "new", "--no-push")
    assert "is in the league's repository, where everybody can read it" in talked.shown
    assert talked.status == 0, talked.shown
    assert command(talked)[-1] == "--no-push"
    assert (founded / "games/fog/specials.sealed").exists()


def test_it_asks_in_the_league_that_is_named_and_not_for_a_name_that_is_given(founded: Path) -> None:
    answers = [*NAMED[1:], *PLAYERS, "day", ENTER]
    talked = talk(founded.parent, answers, "-C", "league", "new", "Cave")
    assert talked.status == 0, talked.shown
    assert command(talked)[:4] == ["-C", "league", "new", "cave"]


@pytest.mark.parametrize(
    ("words", "missing"), [((), "GAME"), (("cave",), "--ruleset"), (("--sealed",), "GAME")]
)
def test_without_a_terminal_it_is_wrong_usage(founded: Path, words: tuple[str, ...], missing: str) -> None:
    done = run(founded, "new", *words, given="riot\n")
    assert (done.status, f"'{missing}'" in done.err) == (2, True)
