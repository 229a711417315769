"""`genetess doctor` without a forge: each thing that keeps a league from living on is named, with its remedy."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from genetess_cli import __version__
from tests.kit.command import START, commit, git, new_game, new_league, run
from tests.kit.keys import KEY, OTHER_KEY, machine

TICK = ".github/workflows/tick.yml"
ADDRESS = "https://github.com/gail/league"


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: Callable[..., None]) -> Iterator[Path]:
    """A league on GitHub with an open and a sealed game, on the machine of its GM, without a token."""
    for name in ("FORGE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GH_CONFIG_DIR", str(tmp_path / "gh"))
    installed()
    with machine(tmp_path, KEY):
        root = new_league(tmp_path, "--repository", "gail/league")
        new_game(root, "riot")
        new_game(root, "fog", "--sealed")
        assert run(root, "start", "riot", "fog", "--now", START).status == 0
        git(root, "remote", "add", "origin", "git@github.com:gail/league.git")
        yield root


def found(league: Path) -> dict[str, dict[str, Any]]:
    """What is not right, by its key."""
    done = run(league, "doctor", "--json")
    rows = {row["key"]: row for row in done.json if row["level"] in ("warning", "wrong")}
    assert done.status == any(row["level"] == "wrong" for row in rows.values())
    return rows


def test_a_league_that_lives_has_nothing_wrong(league: Path) -> None:
    done = run(league, "doctor")
    assert done.status == 0, done.out
    assert "not looked at: no token, and gh is not" in done.out
    assert not [line for line in done.out.splitlines() if line.startswith("wrong")]


def test_without_a_name_for_commits_git_is_told_one(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "EMAIL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    git(league, "config", "user.useConfigOnly", "true")
    row = found(league)["identity"]
    assert row["words"] == "git does not know in whose name you commit"
    assert row["remedy"].startswith("git config --global user.name")


def test_without_git_the_remedy_is_to_make_a_repository(league: Path) -> None:
    shutil.rmtree(league / ".git")
    rows = found(league)
    assert rows["git.none"]["remedy"] == "git init --initial-branch main"
    assert "identity" not in rows


def test_a_mistake_in_the_settings_is_one_finding_of_many(league: Path, tmp_path: Path) -> None:
    (league / "genetess.yaml").write_text("titel: x\n")
    (league / ".env").write_text(f"{KEY}\n")
    with machine(tmp_path, OTHER_KEY):
        rows = found(league)
    assert "titel" in rows["league.unread"]["words"]
    assert {"keys.variable", "files.key", "files.wrong"} <= rows.keys()
    assert "unseen   address      not looked at" in run(league, "doctor").out


def test_what_check_finds_is_counted_and_a_key_is_named(league: Path) -> None:
    (league / "genetess").mkdir()
    (league / "genetess/master.key").write_text(f"{KEY}\n")
    commit(league)
    state = league / "games/riot/state.yaml"
    state.write_text(state.read_text() + "# edited\n")
    rows = found(league)
    assert rows["files.key"]["where"] == "genetess/master.key"
    assert "a secret key is in the league's folder" in rows["files.key"]["words"]
    row = rows["files.wrong"]
    assert (row["words"], row["remedy"]) == ("mistakes in the league's files: 1", "genetess check")


def test_a_key_of_no_game_and_a_game_of_no_key_are_named(league: Path, tmp_path: Path) -> None:
    with machine(tmp_path, f"{OTHER_KEY}\n{'77' * 32}"):
        row = found(league)["keys.variable"]
    assert (row["where"], row["remedy"]) == ("games/riot/game.yaml", "unset GENETESS_MASTER_KEY")
    with machine(tmp_path / "empty"):
        assert "the master key is missing" in found(league)["keys.none"]["words"]
        assert run(league, "keys", "new").status == 0
        assert found(league)["keys.unfit"]["remedy"] == "genetess keys import"


def test_a_key_of_another_league_is_no_reason_to_do_anything(league: Path, tmp_path: Path) -> None:
    with machine(tmp_path, f"{OTHER_KEY}\n{KEY}\n:"):
        assert not {key for key in found(league) if key.startswith("keys")}
        lines = run(league, "doctor").out
    assert re.search("ok +keys +no game of this league has [0-9a-f]+; another league may\n[a-z]", lines)


def test_a_wrong_secret_is_mended_where_it_came_from(league: Path, tmp_path: Path) -> None:
    with machine(tmp_path, OTHER_KEY) as _, pytest.MonkeyPatch.context() as change:
        change.setenv("CI", "true")
        remedy = found(league)["keys.secret"]["remedy"]
        assert remedy.startswith("gh secret set GENETESS_MASTER_KEY")
        assert remedy.endswith('< "${XDG_CONFIG_HOME:-$HOME/.config}/genetess/master.key"')
        settings = league / "genetess.yaml"
        settings.write_text(settings.read_text().replace("gail/league", "https://gitlab.com/gail/league"))
        assert found(league)["keys.worker"]["remedy"] == ""


def test_a_broken_key_is_moved_away_or_unset(league: Path, tmp_path: Path) -> None:
    with machine(tmp_path, "abc"):
        assert found(league)["keys.variable"]["remedy"] == "unset GENETESS_MASTER_KEY"
    with machine(tmp_path):
        file = tmp_path / ".config/genetess/master.key"
        file.parent.mkdir(parents=True)
        file.write_text("abc\n")
        assert found(league)["keys.broken"]["remedy"] == f"mv {file} {file}.old && genetess keys import"


def test_a_game_that_is_revealed_needs_no_key(league: Path, tmp_path: Path) -> None:
    for slug in ("riot", "fog"):
        assert run(league, "finish", slug, "--reason", "over", "--now", START).status == 0
        assert run(league, "reveal", slug).status == 0
    with machine(tmp_path / "empty"):
        assert not {key for key in found(league) if key.startswith("keys")}


def test_what_everybody_can_read_of_a_sealed_game_is_named(league: Path) -> None:
    (league / "games" / "fog" / "orders" / "red.txt").write_text("PASS\n")
    assert "games.plain" not in found(league)
    commit(league)
    row = found(league)["games.plain"]
    assert (row["where"], row["remedy"]) == ("games/fog/orders/red.txt", "git rm games/fog/orders/red.txt")


def test_a_game_that_cannot_be_read_is_for_check(league: Path) -> None:
    (league / "games" / "riot" / "game.yaml").write_text("name: [\n")
    row = found(league)["games.unread"]
    assert row["words"].startswith("games/riot/game.yaml:")
    assert row["remedy"] == "genetess check"


def test_git_and_genetess_yaml_name_one_repository(league: Path) -> None:
    assert not {key for key in found(league) if key.startswith("address")}
    git(league, "remote", "set-url", "origin", "https://github.com/gail/other.git")
    row = found(league)["address.repository"]
    assert row["remedy"] == "genetess init --refresh --repository gail/other"
    git(league, "remote", "remove", "origin")
    assert found(league)["address.remote"]["remedy"] == f"git remote add origin {ADDRESS}"


def test_a_site_without_an_address_is_named(league: Path) -> None:
    settings = league / "genetess.yaml"
    settings.write_text(re.sub(".*base_url.*\n", "", settings.read_text()))
    assert found(league)["address.site"]["where"] == "genetess.yaml"


def test_it_says_how_many_turns_there_is_room_for(league: Path) -> None:
    assert "ok       size         2 turns; there is room for 90,907 more" in run(league, "doctor").out


def test_files_of_an_earlier_program_are_named(league: Path) -> None:
    (league / "requirements.lock").write_text("chess==1\n")
    (league / TICK).write_text("steps:\n  - uses: actions/checkout@v4\n")
    commit(league)
    row = found(league)["program.earlier"]
    assert "requirements.lock" in row["words"]
    assert TICK in row["words"]
    assert row["remedy"] == "genetess init --refresh"


def test_a_league_without_its_workflow_is_named(league: Path) -> None:
    (league / TICK).unlink()
    commit(league)
    row = found(league)["program.missing"]
    assert (row["where"], row["remedy"]) == (TICK, "genetess init --refresh")


def test_a_line_that_names_no_program_is_for_the_gm(league: Path, installed: Callable[..., None]) -> None:
    (league / TICK).write_text("steps:\n  - uses: OWNER/genetess@COMMIT # fill in\n")
    assert found(league)["program.unnamed"]["remedy"] == "genetess init --refresh"
    installed("file:///nowhere", dir_info={})
    row = found(league)["program.unnamed"]
    assert (row["where"], row["remedy"]) == (TICK, "")
    assert row["words"].startswith("line 2: write the program's repository and commit, in place of OWNER/")
    assert "program.earlier" not in found(league)


def test_a_program_for_browsers_of_another_release_is_named(league: Path) -> None:
    (league / "packages").mkdir()
    (league / "packages/genetess_play-9.9.9-py3-none-any.whl").touch()
    row = found(league)["program.pack"]
    assert row["where"] == "packages/genetess_play-9.9.9-py3-none-any.whl"
    assert "Put genetess_play" in row["words"]
    assert f"{row['where']}: {row['words']}" in run(league, "check").err
    (league / f"packages/genetess_play-{__version__}-py3-none-any.whl").touch()
    assert found(league)["program.pack"]["words"].endswith("Remove it")


def test_a_league_that_does_not_name_its_repository_is_told_so(league: Path) -> None:
    (league / "genetess.yaml").write_text("title: Friday\n")
    assert "site.repository is missing" in found(league)["address.unnamed"]["words"]


def test_the_forge_runs_the_program_that_is_here(league: Path, installed: Callable[..., None]) -> None:
    installed()
    (league / TICK).write_text(f"steps:\n  - uses: genetess/genetess@{'4f' * 20} # v0.1.0\n")
    assert "program.other" not in found(league)
    (league / TICK).write_text(f"steps:\n  - uses: genetess/genetess@{'ab' * 20} # v0.1.0\n")
    row = found(league)["program.other"]
    assert "the forge uses ababababab, and this program is 4f4f4f4f4f" in row["words"]
    assert row["remedy"] == "genetess init --refresh"


def test_a_league_where_no_forge_looks_for_workflows_is_named(league: Path) -> None:
    git(league, "branch", "-m", "trunk")
    assert found(league)["program.branch"]["remedy"] == "git branch -m main"
    git(league, "switch", "--quiet", "--detach")
    assert "program.branch" not in found(league)
    git(league, "switch", "--quiet", "-c", "main")
    below = league / "below"
    below.mkdir()
    for name in ("genetess.yaml", ".github", "games"):
        (league / name).rename(below / name)
    commit(league)
    assert found(below)["program.below"]["level"] == "wrong"


def test_a_game_of_other_rules_is_named_before_a_turn_is_due(league: Path) -> None:
    path = league / "games" / "riot" / "game.yaml"
    path.write_text(re.sub("rules_version: .*", "rules_version: 1", path.read_text()))
    commit(league)
    row = found(league)["games.rules"]
    assert row["remedy"] == "genetess adopt riot"
    assert "riot is played by version 1" in row["words"]
    path.write_text(re.sub("rules_version: .*", "rules_version: 99", path.read_text()))
    commit(league)
    row = found(league)["games.newer"]
    assert (row["remedy"], row["words"].endswith("play it on with a newer genetess")) == ("", True)


def test_on_a_terminal_each_subject_has_its_line(league: Path) -> None:
    git(league, "remote", "remove", "origin")
    lines = run(league, "doctor").out.splitlines()
    assert "ok       keys" in lines
    where = lines.index("warning  address      git has no remote")
    assert lines[where + 1] == f"{'':21} git remote add origin {ADDRESS}"
