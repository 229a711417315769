"""The short way into `resolve` and `tick`: the same words and exit statuses as through Click, without loading it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.command import run

HEAVY = ("click", "git", "ruamel", "jinja2", "pygments", "rich")
PROBE = (
    "import sys, atexit; from genetess_cli.cli import main\n"
    f"atexit.register(lambda: print(*[name for name in {HEAVY} if name in sys.modules], file=sys.stderr))\n"
    "main()"
)


def express(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("arguments", [("resolve", "riot"), ("tick",)])
def test_a_turn_loads_no_heavy_library(started: Path, arguments: tuple[str, ...]) -> None:
    """What was read once is remembered, so that even the YAML library can stay out."""
    assert run(started, "tick").status == 3
    (started / "games" / "riot" / "orders" / "red.txt").write_text("MOVE C2 S-S\n/PASS\n")
    done = express(started, *arguments)
    assert done.stdout.splitlines()[0] == "riot 1a red: PASS"
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "")


@pytest.mark.parametrize(
    "arguments", [("resolve", "riot"), ("resolve", "nope"), ("tick",), ("tick", "--push")]
)
def test_both_ways_say_and_end_the_same(started: Path, arguments: tuple[str, ...]) -> None:
    """`-C .` is for Click alone to read."""
    short = run(started, *arguments)
    long = run(started, "-C", ".", *arguments)
    assert (short.status, short.out, short.err) == (long.status, long.out, long.err)
    assert short.status in (2, 3)


@pytest.mark.parametrize(
    "arguments", [("resolve",), ("resolve", "--help"), ("tick", "--sush"), ("resolve", "riot", "x")]
)
def test_whatever_is_not_plain_is_left_to_click(started: Path, arguments: tuple[str, ...]) -> None:
    done = express(started, *arguments)
    assert "click" in done.stderr.splitlines()[-1]
    assert done.returncode == (0 if "--help" in arguments else 2)
