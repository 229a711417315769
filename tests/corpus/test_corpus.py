"""Leagues of earlier programs are read, adopted, played on and verified by this one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from genetess_cli import __version__
from genetess_cli.store import resources
from genetess_cli.store.forges import EARLIER, FORGES
from genetess_cli.store.schema import VERSION
from tests.kit.command import Done, commit, git, run
from tests.kit.keys import KEY, machine
from tests.kit.packages import install

HERE = Path(__file__).parent
RECORDED = sorted(HERE.glob("*.bundle"))
LATER = "2026-11-25T00:00:00Z"
END = "2026-11-29T00:00:00Z"
"""When all deadlines have passed."""


@pytest.fixture(params=RECORDED, ids=lambda bundle: bundle.stem)
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    git(tmp_path, "clone", "--quiet", str(request.param), "league")
    with machine(tmp_path, KEY):
        yield tmp_path / "league"


def done(league: Path, *arguments: str) -> Done:
    ended = run(league, *arguments)
    assert ended.status == 0, ended.err
    return ended


def adopt(league: Path) -> None:
    for game in sorted((league / "games").iterdir()):
        ended = run(league, "adopt", game.name, "--now", LATER)
        assert ended.status == 0 or "is already played by version" in ended.err


def play(league: Path) -> None:
    """Carry out an order of each game, and let a deadline pass."""
    for game in sorted((league / "games").iterdir()):
        [seat] = re.findall(r"to_move: \[(\w+)", (game / "clock.yaml").read_text())
        orders = done(league, "legal", game.name, seat).out.split("\n")
        order = next(order for order in orders if re.fullmatch("[A-Za-z0-9 ]+", order))
        done(league, "resolve", game.name, "--order", order, "--seat", seat, "--now", LATER)
    done(league, "tick", "--now", END)


def test_there_is_a_league_of_this_version() -> None:
    assert __version__ in {bundle.stem for bundle in RECORDED}


def test_a_league_of_an_earlier_program_is_verified_and_its_pages_are_built(recorded: Path) -> None:
    assert done(recorded, "verify").err == ""
    assert ". Problems: none." in done(recorded, "check").out
    done(recorded, "build")


def test_its_games_are_adopted_played_on_and_verified(recorded: Path) -> None:
    adopt(recorded)
    play(recorded)
    verified = done(recorded, "verify")
    assert verified.err == ""
    assert verified.out.count("; all as committed") == len([*(recorded / "games").iterdir()])
    assert ". Problems: none." in done(recorded, "check").out


def test_its_forge_has_the_files_of_this_program_and_the_schedule_of_the_gm(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, tmp_path / "site")
    for tick in recorded.glob(".*/workflows/tick.yml"):
        tick.write_text(re.sub("- cron: .*", '- cron: "7 */2 * * *"', tick.read_text()))
    commit(recorded)
    done(recorded, "init", "--refresh")
    changed = set(git(recorded, "diff", "--name-only", "HEAD~").splitlines())
    known = {path for name in FORGES for path in resources.forge(name)}
    assert changed <= known | EARLIER | {"README.md"}
    assert not EARLIER & set(git(recorded, "ls-files").splitlines()) - known
    assert all('cron: "7 */2 * * *"' in tick.read_text() for tick in recorded.glob(".*/workflows/tick.yml"))
    assert run(recorded, "init", "--refresh").status == 3


def test_its_files_are_raised_and_its_games_go_on(recorded: Path) -> None:
    """An undo does not take the new version of a file back."""
    written = [game / "game.yaml" for game in (recorded / "games").iterdir()]
    done(recorded, "migrate", "--yes")
    adopt(recorded)
    play(recorded)
    done(recorded, "undo", written[0].parent.name, "--now", END)
    assert done(recorded, "verify").err == ""
    assert all(f"\nversion: {VERSION}\n" in path.read_text() for path in written)


def test_an_undo_leads_back_to_the_rules_of_then(recorded: Path) -> None:
    """Where a seat has changed hands since, once the players are persons."""
    run(recorded, "migrate", "--yes")
    game = next((recorded / "games").iterdir())
    before = (game / "game.yaml").read_text().strip()
    adopt(recorded)
    play(recorded)
    label = git(recorded, "show", f"origin/main:games/{game.name}/clock.yaml").split('"')[1]
    done(recorded, "undo", game.name, "--to", label, "--now", END)
    assert (game / "game.yaml").read_text().strip() == before
    assert done(recorded, "verify").err == ""
