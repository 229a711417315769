"""What gives a sealed game away by mistake: a board that can be guessed, logs in CI."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from genetess_cli.store.league import League
from tests.kit.command import LATER, PLAYERS, Done, Unchanged, git, league_with_site, new_game, run
from tests.kit.reading import game_in

# Boards whose specials can be found out


def _new(root: Path, board: Path, *more: str) -> Done:
    return run(root, "new", "cave", "--ruleset", "genetess", "--board", str(board), *PLAYERS, *more)


@pytest.mark.parametrize(
    "seed", ["friday", "0b5e55ed", "a" * 26, "the-whole-of-friday-the-13th-of-november", "a" * 31, "0" * 33]
)
def test_a_sealed_game_warns_of_a_board_whose_seed_can_be_guessed(
    tmp_path: Path, gm: None, seed: str
) -> None:
    root, board = league_with_site(tmp_path), tmp_path / "cave.yaml"
    assert run(root, "board", "new", "--players", "2", "--seed", seed, "-o", str(board)).status == 0
    done = _new(root, board, "--sealed")
    assert done.status == 0
    assert f"made from the seed {seed}, which can be guessed" in done.err
    assert "leave out --seed" in done.err


def test_nothing_is_said_of_a_drawn_seed_or_of_an_open_game(tmp_path: Path, gm: None) -> None:
    root = league_with_site(tmp_path)
    for name, more in (("drawn", ()), ("chosen", ("--seed", "friday"))):
        made = run(root, "board", "new", "--players", "2", *more, "-o", str(tmp_path / name))
        assert made.status == 0
    assert "guess" not in _new(root, tmp_path / "drawn", "--sealed").err
    other = run(root, "new", "open", "--ruleset", "genetess", "--board", str(tmp_path / "chosen"), *PLAYERS)
    assert "guess" not in other.err


# Keys as arguments

SEAT_KEY = "IpEzQy0vL1lqk2mJ8wqT0xgk3bN7o5cUeR9hDaZs4Pw"


@pytest.mark.parametrize(
    "key", [f"riot/sheet/red/#{SEAT_KEY}", SEAT_KEY[:12], f"--{SEAT_KEY[:20]}", "9c" * 20]
)
@pytest.mark.parametrize("command", ["keys", "keys import", "keys show --secret", "keys new"])
def test_keys_repeats_no_argument_at_all(
    sealed: Path, gm: None, refused: Unchanged, command: str, key: str
) -> None:
    done = refused(sealed, *command.split(), key, status=2)
    secret = key.removeprefix("--")
    assert not any(secret[start : start + 8] in done.out + done.err for start in range(len(secret) - 7))
    assert "`genetess keys import`" in done.err


# Logs of CI


@pytest.mark.parametrize(
    "command",
    [
        "show riot",
        "show riot --as red --json",
        "show feud riot",
        "log riot",
        "log riot --as green",
        "log riot --json",
        "legal riot",
        "legal riot red",
        "simulate riot --turns 1",
        "order riot red PASS",
    ],
)
def test_nothing_of_a_sealed_position_is_printed_in_ci(
    sealed: Path, gm: None, refused: Unchanged, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    new_game(sealed, "feud")
    monkeypatch.setenv("CI", "true")
    done = refused(sealed, *command.split())
    assert "is not printed in CI" in done.err
    assert done.out == ""


def test_an_undo_in_a_sealed_game_says_whose_order_it_took_back_and_not_which(sealed: Path, gm: None) -> None:
    """A GM may play, too."""
    assert run(sealed, "order", "riot", "red", "MOVE B2 S", "--commit").status == 0
    assert run(sealed, "tick").status == 0
    assert "Taken back, 1a: the order of Ragnar (red)\n" in run(sealed, "undo", "riot").out


def test_open_and_revealed_games_are_printed_in_ci(
    sealed: Path, gm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(sealed, "feud")
    assert run(sealed, "finish", "riot", "--reason", "rain").status == 0
    assert run(sealed, "reveal", "riot").status == 0
    monkeypatch.setenv("CI", "true")
    for command in ("show riot feud", "log riot", "legal riot"):
        assert run(sealed, *command.split()).status == 0


def _wrong_position(root: Path) -> None:
    """A position committed in which red's king is made of more than it is."""
    folder = game_in(League(root))
    path = root / folder.paths.state
    values: Any = folder.codec.state(path.read_bytes(), folder.paths.state).data
    values["pieces"][0]["codes"] = "KS"
    path.write_bytes(folder.codec.state_file(values, 1))
    git(root, "commit", "--quiet", "--all", "--message", "by hand")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_verify_names_in_ci_of_a_sealed_game_only_where_it_differs(
    sealed: Path, gm: None, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    _wrong_position(sealed)
    at_home = run(sealed, "verify", "riot")
    assert at_home.status == 1
    assert "pieces[0].codes: expected K, found KS" in at_home.err
    monkeypatch.setenv("CI", "true")
    done = run(sealed, "verify", "riot", *more)
    assert done.status == 1
    assert "games/riot/state.sealed in commit " in done.out + done.err
    assert "run this on your own machine" in done.out + done.err
    assert not any(word in done.out + done.err for word in ("pieces", "codes", "KS"))


def test_verify_names_in_ci_of_a_sealed_file_that_cannot_be_read_its_path_alone(
    sealed: Path, gm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game_in(League(sealed))
    (record,) = (sealed / "games/riot/turns").rglob("*.sealed")
    path = record.relative_to(sealed).as_posix()
    values: Any = folder.codec.record(record.read_bytes(), path).data
    record.write_bytes(folder.codec.record_file({**values, "orderr": "MOVE B2 S"}, path))
    git(sealed, "commit", "--quiet", "--all", "--amend", "--no-edit")
    assert "orderr" in run(sealed, "verify", "riot").err
    monkeypatch.setenv("CI", "true")
    done = run(sealed, "verify", "riot")
    assert done.status == 1
    assert f"riot: {path}: differs" in done.err
    assert "order" not in done.out + done.err


def test_verify_of_an_honest_sealed_game_tells_nothing_of_its_luck_in_ci(
    sealed: Path, gm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home = run(sealed, "verify", "riot")
    monkeypatch.setenv("CI", "true")
    done = run(sealed, "verify", "riot")
    assert (at_home.status, done.status, done.err) == (0, 0, "")
    assert at_home.out.replace("no luck to check", "luck not shown in CI") == done.out
    assert run(sealed, "verify", "riot", "--json").json[0]["draws"] is None


# A mistake in game.yaml is told as what it is, and nothing is judged by what the file may have meant


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("holiday: 10d", "holiday: 10x", "holiday: expected a time"),
        ("deadline: 3d", "deadline: [3d", "did not find expected"),
        ("secrecy: sealed", "secrecy: seeled", "secrecy: expected `open` or `sealed`"),
        ("number: 1", "number: 1\nwhat: 1", "what: there is no such field"),
    ],
)
@pytest.mark.parametrize("revealed", [False, True])
def test_a_mistake_in_a_sealed_games_settings_is_told_alone(
    sealed: Path, gm: None, old: str, new: str, words: str, revealed: bool
) -> None:
    if revealed:
        run(sealed, "finish", "riot", "--reason", "over", "--now", LATER)
        run(sealed, "reveal", "riot", "--now", LATER)
    file = sealed / "games/riot/game.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    at = ("--now", LATER)
    running = [] if revealed else [["tick", *at], ["extend", "riot", "--by", "1d", *at]]
    for command in (["check"], ["undo", "riot", *at], ["show", "riot"], ["build"], *running):
        done = run(sealed, *command)
        assert done.status == 1
        assert done.err.count("games/riot/") == 1, done.err
        assert words in done.err
