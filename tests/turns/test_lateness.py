"""Who is charged with a missed deadline, and whose seat opens: what a timeline of two players cannot show."""

from __future__ import annotations

from pathlib import Path

from genetess_cli.rules.base import PUBLIC
from genetess_cli.turns.clock import open_seats
from tests.kit.league import League, small
from tests.kit.reading import said

THREE = """\
map: |
  #########
  #.......#
  #.......#
  #########
starts:
  K1: {B2: K, C2: AB}
  K2: {C3: K, H2: AP}
  K3: {H3: K}
"""


def _open(story: League) -> list[str]:
    game = story.game
    return open_seats(game.clock, game.file, game.view(PUBLIC))


def test_the_seat_of_a_player_who_is_out_is_never_open(tmp_path: Path) -> None:
    """Ruling G41: a ronin still plays, and can be timed out; but there is nothing to win by it any more."""
    story = small(tmp_path, "drop_after: 1\n", THREE)
    story.edit("rules:", "  - {seat: blue, name: Bo, start: K3}\nrules:")
    story.start()
    story.run(1, order="MOVE B2 S", seat="red")
    story.run(2, order="PASS", seat="green")
    story.run(3, order="PASS", seat="blue")
    assert story.run(4, order="MOVE B3 E", seat="red") == ["2a red: MOVE B3 E (gm, done)"]
    assert story.waits() == "2b green playing until 28"
    [record] = story.records(28)
    assert (record.seat, record.outcome, said(record).get("opened")) == ("green", "timed out", None)
    assert story.clock.missed == {"green": 1}
    assert _open(story) == []


def test_a_limit_set_lower_in_between_opens_a_seat_at_once(tmp_path: Path) -> None:
    story = small(tmp_path, "drop_after: 5\n").start()
    story.run(24)
    story.run(25, order="PASS")
    story.run(49)
    assert _open(story) == []
    story.edit("drop_after: 5", "drop_after: 2")
    assert _open(story) == ["red"]


def test_in_round_0_everybody_who_is_not_in_is_charged(tmp_path: Path) -> None:
    """There is always something to gamble for, so that nobody is excused."""
    story = small(tmp_path, "drop_after: 1\n")
    game = story.folder / "game.yaml"
    text = game.read_text().replace(", start: K1", "").replace(", start: K2", "")
    game.write_text(text.replace("rules: {", "rules: {gamble: [start], "))
    story.start()
    story.writes("red", "PASS\n")
    done = story.records(24)
    assert [(record.seat, record.outcome, said(record).get("opened")) for record in done] == [
        ("red", "done", None),
        ("green", "timed out", "green"),
    ]
