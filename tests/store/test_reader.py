"""A game is read from one commit, in stages, and what is wrong with it is a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.store.git.snapshot import Held
from genetess_cli.store.git.worktree import Pending, write_pending
from genetess_cli.store.reader import clocks
from genetess_cli.store.reader.clocks import Clocked, Edits
from genetess_cli.store.reader.games import Broken, Draft, Game, Shut
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.turns.queue import may_be_due
from genetess_cli.turns.timeline import records_of
from tests.kit.boards import SECRET, SMALL, game_file
from tests.kit.command import git, tree
from tests.kit.held import HeldGame, lying
from tests.kit.keys import ID, game_key, machine
from tests.kit.league import BEGIN, HOUR, League

FILE = game_file(f"id: {ID}\n", deadline="3d")
CLOCK = "games/riot/clock.yaml"
STATE = "games/riot/state.yaml"
SETTINGS = "games/riot/game.yaml"
RED = "games/riot/orders/red.txt"
FIRST = "games/riot/turns/00xx/0001-1a.yaml"


@pytest.fixture
def riot() -> HeldGame:
    return HeldGame.start(FILE, SMALL, BEGIN)


def sealed_story(folder: Path) -> League:
    file = game_file(f'{SECRET}id: "{ID}"\n', deadline="3d")
    return League(folder, file, SMALL, game_key=game_key)


def changed(game: HeldGame, path: str, old: str, new: str) -> None:
    assert old.encode() in game.files[path]
    game.files[path] = game.files[path].replace(old.encode(), new.encode())


# In memory and in git


def test_a_game_in_memory_is_written_as_one_in_git_is(tmp_path: Path, riot: HeldGame) -> None:
    story = League(tmp_path, FILE, SMALL).start()
    for hour, seat in enumerate(("red", "green", "red"), start=1):
        story.writes(seat, "PASS\n").run(hour)
        assert len(riot.writes(seat, "PASS\n").run(BEGIN + hour * HOUR)) == 1
    in_git = {path: data for path, data in tree(story.root).items() if path.startswith("games/riot/")}
    in_git.pop(SETTINGS)  # where a start notes the game's commitment
    assert {path: riot.files[path] for path in in_git} == in_git


def test_a_clock_is_the_same_whatever_it_is_read_from(tmp_path: Path, riot: HeldGame) -> None:
    story = League(tmp_path, FILE, SMALL).start()
    [in_git], [held] = story.league.clocks(), riot.league.clocks()
    assert (in_git.clock, in_git.secrecy, in_git.bots) == (held.clock, held.secrecy, held.bots)


# Clocks


def test_clocks_are_kept_by_the_id_of_their_folder(tmp_path: Path, riot: HeldGame) -> None:
    cache = tmp_path / "cache"
    first = clocks.clocks(Held(riot.files, cache))
    assert clocks.clocks(Held(riot.files, cache)) == first
    changed(riot, CLOCK, '"1a"', '"9a"')
    assert [game.clock and game.clock.turn for game in clocks.clocks(Held(riot.files, cache))] == ["9a"]


def test_games_with_equal_folders_keep_their_own_names(tmp_path: Path, riot: HeldGame) -> None:
    twins = riot.files | {path.replace("riot", "twin"): data for path, data in riot.files.items()}
    for _ in range(2):
        read = clocks.clocks(Held(twins, tmp_path / "cache"))
        assert [game.slug for game in read] == ["riot", "twin"]


def test_what_another_program_kept_is_not_used(tmp_path: Path, riot: HeldGame) -> None:
    cache = tmp_path / "cache"
    first = clocks.clocks(Held(riot.files, cache))
    kept = tmp_path / "clocks.json"
    kept.write_bytes(kept.read_bytes().replace(b'"put_back"', b'"put_aside"', 1).replace(b'"1a"', b'"9a"'))
    assert clocks.clocks(Held(riot.files, cache)) == first


@pytest.mark.parametrize("name", ["clock.yaml", "orders", "game.yaml"])
def test_what_git_has_lost_is_not_taken_for_what_never_was(tmp_path: Path, name: str) -> None:
    story = League(tmp_path, FILE, SMALL).start().writes("red", "PASS\n")
    story.commit(RED)
    oid = git(story.root, "rev-parse", f"HEAD:games/riot/{name}")
    (story.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    [found] = story.league.clocks()
    assert found.clock is None
    assert "missing in git" in str(found.findings)
    assert isinstance(story.league.find("riot"), Broken)


# What people have edited


def test_a_file_whose_line_ends_alone_differ_is_not_edited(riot: HeldGame) -> None:
    [found] = riot.league.clocks()
    crlf = {path: data.replace(b"\n", b"\r\n") for path, data in riot.files.items()}
    assert clocks.edits(found, lying(crlf)) == Edits()


def test_what_git_leaves_out_is_not_deleted(tmp_path: Path) -> None:
    story = League(tmp_path, FILE, SMALL).start()
    [found] = story.league.clocks()
    git(story.root, "update-index", "--skip-worktree", SETTINGS)
    (story.root / SETTINGS).unlink()
    assert clocks.edits(found, story.league.tree) == Edits()
    assert isinstance(story.league.find("riot"), Game)


def test_a_link_in_the_place_of_the_order_files_hides_no_other_edit(tmp_path: Path) -> None:
    story = League(tmp_path, FILE, SMALL).start()
    (story.folder / "orders").rename(tmp_path / "elsewhere")
    (story.folder / "orders").symlink_to(tmp_path / "elsewhere")
    story.edit("name: Gwen", "name: Gwendolen")
    [found] = story.league.clocks()
    edits = clocks.edits(found, story.league.tree)
    assert [*edits.files] == [SETTINGS]
    assert [*edits.unread] == ["games/riot/orders"]


def test_what_was_deleted_is_missed(tmp_path: Path) -> None:
    story = League(tmp_path, FILE, SMALL).start()
    (story.root / SETTINGS).unlink()
    broken = story.league.find("riot")
    assert isinstance(broken, Broken)
    assert (
        str(broken.findings[0])
        == f"{SETTINGS}: deleted in the work tree; restore it with `git restore -SW {SETTINGS}`"
    )


def test_what_an_interrupted_run_has_yet_to_overwrite_is_no_edit(tmp_path: Path) -> None:
    """It was carried out, and is not to be taken for a new order."""
    story = League(tmp_path, FILE, SMALL).start().writes("red", "MOVE B2 E\n")
    old = story.repository.tip()
    assert story.run(1) == ["1a red: MOVE B2 E (live, done)"]
    story.writes("red", "MOVE B2 E\n")
    league = story.league
    [found] = league.clocks()
    assert [*clocks.edits(found, league.tree).files] == [RED]
    seen = {RED: blob_id(b"MOVE B2 E\n")}
    note = Pending("main", old, story.repository.tip(), seen)
    write_pending(story.repository.folder / "genetess" / "pending", note)
    assert clocks.edits(found, story.league.tree) == Edits()


# Whether anything can be due

_DUE = {
    "nothing": ({}, 1, False),
    "the deadline": ({}, 72, True),
    "an order of the seat to move": ({RED: b"PASS\n"}, 1, True),
    "an order of another seat": ({"games/riot/orders/green.txt": b"PASS\n"}, 1, False),
    "other settings": ({SETTINGS: FILE.replace("name: Gwen", "name: Gwendolen").encode()}, 1, True),
}


@pytest.mark.parametrize(("edit", "hours", "expected"), [*_DUE.values()], ids=[*_DUE])
def test_a_game_is_read_only_where_its_clock_or_a_file_says_so(
    riot: HeldGame, edit: dict[str, bytes], hours: int, expected: bool
) -> None:
    [found] = riot.league.clocks()
    edits = clocks.edits(found, lying(riot.files | edit))
    assert may_be_due(found, edits, BEGIN + hours * HOUR, riot.league.snapshot.blobs) is expected


def test_a_clock_that_does_not_fit_is_read_to_be_told(riot: HeldGame) -> None:
    changed(riot, CLOCK, "to_move: [red]", "to_move: []")
    [found] = riot.league.clocks()
    assert may_be_due(found, Edits(), BEGIN, riot.league.snapshot.blobs)
    assert isinstance(riot.read(), Broken)


# Kinds of games


def test_a_game_that_has_not_started_is_as_it_lies_there(tmp_path: Path) -> None:
    story = League(tmp_path, FILE, SMALL)
    draft = story.league.find("riot")
    assert isinstance(draft, Draft)
    assert draft.clocked == Clocked("riot")


def test_a_sealed_game_without_its_key_is_shut(tmp_path: Path) -> None:
    story = sealed_story(tmp_path).start()
    with machine(tmp_path / "home"):
        shut = story.closed.find("riot")
    assert isinstance(shut, Shut)
    assert shut.clock == story.clock
    with pytest.raises(Refused, match="only its GM's key opens it"):
        shut.codec.check_open()


def test_a_game_that_there_is_not_is_missing(riot: HeldGame) -> None:
    missing = riot.league.find("other")
    assert isinstance(missing, Broken)
    assert missing.findings == ()


def test_everything_that_is_wrong_with_a_game_is_a_value(riot: HeldGame) -> None:
    changed(riot, CLOCK, "to_move: [red]", "to_move: [blue]")
    broken = riot.read()
    assert isinstance(broken, Broken)
    assert [finding.path for finding in broken.findings] == [CLOCK]


@pytest.mark.parametrize("path", [CLOCK, STATE])
def test_a_file_of_the_programs_that_is_not_committed_is_missed(riot: HeldGame, path: str) -> None:
    del riot.files[path]
    broken = riot.read()
    assert isinstance(broken, Broken)
    assert [finding.path for finding in broken.findings] == [path]


def test_a_setting_that_was_fixed_at_the_start_cannot_be_edited(riot: HeldGame) -> None:
    riot.edits[SETTINGS] = riot.files[SETTINGS] + b"holiday: 5d\n"
    broken = riot.read()
    assert isinstance(broken, Broken)
    assert "cannot change once a game has started" in str(broken.findings[0])


def test_no_game_is_made_open_that_was_sealed(tmp_path: Path) -> None:
    story = sealed_story(tmp_path).start()
    story.edit(SECRET, "").commit(SETTINGS)
    broken = story.league.find("riot")
    assert isinstance(broken, Broken)
    assert "the game was made sealed" in str(broken.findings[0])


# Records


def test_records_come_from_the_commit_alone(tmp_path: Path) -> None:
    story = League(tmp_path, FILE, SMALL).start()
    story.order("PASS")
    (story.root / FIRST.replace("0001-1a", "0002-1b")).write_bytes((story.root / FIRST).read_bytes())
    terms = story.league.game("riot").terms
    assert [record.number for record in records_of(story.league, terms)] == [0, 1]
    (story.root / FIRST).unlink()
    assert [record.number for record in records_of(story.league, terms, first=1)] == [1]
