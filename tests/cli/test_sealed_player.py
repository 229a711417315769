"""A player of a sealed game on a machine of the own, with the key of a seat and not the GM's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.command import PLAYERS, league_with_site, run, start_game
from tests.kit.keys import KEY, machine

NEXT = "2026-11-21T01:00:00Z"
NEXT_TICK = "The next `genetess tick` carries it out."


@pytest.fixture
def link(sealed: Path, tmp_path: Path) -> str:
    with machine(tmp_path / "gm", KEY):
        return run(sealed, "invite", "riot", "red", "--plain").out.strip()


@pytest.fixture
def player(sealed: Path, tmp_path: Path, link: str) -> Iterator[Path]:
    """The league, where red's player has brought the link."""
    with machine(tmp_path / "red"):
        assert run(sealed, "keys", "import", given=f"{link}\n").status == 0
        yield sealed


def test_an_order_is_sealed_and_committed_whatever_others_have_stored(
    sealed: Path, link: str, tmp_path: Path
) -> None:
    """Once it ended with a refusal, and had been committed all the same."""
    with machine(tmp_path / "gm", KEY):
        assert run(sealed, "order", "riot", "green", "PASS", "--commit", "--now", NEXT).status == 0
        assert run(sealed, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", NEXT).status == 0
        assert run(sealed, "undo", "riot", "--now", NEXT).status == 0  # green's file is noted in the clock
    with machine(tmp_path / "red"):
        run(sealed, "keys", "import", given=f"{link}\n")
        done = run(sealed, "order", "riot", "red", "PASS", "--seal", "--commit", "--now", NEXT)
    assert (done.status, "is written and committed" in done.out) == (0, True), done.err


# When an order goes


def test_in_ones_turn_an_order_goes_with_the_next_run_unless_it_is_the_stored_one(player: Path) -> None:
    told = run(player, "order", "riot", "red", "MOVE B2 S", "--now", NEXT).out
    assert f"{NEXT_TICK} But an order that was there before your turn began" in told
    assert "To run it now, put a `*` in front" in told
    assert "Saved, not committed: to send it, repeat with --commit, then `git push`." in told


@pytest.mark.parametrize("text", ["* MOVE B2 S", "HOLIDAY"])
def test_in_ones_turn_a_starred_order_or_a_holiday_goes_in_any_case(player: Path, text: str) -> None:
    told = run(player, "order", "riot", "red", text, "--now", NEXT).out.splitlines()
    assert NEXT_TICK in told


def test_of_a_file_that_is_cleared_nothing_goes(player: Path) -> None:
    told = run(player, "order", "riot", "red", "", "--now", NEXT).out
    assert "is cleared" in told
    assert "It runs" not in told


def test_before_ones_turn_an_order_is_stored(sealed: Path, tmp_path: Path) -> None:
    with machine(tmp_path / "gm", KEY):
        link = run(sealed, "invite", "riot", "green", "--plain").out
    with machine(tmp_path / "green"):
        run(sealed, "keys", "import", given=link)
        assert (
            "It is stored until the deadline of green's next turn"
            in run(sealed, "order", "riot", "green", "PASS").out
        )
        assert "runs as soon as green's turn begins" in run(sealed, "order", "riot", "green", "* PASS").out


# The key of a link


def test_a_link_is_found_in_the_whole_message_of_the_gm(sealed: Path, tmp_path: Path) -> None:
    with machine(tmp_path / "gm", KEY):
        message = run(sealed, "invite", "riot", "red").out
    assert len(message.splitlines()) > 3
    with machine(tmp_path / "red"):
        done = run(sealed, "keys", "import", given=message)
        assert (done.status, "The key of red in riot is in" in done.out) == (0, True)


def test_the_message_has_no_address_with_a_key_that_could_be_clicked(
    sealed: Path, tmp_path: Path, link: str
) -> None:
    address, _, key = link.partition("#")
    with machine(tmp_path / "gm", KEY):
        lines = run(sealed, "invite", "riot", "red").out.splitlines()
    assert {address, f"riot/sheet/red/#{key}"} <= {*lines}
    assert not [line for line in lines if "://" in line and key in line]


def test_a_key_is_not_taken_without_its_game_and_seat(sealed: Path, tmp_path: Path, link: str) -> None:
    address, _, key = link.partition("#")
    with machine(tmp_path / "red"):
        for text, words in (
            (key, "neither the key of a seat, which is like riot/sheet/red/#…, nor a master key"),
            (address, "this is the address of red in riot without its key"),
            (f"{address}#", "this is the address of red in riot without its key"),
            (link[:-1], "the 43 characters after the `#`"),
        ):
            done = run(sealed, "keys", "import", given=f"{text}\n")
            assert (done.status != 0, words in done.err) == (True, True), (text, done.err)
            assert key[:20] not in done.err
        assert run(sealed, "keys", "import", given=f"riot/sheet/red/#{key}\n").status == 0


def test_another_key_in_place_of_one_is_told(player: Path, link: str) -> None:
    other = f"{link[:-2]}{'A' if link[-2] != 'A' else 'B'}{link[-1]}"
    told = run(player, "keys", "import", given=f"{other}\n").out
    assert "Another key was there; it is in" in told
    assert "Another key was there" not in run(player, "keys", "import", given=f"{other}\n").out


# Seats that change hands


def test_who_gives_a_seat_away_or_back_is_told_that_its_link_is_another_one(
    sealed: Path, tmp_path: Path
) -> None:
    words = "The player of green is not told by this. A message to send: `genetess invite riot green`."
    with machine(tmp_path / "gm", KEY):
        links = [run(sealed, "invite", "riot", "green", "--plain").out]
        for command in (("replace", "riot", "green", "Rolf"), ("undo", "riot")):
            assert words in run(sealed, *command, "--now", NEXT).out.splitlines()
            links.append(run(sealed, "invite", "riot", "green", "--plain").out)
        assert len({*links}) == 3
        bot = run(sealed, "replace", "riot", "green", "--bot", "greedy", "--now", NEXT).out
        assert "The old key of green opens no sheet any more, past ones neither." in bot
        assert "invite" not in bot
        assert "link" not in run(sealed, "pause", "riot", "--open-end", "--now", NEXT).out


# What can be read with the key of a seat alone, or with none


def test_the_words_name_the_key_and_where_a_player_reads_what_is_going_on(player: Path) -> None:
    for command in ("show riot --as red", "show riot --turn 1a", "log riot", "legal riot red", "tick"):
        done = run(player, *command.split())
        assert done.status == 1
        assert done.err.startswith(
            "riot is sealed, and only its GM's key opens it. Players: see your turnsheet"
        )
        assert done.err.count("riot is sealed") == 1


def test_who_has_no_key_at_all_is_told_so_once(sealed: Path, stranger: None) -> None:
    done = run(sealed, "order", "riot", "red", "PASS")
    assert done.err.count("is sealed, and") == 1
    assert "the key of red is not here: import it from your link" in done.err


@pytest.mark.parametrize("command", ["show riot", "show riot --json"])
def test_show_tells_what_everybody_may_know(sealed: Path, stranger: None, command: str) -> None:
    done = run(sealed, *command.split())  # ruling G43
    assert done.status == 0, done.err
    assert "Ragnar" in done.out
    assert "2026-11-24T00:00:00Z" in done.out
    assert "E3" not in done.out  # the special


def test_what_is_not_known_is_not_made_up(sealed: Path, stranger: None) -> None:
    shown = run(sealed, "show", "riot", "--json").json
    assert (shown["closed"], shown["to_move"], shown["pieces"], shown["specials"]) == (True, ["red"], [], [])
    assert {(each["status"], each["score"], each["queue"]) for each in shown["players"].values()} == {
        (None,) * 3
    }
    assert shown["board"]["map"] == ["#########", "#...+...#", "#.......#", "#########"]
    assert [each["colour"] for each in shown["players"].values()] == ["red", "green"]


@pytest.mark.parametrize("ruleset", ["dna", "genie"])
def test_a_board_that_is_everybodys_is_on_the_site_and_not_that_of_the_beginning(
    tmp_path: Path, ruleset: str
) -> None:
    with machine(tmp_path / "gm", KEY):
        root = league_with_site(tmp_path)
        seats = ["--player", "white=Ann", "--player", "black=Bo"] if ruleset == "genie" else PLAYERS
        assert run(root, "new", "open", "--sealed", "--ruleset", ruleset, *seats).status == 0
        start_game(root, "open")
    with machine(tmp_path / "other"):
        done = run(root, "show", "open")
        assert done.status == 0, done.err
        assert "https://example.org/l/open/" in done.err
        assert run(root, "show", "open", "--json").json["board"] is None


def test_keys_show_tells_a_player_of_the_keys_of_seats(player: Path) -> None:
    done = run(player, "keys", "show")
    assert (done.status, "Only a GM needs one. The key of one seat is in " in done.out) == (0, True)
    assert "master key is missing" in run(player, "keys", "show", "--secret").err


@pytest.mark.parametrize(("ruleset", "is_told"), [("dna", True), ("genie", True), ("genetess", False)])
def test_new_tells_where_a_sealed_game_has_nothing_to_hide_on_its_board(
    tmp_path: Path, gm: None, ruleset: str, is_told: bool
) -> None:
    root = league_with_site(tmp_path)
    seats = ["--player", "white=Ann", "--player", "black=Bo"] if ruleset == "genie" else PLAYERS
    done = run(root, "new", "open", "--sealed", "--ruleset", ruleset, *seats)
    assert ("nothing on the board of" in done.err) is is_told
    assert "nothing on the board" not in run(root, "new", "plain", "--ruleset", ruleset, *seats).err


def test_the_home_of_such_a_game_says_what_is_secret_and_what_is_not(tmp_path: Path, gm: None) -> None:
    root = league_with_site(tmp_path)
    assert run(root, "new", "helix", "--sealed", "--ruleset", "dna", *PLAYERS).status == 0
    start_game(root, "helix")
    assert run(root, "build").status == 0
    home = (root / "_site/helix/index.html").read_text()
    assert "The board itself is public" in home
    assert "orders and turnsheets are encrypted, here and" not in home
