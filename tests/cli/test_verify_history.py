"""`genetess verify` walks over the league's history, whatever its folders are called and whatever is in them now."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.kit.command import START, Done, commit, git, run
from tests.kit.history import GAME, TURNS, edit, record, verify
from tests.kit.keys import KEY

HAZE = "games/haze"
CLOCK = f"{GAME}/clock.yaml"
SETTINGS = f"{GAME}/game.yaml"
BOARD = f"{GAME}/board.yaml"


def everything(league: Path) -> Done:
    """The command without a game's name, where there is no key."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(league.parent / "nobody"))
        return run(league, "verify")


# What is fixed by the start

FOR_A_WHILE: dict[str, tuple[str, str, str, str]] = {
    "the commitment": (SETTINGS, "commitment: .*", f'commitment: "{"cd" * 32}"', "commitment: expected "),
    "the id": (SETTINGS, "(?m)^id: .*", f'id: "{"cd" * 16}"', "id: expected "),
    "the secrecy": (SETTINGS, "secrecy: open", "secrecy: sealed", "secrecy: expected open, found sealed"),
    "a seat": (SETTINGS, "seat: red", "seat: pink", r"players\[0\]\.seat: expected red, found pink"),
    "a start": (SETTINGS, "start: K1", "start: K3", r"players\[0\]\.start: expected K1, found K3"),
    "a rule": (SETTINGS, "starting_e: 400", "starting_e: 9", r"rules\.starting_e: expected 400, found 9"),
    "the rules' version": (SETTINGS, "rules_version: .*", "rules_version: 99", "rules_version: expected"),
    "a special": (BOARD, "amount: 5", "amount: 6", r"changed after the start: specials\[0\]\.amount: "),
}  # fmt: skip


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize(("file", "old", "new", "words"), FOR_A_WHILE.values(), ids=FOR_A_WHILE)
def test_what_the_start_fixed_and_a_commit_had_otherwise_is_named_when_it_was_put_back(
    played: Path, file: str, old: str, new: str, words: str
) -> None:
    before = (played / file).read_text()
    edit(played / file, old, new)
    commit(played, "for a while")
    (played / file).write_text(before)
    commit(played, "and back")
    done = verify(played)
    assert done.status == 1
    assert re.search(rf"riot: {file} in commit \w+ “for a while”: {words}", done.err), done.err


def test_another_version_of_the_rules_is_named(played: Path) -> None:
    edit(played / SETTINGS, "rules_version: .*", "rules_version: 99")
    assert "rules_version" in verify(played).err
    commit(played)
    assert "rules_version" in verify(played).err


# Another name, and no folder any more


def test_a_game_that_only_got_another_name_is_as_committed(played: Path) -> None:
    git(played, "mv", GAME, HAZE)
    commit(played, "another name")
    done = everything(played)
    assert (done.status, done.err) == (0, "")
    assert [line.split(":")[0] for line in done.out.splitlines()] == ["haze"]


def _plays_on(league: Path, folder: str, orders: str = "PASS\n") -> None:
    seat = re.findall(r"to_move: \[(\w+)\]", (league / folder / "clock.yaml").read_text())[0]
    (league / folder / "orders" / f"{seat}.txt").write_text(orders)
    done = run(league, "tick", "--now", "2026-12-31T00:00:00Z")
    assert done.status == 0, done.err


def _taken_back(league: Path) -> None:
    """Take the files of the program to where they were before the last record; nothing of it is committed."""
    last = max((league / TURNS).iterdir())
    since = git(league, "log", "--diff-filter=A", "--format=%H", "--", str(last.relative_to(league)))
    git(league, "checkout", f"{since}^", "--", CLOCK, f"{GAME}/state.yaml")
    last.unlink()


def test_a_turn_that_another_one_replaced_under_another_name_is_named(played: Path) -> None:
    """The commit that gives the folder another name leaves the last record out."""
    _taken_back(played)
    git(played, "mv", "-k", GAME, HAZE)
    commit(played, "another name")
    _plays_on(played, HAZE)
    done = everything(played)
    assert done.status == 1
    words = rf"haze: {HAZE}/turns/00xx/00\d\d-\w+\.yaml: expected the record that was {TURNS}/"
    assert re.search(words, done.err), done.err


def test_a_turn_that_another_one_replaced_once_the_folder_was_away_is_named(played: Path) -> None:
    _taken_back(played)
    copytree(played / GAME, played.parent / "kept")
    rmtree(played / GAME)
    commit(played, "away")
    copytree(played.parent / "kept", played / GAME)
    commit(played, "and here again")
    _plays_on(played, GAME)
    assert "expected the record that was" in verify(played).err


def test_a_folder_that_came_back_as_it_was_is_as_committed(played: Path) -> None:
    git(played, "rm", "-rq", GAME)
    commit(played, "a mistake")
    git(played, "revert", "--no-edit", "HEAD")
    assert verify(played).status == 0


def test_a_clock_that_was_edited_before_the_game_got_another_name_is_named(played: Path) -> None:
    edit(played / CLOCK, "deadline: .*", 'deadline: "2027-01-01T00:00:00Z"')
    commit(played, "more time")
    git(played, "mv", GAME, HAZE)
    commit(played, "another name")
    done = everything(played)
    assert re.search(rf"haze: {CLOCK} in commit \w+ “more time”: deadline: expected ", done.err), done.err


def test_a_game_that_was_removed_whole_is_a_note(played: Path) -> None:
    git(played, "rm", "-rq", GAME)
    commit(played, "riot: cancelled")
    done = everything(played)
    assert (done.status, done.err) == (0, "")
    assert re.fullmatch(r"riot: removed in commit \w+ “riot: cancelled”\n", done.out)


@pytest.mark.parametrize("committed", [True, False])
def test_a_game_without_its_settings_is_a_fault(played: Path, committed: bool) -> None:
    (played / SETTINGS).unlink()
    if committed:
        commit(played)
    done = everything(played)
    assert done.status == 1
    assert f"riot: {SETTINGS}: deleted" in done.err
    way = re.findall("`git (restore .*?)`", done.err)[0]
    git(played, *way.split())
    if committed:
        commit(played)
    assert everything(played).status == 0


@pytest.mark.parametrize("where", [GAME, SETTINGS])
def test_files_that_are_here_and_in_git_no_more_are_a_fault(played: Path, where: str) -> None:
    git(played, "rm", "-rq", "--cached", where)
    git(played, "commit", "--quiet", "--message", "out of git")
    done = everything(played)
    assert done.status == 1
    assert f"riot: {where}: " in done.err


# What lies among the records


@pytest.mark.parametrize("name", ["0099-9z.yaml/note", "0050-9a.yaml/0051-9b.yaml"])
def test_a_folder_with_the_name_of_a_record_hides_nothing(played: Path, name: str) -> None:
    before = (played / CLOCK).read_text()
    (played / TURNS / name).parent.mkdir()
    (played / TURNS / name).write_text("x\n")
    edit(played / CLOCK, "deadline: .*", 'deadline: "2027-01-01T00:00:00Z"')
    commit(played, "more time")
    (played / CLOCK).write_text(before)
    rmtree((played / TURNS / name).parent)
    commit(played, "as before")
    done = verify(played)
    assert re.search(rf"riot: {CLOCK} in commit \w+ “more time”: deadline: expected ", done.err), done.err


def test_a_record_in_the_folder_of_others_hides_nothing(played: Path) -> None:
    (played / GAME / "turns/99xx").mkdir()
    (played / GAME / "turns/99xx/0001-1a.yaml").write_bytes(record(played, 1).read_bytes())
    commit(played)
    assert f"{GAME}/turns/99xx/0001-1a.yaml" in verify(played).err


def test_a_link_in_the_place_of_a_record_is_named(played: Path) -> None:
    path = record(played, 4)
    path.unlink()
    path.symlink_to("0003-2a.yaml")
    commit(played)
    assert f"{path.relative_to(played)} in commit " in verify(played).err


@pytest.mark.parametrize("name", ["Thumbs.db", ".DS_Store", "desktop.ini", "._0001-1a.yaml", "0001-1a.yaml~"])
def test_what_a_file_manager_leaves_among_the_records_is_no_difference(played: Path, name: str) -> None:
    (played / TURNS / name).write_bytes(b"\0")
    git(played, "add", "--force", ".")
    commit(played)
    assert verify(played).status == 0
    (played / TURNS / name).unlink()
    commit(played)
    assert verify(played).status == 0


def test_whether_a_file_can_be_run_is_no_difference(played: Path) -> None:
    for path in (record(played, 3), record(played, 5), played / CLOCK, played / SETTINGS):
        path.chmod(0o755)
    commit(played, "a disk that keeps no such bits")
    assert verify(played).status == 0
    record(played, 3).chmod(0o644)
    commit(played)
    assert verify(played).status == 0


def test_a_script_beside_a_game_of_another_key_makes_no_sample(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    assert run(played, "finish", "riot", "--reason", "so be it", "--now", "2026-12-30T00:00:00Z").status == 0
    assert run(played, "reveal", "riot").status == 0
    monkeypatch.delenv("GENETESS_MASTER_KEY")
    before = record(played, 2).read_text()
    edit(record(played, 2), r"\Z", "# mine\n")
    (played / GAME / "script.txt").write_text("a game\n")
    commit(played, "a sample")
    record(played, 2).write_text(before)
    commit(played, "as before")
    done = verify(played)
    assert done.status == 1
    assert "the record was changed after it was added" in done.err


# Histories of every shape


def _octopus(league: Path) -> None:
    for name in ("one", "two"):
        git(league, "switch", "--quiet", "--create", name, "main~1")
        (league / name).write_text("x\n")
        commit(league, name)
    git(league, "switch", "--quiet", "main")
    git(league, "merge", "--quiet", "--no-edit", "one", "two")


def _criss_cross(league: Path) -> None:
    git(league, "switch", "--quiet", "--create", "side", "main~1")
    (league / "side").write_text("x\n")
    commit(league, "beside")
    git(league, "branch", "left", "side")
    git(league, "merge", "--quiet", "--no-edit", "main")
    git(league, "switch", "--quiet", "main")
    git(league, "merge", "--quiet", "--no-edit", "--no-ff", "left")
    git(league, "merge", "--quiet", "--no-edit", "side")


def _two_roots(league: Path) -> None:
    git(league, "switch", "--quiet", "--orphan", "other")
    (league / "pages").mkdir()
    (league / "pages/index.html").write_text("x\n")
    commit(league, "a root beside")
    git(league, "switch", "--quiet", "main")
    git(league, "merge", "--quiet", "--no-edit", "--allow-unrelated-histories", "other")


SHAPES: list[Callable[[Path], None]] = [_octopus, _criss_cross, _two_roots]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_history_of_any_shape_is_read(played: Path, shape: Callable[[Path], None]) -> None:
    shape(played)
    done = verify(played)
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("file", [CLOCK, SETTINGS, f"{TURNS}/0003-2a.yaml"])
def test_what_a_merge_alone_changed_is_named(played: Path, file: str) -> None:
    """It is in neither of its parents, and the next commit has it as it was."""
    before = (played / file).read_text()
    git(played, "switch", "--quiet", "--create", "side", "main~1")
    (played / "side").write_text("x\n")
    commit(played, "beside")
    git(played, "switch", "--quiet", "main")
    git(played, "merge", "--quiet", "--no-commit", "side")
    change = {CLOCK: ("grace_used: false", "grace_used: true"), SETTINGS: ("seat: red", "seat: pink")}
    edit(played / file, *change.get(file, (r"\Z", "# mine\n")))
    commit(played, "evil")
    (played / file).write_text(before)
    commit(played, "as before")
    done = verify(played)
    assert done.status == 1
    assert f"riot: {file} in commit " in done.err
    assert "“evil”" in done.err


def test_a_league_in_a_folder_of_a_repository_with_long_names_of_objects(
    founded: Path, tmp_path: Path
) -> None:
    league = tmp_path / "outer" / "[two] words"
    copytree(founded, league, ignore=lambda _, names: {".git"} & {*names})
    git(tmp_path / "outer", "init", "--quiet", "--object-format=sha256")
    commit(league)
    assert run(league, "start", "riot", "--now", START).status == 0
    assert run(league, "resolve", "riot", "--order", "MOVE B2 S", "--seat", "red", "--now", START).status == 0
    done = run(league, "verify")
    assert done.out == "riot: 2 records, 1 turn, no luck to check; all as committed\n", done.err
    edit(league / CLOCK, "grace_used: false", "grace_used: true")
    commit(league, "by hand")
    assert "“by hand”: grace_used: expected false, found true" in run(league, "verify").err


# The work tree beside it


def test_a_record_that_nobody_committed_is_named(played: Path) -> None:
    last = max((played / TURNS).iterdir())
    added = last.with_name(f"{int(last.name[:4]) + 1:04}-6b.yaml")
    added.write_bytes(last.read_bytes())
    done = verify(played)
    assert done.status == 1
    assert f"{added.relative_to(played)}: it is in no commit" in done.err


def _without_records(league: Path) -> None:
    git(league, "update-index", "--refresh")
    git(league, "sparse-checkout", "set", "--no-cone", "/*", f"!/{GAME}/turns/")
    assert not (league / GAME / "turns").exists()


def _without_the_game(league: Path) -> None:
    git(league, "update-index", "--refresh")
    git(league, "sparse-checkout", "set", "--no-cone", "/*", f"!/{GAME}/")
    assert not (league / GAME).exists()


def _with_the_line_ends_of_windows(league: Path) -> None:
    (league / ".git/info").mkdir(exist_ok=True)
    (league / ".git/info/attributes").write_text("* text eol=crlf\n")
    (league / CLOCK).unlink()
    git(league, "checkout", "--", CLOCK)
    assert b"\r\n" in (league / CLOCK).read_bytes()


@pytest.mark.parametrize("state", [_without_records, _without_the_game, _with_the_line_ends_of_windows])
def test_what_git_itself_does_to_a_work_tree_is_no_difference(
    played: Path, state: Callable[[Path], None]
) -> None:
    state(played)
    done = everything(played)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("riot: ")
