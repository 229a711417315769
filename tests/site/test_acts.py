"""What the GM did, on the pages: in the log, on every sheet, and on the pages of what was taken back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.rules.voice import Voice
from genetess_cli.site import build
from genetess_cli.store.people.speech import unsay
from genetess_cli.store.records import Acted, Holder
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns.acts import Cancel, Drop, Mute, Pause, Replace, Say, ToldAct
from genetess_cli.turns.acts.act import Act
from genetess_cli.turns.acts.undo import undo
from genetess_cli.turns.referee import act
from genetess_cli.turns.timeline import record_in
from tests.kit.league import BEGIN, HOUR, League, at, site_in, wide
from tests.site.test_talk import says

DROPPED = {"act": "drop", "seat": "red"}
GWEN = {"name": "Gwen", "github": None}
NAMES = {"red": "Ragnar", "green": "Gwen"}


def told(act: str, turn: str, seat: str | None = None, reason: str | None = None, **fields: object) -> str:
    """The sentence of a record, as red hears it."""
    said = {"number": 2, "turn": "1b", "next": turn, "at": "2026-11-24T18:00:00Z", "rules_version": 1}
    said |= {
        "seat": seat,
        "desk": act,
        "by": "Gail",
        "reason": reason,
        "source": "gm",
        "outcome": "done",
        **fields,
    }
    record = record_in(api.read_program(api.dump(said).encode(), "a record"))
    assert isinstance(record, Acted)
    return ToldAct(record).words(Voice("red", NAMES))


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (told("pause", "1a", reason="On the road."), "The GM paused the game: On the road."),
        (told("resume", "1a"), "The GM resumed the game."),
        (
            told("resume", "1a", now={"deadline": "2026-11-24T18:00:00Z"}),
            "The GM resumed the game, with time to order until 2026-11-24 18:00 UTC.",
        ),
        (
            told("extend", "1a", now={"by": 172_800}),
            "The GM extended the deadline by 2 days, from the end of the pause.",
        ),
        (
            told("extend", "1a", now={"by": 5400}),
            "The GM extended the deadline by 1 hour 30 minutes, from the end of the pause.",
        ),
        (
            told("undo", "3a", back_to=1, was={"first": "3a", "last": "3a"}),
            "The GM undid turn 3a; the game goes on in turn 3a.",
        ),
        (told("undo", "3a", back_to=1), "The GM began turn 3a again."),
        (
            told("undo", "3a", back_to=1, was={"first": "3a", "last": "4b"}),
            "The GM undid turns 3a to 4b; the game goes on in turn 3a.",
        ),
        (
            told("undo", "3a", back_to=1, was={"first": "3a", "last": "3a", "acts": ["pause", DROPPED]}),
            "The GM undid turn 3a, the pause and the drop of red; the game goes on in turn 3a.",
        ),
        (
            told(
                "undo",
                "3a",
                back_to=1,
                was={"first": "3a", "last": "3a", "acts": ["pause", "resume", "pause"]},
            ),
            "The GM undid turn 3a, the pause (2 times) and the end of the pause; the game goes on in turn 3a.",
        ),
        (
            told("replace", "3a", "green", was=GWEN, now={"name": "Rolf", "github": None}),
            "The GM gave the seat green to Rolf instead of Gwen.",
        ),
        (
            told("drop", "3a", "green"),
            "The GM reports that Gwen (green) has left; the seat’s turns are skipped "
            "until someone takes the seat.",
        ),
        (
            told("drop", "3a", "red"),
            "The GM reports that you have left; your turns are skipped until someone takes the seat.",
        ),
        (
            told("drop", "3a", "green", now={"orphans": True}),
            "The GM took Gwen (green) out of the game.",
        ),
        (told("finish", "3a", reason="Winter"), "The GM ended the game: Winter."),
        (
            told("draw", "3a", now={"agreed": ["red", "green"]}),
            "You and Gwen (green) agreed to a draw, and the GM ended the game.",
        ),
    ],
)
def test_every_act_is_told_in_a_sentence(act: str, words: str) -> None:
    assert act == words


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("resume", "the end of the pause"),
        ("extend", "the extension of the deadline"),
        ("undo", "the last undo"),
        ("finish", "the end of the game"),
        ("draw", "the draw"),
        ({**DROPPED, "orphans": True}, "the removal of red"),
        (
            {"act": "replace", "seat": "green", "was": "Gwen", "now": "Rolf"},
            "the replacement of Gwen by Rolf",
        ),
        ({"act": "replace", "seat": "green", "was": "Gwen", "now": "Gwen"}, "the return of Gwen"),
    ],
)
def test_an_undo_says_what_it_took_back(act: object, words: str) -> None:
    done = told("undo", "3a", back_to=1, was={"acts": [act]})
    assert done == f"The GM undid {words}; the game goes on in turn 3a."


@pytest.fixture
def site(tmp_path: Path) -> League:
    return wide(tmp_path)


def _page(site: League, place: str) -> str:
    return site.page(f"riot/{place}")


def _built(site: League) -> None:
    build.build(site.league, site.out)


def _same_as_in_full(site: League, folder: Path) -> None:
    """What was built step by step is what a build from nothing makes."""
    build.build(site.league, folder, full=True)
    pages = site.pages()
    for place, data in site_in(folder).items():
        assert pages[place] == data, place


def _now(site: League) -> int:
    return BEGIN + (site.hour + 1) * HOUR


def test_a_pause_is_told_on_the_home_and_on_every_sheet(site: League) -> None:
    site.start()
    _built(site)
    act(site.league, "riot", Pause(reason="the GM is ill"), BEGIN + HOUR)
    _built(site)
    for place in ("index.html", "sheet/red/index.html", "sheet/green/index.html"):
        assert "paused the game: the GM is ill." in _page(site, place)
        paused = "The GM has paused the game" if place == "index.html" else "<b>Clock stopped</b>"
        assert paused in _page(site, place)
    assert '<p class="stands">Paused.</p>' in (site.out / "index.html").read_text()
    assert "The GM: pause" in _page(site, "turns/0001-1a.html")


def test_a_pause_with_an_end_is_told_with_it_and_then_that_it_is_over(site: League, tmp_path: Path) -> None:
    site.start()
    act(site.league, "riot", Pause(Time(BEGIN + 30 * HOUR)), BEGIN + HOUR)
    _built(site)
    end = "Sat 16 Jan, 14:00 UTC</time>"
    for place in ("index.html", "sheet/red/index.html", "sheet/green/index.html"):
        assert end in _page(site, place)
    assert (
        f'Paused until <time datetime="2027-01-16T14:00:00Z">{end}.' in (site.out / "index.html").read_text()
    )
    site.run(31)
    _built(site)
    for place in ("index.html", "sheet/red/index.html", "turns/0002-1a.html"):
        assert "The end of the pause resumed the game, with time to order until" in _page(site, place)
    _same_as_in_full(site, tmp_path / "full")


def test_a_game_that_is_called_off_says_so_and_counts_for_nobody(site: League, tmp_path: Path) -> None:
    site.start()
    site.play(3)
    _built(site)
    act(site.league, "riot", Cancel(reason="too few are left"), _now(site))
    _built(site)
    for place in ("index.html", "sheet/red/index.html"):
        assert "called the game off: too few are left." in _page(site, place)
        assert "called off" in _page(site, place)
    home = (site.out / "index.html").read_text()
    assert "called off" in home
    assert "<td" not in (site.out / "standings.html").read_text()
    _same_as_in_full(site, tmp_path / "full")


def test_an_undo_is_told_to_all_and_what_was_taken_back_is_marked_and_stays(
    site: League, tmp_path: Path
) -> None:
    site.start()
    site.play(1)
    _built(site)
    assert "Undone later" not in _page(site, "index.html")
    undo(site.league, "riot", _now(site), reason="wrong order")
    _built(site)
    for place in (
        "index.html",
        "log/01.html",
        *(f"sheet/{seat}/index.html" for seat in ("red", "green", "blue")),
    ):
        assert "undid turn 1a; the game goes on in turn 1a: wrong order." in _page(site, place)
    for place in ("turns/0001-1a.html", "sheet/red/0001.html", "sheet/green/0001.html"):
        assert "This was undone later" in _page(site, place)
    assert "It was undone later." in _page(site, "sheet/red/index.html")
    assert "This was undone later" not in _page(site, "turns/0002-1b.html")
    _same_as_in_full(site, tmp_path / "full")


def test_a_sheet_says_that_what_an_undo_put_back_waits(site: League) -> None:
    said = "An undo put these orders back. They wait until you send them again, or for your deadline"
    site.start().writes("red", "* PASS\n").run(1)
    site.undo(2)
    site.build()
    assert said in site.page("riot/sheet/red/index.html")
    assert said not in site.page("riot/sheet/green/index.html")
    site.writes("red", "MOVE B2 S\n")
    site.build()
    assert said not in site.page("riot/sheet/red/index.html")


@pytest.mark.parametrize("orders", ["* PASS\n* PASS\n", "PASS\n"])
def test_an_undo_is_still_told_to_a_seat_whose_turn_went_by_itself_since(site: League, orders: str) -> None:
    """A starred order, a stored one or a time-out is nobody's word that the sheet before was read."""
    site.writes("red", orders).start().tick(84)
    undo(site.league, "riot", _now(site), reason="the board was wrong")
    site.tick(90)
    _built(site)
    assert "undid turn 1a; the game goes on in turn 1a: the board was wrong." in _page(
        site, "sheet/red/index.html"
    )


def test_an_act_is_told_until_a_second_turn_of_its_reader_has_gone_by_itself(site: League) -> None:
    site.start().extend(1, 1)
    for turn, is_told in (("1b", True), ("2a", True), ("2b", False)):
        while site.clock.turn != turn:
            site.tick(84)
        _built(site)
        assert ("The GM extended the deadline by 1 hour" in _page(site, "sheet/red/index.html")) == is_told


def test_an_undo_is_not_told_any_more_once_its_reader_has_ordered(site: League) -> None:
    site.writes("red", "* PASS\n").start().tick()
    undo(site.league, "riot", _now(site), reason="the board was wrong")
    site.hour += 1
    site.writes("red", "PASS\n").tick()
    _built(site)
    assert ") undid " not in _page(site, "sheet/red/index.html")


@pytest.mark.exhaustive
def test_a_build_goes_on_behind_an_undo(site: League, tmp_path: Path) -> None:
    site.start()
    site.play(2)
    undo(site.league, "riot", _now(site))
    _built(site)
    site.play(1)
    _built(site)
    _same_as_in_full(site, tmp_path / "one")
    undo(site.league, "riot", _now(site) + HOUR)
    undo(site.league, "riot", _now(site) + 2 * HOUR)
    _built(site)
    _same_as_in_full(site, tmp_path / "two")
    assert "This was undone later" in _page(site, "turns/0002-1b.html")


def test_a_seat_that_was_left_wants_a_player(site: League) -> None:
    site.start()
    act(site.league, "riot", Drop("green"), BEGIN + HOUR)
    _built(site)
    assert "has left, the seat is free" in _page(site, "index.html")
    assert "is free: its player has left" in _page(site, "index.html")
    assert "genetess replace riot green NAME@LOGIN" in _page(site, "index.html")
    assert "A seat is free: Gwen (green)." in _page(site, "../index.html")


def test_why_somebody_has_left_stands_beside_it(site: League) -> None:
    site.start()
    act(
        site.league,
        "riot",
        Drop("green", reason="No word since May."),
        BEGIN + HOUR,
    )
    _built(site)
    assert "left: No word since May. The seat’s turns are skipped" in _page(site, "index.html")
    assert "left: No word since May. Your turns are skipped" in _page(site, "sheet/green/index.html")


def test_nobody_is_promised_the_deadline_of_a_seat_that_was_left(site: League) -> None:
    site.start()
    act(site.league, "riot", Drop("red"), BEGIN + HOUR)
    _built(site)
    seat, you = (
        "The player has left, so the next run skips the turn.",
        "You have left the game, so",
    )
    for place, told in (
        ("index.html", seat),
        ("sheet/red/index.html", you),
        ("sheet/green/index.html", seat),
    ):
        assert told in _page(site, place)
        banner = _page(site, place).split('class="banner', 1)[1].partition("</p>")[0]
        assert "<time" not in banner
        assert "deadline" not in banner
    assert "<time" not in _page(site, "../index.html").partition("<tbody>")[2].partition("</tbody>")[0]


def test_who_has_left_missed_no_deadline(site: League, tmp_path: Path) -> None:
    site.start()
    act(site.league, "riot", Drop("red"), BEGIN + HOUR)
    site.tick(2)
    _built(site)
    for place in ("index.html", "log/01.html", "sheet/green/index.html", "turns/0002-1a.html"):
        assert "Ragnar (red) left the game, so the turn was skipped." in _page(site, place)
    assert "You left the game, so the turn was skipped." in _page(site, "sheet/red/index.html")
    site.order("PASS")
    _built(site)
    _same_as_in_full(site, tmp_path / "full")


def test_no_order_closes_a_seat_that_was_open_when_its_player_left(tmp_path: Path) -> None:
    site = wide(tmp_path, more="drop_after: 1\n").start().tick(84)
    act(site.league, "riot", Drop("red"), _now(site))
    _built(site)
    assert "its player has left" in _page(site, "index.html")
    assert "closes it again" not in _page(site, "index.html")


def test_who_was_taken_out_is_told_with_what_becomes_of_the_pieces(site: League) -> None:
    site.start()
    act(site.league, "riot", Drop("green", orphans=True), at(1))
    _built(site)
    home = _page(site, "index.html")
    assert "took Gwen (green) out of the game. Gwen’s pieces belong to nobody any more." in home


def test_old_turns_keep_the_name_of_who_played_them(site: League, tmp_path: Path) -> None:
    site.start().order("PASS").tick(84)
    replaced(site, "Rolf")
    site.order("PASS", "PASS").tick(84)
    replaced(site, "Nils")
    _built(site)
    assert "Gwen (green) missed the deadline" in _page(site, "sheet/red/0002.html")
    assert "<bdi>Gwen</bdi>" in _page(site, "sheet/green/0002.html")
    assert "Rolf" not in _page(site, "turns/0002-1b.html")
    assert "<bdi>Rolf</bdi>" in _page(site, "sheet/green/0003.html")
    for name in ("Gwen", "Rolf"):
        assert _page(site, "log/01.html").count(f"{name} (green) missed the deadline") == 1
    assert "<bdi>Nils</bdi>" in _page(site, "sheet/green/index.html")
    assert "<bdi>Gwen</bdi>" not in _page(site, "sheet/green/index.html")
    site.order("PASS")
    _built(site)
    _same_as_in_full(site, tmp_path / "full")


def test_who_got_a_seat_back_by_an_undo_is_named_again(site: League, tmp_path: Path) -> None:
    site.start().order("PASS")
    replaced(site, "Rolf")
    site.order("PASS")
    site.hour += 1
    undo(site.league, "riot", BEGIN + site.hour * HOUR, to="1b")
    site.order("PASS")
    _built(site)
    assert "<bdi>Rolf</bdi>" in _page(site, "turns/0003-1b.html")
    assert "<bdi>Gwen</bdi>" in _page(site, "turns/0005-1b.html")
    assert "<bdi>Rolf</bdi>" in _page(site, "sheet/green/0003.html")
    assert "<bdi>Gwen</bdi>" in _page(site, "sheet/green/0004.html")
    _same_as_in_full(site, tmp_path / "full")


def replaced(site: League, name: str) -> None:
    site.hour += 1
    action = Replace("green", Holder(name, None))
    act(site.league, "riot", action, BEGIN + site.hour * HOUR)


def test_votes_are_on_the_home_and_on_every_sheet_until_they_are_carried(
    site: League, tmp_path: Path
) -> None:
    site.start()
    site.writes("green", "VOTE DRAW\n").run(1)
    _built(site)
    for place in ("index.html", "sheet/red/index.html", "sheet/green/index.html"):
        assert _page(site, place).count("1 of 3 wants a draw.") >= 2, (
            "in the news, and beside whose move it is"
        )
    site.writes("red", "VOTE DRAW\n").writes("blue", "VOTE DRAW\n").run(2)
    _built(site)
    assert "agreed to a draw, and the vote of all ended the game." in _page(site, "index.html")
    _same_as_in_full(site, tmp_path / "full")


def test_a_hostile_reason_is_text_on_every_page_and_feed(tmp_path: Path) -> None:
    site = wide(tmp_path).edit("players:", "talk: public\nplayers:").start().order("PASS")
    says(site, "Well met")
    reason = "<b>Big</b> [x](https://evil.example) @gwen"
    unsay(site.league, "riot", 1, reason, at(2))
    muted = Mute("red", HOUR, reason=reason)
    acts: list[Act[Any]] = [Say(reason=reason), muted, Pause(reason=reason), Cancel(reason=reason)]
    for hour, each in enumerate(acts, start=3):
        act(site.league, "riot", each, at(hour))
    site.build()
    told = {place: data.decode() for place, data in site_in(site.out).items() if b"evil.example" in data}
    assert {"riot/index.html", "riot/sheet/red/index.html", "riot/log/01.html", "feed.atom"} <= told.keys()
    for place, text in told.items():
        assert "<b>Big" not in text, place
        assert not re.search(r"href=.https://evil", text), place


def test_why_a_game_is_called_off_before_its_start_is_text_too(tmp_path: Path) -> None:
    site = wide(tmp_path).edit("players:", "cancelled: <b>Big</b> \u2066[x](https://evil.example)\nplayers:")
    site.build()
    page = site.page("riot/index.html")
    assert "called off: &lt;b&gt;Big&lt;/b&gt; [x](https://evil.example)" in page
    assert "\u2066" not in page + site.page("index.html")
