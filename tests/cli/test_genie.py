"""A game of Genie of the Lamp by the commands of every game: founded, ordered, carried out, shown, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import DEADLINE, LATER, START, Done, Unchanged, bring, git, run
from tests.kit.packages import offer

PLAYERS = ["--player", "white=Wendy", "--player", "black=Boris"]
DAY_4 = "2026-11-25T00:00:00Z"


def _founded(folder: Path, **settings: str) -> Path:
    """The folder of a league with the game lamp, begun at START with other settings, white to move until DEADLINE."""
    assert run(folder, "new", "lamp", "--ruleset", "genie", *PLAYERS).status == 0
    file = folder / "games/lamp/game.yaml"
    lines = [
        f"{name}: {settings[name]}" if (name := line.partition(":")[0]) in settings else line
        for line in file.read_text().splitlines()
    ]
    file.write_text("\n".join(lines) + "\n")
    assert run(folder, "start", "lamp", "--now", START).status == 0
    return folder


@pytest.fixture
def lamp(empty: Path) -> Path:
    return _founded(empty)


def _tick(folder: Path, now: str = LATER) -> Done:
    return run(folder, "tick", "--now", now)


def _writes(folder: Path, seat: str, text: str) -> None:
    (folder / f"games/lamp/orders/{seat}.txt").write_text(text)


def _shown(folder: Path) -> dict[str, object]:
    shown: dict[str, object] = run(folder, "show", "lamp", "--json").json
    return shown


def test_a_new_game_has_settings_that_explain_themselves(empty: Path) -> None:
    assert run(empty, "new", "lamp", "--ruleset", "genie", *PLAYERS).status == 0
    text = (empty / "games/lamp/game.yaml").read_text()
    assert "timeout: forfeit             # what happens when a deadline is missed: forfeit or wait\n" in text
    assert "  promotion: inventory               # pawns become: inventory" in text
    assert "rules:\n  promotion" in text
    assert not (empty / "games/lamp/board.yaml").exists()
    assert "* Gd2" in (empty / "games/lamp/orders/README.md").read_text()
    assert run(empty, "check").status == 0
    assert "lamp has not started\n" in run(empty, "show", "lamp").out
    assert run(empty, "show", "lamp", "--json").json["fen"].endswith(" w KQkq - 0 1 Gg")


@pytest.mark.parametrize(
    ("line", "other", "words"),
    [
        ("timeout: forfeit", "timeout: pass", "timeout: expected `forfeit` or `wait`, got `pass`"),
        ("  promotion: inventory", "  promotion: all", "expected inventory or fide"),
        ("  promotion: inventory", "  timeout: wait", "write `timeout` beside `rules:`, not in it"),
        ("seat: black", "seat: red", "the seats of this game are white and black, in this order"),
    ],
)
def test_settings_are_checked(empty: Path, line: str, other: str, words: str) -> None:
    run(empty, "new", "lamp", "--ruleset", "genie", *PLAYERS)
    file = empty / "games/lamp/game.yaml"
    file.write_text(file.read_text().replace(line, other))
    done = run(empty, "check")
    assert done.status == 1
    assert words in done.err


def test_an_order_is_carried_out_shown_and_told(lamp: Path) -> None:
    assert run(lamp, "order", "lamp", "white", "Gd2").out.startswith("1. Gd2\n")
    assert _tick(lamp).out.splitlines()[0] == "lamp 1a white: Gd2"
    assert "Wendy (white) flipped the pawn on d2: the Genie entered (Gd2)." in run(lamp, "log", "lamp").out
    shown = _shown(lamp)
    assert shown["fen"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPGPPPP/RNBQKBNR b KQkq - 0 1 Gg"
    assert shown["turn"] == "1b"
    assert shown["to_move"] == ["black"]
    assert run(lamp, "verify").status == 0
    assert git(lamp, "status", "--porcelain") == ""


def test_a_refusal_says_why_and_where(lamp: Path, refused: Unchanged) -> None:
    done = refused(lamp, "order", "lamp", "white", "* Nd2")
    assert done.err.splitlines() == [
        "Nd2: none of your knights can go to d2.",
        "    * Nd2",
        "      ^^^",
    ]
    done = refused(lamp, "resolve", "lamp", "--order", "DRAW / Nf3", "--seat", "white")
    assert done.err == "give one order, without `/`\n"


def test_the_terminal_shows_the_board_and_what_belongs_to_it(lamp: Path) -> None:
    bring(lamp, "lamp", "e4", "f5", "exf5", "DRAW", "Kf7", "Qh5")
    shown = run(lamp, "show", "lamp").out
    assert "  8  r n b q . b n r\n" in shown
    assert "  5  . . . . . P . Q\n" in shown
    assert "     a b c d e f g h\n" in shown
    assert "Last move: 3. Qh5+\n" in shown
    assert "Check: the king on f7 is attacked." in shown
    assert "Captured of black: p\n" in shown
    assert "  1. e4 f5 2. exf5 Kf7 3. Qh5+\n" in shown
    assert "offered" not in shown
    bring(lamp, "lamp", "g6", "DRAW")
    shown = run(lamp, "show", "lamp").out
    assert "Last move: 3... g6\n" in shown
    assert "white offers a draw.\n" in shown


def test_a_long_score_sheet_is_set_in_lines(lamp: Path) -> None:
    bring(lamp, "lamp", *(("Nf3", "Nf6", "Ng1", "Ng8")[number % 4] for number in range(14)))
    rows = run(lamp, "show", "lamp").out.partition("Moves\n")[2].splitlines()
    assert len(rows) == 2
    assert all(len(row) < 80 for row in rows)


def test_the_orders_that_are_listed_can_be_given(lamp: Path) -> None:
    listed = run(lamp, "legal", "lamp", "--json").json
    assert len(listed) == 28 + 2
    assert listed[-2:] == ["DRAW", "RESIGN"]
    assert run(lamp, "legal", "lamp").out.count("Nf3\n") == 1
    bring(lamp, "lamp", listed[0])


def test_an_offer_of_a_draw_keeps_the_turn_and_its_deadline(lamp: Path) -> None:
    _writes(lamp, "white", "DRAW\n")
    assert _tick(lamp).out.splitlines()[0] == "lamp 1a white: DRAW"  # ruling L5
    shown = _shown(lamp)
    assert (shown["turn"], shown["to_move"], shown["deadline"]) == ("1a", ["white"], DEADLINE)
    assert shown["offer"] == "white"
    assert _tick(lamp).status == 3
    assert _tick(lamp, DEADLINE).status == 0
    assert "missed the deadline" in run(lamp, "log", "lamp").out
    assert _shown(lamp)["phase"] == "finished"
    assert run(lamp, "verify").status == 0


def test_the_move_behind_a_live_offer_goes_with_it(lamp: Path) -> None:
    _writes(lamp, "white", "DRAW / Nf3\n")
    assert _tick(lamp).out.splitlines()[:2] == ["lamp 1a white: DRAW", "lamp 1a white: Nf3"]
    assert _shown(lamp)["to_move"] == ["black"]


def test_the_move_behind_a_stored_offer_waits_for_the_deadline(lamp: Path) -> None:
    _writes(lamp, "black", "* DRAW / e5\n")
    _writes(lamp, "white", "e4\n")
    assert _tick(lamp).out.splitlines()[:2] == ["lamp 1a white: e4", "lamp 1b black: DRAW"]
    assert _tick(lamp).status == 3
    deadline = str(_shown(lamp)["deadline"])
    assert _tick(lamp, deadline).out.splitlines()[0] == "lamp 1b black: e5"


def test_an_offer_at_the_deadline_is_no_more_time(lamp: Path) -> None:
    _writes(lamp, "black", "DRAW\n")
    _writes(lamp, "white", "e4\n")
    _tick(lamp)
    done = _tick(lamp, str(_shown(lamp)["deadline"]))
    assert done.out.splitlines()[:2] == [
        "lamp 1b black: DRAW",
        "lamp 1b black: timed out",
    ]  # rulings L5 and L8
    assert _shown(lamp)["result"] == {
        "winners": ["white"],
        "scores": {"white": 1, "black": 0},
        "reason": "black missed the deadline",
        "survivor": None,
    }


def test_an_offer_that_the_gm_brings_leaves_the_file(lamp: Path) -> None:
    _writes(lamp, "white", "Nf4\n")
    _tick(lamp)
    _writes(lamp, "white", "* Nf3\n")
    assert bring(lamp, "lamp", "DRAW").out.splitlines()[:2] == [
        "lamp 1a white: DRAW",
        "lamp 1a white: Nf3",
    ]


def test_an_offer_ends_a_holiday_and_leaves_a_full_deadline(empty: Path) -> None:
    lamp = _founded(empty, holiday="10d")
    _writes(lamp, "white", "HOLIDAY\n")
    _tick(lamp)
    assert _shown(lamp)["phase"] == "suspended"
    _writes(lamp, "white", "DRAW\n")
    _tick(lamp, DEADLINE)
    shown = _shown(lamp)
    assert (shown["phase"], shown["deadline"]) == ("playing", "2026-11-27T00:00:00Z")
    assert run(lamp, "verify").status == 0


def test_a_draw_is_agreed_shown_and_told(lamp: Path) -> None:
    bring(lamp, "lamp", "DRAW", "e4", "DRAW")
    shown = _shown(lamp)
    assert shown["result"] == {
        "winners": [],
        "scores": {"white": 0.5, "black": 0.5},
        "reason": "a draw was agreed",
        "survivor": None,
    }
    assert "the game is over: it is a draw (a draw was agreed)" in run(lamp, "show", "lamp").out
    log = run(lamp, "log", "lamp").out
    assert "Boris (black) accepted the draw." in log
    assert "The game is over: a draw was agreed." in log
    assert run(lamp, "build", "--out", "site").status == 0
    page = (lamp / "site/lamp/index.html").read_text()
    assert "The game is over: a draw was agreed." in page


def test_a_time_out_that_waits_gives_a_full_deadline(empty: Path) -> None:
    lamp = _founded(empty, timeout="wait")
    done = _tick(lamp, DAY_4)
    assert done.out.splitlines() == [
        "lamp 1a white: timed out",
        "lamp 1a: white is to move until 2026-11-28T00:00:00Z",
    ]  # ruling L8
    assert _tick(lamp, DAY_4).status == 3
    assert _shown(lamp)["phase"] == "playing"
    assert run(lamp, "verify").status == 0


def test_where_time_outs_change_nothing_a_player_leaves_the_whole_game(
    empty: Path, refused: Unchanged
) -> None:
    lamp = _founded(empty, timeout="wait")
    assert "add --orphans" in refused(lamp, "drop", "lamp", "white").err
    assert run(lamp, "drop", "lamp", "white", "--orphans").status == 0
    shown = run(lamp, "show", "lamp").out
    assert "the game is over: black wins (white has left)" in shown


def test_a_ruleset_whose_time_outs_wait_unless_told_otherwise_waits_for_nobody_who_has_left(
    empty: Path, refused: Unchanged, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The game's settings leave the time-out out, so that it is the ruleset's first."""
    text = "from msgspec.structs import replace\nfrom genetess_cli.rules import genie\n"
    rules = "RULES = replace(genie.RULES, name='lamps', timeouts=('wait', 'forfeit'))\n"
    offer(monkeypatch, tmp_path, "lamps", "lamp_rules", text + rules)
    assert run(empty, "new", "lamp", "--ruleset", "lamps", *PLAYERS).status == 0
    file = empty / "games/lamp/game.yaml"
    file.write_text("".join(line for line in file.read_text().splitlines(True) if "timeout" not in line))
    assert run(empty, "start", "lamp", "--now", START).status == 0
    assert "add --orphans" in refused(empty, "drop", "lamp", "white").err


def test_a_seat_that_is_waited_for_is_not_timed_out_again_and_again(lamp: Path) -> None:
    assert run(lamp, "drop", "lamp", "white", "--now", LATER).status == 0
    file = lamp / "games/lamp/game.yaml"
    file.write_text(file.read_text().replace("timeout: forfeit", "timeout: wait   "))
    git(lamp, "commit", "--all", "--quiet", "--message", "by hand")
    assert _tick(lamp).status == 3
    assert _tick(lamp, DEADLINE).out.splitlines()[0] == "lamp 1a white: timed out"


def test_a_player_who_leaves_loses_when_the_turn_comes(lamp: Path) -> None:
    assert run(lamp, "drop", "lamp", "black", "--now", LATER).status == 0
    _writes(lamp, "white", "e4\n")
    done = _tick(lamp)
    assert done.out.splitlines()[:2] == ["lamp 1a white: e4", "lamp 1b black: timed out"]
    assert _shown(lamp)["phase"] == "finished"


def test_the_gm_ends_the_game_in_a_draw(lamp: Path) -> None:
    assert run(lamp, "finish", "lamp", "--reason", "it is late").status == 0
    assert "it is a draw (it is late)" in run(lamp, "show", "lamp").out


def test_a_turn_is_taken_back_with_its_offer(lamp: Path) -> None:
    _writes(lamp, "white", "DRAW / Nf3\n")
    _tick(lamp)
    assert run(lamp, "undo", "lamp", "--now", LATER).status == 0
    assert _shown(lamp)["offer"] == "white"
    assert run(lamp, "undo", "lamp", "--to", "1a", "--now", LATER).status == 0
    shown = _shown(lamp)
    assert (shown["offer"], shown["turn"]) == (None, "1a")
    assert run(lamp, "verify").status == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_game_is_simulated_to_its_end_and_its_site_built(lamp: Path, bots: str) -> None:
    done = run(lamp, "simulate", "lamp", "--turns", "6", "--seed", "1", "--bots", bots, "--commit")
    assert done.status == 0, done.err
    done = run(lamp, "simulate", "lamp", "--turns", "1000", "--seed", "2", "--bots", bots)
    assert "Over: " in done.out
    assert "captures: 0" not in done.out
    built = run(lamp, "build", "--out", "site")
    assert built.status == 0, built.err
    for seat in ("white", "black"):
        sheet = (lamp / f"site/lamp/sheet/{seat}/index.html").read_text()
        assert ": white king</title>" in sheet
        assert "Moves" in sheet
        assert 'class="err"' not in sheet


def test_orders_and_their_comments_are_coloured_and_none_is_wrong(lamp: Path) -> None:
    _writes(lamp, "black", "* e5 / Nf6\nO-O # safe\nexd5\ne8=Q\nGe4-e6-g6\nDRAW\nCLAIM Nf3\nRESIGN\n")
    assert run(lamp, "build", "--out", "site").status == 0
    sheet = (lamp / "site/lamp/sheet/black/index.html").read_text()
    assert 'class="err"' not in sheet
    assert 'rules-genie.html#CLAIM">CLAIM</a>' in sheet


def test_orders_are_listed_for_the_seat_that_is_not_to_move_too(lamp: Path) -> None:
    assert len(run(lamp, "legal", "lamp", "black", "--json").json) == 28 + 2
    assert "Nf6\n" in run(lamp, "legal", "lamp", "black").out


def test_a_mate_is_told_as_one(lamp: Path) -> None:
    bring(lamp, "lamp", "f3", "e5", "g4", "Qh4#")
    shown = run(lamp, "show", "lamp").out
    assert "Checkmate: the king on e1 cannot escape." in shown
    assert run(lamp, "build", "--out", "site").status == 0
    page = (lamp / "site/lamp/index.html").read_text()
    assert "the king on e1 is checkmated" in page
    assert "in check" not in page


def test_what_was_captured_of_black_is_in_small_letters(lamp: Path) -> None:
    bring(lamp, "lamp", "e4", "d5", "exd5")
    assert "Captured of black: p\n" in run(lamp, "show", "lamp").out


def test_a_new_game_without_an_opponent_names_seats_of_its_own(empty: Path) -> None:
    done = run(empty, "new", "lamp", "--ruleset", "genie", "--player", "white=A")
    assert "--player white=Ragnar --player black=Gwen@gwen-g" in done.err
