"""Public talk on the pages: folded on game page and sheets, and beside its turn in the replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.people.speech import erase, judge, say, unsay
from genetess_cli.turns.acts import Mute
from genetess_cli.turns.referee import act
from tests.kit.league import League, wide
from tests.site.html import Document

PAGES = "riot/index.html", "riot/sheet/green/index.html"


@pytest.fixture
def talking(tmp_path: Path) -> League:
    return wide(tmp_path).edit("players:", "talk: public\nplayers:").start().order("PASS")


def says(site: League, text: str, seat: str = "red", at: int = 3) -> None:
    now = site._at(at)
    say(site.league, "riot", judge(site.league, site.game, seat, text, now), now)


def test_without_messages_there_is_one_folded_line(talking: League) -> None:
    talking.build()
    for page in PAGES:
        assert "Public talk</h2>" in talking.page(page)
        assert "Nobody has said anything yet" in talking.page(page)
    assert '"talk"' not in talking.page("riot/replay.html")


def test_a_game_without_talk_has_nothing_of_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS")
    site.build()
    for page in PAGES:
        assert "talk" not in site.page(page).lower()


def test_whoever_can_hide_a_seats_talk_is_told_that_mails_still_have_it(talking: League) -> None:
    says(talking, "Well met")
    talking.build()
    for page in PAGES:
        assert "Mails still contain it." in talking.page(page)


def test_a_message_is_on_game_page_and_sheets_and_in_the_replay_without_the_minute(talking: League) -> None:
    says(talking, "Well met,\ngreen")
    talking.build()
    for page in PAGES:
        text = talking.page(page)
        assert "Public talk (1)" in text
        assert "turn 1b, 2027-01-15, no. 1" in text
        assert '<p class="said">Well met,<br>green</p>' in text
        assert "11:00" not in text.partition('id="talk"')[2].partition("</details>")[0]
    assert '"talk":{"1b":[["red","Well met,\\ngreen"]]}' in talking.page("riot/replay.html")


def test_a_muted_seat_reads_until_when_and_has_no_box(talking: League) -> None:
    act(talking.league, "riot", Mute("red", 7 * 86_400), talking._at(3))
    talking.build()
    sheets = [Document(talking.page(f"riot/sheet/{seat}/index.html")).text for seat in ("red", "green")]
    assert ["The GM has muted you" in sheet for sheet in sheets] == [True, False]
    assert "again after 2027-01-22 11:00 UTC" in sheets[0]
    assert 'id="say-text"' not in talking.page("riot/sheet/red/index.html")


def test_no_message_paints_over_others(talking: League) -> None:
    says(talking, "Zal" + "\u0335" * 60 + "go \u1e69")
    talking.build()
    text = talking.page(PAGES[0])
    assert "Zal" + "\u0335" * 4 + "go \u1e69" in text


def test_hostile_text_is_text(talking: League) -> None:
    says(talking, "<script>alert(1)</script> @gwen [x](https://evil.example) \u202e `a`")
    talking.build()
    for page in (*PAGES, "riot/replay.html"):
        text = talking.page(page)
        assert "<script>alert" not in text
        assert 'href="https://evil' not in text
        assert "\u202e" not in text


def test_the_newest_twenty_are_shown(talking: League) -> None:
    for number in range(25):
        says(talking, f"word {number}.", at=3 + 24 * (number // 5))
    talking.build()
    assert "word 24." in talking.page(PAGES[0])
    assert "word 5." in talking.page(PAGES[0])
    assert "word 4." not in talking.page(PAGES[0])
    assert "word 4." in talking.page("riot/replay.html")


@pytest.mark.parametrize("full", [False, True], ids=["on top", "full"])
def test_what_is_taken_away_or_erased_is_gone_from_a_build_over_carried_memory(
    talking: League, full: bool
) -> None:
    says(talking, "Xyzzy")
    says(talking, "Xyzzy again")
    talking.build()
    unsay(talking.league, "riot", 1, "an address", talking._at(4))
    erase(talking.league, "riot", 2, talking._at(4), False)
    talking.build(full=full)
    assert not [page for page in talking.out.rglob("*") if page.is_file() and b"Xyzzy" in page.read_bytes()]
    assert "Taken away by the GM: an address" in talking.page(PAGES[0])


def test_past_sheets_keep_nothing_of_what_was_said(talking: League) -> None:
    says(talking, "Xyzzy")
    talking.build()
    talking.order("PASS", "PASS")
    talking.build()
    past = talking.past("green")
    assert past
    assert not any("Xyzzy" in text or "Public talk" in text for text in past.values())


def test_a_sheet_leads_to_the_ways_of_its_player(talking: League) -> None:
    talking.reachable()
    talking.configure("mail: l@example.org\nsite: {repository: gail/league}\n")
    talking.build()
    sheet = talking.page(PAGES[1])
    assert "github.com/gail/league/new/main/games/riot/talk?filename=green-say.txt" in sheet
    assert 'href="mailto:l@example.org?subject=%5Briot/green%5D&amp;body=SAY%20"' in sheet
    assert "say-text" not in talking.page(PAGES[0])
