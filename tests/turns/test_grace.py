"""The grace that a deadline gets is on record: whom it was for, until when; `undo` and `verify` know of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.records import Record
from tests.kit.command import git, run
from tests.kit.history import replaced, tamper, verify
from tests.kit.league import League, small
from tests.kit.reading import records_in, said

MORE = "grace: 6h\n"


@pytest.fixture
def late(tmp_path: Path) -> League:
    """Green has the grace, until hour 31."""
    story = small(tmp_path, MORE).start()
    story.writes("red", "PASS\n").run(1)
    story.run(25)
    return story


def _records(story: League) -> list[Record]:
    return records_in(story.league, first=1)


def _verified(story: League) -> None:
    done = run(story.repository.top, "verify", "riot")
    assert done.status == 0, done.err


def test_the_record_says_whom_it_was_for_and_until_when(late: League) -> None:
    record = _records(late)[-1]
    assert (record.turn, record.seat, said(record).get("desk"), record.source) == (
        "1b",
        "green",
        "grace",
        "timeout",
    )
    assert said(record).get("was") == {"deadline": "2027-01-16T09:00:00Z"}
    assert said(record).get("now") == {"by": 21600, "deadline": "2027-01-16T15:00:00Z", "for": ["green"]}
    assert said(record).get("by") is None
    assert late.waits() == "1b green playing until 31"
    _verified(late)


def test_its_commit_is_one_of_a_turn_which_is_made_again_where_the_remote_has_moved(late: League) -> None:
    subject, *trailers = git(late.repository.top, "log", "-1", "--format=%B").splitlines()
    assert subject == "riot 1b green: deadline extended by the grace"
    assert "Genetess-Turn: 1b" in trailers
    assert not [each for each in trailers if each.startswith("Genetess-Desk")]


def test_undo_takes_back_the_turn_before_it_with_it(late: League) -> None:
    record = late.undo(26)
    assert record.back_to == 1
    assert said(record).get("was") == {"first": "1a", "last": "1a", "acts": ["grace"]}
    assert late.waits() == "1a red playing until 50"
    assert late.clock.attempts == {"1a": 1}
    _verified(late)


def test_undo_to_its_turn_takes_it_back_alone(late: League) -> None:
    record = late.undo(26, "1b")
    assert said(record).get("was") == {"acts": ["grace"]}
    assert not late.clock.grace_used
    assert late.waits() == "1b green playing until 50"
    _verified(late)


def test_undo_finds_nothing_where_only_a_grace_was_given(tmp_path: Path) -> None:
    story = small(tmp_path, MORE).start()
    story.run(24)
    story.refused("no order of riot has been played yet", story.undo, 25)


def test_in_round_0_it_names_nobody_and_the_round_is_taken_back_whole(tmp_path: Path) -> None:
    """Ruling G39."""
    story = small(tmp_path, MORE).edit("starting_e: 20", "starting_e: 20, gamble: [order]").start()
    story.run(24)
    assert _records(story)[-1].seat is None
    assert "for" not in said(_records(story)[-1])["now"]
    words = "Orders are missing; the grace extends the deadline by 6 hours,"
    assert words in " ".join(run(story.repository.top, "log", "riot").out.split())
    story.writes("red", "PASS\n").writes("green", "PASS\n").run(25)
    assert story.waits().startswith("1a ")
    assert story.undo(26).back_to == 2
    _verified(story)


TOLD = "extends the deadline by 6 hours, until 2027-01-16 15:00 UTC."


def test_log_tells_it_to_all(late: League) -> None:
    top = late.repository.top
    shown = " ".join(run(top, "log", "riot", "--as", "red").out.split())
    assert f"1b: grace No order of Gwen (green) arrived in time; the grace {TOLD}" in shown
    [entry] = [each for each in run(top, "log", "riot", "--as", "green", "--json").json if "desk" in each]
    assert entry == {
        "turn": "1b",
        "seat": "green",
        "order": None,
        "source": "timeout",
        "outcome": "done",
        "reason": None,
        "events": [{"kind": "grace", "text": f"No order of yours arrived in time; the grace {TOLD}"}],
        "desk": "grace",
        "by": None,
    }


def test_the_site_tells_it_on_the_turns_page_in_the_log_and_on_the_sheets(late: League) -> None:
    top = late.repository.top
    late.run(31)
    assert run(top, "build").status == 0
    pages = {path.relative_to(top / "_site").as_posix(): path for path in (top / "_site").rglob("*.html")}
    telling = [name for name, path in pages.items() if TOLD in " ".join(path.read_text().split())]
    for part in ("turns/0002-1b.html", "log", "red/", "green/"):
        assert [name for name in telling if part in name], (part, telling)
    [page] = [path for name, path in pages.items() if name.endswith("turns/0002-1b.html")]
    assert "the GM" not in page.read_text()


def test_verify_finds_a_grace_that_was_for_somebody_else_or_longer(late: League) -> None:
    top = late.repository.top
    for old, new, words in [
        ("for: .*]", "for: [red]", "now.for[0]: expected green, found red"),
        ("by: 21600", "by: 43200", "now.by: expected 21600, found 43200"),
        ("seat: green", "seat: red", "seat: expected green, found red"),
    ]:
        tip = git(top, "rev-parse", "HEAD")
        path = tamper(top, 2, "", replaced(old, new))
        assert f"{path}: {words}" in verify(top).err
        git(top, "reset", "--quiet", "--hard", tip)


def test_verify_finds_a_time_out_before_which_a_grace_was_due(late: League) -> None:
    late.run(31)
    late.run(63)  # too late for a grace
    path = tamper(late.repository.top, 4, "", replaced("(?m)^at: .*", 'at: "2027-01-17T15:00:00Z"'))
    assert f"{path}: outcome: expected done, found timed out" in verify(late.repository.top).err
