"""What a pull request's check tells its author, before anything is taken in."""

from __future__ import annotations

from tests.cli.conftest import run
from tests.forge.conftest import RED, Forge, git


def _checked_out(forge: Forge, login: str, *words: str) -> tuple[int, str, str]:
    git(forge.league, "fetch", "--quiet", "origin", "refs/pull/1/head")
    git(forge.league, "checkout", "--quiet", "FETCH_HEAD")
    done = run(forge.league, "check", "--author", login, *words, "--base", "main")
    return done.status, done.out, done.err


def test_the_orders_are_given_back_as_they_are_read(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "* move b2 s\npass # or not\n"})
    status, out, _ = _checked_out(forge, "ragnar42")
    assert status == 0
    assert "riot red: * MOVE B2 S\nriot red: PASS\n" in out


def test_the_caret_points_to_what_is_none(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE B2 UP\n"})
    status, _, err = _checked_out(forge, "ragnar42")
    assert status == 1
    assert "^" in err


def test_the_number_of_the_account_decides_once_it_is_known(forge: Forge) -> None:
    game = forge.league / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("github: ragnar42", "github: ragnar42, github_id: 101"))
    git(forge.league, "commit", "--quiet", "--all", "--message", "the number")
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {RED: "PASS\n"})
    assert _checked_out(forge, "ragnar42", "--author-id", "101")[0] == 0
    assert "the number of another account" in _checked_out(forge, "ragnar42", "--author-id", "7")[2]


def test_a_number_without_a_login_is_wrong_usage(forge: Forge) -> None:
    assert run(forge.league, "check", "--author-id", "7").status == 2


def test_an_order_that_cannot_be_done_now_is_told_as_it_will_be_refused(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n"})
    status, _, err = _checked_out(forge, "ragnar42")
    assert status == 1
    assert "You have no piece on A1" in err
