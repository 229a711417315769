"""`genetess migrate`: files of an earlier version are raised in one commit, and the game goes on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.store.people import unseal
from tests.kit.command import git, run
from tests.kit.history import verify
from tests.kit.keys import KEY
from tests.kit.league import League, small

AGED = "version: 1  # the program's own\ngrace: 0h\n"


@pytest.fixture
def aged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> League:
    """A game as an earlier program has made it, in the middle; no key is here."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    story = small(tmp_path, AGED).start().writes("red", "PASS\n")
    story.run(1)
    return story


def test_a_file_says_its_new_version_and_all_else_as_before(aged: League) -> None:
    before = aged.game_text()
    done = run(aged.root, "migrate", "--yes")
    assert done.status == 0, done.err
    assert {f"-{AGED.splitlines()[0]}", "+version: 3  # the program's own"} <= {*done.out.splitlines()}
    raised = before.replace("version: 1", "version: 3")
    assert aged.game_text() == raised.replace("name: Ragnar", "person: p1").replace(
        "name: Gwen", "person: p2"
    )
    assert git(aged.root, "show", "--format=%s", "--name-only").split("\n\n") == [
        "files of version 3",
        "games/riot/game.yaml\npeople/p1.yaml\npeople/p2.yaml",
    ]
    assert git(aged.root, "show", "HEAD:people/p1.yaml") == "name: Ragnar"


def test_lines_end_as_they_did(aged: League) -> None:
    path = aged.root / "games/riot/game.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    git(aged.root, "commit", "--quiet", "--all", "--message", "by an editor")
    before = path.read_bytes()
    done = run(aged.root, "migrate", "--yes")
    assert done.status == 0, done.err
    raised = before.replace(b"version: 1", b"version: 3").replace(b"name: Ragnar", b"person: p1")
    assert path.read_bytes() == raised.replace(b"name: Gwen", b"person: p2")
    assert run(aged.root, "migrate", "--yes").status == 3


def test_a_version_that_never_was_is_no_older_one(tmp_path: Path) -> None:
    story = small(tmp_path, "version: 0\ngrace: 0h\n")
    before = story.game_text()
    assert run(story.root, "migrate", "--yes").status != 0
    assert story.game_text() == before


def test_one_that_names_no_version_is_of_the_first(tmp_path: Path) -> None:
    story = small(tmp_path, "grace: 0h\n").start()
    assert run(story.root, "migrate", "--yes").status == 0
    assert story.game_text().endswith("version: 3\n")


def test_the_game_goes_on_and_is_verified(aged: League) -> None:
    run(aged.root, "migrate", "--yes")
    aged.writes("green", "MOVE B2 N\nPASS\n").run(2)
    aged.undo(3)
    assert verify(aged.root).status == 0
    assert run(aged.root, "check").status == 0


def test_a_second_time_there_is_nothing_to_do(aged: League) -> None:
    run(aged.root, "migrate", "--yes")
    done = run(aged.root, "migrate", "--yes")
    assert (done.status, done.out) == (3, "")


def test_without_a_terminal_it_shows_what_it_would_do(aged: League) -> None:
    tip = git(aged.root, "rev-parse", "HEAD")
    done = run(aged.root, "migrate", given="")
    assert (done.status, "+version: 3" in done.out, "add --yes" in done.err) == (1, True, True)
    assert git(aged.root, "rev-parse", "HEAD") == tip


def test_a_file_that_was_edited_is_left_alone(aged: League) -> None:
    aged.edit("grace: 0h", "grace: 1h")
    done = run(aged.root, "migrate", "--yes")
    assert (done.status, "edited and not committed: games/riot/game.yaml" in done.err) == (1, True)


def test_check_and_doctor_name_the_command(aged: League) -> None:
    words = "version: 1 is an older one; `genetess migrate` raises it to 3"
    assert words in run(aged.root, "check").err
    found = run(aged.root, "doctor", "--json").json
    assert {"key": "games.version", "remedy": "genetess migrate"}.items() <= next(
        one.items() for one in found if one["key"] == "games.version"
    )
    run(aged.root, "migrate", "--yes")
    assert words not in run(aged.root, "check").err


@pytest.mark.parametrize(("answer", "status"), [(b"y\n", 0), (b"n\n", 1)])
def test_on_a_terminal_it_asks(aged: League, answer: bytes, status: int) -> None:
    tip = git(aged.root, "rev-parse", "HEAD")
    gm, terminal = os.openpty()
    os.write(gm, answer)
    command = [sys.executable, "-m", "genetess_cli", "migrate"]
    done = subprocess.run(command, cwd=aged.root, stdin=terminal, capture_output=True, text=True, check=False)
    assert (done.returncode, "Commit this?" in done.stdout) == (status, True), done.stderr
    assert (git(aged.root, "rev-parse", "HEAD") == tip) == bool(status)


# Persons


@pytest.fixture
def peopled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> League:
    """An older game whose players have logins and addresses, and in which a seat changed hands."""
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    story = small(tmp_path, AGED)
    story.edit("name: Ragnar,", "name: Ragnar, github: ragnar42, mail: [r@north.example], notices: all,")
    story.start().replaced(1, "green", "Rolf", "rolf-h")
    return story


def test_who_had_a_seat_is_a_person_too_and_the_log_reads_as_before(peopled: League) -> None:
    before = run(peopled.root, "log", "riot").out
    done = run(peopled.root, "migrate", "--yes")
    assert done.status == 0, done.err
    names = [path.read_text().splitlines()[0] for path in sorted((peopled.root / "people").iterdir())]
    assert names == ["name: Ragnar", "name: Rolf", "name: Gwen"]
    assert run(peopled.root, "log", "riot").out == before
    assert "Rolf instead of Gwen" in before
    assert run(peopled.root, "undo", "riot", "--now", "2027-01-15T20:00:00Z").status == 0
    assert "{seat: green, person: p3" in peopled.game_text()
    assert verify(peopled.root).status == 0
    assert run(peopled.root, "check").status == 0


def test_a_former_player_of_old_records_is_forgotten_by_the_log(peopled: League) -> None:
    run(peopled.root, "migrate", "--yes")
    assert run(peopled.root, "people", "forget", "Gwen").status == 0
    told = run(peopled.root, "log", "riot").out
    assert "gave the seat green to Rolf instead of a former player" in told
    assert "Gwen" not in told
    assert verify(peopled.root).status == 0


def test_addresses_are_sealed_and_refused_without_a_key(
    peopled: League, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.delenv("GENETESS_MASTER_KEY")
        elsewhere.setenv("XDG_CONFIG_HOME", str(tmp_path / "elsewhere"))
        done = run(peopled.root, "migrate", "--yes")
        assert (done.status, "the master key is missing" in done.err) == (1, True)
    assert run(peopled.root, "migrate", "--yes").status == 0
    text = (peopled.root / "people/p1.yaml").read_text()
    sealed = "".join(re.findall("[A-Za-z0-9+/=]{200,}", text))
    assert unseal("p1", "mail", sealed) == "r@north.example"
    assert "north.example" not in text + peopled.game_text()


def test_one_login_in_two_games_is_one_person(peopled: League) -> None:
    board = (peopled.folder / "board.yaml").read_text()
    peopled.add("two", peopled.game_text().replace("name: Ragnar", "name: Rag").replace("Rolf", "Zoe"), board)
    git(peopled.root, "add", "--all")
    git(peopled.root, "commit", "--quiet", "--message", "a game")
    assert run(peopled.root, "migrate", "--yes").status == 0
    assert "{seat: red, person: p1" in (peopled.root / "games/two/game.yaml").read_text()
    assert len([*(peopled.root / "people").iterdir()]) == 3


def test_an_act_whose_record_would_name_somebody_waits_for_it(peopled: League) -> None:
    for words in (("replace", "riot", "red", "Zoe"), ("undo", "riot")):
        done = run(peopled.root, *words, "--now", "2027-01-15T20:00:00Z")
        assert done.status == 1
        assert (
            "of an older version and names players by name and login; raise it with `genetess migrate`"
            in done.err
        )
