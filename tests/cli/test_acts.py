"""The commands of the GM's desk: what they say, how they end, and what everybody reads of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, Unchanged, bring, commit, git, run

NOW = ("--now", LATER)


def test_a_pause_and_what_ends_it(started: Path) -> None:
    done = run(started, "pause", "riot", "--open-end", "--reason", "Holidays", *NOW)
    assert done.out == (
        "riot 1a: The GM paused the game: Holidays.\n"
        "riot 1a: paused since 2026-11-22T00:00:00Z; nothing is due until `genetess resume`\n"
    )
    shown = run(started, "show", "riot", "--json").json
    assert (shown["phase"], shown["paused"]) == ("suspended", "2026-11-22T00:00:00Z")
    told = run(started, "show", "riot").out
    assert "riot 1a: paused since 2026-11-22T00:00:00Z; nothing is due until `genetess resume`" in told
    assert "Holidays" in git(started, "log", "-1", "--format=%s")
    waits = run(started, "resolve", "riot", *NOW)
    assert (waits.status, "paused since 2026-11-22" in waits.err) == (3, True)
    assert run(started, "tick", *NOW).status == 3
    assert "paused" in run(started, "order", "riot", "red", "PASS").out
    done = run(started, "resume", "riot", *NOW)
    assert "resumed the game, with time to order until 2026-11-24 00:00 UTC." in done.out
    assert "red is to move until 2026-11-24T00:00:00Z" in done.out


def test_a_pause_says_when_it_ends_or_that_nobody_knows(started: Path, refused: Unchanged) -> None:
    ways = 'by one of --for 5d, --until "2026-12-24 20:00" or --open-end'
    assert ways in refused(started, "pause", "riot", *NOW, status=2).err
    assert ways in refused(started, "pause", "riot", "--for", "1d", "--open-end", *NOW, status=2).err
    assert "is not a time" in refused(started, "pause", "riot", "--until", "24 Dec", *NOW, status=2).err
    assert "has passed" in refused(started, "pause", "riot", "--until", "2026-11-21 20:00", *NOW).err


def test_games_are_paused_and_resumed_together_whatever_one_of_them_refuses(started: Path) -> None:
    new = "new helix --ruleset dna --player red=Ann --player green=Bo"
    assert run(started, *new.split()).status == 0
    for words in ("pause riot helix --for 5d", "say riot helix Well", "resume riot helix"):
        done = run(started, *words.split(), *NOW)
        assert (done.status, "helix has not started" in done.err) == (1, True)
        assert done.out.startswith("riot 1a: ")
    assert run(started, "start", "helix", *NOW).status == 0
    done = run(started, "pause", "riot", "helix", "--for", "5d", *NOW)
    assert (done.status, done.out.count("paused the game until")) == (0, 2), done.err


@pytest.mark.parametrize("text", ["RESIGN?", "VOTE DRAW:", "PASS", "RESIGN / HERE"])
def test_what_mail_asks_back_is_no_wish(started: Path, refused: Unchanged, text: str) -> None:
    assert "give one wish" in refused(started, "wish", "riot", "green", text, *NOW, status=2).err


def test_a_pause_ends_by_itself_by_the_clocks_of_the_games_zone(started: Path) -> None:
    game = started / "games/riot/game.yaml"
    game.write_text(game.read_text() + "timezone: Europe/Berlin\n")
    commit(started, "the zone")
    done = run(started, "pause", "riot", "--until", "2026-11-27 20:00", *NOW)
    end = "2026-11-27 19:00 UTC (Fri 27 Nov 2026, 20:00 in Europe/Berlin)"
    assert f"paused the game until {end}." in done.out
    assert run(started, "show", "riot", "--json").json["paused_until"] == "2026-11-27T19:00:00Z"
    assert f"nothing runs until {end}" in run(started, "order", "riot", "red", "PASS").out
    assert run(started, "tick", "--now", "2026-11-27T18:59:59Z").status == 3
    ticked = run(started, "tick", "--now", "2026-11-27T19:00:00Z")
    assert "riot 1a: The end of the pause resumed the game, with time to order until" in ticked.out
    assert "riot 1a red: PASS" in ticked.out
    assert run(started, "verify", "riot").status == 0


def test_orders_that_a_seat_still_has_are_told_with_the_command_that_clears_them(started: Path) -> None:
    assert run(started, "order", "riot", "green", "PASS").status == 0
    told = run(started, "replace", "riot", "green", "Rolf@rolf-h", *NOW).err
    assert 'to remove them: `genetess order riot green "" --commit`' in told
    assert run(started, "order", "riot", "green", "", "--commit").status == 0
    assert run(started, "show", "riot", "--json").json["players"]["green"]["queue"] == []
    assert git(started, "status", "--porcelain") == ""


def test_more_time(started: Path, refused: Unchanged) -> None:
    done = run(started, "extend", "riot", "--by", "2d", *NOW)
    assert "extended the deadline by 2 days, until 2026-11-26 00:00 UTC." in done.out
    for by in ("0d", "none", "soon", "9999d"):
        told = refused(started, "extend", "riot", "--by", by, status=2).err
        assert "Invalid value for '--by': write a time such as 90m, 12h or 2d" in told
    refused(started, "extend", "riot", status=2)


def test_undo_tells_what_it_took_back_and_the_log_has_it(started: Path, refused: Unchanged) -> None:
    refused(started, "undo", "riot", *NOW)
    run(started, "order", "riot", "red", "MOVE B2 S")
    run(started, "resolve", "riot", *NOW)
    done = run(started, "undo", "riot", "--reason", "It was meant for C2", *NOW)
    assert "undid turn 1a; the game goes on in turn 1a: It was meant for C2." in done.out
    assert "riot 1a: red is to move until 2026-11-25T00:00:00Z" in done.out
    log = run(started, "log", "riot", "--json").json
    assert [(turn["turn"], turn.get("desk"), turn.get("taken_back")) for turn in log] == [
        ("1a", None, True),
        ("1b", "undo", None),
    ]
    assert log[1]["by"] == "the GM"
    assert (log[1]["seat"], log[1]["order"], log[1]["source"], log[1]["outcome"]) == (
        None,
        None,
        "gm",
        "done",
    )
    assert log[1]["reason"] == "It was meant for C2"
    assert log[1]["events"][0]["kind"] == "undo"
    assert "MOVE B2 S (undone)" in run(started, "log", "riot").out
    told = run(started, "log", "riot", "--as", "green").out
    assert "1b GM: undo\n" in told
    assert "undid turn 1a" in told
    refused(started, "undo", "riot", "--to", "7c", *NOW, status=2)


def test_undo_says_what_it_took_back_and_whose_that_was(started: Path) -> None:
    """A player's wish is as much the newest as a turn is, and an order that the GM entered is no player's."""
    run(started, "order", "riot", "red", "MOVE B2 S", "--commit")
    run(started, "tick", *NOW)
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "green", *NOW)
    run(started, "wish", "riot", "green", "GIVE 1d", *NOW)
    back = "To take this undo back: `genetess undo riot`."
    done = run(started, "undo", "riot", *NOW).out
    assert "Taken back, 2a: Gwen (green) gave 1 day more to the player to move" in done
    assert back in done
    done = run(started, "undo", "riot", "--to", "1a", *NOW).out
    assert "Taken back, 1a: the order MOVE B2 S of Ragnar (red)\n" in done
    assert "Taken back, 1b: the order PASS that the GM entered for Gwen (green)\n" in done
    assert back in done


def test_undo_names_no_order_that_failed(started: Path) -> None:
    run(started, "resolve", "riot", "--order", "MOVE A1 N", "--seat", "red", *NOW)
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", *NOW)
    taken = [line for line in run(started, "undo", "riot", *NOW).out.splitlines() if "Taken back" in line]
    assert taken == ["Taken back, 1a: the order PASS that the GM entered for Ragnar (red)"]


def test_show_of_a_turn_shows_it_as_it_was_played_last(started: Path) -> None:
    for order in ("MOVE B2 S", "PASS # as it should be"):
        run(started, "order", "riot", "red", order)
        run(started, "resolve", "riot", *NOW)
        at = {one["at"] for one in run(started, "show", "riot", "--turn", "1a", "--json").json["pieces"]}
        assert "B2" in at
        if order == "MOVE B2 S":
            run(started, "undo", "riot", *NOW)
    run(started, "undo", "riot", *NOW)
    run(started, "undo", "riot", *NOW)
    assert run(started, "show", "riot", "--turn", "1a", "--json").json["turn"] == "1a"


def test_a_seat_changes_hands(started: Path, refused: Unchanged) -> None:
    done = run(started, "replace", "riot", "green", "Rolf Harald@rolf-h", *NOW)
    assert "gave the seat green to Rolf Harald instead of Gwen." in done.out
    assert "A message to send: `genetess invite riot green`." in done.out
    players = run(started, "show", "riot", "--json").json["players"]
    assert players["green"]["name"] == "Rolf Harald"
    assert "{seat: green, person: p3, " in (started / "games/riot/game.yaml").read_text()
    assert git(started, "show", "HEAD:people/p3.yaml") == "name: Rolf Harald\ngithub: rolf-h"
    refused(started, "replace", "riot", "green", "Rolf Harald@rolf-h", *NOW)
    refused(started, "replace", "riot", "purple", "Rolf", status=2)
    assert "a login" in refused(started, "replace", "riot", "green", "Rolf@x y", status=2).err
    assert "a name" in refused(started, "replace", "riot", "green", "@rolf", status=2).err
    assert (
        "the name `ragnar` is taken"
        in refused(started, "replace", "riot", "green", "ragnar@rolf", status=2).err
    )
    assert "a seat's name" in refused(started, "replace", "riot", "green", "Red@rolf", status=2).err


def test_a_player_leaves(started: Path) -> None:
    done = run(started, "drop", "riot", "red", *NOW)
    assert "Ragnar (red) has left;" in done.out.lower().replace("ragnar", "Ragnar")
    assert "riot 1a: red is to move, and its player has left, so the next run skips the turn\n" in done.out
    shown = run(started, "show", "riot").out
    assert "red is to move, and its player has left, so the next run skips the turn\n" in shown
    assert "until" not in shown
    assert "1a red: timed out" in run(started, "tick", *NOW).out
    assert "Ragnar (red) left the game, so the turn was skipped." in run(started, "log", "riot").out
    assert "You left the game, so the turn was skipped." in run(started, "log", "riot", "--as", "red").out


def test_show_marks_a_seat_whose_player_has_left(started: Path) -> None:
    assert "absent" not in run(started, "show", "riot", "--json").json["players"]["green"]
    run(started, "drop", "riot", "green", *NOW)
    players = run(started, "show", "riot", "--json").json["players"]
    assert (players["green"]["absent"], players["green"]["status"]) == (True, "in")
    assert "absent" not in players["red"]
    told = run(started, "show", "riot").out
    assert "The seat green is free: its player has left." in told
    assert "genetess replace riot green NAME" in told
    run(started, "replace", "riot", "green", "Rolf", *NOW)
    assert "its player has left" not in run(started, "show", "riot").out


@pytest.mark.parametrize("seat", ["red", "green"])
def test_who_orders_for_a_seat_that_was_left_learns_that_nothing_of_it_goes(started: Path, seat: str) -> None:
    run(started, "drop", "riot", seat, *NOW)
    for orders in ("PASS", "* PASS"):
        told = run(started, "order", "riot", seat, orders).out
        assert f"The player of {seat} has left: nothing in the file runs" in told
        assert "at once" not in told
        assert "It counts" not in told
    assert "It counts" not in run(started, "order", "riot", seat, "").out
    run(started, "replace", "riot", seat, "Rolf", *NOW)
    assert "has left" not in run(started, "order", "riot", seat, "PASS").out


def test_a_player_is_taken_out(started: Path) -> None:
    """Ruling G42: whoever has left does not win, though the scores are equal."""
    done = run(started, "drop", "riot", "green", "--orphans", *NOW)
    assert "riot 1a: the game is over: red wins (only one player is left)\n" in done.out
    assert (
        "riot 1a: the game is over: red wins (only one player is left)\n" in run(started, "show", "riot").out
    )
    result = run(started, "show", "riot", "--json").json["result"]
    assert (result["survivor"], result["reason"]) == ("red", "only one player is left")


def test_the_end_by_word_and_by_agreement(started: Path, refused: Unchanged) -> None:
    refused(started, "finish", "riot", status=2)
    refused(started, "draw", "riot", "--agreed", "red", *NOW)
    refused(started, "draw", "riot", "--agreed", "red,purple", status=2)
    assert "Missing: red, green" in refused(started, "draw", "riot", "--agreed", "", *NOW).err
    done = run(started, "draw", "riot", "--agreed", "red, green", *NOW)
    assert "Ragnar (red) and Gwen (green) agreed to a draw" in done.out
    assert run(started, "show", "riot", "--json").json["result"]["winners"] == ["red", "green"]
    assert run(started, "undo", "riot", *NOW).status == 0
    done = run(started, "finish", "riot", "--reason", "the season has ended", *NOW)
    assert "ended the game: the season has ended." in done.out
    assert "is over" in refused(started, "pause", "riot", "--open-end", *NOW).err


def test_a_game_that_has_not_started_has_no_desk(founded: Path, refused: Unchanged) -> None:
    assert "has not started" in refused(founded, "pause", "riot", "--open-end").err
    refused(founded, "pause", "nothing", "--open-end", status=2)
    told = refused(founded, "replace", "riot", "green", "Rolf").err
    assert "in games/riot/game.yaml write the ID of another person behind `person:` of green" in told


@pytest.mark.parametrize("reason", ["the season has ended.", "the season has ended ..."])
def test_a_full_stop_does_not_get_into_the_sentence_of_the_end(started: Path, reason: str) -> None:
    run(started, "finish", "riot", "--reason", reason, *NOW)
    assert "The game is over, the season has ended: Ragnar (red)" in run(started, "log", "riot").out
    assert "(the season has ended)\n" in run(started, "show", "riot").out


@pytest.mark.parametrize("reason", ["", "\x1b[31mred"])
def test_a_reason_that_cannot_be_shown_is_refused(started: Path, refused: Unchanged, reason: str) -> None:
    refused(started, "pause", "riot", "--open-end", "--reason", reason, status=2)


def test_replace_proposes_who_is_ready_to_take_a_seat_and_has_none_in_the_game(
    started: Path, refused: Unchanged
) -> None:
    for person, name in (("p1", "Ragnar"), ("p3", "Rolf"), ("p4", "Zoe")):
        standby = "" if person == "p4" else "standby: true\n"
        (started / f"people/{person}.yaml").write_text(f"name: {name}\n{standby}")
    told = refused(started, "replace", "riot", "green", status=2).err
    assert "Ready to take a seat: p3 (Rolf); to give it: `genetess replace riot green p3`" in told
    assert "Rolf  no seat  ready to take a seat\n" in run(started, "people").out
    assert "to Rolf instead of Gwen" in run(started, "replace", "riot", "green", "p3", *NOW).out


def test_replace_proposes_nobody_for_a_seat_that_is_out(started: Path, refused: Unchanged) -> None:
    (started / "people/p3.yaml").write_text("name: Rolf\nstandby: true\n")
    run(started, "wish", "riot", "green", "RESIGN", *NOW)
    told = refused(started, "replace", "riot", "green").err
    assert "cannot be given to anybody" in told
    assert "Rolf" not in told


def test_the_log_names_who_played_a_turn_then(started: Path) -> None:
    bring(started, "riot", "PASS", "PASS")
    run(started, "replace", "riot", "green", "Rolf", *NOW)
    bring(started, "riot", "PASS", "PASS")
    told = run(started, "log", "riot").out
    assert told.count("Gwen (green) passed.") == told.count("Rolf (green) passed.") == 1
    run(started, "undo", "riot", "--to", "1b", *NOW)
    told = run(started, "log", "riot").out
    assert told.count("Gwen (green) passed.") == told.count("Rolf (green) passed.") == 1
    gwen = started / "people/p2.yaml"
    gwen.write_text(gwen.read_text().replace("Gwen", "Gwendolyn"))
    assert "Gwendolyn (green) passed." in run(started, "log", "riot").out


def test_an_act_that_there_is_not_is_named_and_no_fault_of_the_program(started: Path) -> None:
    run(started, "pause", "riot", "--open-end", *NOW)
    [record] = (started / "games/riot/turns").glob("*/0001-*")
    record.write_text(record.read_text().replace("desk: pause", "desk: juggle"))
    git(started, "commit", "-qa", "--amend", "--no-edit")
    told = run(started, "log", "riot")
    assert (told.status, "there is no act juggle" in told.err) == (1, True)
    verified = run(started, "verify", "riot")
    assert verified.status == 1
    assert "desk: there is no act juggle; the acts are pause, resume," in verified.err
