"""The demo: every sample played into a fresh league, its site built. What a sample shows is in tests/playthroughs."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from docs.pictures import PICTURES, PLAYED
from genetess_cli.admin import demo, new_league
from genetess_cli.errors import NothingDue, Refused
from genetess_cli.rules import RULESETS
from genetess_cli.store import resources
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.turns.referee import resolve
from tests.kit.command import git
from tests.kit.reading import game_in
from tests.kit.verified import verified

DAY = 86_400
START = "2026-03-02T18:00:00Z start\n"


class Shown(msgspec.Struct, frozen=True):
    """A demo that was made: the page it names, its league, and the steps it told of."""

    page: Path
    league: League
    steps: list[tuple[int, int]]


@pytest.fixture(scope="module")
def shown(demo_league: Path) -> Shown:
    page, steps = json.loads((demo_league.parent / "steps.json").read_text())
    return Shown(Path(page), League(demo_league), [tuple(step) for step in steps])


@pytest.fixture
def league(tmp_path: Path) -> League:
    """A league into which the first sample was copied, not started yet."""
    new_league.init(tmp_path / "league", None, None, 0)
    league = League(tmp_path / "league", demo.sample_key)
    demo.copy(league, demo.samples()[0])
    return league


def test_it_gives_the_first_page_of_the_site(shown: Shown) -> None:
    assert shown.page == shown.league.root / "_site" / "index.html"
    assert "<html" in shown.page.read_text(encoding="utf-8")


def test_it_commits_in_a_name_of_its_own(shown: Shown) -> None:
    """Whoever looks at it need not have told git a name."""
    with Repository.open(shown.league.root) as repository:
        assert repository.author() == demo.TITLE


def test_the_pages_of_the_pictures_in_docs_are_there(shown: Shown) -> None:
    for place in PICTURES.values():
        assert (shown.page.parent / place.partition("#")[0]).is_file(), place


def test_every_sample_is_played_to_where_games_has_it(shown: Shown) -> None:
    for slug in demo.samples():
        played, here = shown.league.root / "games" / slug, resources.samples() / slug
        for file in ("state.yaml", "clock.yaml", "game.yaml"):
            assert (played / file).read_bytes() == (here / file).read_bytes()


def test_the_league_is_committed_whole(shown: Shown) -> None:
    assert git(shown.league.root, "status", "--porcelain") == ""
    assert "/turns/" in git(shown.league.root, "ls-files")


def test_it_tells_of_every_step(shown: Shown) -> None:
    script = sum(len(demo.read_script(resources.samples() / slug / demo.SCRIPT)) for slug in demo.samples())
    total = script + sum(game.orders for game in demo.LIVING)
    assert shown.steps[:total] == [(done, total) for done in range(1, total + 1)]


def test_a_player_who_comes_back_plays_on(shown: Shown, tmp_path: Path) -> None:
    """The demo is a league like any other: an order file and `resolve` go on with it."""
    league = League(Path(copytree(shown.league.root, tmp_path / "league", symlinks=True)), demo.sample_key)
    folder = game_in(league, demo.LIVING[0].wish.slug)
    (league.root / folder.paths.orders("red")).write_text("PASS\n", encoding="utf-8")
    first, *others = resolve(league, folder.slug, PLAYED + 60)
    assert (first.seat, first.order, first.outcome) == ("red", "PASS", "done")
    assert {record.source for record in others} == {"bot"}


def test_beside_the_samples_games_of_every_ruleset_go_on(shown: Shown) -> None:
    """Their last turns are of the day, and the deadline is to come; nothing waits for years."""
    living = [game.wish.slug for game in demo.LIVING]
    assert shown.league.slugs() == sorted([*demo.samples(), *living])
    folders = [game_in(shown.league, slug) for slug in living]
    assert {folder.file.ruleset for folder in folders} == {*RULESETS}
    for folder in folders:
        assert folder.clock is not None
        assert (
            PLAYED - DAY < folder.clock.last_time < PLAYED < (folder.clock.deadline or 0) < PLAYED + 7 * DAY
        )
        assert verified(shown.league, folder.slug, [demo.SAMPLE_KEY]).difference is None


def _script(slug: str) -> Path:
    return resources.samples() / slug / demo.SCRIPT


def test_a_folder_with_something_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(Refused, match="has files in it already"):
        demo.demo(tmp_path, PLAYED)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_the_key_of_another_game_is_no_sample_key() -> None:
    with pytest.raises(Refused, match="master key"):
        demo.sample_key("00" * 16, "ff" * 32)


def test_stored_orders_make_nothing_due(league: League) -> None:
    slug = demo.samples()[0]
    script = demo.read_script(_script(slug))
    demo.play(league, slug, script[:1])
    clock = game_in(league, slug).clock
    assert clock is not None
    waiting = next(seat.name for seat in game_in(league, slug).terms.seats if seat.name not in clock.to_move)
    demo.deliver(league, slug, demo.Cue(script[0].at + 60, waiting, "PASS\n"))
    with pytest.raises(NothingDue):
        resolve(league, slug, script[0].at + 120)
    assert game_in(league, slug).queue_bytes(waiting) == b"PASS\n"


def test_a_post_without_orders_clears_the_file(league: League) -> None:
    slug = demo.samples()[0]
    script = demo.read_script(_script(slug))
    seat = game_in(league, slug).terms.seats[-1].name
    posts = [script[0], demo.Cue(script[0].at, seat, "PASS\n"), demo.Cue(script[0].at, seat)]
    demo.play(league, slug, posts)
    assert not (league.root / game_in(league, slug).paths.orders(seat)).exists()


def test_a_script_is_read_line_by_line(tmp_path: Path) -> None:
    text = f"""\
# a story
{START}
2026-03-02T19:00:00Z red: MOVE B2 E / PASS
    # a comment of the player's
    * PASS
2026-03-05T18:00:00Z tick
2026-03-05T18:00:00Z green:
"""
    at = 1_772_474_400
    path = tmp_path / demo.SCRIPT
    path.write_text(text, encoding="utf-8")
    assert demo.read_script(path) == [
        demo.Cue(at, text="start"),
        demo.Cue(at + 3_600, "red", "MOVE B2 E / PASS\n# a comment of the player's\n* PASS\n"),
        demo.Cue(at + 3 * 86_400, text="tick"),
        demo.Cue(at + 3 * 86_400, "green", ""),
    ]
