"""Sign-ups that came by pull request: who is first, what a seat that is asked for is worth, how one is changed."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_signup import OFFER
from tests.kit.command import START, bring, git, run
from tests.kit.forge import Forge

NOON, LATER = "2026-11-20T12:00:00Z", "2026-11-20T12:15:00Z"


def sign_up(forge: Forge, login: str, text: str = "") -> None:
    forge.pull(login, {f"games/riot/signups/{login}.yaml": text or f"name: {login.title()}\n"})


def seats(forge: Forge) -> dict[str, str]:
    """Who plays, by seat, once the game has started."""
    done = run(forge.league, "start", "riot", "--now", START)
    assert done.status == 0, done.err
    return {
        seat: one["name"] for seat, one in run(forge.league, "show", "riot", "--json").json["players"].items()
    }


def limit(forge: Forge, most: int) -> None:
    """Only so many can play, Ragnar counted."""
    game = forge.league / "games/riot/game.yaml"
    game.write_text(
        game.read_text().replace(OFFER, OFFER.replace("minimum: 3", f"minimum: 2, maximum: {most}"))
    )
    git(forge.league, "commit", "--quiet", "--all", "--message", "a limit")
    git(forge.league, "push", "--quiet")


@pytest.mark.exhaustive
def test_of_those_who_come_in_the_same_run_the_first_pull_request_is_first(looking: Forge) -> None:
    for login in ("zed", "eve", "bob", "abe"):
        sign_up(looking, login)
    assert looking.collect().status == 0
    assert [*seats(looking).values()] == ["Ragnar", "Zed", "Eve", "Bob"]


@pytest.mark.exhaustive
def test_whoever_changes_a_sign_up_keeps_the_place(looking: Forge) -> None:
    sign_up(looking, "zed")
    looking.collect("--now", NOON)
    sign_up(looking, "abe")
    sign_up(looking, "zed", "name: Zed the Second\n")
    looking.collect("--now", LATER)
    assert [*seats(looking).values()] == ["Ragnar", "Zed the Second", "Abe"]


@pytest.mark.exhaustive
def test_whoever_takes_a_sign_up_back_and_comes_again_is_the_last(looking: Forge) -> None:
    sign_up(looking, "abe")
    sign_up(looking, "zed")
    looking.collect("--now", NOON)
    looking.pull("abe", {"games/riot/signups/abe.yaml": None}, parent=looking.tip())
    sign_up(looking, "abe", "name: Abe\n# again\n")
    looking.collect("--now", LATER)
    assert [*seats(looking).values()] == ["Ragnar", "Zed", "Abe"]


@pytest.mark.exhaustive
def test_a_login_that_somebody_else_took_over_has_no_place_in_the_line(looking: Forge) -> None:
    sign_up(looking, "zed")
    sign_up(looking, "abe")
    looking.collect("--now", NOON)
    looking.pull("zed", {"games/riot/signups/zed.yaml": "name: Zelda\n"}, user={"login": "zed", "id": 901})
    looking.collect("--now", LATER)
    assert [*seats(looking).values()] == ["Ragnar", "Abe", "Zelda"]


def told(forge: Forge) -> list[str]:
    return [one["body"] for one in forge.collect().json["answers"]]


def test_the_answer_says_how_many_came_before(looking: Forge) -> None:
    sign_up(looking, "zed")
    sign_up(looking, "abe")
    zed, abe = told(looking)
    assert "You signed up for `riot` as `Zed` for any free seat." in zed
    assert "4 can play, and 1 signed up before you." in zed
    assert "4 can play, and 2 signed up before you." in abe


def test_the_answer_says_that_the_game_is_full(looking: Forge) -> None:
    limit(looking, 2)
    sign_up(looking, "zed")
    sign_up(looking, "abe")
    assert "2 can play, and 2 signed up before you." in told(looking)[1]


def test_the_answer_says_how_a_sign_up_is_taken_back(looking: Forge) -> None:
    sign_up(looking, "zed")
    assert "deletes `games/riot/signups/zed.yaml`" in told(looking)[0]


@pytest.mark.exhaustive
def test_a_seat_goes_to_who_asked_for_it_first_and_the_others_keep_their_places(looking: Forge) -> None:
    sign_up(looking, "zed", "name: Zed\nseat: blue\n")
    sign_up(looking, "abe", "name: Abe\nseat: blue\n")
    sign_up(looking, "eve")
    zed, abe, _ = told(looking)
    assert "and asked for the seat `blue`" in zed
    assert "4 can play, and 2 signed up before you." in abe
    assert seats(looking) == {"red": "Ragnar", "blue": "Zed", "green": "Abe", "yellow": "Eve"}


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("seat", ["", "seat:\n", "seat:   # any\n", "# seat: blue\n"])
def test_a_seat_that_is_left_empty_is_no_wish_and_the_answer_says_so(looking: Forge, seat: str) -> None:
    sign_up(looking, "zed", f"name: Zed\n{seat}")
    assert "You signed up for `riot` as `Zed` for any free seat." in told(looking)[0]
    assert "seat" not in str(looking.shown("games/riot/signups/zed.yaml"))


def test_a_seat_that_is_changed_for_is_asked_for_from_then_on(looking: Forge) -> None:
    sign_up(looking, "ann", "name: Ann\nseat: blue\n")
    sign_up(looking, "bo", "name: Bo\nseat: blue\n")
    sign_up(looking, "di", "name: Di\nseat: green\n")
    sign_up(looking, "ann", "name: Ann\nseat: green\n")
    assert "4 can play, and 1 signed up before you." in told(looking)[3]
    assert seats(looking) == {"red": "Ragnar", "blue": "Bo", "green": "Di", "yellow": "Ann"}


@pytest.mark.exhaustive
def test_a_wish_that_is_sent_again_is_no_later_one(looking: Forge) -> None:
    sign_up(looking, "ann", "name: Ann\nseat: blue\n")
    sign_up(looking, "bo", "name: Bo\nseat: blue\n")
    looking.collect("--now", NOON)
    sign_up(looking, "ann", "name: Anna\nseat: blue\n")
    looking.collect("--now", LATER)
    assert seats(looking)["blue"] == "Anna"


@pytest.mark.exhaustive
def test_a_seat_that_somebody_asks_for_who_comes_too_late_is_free(looking: Forge) -> None:
    limit(looking, 3)
    for login in ("zed", "eve"):
        sign_up(looking, login)
    sign_up(looking, "abe", "name: Abe\nseat: blue\n")
    looking.collect()
    sign_up(looking, "zed", "name: Zed\nseat: blue\n")
    looking.collect()
    assert seats(looking)["blue"] == "Zed"


@pytest.mark.exhaustive
def test_whoever_got_no_seat_is_told_so_in_the_games_thread(looking: Forge) -> None:
    limit(looking, 2)
    sign_up(looking, "zed")
    sign_up(looking, "abe")
    looking.collect()
    seats(looking)
    [said] = run(looking.league, "post", "--lines", "--public").out.splitlines()
    body = json.loads(said)["body"]
    assert "@abe: all seats were taken when the game started." in body
    assert "deletes `games/riot/signups/abe.yaml`" in body
    assert "@zed:" not in body
    bring(looking.league, "riot", "PASS", now="2027-01-01T00:00:00Z")
    assert "@abe" not in run(looking.league, "post", "--lines", "--public").out


def test_who_is_ready_says_so_in_the_sign_up_and_the_game_starts_with_the_last_of_them(
    looking: Forge,
) -> None:
    game = looking.league / "games/riot/game.yaml"
    offer = OFFER.replace("minimum: 3", "minimum: 2, maximum: 2").replace("}", ", ready: true}")
    game.write_text(game.read_text().replace(OFFER, offer))
    git(looking.league, "commit", "--quiet", "--all", "--message", "all have to be ready")
    git(looking.league, "push", "--quiet")
    sign_up(looking, "zed")
    assert "send the file again with `ready: true` when you are" in told(looking)[0]
    assert run(looking.league, "tick", "--now", LATER).status == 3
    sign_up(looking, "zed", "name: Zed\nready: true\n")
    assert "send the file again with `ready: true`" not in told(looking)[1]
    assert "riot 1a: red is to move" in run(looking.league, "tick", "--now", LATER).out
