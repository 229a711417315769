"""A sealed game that has not started: a master key that is not its own is noticed wherever one is taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.command import START, Unchanged, league_with_site, new_game, run, start_game
from tests.kit.keys import KEY, OTHER_KEY, machine

SPECIALS = "games/riot/specials.sealed"
WRONG = "the master key here is not the one that the game was made with: its draws would not be the same"


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """A league with the sealed game riot, made with KEY, that has not started."""
    with machine(tmp_path, KEY):
        root = league_with_site(tmp_path)
        new_game(root, "riot", "--sealed")
    return root


@pytest.fixture
def other(waiting: Path, tmp_path: Path) -> Iterator[None]:
    """The machine of somebody with a master key of their own."""
    with machine(tmp_path / "other", OTHER_KEY):
        yield


@pytest.mark.parametrize(
    "command", ["start riot", "invite riot red", "invite riot red --plain", "order riot red PASS"]
)
def test_a_wrong_key_is_named_and_nothing_is_done_with_it(
    waiting: Path, other: None, refused: Unchanged, command: str
) -> None:
    now = ["--now", START] if command.split()[0] in ("start", "invite") else []
    done = refused(waiting, *command.split(), *now)
    assert WRONG in done.err
    assert "Set GENETESS_MASTER_KEY to the key of the game's GM" in done.err
    assert done.out == ""


@pytest.mark.parametrize("key", [None, OTHER_KEY])
def test_a_player_seals_with_the_link_whatever_master_key_there_is(
    waiting: Path, tmp_path: Path, key: str | None
) -> None:
    with machine(tmp_path, KEY):
        link = run(waiting, "invite", "riot", "red", "--plain").out
    with machine(tmp_path / "red", key):
        assert run(waiting, "keys", "import", given=link).status == 0
        done = run(waiting, "order", "riot", "red", "* MOVE B2 S")
        assert done.status == 0, done.err
        assert "checked for their form" in done.out + done.err
    with machine(tmp_path, KEY):
        start_game(waiting)
        assert run(waiting, "tick", "--now", "2026-11-21T01:00:00Z").out.startswith("riot 1a: resolved")


def test_check_says_nothing_of_keys(waiting: Path, tmp_path: Path) -> None:
    """Also where they are those of another GM."""
    for key in (None, KEY, OTHER_KEY):
        with machine(tmp_path / "third", key):
            done = run(waiting, "check")
        assert (done.status, done.err) == (0, "")


def test_specials_that_are_no_sealed_text_are_no_matter_of_keys(waiting: Path, tmp_path: Path) -> None:
    (waiting / SPECIALS).write_text("nothing\n")
    with machine(tmp_path, KEY):
        done = run(waiting, "start", "riot", "--now", START)
    assert done.status == 1
    assert f"{SPECIALS}: " in done.err
    assert "restore the file from git" in done.err


def test_the_right_key_does_it_all(waiting: Path, tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        before = run(waiting, "invite", "riot", "red", "--plain")
        start_game(waiting)
        assert run(waiting, "invite", "riot", "red", "--plain").out == before.out


# A secrecy that was edited by hand


@pytest.mark.parametrize("command", ["show riot", "tick", "check"])
@pytest.mark.parametrize(
    ("league", "was", "now"), [("sealed", "sealed", "open"), ("started", "open", "sealed")]
)
def test_a_secrecy_that_was_edited_is_named_and_how_to_mend_it(
    request: pytest.FixtureRequest, gm: None, league: str, was: str, now: str, command: str
) -> None:
    root: Path = request.getfixturevalue(league)
    rewrite(root / "games/riot/game.yaml", was, now)
    done = run(root, *command.split())
    assert done.status == 1
    assert f"write `secrecy: {was}` again" in done.err
    assert "state.yaml: there is no such file" not in done.err


def test_a_game_that_was_made_sealed_does_not_start_open(waiting: Path, tmp_path: Path) -> None:
    rewrite(waiting / "games/riot/game.yaml", "sealed", "open")
    with machine(tmp_path, KEY):
        done = run(waiting, "start", "riot", "--now", START)
    assert done.status == 1
    assert f"the game was made sealed: {SPECIALS} is there" in done.err


def rewrite(path: Path, was: str, now: str) -> None:
    text = path.read_text()
    assert f"secrecy: {was}" in text
    path.write_text(text.replace(f"secrecy: {was}", f"secrecy: {now}", 1))


# After the end


def test_who_is_invited_to_a_revealed_game_need_not_keep_the_link(sealed: Path, gm: None) -> None:
    assert "Keep the key to yourself" in run(sealed, "invite", "riot", "red").out
    assert run(sealed, "finish", "riot", "--reason", "rain").status == 0
    assert "Keep the key to yourself" in run(sealed, "invite", "riot", "red").out
    assert run(sealed, "reveal", "riot").status == 0
    done = run(sealed, "invite", "riot", "red")
    assert "its key is public" in done.out
    assert "Keep the key to yourself" not in done.out
    assert "/riot/sheet/red/\n" in done.out
    assert "#" not in done.out
