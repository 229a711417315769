"""Round 0 at the command line (ruling G39): what players may write, what they are told, what each seat is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.rules.orders import MOST_ORDERS
from tests.kit.command import DEADLINE, LATER, START, Unchanged, run

FILE = "games/riot/orders/red.txt"


def test_all_gambles_of_a_file_are_checked_together_and_written(gambling: Path) -> None:
    done = run(gambling, "order", "riot", "red", "gamble 3e k2, dont care / GAMBLE 2E on 1st")
    assert done.status == 0
    assert "1. GAMBLE 3E on K2, don't care\n2. GAMBLE 2E on 1st\n" in done.out
    assert (
        "You can still change them until everyone's are or the deadline passes, 2026-11-24 00:00 UTC."
        in done.out
    )
    assert (gambling / FILE).read_text() == "gamble 3e k2, dont care / GAMBLE 2E on 1st\n"


@pytest.mark.parametrize(
    ("text", "words", "at"),
    [
        ("GAMBLE 8E K1 / GAMBLE 3E 1st", "Your stakes come to 11 E, and you have 10 E.", "3E"),
        ("PASS\nGAMBLE 8E K1, K7", "line 2: “K7” is no start or place to gamble for in this game.", "K7"),
        ("GAMBLE 8E K1 / GAMBLE 1E K2", "line 1: There is another gamble for starts", "GAMBLE 1E"),
        ("GAMBLE 1E 1st, K2", "does not go with “1st”", "K2"),
        ("GAMBLE 1E blue", "“blue” is no start or place to gamble for in this game.", "blue"),
        ("GAMBLE K2", "expected the stake, like 3E or 0E, found “K2”", "K2"),
    ],
)
def test_a_gamble_that_cannot_count_is_refused_with_a_caret(
    gambling: Path, refused: Unchanged, text: str, words: str, at: str
) -> None:
    done = refused(gambling, "order", "riot", "red", text)
    assert words.removeprefix("line 1: ") in done.err
    row, caret = done.err.splitlines()[1:3]
    assert row[caret.index("^") :].startswith(at)


@pytest.mark.parametrize("text", ["MOVE B2 E", "HOLIDAY", ""])
def test_who_is_not_in_by_that_is_told(gambling: Path, text: str) -> None:
    """Ruling G39; what is for later may be stored all the same."""
    done = run(gambling, "order", "riot", "red", text)
    assert done.status == 0
    assert (
        "Not complete yet: all players order at the same time now, and the file needs GAMBLE in any place, or PASS"
        in done.out
    )


def test_before_the_start_gambles_are_judged_by_the_rules_of_round_0(
    waiting: Path, refused: Unchanged
) -> None:
    """Ruling G39: what they will be held to then."""
    assert "“K7” is no start" in refused(waiting, "order", "riot", "red", "GAMBLE 3E K7").err
    assert "Your stakes come to 11 E" in refused(waiting, "order", "riot", "red", "GAMBLE 11E K1").err
    done = run(waiting, "order", "riot", "red", "GAMBLE 3E K1")
    assert "Your orders are complete for the start." in done.out
    assert "`*`" not in done.out
    later = run(waiting, "order", "riot", "red", "MOVE B2 E").out
    assert "all players order at the same time once the game has started" in later
    (waiting / FILE).parent.mkdir(exist_ok=True)
    (waiting / FILE).write_text("GAMBLE 3E K7\n")
    assert f"{FILE}:1: “K7” is no start" in run(waiting, "check", FILE).err


def test_a_game_that_cannot_start_has_its_orders_stored_all_the_same(founded: Path) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("gamble: []", "gamble: [start]"))
    assert "It is stored" in run(founded, "order", "riot", "red", "PASS").out


def test_what_becomes_of_a_pass_beside_gambles_is_told(gambling: Path) -> None:
    done = run(gambling, "order", "riot", "red", "GAMBLE 3E K1\nPASS")
    assert done.err == "line 2: this PASS stays in the file, stored for a later turn; gambles need none\n"
    assert f"{FILE}:2: this PASS stays" in run(gambling, "check", FILE).err
    assert run(gambling, "check", FILE).status == 0
    done = run(gambling, "order", "riot", "red", "PASS / GAMBLE 3E K1")
    assert "this PASS leaves the file with your gambles" in done.err


def test_a_pass_that_is_not_the_first_order_is_no_answer_and_that_is_told(gambling: Path) -> None:
    assert "or PASS as its first order." in run(gambling, "order", "riot", "red", "CREATE D3 AB / PASS").out


def test_the_mistakes_of_all_lines_are_told_at_once(gambling: Path, refused: Unchanged) -> None:
    text = "GAMBLE 3E K7\nJUMP\nGAMBLE xE 1st\nGAMBLE 8E K1\nGAMBLE 5E 2nd\n"
    done = refused(gambling, "order", "riot", "red", text)
    (gambling / FILE).parent.mkdir(exist_ok=True)
    (gambling / FILE).write_text(text)
    checked = run(gambling, "check", FILE)
    told = ["“K7” is no start", "“JUMP” is no order", "expected the stake", "Your stakes come to 13 E"]
    for err in (done.err, checked.err):
        assert [err.count(words) for words in told] == [1, 1, 1, 1]
        assert sorted(told, key=err.index) == told


def test_of_a_file_with_too_many_orders_nothing_more_is_told(gambling: Path, refused: Unchanged) -> None:
    err = refused(gambling, "order", "riot", "red", "GAMBLE 99E K7\n" * (MOST_ORDERS + 1)).err
    assert "at most 50 can be stored" in err
    assert "K7" not in err.splitlines()[0]


def test_two_gambles_that_nothing_parts_are_told_apart(gambling: Path) -> None:
    """Ruling G27: the first one counts, and what is behind it is passed over with a warning."""
    done = run(gambling, "order", "riot", "red", "GAMBLE 3E on K1; GAMBLE 1E on 1st")
    assert "“GAMBLE 1E on 1st” is ignored: the order is GAMBLE 3E on K1" in done.err


def test_every_seat_may_order_at_any_time_and_again(gambling: Path) -> None:
    for seat, text in (
        ("green", "PASS"),
        ("red", "PASS"),
        ("green", "GAMBLE 1E K1"),
        ("red", "GAMBLE 1E K1"),
    ):
        assert "Your orders are complete." in run(gambling, "order", "riot", seat, text, "--commit").out


def test_check_looks_at_gambles_as_a_whole(gambling: Path) -> None:
    (gambling / FILE).write_text("GAMBLE 8E K1\nGAMBLE 3E 1st\n")
    done = run(gambling, "check", FILE)
    assert done.status == 1
    assert f"{FILE}:2: Your stakes come to 11 E" in done.err
    (gambling / FILE).write_text("GAMBLE 8E K1\nGAMBLE 2E 1st\nMOVE B2 E\n")
    assert run(gambling, "check").status == 0
    (gambling / FILE).write_bytes(b"\xff")
    assert "not UTF-8" in run(gambling, "check").err


def test_once_round_0_is_over_a_gamble_is_refused(gambling: Path, refused: Unchanged) -> None:
    run(gambling, "order", "riot", "red", "GAMBLE 0E 1st")
    run(gambling, "resolve", "riot", "--now", DEADLINE)
    assert "Round 0 is over" in refused(gambling, "order", "riot", "red", "GAMBLE 1E K1").err


def test_the_gm_is_told_what_to_do_instead_of_bringing_an_order(gambling: Path, refused: Unchanged) -> None:
    done = refused(gambling, "resolve", "riot", "--order", "PASS", "--seat", "red")
    assert "`genetess order riot red TEXT --commit`" in done.err


def test_resolve_tells_what_was_drawn_and_what_was_left_out(gambling: Path) -> None:
    waits = run(gambling, "resolve", "riot", "--now", LATER)
    assert waits.status == 3
    assert "waiting for the orders of red, green" in waits.err
    (gambling / FILE).write_text("GAMBLE 3E K7\nGAMBLE 2E 1st\n")
    run(gambling, "order", "riot", "green", "PASS")
    out = run(gambling, "resolve", "riot", "--now", LATER).out.splitlines()
    assert out == [
        "riot 0 red: GAMBLE 2E on 1st",
        "    “GAMBLE 3E K7” was left out: “K7” is no start or place to gamble for in this game.",
        "riot 0 green: PASS",
        "riot 1a: red is to move until 2026-11-25T00:00:00Z",
    ]


def test_show_tells_what_can_be_gambled_for_and_who_is_awaited(gambling: Path) -> None:
    out = run(gambling, "show", "riot", "--as", "red").out
    assert f"riot 0: waiting for the gambles of red, green until {DEADLINE}" in out
    assert "To gamble for\n  start: K1, K2\n  order: 1st, 2nd\n" in out


def test_show_draws_walls_and_starts_while_they_are_gambled_for(gambling: Path) -> None:
    """Ruling G39: players see what they bid for, and no special."""
    lines = run(gambling, "show", "riot", "--as", "red").out.splitlines()
    assert "   2  # K1  .  .  +  .  .  .  #" in lines
    assert "   3  #  .  .  .  .  .  . K2  #" in lines
    assert lines[lines.index("Starts") + 1 :][:2] == ["  K1: B2 K, C2 AB", "  K2: G3 A, H3 K"]
    shown = run(gambling, "show", "riot", "--as", "red", "--json").json
    assert shown["starts"] == {"K1": {"B2": "K", "C2": "AB"}, "K2": {"H3": "K", "G3": "A"}}
    assert shown["skeleton"] == ["#########", "#...+...#", "#.......#", "#########"]
    assert shown["board"]["map"] == ["?" * 9] * 4


def test_starts_with_long_names_have_a_letter_on_the_board(waiting: Path) -> None:
    board = waiting / "games/riot/board.yaml"
    board.write_text(board.read_text().replace("K1:", "Riverbank:").replace("K2:", "Lion:"))
    run(waiting, "start", "riot", "--now", START)
    lines = run(waiting, "show", "riot", "--as", "red").out.splitlines()
    assert "   2 # A . . + . . . #" in lines
    assert "  A Riverbank: B2 K, C2 AB" in lines
    assert "  B Lion: G3 A, H3 K" in lines


def test_in_round_0_no_player_is_in_yet_to_the_reader(gambling: Path) -> None:
    """Whose gambles came in is told to nobody, and to be “in” means another thing there (ruling G39)."""
    out = run(gambling, "show", "riot").out
    assert out.count("gambles awaited") == 2
    assert " in " not in out.partition("status")[2].partition("To gamble")[0]
    assert run(gambling, "show", "riot", "--json").json["players"]["red"]["status"] == "in"


@pytest.fixture
def coloured(founded: Path) -> Path:
    """The game riot with seats p1 and p2, which gambled for colours and got pink and cyan."""
    game = founded / "games/riot/game.yaml"
    text = game.read_text().replace("gamble: []", "gamble: [colour]")
    game.write_text(text.replace("seat: red", "seat: p1").replace("seat: green", "seat: p2"))
    run(founded, "start", "riot", "--now", START)
    return founded


def test_seats_that_differ_by_a_number_alone_have_letters_in_their_order(coloured: Path) -> None:
    out = run(coloured, "show", "riot").out
    assert "   2 # A a . + . . . #" in out
    assert "   3 # . . . * . b B #" in out
    assert "\na  p1 " in out
    assert "colour" not in out.partition("status")[0]


def test_a_drawn_colour_is_told_and_gives_the_mark(coloured: Path) -> None:
    for seat, colour in (("p1", "pink"), ("p2", "cyan")):
        run(coloured, "order", "riot", seat, f"GAMBLE 1E {colour}")
    run(coloured, "resolve", "riot", "--now", LATER)
    out = run(coloured, "show", "riot").out
    assert "   2 # P p . + . . . #" in out
    assert "   3 # . . . * . c C #" in out
    head = next(line for line in out.splitlines() if "player" in line)
    assert head.split()[:3] == ["seat", "player", "colour"]
    assert "pink" in out


def test_show_as_another_seat_holds_nothing_of_a_gamble(gambling: Path) -> None:
    """Ruling G39: nothing is shown until all are in."""
    before = run(gambling, "show", "riot", "--as", "green", "--json")
    run(gambling, "order", "riot", "red", "GAMBLE 7E K2", "--commit")
    run(gambling, "resolve", "riot", "--now", LATER)
    assert run(gambling, "show", "riot", "--as", "green", "--json") == before
    assert before.json["phase"] == "gambling"
    assert before.json["to_move"] == ["red", "green"]
    assert before.json["prizes"] == {"start": ["K1", "K2"], "order": ["1st", "2nd"]}
    assert run(gambling, "show", "riot", "--as", "red", "--json").json["players"]["red"]["queue"] == [
        "GAMBLE 7E K2"
    ]
    assert run(gambling, "log", "riot", "--as", "green").out == ""


def test_legal_lists_pass_and_a_template_for_each_kind(gambling: Path) -> None:
    out = run(gambling, "legal", "riot", "green").out
    assert out == "PASS\nGAMBLE <stake>E on K1, K2\nGAMBLE <stake>E on 1st, 2nd\n"


def test_afterwards_the_log_tells_all_and_each_gamble_to_its_player(gambling: Path) -> None:
    run(gambling, "order", "riot", "red", "GAMBLE 3E K2 / GAMBLE 1E 2nd")
    run(gambling, "order", "riot", "green", "GAMBLE 1E K2, K1")
    run(gambling, "resolve", "riot", "--now", LATER)
    first, last = run(gambling, "log", "riot", "--as", "green", "--json").json
    assert (first["seat"], first["order"], first["events"]) == ("red", None, [])
    assert last["order"] == "GAMBLE 1E on K2, K1"
    texts = [event["text"] for event in last["events"]]
    assert texts[0] == "You gambled 1 E on K2, K1."
    assert "You got the start K1 (for 1 E on K2, K1)." in texts
    assert "Ragnar (red) got the start K2." in texts  # for how much is red's own matter
    assert "The order of play is you and Ragnar (red)." in texts
    assert "no bid" not in " ".join(texts)


def test_round_0_is_taken_back_as_a_whole(gambling: Path) -> None:
    """One record of several would leave a round 0 that is half over."""
    for seat in ("red", "green"):
        run(gambling, "order", "riot", seat, "GAMBLE 3E K2", "--commit")
    before = run(gambling, "show", "riot", "--json").json
    run(gambling, "resolve", "riot", "--now", LATER)
    assert "undid turn 0; the game goes on in turn 0" in run(gambling, "undo", "riot", "--now", LATER).out
    assert run(gambling, "check").status == 0
    after = run(gambling, "show", "riot", "--json").json
    assert all(player.pop("put_back") for player in after["players"].values())
    assert after | {"deadline": None} == before | {"deadline": None}


def test_show_turn_0_is_the_round_before_all_gambles(gambling: Path) -> None:
    run(gambling, "resolve", "riot", "--now", DEADLINE)
    shown = run(gambling, "show", "riot", "--turn", "0", "--json").json
    assert (shown["phase"], shown["to_move"], shown["pieces"]) == ("gambling", ["red", "green"], [])
    assert "prizes" not in run(gambling, "show", "riot", "--json").json
