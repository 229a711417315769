"""`genetess init --refresh`: a league has the forge's files of this version, or those of another forge."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.admin.new_league import forge_files
from genetess_cli.store.forges.program import program
from genetess_cli.store.league import find
from tests.kit.command import Done, commit, git, new_game, run, start_game, tree

TICK = ".github/workflows/tick.yml"
UPDATES = ".github/dependabot.yml"
GITLAB = ("--forge", "gitlab", "--repository", "https://gitlab.com/gail/league")
BACK = ("--forge", "github", "--repository", "gail/league")


@pytest.fixture(autouse=True)
def released(installed: Any) -> None:
    installed()


@pytest.fixture
def league(tmp_path: Path) -> Path:
    assert run(tmp_path, "init", "league", "--repository", "gail/league").status == 0
    return tmp_path / "league"


@pytest.fixture
def old(league: Path) -> Path:
    """A league as an earlier program has made it."""
    (league / ".github/dependabot.yml").unlink()
    (league / ".github/workflows/orders.yml").write_text("name: Orders\n")
    for name in ("requirements.txt", "requirements.lock", "requirements-build.lock"):
        (league / name).write_text("# an earlier one\n")
    (league / "README.md").write_text("# An earlier one\n")
    tick = league / TICK
    tick.write_text(tick.read_text().replace("name: Tick", "name: Earlier"))
    commit(league, "a new league")
    return league


def refresh(league: Path, *options: str) -> Done:
    return run(league, "init", "--refresh", *options)


def files(league: Path) -> dict[str, bytes]:
    return {path: data for path, data in tree(league).items() if path != "HEAD"}


def schedule(league: Path, cron: str) -> None:
    tick = league / TICK
    tick.write_text(re.sub("- cron: .*", f'- cron: "{cron}"', tick.read_text()))
    commit(league, "less often")


def test_an_old_league_is_as_a_new_one_after_one_commit(tmp_path: Path, old: Path) -> None:
    before = git(old, "rev-parse", "HEAD")
    done = refresh(old)
    assert done.status == 0
    assert run(tmp_path, "init", "other", "--title", "League", "--repository", "gail/league").status == 0
    assert files(old) == files(tmp_path / "other")
    assert git(old, "rev-parse", "HEAD~") == before
    assert git(old, "status", "--porcelain") == ""


def test_it_says_which_files_are_new_changed_and_removed(old: Path) -> None:
    (old / ".forgejo/workflows").mkdir(parents=True)
    (old / ".github/workflows/orders.yml").rename(old / ".forgejo/workflows/orders.yml")
    commit(old, "a new league")
    lines = refresh(old).out.splitlines()[:-1]
    assert [line for line in lines if "github/workflows/orders.yml" not in line] == [
        "removed  .forgejo/workflows/orders.yml",
        "new      .github/dependabot.yml",
        f"changed  {TICK}",
        "changed  README.md",
        "removed  requirements-build.lock",
        "removed  requirements.lock",
        "removed  requirements.txt",
    ]


def test_packages_that_no_run_installs_any_more_are_said_to_be_changes_of_the_gm(old: Path) -> None:
    (old / "requirements.txt").write_text("genetess @ git+https://a.example/g@1\ngenetess-hex==1.0\n")
    commit(old, "another game")
    assert "removed  requirements.txt (your changes are not kept)" in refresh(old).out


def test_the_second_time_nothing_is_due(old: Path) -> None:
    refresh(old)
    before = tree(old)
    done = refresh(old)
    assert (done.status, done.out) == (3, "")
    assert tree(old) == before


def test_git_takes_it_back(old: Path) -> None:
    before = files(old)
    refresh(old)
    git(old, "revert", "--no-edit", "HEAD")
    assert files(old) == before


def test_a_changed_schedule_is_kept(old: Path) -> None:
    schedule(old, "7 */2 * * *")
    done = refresh(old)
    assert f"changed  {TICK} (of your changes, the schedule is kept)" in done.out
    text = (old / TICK).read_text()
    assert re.findall("cron: .*", text) == ['cron: "7 */2 * * *"']
    assert (
        text.replace("7 */2 * * *", "7,22,37,52 * * * *").encode() == forge_files("github", program())[TICK]
    )
    assert refresh(old).status == 3


def test_a_schedule_of_several_lines_is_kept(old: Path) -> None:
    schedule(old, '0 6 * * *" # mornings\n    # and\n    - cron: "0 18 * * *')
    refresh(old)
    assert re.findall("cron: .*", (old / TICK).read_text()) == [
        'cron: "0 6 * * *" # mornings',
        'cron: "0 18 * * *"',
    ]
    assert refresh(old).status == 3


def test_what_a_bot_took_of_a_newer_program_is_no_change_of_the_gm(league: Path) -> None:
    tick = league / TICK
    tick.write_text(
        re.sub("(genetess/genetess)@[0-9a-f]{40}.*", f"\\1@{'b' * 40} # v9.9.9", tick.read_text())
    )
    commit(league, "Bump genetess/genetess from 0.1.0 to 9.9.9")
    assert refresh(league).out.splitlines()[0] == f"changed  {TICK}"


def test_what_else_a_gm_changed_there_is_named_and_in_git(league: Path) -> None:
    tick = league / TICK
    tick.write_text(tick.read_text().replace("name: Tick", "name: Mine"))
    commit(league)
    assert f"changed  {TICK} (your changes are not kept)" in refresh(league).out
    assert "name: Mine" not in tick.read_text()
    assert "name: Mine" in git(league, "show", f"HEAD~:{TICK}")


def test_lines_that_end_as_on_windows_are_no_change(league: Path) -> None:
    for name in (TICK, "genetess.yaml", "README.md", UPDATES):
        (league / name).write_bytes((league / name).read_bytes().replace(b"\n", b"\r\n"))
    git(league, "config", "core.autocrlf", "false")
    commit(league, "a new league")
    assert refresh(league).status == 3
    schedule(league, "7 */2 * * *")
    assert refresh(league, *GITLAB).status == 0
    assert b"gitlab.com/gail/league" in (league / "genetess.yaml").read_bytes()


def test_a_readme_that_a_gm_wrote_stays(old: Path) -> None:
    (old / "README.md").write_text("# Ours\n")
    commit(old)
    assert "README.md" not in refresh(old).out
    assert (old / "README.md").read_text() == "# Ours\n"


def test_a_readme_that_stays_behind_on_another_forge_is_named(league: Path) -> None:
    (league / "README.md").write_text("# Ours\n")
    commit(league)
    words = "kept     README.md (you changed it; `genetess init DIR --forge gitlab` makes one with the steps"
    assert words in refresh(league, *GITLAB).out
    assert (league / "README.md").read_text() == "# Ours\n"


def test_what_a_revert_of_a_refresh_brings_back_is_no_change_of_the_gm(league: Path) -> None:
    refresh(league, *GITLAB)
    git(league, "revert", "--no-edit", "HEAD")
    done = refresh(league, *GITLAB)
    assert "your changes" not in done.out
    assert "changed  README.md" in done.out


def test_after_a_refresh_is_taken_back_the_gms_changes_are_still_the_gms(league: Path) -> None:
    tick = league / TICK
    tick.write_text(tick.read_text().replace("name: Tick", "name: Mine"))
    commit(league)
    refresh(league)
    git(league, "revert", "--no-edit", "HEAD")
    assert f"changed  {TICK} (your changes are not kept)" in refresh(league).out


def test_what_is_edited_and_not_committed_is_named_and_nothing_is_done(old: Path) -> None:
    (old / TICK).write_text("name: Half\n")
    (old / ".github/dependabot.yml").write_text("version: 2\n")
    (old / "games.txt").write_text("not of the forge\n")
    before = tree(old)
    done = refresh(old)
    assert done.status == 1
    assert done.err.startswith(f"edited and not committed: .github/dependabot.yml, {TICK};")
    assert tree(old) == before


def test_a_program_that_nobody_else_can_get_is_not_laid(old: Path, installed: Any) -> None:
    installed("file:///nowhere", dir_info={})
    before = tree(old)
    done = refresh(old)
    assert done.status == 1
    assert "install a release" in done.err
    assert tree(old) == before


def test_without_a_release_no_updates_are_offered_any_more(league: Path, installed: Any) -> None:
    assert (league / UPDATES).exists()
    installed(revision="main")
    assert refresh(league).status == 0
    assert not (league / UPDATES).exists()


def test_a_league_moves_to_another_forge_and_back(tmp_path: Path, league: Path) -> None:
    before = files(league)
    done = refresh(league, *GITLAB)
    assert done.status == 0
    assert run(tmp_path, "init", "other", "--title", "League", *GITLAB).status == 0
    assert files(league) == files(tmp_path / "other")
    assert refresh(league, *BACK).status == 0
    assert files(league) == before


def test_the_numbers_of_accounts_do_not_move(league: Path) -> None:
    """Of another forge, the same number is somebody else's."""
    new_game(league, "riot")
    start_game(league)
    person = league / "people/p1.yaml"
    before = person.read_text()
    person.write_text(f"{before}github_id: 101\n")
    commit(league)
    done = refresh(league, *GITLAB)
    assert "changed  people/p1.yaml (github_id is removed; see whether `github` is right)" in done.out
    assert person.read_text() == before
    assert run(league, "check").status == 0
    assert run(league, "verify", "riot").status == 0


def test_a_wish_for_a_seat_loses_its_number_too(league: Path) -> None:
    assert (
        run(
            league, "new", "fort", "--ruleset", "genetess", "--preset", "duel", "--signup", "red,green"
        ).status
        == 0
    )
    wish = league / "games/fort/signups/ann.yaml"
    wish.parent.mkdir()
    wish.write_text("name: Ann\ngithub: ann\ngithub_id: 7\n")
    commit(league)
    assert refresh(league, *GITLAB).status == 0
    assert wish.read_text() == "name: Ann\ngithub: ann\n"


def test_a_renamed_repository_keeps_the_numbers(league: Path) -> None:
    new_game(league, "riot")
    person = league / "people/p1.yaml"
    person.write_text(f"{person.read_text()}github_id: 101\n")
    commit(league)
    assert refresh(league, "--repository", "gail/friday").status == 0
    site = find(league).settings.site
    assert (site.repository, site.base_url) == ("gail/friday", "https://gail.github.io/friday")
    assert "github_id: 101" in person.read_text()


def test_comments_of_the_settings_are_kept(league: Path) -> None:
    settings = league / "genetess.yaml"
    text = settings.read_text().replace("  repository:", "  # where we are\n  repository:") + "# the end\n"
    settings.write_text(text)
    commit(league)
    assert (
        refresh(league, "--forge", "forgejo", "--repository", "https://git.example.org/gail/league").status
        == 0
    )
    assert "  # where we are\n" in settings.read_text()
    assert settings.read_text().endswith("# the end\n")
    site = find(league).settings.site
    assert (site.repository, site.forge, site.base_url) == (
        "https://git.example.org/gail/league",
        "forgejo",
        None,
    )


def test_the_readme_gets_the_address_that_the_settings_have_now(league: Path) -> None:
    settings = league / "genetess.yaml"
    settings.write_text(
        settings.read_text().replace("https://gail.github.io/league", "https://games.example.org")
    )
    commit(league, "a site of our own")
    assert refresh(league).status == 0
    assert "The site of this league: https://games.example.org\n" in (league / "README.md").read_text()


def test_an_address_of_its_own_stays(league: Path) -> None:
    settings = league / "genetess.yaml"
    settings.write_text(
        settings.read_text().replace("https://gail.github.io/league", "https://games.example.org")
    )
    commit(league)
    assert refresh(league, *GITLAB).status == 0
    assert find(league).settings.site.base_url == "https://games.example.org"


def test_a_league_without_a_place_gets_one(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "league", "--forge", "none").status == 0
    league = tmp_path / "league"
    settings = league / "genetess.yaml"
    assert refresh(league).status == 2
    settings.write_text("title: Friday\n")
    commit(league)
    assert refresh(league, *BACK).status == 0
    assert (league / TICK).exists()
    assert find(league).settings.site.base_url == "https://gail.github.io/league"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--forge", "gitlab"), "the league is at gail/league; say where on gitlab with --repository"),
        (("--forge", "gitlab", "--repository", "gail/x"), "goes with --forge github, not gitlab"),
        (("--title", "X"), "--title is for a new league"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(league: Path, options: tuple[str, ...], words: str) -> None:
    before = tree(league)
    done = refresh(league, *options)
    assert (done.status, words in done.err) == (2, True), done.err
    assert tree(league) == before


def test_another_folder_can_be_named(tmp_path: Path, old: Path) -> None:
    assert run(tmp_path, "init", "--refresh", "league").status == 0
    assert run(tmp_path, "-C", "league", "init", "--refresh").status == 3
