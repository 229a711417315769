"""An order that reached the GM by other means: record, commit and all that is told say who brought it and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.records import Record
from tests.kit.command import Done, git, run
from tests.kit.history import replaced, tamper, verify
from tests.kit.league import League, small
from tests.kit.reading import records_in, said

NOW = ("--now", "2027-01-15T09:00:00Z")
WHY = "The GM entered the order of Ragnar (red): by telephone."


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path, "holiday: 10d\n").start()


def bring(story: League, *options: str, order: str = "MOVE B2 E") -> Done:
    seat = () if "--seat" in options else ("--seat", "red")
    return run(story.repository.top, "resolve", "riot", "--order", order, *seat, *options, *NOW)


def _last(story: League) -> Record:
    return records_in(story.league, first=1)[-1]


def test_record_and_commit_say_who_brought_it_and_why(story: League) -> None:
    done = bring(story, "--reason", "by telephone")
    assert done.status == 0, done.err
    assert "entered by the GM: by telephone" in done.out
    assert (_last(story).source, said(_last(story)).get("by"), _last(story).reason) == (
        "gm",
        None,
        "by telephone",
    )
    subject = git(story.repository.top, "log", "-1", "--format=%s")
    assert subject == "riot 1a red: MOVE B2 E (entered by the GM: by telephone)"
    assert verify(story.repository.top).status == 0


def test_the_reason_can_be_left_out(story: League) -> None:
    bring(story)
    assert (said(_last(story)).get("by"), _last(story).reason) == (None, None)
    assert git(story.repository.top, "log", "-1", "--format=%s").endswith("MOVE B2 E (entered by the GM)")
    assert "The GM entered the order of Ragnar (red)." in run(story.repository.top, "log", "riot").out
    assert verify(story.repository.top).status == 0


def test_log_tells_it_to_all(story: League) -> None:
    bring(story, "--reason", "by telephone")
    top = story.repository.top
    assert run(top, "log", "riot").out.count("by telephone") == 1
    assert WHY in run(top, "log", "riot", "--as", "green").out
    own = run(top, "log", "riot", "--as", "red").out
    assert "The GM entered this order: by telephone." in own
    [entry] = run(top, "log", "riot", "--as", "green", "--json").json
    assert (entry["order"], entry["source"], entry["reason"]) == (None, "gm", "by telephone")
    assert entry["events"][0] == {"kind": "brought", "text": WHY}


def test_the_site_tells_it_in_the_log_and_on_the_sheets_and_not_as_news_of_the_league(story: League) -> None:
    bring(story, "--reason", "by telephone")
    top = story.repository.top
    assert run(top, "build").status == 0
    pages = {
        path.relative_to(top / "_site").as_posix(): path.read_text()
        for path in (top / "_site").rglob("*.html")
    }
    for part in ("turns/0001-1a.html", "log", "green/"):
        assert [name for name, page in pages.items() if part in name and WHY in " ".join(page.split())], part
    assert [
        name for name, page in pages.items() if "red/" in name and "entered this order: by telephone" in page
    ]
    assert "entered" not in pages["index.html"]
    assert WHY in (top / "_site/riot/feed.atom").read_text()
    assert WHY not in (top / "_site/feed.atom").read_text()


def test_a_holiday_can_be_brought_with_a_reason(story: League) -> None:
    assert bring(story, "--reason", "a letter", order="HOLIDAY").status == 0
    assert (_last(story).order, said(_last(story)).get("by"), _last(story).reason) == (
        "HOLIDAY",
        None,
        "a letter",
    )
    assert verify(story.repository.top).status == 0


def test_undo_takes_it_back(story: League) -> None:
    bring(story, "--reason", "by telephone")
    assert said(story.undo(2)).get("was") == {"first": "1a", "last": "1a"}
    assert verify(story.repository.top).status == 0


@pytest.mark.parametrize("reason", ["", " ", "two\nlines", "x" * 201])
def test_a_reason_is_one_line(story: League, reason: str) -> None:
    done = bring(story, "--reason", reason)
    assert done.status == 2
    assert "reason is one line" in done.err


def test_a_reason_goes_with_an_order(story: League) -> None:
    done = run(story.repository.top, "resolve", "riot", "--reason", "by telephone", *NOW)
    assert done.status == 2
    assert "--seat and --reason need --order" in done.err


def test_what_nobody_brought_names_nobody(story: League) -> None:
    story.writes("red", "PASS\n").run(1)
    assert said(_last(story)).get("by") is None
    path = tamper(story.repository.top, 1, "", replaced(r"\Z", "by: Bob\n"))
    assert f"{path}: by: expected nothing, found Bob" in verify(story.repository.top).err
