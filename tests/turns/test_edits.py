"""What the GM has edited and not committed goes into the next commit of the program, which says so once."""

from __future__ import annotations

from pathlib import Path

from genetess_cli.turns import referee, start
from genetess_cli.turns.acts import Pause
from genetess_cli.turns.referee import act
from tests.kit.keys import game_key
from tests.kit.league import League, at, small

NOTE = "games/riot/{} was edited; it is part of this commit"


def _edit(story: League, name: str = "game.yaml") -> None:
    path = story.folder / name
    path.write_text(path.read_text() + "# mine\n")


def test_a_run_that_takes_game_yaml_along_says_so_once(tmp_path: Path) -> None:
    story = small(tmp_path).start().writes("red", "PASS\n").writes("green", "* PASS\n")
    _edit(story)
    notes: list[str] = []
    assert len(referee.resolve(story.league, "riot", at(1), note=notes.append)) == 2
    assert notes == [NOTE.format("game.yaml")]


def test_a_run_that_commits_nothing_takes_nothing_along(tmp_path: Path) -> None:
    story = small(tmp_path).start().writes("red", "PASS\n")
    _edit(story)
    notes: list[str] = []
    assert referee.resolve(story.league, "riot", at(1), dry_run=True, note=notes.append)
    assert notes == []


def test_the_desk_says_it_of_game_yaml_and_of_order_files(tmp_path: Path) -> None:
    story = small(tmp_path).start()
    _edit(story)
    story.writes("green", "PASS\n").pause(1)
    assert story.notes == [NOTE.format("game.yaml"), NOTE.format("orders/green.txt")]
    story.resume(2)
    assert len(story.notes) == 2


def test_undo_says_it_too(tmp_path: Path) -> None:
    story = small(tmp_path).start()
    story.pause(1)
    _edit(story)
    story.undo(2)
    assert story.notes == [NOTE.format("game.yaml")]


def test_what_is_refused_takes_nothing_along(tmp_path: Path) -> None:
    story = small(tmp_path).start()
    _edit(story)
    story.refused("not paused", story.resume, 1)
    assert story.notes == []


def test_a_deleted_order_file_is_an_edit(tmp_path: Path) -> None:
    story = small(tmp_path).start().writes("green", "PASS\n")
    story.pause(1)
    (story.folder / "orders" / "green.txt").unlink()
    story.resume(2)
    assert story.notes == [NOTE.format("orders/green.txt")] * 2


def test_the_start_names_what_it_commits_of_the_gms(tmp_path: Path) -> None:
    story = small(tmp_path)
    story.commit("games/riot/board.yaml")
    notes: list[str] = []
    start.start(story.league, "riot", at(0), game_key, notes.append)
    keys = "games/riot/game.yaml now has its `id` and `commitment`: the game's draws depend on it"
    assert notes == [NOTE.format("game.yaml"), keys]
    act(story.league, "riot", Pause(), at(1), note=notes.append)
    assert len(notes) == 2
