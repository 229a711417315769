"""VOTE: what all want who are asked is done; what they want is open, or in a sealed game may be secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.cli.due import tell, waiting_words
from genetess_cli.errors import InvalidFile
from genetess_cli.notices.log import lines
from genetess_cli.rules.base import PUBLIC
from genetess_cli.site.build import build
from tests.kit.boards import LAMP
from tests.kit.league import League, site_in, small
from tests.kit.reading import said

pytestmark = pytest.mark.usefixtures("key")
DRAW = "VOTE DRAW\n"
SECRETLY = "votes: secret\n"


def _three(folder: Path, more: str = "drop_after: 1\n", *, sealed: bool = False) -> League:
    return small(folder, more, blue=True, sealed=sealed).start()


def _votes(story: League, hour: float, text: str, *seats: str) -> list[str]:
    for seat in seats:
        story.writes(seat, text)
    return story.run(hour)


def files(story: League) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(story.folder.rglob("*.*")) if path.is_file()}


def test_what_all_want_who_are_in_is_done(tmp_path: Path) -> None:
    story = _three(tmp_path)
    assert _votes(story, 1, DRAW, "red", "green") == ["1a red: - (wish, done)", "1a green: - (wish, done)"]
    assert story.clock.votes == {"red": "DRAW", "green": "DRAW"}
    assert _votes(story, 2, DRAW, "blue") == ["1a blue: - (wish, done)", "1a None: - (vote, done)"]
    result = story.game.view(PUBLIC).result
    assert result
    assert result.winners == ["red", "green", "blue"]
    story.check()


def test_a_vote_stands_until_another_one_or_none(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, DRAW, "red", "green")
    _votes(story, 2, "vote none\n", "green")
    _votes(story, 2, "VOTE CANCEL\n", "red")
    story.run(3, "PASS", "red")
    _votes(story, 3, DRAW, "blue")
    assert story.clock.votes == {"red": "CANCEL", "blue": "DRAW"}
    assert not story.clock.is_over
    story.check()


def test_a_game_is_called_off_by_all(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, "VOTE CANCEL\n", "red", "green", "blue")
    result = story.game.view(PUBLIC).result
    assert result
    assert result.is_void


def test_a_pause_by_vote_has_an_end_within_a_fortnight_and_is_over_by_itself(tmp_path: Path) -> None:
    story = _three(tmp_path)
    assert _votes(story, 1, "VOTE PAUSE 15d\n", "red") == ["1a red: VOTE PAUSE 15d (wish, failed)"]
    assert story.reason("red") == "By vote it is at most 14 days."
    _votes(story, 2, "VOTE PAUSE 5d\n", "red", "green")
    _votes(story, 3, "VOTE PAUSE 120h\n", "blue")
    assert story.waits() == "1a red suspended until None"
    assert story.clock.votes == {}
    assert story.run(3 + 119) == []
    assert story.run(3 + 120) == ["1a None: - (timeout, done)"]
    assert story.waits() == "1a red playing until 144"
    story.check()


def test_a_run_prints_what_a_vote_led_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = _three(tmp_path)
    _votes(story, 2, "VOTE EXTEND 20h\n", "red", "green", "blue")
    tell(story.game.terms, story.recorded())
    assert "riot 1a: The vote of all extended the deadline" in capsys.readouterr().out


def test_a_turn_gets_one_deadline_more_at_most(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, "VOTE EXTEND 25h\n", "red")
    assert story.reason("red") == "By vote it is at most 1 day."
    _votes(story, 2, "VOTE EXTEND 20h\n", "red", "green", "blue")
    assert story.waits() == "1a red playing until 44"
    _votes(story, 3, "VOTE EXTEND 20h\n", "red")
    assert story.reason("red") == "By vote it is at most 4 hours."
    story.check()


@pytest.mark.parametrize("more", ["", SECRETLY], ids=["open", "secret"])
def test_a_vote_for_more_time_is_for_its_own_turn(tmp_path: Path, more: str) -> None:
    story = _three(tmp_path, more, sealed=bool(more))
    _votes(story, 1, "VOTE EXTEND 20h\n", "red", "green")
    _votes(story, 2, DRAW, "green")
    story.run(3, "PASS", "red")
    _votes(story, 4, "VOTE EXTEND 20h\n", "green", "blue")
    assert story.waits() == "1b green playing until 27"
    story.check()


def test_bots_open_seats_and_those_who_left_are_not_asked(tmp_path: Path) -> None:
    story = _three(tmp_path)
    story.run(24)  # red missed it, and its seat is open
    story.drop(25, "blue")
    assert _votes(story, 26, DRAW, "red") == ["1b red: VOTE DRAW (wish, failed)"]
    assert "not asked" in str(story.reason("red"))
    assert _votes(story, 27, DRAW, "green") == ["1b green: - (wish, done)", "1b None: - (vote, done)"]
    assert story.clock.is_over
    story.check()


def test_who_leaves_last_of_those_who_did_not_vote_lets_the_others_agree(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, DRAW, "red", "green")
    story.drop(2, "blue")
    assert story.clock.is_over
    assert story.recorded(0)[-1].source == "vote"
    story.check()


def test_a_take_over_ends_the_vote_of_a_seat(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, DRAW, "red", "green")
    story.replaced(2, "green", "Gil")
    assert story.clock.votes == {"red": "DRAW"}
    story.check()


def test_an_undo_takes_back_what_was_agreed_with_the_last_vote(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, DRAW, "red", "green", "blue")
    undo = story.undo(2)
    assert story.clock.votes == {"red": "DRAW", "green": "DRAW"}
    assert story.run(3) == []
    assert said(undo).get("was") == {"acts": [{"act": "vote", "seat": "blue"}, "draw"]}
    story.check()


def test_an_undone_turn_keeps_the_time_that_was_voted_for(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, "VOTE EXTEND 20h\n", "red", "green", "blue")
    story.run(2, "PASS")
    story.undo(3)
    assert story.waits() == "1a red playing until 47"
    _votes(story, 4, "VOTE EXTEND 5h\n", "red")
    assert story.reason("red") == "By vote it is at most 4 hours."
    story.check()


@pytest.mark.parametrize("more", ["", SECRETLY], ids=["open", "secret"])
def test_a_vote_for_a_pause_ends_with_one_of_the_gms(tmp_path: Path, more: str) -> None:
    story = _three(tmp_path, more, sealed=bool(more))
    _votes(story, 1, "VOTE PAUSE 5d\n", "red", "green")
    story.pause(2)
    story.drop(3, "blue")
    story.resume(4)
    assert story.run(4) == []
    assert story.clock.paused is None
    story.check()


def test_a_pause_does_not_keep_players_from_a_draw(tmp_path: Path) -> None:
    story = League(tmp_path, LAMP).start()
    story.pause(1)
    _votes(story, 2, DRAW, "white", "black")
    assert story.clock.is_over


def test_everybody_reads_how_many_want_what(tmp_path: Path) -> None:
    story = _three(tmp_path)
    _votes(story, 1, "VOTE PAUSE 3d\n", "red", "green")
    assert lines(story.told("blue")[-1]) == [
        "1a green: vote",
        "    Gwen (green) voted: 2 of 3 want a pause of 3 days.",
    ]
    assert "; 2 of 3 want a pause of 3 days" in waiting_words(story.league, story.game.terms)


# Secret votes


def test_votes_are_secret_in_sealed_games_alone(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="votes: anybody reads the files of an open game"):
        small(tmp_path, SECRETLY).start()


def test_a_secret_vote_is_told_to_its_player_alone_and_done_when_all_agree(tmp_path: Path) -> None:
    story = _three(tmp_path, SECRETLY, sealed=True)
    assert _votes(story, 1, DRAW, "red", "green") == [
        "1a red: VOTE DRAW (wish, failed)",
        "1a green: VOTE DRAW (wish, failed)",
    ]
    assert "vote is noted" in str(story.reason("green"))
    assert not story.told("blue")
    assert not story.told("")
    assert _votes(story, 2, DRAW, "blue")[-1] == "1a None: - (vote, done)"
    assert story.clock.is_over
    story.check()


def test_secret_votes_that_differ_leave_nothing_that_others_could_tell_apart(tmp_path: Path) -> None:
    twins = [_three(tmp_path / name, SECRETLY, sealed=True) for name in ("one", "other")]
    for story, vote in zip(twins, (DRAW, "VOTE NONE\n"), strict=True):
        _votes(story, 1, vote, "green")
        _votes(story, 2, "VOTE PAUSE 3d\n", "red")
        story.run(3, "PASS", "red")
        story.check()
    one, other = ((story.folder / "clock.yaml").read_text().splitlines() for story in twins)
    veiled = [row for row in one if row not in other]
    assert [row.partition(":")[0].strip() for row in one] == [row.partition(":")[0].strip() for row in other]
    assert all(len(row) == len(twin) for row, twin in zip(one, other, strict=True))
    assert {row.partition(":")[0].strip() for row in veiled} <= {"green", "noted", "numbers"}
    assert twins[0].subjects() == twins[1].subjects()
    sizes = [[len(data) for data in files(story).values()] for story in twins]
    assert sizes[0] == sizes[1]
    for viewer in ("red", "blue", ""):
        assert twins[0].told(viewer) == twins[1].told(viewer)


def test_twins_whose_secret_votes_differ_have_the_same_pages_but_for_what_is_sealed(tmp_path: Path) -> None:
    pages = []
    for name, vote in (("one", DRAW), ("other", "VOTE CANCEL\n")):
        story = _three(tmp_path / name, SECRETLY, sealed=True)
        _votes(story, 1, vote, "green")
        story.run(2, "PASS", "red")
        out = tmp_path / name / "site"
        build(story.league, out)
        pages.append(site_in(out))
    one, other = pages
    assert one.keys() == other.keys()
    for place, data in one.items():
        assert len(data) == len(other[place]), place
        assert _without_sealed(data) == _without_sealed(other[place]), place
    assert b"DRAW" not in b"".join(data for place, data in one.items() if place.startswith("riot/"))


def _without_sealed(data: bytes) -> bytes:
    """A page without sealed text, ids of commits and digests of files."""
    return re.sub(rb"[0-9A-Za-z+/=_-]{10,}", b"", data)
