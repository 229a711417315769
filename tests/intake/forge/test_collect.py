"""`genetess collect`: what pull requests bring for their authors' own seats gets into the league, and nothing else."""

from __future__ import annotations

import json

import pytest

from genetess_cli.intake.collect import Acceptance, Collected
from genetess_cli.intake.replies import answers
from genetess_cli.intake.submission import Delivery, Submission
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.league import League
from tests.kit.command import LATER, git, run
from tests.kit.forge import GREEN, RED, Forge, numbers, reasons

LOOSE = "games/riot/orders/red-x7.txt"


def test_an_order_file_of_the_own_seat_is_taken_in(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE C2 E-S\nPASS\n"})
    done = forge.collect()
    assert done.status == 0, done.err
    assert numbers(done.json["taken"]) == ["1"]
    assert forge.shown(RED) == "MOVE C2 E-S\nPASS\n"
    assert (forge.league / RED).read_text() == "MOVE C2 E-S\nPASS\n"
    assert git(forge.league, "status", "--porcelain", "--branch") == "## main...origin/main"


def test_the_commit_says_who_sent_it_and_how(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    subject, *rest = git(forge.league, "log", "-1", "--format=%B").splitlines()
    assert subject == "riot: orders of red"
    assert "red: pull request 1" in rest
    assert git(forge.league, "log", "-1", "--format=%P").split() == [git(forge.league, "rev-parse", "HEAD^")]


def test_the_answer_gives_the_orders_back_as_they_were_understood(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "*  move c2 e-s # now\npass\n"})
    [answer] = forge.collect().json["answers"]
    assert answer["on"] == "pr"
    assert answer["number"] == 1
    assert answer["close"] is True
    assert "    * MOVE C2 E-S\n    PASS" in answer["body"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_an_order_file_in_another_coding_is_answered_as_any_other(forge: Forge, encoding: str) -> None:
    forge.pull("ragnar42", {RED: "MOVE C2 E–S\r\n".encode(encoding)})
    [answer] = forge.collect().json["answers"]
    assert "    MOVE C2 E-S" in answer["body"]
    assert "the first order runs at once" in answer["body"]


def test_a_queue_under_another_name_takes_the_place_of_the_order_file(forge: Forge) -> None:
    forge.pull("ragnar42", {LOOSE: "MOVE C2 E-S\n"})
    forge.collect()
    assert forge.shown(RED) == "MOVE C2 E-S\n"
    assert forge.shown(LOOSE) is None


def test_deleting_the_own_order_file_clears_the_queue(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    git(forge.remote, "update-ref", "refs/heads/main", git(forge.league, "rev-parse", "HEAD"))
    forge.pull("ragnar42", {RED: None})
    assert "There are none now" in forge.collect().json["answers"][-1]["body"]
    assert forge.shown(RED) is None


def test_two_queues_for_one_seat_are_refused(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n", LOOSE: "MOVE B2 S\n"})
    assert "two files for red" in reasons(forge.collect())


def test_of_several_pull_requests_the_newest_counts(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    forge.pull("ragnar42", {LOOSE: "MOVE C2 E-S\n"})
    done = forge.collect()
    assert forge.shown(RED) == "MOVE C2 E-S\n"
    answer = done.json["answers"][0]["body"]
    assert "pull request #2 counts instead" in answer
    assert "counts instead: it is newer" in answer
    assert "runs at once" not in answer
    assert [answer["close"] for answer in done.json["answers"]] == [True, True]


def test_what_a_later_one_takes_the_place_of_is_told_game_by_game(forge: Forge) -> None:
    players = ("--player", "white=Ragnar@ragnar42", "--player", "black=Gwen@gwen-g")
    assert run(forge.league, "new", "wish", "--ruleset", "genie", *players).status == 0
    assert run(forge.league, "start", "wish").status == 0
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {RED: "MOVE B2 S\n", "games/wish/orders/white.txt": "e4\n"})
    forge.pull("ragnar42", {LOOSE: "PASS\n"})
    answer = forge.collect().json["answers"][0]["body"]
    assert "Your file for `riot` was read, and pull request #2 counts instead" in answer
    assert "Accepted: your orders for `white` in `wish`" in answer
    assert "your orders for `red`" not in answer


def test_pull_requests_of_several_players_make_one_commit(forge: Forge) -> None:
    before = git(forge.league, "rev-list", "--count", "HEAD")
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    forge.collect()
    assert int(git(forge.league, "rev-list", "--count", "HEAD")) == int(before) + 1
    assert git(forge.league, "log", "-1", "--format=%s") == "riot: orders of green, red"


def test_what_was_taken_in_is_never_taken_in_again(forge: Forge) -> None:
    """A pull request that nobody closed must not bring back orders that were carried out."""
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    forge.collect()
    assert run(forge.league, "tick", "--push").status == 0
    tip = forge.tip()
    done = forge.collect()
    assert done.status == 0
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert (forge.tip(), forge.shown(RED)) == (tip, None)


@pytest.mark.exhaustive
def test_a_branch_from_long_ago_changes_only_what_its_author_did(forge: Forge) -> None:
    """What it does not have, because it is older, is not taken back."""
    old = forge.tip()
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    forge.collect()
    forge.pull("ragnar42", {RED: "MOVE C2 E-S\n"}, parent=old)
    forge.collect()
    assert (forge.shown(RED), forge.shown(GREEN)) == ("MOVE C2 E-S\n", "PASS\n")


@pytest.mark.exhaustive
def test_a_branch_that_main_was_merged_into_is_read_right(forge: Forge) -> None:
    mine = forge.pull("ragnar42", {RED: "MOVE C2 E-S\n"})["head"]["sha"]
    forge.pulls.clear()
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    forge.collect()
    clone = forge.league.parent / "clone"
    git(forge.league.parent, "clone", "--quiet", "remote.git", "clone")
    git(clone, "fetch", "--quiet", "origin", mine)
    git(clone, "switch", "--quiet", "--create", "mine", mine)
    git(clone, "merge", "--quiet", "--no-edit", "origin/main")
    git(clone, "push", "--quiet", "origin", "mine")
    forge.pulls = [{**forge.pulls[0], "number": 2, "user": {"login": "ragnar42", "id": 101},
                    "head": {"sha": git(clone, "rev-parse", "HEAD")}}]  # fmt: skip
    done = forge.collect()
    assert numbers(done.json["taken"]) == ["2"], done.err
    assert (forge.shown(RED), forge.shown(GREEN)) == ("MOVE C2 E-S\n", "PASS\n")


def test_orders_that_are_none_are_refused_with_a_caret_and_may_be_mended(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE B2 UP\n"})
    done = forge.collect()
    assert done.status == 1
    [answer] = done.json["answers"]
    assert answer["close"] is False
    assert "^" in answer["body"]
    assert forge.shown(RED) is None


def test_an_order_that_its_player_can_know_to_fail_is_refused_with_a_caret(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n* MOVE A2 S\n"})
    done = forge.collect()
    assert done.status == 1
    [answer] = done.json["answers"]
    assert "You have no piece on A1" in answer["body"]
    assert "^" in answer["body"]
    assert forge.shown(RED) is None


def test_who_sent_a_file_of_another_name_reads_that_name(forge: Forge) -> None:
    forge.pull("ragnar42", {"games/riot/orders/red-1a-x.txt": "MOVE C3 S\n"})
    assert "games/riot/orders/red-1a-x.txt: " in reasons(forge.collect())


@pytest.mark.exhaustive
def test_what_was_refused_for_good_is_refused_until_it_is_gone(forge: Forge) -> None:
    """The close was lost, and by then the order would be a good one."""
    forge.pull("ragnar42", {RED: "MOVE B3 N\n"})
    answered = forge.collect("--now", "2026-11-21T12:00:00Z").json["answers"]
    for seat, order in (("red", "MOVE B2 S"), ("green", "PASS")):
        assert run(forge.league, "resolve", "riot", "--order", order, "--seat", seat, "--push").status == 0
    for day in ("2026-11-21T12:15:00Z", "2026-11-23T12:00:00Z", "2026-11-23T12:15:00Z"):
        assert forge.collect("--now", day).json["answers"] == answered
    assert forge.shown(RED) is None


@pytest.mark.exhaustive
def test_what_was_closed_and_is_opened_again_is_looked_at_as_things_are(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE B3 N\n"})
    forge.collect()
    opened, forge.pulls = forge.pulls, []
    forge.collect()
    for seat, order in (("red", "MOVE B2 S"), ("green", "PASS")):
        assert run(forge.league, "resolve", "riot", "--order", order, "--seat", seat, "--push").status == 0
    forge.pulls = opened
    forge.collect()
    assert forge.shown(RED) == "MOVE B3 N\n"


@pytest.mark.exhaustive
def test_what_is_pushed_to_what_was_refused_for_good_is_looked_at(forge: Forge) -> None:
    bad = forge.pull("ragnar42", {RED: "MOVE B3 N\n"})
    forge.collect()
    good = forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    forge.pulls = [{**bad, "head": good["head"]}]
    forge.collect()
    assert forge.shown(RED) == "MOVE B2 S\n"


def test_an_order_for_a_later_turn_is_taken_in_with_a_warning(forge: Forge) -> None:
    forge.pull("gwen-g", {GREEN: "MOVE A1 N\n"})
    [answer] = forge.collect().json["answers"]
    assert "On today's board the first order would fail" in answer["body"]
    assert "It is stored until the deadline of green's next turn." in answer["body"]
    assert forge.shown(GREEN) == "MOVE A1 N\n"


def test_an_answer_for_many_games_is_one_that_a_forge_takes(forge: Forge) -> None:
    sent = [Submission("riot", "red", b"by all means MOVE C2 E-S\n" * 50)] * 20
    delivery = Delivery("pull", 1, "pull 1 x", Author("ragnar42", 101), sent)
    [answer] = answers(League(forge.league), Collected([Acceptance(delivery, [None] * 20)]))
    assert 40_000 < len(answer.body) < 65_536
    assert answer.body.startswith("Accepted: your orders for `red` in `riot`")


def test_the_answer_says_when_the_order_goes_and_leads_to_the_sheet(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "by all means MOVE C2 E-S\n"})
    [answer] = forge.collect().json["answers"]
    assert "It is your turn, so the first order runs at once." in answer["body"]
    assert "“by all means” is ignored" in answer["body"]
    assert "[Your turnsheet](https://gm.github.io/league/riot/sheet/red/) shows the result." in answer["body"]


@pytest.mark.exhaustive
def test_what_was_carried_out_is_not_judged_anew(forge: Forge) -> None:
    """The piece has moved away meanwhile, so that the same order would be refused today."""
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    forge.collect()
    run(forge.league, "tick", "--push")
    assert forge.collect().json["refused"] == []


def test_those_for_other_branches_are_left_alone(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"}, base={"ref": "other"})
    done = forge.collect()
    assert done.status == 3
    assert done.json["answers"] == []


def test_what_has_nothing_to_do_with_games_is_left_alone(forge: Forge) -> None:
    """Somebody mends the README: that is for the GM to merge."""
    forge.pull("mallory", {"README.md": "better\n"})
    done = forge.collect()
    assert (done.status, done.json["answers"], numbers(done.json["passed"])) == (3, [], ["1"])


def test_what_the_gm_changes_in_a_game_is_left_alone(forge: Forge) -> None:
    forge.pull("gail", {"games/riot/game.yaml": "name: x\n"}, author_association="OWNER")
    assert forge.collect().json["answers"] == []


def test_what_the_gm_orders_as_a_player_is_taken_in(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"}, author_association="OWNER")
    assert forge.collect().json["answers"][0]["close"] is True
    assert forge.shown(RED) == "PASS\n"


def test_a_pull_request_of_an_account_that_is_gone_is_refused(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"}, user=None)
    assert "ghost plays no seat" in reasons(forge.collect())


def test_a_strangers_head_that_is_not_there_any_more_waits(forge: Forge) -> None:
    forge.pull("zoe", {RED: "PASS\n"}, head={"sha": "1" * 40})
    done = forge.collect()
    assert done.status == 3
    assert "pull request 1 waits" in done.err
    assert done.json["answers"] == []


def test_orders_for_a_game_that_is_over_are_refused(forge: Forge) -> None:
    assert run(forge.league, "finish", "riot", "--reason", "snow").status == 0
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {RED: "PASS\n"})
    done = forge.collect()
    assert "riot is over" in reasons(done)
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert "Fix it" not in answer["body"]
    assert "This pull request is closed: it cannot be fixed." in answer["body"]


WHITE = "games/vault/orders/white.sealed"


@pytest.fixture
def vault(forge: Forge, monkeypatch: pytest.MonkeyPatch) -> Forge:
    """A league with the sealed game vault as well, white to move."""
    monkeypatch.delenv("CI", raising=False)  # where no order of a sealed game is held against the board
    made = run(forge.league, "new", "vault", "--ruleset", "genie", "--sealed", "--player", "white=Zoe@zoe",
               "--player", "black=Gwen@gwen-g")  # fmt: skip
    assert made.status == 0, made.err
    assert run(forge.league, "start", "vault").status == 0
    git(forge.league, "push", "--quiet")
    return forge


def sealed_for_white(vault: Forge, orders: str) -> str:
    """An order file as white seals it."""
    assert run(vault.league, "order", "vault", "white", orders).status == 0
    sealed = vault.league / WHITE
    text = sealed.read_text()
    sealed.unlink()
    return text


def test_a_sealed_order_is_taken_in_as_it_is(vault: Forge) -> None:
    forge, text = vault, sealed_for_white(vault, "Nf3")
    forge.pull("zoe", {"games/vault/orders/white-1.sealed": text})
    forge.pull("gwen-g", {"games/vault/orders/black.sealed": text})
    done = forge.collect()
    assert forge.shown("games/vault/orders/white.sealed") == text
    assert "sealed for white, not for black" in reasons(done)
    assert "Nf3" not in json.dumps(done.json)  # no hash has that in it


def test_an_answer_to_sealed_orders_says_once_when_what_they_may_be_runs(vault: Forge) -> None:
    vault.pull("zoe", {"games/vault/orders/white-1.sealed": sealed_for_white(vault, "Nf3")})
    [answer] = vault.collect().json["answers"]
    assert "The next run carries out wishes. An order runs in your turn" in answer["body"]
    assert answer["body"].lower().count("your turnsheet") <= 1


@pytest.mark.exhaustive
def test_sealed_orders_that_lay_there_before_are_not_taken_in_again(vault: Forge) -> None:
    """The history has them for everybody to copy: deleted by their player, they are gone."""
    first, second = (sealed_for_white(vault, text) for text in ("Nf3", "e4"))
    vault.pull("zoe", {WHITE: first})
    assert vault.collect().json["taken"]
    vault.pull("zoe", {WHITE: None})
    assert vault.collect().json["taken"]
    assert vault.shown(WHITE) is None
    head, _, rest = first.partition("\n")
    for again in (first, f"{head}\r\n{rest.replace(chr(10), '')}\r\n"):
        vault.pull("zoe", {WHITE: again})
        done = vault.collect()
        assert "these sealed orders were here before" in reasons(done)
        assert vault.shown(WHITE) is None
    vault.pull("zoe", {WHITE: second})
    assert vault.collect().json["taken"]
    assert vault.shown(WHITE) == second


@pytest.mark.exhaustive
def test_sealed_orders_that_lie_there_can_be_sent_once_more(vault: Forge) -> None:
    queue = sealed_for_white(vault, "Nf3")
    vault.pull("zoe", {WHITE: queue})
    vault.collect()
    vault.pull("zoe", {"games/vault/orders/white-2.sealed": queue})
    assert reasons(vault.collect()) == ""
    assert vault.shown(WHITE) == queue


@pytest.mark.exhaustive
def test_what_a_run_took_in_and_did_not_push_is_pushed_by_the_next(forge: Forge) -> None:
    """It was killed between the two, or a file of its work tree could not be written."""
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    listed = str(forge.listed())
    assert run(forge.league, "collect", "--pulls", listed, "--now", LATER).status == 0
    assert forge.shown(RED) is None
    assert forge.collect("--now", LATER).status == 0
    assert forge.shown(RED) == "MOVE B2 S\n"
