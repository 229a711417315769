"""The samples in `games/` are what their scripts play, to the byte; `make golden` plays them anew and writes them.

What a sample has to show is tested beside this, ruleset by ruleset.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from genetess_cli.admin import demo
from genetess_cli.admin.verify import SAMPLE
from genetess_cli.rules import codec
from genetess_cli.rules.dice import Dice
from genetess_cli.store import resources
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.seal import keyring, keys
from tests.kit.command import git
from tests.kit.verified import verified
from tests.playthroughs.conftest import Played, play
from tests.playthroughs.transcript import transcript

Golden = Callable[[Path, str], None]


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != demo.SCRIPT
    }


def test_the_sample_in_games_is_what_its_script_plays(
    played: Played, golden: Golden, request: pytest.FixtureRequest
) -> None:
    here, now = resources.samples() / played.slug, _files(played.folder)
    for stale in _files(here).keys() - now.keys():
        assert request.config.getoption("--golden"), (
            f"{here / stale} does not come from the script: `make golden`"
        )
        (here / stale).unlink()
    for path, data in now.items():
        golden(here / path, data.decode("utf-8"))


def test_the_transcript_is_what_its_script_plays(played: Played, golden: Golden) -> None:
    if played.game.ruleset.name != "genetess":
        pytest.skip("the transcript is drawn for Genetess alone")
    golden(Path(__file__).parent / f"{played.slug}.txt", transcript(played.setup, played.records))


@pytest.mark.exhaustive
def test_playing_a_script_twice_gives_the_same_commits(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the files alone: the same history, whoever's key is at hand (ruling G45)."""
    monkeypatch.setenv(keyring.VARIABLE, "ab" * 32)
    again = play(played.slug, tmp_path / "again")
    with Repository.open(played.league.root) as first, Repository.open(again.league.root) as second:
        assert first.tip() == second.tip()
    assert _files(played.folder) == _files(again.folder)


def test_the_records_lead_from_the_opening_to_the_state(played: Played) -> None:
    rules, game = played.game.ruleset, played.setup.opening()
    for record in played.records:
        for event in record.events:
            game = rules.apply(game, codec.event(rules, event))
    assert codec.dump(game) == codec.dump(played.game.position)


def test_every_order_of_the_script_was_carried_out_or_is_still_stored(played: Played) -> None:
    given = sum(len(_orders(post.text)) for post in played.script if post.seat)
    stored = sum(len(_orders(played.game.queue_bytes(seat).decode())) for seat in played.game.file.seats)
    # The gambles of a round 0 are several orders of a seat in one record.
    assert given - stored == sum(len(_orders(record.order)) for record in played.records if record.order)


def _orders(text: str) -> list[str]:
    from genetess_cli.rules import orders

    return [entry.text for entry in orders.entries(text)]


def test_nothing_of_a_sample_is_left_uncommitted(played: Played) -> None:
    assert git(played.league.root, "status", "--porcelain", f"games/{played.slug}") == ""


def test_a_sample_rests_where_its_script_ends(played: Played) -> None:
    """The league in this repository is ticked by its own workflow: nobody may be timed out in it."""
    clock = played.game.clock
    assert clock is not None
    assert clock.phase == "finished" or clock.deadline is None


def test_the_draws_come_from_the_published_key(played: Played) -> None:
    """No sample takes a turn back or drops a seat: then a draw needs the turn's label, and in round 0 the seat."""
    file = played.game.file
    assert file.id is not None
    key = keys.dice_key(demo.sample_key(file.id, file.commitment))
    for record in (record for record in played.records if record.draws):
        label = f"0 {record.seat}" if record.turn == "0" else record.turn
        dice = Dice(lambda: key, "start" if record.source == "start" else label)
        for draw in record.draws:
            assert dice.number(draw["of"], draw["what"]) == draw["number"]


def test_a_sample_is_verified_turn_by_turn(played: Played) -> None:
    report = verified(played.league, played.slug, published=demo.SAMPLE_KEY)
    assert report.difference is None
    assert report.notes == []
    assert report.compared == report.records == len(played.records)
    assert report.checked


def test_a_sample_as_it_lies_in_games_is_verified_by_its_present_files(
    played: Played, tmp_path: Path
) -> None:
    """Its files are written anew whenever the program tells them otherwise: their history is no game's."""
    copytree(resources.samples() / played.slug, tmp_path / "games" / played.slug)
    (tmp_path / "genetess.yaml").write_text("title: Samples\n")
    with Repository.init(tmp_path) as repository:
        for times in range(2):  # once with a record that was changed since
            files = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in _all(tmp_path)}
            first = next(path for path in files if path.endswith("0000-0.yaml"))
            files[first] += b"# Another layout.\n" if not times else b""
            tip = repository.tip() if times else None
            repository.commit(tip, files, "samples\n", times)
    report = verified(League(tmp_path), played.slug, published=demo.SAMPLE_KEY)
    assert report.difference is None
    assert report.notes == [SAMPLE]
    assert report.checked


def _all(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
