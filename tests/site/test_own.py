"""What a player is told of the own orders, and what the others are not: failures, holidays, grace, unreadable files."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.site import build
from genetess_cli.site.facts import PRINTED
from tests.kit.boards import SOON
from tests.kit.league import League, wide
from tests.site.html import Document

FAILING = "MOVE D9 E\nMOVE C2 E-E-E-E-E-E-E-E-E-E\nCREATE A1 AB\n"


def _text(site: League, place: str) -> str:
    """What a page says, every run of white space as one space."""
    return " ".join(Document(site.page(place)).text.split())


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> League:
    """Red's three orders have failed; red is still to move."""
    site = wide(tmp_path_factory.mktemp("failed")).start().writes("red", FAILING).tick()
    site.build()
    return site


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A short game that red has won."""
    made = wide(tmp_path_factory.mktemp("ended"), board=SOON, more="spectators: full\n").start()
    made.build()
    made.order("MOVE C2 SE-N", "PASS").build()
    made.order("MOVE D2 W-S").build()
    return made


def test_every_failed_order_is_on_its_players_sheet_with_its_reason(failed: League) -> None:
    page = _text(failed, "riot/sheet/red/index.html")
    assert page.count("It failed.") == 3
    for order in ("MOVE D9 E", "MOVE C2 E-E-E-E-E-E-E-E-E-E", "CREATE A1 AB"):
        assert order in page


@pytest.mark.exhaustive
def test_a_failure_is_still_told_beside_the_order_that_was_carried_out_after_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", "MOVE D9 E\nMOVE C2 E-E\n").tick()
    site.build()
    page = _text(site, "riot/sheet/red/index.html")
    assert page.index("MOVE D9 E") < page.index("It failed.") < page.index("It was carried out.")
    site.order("PASS", "PASS", "PASS").build()
    assert "It failed." not in _text(site, "riot/sheet/red/index.html")


def test_nobody_else_is_told_of_a_failed_order(failed: League) -> None:
    for place in failed.pages():
        if (
            place.endswith(".html")
            and "/red/" not in place
            and not place.startswith(("rules-", "play", "learn-"))
        ):
            page = _text(failed, place).replace("an order that failed", "")  # what numbers in brackets are
            assert not [word for word in ("again", "fail", "D9", "CREATE A1") if word in page], place


def test_the_public_log_has_no_line_for_a_failed_order(failed: League) -> None:
    for place in ("riot/index.html", "riot/log/01.html"):
        assert "<dt>" not in failed.page(place), place
    page = _text(failed, "riot/turns/0003-1a.html")
    assert "Ragnar’s move red" in page
    assert "What happened" not in page


def test_a_whole_board_for_spectators_tells_of_no_failure_either(tmp_path: Path) -> None:
    site = wide(tmp_path, more="spectators: full\n").start().writes("red", FAILING).tick()
    site.build()
    assert "D9" not in _text(site, "riot/turns/0001-1a.html").replace("D9:", "")
    assert "fail" not in _text(site, "riot/turns/0001-1a.html")


def test_a_holiday_is_told_to_everybody(tmp_path: Path) -> None:
    site = wide(tmp_path, more="holiday: 10d\n").start().writes("red", "HOLIDAY\n").tick()
    site.build()
    for place in ("riot/index.html", "riot/turns/0001-1a.html", "riot/sheet/green/index.html"):
        page = _text(site, place)
        assert "The game is suspended for a holiday of Ragnar (red)." in page, place
        assert "Ragnar (red) takes a holiday; the game is suspended." in page, place
    assert "The game is suspended for your holiday." in _text(site, "riot/sheet/red/index.html")


def test_a_game_that_the_gm_has_paused_is_on_no_holiday(tmp_path: Path) -> None:
    site = wide(tmp_path, more="holiday: 10d\n").start()
    site.pause(1)
    site.build()
    places = (
        "riot/index.html",
        "riot/turns/index.html",
        "riot/sheet/red/index.html",
        "riot/sheet/green/index.html",
    )
    for place in (*places, "index.html", "gm.html"):
        page = _text(site, place)
        assert "suspended" not in page, place
        assert "on holiday" not in page, place
        assert "before this one began" not in page, place


def test_a_deadline_that_was_extended_by_its_grace_says_so(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert "extended" not in _text(site, "riot/index.html")
    site.tick(hours=73).build()
    for place in ("riot/index.html", "riot/sheet/red/index.html", "riot/sheet/blue/index.html"):
        assert "The deadline was extended once (grace)." in _text(site, place), place


def test_everybody_reads_that_a_deadline_is_a_fresh_one_and_the_player_alone_why(tmp_path: Path) -> None:
    """Ruling G44: a sheet, the game's page and the GM's."""
    site = wide(tmp_path).start().writes("red", "MOVE B2 N\n").tick()
    site.writes("red", "MOOVE\n").tick(hours=1).build()
    everywhere = "riot/index.html", "riot/sheet/red/index.html", "riot/sheet/blue/index.html", "gm.html"
    for place in everywhere:
        page = _text(site, place)
        assert "This is a fresh deadline, number 2 of the turn." in page, place
        assert ("MOOVE" in page) == ("/red/" in place)
    site.writes("red", "PASS\n").tick(hours=2).build()
    assert all("fresh deadline" not in _text(site, place) for place in everywhere)


def test_a_sealed_file_that_cannot_be_opened_says_so_once(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start()
    site.writes("red", b"MOVE C2 E\n")
    site.tick().build()
    page = " ".join(Document(site.sheet("riot/sheet/red/index.html")).text.split())
    assert "Your order file could not be read: it is no sealed text" in page
    assert "The order file cannot be opened" not in page


def test_a_file_that_cannot_be_read_says_why_and_is_not_printed(tmp_path: Path) -> None:
    site = wide(tmp_path, more="spectators: full\n").start().writes("red", "")
    (site.root / "games/riot/orders/red.txt").write_bytes(b"MOVE C2 E # caf\xe9 SECRET\n")
    site.tick().build()
    page = _text(site, "riot/sheet/red/index.html")
    assert "Your order file could not be read: Line 1 is not UTF-8 text" in page
    assert "No order arrived" not in page
    assert "SECRET" not in page
    assert "Your order file cannot be read: Line 1 is not UTF-8 text" in page
    files = _text(site, "riot/orders.html")
    assert "It cannot be read: Line 1 is not UTF-8 text" in files
    assert "SECRET" not in files


def test_a_finished_games_sheets_lead_to_the_last_page_with_the_whole_board(ended: League) -> None:
    """The page around past sheets says so, as those stay what they were."""
    for seat in ("red", "green", "blue"):
        for place in ("past", "index"):
            page = ended.page(f"riot/sheet/{seat}/{place}.html")
            assert 'href="../../turns/0003-2a.html">The whole board' in page
        assert not [text for text in ended.past(seat).values() if "The whole board" in text]
    assert '<svg class="board' in ended.page("riot/turns/0003-2a.html")


def test_a_running_games_sheets_lead_to_no_whole_board(failed: League) -> None:
    assert "The whole board" not in failed.page("riot/sheet/red/index.html")


def test_whoever_is_to_move_is_named_by_seat_and_player(failed: League) -> None:
    assert "Round 1, Ragnar to move by" in _text(failed, "riot/index.html")
    assert "Ragnar’s move you are Gwen, green" in _text(failed, "riot/sheet/green/index.html")
    assert "Ragnar’s move red" in _text(failed, "riot/turns/index.html")
    assert "Ragnar (red) is to move" in _text(failed, "index.html")


def test_it_is_said_when_specials_fire(failed: League) -> None:
    assert "Some special squares act as soon as a piece arrives" in _text(failed, "riot/index.html")


def test_the_turnsheet_stands_right_behind_the_player(failed: League) -> None:
    row = failed.page("riot/index.html").split("<tbody>")[1].split("</tr>")[0]
    assert row.index("Ragnar") < row.index("sheet/red/index.html") < row.index('class="n"')


def test_a_file_with_too_many_orders_is_not_printed_either(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("green", "MOVE P2 W-W\n" * 51)
    site.build()
    page = _text(site, "riot/sheet/green/index.html")
    assert "Your order file cannot be read: The queue holds 51 orders" in page
    assert "MOVE P2 W-W MOVE P2 W-W" not in page


@pytest.mark.exhaustive
def test_failures_holidays_and_grace_told_one_by_one_are_told_as_at_once(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more="holiday: 10d\n").start()
    site.build()
    site.writes("red", FAILING).tick().build()
    site.writes("red", "HOLIDAY\n").tick().build()
    site.order("MOVE C2 E-E").build()
    site.tick(73).build()
    pages = site.pages()
    site.out = tmp_path / "fresh"
    build.build(site.league, site.out)
    assert site.pages() == pages


# rulings G22, G40 and G41


def test_whoever_is_out_without_a_piece_that_obeys_is_told_that_no_turn_comes(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order("MOVE C2 SE-N")
    site.build()
    page = _text(site, "riot/sheet/green/index.html")
    assert "get no more turns" in page
    for words in ("Build your orders", "How to order", "Orders of green for turn", "Your waiting orders"):
        assert words not in page, words
    assert "get no more turns" not in _text(site, "riot/sheet/blue/index.html")


def test_orders_that_lie_there_still_are_shown_to_whoever_is_out(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().writes("green", "PASS\n").order("MOVE C2 SE-N")
    site.build()
    assert "Your waiting orders PASS" in _text(site, "riot/sheet/green/index.html")


def test_whoever_is_out_with_a_piece_that_obeys_builds_orders(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON.replace("{D2: K}", "{D2: K, Q2: AP}")).start().order("MOVE C2 SE-N")
    site.build()
    page = _text(site, "riot/sheet/green/index.html")
    assert "Choose a piece" in page
    assert "get no more turns" not in page


@pytest.mark.exhaustive
def test_of_very_much_that_happened_paper_has_the_newest(tmp_path: Path) -> None:
    turns = ["MOVE C2 SE-N", *("PASS",) * (PRINTED + 9)]
    site = wide(tmp_path, board=SOON).start().order(*turns)
    site.build()
    page = site.page("riot/sheet/green/index.html")
    on_paper = page.count("<dt><a"), page.count('<dt class="more"><a')
    assert sum(on_paper) > PRINTED
    assert PRINTED // 2 <= on_paper[0] <= PRINTED
    assert f"{on_paper[1]} earlier turns are left out on paper" in page
    assert "left out on paper" not in site.page("riot/sheet/green/0001.html")
