"""The group: its table of commands, `-C`, usage errors, and how a program ends that is stopped or not listened to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from genetess_cli import __version__
from genetess_cli.cli import _status
from genetess_cli.cli.group import COMMANDS, genetess
from genetess_cli.cli.terminal import safe
from tests.house.tree import PACKAGE, ROOT
from tests.kit.command import LATER, run, tree

NAMES = [name for section in COMMANDS.values() for name in section]


def test_the_readme_has_commands_under_the_headings_of_the_help() -> None:
    rows = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Commands")[2].split("|")[11:15]
    for cell, section in zip(rows, COMMANDS.values(), strict=True):
        named = cell.replace("`", "").split()
        assert named
        assert set(named) <= section.keys()


@pytest.mark.parametrize("name", NAMES)
def test_every_command_helps_itself(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, name, "--help")
    assert done.status == 0
    assert done.out.startswith(f"Usage: genetess {name}")
    assert f"    genetess {name}" in done.out, "no example"


def test_a_command_has_the_name_of_its_row() -> None:
    context = click.Context(genetess)
    assert [getattr(genetess.get_command(context, name), "name", None) for name in NAMES] == NAMES


def test_every_line_of_help_fits_its_column(tmp_path: Path) -> None:
    out = run(tmp_path, "--help").out
    assert all(f" {name} " in out for name in NAMES)
    assert max(map(len, out.splitlines())) <= 100


def test_the_words_of_an_unforeseen_fault_are_not_printed_in_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(**options: object) -> int:
        raise KeyError("the square B2")

    monkeypatch.setattr(genetess, "main", fails)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(KeyError):
        _status()
    monkeypatch.setenv("CI", "true")
    assert _status() == 1
    said = capsys.readouterr().err
    assert "(KeyError)" in said
    assert "test_group.py:" in said.splitlines()[-1]
    assert "B2" not in said


def test_help_of_the_group_imports_no_command() -> None:
    probe = (
        "import sys; sys.argv = ['genetess', '--help']\n"
        "import atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from genetess_cli.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    commands = {f"genetess_cli.cli.{path.stem}" for path in (PACKAGE / "cli").glob("*.py")}
    loaded = commands & set(done.stderr.split())
    shared = ("group", "terminal")
    assert loaded <= {f"genetess_cli.cli.{name}" for name in shared}


@pytest.mark.parametrize("arguments", [("resolve", "riot"), ("tick",)])
def test_a_turn_loads_no_heavy_library(started: Path, arguments: tuple[str, ...]) -> None:
    """What was read once is remembered, so that even the YAML library can stay out."""
    heavy = ("git", "ruamel", "jinja2", "pygments", "rich")
    probe = (
        "import sys, atexit; from genetess_cli.cli import main\n"
        f"atexit.register(lambda: print([name for name in {heavy} if name in sys.modules], file=sys.stderr))\n"
        "main()"
    )
    assert run(started, "tick", "--now", LATER).status == 3
    (started / "games" / "riot" / "orders" / "red.txt").write_text("MOVE C2 S-S\n/PASS\n")
    done = subprocess.run(
        [sys.executable, "-c", probe, *arguments, "--now", LATER],
        cwd=started,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[0] == "riot 1a red: PASS"
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "[]")


def test_the_version(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").out == f"genetess {__version__}\n"


def test_an_unknown_command_names_the_nearest(tmp_path: Path) -> None:
    done = run(tmp_path, "resovle", "riot")
    assert done.status == 2
    assert "resolve" in done.err


@pytest.mark.parametrize(
    "arguments", [(), ("--colour",), ("show",), ("order", "riot"), ("-C", "nowhere", "tick")]
)
def test_wrong_usage_is_status_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run(tmp_path, *arguments).status == 2


_OF_ONE_GAME = (
    "start",
    "resolve",
    "show",
    "log",
    "legal",
    "undo",
    "pause",
    "resume",
    "cancel",
    "reveal",
    "adopt",
)


@pytest.mark.parametrize(
    "name", sorted(set(NAMES) - {"init", "explain", "demo", "board", "keys", "perft", "play", "forge"})
)
def test_outside_of_a_league_it_says_how_to_get_into_one(tmp_path: Path, name: str) -> None:
    needed = {
        "new": ["x", "--ruleset", "genetess"],
        "order": ["x", "red", "PASS"],
        "simulate": ["x", "--turns", "1"],
        "extend": ["x", "--by", "1d"],
        "replace": ["x", "red", "Rolf"],
        "drop": ["x", "red"],
        "invite": ["x", "red"],
        "finish": ["x", "--reason", "over"],
        "draw": ["x", "--agreed", "red"],
        "wish": ["x", "red", "RESIGN"],
        "say": ["x", "text"],
        "mute": ["x", "red", "--for", "7d"],
        "talk": ["x"],
        "unsay": ["x", "1"],
    }
    rest = needed.get(name, ["x"] if name in _OF_ONE_GAME else [])
    done = run(tmp_path, name, *rest)
    assert done.status == 2
    assert "genetess init" in done.err


def test_a_league_is_found_from_below_and_by_its_folder(started: Path, tmp_path: Path) -> None:
    assert run(started / "games" / "riot", "check").status == 0
    assert run(tmp_path, "-C", "league", "show", "riot").status == 0


def test_ctrl_c_ends_calmly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(genetess, "main", interrupt)
    assert _status() == 130
    assert capsys.readouterr().err.startswith("Stopped.")


def test_output_that_nobody_reads_is_no_error(started: Path) -> None:
    command = f"{sys.executable} -m genetess_cli show riot --json | true"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, shell=True, cwd=started, capture_output=True, text=True, check=False, env=environment
    )
    assert done.stderr == ""


def _by_shell(league: Path, command: str) -> subprocess.CompletedProcess[str]:
    line = f'genetess() {{ {sys.executable} -m genetess_cli "$@"; }}; {command}'
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", line], cwd=league, capture_output=True, text=True, check=False, env=environment
    )


@pytest.mark.parametrize("command", ["show riot", "show riot --json", "log riot --json", "--help", "check"])
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_output_that_cannot_be_written_ends_calmly(started: Path, command: str, where: str) -> None:
    done = _by_shell(started, f"genetess {command} {where}")
    assert done.returncode == 1
    assert done.stderr.startswith("The output ")
    assert len(done.stderr.splitlines()) == 1


def test_with_no_output_nothing_is_carried_out(started: Path) -> None:
    before = tree(started)
    assert _by_shell(started, "genetess resolve riot --order PASS --seat red >&-").returncode == 1
    assert tree(started) == before


def test_without_a_place_for_complaints_the_status_tells(started: Path) -> None:
    done = _by_shell(started, "genetess show roit 2>&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert _by_shell(started, "genetess show riot >&- 2>&-").returncode == 1


def test_a_pipe_that_closes_early_is_no_error(started: Path) -> None:
    done = _by_shell(started, "genetess show riot --json | head -c 1; exit ${PIPESTATUS[0]}")
    assert done.stderr == ""
    assert done.returncode in (0, 141)


def test_a_name_of_any_letters_can_be_printed_in_any_locale(founded: Path) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("Ragnar", "Þórr ⚔"), encoding="utf-8")
    command = [sys.executable, "-m", "genetess_cli", "show", "riot"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=founded, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", r"a\x1b[2Jb"), ("a\rb", r"a\rb"), ("a\x9bb", r"a\x9bb"), ("a\u202eb", r"a\u202eb"),
        ("a\udcffb", r"a\udcffb"), ("a\u00a0b", "a b"), ("a\nb é ⚔", "a\nb é ⚔"),
    ],
)  # fmt: skip
def test_nothing_steers_a_terminal(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_commands_are_completed(tmp_path: Path) -> None:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "_GENETESS_COMPLETE": "bash_complete",
        "COMP_WORDS": "genetess reso",
        "COMP_CWORD": "1",
    }
    command = [sys.executable, "-m", "genetess_cli"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.split(",")[-1].strip() == "resolve"
