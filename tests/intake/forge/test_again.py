"""What was accepted once is known again: with another request, and by nobody's word but the program's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command import Done, git, run
from tests.kit.forge import GREEN, RED, Forge, numbers, reasons

WISH = "games/wish/orders/white.txt"
FORM = "### Game\n\nriot\n\n### Seat\n\nred\n\n### Orders\n\n{}\n"
FORGED = "A better README\n\nGenetess-Taken: riot pull 2 {}\n"
OLD, NEW = "2019-05-01T12:00:00Z", "2099-05-01T12:00:00Z"


@pytest.fixture
def two(forge: Forge) -> Forge:
    """Ragnar plays red in `riot` and white in `wish`; both are to move."""
    players = ("--player", "white=Ragnar@ragnar42", "--player", "black=Gwen@gwen-g")
    assert run(forge.league, "new", "wish", "--ruleset", "genie", *players).status == 0
    assert run(forge.league, "start", "wish").status == 0
    git(forge.league, "push", "--quiet")
    return forge


def _played(forge: Forge, text: str = "PASS\n") -> str:
    """A queue of red's that was accepted and carried out; gives the commit that brought it."""
    head: str = forge.pull("ragnar42", {RED: text})["head"]["sha"]
    assert numbers(forge.collect().json["taken"]) == ["1"]
    assert run(forge.league, "tick", "--push").status == 0
    assert forge.shown(RED) is None
    forge.pulls.clear()
    return head


def _next(forge: Forge, files: dict[str, Any], parent: str, **more: Any) -> Done:
    """What comes of another pull request from the same branch."""
    forge.pull("ragnar42", files, parent, branch="refs/pull/2/head", number=2, **more)
    return forge.collect()


def _reopened(forge: Forge, number: int, head: str) -> dict[str, Any]:
    """Another pull request of Ragnar's from a commit."""
    git(forge.remote, "update-ref", f"refs/pull/{number}/head", head)
    user = {"login": "ragnar42", "id": 101}
    return {"number": number, "user": user, "head": {"sha": head}, "base": {"ref": "main"}}


def _merge(forge: Forge, files: str, *parents: str) -> str:
    """A commit that merges others, with the files of one."""
    who = {f"GIT_{role}_{part}": "r" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    rows = [word for parent in parents for word in ("-p", parent)]
    tree = git(forge.remote, "rev-parse", f"{files}^{{tree}}")
    return git(forge.remote, "commit-tree", tree, *rows, "-m", "Merge", also=who)


# The same branch with another request


@pytest.mark.exhaustive
def test_a_branch_that_is_sent_again_brings_nothing_back_that_is_used_up(two: Forge) -> None:
    head = _played(two)
    done = _next(two, {WISH: "e4\n"}, head)
    assert numbers(done.json["taken"]) == ["2"]
    assert (two.shown(RED), two.shown(WISH)) == (None, "e4\n")
    assert "do not run twice" in done.json["answers"][0]["body"]


def test_what_is_changed_on_the_branch_since_then_comes_in(forge: Forge) -> None:
    head = _played(forge)
    assert numbers(_next(forge, {RED: "PASS\nPASS\n"}, head).json["taken"]) == ["2"]
    assert forge.shown(RED) == "PASS\nPASS\n"


@pytest.mark.exhaustive
def test_so_does_a_queue_that_is_put_back_after_another_one_came_in(forge: Forge) -> None:
    first = forge.pull("ragnar42", {RED: "PASS\n"})["head"]["sha"]
    forge.collect()
    second = forge.pull("ragnar42", {RED: "PASS\nPASS\n"}, first)["head"]["sha"]
    forge.collect()
    forge.pulls.clear()
    done = forge.pull("ragnar42", {RED: "PASS\n"}, second, branch="refs/pull/3/head", number=3)
    assert done["head"]["sha"] not in (first, second)
    assert numbers(forge.collect().json["taken"]) == ["3"]
    assert forge.shown(RED) == "PASS\n"


def test_the_same_branch_with_nothing_new_is_closed_with_words(forge: Forge) -> None:
    head = _played(forge)
    forge.pulls.append(_reopened(forge, 2, head))
    done = forge.collect()
    assert "all that this changes was accepted before, for riot" in reasons(done)
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert "To send the same again, use a new branch." in answer["body"]
    assert forge.shown(RED) is None


@pytest.mark.exhaustive
def test_a_fork_that_follows_the_league_brings_nothing_back_either(forge: Forge) -> None:
    """Its merge has the queue of before, which the league has no more."""
    head, tip = _played(forge), forge.tip()
    row = git(forge.remote, "rev-parse", f"{head}:{RED}")
    merge = forge.pull_rows("ragnar42", {RED: f"100644 {row}"}, tip)["head"]["sha"]
    forge.pulls[:] = [_reopened(forge, 2, _merge(forge, merge, head, tip))]
    forge.collect()
    assert forge.shown(RED) is None


@pytest.mark.exhaustive
def test_a_file_that_came_in_before_cannot_make_the_rest_wrong(two: Forge) -> None:
    """Red is somebody else's by now; what is sent for white is judged alone."""
    head = _played(two)
    game = two.league / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("ragnar42", "zoe").replace("github_id: 101", "github_id: 103"))
    git(two.league, "commit", "--all", "--quiet", "--message", "red is Zoe's")
    git(two.league, "push", "--quiet")
    assert numbers(_next(two, {WISH: "e4\n"}, head).json["taken"]) == ["2"]


def test_what_did_not_count_can_be_sent_again_from_its_branch(forge: Forge) -> None:
    """Of two in one run the other one counted."""
    first = forge.pull("ragnar42", {RED: "MOVE B2 S\n"})["head"]["sha"]
    forge.pull("ragnar42", {RED: "PASS\n"})
    bodies = [one["body"] for one in forge.collect().json["answers"]]
    assert "If you meant this one, send it again." in bodies[0]
    forge.pulls[:] = [_reopened(forge, 3, first)]
    assert numbers(forge.collect().json["taken"]) == ["3"]
    assert forge.shown(RED) == "MOVE B2 S\n"


def test_what_is_written_anew_in_a_later_commit_comes_in_though_it_says_the_same(forge: Forge) -> None:
    head = _played(forge)
    gone = forge.pull("ragnar42", {RED: None}, head, branch="refs/pull/2/head")["head"]["sha"]
    assert numbers(_next(forge, {RED: "PASS\n"}, gone).json["taken"]) == ["2"]
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.exhaustive
def test_two_branches_that_are_merged_bring_back_neither_of_their_orders(forge: Forge) -> None:
    """Ragnar plays red and green."""
    game = forge.league / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("gwen-g", "ragnar42"))
    git(forge.league, "commit", "--all", "--quiet", "--message", "green is Ragnar's")
    git(forge.league, "push", "--quiet")
    one = forge.pull("ragnar42", {RED: "PASS\n"})["head"]["sha"]
    other = forge.pull("ragnar42", {GREEN: "PASS\n"})["head"]["sha"]
    forge.collect()
    assert run(forge.league, "tick", "--push").status == 0
    both = forge.pull("ragnar42", {GREEN: "PASS\n"}, one)["head"]["sha"]
    forge.pulls[:] = [_reopened(forge, 4, _merge(forge, both, one, other))]
    assert "all that this changes was accepted before" in reasons(forge.collect())
    assert forge.shown(RED) is None


# Numbers that begin anew


@pytest.mark.exhaustive
def test_a_number_of_another_place_is_not_taken_for_the_one_of_before(forge: Forge) -> None:
    """The league moved with its history; whoever opens the first request there is heard."""
    _played(forge)
    forge.pull("gwen-g", {GREEN: "PASS\n"}, number=1, created_at=NEW)
    assert numbers(forge.collect().json["taken"]) == ["1"]
    assert forge.shown(GREEN) == "PASS\n"


def test_a_request_that_was_open_before_is_known(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\nPASS\n"}, created_at=OLD)
    forge.collect()
    assert forge.collect().json["taken"][0]["earlier"] is True


def test_gitlab_and_forgejo_say_it_with_parts_of_a_second_and_zones(forge: Forge) -> None:
    _played(forge)
    forge.pull("gwen-g", {GREEN: "PASS\n"}, number=1, created_at="2099-05-01T14:00:00.123+02:00")
    assert numbers(forge.collect().json["taken"]) == ["1"]


@pytest.mark.exhaustive
def test_a_form_under_a_number_of_another_place_is_read(forge: Forge, tmp_path: Path) -> None:
    def sent(text: str, **more: str) -> Done:
        path = tmp_path / "issues.json"
        user = {"login": "ragnar42", "id": 101}
        path.write_text(json.dumps([{"number": 7, "user": user, "body": FORM.format(text), **more}]))
        return run(forge.league, "collect", "--issue", str(path), "--push", "--json")

    assert numbers(sent("PASS", created_at=OLD).json["taken"]) == ["7"]
    assert reasons(sent("PASS\nPASS", created_at=OLD))
    assert numbers(sent("PASS\nPASS\nPASS", created_at=NEW).json["taken"]) == ["7"]


# Words that anybody can write


def _merged(forge: Forge, message: str, files: dict[str, str]) -> None:
    """A stranger's commit that the GM merges."""
    for path, text in files.items():
        (forge.league / path).parent.mkdir(parents=True, exist_ok=True)
        (forge.league / path).write_text(text)
    git(forge.league, "add", "--all")
    git(forge.league, "commit", "--quiet", "--cleanup=verbatim", "--message", message)
    git(forge.league, "push", "--quiet")


@pytest.mark.parametrize(
    "files",
    [
        {"README.md": "better\n"},
        {"games/riot/notes.md": "of the game\n"},
        {"README.md": "better\n", RED: "PASS\n"},
        {"games/riot/orders\n/x\1y": "odd\n"},
    ],
)
def test_a_message_that_says_so_takes_nothing_in(forge: Forge, files: dict[str, str]) -> None:
    _merged(forge, FORGED.format("0" * 40), files)
    forge.pull("gwen-g", {GREEN: "PASS\n"}, number=2)
    assert numbers(forge.collect().json["taken"]) == ["2"]


@pytest.mark.exhaustive
def test_nor_one_of_a_game_that_it_does_not_change(forge: Forge) -> None:
    _merged(forge, FORGED.format("0" * 40), {"games/wish/orders/white.txt": "e4\n"})
    forge.pull("gwen-g", {GREEN: "PASS\n"}, number=2)
    assert numbers(forge.collect().json["taken"]) == ["2"]


# An answer that got lost


@pytest.mark.exhaustive
@pytest.mark.parametrize("sends", [{RED: "MOVE B2 S\n"}, {RED: None}], ids=["orders", "clearing"])
def test_it_is_given_by_the_next_run_as_it_was(forge: Forge, sends: dict[str, Any]) -> None:
    """Whoever gets it then was never told how the orders were understood."""
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    forge.pulls.clear()
    forge.pull("ragnar42", sends, number=3, branch="refs/pull/3/head")
    lost = forge.collect().json["answers"]
    assert "Accepted: your orders for `red`" in lost[0]["body"]
    assert run(forge.league, "tick", "--push").status in (0, 3)
    assert forge.collect().json["answers"] == lost


@pytest.mark.exhaustive
def test_where_nobody_knows_it_any_more_what_came_in_is_said_to_be_in(forge: Forge) -> None:
    """It could not come in today: the seat got another player since."""
    forge.pull("ragnar42", {RED: "PASS\nPASS\n"})
    forge.collect()
    git(forge.remote, "update-ref", "-d", "refs/genetess/answered")
    game = forge.league / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("ragnar42", "zoe").replace("github_id: 101", "github_id: 103"))
    git(forge.league, "commit", "--all", "--quiet", "--message", "red is Zoe's")
    git(forge.league, "push", "--quiet")
    done = forge.collect()
    assert [one["earlier"] for one in done.json["taken"]] == [True]
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert answer["body"].startswith("This was accepted before and does not count again: it was for `riot`.")
    assert "Nothing in this" not in answer["body"]
    assert forge.collect().json["answers"] == [answer]
