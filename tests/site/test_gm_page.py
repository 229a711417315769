"""The page for the GM: what waits, who misses deadlines, which seats are free, and the commands that help."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.site.league import front
from genetess_cli.store.records import Holder
from genetess_cli.turns.acts import Drop, Finish, Replace
from genetess_cli.turns.referee import act
from tests.kit.league import League, at, wide
from tests.site.html import Document


def _text(site: League) -> str:
    site.build()
    return " ".join(Document(site.page("gm.html")).text.split())


def test_it_tells_who_is_waited_for_and_how_to_give_more_time(tmp_path: Path) -> None:
    page = _text(wide(tmp_path).start())
    assert "Ragnar (red) is to move." in page
    assert "genetess extend riot --by 1d" in page


def test_it_says_whether_to_push_what_the_commands_commit(tmp_path: Path) -> None:
    site = wide(tmp_path)
    assert "in a clone of the league, then push." in _text(site)
    (site.root / "genetess.yaml").write_text("title: The Test League\npush: true\n")
    assert "in a clone of the league; they push by themselves." in _text(site)


def test_it_tells_of_deadlines_that_were_missed(tmp_path: Path) -> None:
    assert "Ragnar missed a deadline." in _text(wide(tmp_path).start().tick(84))


def test_a_game_that_was_not_started_has_the_command_that_starts_it(tmp_path: Path) -> None:
    page = _text(wide(tmp_path))
    assert "genetess start riot" in page
    assert "No game is running." in page


def test_a_seat_that_was_left_has_the_command_that_fills_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    act(site.league, "riot", Drop("green"), at(1))
    assert "genetess replace riot green NAME@LOGIN" in _text(site)


def test_a_sealed_game_that_is_over_has_the_command_that_reveals_it(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start()
    act(site.league, "riot", Finish(reason="over"), at(1))
    assert "genetess reveal riot" in _text(site)
    site.reveal()
    assert "genetess reveal riot" not in _text(site)


def test_so_has_one_that_is_too_old_for_a_card_on_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "MOST_ENDED", 0)
    site = wide(tmp_path, sealed=True).start()
    act(site.league, "riot", Finish(reason="over"), at(1))
    assert "genetess reveal riot" in _text(site)


def test_how_long_a_player_thinks_is_told_from_the_third_turn_on(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order(*("PASS",) * 6)
    assert "on average" not in _text(site)
    assert "on average" not in site.page("riot/index.html")
    site.order("PASS", "PASS", "PASS")
    assert "Ragnar thinks 1 hour on average." in _text(site)
    assert site.page("riot/index.html").count("thinks 1 hour on average") == 3


def test_whoever_gets_a_seat_is_not_told_to_think_as_long_as_who_had_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order(*("PASS",) * 9)
    assert "Ragnar thinks" in _text(site)
    act(site.league, "riot", Replace("red", Holder("Nils", "nils")), at(12))
    assert "thinks" not in _text(site)
    assert site.page("riot/index.html").count("on average") == 2


def test_a_player_who_answers_at_once_thinks_a_minute_at_most(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    for _ in range(9):
        site.order_in("riot", 0, "PASS")
    assert "Ragnar thinks 1 minute on average." in _text(site)
