"""What a command loads before it does anything: the price of every call, and the house's promise to keep it low."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli import __version__
from genetess_cli.errors import NothingDue
from genetess_cli.rules import RULESETS
from genetess_cli.site import assets
from genetess_cli.site.pages.rules import teaching
from tests.house.tree import ROOT
from tests.kit.league import small, wide

HEAVY = ("git", "jinja2", "ruamel", "pygments", "rich", "chess", "cryptography")

# `main` ends the process, so what was loaded is told on the way out.
PROBE = """\
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))
from genetess_cli.__main__ import main
main()
"""


def _run(*arguments: str, status: int = 0) -> tuple[str, set[str]]:
    command = [sys.executable, "-c", PROBE, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout, set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    [(), ("resolve",), ("build",), ("show",), ("demo",)],
    ids=lambda words: " ".join(words) or "top",
)
def test_help_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    shown, loaded = _run(*arguments, "--help")
    assert "Usage:" in shown
    assert not loaded & set(HEAVY)


def test_version_loads_nothing_heavy() -> None:
    shown, loaded = _run("--version")
    assert shown == f"genetess {__version__}\n"
    assert not loaded & {"msgspec", *HEAVY}


@pytest.mark.parametrize("arguments", [("show", "riot"), ("legal", "riot"), ("log", "riot")])
def test_no_other_game_loads_the_chess_library(arguments: tuple[str, ...]) -> None:
    """Its import takes longer than a turn of another game."""
    _, loaded = _run(*arguments)
    assert "chess" not in loaded


@pytest.mark.parametrize("arguments", [("resolve", "riot"), ("tick",), ("build", "--full"), ("verify",)])
def test_a_league_without_genie_loads_no_chess_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """Its site tells the rules of Genie all the same, and how orders are written there."""
    for page in teaching(RULESETS).values():
        page()  # they are made once
    for ruleset in RULESETS:
        assets.grammar(ruleset)
    monkeypatch.setenv(
        "XDG_CONFIG_HOME", str(tmp_path / "config")
    )  # another test's key may lie in the usual one
    league = wide(tmp_path).start()
    (league.root / "games" / "riot" / "orders" / "red.txt").write_text("* PASS\n")
    _, loaded = _run("-C", str(league.root), *arguments)
    assert "chess" not in loaded
    if "build" in arguments:
        assert "lamp" in (league.root / "_site" / "rules-genie.html").read_text(encoding="utf-8").casefold()


def test_a_tick_that_finds_nothing_due_loads_nothing_that_plays(tmp_path: Path) -> None:
    """A schedule runs it every few minutes, and mostly nobody has sent anything."""
    league = small(tmp_path).start()
    _, loaded = _run("-C", str(league.root), "tick", status=NothingDue.exit_status)
    assert "genetess_cli.turns.remote" in loaded
    assert not loaded & {
        "genetess_cli.turns.referee",
        "genetess_cli.turns.acts",
        "genetess_cli.rules.genetess",
    }


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "genetess_cli", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"genetess {__version__}\n"


def test_where_there_is_no_posix_it_says_where_it_runs() -> None:
    """What Windows has not: locks of files, forks, mode bits."""
    probe = "import sys; sys.modules['fcntl'] = None; from genetess_cli.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", probe, "check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "genetess runs on Linux and macOS. On Windows use it in WSL, the Windows Subsystem for Linux.\n"
    )


@pytest.mark.exhaustive
def test_a_build_with_nothing_to_do_needs_no_library(demo_league: Path, tmp_path: Path) -> None:
    """A tick builds after every run, and mostly there is nothing new."""
    league = Path(shutil.copytree(demo_league, tmp_path / "league", symlinks=True))
    _run("-C", str(league), "build")
    shown, loaded = _run("-C", str(league), "build")
    assert "; 0 files written" in shown
    assert not loaded & set(HEAVY)
