"""Sign-ups that came by pull request: who is first, what a seat that is asked for is worth, how one is changed."""

from __future__ import annotations

from tests.cli.conftest import START, run
from tests.cli.test_signup import OFFER
from tests.forge.conftest import Forge, git

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


def test_of_those_who_come_in_the_same_run_the_first_pull_request_is_first(looking: Forge) -> None:
    for login in ("zed", "eve", "bob", "abe"):
        sign_up(looking, login)
    assert looking.collect().status == 0
    assert [*seats(looking).values()] == ["Ragnar", "Zed", "Eve", "Bob"]


def test_whoever_changes_a_sign_up_keeps_the_place(looking: Forge) -> None:
    sign_up(looking, "zed")
    looking.collect("--now", NOON)
    sign_up(looking, "abe")
    sign_up(looking, "zed", "name: Zed the Second\n")
    looking.collect("--now", LATER)
    assert [*seats(looking).values()] == ["Ragnar", "Zed the Second", "Abe"]


def test_whoever_takes_a_sign_up_back_and_comes_again_is_the_last(looking: Forge) -> None:
    sign_up(looking, "abe")
    sign_up(looking, "zed")
    looking.collect("--now", NOON)
    looking.pull("abe", {"games/riot/signups/abe.yaml": None}, parent=looking.tip())
    sign_up(looking, "abe", "name: Abe\n# again\n")
    looking.collect("--now", LATER)
    assert [*seats(looking).values()] == ["Ragnar", "Zed", "Abe"]


def test_a_login_that_somebody_else_took_over_has_no_place_in_the_line(looking: Forge) -> None:
    sign_up(looking, "zed")
    sign_up(looking, "abe")
    looking.collect("--now", NOON)
    looking.pull("zed", {"games/riot/signups/zed.yaml": "name: Zelda\n"}, user={"login": "zed", "id": 901})
    looking.collect("--now", LATER)
    assert [*seats(looking).values()] == ["Ragnar", "Abe", "Zelda"]
