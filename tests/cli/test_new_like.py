"""What the games of a league have alike: `defaults:` in genetess.yaml, and `new --like`."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.league import find
from tests.kit.boards import BOARD
from tests.kit.command import LATER, Unchanged, commit, git, run
from tests.kit.reading import game_in, setup_in

TWO = ("--player", "red=Ragnar", "--player", "green=Gwen")
NEW = ("new", "cave", "--ruleset", "genetess")
DEFAULTS = """\
defaults:
  spectators: {delayed: 10}
  deadline: 2d
  grace: 12h
  drop_after: 3
  fresh_deadlines: 2
  holiday: 14d
  at: ["20:00"]
  days: [mon, thu]
  quiet: [sat, 2026-12-24..2026-12-31]
  timezone: Europe/Berlin
  remind: [1d, 2h]
"""


def write(league: Path, settings: str) -> None:
    file = league / "genetess.yaml"
    file.write_text(file.read_text() + settings)
    commit(league, "the settings")


def test_a_new_game_has_what_the_league_says(empty: Path) -> None:
    write(empty, DEFAULTS)
    done = run(empty, *NEW, *TWO)
    assert done.status == 0, done.err
    assert "Each player has 14d of holiday" in done.out
    file = game_in(empty, "cave").file
    for field in (
        "spectators",
        "deadline",
        "grace",
        "drop_after",
        "fresh_deadlines",
        "holiday",
        "at",
        "days",
    ):
        assert getattr(file, field) == getattr(find(empty).settings.defaults, field), field
    assert (file.quiet, file.timezone) == (("sat", "2026-12-24..2026-12-31"), "Europe/Berlin")
    assert run(empty, "check").status == 0
    text = (empty / "games/cave/game.yaml").read_text()
    assert "days: [mon, thu]             # and on these days of the week alone" in text


def test_a_game_stays_as_it_was_made(empty: Path) -> None:
    run(empty, *NEW, *TWO)
    before = game_in(empty, "cave").file
    write(empty, DEFAULTS)
    assert game_in(empty, "cave").file == before


def test_an_option_counts_before_the_league(empty: Path, gm: None) -> None:
    write(empty, DEFAULTS + "  secrecy: sealed\n")
    assert run(empty, *NEW, *TWO, "--deadline", "12h").status == 0
    file = game_in(empty, "cave").file
    assert (file.deadline, file.grace, file.secrecy) == ("12h", "12h", "sealed")
    assert run(empty, "new", "hall", *NEW[2:], *TWO, "--open", "--deadline", "none").status == 0
    file = game_in(empty, "hall").file
    assert (file.deadline, file.at, file.secrecy) == ("none", (), "open")


def test_no_limit_of_fresh_deadlines_is_no_line(empty: Path) -> None:
    write(empty, "defaults:\n  fresh_deadlines: null\n")
    assert run(empty, *NEW, *TWO).status == 0
    assert game_in(empty, "cave").file.fresh_deadlines is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("deadlin: 2d", "defaults.deadlin: "),
        ("deadline: 0d", "defaults.deadline: a deadline of zero is always missed"),
        ("holiday: long", "defaults.holiday: expected a time such as `90m`"),
        ("days: [mon]", "defaults.days: it says on which days"),
        ("at: ['25:00']", "defaults.at[0]: expected a time of day such as `20:00`"),
        ("timezone: Europe/Berln", "defaults.timezone: "),
        ("quiet: [mon, nonsense]", "defaults.quiet[1]: "),
    ],
)
def test_what_is_wrong_in_it_is_named_with_its_place(
    empty: Path, refused: Unchanged, line: str, words: str
) -> None:
    write(empty, f"defaults:\n  {line}\n")
    for command in (("check",), (*NEW, *TWO)):
        said = refused(empty, *command).err
        assert words in said
        assert "genetess.yaml:" in said


def test_a_game_like_another_has_its_seats_turned(founded: Path) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("grace: 0h", "grace: 7h # as agreed"))
    commit(founded)
    assert run(founded, "start", "riot").status == 0
    done = run(founded, "new", "riot-2", "--like", "Riot")
    assert done.status == 0, done.err
    assert "The seats: red Gwen, green Ragnar." in done.out
    old, new = game_in(founded, "riot").file, game_in(founded, "riot-2").file
    assert new.names == {"red": "Gwen", "green": "Ragnar"}
    assert [row.start for row in new.players] == [row.start for row in old.players]
    assert (new.name, new.number, new.rules_version) == ("Riot 2", 2, None)
    assert new.id != old.id
    assert "grace: 7h # as agreed" in (founded / "games/riot-2/game.yaml").read_text()
    assert (founded / "games/riot-2/board.yaml").read_text() == BOARD
    assert git(founded, "status", "--porcelain") == ""
    assert run(founded, "start", "riot-2").status == 0
    assert run(founded, "verify").status == 0


def test_the_dates_of_a_plan_are_of_one_game_alone(founded: Path) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text() + 'plan: {end: "2026-12-01 20:00", rounds: 30}\n')
    assert run(founded, "new", "riot-2", "--like", "riot").status == 0
    plan = game_in(founded, "riot-2").file.plan
    assert (plan.end, plan.rounds) == (None, 30)


def test_a_sealed_one_is_sealed_with_a_key_of_its_own(sealed: Path, gm: None) -> None:
    done = run(sealed, "new", "riot-2", "--like", "riot", "--name", "Again", "--number", "9")
    assert done.status == 0, done.err
    assert "Warning: the special squares are those of riot" in done.err
    old, new = (setup_in(sealed, slug) for slug in ("riot", "riot-2"))
    assert new.board == old.board
    assert (new.file.name, new.file.number) == ("Again", 9)
    for name in ("specials.sealed", "game.yaml"):
        assert (sealed / "games/riot" / name).read_bytes() != (sealed / "games/riot-2" / name).read_bytes()
    assert run(sealed, "start", "riot-2", "--now", LATER).status == 0


def test_without_its_key_a_sealed_one_cannot_be_made_again(
    sealed: Path, stranger: None, refused: Unchanged
) -> None:
    assert "only its GM's key opens it" in refused(sealed, "new", "riot-2", "--like", "riot").err


def test_bots_take_their_turn_in_other_seats(empty: Path) -> None:
    assert run(empty, *NEW, "--player", "red=Ann", "--bot", "green=greedy").status == 0
    assert run(empty, "new", "cave-2", "--like", "cave").status == 0
    assert game_in(empty, "cave-2").file.bots == {"red": "greedy"}


def test_open_seats_stay_open(empty: Path) -> None:
    assert run(empty, *NEW, "--player", "red=Ann", "--signup", "green").status == 0
    assert run(empty, "new", "cave-2", "--like", "cave").status == 0
    file = game_in(empty, "cave-2").file
    assert (file.names, file.signup and file.signup.seats) == ({"red": "Ann"}, ("red", "green"))


@pytest.mark.parametrize("ruleset", ["dna", "genie"])
def test_a_game_without_a_board_has_none(empty: Path, ruleset: str) -> None:
    seats = {"dna": ("red", "green"), "genie": ("white", "black")}[ruleset]
    players = [
        word
        for seat, name in zip(seats, ("Ann", "Bo"), strict=True)
        for word in ("--player", f"{seat}={name}")
    ]
    assert run(empty, "new", "one", "--ruleset", ruleset, *players).status == 0
    assert run(empty, "new", "two", "--like", "one").status == 0
    assert [*game_in(empty, "two").file.names.values()] == ["Bo", "Ann"]


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("--like", "rito"), 2, "there is no game rito"),
        (
            ("--like", "riot", "--ruleset", "dna", "--sealed", "--bot", "red=greedy", "--starts", "K1"),
            2,
            "leave out --ruleset, --bot, --starts, --sealed",
        ),
        (("--like", "riot", "--name", "\u202e"), 2, "--name"),
        ((), 2, "Missing option '--ruleset'"),
    ],
)
def test_what_does_not_go_with_it_is_refused(
    founded: Path, refused: Unchanged, words: tuple[str, ...], status: int, told: str
) -> None:
    assert told in refused(founded, "new", "riot-2", *words, status=status).err
