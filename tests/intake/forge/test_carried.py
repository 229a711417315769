"""A run that builds begins with the site of the last run: what of it the key did not seal is not even read."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from genetess_cli.intake.forge import carried
from genetess_cli.intake.forge.carried import SEAL
from genetess_cli.site.build import build, update
from genetess_cli.store.league import League
from genetess_cli.store.seal.keyring import VARIABLE
from tests.intake.forge.runner import TICK, Runner
from tests.intake.forge.test_run import key, league, order, runner
from tests.kit.command import git, run
from tests.kit.forge import Forge
from tests.kit.keys import KEY, OTHER_KEY, machine

__all__ = ["key"]
PAGE = "riot/index.html"
MEMORY = ".genetess-build"
TERABYTE = 1 << 40
TAKES = "Take the site of the last run"


class Left(NamedTuple):
    """A league, and the site that a run of it left; `outside` is not the site's."""

    league: Path
    site: Path
    outside: Path

    def goes_on(self) -> bool:
        """Whether the next build finds something in its folder."""
        carried.survey(League(self.league), self.site, lambda _: None)
        return self.site.exists()


@pytest.fixture(scope="module")
def _left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    folder = tmp_path_factory.mktemp("carried")
    with machine(folder, KEY):
        forge = league(folder, ("riot",), begun=60)
        build(League(forge.league), folder / "site")
        carried.seal(folder / "site")
    return Left(forge.league, folder / "site", folder / "outside")


@pytest.fixture
def left(_left: Left, tmp_path: Path) -> Iterator[Left]:
    outside = tmp_path / "outside"
    (outside / "riot").mkdir(parents=True)
    (outside / "riot/index.html").write_text("of somebody else")
    copytree(_left.site, tmp_path / "site")
    with machine(tmp_path, KEY):
        yield Left(_left.league, tmp_path / "site", outside)
    assert [path.read_text() for path in outside.rglob("*") if path.is_file()] == ["of somebody else"]


def test_what_the_key_sealed_is_gone_on_from(left: Left) -> None:
    assert left.goes_on()


def in_place(path: Path, lay_down: Callable[[Path], object]) -> None:
    """Have something else in the place of a file or folder."""
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    lay_down(path)


def _written(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("more")


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, TERABYTE)


def a_byte_changes(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def resealed(site: Path, key: str) -> None:
    with pytest.MonkeyPatch.context() as other:
        other.setenv(VARIABLE, key)
        carried.seal(site)


HARMS: dict[str, Callable[[Left], object]] = {
    "a link out of it in a page's place": lambda left: in_place(
        left.site / PAGE, lambda at: at.symlink_to(left.outside / PAGE)
    ),
    "a link out of it in a folder's place": lambda left: in_place(
        left.site / "riot", lambda at: at.symlink_to(left.outside / "riot")
    ),
    "a link in its own place": lambda left: in_place(left.site, lambda at: at.symlink_to(left.outside)),
    "a link that leads nowhere": lambda left: in_place(left.site, lambda at: at.symlink_to("nowhere")),
    "a file in its place": lambda left: in_place(left.site, Path.touch),
    "a pipe in its place": lambda left: in_place(left.site, os.mkfifo),
    "a pipe in a page's place": lambda left: in_place(left.site / PAGE, os.mkfifo),
    "a pipe in the seal's place": lambda left: in_place(left.site / SEAL, os.mkfifo),
    "a pipe in the memory's place": lambda left: in_place(left.site / MEMORY, os.mkfifo),
    "a folder in a page's place": lambda left: in_place(left.site / PAGE, Path.mkdir),
    "a folder in the seal's place": lambda left: in_place(left.site / SEAL, Path.mkdir),
    "a huge file": lambda left: os.truncate(left.site / PAGE, TERABYTE),
    "another huge file": lambda left: in_place(left.site / "x", sparse),
    "a huge seal": lambda left: os.truncate(left.site / SEAL, TERABYTE),
    "a page that was cut": lambda left: os.truncate(left.site / PAGE, 100),
    "a page with another byte": lambda left: a_byte_changes(left.site / PAGE),
    "a page that is gone": lambda left: (left.site / PAGE).unlink(),
    "one page more": lambda left: (left.site / "more.html").write_text("more"),
    "one hidden file more": lambda left: (left.site / "riot/.more").write_text("more"),
    "a name that is no text": lambda left: Path(os.fsdecode(os.fsencode(left.site) + b"/\xff")).touch(),
    "a memory that was cut": lambda left: (left.site / MEMORY).write_text('{"basis": "'),
    "a memory that is no object": lambda left: (left.site / MEMORY).write_text("[" * 100_000),
    "a seal that was cut": lambda left: os.truncate(left.site / SEAL, 64),
    "no seal": lambda left: (left.site / SEAL).unlink(),
    "the seal of another key": lambda left: resealed(left.site, OTHER_KEY),
    "a hidden folder more": lambda left: in_place(left.site / ".git/x.html", _written),
    "nothing but a clone": lambda left: in_place(left.site, lambda at: (at / ".git").mkdir(parents=True)),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS.keys())
def test_of_anything_else_nothing_is_left(left: Left, harm: Callable[[Left], object]) -> None:
    harm(left)
    assert not left.goes_on()


def test_nothing_is_left_where_there_is_no_key(left: Left, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    assert not left.goes_on()


@pytest.mark.parametrize(
    "memory", ["", "null", "[]", '{"basis": "of another program"}', '{"games": {"../x": 1}}']
)
def test_pages_that_no_memory_tells_of_are_swept(left: Left, memory: str) -> None:
    """Another program, league or branch left them: a build would not know which of them are its own."""
    (left.site / MEMORY).write_text(memory)
    (left.site / "long-gone.html").write_text("of another program")
    carried.seal(left.site)
    assert not left.goes_on()


def test_a_page_of_before_the_seal_that_is_no_page_now_is_swept(left: Left, tmp_path: Path) -> None:
    """The site of the same league when it had another game, with the seal that it had then."""
    league = tmp_path / "league"
    copytree(left.league, league, symlinks=True)
    git(league, "rm", "-r", "--quiet", "games/riot")
    git(league, "commit", "--quiet", "--message", "riot is gone")
    site = carried.survey(League(league), left.site, lambda _: None)
    update(site)
    assert files(left.site) == from_nothing(league, tmp_path)


def files(site: Path) -> dict[str, bytes]:
    """All that a host shows."""
    shown = (path for path in site.rglob("*") if path.is_file() and path.name[0] != ".")
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in shown}


def from_nothing(league: Path, folder: Path) -> dict[str, bytes]:
    """What a build has to give of a league."""
    shutil.rmtree(folder / "new", ignore_errors=True)
    git(folder, "clone", "--quiet", str(league), str(folder / "new"))
    assert run(folder / "new", "build", "--out", str(folder / "new/site")).status == 0
    return files(folder / "new/site")


# Runs


@pytest.fixture
def two(tmp_path: Path, key: str) -> Forge:
    return league(tmp_path, ("riot", "helix"), begun=60, sealed=("helix",))


@pytest.fixture
def worker(two: Forge, key: str) -> Runner:
    """A worker after a run that left a site."""
    made = runner(two, key)
    made.tick("push")
    return made


def kept(worker: Runner) -> list[Path]:
    """The sites that were left, the oldest first."""
    return sorted((worker.hub.folder / "caches").iterdir(), key=lambda path: path.stat().st_ctime_ns)


def plays(forge: Forge, worker: Runner, slug: str) -> None:
    number = 10 + len(worker.hub.runs)
    worker.open([order(forge, slug, number)])


def renewed(worker: Runner) -> set[str]:
    """The files that the last run wrote, of those that the run before had left."""
    before, after = kept(worker)[-2:]
    both = files(before).keys() & files(after).keys()
    return {name for name in both if (before / name).stat().st_mtime_ns != (after / name).stat().st_mtime_ns}


def tells_riot_alone(forge: Forge, worker: Runner, tmp_path: Path) -> None:
    assert not [name for name in renewed(worker) if name.startswith("helix/") or name.startswith("style")]
    assert any(name.startswith("riot/") for name in renewed(worker))
    assert files(worker.pages) == from_nothing(forge.remote, tmp_path)


def test_a_turn_is_told_on_top_of_what_the_last_run_left(two: Forge, worker: Runner, tmp_path: Path) -> None:
    plays(two, worker, "riot")
    worker.tick("pull_request_target")
    tells_riot_alone(two, worker, tmp_path)


def test_a_turn_that_is_made_again_as_the_remote_had_moved_is_told_alone(
    two: Forge, worker: Runner, tmp_path: Path
) -> None:
    hook = two.remote / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(
        "#!/bin/sh\nunset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES\n"
        'read -r old new ref\n[ "$ref" = refs/heads/main ] || exit 0\n'
        "git log --format=%s main | grep -qx other && exit 0\n"
        "made=$(git -c user.name=o -c user.email=o commit-tree main^{tree} -p main -m other)\n"
        "git update-ref refs/heads/main $made\n"
    )
    plays(two, worker, "riot")
    worker.meanwhile[TICK] = lambda: hook.chmod(0o755)
    worker.tick("pull_request_target")
    assert "the remote had moved; this is done again on top of it" in worker.log
    tells_riot_alone(two, worker, tmp_path)


@pytest.mark.exhaustive
def test_what_was_harmed_on_the_way_is_made_anew(two: Forge, worker: Runner, tmp_path: Path) -> None:
    [site] = kept(worker)
    in_place(site / "helix", lambda at: at.symlink_to(tmp_path))
    plays(two, worker, "riot")
    worker.tick("pull_request_target")
    assert "is not as the key of this league sealed it" in worker.log
    assert files(worker.pages) == from_nothing(two.remote, tmp_path)
    assert not (tmp_path / "index.html").exists()


@pytest.mark.exhaustive
def test_a_site_that_cannot_be_taken_costs_time_alone(two: Forge, worker: Runner, tmp_path: Path) -> None:
    plays(two, worker, "riot")
    worker.breaking = {TAKES}
    worker.tick("pull_request_target")
    assert files(worker.pages) == from_nothing(two.remote, tmp_path)


def test_it_is_taken_where_a_build_is_likely(two: Forge, worker: Runner) -> None:
    def takes(event: str) -> bool:
        worker.steps.clear()
        worker.tick(event)
        return TAKES in [step.name for step in worker.steps]

    assert not takes("schedule")
    assert takes("push")
    assert takes("workflow_dispatch")
    plays(two, worker, "riot")
    assert takes("issues")
    assert not takes("issues")
