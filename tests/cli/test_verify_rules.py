"""`genetess verify` plays the turns of its own rules again, and names who can do that with the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.admin import verify as verifying
from genetess_cli.admin.verify.games import Games
from genetess_cli.turns import start
from tests.kit.command import DEADLINE, LATER, Done, commit, git, run
from tests.kit.history import edit, record, verify
from tests.kit.keys import KEY, machine
from tests.kit.league import at, small
from tests.kit.versions import program_with

FILE = "games/riot/game.yaml"


@pytest.fixture
def long(started: Path) -> Path:
    """Turns 1a to 2b of version 4 and 3a to 3b of version 5."""
    _plays(started, 4)
    with program_with(5):
        assert run(started, "adopt", "riot", "--now", LATER).status == 0
        _plays(started, 2)
    return started


def _plays(league: Path, turns: int, now: str = LATER) -> None:
    for _ in range(turns):
        seat = re.findall(r"to_move: \[(\w+)\]", (league / "games/riot/clock.yaml").read_text())[0]
        done = run(league, "resolve", "riot", "--order", "PASS", "--seat", seat, "--now", now)
        assert done.status == 0, done.err


def test_each_program_plays_its_own_turns_and_names_who_can_the_others(long: Path) -> None:
    done = verify(long)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "riot: 5 records, 4 turns, no luck to check; all as committed",
        "  3a–3b: rules 5, verify them with a newer genetess",
    ]
    with program_with(5):
        done = verify(long)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "riot: 3 records, 2 turns, no luck to check; all as committed",
        "  0–2b: rules 4, verify them with genetess 0.1.0",
    ]


def test_a_program_without_any_turn_of_the_game_says_only_who_has(long: Path) -> None:
    with program_with(6):
        done = verify(long)
    assert done.status == 0
    assert done.out.splitlines() == [
        "riot: 0–2b: rules 4, verify them with genetess 0.1.0",
        "riot: 3a–3b: rules 5, verify them with an older genetess",
    ]


def test_an_adopt_that_was_undone_leaves_turns_on_both_sides_to_the_older_program(long: Path) -> None:
    with program_with(5):
        assert run(long, "undo", "riot", "--to", "2b", "--now", LATER).status == 0
    _plays(long, 1)
    done = verify(long)
    assert done.out.splitlines()[0].startswith("riot: 6 records, 5 turns, ")
    with program_with(5):
        done = verify(long)
        assert (done.status, done.err) == (0, "")
        assert "0–2b: rules 4" in done.out
        assert "2b: rules 4" in done.out.splitlines()[2]


def test_an_undo_by_a_newer_program_is_verified_by_the_older_one(started: Path) -> None:
    _plays(started, 2)
    with program_with(5):
        assert run(started, "undo", "riot", "--now", LATER).status == 0
    _plays(started, 1)
    done = verify(started)
    assert (done.status, done.err) == (0, "")
    assert done.out == "riot: 5 records, 3 turns, no luck to check; all as committed\n"


def test_what_is_changed_behind_other_rules_is_found(long: Path) -> None:
    path = record(long, 6)
    with program_with(5):
        edit(path, "kind: earned", "kind: lost")
        commit(long, "changed")
        done = verify(long)
    assert done.status == 1
    assert f"riot: {path.relative_to(long)} in commit " in done.err


def _changed(league: Path, number: int, old: str, new: str, commits: int = 1) -> Done:
    """Verify a game after somebody wrote its last commits anew, as one, with another text in a record."""
    edit(record(league, number), old, new)
    git(league, "reset", "--quiet", "--soft", f"HEAD~{commits}")
    git(league, "commit", "--quiet", "--all", "--message", "the turn")
    return verify(league)


@pytest.mark.parametrize("version", [1, 3, 5, 99])
@pytest.mark.parametrize("program", [4, 5])
def test_no_record_hides_under_another_version(started: Path, program: int, version: int) -> None:
    _plays(started, 1)
    with program_with(program):
        done = _changed(started, 1, "rules_version: 4", f"rules_version: {version}")
    assert done.status == 1
    assert f"0001-1a.yaml: rules_version: expected 4, found {version}" in done.err


def test_no_record_that_cannot_be_read_is_of_newer_rules_by_its_own_word(started: Path) -> None:
    _plays(started, 1)
    done = _changed(started, 1, "rules_version: 4", "rules_version: 5\ngravity: 3")
    assert done.status == 1
    assert "gravity: there is no such field" in done.err


def test_no_act_leads_to_older_rules(long: Path) -> None:
    edit(record(long, 6), "rules_version: 5", "rules_version: 3")
    edit(record(long, 7), "rules_version: 5", "rules_version: 3")
    edit(long / FILE, "rules_version: 5", "rules_version: 3")
    done = _changed(
        long, 5, "(?s)rules_version: 5(.*)rules_version: 5", r"rules_version: 3\1rules_version: 3", 3
    )
    assert done.status == 1
    assert "rules_version: expected the way from 4 to newer rules, found that from 4 to 3" in done.err


def test_no_game_goes_on_whose_version_was_deleted(started: Path) -> None:
    edit(started / FILE, "rules_version: 4\n", "")
    commit(started, "by hand")
    for command in (("tick",), ("adopt", "riot"), ("pause", "riot", "--open-end")):
        done = run(started, *command, "--now", DEADLINE)
        assert (done.status, "nothing says by which version the game is played" in done.err) == (1, True)
    done = run(started, "check")
    assert (done.status, "write `rules_version: 4` again" in done.err) == (1, True)
    done = verify(started)
    assert (done.status, "rules_version: expected 4, found null" in done.err) == (1, True)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('turn: "2a"', 'turn: "9z"', "turn: expected 2a, found 9z"),
        (r"to_move: \[green\]", "to_move: [red]", "clock.yaml in commit"),
    ],
    ids=["turn", "to_move"],
)
def test_of_turns_of_other_rules_what_no_rules_decide_is_held(
    started: Path, old: str, new: str, words: str
) -> None:
    _plays(started, 2)
    assert run(started, "undo", "riot", "--now", LATER).status == 0
    with program_with(5):
        done = _changed(started, 3, old, new)
    assert (done.status, words in done.err) == (1, True), done.err


@pytest.mark.parametrize("program", [4, 5])
@pytest.mark.parametrize("back_to", [3, 77])
def test_an_undo_of_what_cannot_be_taken_back_is_named(started: Path, program: int, back_to: int) -> None:
    _plays(started, 2)
    assert run(started, "undo", "riot", "--now", LATER).status == 0
    with program_with(program):
        done = _changed(started, 3, "back_to: 2", f"back_to: {back_to}")
    assert done.status == 1
    assert f"back_to: expected a number from 1 to 2, found {back_to}" in done.err


def test_turns_that_are_not_asked_for_are_read_all_the_same(started: Path) -> None:
    _plays(started, 2)
    edit(started / "games/riot/clock.yaml", "(?m)^number: .*", "number: none")
    commit(started, "by hand")
    git(started, "checkout", "--quiet", "HEAD~", "--", "games/riot/clock.yaml")
    commit(started, "as it was")
    _plays(started, 1)
    assert run(started, "verify", "riot", "--from", "2a").status == 1


def test_a_version_that_no_act_led_to_is_named(long: Path) -> None:
    edit(long / FILE, "rules_version: 5", "rules_version: 6")
    commit(long, "by hand")
    done = verify(long)
    assert done.status == 1
    assert f"{FILE} in commit " in done.err
    assert "“by hand”: rules_version: expected 5, found 6" in done.err


def test_a_version_that_no_act_led_to_is_named_before_what_cannot_be_read(started: Path) -> None:
    _plays(started, 2)
    path = record(started, 2)
    text = path.read_text().replace("rules_version: 4", "rules_version: 5\ngravity: 3")
    git(started, "reset", "--quiet", "--hard", "HEAD~")
    edit(started / FILE, "rules_version: 4", "rules_version: 5")
    commit(started, "by hand")
    path.write_text(text)
    commit(started, "as a newer program has it")
    done = verify(started)
    assert (done.status, "rules_version: expected 4, found 5" in done.err) == (1, True)


def test_newer_rules_of_before_there_was_adopt_are_no_difference(started: Path) -> None:
    with program_with(3):
        edit(started / FILE, "rules_version: 4", "rules_version: 3")
        edit(record(started, 0), "rules_version: 4\nform: 3", "rules_version: 3")
        git(started, "commit", "--quiet", "--all", "--amend", "--no-edit")
        _plays(started, 1)
        edit(record(started, 1), "form: 3\n", "")
        git(started, "commit", "--quiet", "--all", "--amend", "--no-edit")
    edit(started / FILE, "rules_version: 3", "rules_version: 4")
    git(started, "commit", "--quiet", "--all", "--message", "as no program refused then")
    _plays(started, 1)
    edit(started / FILE, "rules_version: 4", "rules_version: 3")
    edit(record(started, 2), "form: 3\n", "")
    git(started, "reset", "--quiet", "--soft", "HEAD~2")
    git(started, "commit", "--quiet", "--all", "--message", "the turn")
    done = verify(started)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "riot: 1 record, 1 turn, no luck to check; all as committed",
        "  0–1a: rules 3, which no release has: see docs/trust.md, “Other rules”",
    ]


def test_only_the_turns_between_two_are_played(long: Path) -> None:
    done = run(long, "verify", "riot", "--from", "1b", "--to", "2a")
    assert (done.status, done.out) == (0, "riot: 2 records, 2 turns, no luck to check; all as committed\n")
    done = run(long, "verify", "riot", "--to", "2b")
    assert (done.status, done.out) == (0, "riot: 5 records, 4 turns, no luck to check; all as committed\n")
    done = run(long, "verify", "riot", "--from", "2b")
    assert done.out.splitlines()[1:] == ["  3a–3b: rules 5, verify them with a newer genetess"]


def test_turns_of_other_rules_are_named_only_where_they_are_asked_for(long: Path) -> None:
    with program_with(6):
        done = run(long, "verify", "riot", "--from", "1b", "--to", "2a")
    assert (done.status, done.out) == (0, "riot: 1b–2a: rules 4, verify them with genetess 0.1.0\n")


def test_of_turns_with_one_name_the_last_one_is_played_up_to(started: Path) -> None:
    _plays(started, 3)
    assert run(started, "undo", "riot", "--to", "1b", "--now", LATER).status == 0
    _plays(started, 2)
    done = run(started, "verify", "riot", "--from", "1b", "--to", "1b")
    assert (done.status, done.out) == (0, "riot: 4 records, 3 turns, no luck to check; all as committed\n")


def test_up_to_a_turn_no_file_of_a_newer_program_is_read(long: Path) -> None:
    edit(long / FILE, "version: 3", "version: 99\ngravity: 3")
    commit(long, "as a newer program has it")
    assert verify(long).status == 1
    done = run(long, "verify", "riot", "--to", "2b")
    assert (done.status, done.err) == (0, "")
    assert done.out == "riot: 5 records, 4 turns, no luck to check; all as committed\n"


def test_up_to_a_turn_a_record_that_was_changed_behind_it_is_named(started: Path) -> None:
    _plays(started, 2)
    edit(record(started, 1), "source: gm", "source: live")
    commit(started, "by hand")
    with program_with(5):
        done = run(started, "verify", "riot", "--to", "1b")
    assert (done.status, "the record was changed after it was added" in done.err) == (1, True)


def test_up_to_a_turn_a_key_that_is_public_now_opens_a_sealed_game(tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        story = small(tmp_path, sealed=True).start().order("PASS", "PASS")
        story.finish(3)
        start.reveal(story.league, "riot", at(4))
    with machine(tmp_path):
        report = verifying.verify(Games(story.closed), "riot", between=verifying.Between(last="1a"))
    assert (report.difference, report.records) == (None, 2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--from", "1a"), "--from and --to need one GAME"),
        (("riot", "--to", "9a"), "riot has no turn '9a'; its turns are 0 to 3b"),
        (("riot", "--from", "2a", "--to", "1a"), "turn 2a comes after 1a"),
    ],
)
def test_turns_that_are_none_are_refused(long: Path, options: tuple[str, ...], words: str) -> None:
    done = run(long, "verify", *options)
    assert done.status == 2
    assert words in done.err


def test_records_of_newer_rules_that_cannot_be_read_end_it_there(long: Path) -> None:
    path = record(long, 6)
    edit(path, "outcome: done", "outcome: done\ngravity: 3")
    git(long, "commit", "--quiet", "--all", "--amend", "--no-edit")
    git(long, "reset", "--quiet", "--soft", "HEAD~2")
    git(long, "commit", "--quiet", "--all", "--message", "as a newer program has it")
    done = verify(long)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "riot: 5 records, 4 turns, no luck to check; all as committed",
        "  3a: rules 5, verify them with a newer genetess",
        "  from 3a on: this program cannot read what other rules made; nothing there was played again",
    ]
    assert run(long, "verify", "riot", "--to", "2b").status == 0


def test_a_deadline_that_passed_while_the_game_waited_is_played_after_it(started: Path) -> None:
    with program_with(5):
        assert run(started, "tick", "--now", DEADLINE).status == 1
        done = run(started, "adopt", "riot", "--now", DEADLINE)
        assert "riot 1a: the deadline, 2026-11-24T00:00:00Z, has passed. The next run applies it." in done.err
        assert "green is to move" in run(started, "tick", "--now", DEADLINE).out
        done = verify(started)
    assert (done.status, done.err) == (0, "")
