"""A long game is told by several processes, which leave what one leaves: the same files, counts and words.

The programs of these tests take few turns for many, and have files of the replay with few scenes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shutil import copytree

import pytest

from genetess_cli.site import build
from genetess_cli.site.output.shares import MOST, WORTH, shares
from genetess_cli.site.places import SCENES
from genetess_cli.turns import undo
from tests.kit.keys import MASTER
from tests.kit.league import BEGIN, HOUR, League, wide

PROGRAM = """
import os, resource, signal, sys, time
from genetess_cli.site import places
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins without it
places.SCENES = 8
from genetess_cli.site.output import shares
shares.WORTH = 16
cores = {{*range(int(sys.argv.pop(1)))}}
os.sched_getaffinity = lambda process: cores
fork = os.fork
{more}
def counted():
    print("sent out")
    return sent()
os.fork = counted
from genetess_cli.cli import main
from tests.kit.keys import MASTER
from tests.kit.league import BEGIN, HOUR, League, wide
main()
"""
PLAIN = "sent = fork"
DIES = "sent = lambda: fork() or os._exit(9)"
NONE_LEFT = """
def sent():
    raise BlockingIOError(11, "Resource temporarily unavailable")
"""
KILLED = "sent = lambda: fork() and os.kill(os.getpid(), signal.SIGKILL)"
ASLEEP = 600
INTERRUPTED = f"""
def sent(children=[]):
    if children:
        os.kill(os.getpid(), signal.SIGINT)
    children.append(fork())
    return children[0] or time.sleep({ASLEEP})
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
        env={**os.environ, "GENETESS_MASTER_KEY": MASTER.hex()},
        capture_output=True,
        text=True,
        check=False,
        pass_fds=ends,
    )
    said = done.stdout.replace("sent out\n", "")
    return (
        done.returncode,
        said.replace(str(out), "OUT"),
        done.stderr.replace(str(out), "OUT"),
        done.stdout.count("sent out"),
    )


def _files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }


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


@pytest.mark.by_day(1)
@pytest.mark.parametrize("cores", [2, 3, 4])
def test_the_games_of_every_ruleset_are_told_as_by_one(samples: Path, tmp_path: Path, cores: int) -> None:
    alone, shared = _run(samples, tmp_path / "one", 1), _run(samples, tmp_path / "many", cores)
    assert shared[:3] == alone[:3]
    assert shared[3] > alone[3] == 0
    assert _files(tmp_path / "many") == _files(tmp_path / "one")


@pytest.mark.exhaustive
@pytest.mark.parametrize("cores", [2, 3, 4])
def test_turns_that_were_taken_back_are_told_as_by_one(site: League, tmp_path: Path, cores: int) -> None:
    alone, shared = _run(site.root, tmp_path / "one", 1), _run(site.root, tmp_path / "many", cores)
    assert shared == (*alone[:3], cores - 1)
    assert _files(tmp_path / "many") == _files(tmp_path / "one")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "made",
    [
        lambda folder: wide(folder, sealed=True),
        lambda folder: wide(folder, more="spectators: {delayed: 3}\n"),
    ],
    ids=["sealed", "delayed"],
)
def test_sheets_that_are_sealed_and_boards_that_wait_are_told_by_one(
    made: Callable[[Path], League], tmp_path: Path
) -> None:
    site = made(tmp_path).start().play(20)
    alone, shared = _run(site.root, tmp_path / "one", 1), _run(site.root, tmp_path / "many", 4)
    assert shared == alone
    assert shared[3] == 0
    assert _files(tmp_path / "many") == _files(tmp_path / "one")


@pytest.mark.exhaustive
def test_what_a_build_remembers_is_what_one_remembers(site: League, tmp_path: Path) -> None:
    _run(site.root, site.out, 3)
    remembered = _memory(site)
    site.build(full=True)
    assert _memory(site) == remembered
    assert site.build().written == 0


def _memory(site: League) -> list[bytes]:
    return [file.read_bytes() for file in (site.root / ".git" / "genetess").glob("build-*.json")]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("more", [DIES, NONE_LEFT], ids=["dies", "none to be had"])
def test_without_its_children_a_build_does_all_itself(site: League, tmp_path: Path, more: str) -> None:
    alone, shared = _run(site.root, tmp_path / "one", 1), _run(site.root, tmp_path / "many", 3, more)
    assert shared[:3] == alone[:3]
    assert _files(tmp_path / "many") == _files(tmp_path / "one")


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
    assert _files(tmp_path / "many") == _files(tmp_path / "one")


def test_a_full_disk_is_told_of_once(site: League, tmp_path: Path) -> None:
    status, _, told, sent = _run(site.root, tmp_path / "many", 3, FULL)
    assert (status, sent) == (1, 2)
    assert told.count("the site in OUT is not complete, build it again") == 1
    assert "Traceback" not in told
    build.build(site.league, tmp_path / "many")
    build.build(site.league, tmp_path / "one")
    assert _files(tmp_path / "many") == _files(tmp_path / "one"), "nothing of it was taken for built"


def test_no_child_outlives_what_sent_it_and_was_killed(site: League, tmp_path: Path) -> None:
    status = _watched(site, tmp_path / "many", 2, KILLED)[0]
    assert status == -9
    assert len([*(tmp_path / "many/riot/turns").glob("[0-9]*.html")]) < 24, "the child stopped on its way"


def test_children_are_ended_by_ctrl_c(site: League, tmp_path: Path) -> None:
    begin = time.monotonic()
    status, _, told, sent = _watched(site, tmp_path / "many", 3, INTERRUPTED)
    assert time.monotonic() - begin < ASLEEP
    assert (status, sent) == (130, 2)
    assert "Traceback" not in told


def _watched(site: League, out: Path, cores: int, more: str) -> tuple[int, str, str, int]:
    """A build of which no process is left when it has ended: each of them holds the other end of a pipe."""
    end, held = os.pipe()
    with os.fdopen(end, "rb") as watched:
        ended = _run(site.root, out, cores, more, [held])
        os.close(held)
        assert watched.read() == b""
    return ended


# How turns are shared out


def _shared(turns: int, tellers: int) -> Iterator[int]:
    """The first record of each share."""
    begin = 0
    for size in shares(range(turns), tellers):
        yield begin
        begin += size
    assert begin == turns


@pytest.mark.parametrize("tellers", range(1, MOST + 1))
@pytest.mark.parametrize("turns", [1, WORTH - 1, WORTH, WORTH + 1, 149, 151, 225, 1000, 1024])
def test_every_turn_is_in_one_share_and_every_file_of_scenes_too(turns: int, tellers: int) -> None:
    begins = [*_shared(turns, tellers)]
    assert len(begins) <= tellers
    assert begins[0] == 0
    assert all(begin % SCENES == 0 for begin in begins)
    assert turns >= WORTH or begins == [0]


def test_the_first_shares_are_the_longest() -> None:
    sizes = shares(range(4000), 4)
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == 4
