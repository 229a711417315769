"""The pages of a long game are written by several processes, which leave what one leaves: the same files and words.

The programs of these tests take few turns for many, and have files of the replay with few scenes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import pytest

from genetess_cli.site import build
from genetess_cli.site.write.survey import NAME
from genetess_cli.turns.acts import undo
from tests.kit.keys import MASTER
from tests.kit.league import BEGIN, HOUR, League, site_in, wide

PROGRAM = """
import os, resource, signal, sys, time
from genetess_cli.site import places
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins without it
places.RECORDS = 4
from genetess_cli.site import game_pages
from genetess_cli.site.write import processes
game_pages.WORTH = 16
cores = {{*range(int(sys.argv.pop(1)))}}
os.sched_getaffinity = lambda process: cores
fork = os.fork
{more}
def counted():
    print("sent out", flush=True)  # or what is sent out would print it once more
    return sent()
os.fork = counted
from genetess_cli.cli import main
from tests.kit.keys import MASTER
from tests.kit.league import BEGIN, HOUR, League, site_in, wide
main()
"""
PLAIN = "sent = fork"
DIES = "sent = lambda: fork() or os._exit(9)"
NONE_LEFT = """
def sent():
    raise BlockingIOError(11, "Resource temporarily unavailable")
"""
ONE_LEFT = """
def sent(children=[]):
    if children:
        raise BlockingIOError(11, "Resource temporarily unavailable")
    children.append(fork())
    return children[0]
"""
KILLED = """
sent = fork
share = game_pages.share
def killed(work, parts, most):
    def one(part):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(600)
    return share(one, parts, most)
game_pages.share = killed
"""
INTERRUPTED = """
sent = fork
share = game_pages.share
def interrupted(work, parts, most):
    def one(part):
        if not part:
            os.killpg(0, signal.SIGINT)
        return work(part)
    return share(one, parts, most)
game_pages.share = interrupted
"""
FULL = """
sent = fork
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
"""


def _run(
    root: Path, out: Path, cores: int, more: str = PLAIN, ends: Sequence[int] = ()
) -> tuple[int, str, str, int]:
    """A build with so many cores: its status, what it said on both channels, and how often a child was sent out."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            PROGRAM.format(more=more),
            str(cores),
            "-C",
            root,
            "build",
            "--full",
            "--out",
            out,
        ],
        # With a limit on the length of files, what it compiled would be cut, and stay.
        env={**os.environ, "GENETESS_MASTER_KEY": MASTER.hex(), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        pass_fds=ends,
        start_new_session=True,
    )
    said = done.stdout.replace("sent out\n", "")
    return (
        done.returncode,
        said.replace(str(out), "OUT"),
        done.stderr.replace(str(out), "OUT"),
        done.stdout.count("sent out"),
    )


def _with_undone_turns(folder: Path) -> League:
    """A game in which turns were taken back, and that again, where shares begin."""
    site = wide(folder).start().play(19)
    for turns, back in ((9, "3b"), (8, "4a"), (6, "2a")):
        site.hour += 1
        undo.undo(site.league, "riot", BEGIN + site.hour * HOUR, to=back)
        site.play(turns, seed=site.hour)
    return site


@pytest.fixture(scope="module")
def samples(demo_league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league with the sample games, played: each ruleset has one."""
    return Path(copytree(demo_league, tmp_path_factory.mktemp("samples") / "league", symlinks=True))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A game in the fog with enough turns for three shares."""
    return _with_undone_turns(tmp_path_factory.mktemp("long"))


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> League:
    return wide(tmp_path_factory.mktemp("sealed"), sealed=True).start().play(17)


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", ["site", "sealed"])
def test_a_whole_site_is_the_same_by_one_by_two_and_by_eight(
    league: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    site: League = request.getfixturevalue(league)
    alone = _run(site.root, tmp_path / "1", 1)
    assert (alone[0], alone[3]) == (0, 0)
    for cores in (2, 8):
        # Sealed sheets are all as long as the ones before, so that one process writes them.
        assert _run(site.root, tmp_path / str(cores), cores) == (*alone[:3], 0 if site.is_sealed else cores)
        assert site_in(tmp_path / str(cores)) == site_in(tmp_path / "1")


@pytest.mark.exhaustive
@pytest.mark.parametrize("cores", [2, 3, 4])
def test_the_games_of_every_ruleset_are_told_as_by_one(samples: Path, tmp_path: Path, cores: int) -> None:
    alone, shared = _run(samples, tmp_path / "one", 1), _run(samples, tmp_path / "many", cores)
    assert shared[:3] == alone[:3]
    assert shared[3] > alone[3] == 0
    assert site_in(tmp_path / "many") == site_in(tmp_path / "one")


@pytest.mark.exhaustive
def test_boards_that_wait_are_as_by_one(tmp_path: Path) -> None:
    site = wide(tmp_path, more="spectators: {delayed: 3}\n").start().play(20)
    alone, shared = _run(site.root, tmp_path / "one", 1), _run(site.root, tmp_path / "many", 4)
    assert shared[:3] == alone[:3]
    assert site_in(tmp_path / "many") == site_in(tmp_path / "one")


@pytest.mark.exhaustive
def test_what_a_build_remembers_is_what_one_remembers(site: League, tmp_path: Path) -> None:
    _run(site.root, site.out, 3)
    remembered = _memory(site)
    assert "; 0 files written, " in _run(site.root, site.out, 1)[1]
    assert _memory(site) == remembered


def _memory(site: League) -> bytes:
    return (site.out / NAME).read_bytes()


@pytest.mark.exhaustive
@pytest.mark.parametrize("more", [DIES, NONE_LEFT, ONE_LEFT], ids=["dies", "none to be had", "one to be had"])
def test_without_its_children_a_build_does_all_itself(site: League, tmp_path: Path, more: str) -> None:
    alone, shared = _run(site.root, tmp_path / "one", 1), _run(site.root, tmp_path / "many", 3, more)
    assert shared[:3] == alone[:3]
    assert site_in(tmp_path / "many") == site_in(tmp_path / "one")


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", [2, 12, 30])
def test_a_record_that_does_not_fit_is_told_of_once_and_in_the_same_words(
    tmp_path: Path, number: int
) -> None:
    site = wide(tmp_path).start().play(32)
    record = next((site.root / "games/riot/turns").rglob(f"{number:04}-*.yaml"))
    record.write_text(re.sub(r"seat: (red|green|blue)", "seat: nobody", record.read_text()))
    alone, shared = _run(site.root, tmp_path / "one", 1), _run(site.root, tmp_path / "many", 3)
    assert alone[0] == 1
    assert "riot was not built" in alone[2]
    assert shared[:3] == alone[:3]
    assert site_in(tmp_path / "many") == site_in(tmp_path / "one")


@pytest.mark.by_day(0, ci="all")
def test_a_full_disk_is_told_of_once(site: League, tmp_path: Path) -> None:
    status, _, told, sent = _run(site.root, tmp_path / "many", 3, FULL)
    assert (status, sent) == (1, 3)
    assert told.count("the site in OUT is not complete, build it again") == 1
    assert "Traceback" not in told
    build.build(site.league, tmp_path / "many")
    build.build(site.league, tmp_path / "one")
    assert site_in(tmp_path / "many") == site_in(tmp_path / "one"), "nothing of it was taken for built"


@pytest.mark.by_day(0, ci="all")
def test_no_child_outlives_what_sent_it_and_was_killed(site: League, tmp_path: Path) -> None:
    assert _watched(site, tmp_path / "many", 3, KILLED)[0] == -9


@pytest.mark.by_day(0, ci="all")
def test_ctrl_c_ends_a_build_and_its_children(site: League, tmp_path: Path) -> None:
    status, _, told, sent = _watched(site, tmp_path / "many", 3, INTERRUPTED)
    assert (status, sent) == (130, 3)
    assert "Traceback" not in told


def _watched(site: League, out: Path, cores: int, more: str) -> tuple[int, str, str, int]:
    """A build of which no process is left when it has ended: each of them holds the other end of a pipe."""
    end, held = os.pipe()
    with os.fdopen(end, "rb") as watched:
        ended = _run(site.root, out, cores, more, [held])
        os.close(held)
        assert watched.read() == b""
    return ended
