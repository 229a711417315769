"""A game's home: what a newcomer and a player find there, and the files to take along."""

from __future__ import annotations

import json
import shlex
import struct
from pathlib import Path
from urllib.parse import unquote

import pytest

from genetess_cli.cli.pictures.genetess import draw
from genetess_cli.store.yaml import api
from tests.kit.boards import END, SOON
from tests.kit.command import run
from tests.kit.league import League, wide
from tests.site.html import Document

HOME = "riot/index.html"
OFFERED = """\
ruleset: genetess
name: Fort
number: 12
id: 5b0c5b0c5b0c5b0c5b0c5b0c5b0c5b0d
deadline: 3d
signup: {seats: [red, green, blue], minimum: 2, launch: "2027-02-01T18:00:00Z"}
players:
  - {seat: red, name: Ann, start: K1}
"""


def _text(site: League, place: str = HOME) -> str:
    return " ".join(Document(site.page(place)).text.split())


def _position(site: League) -> dict[str, object]:
    found = json.loads(site.page("riot/position.json"))
    assert isinstance(found, dict)
    return found


def test_the_home_tells_when_the_game_began_and_who_is_in(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    text = _text(site)
    assert "Genetess, number 9999" in text
    assert "2027-01-15 08:00 UTC" in text
    assert "3, all still playing" in text
    assert "start B2" in text
    assert "Join" not in text


def test_the_home_of_a_game_that_is_over_tells_when_it_ended_and_who_is_out(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    assert "Ended2027-01-15 11:00 UTC" in _text(site)
    assert "3, 2 out" in _text(site)
    assert "Join" not in _text(site)


def test_before_the_start_of_a_full_game_the_home_does_not_ask_to_join(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.build()
    assert "it is full and waits for the GM" in _text(site)
    assert "oin" not in _text(site)
    assert "Full, not started" in _text(site, "index.html")


def test_a_player_whom_the_gm_entered_without_a_start_gets_one_later(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED.replace(", start: K1", ""))
    site.build()
    assert "1 seat is taken" in _text(site, "fort/index.html")


def test_free_seats_are_told_on_the_leagues_home_and_the_games_with_the_way_to_them(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED)
    site.build()
    assert "Games with free seats 1 Fort" in _text(site, "index.html")
    assert "It begins at 2027-02-01 18:00 UTC" in _text(site, "index.html")
    assert "fort/index.html#join" in Document(site.page("index.html")).links
    assert "2 to 3 players; 1 seat is taken, nobody signed up" in _text(site, "fort/index.html")
    assert "JoinSign up: 2 places are left" in _text(site, "fort/index.html")
    assert "How to join" in _text(site, "fort/index.html")


def test_seats_that_were_asked_for_are_told_apart(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED)
    folder = site.root / "games" / "fort" / "signups"
    folder.mkdir()
    (folder / "bo.yaml").write_text("name: Bo\nseat: blue\n")
    site.configure("site: {repository: me/league}\n")
    site.build()
    text = _text(site, "fort/index.html")
    assert "Free seatsgreen" in text
    assert "Seats asked forblue" in text
    assert "2 to 3 players; 1 seat is taken, 1 signed up" in text
    assert "JoinSign up: 1 place is left" in text
    [link] = [one for one in Document(site.page("fort/index.html")).links if "signups" in one]
    assert "one of the free seats: green" in unquote(link)


def test_the_file_to_join_with_has_an_empty_line_for_the_seat(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED)
    site.configure("site: {repository: me/league}\n")
    site.build()
    [link] = [one for one in Document(site.page("fort/index.html")).links if "signups" in one]
    assert unquote(link).endswith("green, blue.\nname:\nseat:\n")
    assert "your name after name: and the seat that you would like after seat:" in _text(
        site, "fort/index.html"
    )


def test_who_signed_up_is_told_in_order_with_what_was_asked_for(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED)
    folder = site.root / "games" / "fort" / "signups"
    folder.mkdir()
    for number, wish in enumerate(("Bo\nseat: blue", "Cy\nseat: blue", "Di\nseat: green"), start=1):
        (folder / f"p{number}.yaml").write_text(f"name: {wish}\ncame: {number}\nat: 2026-11-20T12:00:00Z\n")
    site.build()
    text = _text(site, "fort/index.html")
    assert "Who has a seat, and who has signed up" in text
    assert "Cyasked for blue, after number 2" in text
    assert "Diwaits, would like green" in text
    assert "Players and their turnsheets" not in text


def test_a_game_that_nobody_has_a_seat_in_yet_has_no_empty_table(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED.partition("players:")[0] + "players: []\n")
    site.build()
    assert "<table" not in site.page("fort/index.html").partition('id="join"')[0]
    assert "2 to 3 players; no seat is taken yet, nobody signed up" in _text(site, "fort/index.html")


def test_a_game_with_as_many_sign_ups_as_places_offers_no_seat(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.add("fort", OFFERED)
    folder = site.root / "games" / "fort" / "signups"
    folder.mkdir()
    for name in ("bo", "cy"):
        (folder / f"{name}.yaml").write_text(f"name: {name}\n")
    site.build()
    assert "2 signed up" in _text(site, "index.html")
    assert "Sign up" not in _text(site, "index.html") + _text(site, "fort/index.html")


def test_the_leagues_home_tells_each_games_rules_and_who_won(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    assert "Riot Genetess" in _text(site, "index.html")
    assert "Ragnar (red) won" in _text(site, "index.html")


def test_the_home_tells_what_a_missed_deadline_does_and_of_reminders(tmp_path: Path) -> None:
    site = wide(tmp_path, more="remind: [1d, 2h]\n").start()
    site.build()
    assert "Miss the deadline and your turn is skipped." in _text(site)
    assert "Players are reminded 1 day and 2 hours before." in _text(site)


def test_the_home_leaves_out_turns_of_which_nothing_but_their_beginning_is_known(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", "PASS\n").tick()
    site.build()
    log = site.page(HOME).partition('id="log"')[2].partition("</section>")[0]
    assert "Gwen’s turn began" not in log
    assert '<a href="turns/0001-1a.html">the newest turn</a>' in log
    assert "Gwen’s turn began" not in _text(site, "riot/log/01.html")


def test_where_spectators_see_the_board_the_home_shows_it_as_it_is(tmp_path: Path) -> None:
    site = wide(tmp_path, more="spectators: full\n").start().order("MOVE C2 E-E")
    site.build()
    assert "The board as it is now" in _text(site)
    assert "<title>E2: red ABC</title>" in site.page(HOME)


def test_the_home_of_a_game_that_is_over_shows_the_board_at_the_end(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    assert "The board at the end" in _text(site)
    assert '<g class="p c-red' in site.page(HOME)


def _story(site: League) -> str:
    return site.page(HOME).partition('id="story"')[2].partition("</section>")[0]


def test_when_it_is_over_the_home_tells_what_decided_it(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END[:1])
    site.build()
    assert not _story(site)
    site.order(*END[1:])
    site.build()
    story = _story(site)
    assert story.index("Gwen (green) is out of the game") < story.index("The game is over")
    assert "took the lead in" in story
    assert story.count('<svg class="board"') == 2
    assert site.page(HOME).count('id="brick"') == 1


def test_what_decided_a_sealed_game_has_boards_once_everybody_may_see_them(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON, sealed=True).start()
    for order in END:
        site.order(order)
    site.build()
    assert "Gwen (green) is out of the game" in _story(site)
    assert "<svg" not in _story(site)
    site.reveal().build()
    assert _story(site).count('<svg class="board"') == 2


def test_the_command_for_a_rematch_makes_a_game_like_it_with_seats_turned(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).edit("name: Bo", "name: Bo $(exit) 'the Bold'").start().order(*END)
    site.build()
    command = Document(site.page(HOME)).text.partition("genetess new")[2].partition("\n")[0]
    done = run(site.root, "new", *shlex.split(command))
    assert done.status == 0, done.err
    again = api.read((site.root / "games/riot-2/game.yaml").read_bytes(), "game.yaml").data
    assert isinstance(again, dict)
    people = site.league.people.persons
    names = [people[player["person"]].name for player in again["players"]]
    assert names == ["Bo $(exit) 'the Bold'", "Ragnar", "Gwen"]
    assert SOON.partition("starts:")[0] in (site.root / "games/riot-2/board.yaml").read_text()


def test_in_the_fog_the_home_shows_no_piece(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    site.build()
    assert 'class="p c-' not in site.page(HOME)


def test_the_types_of_special_squares_are_told_and_not_where_they_lie(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    text = _text(site)
    assert "S1 Fixed E Bonus" in text
    assert "S5 Map View" in text
    assert "S7" not in text
    assert "I12" not in text


def test_in_a_sealed_game_any_special_may_occur(tmp_path: Path) -> None:
    """Ruling G3: of what lies on the board nothing is told."""
    site = wide(tmp_path, sealed=True).start()
    site.build()
    assert all(f"S{number} " in _text(site) for number in range(1, 23))
    assert "secret. It may have any of these kinds, or none." in _text(site)


@pytest.mark.parametrize("sealed", [False, True])
def test_in_the_fog_the_board_is_given_with_walls_and_starts_alone(tmp_path: Path, sealed: bool) -> None:
    site = wide(tmp_path, sealed=sealed).start()
    site.build()
    board = api.read(site.page("riot/board.yaml").encode(), "board.yaml").data
    assert isinstance(board, dict)
    assert set(board) == {"map", "starts"}
    assert board["starts"]["K1"] == {"B2": "K", "C2": "ABC", "B3": "ABBDDF"}


def test_when_the_fog_has_lifted_the_whole_board_is_given(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    assert site.page("riot/board.yaml").count("type:") == 3


def test_the_settings_are_given_as_they_lie_in_the_league(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.build()
    assert (site.out / "riot/game.yaml").read_bytes() == (site.root / "games/riot/game.yaml").read_bytes()


@pytest.mark.parametrize("sealed", [False, True])
def test_the_position_is_given_as_spectators_see_it(tmp_path: Path, sealed: bool) -> None:
    site = wide(tmp_path, sealed=sealed).start().order("MOVE C2 E-E").writes("green", "FLARE Q3\n")
    site.build()
    found = _position(site)
    assert (found["turn"], found["to_move"], found["pieces"], found["specials"]) == ("1b", ["green"], [], [])
    assert "FLARE" not in site.page("riot/position.json")
    players = found["players"]
    assert isinstance(players, dict)
    assert {(player["e"], player["queue"]) for player in players.values()} == {(None, None)}


def test_when_it_is_over_the_position_is_the_one_that_show_prints(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    assert _position(site) == json.loads(run(site.root, "show", "riot", "--json").out)
    draw(_position(site), "riot")


def test_a_sealed_game_that_spectators_see_keeps_its_stored_orders(tmp_path: Path) -> None:
    site = wide(tmp_path, more="spectators: full\n", sealed=True).start().writes("red", "FLARE C2\n")
    site.build()
    assert _position(site)["pieces"]
    assert "FLARE" not in site.page("riot/position.json")
    assert "specials" not in site.page("riot/board.yaml")


def test_a_phone_can_pin_the_site(tmp_path: Path) -> None:
    site = wide(tmp_path)
    site.build()
    manifest = json.loads(site.page("manifest.webmanifest"))
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == (
        "The Test League",
        "index.html",
        "./",
    )
    for icon in manifest["icons"]:
        data = (site.out / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    for place in ("index.html", HOME, "standings.html"):
        page = Document(site.page(place))
        assert [link["href"] for link in page.of("link") if link["rel"] == "manifest"]
        assert "manifest-src 'self'" in str(page.of("meta")[2]["content"])


def test_a_file_that_was_deleted_comes_back_with_a_full_build(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    pages = site.pages()
    for place in ("riot/position.json", "riot/feed.atom", "standings.html", "icon-192.png", "deadlines.ics"):
        (site.out / place).unlink()
    [player] = site.out.glob("player-_gwen*.html")
    player.unlink()
    site.build(full=True)
    assert site.pages() == pages
