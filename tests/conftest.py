"""What every test gets: a git that knows no personal settings, one Hypothesis profile, and golden files.

What only some tests need stays beside them.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import settings

from docs.pictures import PLAYED
from genetess_cli.admin import demo
from genetess_cli.store.seal import keyring
from tests.house.tree import ROOT
from tests.kit import printed, shares
from tests.shared import once

settings.register_profile("dev", deadline=None, max_examples=shares.EXAMPLES)
# The same examples in every run on a forge: a red run is then red for its change alone.
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("day", deadline=None, max_examples=shares.EXAMPLES // 4)
# What `make test-all` has: more of them, and others every time.
settings.register_profile("night", deadline=None, max_examples=400, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

MEMORY = Path("/dev/shm")
ROOM = 4 << 30  # bytes: what a run may need

_GIT_SETTINGS = """\
[user]
    name = Test
    email = test@example.org
[init]
    defaultBranch = main
[safe]
    directory = *
[commit]
    gpgSign = false
[gc]
    auto = 0
[maintenance]
    auto = false
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(shares.BY_DAY, action="store_true", help="leave most cases of many tests to a forge")
    parser.addoption("--golden", action="store_true", help="rewrite the golden files instead of comparing")
    parser.addoption("--crash", type=int, default=0, help="try faults of the disk at every so manieth call")


def pytest_configure(config: pytest.Config) -> None:
    """Let leagues lie in memory where there is room for them, and where what lies there can be run."""
    config.pluginmanager.register(shares.Shares())
    runs = MEMORY.is_dir() and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    if runs and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage among tests, which stay to the end: not as they are collected, and never again."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests wait for browsers, git and servers."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True, hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Trace no test that is marked `no_cover`.

    In a worker, pytest-cov has begun to trace twice, and ends one of the two.
    """
    if item.get_closest_marker("no_cover"):
        tracer = sys.gettrace()
        sys.settrace(None)
        yield
        sys.settrace(tracer)
    else:
        yield


@pytest.fixture(scope="session", autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text(_GIT_SETTINGS, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        # A hook or a forge that runs the tests may say where *its* repository is. Who runs them may ask for no git.
        of_others = (name for name in os.environ if name.startswith(("GIT_", "GENETESS_")))
        for name in [name for name in of_others if name != "GENETESS_GIT"]:
            patch.delenv(name)
        patch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("TZ", "UTC")
        patch.setenv("NO_COLOR", "1")
        patch.setenv("COLUMNS", "100")
        yield


@pytest.fixture(scope="session")
def pack() -> Path:
    """The pack of this program, as `make pack` makes it; a machine without npm skips, a forge never does."""
    if not os.environ.get("CI") and not (shutil.which("npm") and shutil.which("node")):
        pytest.skip("there is no node or no npm, so the program for browsers cannot be made here")
    subprocess.run([sys.executable, ROOT / ".ci/play/build.py"], check=True)
    return ROOT / "build" / "pack" / "genetess_play"


@pytest.fixture(scope="session", autouse=True)
def _printed_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        printed.keep(patch)
        yield


@pytest.fixture(scope="session")
def demo_league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The league of the demo with its site, only to be read; `steps.json` beside it has the steps it told of."""

    def make(folder: Path) -> None:
        steps: list[tuple[int, int]] = []
        with pytest.MonkeyPatch.context() as patch:
            # Whoever runs it has a key, and it is no use to anybody.
            patch.setenv(keyring.VARIABLE, "no key at all")
            page = demo.demo(folder / "league", PLAYED, lambda done, total: steps.append((done, total)))
        (folder / "steps.json").write_text(json.dumps([str(page), steps]))

    return once(tmp_path_factory, "demo", make) / "league"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a golden file, or rewrites the file under `--golden` (`make golden`)."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        assert path.exists(), f"{path} is missing: write it with `make golden`, then read it"
        before = path.read_bytes().decode("utf-8")
        difference = unified_diff(before.splitlines(), text.splitlines(), str(path), "now", lineterm="")
        assert text == before, "\n".join(difference) + "\nif this is meant: `make golden`, then read the diff"

    return compare
