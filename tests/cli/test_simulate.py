"""`genetess simulate`: random turns in memory or, with `--commit`, for all to see."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from genetess_cli.admin.simulate import PlayedOrder
from genetess_cli.rules import genetess
from genetess_cli.rules.dice import Dice
from genetess_cli.site.league.shares import interval
from tests.kit.command import LATER, START, Unchanged, commit, git, run, tree
from tests.kit.soundness import faults
from tests.rules.genetess.cases import drawn, read_order

RULES = genetess.RULES
STATE = "games/riot/state.yaml"
PLAYERS = ("--player", "red=Ragnar", "--player", "green=Gwen")


def test_turns_are_played_and_nothing_is_written(started: Path) -> None:
    before = tree(started)
    done = run(started, "simulate", "riot", "--turns", "40", "--seed", "7")
    assert done.status == 0, done.err
    assert done.out.startswith("riot: 40 turns played, from 1a to ")
    assert "seed 7" in done.out
    assert "MOVE" in done.out
    assert "captures: " in done.out
    assert tree(started) == before


def test_the_same_seed_plays_the_same_and_another_something_else(started: Path) -> None:
    runs = [run(started, "simulate", "riot", "--turns", "30", "--seed", seed) for seed in ("a", "a", "b")]
    assert runs[0] == runs[1]
    assert runs[0].out.splitlines()[-1] != runs[2].out.splitlines()[-1]


def test_a_seed_that_is_drawn_is_told_and_plays_the_same_again(started: Path) -> None:
    first = run(started, "simulate", "riot", "--turns", "20", "--json").json
    again = run(started, "simulate", "riot", "--turns", "20", "--json", "--seed", first["seed"]).json
    assert again == first


def test_the_luck_of_a_simulation_is_not_the_games_own(
    started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may try out what the game's dice will show."""
    first = run(started, "simulate", "riot", "--turns", "60", "--seed", "7")
    monkeypatch.setenv("GENETESS_MASTER_KEY", "00" * 32)
    assert run(started, "simulate", "riot", "--turns", "60", "--seed", "7") == first


def test_json_tells_all(started: Path) -> None:
    found = run(started, "simulate", "riot", "--turns", "60", "--seed", "7", "--json").json
    assert found.keys() >= {
        "game", "seed", "first", "turn", "turns", "result", "to_move", "orders", "timed_out", "captures",
        "eliminations", "specials", "events", "digest",
    }  # fmt: skip
    done = sum(count["done"] for count in found["orders"].values())
    assert done + found["timed_out"] == found["turns"]
    assert found["captures"] == found["events"].get("taken", 0)
    assert len(found["digest"]) == 64


def test_it_stops_when_the_game_is_over(started: Path) -> None:
    found = run(started, "simulate", "riot", "--turns", "5000", "--seed", "1", "--json").json
    assert found["turns"] < 5000
    assert found["to_move"] == []
    assert found["result"]["winners"]
    assert found["eliminations"] == 1
    assert "Over: " in run(started, "simulate", "riot", "--turns", "5000", "--seed", "1").out


def test_a_game_that_has_not_started_is_played_from_its_start(founded: Path) -> None:
    before = tree(founded)
    found = run(founded, "simulate", "riot", "--turns", "1", "--json").json
    assert (found["first"], found["turn"], found["turns"]) == ("1a", "1b", 1)
    assert tree(founded) == before


def test_a_game_that_cannot_start_is_refused_with_the_line(founded: Path, refused: Unchanged) -> None:
    board = founded / "games/riot/board.yaml"
    board.write_text(board.read_text().replace("B2: K", "B2: A"))
    assert "games/riot/board.yaml:" in refused(founded, "simulate", "riot", "--turns", "1").err


def test_a_game_that_is_over_is_refused(empty: Path, refused: Unchanged) -> None:
    (empty / "board.yaml").write_text("map: |\n  ..\nstarts: {K1: {A1: K}, K2: {B1: K}}\n")
    players = ["--player", "red=R", "--player", "green=G"]
    run(empty, "new", "duel", "--ruleset", "genetess", "--board", str(empty / "board.yaml"), *players)
    run(empty, "start", "duel", "--now", START)
    assert run(empty, "resolve", "duel", "--order", "MOVE A1 E", "--seat", "red", "--now", LATER).status == 0
    assert "is over" in refused(empty, "simulate", "duel", "--turns", "1").err
    assert "is over" in refused(empty, "simulate", "duel", "--turns", "1", "--commit").err


@pytest.mark.parametrize(
    "arguments",
    [
        ("riot",), ("riot", "--turns", "0"), ("riot", "--turns", "many"), ("cave", "--turns", "1"),
    ],
)  # fmt: skip
def test_wrong_usage(started: Path, refused: Unchanged, arguments: tuple[str, ...]) -> None:
    refused(started, "simulate", *arguments, status=2)


# --commit


def test_committed_turns_are_turns_like_any_other(started: Path) -> None:
    before = int(git(started, "rev-list", "--count", "HEAD"))
    done = run(
        started, "simulate", "riot", "--turns", "8", "--seed", "7", "--commit", "--now", LATER, "--json"
    )
    assert done.status == 0, done.err
    assert int(git(started, "rev-list", "--count", "HEAD")) == before + 8
    assert git(started, "status", "--porcelain") == ""
    log = run(started, "log", "riot", "--json").json
    assert [(turn["turn"], turn["source"]) for turn in log[:3]] == [("1a", "gm"), ("1b", "gm"), ("2a", "gm")]
    assert run(started, "show", "riot", "--json").json["turn"] == done.json["turn"] == "5a"


def test_what_is_due_besides_is_carried_out_and_counted(started: Path) -> None:
    (started / "games/riot/orders").mkdir(exist_ok=True)
    (started / "games/riot/orders/green.txt").write_text("*JUMP / *PASS\n")
    done = run(
        started, "simulate", "riot", "--turns", "2", "--seed", "7", "--commit", "--now", LATER, "--json"
    )
    assert done.status == 0, done.err
    assert done.json["turns"] == 2
    assert done.json["orders"]["(no order)"] == {"done": 0, "failed": 1}
    assert done.json["orders"]["PASS"]["done"] >= 1


def test_a_game_that_has_not_started_is_not_committed_to(founded: Path, refused: Unchanged) -> None:
    assert "genetess start riot" in refused(founded, "simulate", "riot", "--turns", "1", "--commit").err


# Broken rules


def _edit(league: Path, old: str, new: str) -> None:
    file = league / STATE
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_round_0_is_not_committed_to_and_help_says_so(empty: Path, refused: Unchanged) -> None:
    """Ruling G39: the referee carries nothing out for one player alone."""
    run(empty, "new", "cave", "--ruleset", "genetess", *PLAYERS, "--gamble", "order")
    run(empty, "start", "cave", "--now", START)
    done = refused(empty, "simulate", "cave", "--turns", "1", "--commit")
    assert "all players order at the same time now; simulate it without --commit" in done.err
    assert "does not work while all players order at the same time" in " ".join(
        run(empty, "simulate", "--help").out.split()
    )
    assert run(empty, "simulate", "cave", "--turns", "3", "--seed", "1").status == 0


def test_a_program_that_stumbles_is_told_with_its_seed(started: Path, refused: Unchanged) -> None:
    _edit(started, "type: S1", "type: S3")
    _edit(started, "at: E3", "at: G3")
    commit(started, "by hand")
    told = refused(started, "simulate", "riot", "--turns", "9", "--seed", "7").err
    assert "Error: " in told
    assert "--seed 7" in told


def _played() -> PlayedOrder[genetess.Game, genetess.Order | genetess.Gambles, genetess.Event]:
    before = drawn("before:\n    a.b\na: red AK\nb: green AK")
    order = read_order("MOVE A1 E")
    return PlayedOrder("red", order, before, genetess.play(before, "red", order, Dice(bytes, 0)), ())


def test_a_sound_turn_has_no_faults() -> None:
    assert faults(RULES, _played().before.settings, _played()) == []


def test_events_that_lead_elsewhere_are_a_fault() -> None:
    played = _played()
    fewer = replace(played.outcome, events=played.outcome.events[1:])
    found = faults(RULES, played.before.settings, replace(played, outcome=fewer))
    assert found == ["the events, read back from a record, lead to another position"]


def test_a_position_that_is_lost_by_saving_is_a_fault() -> None:
    played = _played()
    other = replace(played.before.settings, starting_e=99)
    assert faults(RULES, other, played) == ["the position is another one when it is saved and read back"]


def test_bots_play_the_seats_and_the_summary_tells_who_won(started: Path) -> None:
    done = run(started, "simulate", "riot", "--turns", "5000", "--seed", "3", "--bots", "greedy,random")
    assert done.status == 0, done.err
    assert "bots: red greedy, green random\nOver: red wins" in done.out


def test_bots_may_be_named_for_all_at_once(started: Path) -> None:
    options = ["simulate", "riot", "--turns", "20", "--seed", "3", "--json"]
    greedy = run(started, *options, "--bots", "greedy").json
    assert greedy["bots"] == {"red": "greedy", "green": "greedy"}
    assert run(started, *options, "--bots", "random").json == run(started, *options).json


def test_greedy_orders_are_really_carried_out(started: Path) -> None:
    options = ["--turns", "6", "--seed", "3", "--commit", "--now", START]
    done = run(started, "simulate", "riot", *options, "--bots", "greedy", "--json")
    assert done.status == 0, done.err
    assert done.json["turns"] == 6
    assert "CREATE" in done.json["orders"]


def test_a_bot_that_there_is_not_is_wrong_usage(started: Path, refused: Unchanged) -> None:
    refused(started, "simulate", "riot", "--turns", "1", "--bots", "clever", status=2)


# Many games


def test_of_many_games_it_tells_who_won_how_often(started: Path) -> None:
    before = tree(started)
    found = run(
        started, "simulate", "riot", "--games", "6", "--bots", "hunter,random", "--seed", "7", "--json"
    ).json
    assert found["games"] == 6
    assert found["bots"].keys() == {"hunter", "random"}
    assert sum(share["won"] for share in found["bots"].values()) == found["ended"]
    for kind in ("bots", "seats", "starts"):
        for share in found[kind].values():
            assert (share["games"], share["expected"]) == (6, 0.5)
            assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1
    assert found["turns"]["quarter"] <= found["turns"]["median"] <= found["turns"]["three_quarters"] <= 300
    assert tree(started) == before


def test_the_same_seed_plays_the_same_games_on_any_number_of_cores(
    started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["simulate", "riot", "--games", "3", "--turns", "40", "--bots", "greedy", "--seed", "7"]
    first = run(started, *options)
    monkeypatch.setattr("genetess_cli.site.write.processes.available", lambda: 1)
    assert run(started, *options) == first
    assert first.out.startswith("riot: 3 games of at most 40 turns, ")


@pytest.mark.parametrize("options", [("--commit",), ("--bots", "greedy,clever")])
def test_many_games_are_of_named_bots_in_memory(
    started: Path, refused: Unchanged, options: tuple[str, ...]
) -> None:
    refused(started, "simulate", "riot", "--games", "2", *options, status=2)


def test_an_interval_is_wilsons() -> None:
    assert [round(bound, 3) for bound in interval(8, 10)] == [0.49, 0.943]
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == pytest.approx(1)
