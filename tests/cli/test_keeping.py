"""What a browser keeps of its games: rows that lay them again, and a zip that any machine goes on with."""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from genetess_cli import browser
from genetess_cli.admin import play
from genetess_cli.browser.play import LEAGUE
from genetess_cli.store.git.worktree import TREE, TreeEntry, tree_body
from genetess_cli.store.league import League
from genetess_cli.store.seal import keyring
from tests.kit import kept
from tests.kit.command import run
from tests.kit.kept import ask, order
from tests.kit.play import played
from tests.kit.reading import begun
from tests.store.conftest import git

_TURNS = 20


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Nothing but Python, as in a browser; commands that run in an exported league later leave nothing here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    for name, value in kept.ALONE.items():
        monkeypatch.setenv(name, value)
    yield monkeypatch
    keyring.use(tmp_path / "none")


def test_kept_rows_lay_the_same_league_and_the_next_row_goes_on_from_there(
    tmp_path: Path, alone: pytest.MonkeyPatch
) -> None:
    rows = kept.played(_TURNS)
    there = git(LEAGUE, "rev-parse", "HEAD")
    shown = ask("page", b"trio/sheet/red/index.html")
    assert ask("changes") == b""
    (tmp_path / "later").mkdir()
    alone.chdir(tmp_path / "later")
    ask("restore", b"\n".join(rows))
    ask("begin")
    assert git(LEAGUE, "rev-parse", "HEAD") == there
    assert ask("changes") == b""
    assert ask("page", b"trio/sheet/red/index.html") == shown
    ask("send", order(begun(LEAGUE.absolute(), "trio")))
    rows.append(ask("changes"))
    (tmp_path / "last").mkdir()
    alone.chdir(tmp_path / "last")
    ask("restore", b"\n".join(rows))
    git(LEAGUE, "fsck", "--strict")
    assert git(LEAGUE, "rev-parse", "HEAD~1") != there


def test_what_a_browser_has_lost_is_told_with_what_can_be_done_there(
    tmp_path: Path, alone: pytest.MonkeyPatch
) -> None:
    rows = kept.played(1)
    lost = git(LEAGUE, "rev-parse", "HEAD:games/trio/game.yaml")
    place = f"objects/{lost[:2]}/{lost[2:]}"
    parts = [json.loads(row) for row in rows]
    for row in parts:
        row["files"].pop(place, None)
    (tmp_path / "later").mkdir()
    alone.chdir(tmp_path / "later")
    said = browser.call("restore", "\n".join(map(json.dumps, parts)).encode(), lambda done, total: None)
    assert isinstance(said, str)
    assert "this browser has lost it. Load the page again" in said


@pytest.mark.parametrize(("what", "players", "most"), [("quartet", 4, 8_000), ("octet", 8, 13_000)])
@pytest.mark.usefixtures("alone")
def test_what_is_kept_of_a_turn_is_small(what: str, players: int, most: int) -> None:
    rows = kept.played(_TURNS, what, players)
    assert sum(map(len, rows[2:])) <= most * _TURNS


def test_an_exported_league_is_clean_and_any_machine_goes_on_with_it(
    tmp_path: Path, alone: pytest.MonkeyPatch
) -> None:
    kept.played(_TURNS)
    with ZipFile(io.BytesIO(ask("export"))) as packed:
        packed.extractall(tmp_path / "there")
    league = tmp_path / "there" / "genetess-play"
    git(league, "fsck", "--strict")
    assert git(league, "status", "--porcelain") == ""
    for name in kept.ALONE:
        alone.delenv(name)
    assert run(league, "status").status == 0
    assert run(league, "verify").status == 0
    shown = run(league, "keys", "show").out
    assert f"Master keys in {league}/.git/genetess/master.key, the newest last" in shown
    assert "trio" in shown
    with played(league, "trio") as here:
        game = here.game("trio")
        answer = here.post(json.loads(order(game))).json
        assert not answer.get("words"), answer
        assert here.game("trio").clock.number > game.clock.number
    assert run(league, "verify").status == 0


def test_a_download_is_brought_back_with_its_key_and_goes_on(
    tmp_path: Path, alone: pytest.MonkeyPatch
) -> None:
    kept.played(2)
    there = git(LEAGUE, "rev-parse", "HEAD")
    zipped = ask("export")
    (tmp_path / "later").mkdir()
    alone.chdir(tmp_path / "later")
    alone.setenv("GENETESS_MASTER_KEY", "22" * 32)
    assert ask("accept", zipped).decode() == kept.ALONE["GENETESS_MASTER_KEY"]
    row = ask("changes")
    (tmp_path / "last").mkdir()
    alone.chdir(tmp_path / "last")
    alone.setenv("GENETESS_MASTER_KEY", kept.ALONE["GENETESS_MASTER_KEY"])
    ask("restore", row)
    ask("begin")
    assert git(LEAGUE, "rev-parse", "HEAD") == there
    assert not json.loads(ask("send", order(begun(LEAGUE.absolute(), "trio")))).get("words")
    git(LEAGUE, "fsck", "--strict")


def _with(files: dict[str, bytes | None]) -> bytes:
    """An exported league with some files in place of its own, or without them."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(ask("export"))) as packed, ZipFile(out, "w") as other:
        for name in packed.namelist():
            if (body := files.get(name.partition("/")[2], packed.read(name))) is not None:
                other.writestr(name, body)
    return out.getvalue()


def _elsewhere() -> bytes:
    """An export of a league that others play in."""
    with League(LEAGUE.absolute()) as league, league.repository.lock():
        settings = b"title: Games\nsite:\n  repository: https://github.com/a/b\n"
        league.repository.commit(league.repository.tip(), {"genetess.yaml": settings}, "", 0)
    return _with({})


def _zipped() -> bytes:
    """Something else."""
    with ZipFile(out := io.BytesIO(), "w") as packed:
        packed.writestr("letter.txt", "Dear Gwen")
    return out.getvalue()


def _two() -> bytes:
    """Two exports in one."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(_with({}))) as packed, ZipFile(out, "w") as other:
        for name in packed.namelist():
            other.writestr(name, packed.read(name))
            other.writestr(f"second/{name.partition('/')[2]}", packed.read(name))
    return out.getvalue()


def _gap() -> bytes:
    """An export without one object of an earlier commit."""
    kept.played(2)
    tree = git(LEAGUE, "rev-parse", "HEAD~1^{tree}")
    return _with({f".git/objects/{tree[:2]}/{tree[2:]}": None})


def _false() -> bytes:
    """An export in which a file of the newest commit is another one."""
    blob = git(LEAGUE, "rev-parse", "HEAD:genetess.yaml")
    return _with({f".git/objects/{blob[:2]}/{blob[2:]}": zlib.compress(b"blob 14\0title: Not it\n")})


def _with_path(*names: bytes) -> bytes:
    """An export whose newest commit has one more file, at a path of these names."""
    with League(LEAGUE.absolute()) as league:
        repository = league.repository
        oid = repository.git.write("blob", b"[core]\n\tfsmonitor = /tmp/evil\n")
        mode = "100644"
        rows = {**repository.database.tree(repository.database.root(repository.tip()).oid)}
        for name in reversed(names[1:]):
            oid = repository.git.write("tree", tree_body({name: TreeEntry(mode, oid)}))
            mode = TREE
        root = repository.git.write("tree", tree_body({**rows, names[0]: TreeEntry(mode, oid)}))
        commit = repository.git.commit(root, repository.tip(), "evil", 0)
        repository.git.move("main", commit, repository.tip(), "")
    return _with({})


IS_NONE = "this file is no zip, or it is damaged"
IS_OTHER = "this zip does not have the games of one page like this"
LACKS = "something of the games in this zip is missing or damaged"


@pytest.mark.parametrize(
    ("made", "words"),
    [
        pytest.param(lambda: b"Dear Gwen", IS_NONE, id="no zip"),
        pytest.param(lambda: _with({})[:-9], IS_NONE, id="cut off"),
        pytest.param(_zipped, IS_OTHER, id="another zip"),
        pytest.param(_two, IS_OTHER, id="two leagues"),
        pytest.param(
            lambda: _with({".git/genetess/master.key": None}),
            "its file .git/genetess/master.key does not hold a master key",
            id="no key",
        ),
        pytest.param(lambda: _with({".git/refs/heads/main": b"0" * 40}), LACKS, id="no commit"),
        pytest.param(lambda: _with({".git/refs/heads/main": b"\xff"}), LACKS, id="no name of one"),
        pytest.param(_gap, LACKS, id="a gap in its history"),
        pytest.param(_false, LACKS, id="an object under the name of another"),
        pytest.param(lambda: _with_path(b".git", b"config"), LACKS, id="what git would run"),
        pytest.param(lambda: _with_path(b"games", b".GIT", b"config"), LACKS, id="what git would run, below"),
        pytest.param(lambda: _with_path(b"..", b"evil.py"), LACKS, id="outside"),
        pytest.param(lambda: _with_path(b"../../evil.py"), LACKS, id="outside, in one name"),
        pytest.param(lambda: _with_path(b"a" * 300), LACKS, id="a name that no disk takes"),
        pytest.param(_elsewhere, "is played at https://github.com/a/b", id="played elsewhere"),
    ],
)
def test_a_file_that_is_no_download_is_refused_and_nothing_of_it_is_kept(
    made: Callable[[], bytes], words: str, tmp_path: Path, alone: pytest.MonkeyPatch
) -> None:
    ask("begin")
    zipped = made()
    here = tmp_path / "later" / "here"
    here.mkdir(parents=True)
    alone.chdir(here)
    answer = browser.call("accept", zipped, lambda done, total: None)
    assert isinstance(answer, str)
    assert words in answer
    assert not [*here.parent.rglob("evil*")]
    assert "evil" not in "".join(file.read_text() for file in here.rglob(".git/config"))


@pytest.mark.usefixtures("alone")
def test_a_zip_that_unpacks_to_more_than_any_games_is_not_unpacked() -> None:
    with ZipFile(out := io.BytesIO(), "w", ZIP_DEFLATED) as packed:
        packed.writestr(f".git/objects/00/{'0' * 38}", bytes(1 << 29))
    answer = browser.call("accept", out.getvalue(), lambda done, total: None)
    assert answer == "this zip unpacks to more than any games"


def test_nothing_that_git_would_run_is_taken_of_a_download(tmp_path: Path, alone: pytest.MonkeyPatch) -> None:
    ask("begin")
    zipped = _with({".git/config": b"[core]\n\tfsmonitor = /tmp/evil\n", "genetess.yaml": b"evil"})
    (tmp_path / "later").mkdir()
    alone.chdir(tmp_path / "later")
    ask("accept", zipped)
    assert "evil" not in (LEAGUE / ".git/config").read_text()
    assert (LEAGUE / "genetess.yaml").read_text() != "evil"


def test_the_same_game_makes_the_same_commits_with_git_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", kept.KEY)
    now = 1_700_000_000
    begin = play.PlayRequest("trio", side=play.Solo(None, "random"))
    with play.league_in(tmp_path / "git", now) as league:
        play.Session(league, now, print).game_for(begin)
    copytree(tmp_path / "git", tmp_path / "loose")
    tips = []
    for door in ("git", "loose"):
        monkeypatch.setenv("GENETESS_GIT", door)
        for turn in range(5):
            letter = order(begun(tmp_path / door, "trio"))
            play.Session(League(tmp_path / door), now + 60 * turn, print).receive(letter, lambda: None)
        tips.append(git(tmp_path / door, "rev-parse", "HEAD"))
        assert git(tmp_path / door, "status", "--porcelain") == ""
        assert run(tmp_path / door, "verify").status == 0
    assert tips[0] == tips[1]


def test_a_kept_game_of_other_rules_is_refused_and_says_where_it_goes_on(alone: pytest.MonkeyPatch) -> None:
    kept.played(1)
    letter = order(begun(LEAGUE.absolute(), "trio"))
    settings = LEAGUE / "games/trio/game.yaml"
    text = settings.read_text()
    [line] = re.findall("(?m)^rules_version: .*$", text)
    with League(LEAGUE.absolute()) as league, league.repository.lock():
        newer = text.replace(line, "rules_version: 999").encode()
        league.repository.commit(league.repository.tip(), {"games/trio/game.yaml": newer}, "", 0)
    answer = json.loads(ask("send", letter))
    assert "trio is played by version 999" in answer["words"]
    assert "download your games, unzip them, and go on there: play it on with" in answer["words"]


def test_rows_that_cannot_be_read_are_refused(alone: pytest.MonkeyPatch) -> None:
    answer = browser.call("restore", b'{"files": 3}', lambda done, total: None)
    assert isinstance(answer, str)
    assert answer.startswith("what this browser kept cannot be read")


def test_who_has_a_key_already_goes_on_with_an_exported_league_by_that_which_came_with_it(
    tmp_path: Path, alone: pytest.MonkeyPatch
) -> None:
    kept.played(1)
    with ZipFile(io.BytesIO(ask("export"))) as packed:
        packed.extractall(tmp_path / "there")
    league = tmp_path / "there" / "genetess-play"
    for name in kept.ALONE:
        alone.delenv(name)
    alone.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    assert run(tmp_path, "keys", "new").status == 0
    place = f"{league}/.git/genetess/master.key and {tmp_path}/own/genetess/master.key"
    assert f"Master keys in {place}, the newest last" in run(league, "keys", "show").out
    assert run(league, "keys", "rotate").status == 0
    assert (tmp_path / "own/genetess/master.key").read_text().count("\n") == 3
    assert run(league, "verify").status == 0


def test_where_what_a_build_remembered_is_damaged_pages_are_made_anew(
    tmp_path: Path, alone: pytest.MonkeyPatch
) -> None:
    rows = kept.played(1)
    (tmp_path / "later").mkdir()
    alone.chdir(tmp_path / "later")
    ask("restore", b"\n".join([*rows, b'{"files": {}, "memory": "bm8="}']))
    assert b"<!doctype html>" in ask("page", b"trio/sheet/red/")
