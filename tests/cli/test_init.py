"""`genetess init`: what a new league holds, and where it is refused."""

from __future__ import annotations

import re
import shlex
import textwrap
from pathlib import Path

import pytest

from genetess_cli.admin.new_league import forge_files, readme
from genetess_cli.store import resources
from genetess_cli.store.league import find
from tests.kit.command import commit, git, run


def test_a_league_has_settings_workflows_and_a_first_commit(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "league", "--title", "Friday: league", "--repository", "Ragnar/league")
    league = tmp_path / "league"
    assert done.status == 0
    files = set(git(league, "ls-files").splitlines())
    assert files == {
        "genetess.yaml", "README.md", ".gitignore", ".gitattributes", *forge_files("github", None),
    }  # fmt: skip
    assert git(league, "status", "--porcelain") == ""
    assert run(league, "check").status == 0


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    assert "genetess new" in run(tmp_path, "init", "league").out


def test_what_it_says_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    out = run(tmp_path, "init", "Friday's league").out
    assert "  cd 'Friday'\"'\"'s league'\n" in out
    assert "--preset duel" in out


@pytest.mark.parametrize("forge", ["github", "gitlab", "forgejo", "none"])
def test_players_have_logins_where_orders_come_by_a_forge(tmp_path: Path, forge: str) -> None:
    """Followed as it stands, it makes a game in which everybody can order."""
    out = run(tmp_path, "init", "league", "--forge", forge).out
    [line] = [line for line in out.splitlines() if "genetess new" in line]
    assert run(tmp_path / "league", *shlex.split(line)[1:]).status == 0
    made = "".join(path.read_text() for path in (tmp_path / "league/people").iterdir())
    assert made.count("github: ") == (0 if forge == "none" else 2)


def test_the_free_plan_of_gitlab_has_a_way_of_its_own() -> None:
    text = " ".join(readme("gitlab").split())
    assert "On gitlab.com this needs a paid plan" in text
    assert "personal access token" in text
    assert "400 compute minutes" in text


def test_a_folder_without_a_name_is_refused(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "").status == 2
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "league").mkdir()
    assert run(tmp_path, "init", "league").status == 0


def test_the_site_is_never_committed(empty: Path) -> None:
    (empty / "_site").mkdir()
    (empty / "_site" / "index.html").write_text("x")
    assert git(empty, "status", "--porcelain") == ""


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("mine")
    done = run(tmp_path, "init", ".")
    assert done.status == 1
    assert "has files in it already" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "league").write_text("mine")
    assert run(tmp_path, "init", "league").status == 1
    assert run(tmp_path, "init", "league/below").status == 1


@pytest.mark.parametrize(
    "wrong",
    [("--title", "x" * 81), ("--title", "a\nb"), ("--repository", "league"), ("--repository", "a/b\x1b[31m")],
)
def test_what_no_settings_may_hold_is_wrong_usage(tmp_path: Path, wrong: tuple[str, str]) -> None:
    done = run(tmp_path, "init", "league", *wrong)
    assert done.status == 2
    assert "expected" in done.err or "U+000A, which is invisible" in done.err
    assert "\x1b" not in done.err
    assert not (tmp_path / "league").exists()


@pytest.mark.parametrize("name", ["x" * 200, "Ünïcode", "- #", "yes"])
def test_any_folder_name_gives_a_title(tmp_path: Path, name: str) -> None:
    assert run(tmp_path, "init", "--", name).status == 0
    assert run(tmp_path / name, "check").status == 0


@pytest.mark.parametrize("forge", ["gitlab", "forgejo"])
def test_a_league_for_another_forge_has_its_files_alone(tmp_path: Path, forge: str) -> None:
    assert run(tmp_path, "init", "league", "--forge", forge).status == 0
    files = set(git(tmp_path / "league", "ls-files").splitlines())
    assert files >= resources.forge(forge).keys()
    assert not [name for name in files if name.startswith(".github/")]
    assert run(tmp_path / "league", "check").status == 0


NAMES = {"github": "GitHub", "gitlab": "GitLab", "forgejo": "Forgejo"}
STEPS = {
    "github": ("GENETESS_MASTER_KEY", "Environments", "Pages", "pull requests", "form *Orders*"),
    "gitlab": (
        "GENETESS_MASTER_KEY",
        "GENETESS_PUSH_TOKEN",
        "league*",
        "Pipeline schedules",
        "Pages",
        "merge requests",
    ),
    "forgejo": ("GENETESS_MASTER_KEY", "Actions", "docker", "branch `pages`", "pull requests"),
    "none": (),
}


@pytest.mark.parametrize("forge", STEPS)
def test_the_readme_has_the_steps_of_its_forge_and_of_no_other(tmp_path: Path, forge: str) -> None:
    assert run(tmp_path, "init", "league", "--forge", forge).status == 0
    text = (tmp_path / "league" / "README.md").read_text()
    assert not [words for words in STEPS[forge] if words not in text]
    others = [name for key, name in NAMES.items() if key != forge]
    settings = (tmp_path / "league" / "genetess.yaml").read_text()
    assert not [name for name in others if name.lower() in (text + settings).lower()]
    assert "{" not in text


def test_a_league_on_no_forge_hears_of_none(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "league", "--forge", "none").status == 0
    league = tmp_path / "league"
    text = (league / "README.md").read_text()
    assert not [words for words in ("GENETESS", "request", "Pages", "workflow", "@") if words in text]
    assert set(git(league, "ls-files").splitlines()) == {
        "genetess.yaml", "README.md", ".gitignore", ".gitattributes",
    }  # fmt: skip


@pytest.mark.parametrize("forge", NAMES)
def test_the_readme_names_what_the_files_of_the_forge_ask_for(forge: str) -> None:
    """A variable or an environment that a workflow wants and no step names would be missed."""
    wanted = {
        name for text in resources.forge(forge).values() for name in re.findall(r"\bGENETESS_[A-Z_]+\b", text)
    }
    assert wanted
    assert not [name for name in wanted if f"`{name}`" not in readme(forge)]


PLACES = {
    "github": ("gail/league", "https://gail.github.io/league"),
    "forgejo": ("https://codeberg.org/Gail/league", "https://gail.codeberg.page/league"),
    "gitlab": ("https://gitlab.com/gail/games/league", None),
}


@pytest.mark.parametrize("forge", PLACES)
def test_a_league_says_where_on_its_forge_it_lies(tmp_path: Path, forge: str) -> None:
    place, home = PLACES[forge]
    assert run(tmp_path, "init", "league", "--forge", forge, "--repository", place).status == 0
    site = find(tmp_path / "league").settings.site
    assert (site.repository, site.base_url, site.forge) == (place, home, None)
    said = (tmp_path / "league/README.md").read_text()
    assert (f"The site of this league: {home}\n" in said) == (home is not None)
    assert run(tmp_path / "league", "check").status == 0


@pytest.mark.parametrize("forge", PLACES)
def test_the_kind_of_a_forge_is_written_where_its_host_does_not_tell(tmp_path: Path, forge: str) -> None:
    place = "https://git.example.org:8443/gail/league"
    assert run(tmp_path, "init", "league", "--forge", forge, "--repository", place).status == 0
    site = find(tmp_path / "league").settings.site
    assert (site.kind, site.forge, site.base_url) == (forge, forge, None)


@pytest.mark.parametrize("place", ["gail/.github", "gail/..league", "https://codeberg.org/gail/a..b"])
def test_dots_are_letters_of_a_name(tmp_path: Path, place: str) -> None:
    forge = "forgejo" if "://" in place else "github"
    assert run(tmp_path, "init", "league", "--forge", forge, "--repository", place).status == 0
    assert find(tmp_path / "league").settings.site.repository == place


@pytest.mark.parametrize("forge", ["none", *NAMES])
def test_a_league_without_a_repository_has_an_example_of_one(tmp_path: Path, forge: str) -> None:
    assert run(tmp_path, "init", "league", "--forge", forge).status == 0
    text = (tmp_path / "league/genetess.yaml").read_text()
    assert find(tmp_path / "league").settings.site.repository is None
    (tmp_path / "league/genetess.yaml").write_text(re.sub("(?m)^# (site:|  [a-z_]+:)", r"\1", text))
    done = run(tmp_path / "league", "check")
    assert done.status == 0, done.err


def test_every_setting_of_a_league_has_an_example_that_can_be_taken_as_it_is(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "league").status == 0
    file = tmp_path / "league/genetess.yaml"
    assert "about.md" in file.read_text()
    file.write_text(re.sub("(?m)^# ([a-z]+:|  [a-z_]+:)(?= *(?:$|.* #|.*:))", r"\1", file.read_text()))
    done = run(tmp_path / "league", "check")
    assert done.status == 0, done.err
    settings = find(tmp_path / "league").settings
    assert all(getattr(settings, name) for name in settings.__struct_fields__)


@pytest.mark.parametrize(
    ("forge", "place", "words"),
    [
        (
            "gitlab",
            "gail/league",
            "not gitlab; a name alone is on GitHub, elsewhere give an address such as https://HOST/OWNER/NAME",
        ),
        ("none", "gail/league", "goes with --forge github, not none"),
        ("github", "https://codeberg.org/gail/league", "goes with --forge forgejo, not github"),
        ("none", "https://git.example.org/gail/league", "goes with --forge gitlab or forgejo, not none"),
        ("gitlab", "https://gitlab.com/gail", "expected `owner/name` on GitHub, or an address such as"),
        ("forgejo", "https://codeberg.org/gail/league?x=<b>", "expected `owner/name` on GitHub"),
        ("forgejo", "https://codeberg.org/../../league", "expected `owner/name` on GitHub"),
        ("forgejo", "https://codeberg.org/gail/league/./", "expected `owner/name` on GitHub"),
        ("github", "gail/..", "expected `owner/name` on GitHub"),
    ],
)
def test_a_repository_that_does_not_fit_the_forge_is_refused(
    tmp_path: Path, forge: str, place: str, words: str
) -> None:
    done = run(tmp_path, "init", "league", "--forge", forge, "--repository", place)
    assert done.status == 2
    assert words in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("site", "words"),
    [
        (
            "repository: https://git.example.org/gail/league",
            "genetess.yaml:3: site.repository: its host does not",
        ),
        ("{repository: gail/league, forge: gitlab}", "site.repository: only on GitHub is it `owner/name`"),
        ("{repository: gail/league, forge: sourceforge}", "forge"),
    ],
)
def test_check_says_what_is_missing_to_lead_there(empty: Path, site: str, words: str) -> None:
    (empty / "genetess.yaml").write_text(f"title: T\nsite:\n  {site}\n")
    done = run(empty, "check")
    assert done.status == 1
    assert words in done.err


@pytest.mark.parametrize("forge", NAMES)
def test_whoever_follows_the_readme_has_a_league_whose_pages_lead_to_its_forge(
    tmp_path: Path, forge: str
) -> None:
    """Without `repository` players have no buttons, and nothing else says so."""
    assert run(tmp_path, "init", "league", "--forge", forge).status == 0
    league = tmp_path / "league"
    [block] = re.findall(r"(?m)^       site:\n(?:         .*\n)+", (league / "README.md").read_text())
    (league / "genetess.yaml").write_text(f"title: Friday\n{textwrap.dedent(block)}")
    commit(league)
    done = run(league, "check")
    assert (done.status, done.err) == (0, "")
    site = find(league).settings.site
    assert site.kind == forge
    assert (site.repository or "").endswith("OWNER/NAME")


@pytest.mark.parametrize("forge", NAMES)
def test_a_forge_without_a_repository_is_noted(tmp_path: Path, forge: str) -> None:
    """A league that is on no forge yet is not: it has no remote."""
    assert run(tmp_path, "init", "league", "--forge", forge).status == 0
    assert run(tmp_path / "league", "check").err == ""
    git(tmp_path / "league", "remote", "add", "origin", "https://example.org/league")
    done = run(tmp_path / "league", "check")
    assert (done.status, done.err.count("site.repository is missing")) == (0, 1)
    assert run(tmp_path / "league", "build").err.count("site.repository is missing") == 1
    assert "site.repository" not in run(tmp_path / "league", "build").err  # nothing was written


def test_on_no_forge_none_is_missing(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "league", "--forge", "none").status == 0
    assert run(tmp_path / "league", "check").err == ""


def test_what_is_wrong_with_the_settings_is_said_once(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "league", "--forge", "gitlab").status == 0
    (tmp_path / "league/genetess.yaml").write_text("title: []\n")
    done = run(tmp_path / "league", "check")
    assert (done.status, done.err.count("genetess.yaml")) == (1, 1)
