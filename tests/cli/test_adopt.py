"""A game keeps the version of the rules that it was started with, until its GM adopts that of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command import LATER, START, Done, commit, git, new_game, run, start_game
from tests.kit.versions import program_with

FILE = "games/riot/game.yaml"
NEWER = (
    "riot is played by version 4, and this program has version 5 of the genetess rules; play it on with genetess "
    "0.1.0, or move it to version 5 with `genetess adopt riot`"
)
OLDER = (
    "riot is played by version 4, and this program has version 3 of the genetess rules; play it on with a newer "
    "genetess"
)


def writes(league: Path, text: str, slug: str = "riot") -> None:
    (league / "games" / slug / "orders/red.txt").write_text(text)


def adopted(league: Path, *options: str) -> Done:
    with program_with(5):
        done = run(league, "adopt", "riot", "--now", LATER, *options)
    assert done.status == 0, done.err
    return done


@pytest.mark.parametrize(("version", "words"), [(5, NEWER), (3, OLDER)], ids=["newer", "older"])
@pytest.mark.parametrize(
    "command",
    [
        ("resolve", "riot"),
        ("resolve", "riot", "--order", "PASS", "--seat", "red"),
        ("pause", "riot", "--open-end"),
        ("extend", "riot", "--by", "1d"),
        ("drop", "riot", "green"),
        ("finish", "riot", "--reason", "it is over"),
    ],
    ids=" ".join,
)
def test_another_program_does_nothing_in_the_game_and_names_the_ways_out(
    started: Path, command: tuple[str, ...], version: int, words: str
) -> None:
    writes(started, "PASS\n")
    tip = git(started, "rev-parse", "HEAD")
    with program_with(version):
        done = run(started, *command, "--now", LATER)
    assert done.status == 1
    assert re.search(rf"{FILE}:\d+: rules_version: {re.escape(words)}$", done.err, re.MULTILINE)
    assert git(started, "rev-parse", "HEAD") == tip


@pytest.mark.parametrize(
    "command",
    [
        ("replace", "riot", "green", "Rolf"),
        ("drop", "riot", "green"),
        ("draw", "riot", "--agreed", "red"),
        ("show", "riot"),
        ("tick", "--now", LATER),
        ("check",),
    ],
    ids=" ".join,
)
def test_a_version_that_no_release_has_is_named_once_as_such(started: Path, command: tuple[str, ...]) -> None:
    writes(started, "PASS\n")
    file = started / FILE
    file.write_text(file.read_text().replace("rules_version: 4", "rules_version: 2"))
    commit(started, "as if it had begun long ago")
    said = run(started, *command).err
    ways = "; no release has version 2, see docs/gm.md, “Newer rules”, or move it to version 4 with"
    assert said.count(ways) == 1


def test_an_older_program_undoes_and_adopts_nothing(started: Path) -> None:
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER)
    with program_with(3):
        for command in ("undo", "adopt"):
            assert OLDER in run(started, command, "riot", "--now", LATER).err


def test_all_other_games_of_a_tick_go_on(started: Path) -> None:
    writes(started, "PASS\n")
    with program_with(5):
        new_game(started, "cave")
        start_game(started, "cave")
        writes(started, "PASS\n", "cave")
        done = run(started, "tick", "--now", LATER)
    assert done.status == 1
    assert done.out.startswith("cave 1a red: PASS")
    assert f"rules_version: {NEWER}" in done.err


def test_check_says_it_before_it_happens(started: Path) -> None:
    with program_with(5):
        done = run(started, "check")
    assert done.status == 0
    assert re.fullmatch(rf"{FILE}:\d+: rules_version: {re.escape(NEWER)}\n", done.err)


def test_whatever_only_reads_goes_on(started: Path) -> None:
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER)
    with program_with(5):
        for command in (["show", "riot"], ["log", "riot"], ["legal", "riot", "green"]):
            done = run(started, *command)
            assert done.status == 0
            assert NEWER in done.err
        assert run(started, "build").status == 0
        done = run(started, "order", "riot", "green", "PASS", "--now", LATER)
        assert (done.status, "It is stored. Nothing is played for now" in done.out) == (0, True)
    assert "Nothing is played for now" in (started / "_site/riot/index.html").read_text()
    assert "genetess adopt riot" in (started / "_site/gm.html").read_text()


def test_all_are_told_that_it_waits_for_the_gm_and_nobody_is_reminded(started: Path) -> None:
    waits = "waits for the GM to choose the rules"
    near = "2026-11-23T23:00:00Z"
    file = started / FILE
    file.write_text(file.read_text() + "remind: [24h]\n")
    commit(started, "reminders")
    assert run(started, "reminders", "--now", near, "--json").json
    with program_with(5):
        assert f"riot 1a: the game {waits}; then red is to move until" in run(started, "show", "riot").out
        assert run(started, "reminders", "--now", near, "--json").json == []
        assert waits in run(started, "post", "riot", "--lines", "--public", "--now", LATER).out
        assert run(started, "build").status == 0
    site = started / "_site"
    for page in ("index.html", "riot/index.html", "riot/sheet/red/index.html", "riot/sheet/green/index.html"):
        assert waits in (site / page).read_text(), page
    assert "BEGIN:VEVENT" not in (site / "deadlines.ics").read_text()
    for page in ("index.html", "riot/index.html"):
        assert not re.search("<(li|tr)[^>]* data-moves", (site / page).read_text()), page


@pytest.mark.parametrize(("version", "offered"), [(5, ["adopt", "undo"]), (3, [])], ids=["newer", "older"])
def test_the_gms_page_offers_what_works_while_it_waits(
    started: Path, version: int, offered: list[str]
) -> None:
    with program_with(version):
        assert run(started, "build").status == 0
    page = (started / "_site/gm.html").read_text()
    assert re.findall(r"<pre[^>]*>genetess (\w+) riot", page) == offered


def test_a_game_is_adopted_once_and_played_on(started: Path) -> None:
    assert "already played by version 4" in run(started, "adopt", "riot", "--now", LATER).err
    done = adopted(started)
    assert "The GM moved the game from version 4 of the rules to 5" in done.out
    assert "rules_version: 5" in (started / FILE).read_text()
    with program_with(5):
        assert "already played by version 5" in run(started, "adopt", "riot", "--now", LATER).err
        done = run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER)
        assert done.status == 0, done.err
        assert run(started, "check").err == ""


@pytest.mark.parametrize(
    ("options", "before"),
    [((), "; what changed: "), (("--reason", "All agreed."), ": All agreed. What changed: ")],
    ids=["without a reason", "with a reason"],
)
def test_all_read_the_gms_reason_and_what_the_versions_in_between_changed(
    started: Path, options: tuple[str, ...], before: str
) -> None:
    file = started / FILE
    file.write_text(file.read_text().replace("rules_version: 4", "rules_version: 2"))
    commit(started, "as if it had begun long ago")
    done = run(started, "adopt", "riot", "--now", LATER, *options)
    words = f"to 4{before}A player who has left never wins, .* G46). Each failed order is judged by itself, .* G44)."
    pattern = re.sub(r"([()])", r"\\\1", words)
    log = run(started, "log", "riot").out
    mails = run(started, "post", "riot", "--lines", "--now", LATER).out
    assert run(started, "build").status == 0
    for told in (done.out, log, mails, (started / "_site/riot/index.html").read_text()):
        assert re.search(pattern, " ".join(told.split())), told


def test_a_reason_of_the_gms_is_told_in_the_log_in_notices_and_on_pages(started: Path) -> None:
    adopted(started, "--reason", "all agreed")
    words = "moved the game from version 4 of the rules to 5: all agreed."
    with program_with(5):
        assert words in run(started, "log", "riot").out
        assert words in run(started, "post", "riot", "--lines", "--now", LATER).out
        assert run(started, "build").status == 0
    assert words in (started / "_site/riot/index.html").read_text()


def test_an_order_that_is_sent_is_accepted_and_waits_in_its_file(started: Path) -> None:
    git(started, "checkout", "--quiet", "-b", "mine")
    writes(started, "PASS\n")
    commit(started, "my order")
    with program_with(5):
        done = run(started, "check", "--author", "ragnar42", "--base", "main")
    assert done.status == 0
    assert "Problems: none." in done.out


def test_an_undo_takes_it_back_also_with_the_turns_before_it(started: Path) -> None:
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER)
    before = (started / FILE).read_text()
    adopted(started)
    with program_with(5):
        done = run(started, "undo", "riot", "--now", LATER)
        assert "undid the change of the rules" in done.out
        assert "riot is again played by version 4 of the genetess rules" in done.err
        assert (started / FILE).read_text() == before
        assert run(started, "undo", "riot", "--now", LATER).status == 0
        assert "rules_version: 5" in (started / FILE).read_text()
        assert run(started, "undo", "riot", "--to", "1a", "--now", LATER).status == 0
    assert (started / FILE).read_text() == before
    done = run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER)
    assert done.status == 0, done.err
    assert run(started, "check").err == ""


def test_a_game_that_is_over_stays_as_it_was_and_can_be_undone(started: Path) -> None:
    run(started, "finish", "riot", "--reason", "it is late", "--now", LATER)
    with program_with(5):
        assert "riot is over" in run(started, "adopt", "riot", "--now", LATER).err
        assert run(started, "show", "riot").err == ""
        assert run(started, "undo", "riot", "--now", LATER).status == 0
        assert run(started, "adopt", "riot", "--now", LATER).status == 0
        done = run(started, "verify")
    assert (done.status, done.err) == (0, "")


def test_a_game_that_has_not_started_has_nothing_to_adopt(founded: Path) -> None:
    assert "riot has not started yet" in run(founded, "adopt", "riot", "--now", START).err


def test_a_version_that_was_written_by_hand_is_named(started: Path) -> None:
    file = started / FILE
    file.write_text(file.read_text().replace("rules_version: 4", "rules_version: 5"))
    words = "rules_version: it cannot change once a game has started; write `rules_version: 4` again"
    assert words in run(started, "check").err
    commit(started, "by hand")
    done = run(started, "check")
    assert done.status == 1
    assert "rules_version: nothing but `adopt` changes it; write `rules_version: 4` again" in done.err


def test_what_newer_rules_wrote_and_this_program_cannot_read_is_said_to_be_that(started: Path) -> None:
    file = started / FILE
    text = file.read_text().replace("rules_version: 4", "rules_version: 5")
    file.write_text(text.replace("starting_e: 10", "gravity: 2\n  starting_e: 10"))
    commit(started, "as a newer program has it")
    done = run(started, "show", "riot")
    assert done.status == 1
    first, second = done.err.splitlines()[:2]
    assert first.endswith(
        "this program has version 4 of the genetess rules; play it on with a newer genetess"
    )
    assert "gravity: there is no such field" in second


@pytest.mark.parametrize("command", ["tick", "pause", "undo"])
def test_nothing_goes_on_behind_a_record_of_a_newer_program(started: Path, command: str) -> None:
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", LATER)
    [path] = started.glob("games/riot/turns/*/0001-1a.yaml")
    path.write_text(path.read_text().replace("form: 3", "form: 4\ngravity: 4"))
    commit(started, "as a newer program has it")
    options = {"tick": [], "pause": ["riot", "--open-end"], "undo": ["riot"]}[command]
    done = run(started, command, *options, "--now", "2026-11-30T00:00:00Z")
    assert done.status == 1
    assert (
        "form: the file has form 4, and this program reads form 3; bring the program up to date" in done.err
    )
