"""`genetess show`, `log` and `legal`: the JSON of the contract, what a seat may know, and the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command import DEADLINE, LATER, START, Unchanged, commit, run

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.fixture
def played(started: Path) -> Path:
    """The game riot after three turns: red moved, green's first order failed, green passed, red created."""
    for seat, text in (("red", "MOVE C2 S-W"), ("green", "MOVE H3 E / PASS"), ("red", "CREATE C2 A")):
        (started / "games/riot/orders").mkdir(exist_ok=True)
        (started / f"games/riot/orders/{seat}.txt").write_text(text)
        run(started, "resolve", "riot", "--now", LATER)
    return started


def _show(league: Path, *options: str) -> Any:
    done = run(league, "show", "riot", "--json", *options)
    assert done.status == 0, done.err
    return done.json


def test_show_is_the_contracts_document(started: Path) -> None:
    (started / "games/riot/orders").mkdir(exist_ok=True)
    (started / "games/riot/orders/red.txt").write_text("* MOVE B2 S / PASS # wait\n")
    assert _show(started) == {
        "game": "riot",
        "ruleset": "genetess",
        "turn": "1a",
        "phase": "playing",
        "to_move": ["red"],
        "deadline": DEADLINE,
        "result": None,
        "players": {
            "red": {
                "name": "Ragnar", "colour": "red", "status": "in", "score": 0, "e": 11,
                "queue": ["* MOVE B2 S", "PASS"], "holiday": 864000,
            },
            "green": {
                "name": "Gwen", "colour": "green", "status": "in", "score": 0, "e": 10, "queue": [], "holiday": 864000,
            },
        },
        "board": {"columns": 9, "rows": 4, "map": ["#########", "#...+...#", "#.......#", "#########"]},
        "pieces": [
            {"at": "B2", "owner": "red", "codes": "K", "phased": False, "flare": False},
            {"at": "C2", "owner": "red", "codes": "AB", "phased": False, "flare": False},
            {"at": "G3", "owner": "green", "codes": "A", "phased": False, "flare": False},
            {"at": "H3", "owner": "green", "codes": "K", "phased": False, "flare": False},
        ],
        "specials": [{"at": "E3", "type": "S1", "text": _show(started)["specials"][0]["text"]}],
    }  # fmt: skip


def test_a_seat_sees_its_own_view_only(started: Path) -> None:
    shown = _show(started, "--as", "red")
    assert shown["board"]["map"] == ["####?????", "#...?????", "#...?????", "?" * 9]
    assert [piece["owner"] for piece in shown["pieces"]] == ["red", "red"]
    assert shown["specials"] == []
    assert shown["players"]["green"] | {"name": ""} == {
        "name": "", "colour": "green", "status": "in", "score": 0, "e": None, "queue": None, "holiday": 864000,
    }  # fmt: skip
    assert shown["players"]["red"]["e"] == 11


@pytest.mark.parametrize("data", [b"PASS # caf\xe9\n", b"PASS\n" * 51, None], ids=["bytes", "many", "folder"])
def test_an_order_file_that_cannot_be_read_is_not_shown_as_empty(started: Path, data: bytes | None) -> None:
    path = started / "games/riot/orders/red.txt"
    path.parent.mkdir(exist_ok=True)
    if data is None:
        path.mkdir()
    else:
        path.write_bytes(data)
    red, green = (_show(started)["players"][seat] for seat in ("red", "green"))
    assert (red["queue"], "queue_problem" in red, "queue_problem" in green) == ([], True, False)
    assert "cannot be read: " in run(started, "show", "riot").out
    assert "queue_problem" not in str(_show(started, "--as", "green"))


def test_a_game_that_waits_has_its_board_and_nobody_to_move(founded: Path) -> None:
    shown = _show(founded)
    assert (shown["turn"], shown["phase"], shown["to_move"], shown["deadline"]) == ("0", "waiting", [], None)
    assert shown["board"]["columns"] == 9
    assert shown["pieces"] == []
    assert set(shown["players"]) == {"red", "green"}
    assert _show(founded, "--as", "red")["players"]["green"]["e"] is None


def test_a_game_that_waits_with_a_broken_board_is_shown_without_it(founded: Path) -> None:
    (founded / "games/riot/board.yaml").write_text("map: [")
    assert _show(founded)["board"] is None
    assert run(founded, "show", "riot").status == 0


def test_several_games_are_a_list(started: Path) -> None:
    run(started, "new", "cave", "--ruleset", "genetess", "--player", "red=R", "--player", "green=G")
    done = run(started, "show", "riot", "cave", "--json")
    assert [shown["game"] for shown in done.json] == ["riot", "cave"]


def test_a_past_turn_is_shown_as_it_began(played: Path) -> None:
    shown = _show(played, "--turn", "1b")
    assert (shown["turn"], shown["to_move"], shown["deadline"]) == ("1b", ["green"], None)
    assert [piece["at"] for piece in shown["pieces"] if piece["owner"] == "red"] == ["B2", "B3"]
    assert shown["players"]["red"]["queue"] is None


def test_the_past_is_seen_by_a_seat_as_it_was(played: Path) -> None:
    assert _show(played, "--turn", "1a", "--as", "red")["board"]["map"][0] == "####?????"


def test_the_turn_under_way_is_shown_as_it_is(played: Path) -> None:
    assert _show(played, "--turn", "2b") == _show(played)


def test_an_unknown_turn_names_the_range(played: Path, refused: Unchanged) -> None:
    assert "0 to 2b" in refused(played, "show", "riot", "--turn", "7c", status=2).err


def test_an_unknown_turn_of_a_waiting_game(founded: Path, refused: Unchanged) -> None:
    refused(founded, "show", "riot", "--turn", "1a", status=2)


@pytest.mark.parametrize("command", ["show", "log"])
def test_an_unknown_seat_is_wrong_usage(started: Path, refused: Unchanged, command: str) -> None:
    assert "red, green" in refused(started, command, "riot", "--as", "blue", status=2).err


def test_the_terminal_shows_board_players_and_pieces(started: Path) -> None:
    out = run(started, "show", "riot").out
    assert "     A B C D E F G H I" in out
    assert "   2 # R r . + . . . #" in out
    assert "   3 # . . . * . g G #" in out
    assert "Ragnar" in out
    assert "red AB" in out
    assert DEADLINE in out
    assert "\x1b" not in out
    assert "colour" not in out  # it is the seat's name


def test_a_line_below_the_map_says_what_its_signs_are(started: Path) -> None:
    rows = run(started, "show", "riot").out.splitlines()
    pieces = "a letter: a piece of that seat; a capital letter: one that has the code K (a King)"
    signs = f"Signs: # wall; + interior wall; . floor; * special square; {pieces}. "
    signs += "In the table E is energy, the money of a seat; - is none, ? is unknown."
    assert rows[rows.index(next(row for row in rows if row.startswith("   4 "))) + 1] == signs
    seen = run(started, "show", "riot", "--as", "red").out
    assert "Signs: # wall; . floor; ? not seen; a letter: a piece" in seen


def test_no_name_can_steer_a_terminal(founded: Path) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("Ragnar", '"R\\u202eevil \\u2066"'))
    run(founded, "start", "riot", "--now", START)
    for command in (["show", "riot"], ["show", "riot", "--json"], ["log", "riot"]):
        out = run(founded, *command).out
        assert not set(out) & set("\u202e\u2066\x1b\x9b")


# log


def test_log_is_the_contracts_list(played: Path) -> None:
    turns = run(played, "log", "riot", "--json").json
    assert [(one["turn"], one["seat"], one["order"], one["outcome"]) for one in turns[1:]] == [
        ("1b", "green", "MOVE H3 E", "failed"),
        ("1b", "green", "PASS", "done"),
        ("2a", "red", "CREATE C2 A", "done"),
    ]
    assert set(turns[0]) == {"turn", "seat", "order", "source", "outcome", "reason", "events"}
    assert turns[0]["source"] == "live"
    assert "exterior wall" in turns[1]["reason"]
    assert all(set(event) == {"kind", "text"} for one in turns for event in one["events"])


def test_a_seat_is_not_told_how_others_orders_came(played: Path) -> None:
    """Whether somebody wrote orders in advance is nobody else's business; that a time-out was one shows anyway."""
    run(played, "tick", "--now", "2027-01-01T00:00:00Z")
    for viewer, other in (("red", "green"), ("green", "red")):
        turns = run(played, "log", "riot", "--as", viewer, "--json").json
        assert {one["source"] for one in turns if one["seat"] == other} <= {None, "timeout"}
        assert None not in {one["source"] for one in turns if one["seat"] == viewer}
    assert turns[-1]["source"] == "timeout"


def test_a_seat_is_not_told_of_others_orders(played: Path) -> None:
    turns = run(played, "log", "riot", "--as", "red", "--json").json
    assert {one["order"] for one in turns if one["seat"] == "green"} == {None}
    failed = [one for one in turns if one["seat"] == "green" and one["outcome"] == "failed"]
    told = [(event["kind"], one["reason"]) for one in failed for event in one["events"]]
    assert told == [("fresh deadline", None)]  # ruling G44
    assert [one["order"] for one in turns if one["seat"] == "red"][-1] == "CREATE C2 A"


def test_log_of_a_game_that_waits_is_empty(founded: Path) -> None:
    assert run(founded, "log", "riot", "--json").json == []


def test_log_for_people_has_a_line_a_turn(played: Path) -> None:
    out = run(played, "log", "riot").out
    assert "1b green: MOVE H3 E (failed)" in out
    assert "2a red: CREATE C2 A\n" in out


def test_a_board_changed_after_the_start_is_told_clearly(played: Path) -> None:
    board = played / "games/riot/board.yaml"
    board.write_text(board.read_text().replace("B2: K, C2: AB", "D2: K, D3: AB"))
    for command in (["log", "riot"], ["show", "riot", "--turn", "1a"]):
        done = run(played, *command)
        assert done.status == 1
        assert "restore it from git" in done.err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind: displaced", "kind: vanished"),
        ("to: B3", "to: ZZ9"),
        ("to: B3", "to: D3"),
        ("seat: green", "seat: pink"),
    ],
)
def test_a_record_that_was_changed_is_named(played: Path, old: str, new: str) -> None:
    record = played / "games/riot/turns/00xx/0001-1a.yaml"
    assert old in record.read_text()
    record.write_text(record.read_text().replace(old, new))
    commit(played, "by hand")
    for command in (
        ["log", "riot"],
        ["log", "riot", "--as", "green", "--json"],
        ["show", "riot", "--turn", "1b"],
    ):
        done = run(played, *command)
        assert done.status == 1
        assert "restore it from git" in done.err


# legal


def test_legal_lists_the_orders_of_the_seat_to_move(started: Path) -> None:
    orders = run(started, "legal", "riot", "--json").json
    assert "PASS" in orders
    assert "MOVE B2 S" in orders
    assert "MOVE B2 W" not in orders
    assert run(started, "legal", "riot", "red").out.splitlines() == orders


def test_legal_answers_for_another_seat_too(started: Path) -> None:
    assert "MOVE H3 N" in run(started, "legal", "riot", "green", "--json").json


def test_legal_needs_a_started_game(founded: Path, refused: Unchanged) -> None:
    refused(founded, "legal", "riot")


@pytest.mark.parametrize(
    "command",
    [("show", "--as", "p1"), ("order", "p1", "PASS"), ("legal", "p1"), ("log",), ("resolve",), ("tick",)],
)
def test_seats_changed_after_the_start_are_told_clearly(
    started: Path, refused: Unchanged, command: tuple[str, ...]
) -> None:
    game = started / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("seat: red", "seat: p1"))
    name, *rest = command
    slug = [] if name == "tick" else ["riot"]
    now = ["--now", DEADLINE] if name in ("tick", "resolve") else []
    assert "write `seat: red` again" in refused(started, name, *slug, *rest, *now).err


# On narrow terminals


@pytest.fixture
def wide(empty: Path) -> Path:
    """A league with the game cave on a board of 27 columns."""
    players = [word for seat in ("red", "green", "blue") for word in ("--player", f"{seat}=P")]
    assert run(empty, "new", "cave", "--ruleset", "genetess", "--preset", "trio", *players).status == 0
    return empty


def _shown(league: Path, monkeypatch: pytest.MonkeyPatch, columns: str) -> list[str]:
    """The lines of `show` on a terminal of so many columns, without their colours."""
    for name, value in (("FORCE_COLOR", "1"), ("NO_COLOR", "1"), ("COLUMNS", columns), ("TERM", "xterm")):
        monkeypatch.setenv(name, value)
    return re.sub(r"\x1b\[[0-9;]*m", "", run(league, "show", "cave").out).splitlines()


@pytest.mark.parametrize(
    ("columns", "heads", "row"),
    [
        ("86", [f"    {''.join(f'  {letter}' for letter in LETTERS)} AA"], "   3" + "  #" * 9 + "  ."),
        (
            "80",
            [" " * 4 + "  " * 26 + " A", "    " + "".join(f" {letter}" for letter in LETTERS) + " A"],
            "   3" + " #" * 9 + " .",
        ),
        ("40", [" " * 5 + " " * 26 + "A", "     " + LETTERS + "A"], "   3 " + "#" * 9 + "."),
    ],
)
def test_a_wide_board_is_drawn_closer_with_its_letters_downwards(
    wide: Path, monkeypatch: pytest.MonkeyPatch, columns: str, heads: list[str], row: str
) -> None:
    lines = _shown(wide, monkeypatch, columns)
    board = lines[2 : 2 + len(heads) + 27]
    assert board[: len(heads)] == heads
    assert board[len(heads) + 2].startswith(row)
    assert max(map(len, board)) <= int(columns)
