"""What the record of an undo says of the GM's acts that it took back: enough to name each of them."""

from __future__ import annotations

from pathlib import Path

from tests.kit.league import small
from tests.kit.reading import said
from tests.kit.verified import verified


def test_every_act_is_named_with_the_seat_that_it_was_about(tmp_path: Path) -> None:
    story = small(tmp_path, blue=True).start()
    story.pause(1)
    story.replaced(2, "green", "Rolf")
    story.drop(3, "red")
    story.drop(4, "blue", orphans=True)
    record = story.undo(5, to="1a")
    assert said(record).get("was") == {
        "acts": [
            "pause",
            {"act": "replace", "seat": "green", "was": {"name": "Gwen"}, "now": {"name": "Rolf"}},
            {"act": "drop", "seat": "red"},
            {"act": "drop", "seat": "blue", "orphans": True},
        ]
    }


def test_an_undo_of_an_undo_of_an_undo_names_what_is_gone_again(tmp_path: Path) -> None:
    story = small(tmp_path).start()
    story.pause(1)
    story.undo(2)
    assert said(story.undo(3)).get("was") == {"acts": ["undo"]}
    assert said(story.undo(4)).get("was") == {"acts": ["undo", "pause"]}
    assert verified(story.league, "riot").difference is None
