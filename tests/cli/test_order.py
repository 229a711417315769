"""`genetess order`: what is written, what is warned of, and what is refused with a caret."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import DEADLINE, LATER, START, Unchanged, git, run, start_game, tree

FILE = "games/riot/orders/red.txt"


def test_the_text_is_the_whole_file(started: Path) -> None:
    run(started, "order", "riot", "red", "PASS")
    done = run(started, "order", "riot", "red", "move b2 s / * PASS")
    assert done.status == 0
    assert (started / FILE).read_text() == "move b2 s / * PASS\n"
    assert "1. MOVE B2 S\n2. * PASS\n" in done.out


def test_it_is_not_committed_unless_asked(started: Path) -> None:
    before = git(started, "rev-parse", "HEAD")
    done = run(started, "order", "riot", "red", "PASS")
    assert git(started, "rev-parse", "HEAD") == before
    assert "git push" in done.out


def test_commit_commits_the_file_alone(started: Path) -> None:
    (started / "games/riot/orders").mkdir(exist_ok=True)
    (started / "notes.txt").write_text("mine")
    assert run(started, "order", "riot", "red", "PASS", "--commit").status == 0
    assert git(started, "log", "-1", "--format=%s") == "riot: red's orders"
    assert git(started, "show", "--name-only", "--format=") == FILE
    assert git(started, "status", "--porcelain") == "?? notes.txt"


def test_committing_the_same_again_makes_no_commit(started: Path) -> None:
    run(started, "order", "riot", "red", "PASS", "--commit")
    before = tree(started)
    assert run(started, "order", "riot", "red", "PASS", "--commit").status == 0
    assert tree(started) == before


def test_commit_takes_over_what_lay_there_uncommitted(started: Path) -> None:
    run(started, "order", "riot", "red", "MOVE B2 S")
    assert run(started, "order", "riot", "red", "PASS", "--commit").status == 0
    assert (started / FILE).read_text() == "PASS\n"
    assert git(started, "status", "--porcelain") == ""


def test_an_empty_text_clears_the_file(started: Path) -> None:
    run(started, "order", "riot", "red", "PASS", "--commit")
    assert "cleared" in run(started, "order", "riot", "red", " ", "--commit").out
    assert not (started / FILE).exists()
    assert git(started, "ls-files", FILE) == ""


def test_words_around_an_order_are_warned_of(started: Path) -> None:
    """Ruling G27."""
    done = run(started, "order", "riot", "red", "if he is gone I'll MOVE B2 S")
    assert done.status == 0
    assert "is ignored" in done.err
    assert "1. MOVE B2 S" in done.out


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("MOVE B2 S please", "line 1: “please” is ignored"),
        (
            "maybe MOVE B2 S please, soon",
            "line 1: “maybe” and “please, soon” are ignored: the order is MOVE B2 S",
        ),
        (
            "PASS\nthen CHARGE C2 E, CHARGE S now",
            "line 2: “then” and “now” are ignored: the order is CHARGE C2 E-S",
        ),
    ],
)
def test_the_words_at_both_sides_are_named(started: Path, text: str, warning: str) -> None:
    assert warning in run(started, "order", "riot", "red", text).err


def test_among_several_lines_the_line_is_named(started: Path, refused: Unchanged) -> None:
    assert "line 2: “JUMP” is no order." in refused(started, "order", "riot", "red", "PASS\nJUMP").err
    assert "line" not in refused(started, "order", "riot", "red", "JUMP").err


@pytest.mark.parametrize("before", [0, 300])
def test_of_a_long_line_only_what_is_around_the_caret_is_shown(
    started: Path, refused: Unchanged, before: int
) -> None:
    text = f"{'x' * before} MOVE B2 {'Q' * 2000}"
    row, caret = refused(started, "order", "riot", "red", text).err.splitlines()[1:3]
    assert len(row) <= 104
    assert row[caret.index("^")] == "Q"
    assert row.endswith("…")
    assert row.lstrip().startswith("…") == bool(before)
    assert 1 <= caret.count("^") <= 40


def test_a_mistake_is_shown_with_a_caret_and_the_nearest_word(started: Path, refused: Unchanged) -> None:
    done = refused(started, "order", "riot", "red", "PASS / MVOE B2 S")
    row, caret = done.err.splitlines()[1:3]
    assert row[caret.index("^") :].startswith("MVOE")
    assert "MOVE" in done.err


def test_all_mistakes_are_told_at_once(started: Path, refused: Unchanged) -> None:
    assert refused(started, "order", "riot", "red", "JUMP\nPASS\nHOP").err.count("^") >= 2


def test_the_first_order_is_tried_on_what_the_player_knows(started: Path, refused: Unchanged) -> None:
    done = refused(started, "order", "riot", "red", "MOVE B2 W")
    assert "A2 is exterior wall" in done.err


@pytest.mark.parametrize("seat", ["red", "green"], ids=["in turn", "out of turn"])
def test_a_square_that_the_board_does_not_have_is_refused_in_any_order(
    started: Path, refused: Unchanged, seat: str
) -> None:
    """No day can make it right."""
    done = refused(started, "order", "riot", seat, "PASS\nPASS / MOVE Z99 N\nHOME B2 Z9")
    assert done.err.splitlines() == [
        "line 2: Z99 is off the board.",
        "    PASS / MOVE Z99 N",
        "                ^^^",
        "  Its squares are A1 to I4.",
        "line 3: Z9 is off the board.",
        "    HOME B2 Z9",
        "            ^^",
        "  Its squares are A1 to I4.",
    ]


def test_check_finds_a_square_that_the_board_does_not_have(founded: Path) -> None:
    path = founded / "games/riot/orders/green.txt"
    path.write_text("PASS\nMOVE Z99 N\n")
    done = run(founded, "check")
    assert done.status == 1
    assert "games/riot/orders/green.txt:2: Z99 is off the board." in done.err
    (founded / "games/riot/board.yaml").write_text('map: ""\nstarts: {}\n')
    assert "off the board" not in run(founded, "check").err


def test_out_of_turn_the_board_of_today_is_no_reason_to_refuse(started: Path) -> None:
    done = run(started, "order", "riot", "green", "MOVE H3 E")
    assert done.status == 0
    assert "I3 is exterior wall" in done.err
    assert "On today's board the first order would fail" in done.err
    assert (started / "games/riot/orders/green.txt").read_text() == "MOVE H3 E\n"


def test_out_of_turn_the_form_still_counts(started: Path, refused: Unchanged) -> None:
    refused(started, "order", "riot", "green", "MOVE H3 UP")


# When it will go


@pytest.mark.parametrize(
    ("seat", "text", "when"),
    [
        ("red", "PASS", "The next `genetess tick` carries it out."),
        ("red", "* PASS", "The next `genetess tick` carries it out."),
        ("red", "PASS / PASS", "The next `genetess tick` carries the first one out."),
        ("green", "PASS", "It is stored until the deadline of green's next turn."),
        ("green", "* PASS", "It is stored and runs as soon as green's turn begins."),
    ],
)
def test_it_says_when_the_order_will_go(started: Path, seat: str, text: str, when: str) -> None:
    assert when in run(started, "order", "riot", seat, text).out


def test_who_forgets_the_quotes_is_told_of_them(started: Path) -> None:
    done = run(started, "order", "riot", "red", "MOVE", "B2", "E")
    assert done.status == 2
    assert done.err.endswith("Got unexpected extra arguments (B2 E). Put text with spaces in quotes.\n")


def test_what_was_stored_as_the_turn_began_still_waits(started: Path) -> None:
    """Given word for word once more, it is no live order: the player has to be told why nothing happens."""
    run(started, "order", "riot", "green", "PASS")
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER)
    out = run(started, "order", "riot", "green", "PASS").out
    assert "was there before your turn began" in out
    assert "waits until your deadline, 2026-11-25 00:00 UTC." in out
    assert "To run it now, put a `*` in front." in out
    assert run(started, "resolve", "riot", "--now", LATER).status == 3
    assert "next `genetess tick`" in run(started, "order", "riot", "green", "* PASS").out
    assert run(started, "resolve", "riot", "--now", LATER).status == 0


def test_without_a_deadline_a_stored_order_waits_for_its_player(founded: Path) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("deadline: 3d  ", "deadline: none"))
    assert "There is no deadline" in run(founded, "order", "riot", "red", "PASS").out
    run(founded, "start", "riot", "--now", START)
    assert "there is no deadline" in run(founded, "order", "riot", "red", "PASS").out
    assert run(founded, "resolve", "riot", "--now", DEADLINE).status == 3


def test_a_cleared_file_goes_nowhere(started: Path) -> None:
    assert "next run" not in run(started, "order", "riot", "red", "").out


def test_what_the_player_cannot_know_is_not_told(started: Path) -> None:
    """Whether a wall or an enemy is on a square in the fog must not show in the verdict."""
    assert run(started, "order", "riot", "red", "MOVE C2 E-E").status == 0  # E2 is wall


def test_later_orders_are_checked_in_form_only(started: Path) -> None:
    assert run(started, "order", "riot", "red", "PASS / MOVE B2 W").status == 0


def test_before_the_start_orders_are_checked_in_form(founded: Path) -> None:
    assert run(founded, "order", "riot", "red", "MOVE B2 W").status == 0


def test_orders_from_before_the_start_are_stored(founded: Path) -> None:
    run(founded, "order", "riot", "red", "* PASS")
    run(founded, "start", "riot", "--now", START)
    assert "riot 1a red: PASS" in run(founded, "resolve", "riot", "--now", START).out


@pytest.mark.parametrize("text", ["PASS\n" * 51, "# " + "x" * 4096, "PASS \udcff"])
def test_a_queue_that_no_file_may_hold_is_refused(started: Path, refused: Unchanged, text: str) -> None:
    refused(started, "order", "riot", "red", text)


def test_without_a_branch_nothing_is_written(started: Path, refused: Unchanged) -> None:
    git(started, "checkout", "--quiet", "--detach")
    assert "git switch" in refused(started, "order", "riot", "red", "PASS", "--commit").err


def test_an_unknown_seat_is_wrong_usage_and_names_the_seats(started: Path, refused: Unchanged) -> None:
    assert "red, green" in refused(started, "order", "riot", "blue", "PASS", status=2).err


def test_an_unknown_game_is_wrong_usage(started: Path, refused: Unchanged) -> None:
    refused(started, "order", "roit", "red", "PASS", status=2)


def test_a_symbolic_link_is_not_followed(started: Path, tmp_path: Path) -> None:
    (started / "games/riot/orders").mkdir(exist_ok=True)
    (tmp_path / "precious").write_text("mine")
    (started / FILE).symlink_to(tmp_path / "precious")
    assert run(started, "order", "riot", "red", "PASS").status == 1
    assert (tmp_path / "precious").read_text() == "mine"


def test_order_and_resolve_say_the_same_of_a_game_without_holidays(founded: Path, refused: Unchanged) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("holiday: 10d", "holiday: 0d"))
    start_game(founded)
    for command in (
        ["order", "riot", "red", "HOLIDAY"],
        ["resolve", "riot", "--order", "HOLIDAY", "--seat", "red", "--now", LATER],
    ):
        assert "This game has no holidays." in refused(founded, *command).err


def test_an_order_behind_another_is_told_how_to_be_parted(started: Path) -> None:
    assert "Write `/` between two orders" in run(started, "order", "riot", "red", "MOVE B2 S; PASS").err
    assert "Write `/`" not in run(started, "order", "riot", "red", "MOVE B2 S; thank you").err
