"""`genetess new`: what a new game holds, how players and boards are named, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.rules import RULESETS
from tests.kit.boards import BOARD
from tests.kit.command import Unchanged, git, run
from tests.kit.reading import board_of, game_in, setup_in

TWO = ("--player", "red=Ragnar", "--player", "green=Gwen")
NEW = ("new", "cave", "--ruleset", "genetess")


def test_a_game_is_written_and_committed(empty: Path) -> None:
    done = run(empty, *NEW, *TWO)
    assert done.status == 0
    assert "Wrote and committed games/cave/game.yaml." in done.out
    assert git(empty, "status", "--porcelain") == ""
    assert "games/cave/game.yaml" in git(empty, "ls-files")
    assert git(empty, "log", "-1", "--format=%s") == "cave: new game"
    folder = game_in(empty, "cave")
    assert [seat.name for seat in folder.terms.seats] == ["red", "green"]
    assert len(folder.file.id or "") == 32


def test_every_setting_stands_there_with_a_comment(empty: Path) -> None:
    run(empty, *NEW, *TWO)
    text = (empty / "games/cave/game.yaml").read_text()
    keys = [line.partition(":")[0] for line in text.splitlines() if line[:1].isalpha()]
    assert keys == [
        "ruleset", "name", "number", "secrecy", "talk", "spectators", "deadline", "grace",
        "fresh_deadlines", "drop_after", "holiday", "timeout", "players", "rules", "id", "commitment", "version",
    ]  # fmt: skip
    rules = [
        line.split(":")[0].strip() for line in text.partition("rules:\n")[2].splitlines() if line[:2] == "  "
    ]
    assert rules == ["specials", "starting_e", "e_per_king", "create", "codes", "gamble"]


def test_a_sealed_game_on_a_preset_can_be_made_again_as_the_warning_says(empty: Path) -> None:
    done = run(empty, *NEW, *TWO, "--sealed")
    assert done.status == 0
    assert "Warning: the game is made, but" in done.err
    assert "`git rm -r games/cave`, `git commit`, and make the game again with --board FILE" in done.err
    git(empty, "rm", "-rq", "games/cave")
    git(empty, "commit", "-qm", "cave: gone")
    assert run(empty, *NEW, *TWO, "--sealed").status == 0


def test_a_board_is_copied_byte_for_byte(founded: Path) -> None:
    assert (founded / "games/riot/board.yaml").read_text() == BOARD


def test_the_last_at_parts_name_and_login(empty: Path) -> None:
    players = ["--player", "red=Ann @ home@ann-h", "--player", "green=Zoë 'the Ox' #1: yes"]
    assert run(empty, *NEW, *players).status == 0
    first, second = game_in(empty, "cave").file.players
    assert (first.name, first.github) == ("Ann @ home", "ann-h")
    assert (second.name, second.github) == ("Zoë 'the Ox' #1: yes", None)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("red=Green", "green=Gwen", "`Green` looks like green, a seat's name; choose another name"),
        ("red=Ragnar@ragnar42", "green=RAGNAR@other", "the name `RAGNAR` is taken"),
        ("red=Ragnar@ragnar42", "green=Ragnar", "the name `Ragnar` is taken"),
    ],
)
def test_nobody_is_called_as_another_or_as_anothers_seat(
    empty: Path, refused: Unchanged, first: str, second: str, words: str
) -> None:
    assert words in refused(empty, *NEW, "--player", first, "--player", second, status=2).err


@pytest.mark.parametrize(
    "players", [("red=Red", "green=Gwen"), ("red=Rag", "green=Rag"), ("red=Rag@rag", "green=Rag@Rag")]
)
def test_one_person_may_have_two_seats_or_be_called_as_the_own_one(
    empty: Path, players: tuple[str, str]
) -> None:
    more = [word for each in players for word in ("--player", each)]
    assert run(empty, *NEW, *more).status == 0


def test_starts_are_given_in_the_order_of_the_players(empty: Path) -> None:
    assert run(empty, *NEW, *TWO, "--starts", "K2,K1").status == 0
    assert [seat.start for seat in game_in(empty, "cave").terms.seats] == ["K2", "K1"]


def test_a_larger_preset_will_do_where_its_starts_are_chosen(empty: Path) -> None:
    assert run(empty, *NEW, *TWO, "--preset", "trio", "--starts", "K1,K3").status == 0
    assert [seat.start for seat in game_in(empty, "cave").terms.seats] == ["K1", "K3"]


def test_the_preset_is_the_one_with_as_many_starts(empty: Path) -> None:
    four = [word for seat in ("red", "green", "blue", "white") for word in ("--player", f"{seat}=P")]
    assert run(empty, *NEW, *four).status == 0
    assert len(board_of(setup_in(empty, "cave")).starts) == 4


def test_options_of_the_gm_are_written(empty: Path) -> None:
    assert run(empty, *NEW, *TWO, "--name", "The Cave", "--number", "7", "--deadline", "12h").status == 0
    file = game_in(empty, "cave").file
    assert (file.name, file.number, file.deadline) == ("The Cave", 7, "12h")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("new", "Cave!", "--ruleset", "genetess", *TWO), 2, "a-z, 0-9"),
        (("new", "cave", "--ruleset", "genetes", *TWO), 2, "did you mean `genetess`"),
        (("new", "cave", *TWO), 2, "--ruleset"),
        ((*NEW, "--player", "red=R"), 2, "two players"),
        ((*NEW, "--player", "red=R", "--player", "red=G"), 1, "two players have the seat `red`"),
        ((*NEW, "--player", "red", "--player", "green=G"), 2, "SEAT=NAME"),
        ((*NEW, "--player", "Red!=R", "--player", "green=G"), 2, "a-z, 0-9"),
        ((*NEW, "--player", "red=R@two words", "--player", "green=G"), 2, "login"),
        ((*NEW, "--player", "red=@ragnar", "--player", "green=G"), 2, "name"),
        ((*NEW, "--player", "red=a\nb", "--player", "green=G"), 2, "U+000A"),
        ((*NEW, *TWO, "--preset", "duell"), 2, "did you mean `duel`"),
        ((*NEW, *TWO, "--preset", "duel", "--board", "b.yaml"), 2, "not both"),
        ((*NEW, *TWO, "--board", "nowhere.yaml"), 1, "No such file"),
        ((*NEW, *TWO, "--board", "."), 1, "directory"),
        ((*NEW, *TWO, "--deadline", "soon"), 2, "not a duration"),
        (
            (*NEW, *TWO, "--deadline", "3"),
            2,
            "--deadline: '3' is not a duration; write one such as `90m`, `12h` or `3d`",
        ),
        ((*NEW, *TWO, "--preset", "trio"), 2, "2 players do not fit trio"),
        ((*NEW, *TWO, "--deadline", "0d"), 1, "deadline"),
        ((*NEW, *TWO, "--starts", "K1,K9"), 1, "no start K9"),
        ((*NEW, *TWO, "--starts", "K1 K1"), 1, "two players have the start"),
        ((*NEW, *TWO, "--starts", "K1"), 1, "green has no start"),
        (
            (*NEW, *TWO, "--player", "blue=B", "--player", "cyan=C", "--player", "pink=P"),
            2,
            "some starts of a larger one",
        ),
        ((*NEW, *TWO, "--name", "a\x1b[2J"), 2, "U+001B"),
        ((*NEW, *TWO, "--number", "-1"), 2, "--number"),
    ],
)
def test_what_is_wrong_is_refused(
    empty: Path, refused: Unchanged, arguments: tuple[str, ...], status: int, words: str
) -> None:
    assert words in refused(empty, *arguments, status=status).err


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe", "UTF-8"),
        (b"map: [", "bracket"),
        (BOARD.replace("+", "x").encode(), "a map is made of"),
        (BOARD.replace("K2: {H3: K, ", "K2: {").encode(), "needs a piece with K"),
        (BOARD.encode() + b"colour: red\n", "no such field"),
        pytest.param(b"x" * 300_000, "at most 262,144 are read", id="too large"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused_by_its_own_name(
    empty: Path, refused: Unchanged, tmp_path: Path, data: bytes, words: str
) -> None:
    (tmp_path / "cave.yaml").write_bytes(data)
    done = refused(empty, *NEW, *TWO, "--board", str(tmp_path / "cave.yaml"))
    assert words in done.err
    assert "cave.yaml" in done.err
    assert "games/cave" not in done.err


def test_a_game_that_is_there_is_not_written_over(founded: Path, refused: Unchanged) -> None:
    assert "already" in refused(founded, "new", "riot", "--ruleset", "genetess", *TWO).err


# Gambles


def test_what_is_gambled_for_is_written_and_the_game_can_start(empty: Path) -> None:
    """Ruling G39: with starts to gamble for nobody has one, and colours are still to be drawn."""
    players = ("--player", "p1=Ragnar", "--player", "p2=Gwen")
    assert run(empty, *NEW, *players, "--gamble", "start,order, colour").status == 0
    text = (empty / "games/cave/game.yaml").read_text()
    assert "start:" not in text
    assert "gamble: [start, order, colour]" in text
    assert "GAMBLE" in (empty / "games/cave/orders/README.md").read_text()
    assert "waiting for the gambles of p1, p2" in run(empty, "start", "cave").out


def test_gambles_without_starts_among_them_keep_the_starts_of_the_players(empty: Path) -> None:
    assert run(empty, *NEW, *TWO, "--gamble", "order", "--starts", "K2 K1").status == 0
    assert [seat.start for seat in game_in(empty, "cave").terms.seats] == ["K2", "K1"]


@pytest.mark.parametrize(
    ("gamble", "more", "status", "words"),
    [
        ("colour", (), 1, "a seat cannot be called red; call it p1"),
        ("start,ordr", (), 1, "'ordr' cannot be gambled for; there are start, order, colour"),
        (",", (), 2, "start,order,colour"),
        ("start", ("--starts", "K1,K2"), 2, "--starts or --gamble start"),
    ],
)
def test_gambles_that_do_not_fit_are_refused(
    empty: Path, refused: Unchanged, gamble: str, more: tuple[str, ...], status: int, words: str
) -> None:
    assert words in refused(empty, *NEW, *TWO, "--gamble", gamble, *more, status=status).err


def test_the_note_beside_the_order_files_tells_of_round_0(empty: Path) -> None:
    """The GM may still open gambles in game.yaml."""
    run(empty, *NEW, *TWO)
    assert "GAMBLE 3E on K2, K1" in (empty / "games/cave/orders/README.md").read_text()


# Without a board


@pytest.mark.parametrize("ruleset", ["dna", "genie"])
@pytest.mark.parametrize(
    "given", [("--preset", "duel"), ("--board", "cave.yaml"), ("--starts", "K1,K2"), ("--starts", "")]
)
def test_what_a_game_without_a_board_has_no_use_for_is_refused(
    empty: Path, refused: Unchanged, ruleset: str, given: tuple[str, str]
) -> None:
    done = refused(empty, "new", "cave", "--ruleset", ruleset, *TWO, *given, status=2)
    assert f"{ruleset} has no board to choose; leave out {given[0]}" in done.err


def test_help_names_every_ruleset_and_has_an_example_without_a_board(empty: Path) -> None:
    told = run(empty, "new", "--help").out
    assert f"The rules: {', '.join(RULESETS)}." in told
    assert "--ruleset dna --player" in told


def test_the_name_of_a_game_that_was_played_is_not_given_again(started: Path, refused: Unchanged) -> None:
    """`verify` reads the history of a name, and would find two games there."""
    git(started, "rm", "-rq", "games/riot")
    git(started, "commit", "-qm", "riot: deleted")
    again = ("new", "riot", "--ruleset", "genie", "--player", "white=Ann", "--player", "black=Bo")
    assert "was played here and deleted" in refused(started, *again).err
