"""Atom feeds, read by a feed reader's own parser: of the league, of a game, of a player."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.site.places import key_of
from genetess_cli.store.records import Holder
from genetess_cli.turns.acts import Pause, Replace, undo
from genetess_cli.turns.referee import act
from tests.kit.boards import SHORT
from tests.kit.league import BEGIN, HOUR, League, wide

EVIL = "<script>alert(1)</script>&]]>,;\\"
DAY = 24 * HOUR
ADDRESS = "https://example.org/league/"


def _read(site: League, place: str) -> Any:
    found = feedparser.parse((site.out / place).read_bytes())
    assert not found.bozo, found.get("bozo_exception")
    return found


def _of(name: str) -> str:
    return f"player-{key_of(name, None)}.atom"


def _titles(site: League, place: str) -> list[str]:
    return [entry.title for entry in _read(site, place).entries]


def _with_address(site: League) -> League:
    (site.root / "genetess.yaml").write_text(f"title: The Test League\nsite: {{base_url: '{ADDRESS}'}}\n")
    return site


@pytest.fixture
def site(tmp_path: Path) -> League:
    made = wide(tmp_path, board=SHORT).start().order("MOVE C2 E-E", "PASS", "MOVE B17 N")
    made.build()
    return made


def test_a_feed_has_what_every_feed_must_have(site: League) -> None:
    for place in ("feed.atom", "riot/feed.atom", _of("Ragnar"), _of("Gwen")):
        found = _read(site, place)
        assert found.version == "atom10"
        assert found.feed.id.startswith("urn:uuid:")
        assert found.feed.title
        assert found.feed.author == "The Test League"
        assert found.feed.updated == max(entry.updated for entry in found.entries)
        ids = [entry.id for entry in found.entries]
        assert len(ids) == len(set(ids))
        for entry in found.entries:
            assert entry.title
            assert entry.link
            assert entry.updated
            assert entry.content[0].value


def test_feeds_have_ids_of_their_own(site: League) -> None:
    places = ("feed.atom", "riot/feed.atom", _of("Ragnar"), _of("Gwen"), _of("Bo"))
    assert len({_read(site, place).feed.id for place in places}) == 5


def test_a_games_feed_has_every_turn_the_newest_first(site: League) -> None:
    assert _titles(site, "riot/feed.atom") == [
        "Riot, turn 1c: blue", "Riot, turn 1b: green", "Riot, turn 1a: red", "Riot has begun",
    ]  # fmt: skip


def test_an_entry_keeps_its_id_as_the_game_goes_on(site: League) -> None:
    before = {entry.title: entry.id for entry in _read(site, "riot/feed.atom").entries}
    site.order("MOVE B2 E").build()
    after = {entry.title: entry.id for entry in _read(site, "riot/feed.atom").entries}
    assert before.items() < after.items()


def test_a_players_feed_says_that_it_is_their_move_and_until_when(site: League) -> None:
    newest = _read(site, _of("Ragnar")).entries[0]
    assert newest.title == "Riot, turn 2a: your move"
    assert newest.content[0].value.startswith("Your move, red in Riot. Order by 2027-01-18 11:00 UTC.")
    assert newest.link.endswith("riot/sheet/red/index.html")
    site.order("MOVE B2 E").build()
    assert "Order by" not in _read(site, _of("Ragnar")).entries[0].content[0].value
    assert _titles(site, _of("Gwen"))[0] == "Riot, turn 2b: your move"


def test_whoever_takes_over_a_seat_that_is_to_move_is_told_so(site: League) -> None:
    [before] = [
        each for each in _read(site, _of("Ragnar")).entries if each.title == "Riot, turn 2a: your move"
    ]
    act(
        site.league,
        "riot",
        Replace("red", Holder("Newbie", None)),
        BEGIN + 9 * HOUR,
    )
    site.build()
    moves = [entry for entry in _read(site, _of("Newbie")).entries if "your move" in entry.title]
    assert [entry.title for entry in moves] == ["Riot, turn 2a: your move"]
    assert moves[0].content[0].value.startswith("Your move, red in Riot. Order by ")
    assert moves[0].id == before.id
    assert _titles(site, _of("Ragnar")) == []


def test_turns_that_were_over_before_are_not_told_to_who_takes_over_a_seat(site: League) -> None:
    assert "Riot, turn 1b: your move" in _titles(site, _of("Gwen"))
    act(
        site.league,
        "riot",
        Replace("green", Holder("Newbie", None)),
        BEGIN + 9 * HOUR,
    )
    site.build()
    assert not any("your move" in title for title in _titles(site, _of("Newbie")))
    site.order("MOVE B2 E").build()
    moves = [title for title in _titles(site, _of("Newbie")) if "your move" in title]
    assert moves == ["Riot, turn 2b: your move"]


def test_who_has_two_seats_is_told_once_of_what_concerns_both(tmp_path: Path) -> None:
    site = wide(tmp_path, red="Gwen", board=SHORT).start().order("PASS")
    site.build()
    entries = _read(site, _of("Gwen")).entries
    assert sorted(entry.title for entry in entries) == [
        "Riot has begun", "Riot, turn 1a: your move", "Riot, turn 1b: your move",
    ]  # fmt: skip
    assert len({entry.id for entry in entries}) == 3


def test_the_leagues_feed_has_news_alone(site: League) -> None:
    assert _titles(site, "feed.atom") == ["Riot has begun"]
    act(site.league, "riot", Pause(reason="the flu"), BEGIN + 9 * HOUR)
    site.build()
    [paused, _] = _read(site, "feed.atom").entries
    assert paused.title == "Riot, turn 2a: GM"
    assert "paused the game: the flu" in paused.content[0].value
    assert paused.id in [entry.id for entry in _read(site, _of("Ragnar")).entries]


def test_the_end_is_news_for_all(tmp_path: Path) -> None:
    board = SHORT.replace("K2: {Q2: K, P2: ABC, Q3: AREU}", "K2: {D2: K}").replace("{B17: K}", "{C3: K}")
    site = wide(tmp_path, board=board).start().order("MOVE C2 SE-N", "PASS", "MOVE D2 W-S")
    site.build()
    for place in ("feed.atom", "riot/feed.atom", _of("Ragnar"), _of("Bo")):
        newest = _read(site, place).entries[0]
        assert newest.title == "Riot is over"
        assert "Ragnar (red) won" in newest.content[0].value or "Ragnar (red) won" in newest.content[0].value
    assert not any("your move" in title for title in _titles(site, _of("Bo"))[:1])


def test_links_are_absolute_where_the_league_has_an_address(site: League) -> None:
    _with_address(site).build()
    for place in ("feed.atom", "riot/feed.atom", _of("Ragnar")):
        root = ElementTree.fromstring((site.out / place).read_bytes())
        links = [link.attrib for link in root.iter("{http://www.w3.org/2005/Atom}link")]
        assert all(link["href"].startswith("https://example.org/league/") for link in links)
        assert "//" not in links[0]["href"].removeprefix("https://")
        [own] = [link["href"] for link in links if link["rel"] == "self"]
        assert own == f"{ADDRESS}{place}"


def test_links_are_relative_to_the_feed_where_it_has_none_and_pages_say_so(site: League) -> None:
    for place in ("feed.atom", "riot/feed.atom"):
        root = ElementTree.fromstring((site.out / place).read_bytes())
        for link in root.iter("{http://www.w3.org/2005/Atom}link"):
            assert ((site.out / place).parent / link.attrib["href"]).exists()
    assert "Copy their addresses" in site.page("riot/index.html")
    _with_address(site).build()
    assert "Copy their addresses" not in site.page("riot/index.html")
    assert "webcal://example.org/league/riot/deadlines.ics" in site.page("riot/index.html")


def test_a_name_is_text_wherever_it_stands(tmp_path: Path) -> None:
    site = wide(tmp_path, name=f"Riot {EVIL}", red=EVIL.replace("\\", "\\\\")).start().order("PASS")
    site.build()
    feed = _read(site, "riot/feed.atom")
    assert feed.entries[0].title == f"Riot {EVIL}, turn 1a: red"
    for place in site.pages():
        if place.endswith(".atom"):
            text = (site.out / place).read_text()
            assert "<script" not in text


def test_of_a_failed_order_nothing_is_told(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", "MOVE D9 N\n").tick()
    site.build()
    for place in ("feed.atom", "riot/feed.atom", _of("Ragnar")):
        text = (site.out / place).read_text()
        assert "D9" not in text
        assert "fail" not in text
    assert _titles(site, "riot/feed.atom") == ["Riot has begun"]


def test_what_was_taken_back_says_so_under_the_same_id(site: League) -> None:
    site.order("PASS").build()
    before = _read(site, "riot/feed.atom").entries[0]
    undo.undo(site.league, "riot", BEGIN + 9 * HOUR, None, None)
    site.build()
    entries = {entry.id: entry for entry in _read(site, "riot/feed.atom").entries}
    assert entries[before.id].content[0].value.split(" Commit ")[0].endswith("This was undone later.")
    assert entries[before.id].title == before.title
    assert "Riot, turn 2a: your move" in _titles(site, _of("Ragnar"))[:2]


def test_a_game_that_has_not_begun_has_no_feed(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.build()
    assert not (site.out / "riot" / "feed.atom").exists()
    assert _read(site, "feed.atom").entries == []
    assert "feed.atom" not in site.page("riot/index.html")


def test_feeds_of_a_sealed_game_tell_what_its_public_pages_tell(tmp_path: Path) -> None:
    orders = ("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    feeds = []
    for name, sealed in (("open", False), ("sealed", True)):
        site = wide(tmp_path / name, sealed=sealed).start().order(*orders)
        site.build()
        feeds.append(
            {
                place: re.sub(b"Commit [0-9a-f]{40}", b"Commit", data)
                for place, data in site.pages().items()
                if place.endswith((".atom", ".ics"))
            }
        )
    assert feeds[0] == feeds[1]
    assert PUBLIC.encode() not in b"".join(feeds[1].values())


def test_entries_of_one_second_come_newest_first(tmp_path: Path) -> None:
    """As when bots play on, or a run carries out several turns."""
    site = wide(tmp_path, board=SHORT).start()
    for _ in range(4):
        site.order_in("riot", 1, "PASS")
    site.build()
    titles = [title for title in _titles(site, "riot/feed.atom") if "turn" in title]
    labels = [re.search(r"turn (\w+)", title) for title in titles]
    turns = [found[1] for found in labels if found]
    assert turns == sorted(turns, reverse=True)
    assert len(turns) > 2
