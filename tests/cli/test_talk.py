"""Public talk: what players say to all, on a branch of its own that can be rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, git, new_game, new_league, run, start_game, with_remote


@pytest.fixture
def talking(tmp_path: Path) -> Path:
    """A league with the game riot, in turn 1a, in which players talk."""
    league = new_league(tmp_path)
    new_game(league, "riot")
    start_game(league)
    return league


def says(league: Path, text: str, seat: str = "red", now: str = LATER, *more: str) -> int:
    return run(league, "talk", "riot", text, "--as", seat, "--now", now, *more).status


def heard(league: Path) -> list[str]:
    return run(league, "talk", "riot").out.splitlines()


def test_a_new_game_talks_and_a_message_is_on_a_branch_of_its_own(talking: Path) -> None:
    tip = git(talking, "rev-parse", "main")
    assert says(talking, "Well met,\ngreen") == 0
    assert says(talking, "Hello", "green") == 0
    assert heard(talking) == ["1 1a 2026-11-22 red: Well met,", "    green", "2 1a 2026-11-22 green: Hello"]
    assert git(talking, "ls-tree", "-r", "--name-only", "talk").split() == [
        "riot/0001.yaml",
        "riot/0002.yaml",
    ]
    assert "name" not in git(talking, "show", "talk:riot/0001.yaml")
    assert git(talking, "rev-parse", "main") == tip
    assert git(talking, "status", "--porcelain") == ""
    assert run(talking, "verify").status == 0


def test_without_the_field_a_game_has_no_talk_and_no_branch_is_made(tmp_path: Path) -> None:
    league = new_league(tmp_path)
    new_game(league, "riot")
    game = league / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("talk: public", "# talk"))
    start_game(league)
    assert says(league, "Hello") == 1
    assert "talk" not in git(league, "branch", "--list")


def test_whether_there_is_talk_is_fixed_at_the_start(talking: Path) -> None:
    game = talking / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("talk: public", "talk: none  "))
    assert (
        "talk: it cannot change once a game has started"
        in run(talking, "check").out + run(talking, "check").err
    )


def test_a_seat_says_five_things_a_day_of_a_thousand_letters(talking: Path) -> None:
    assert [says(talking, f"{number}") for number in range(6)] == [0, 0, 0, 0, 0, 1]
    assert says(talking, "tomorrow", now="2026-11-23T00:00:00Z") == 0
    assert says(talking, "x" * 1000, "green") == 0
    assert says(talking, "x" * 1001, "green") == 1
    assert says(talking, " \n \u202e", "green") == 1


def test_a_game_has_room_for_a_hundred_kilobytes(talking: Path) -> None:
    for day in range(1, 32):
        message = f"seat: red\nturn: 1a\nday: 2026-10-{day:02}\ntext: {'🎲' * 800}\n"
        oid = git(talking, "hash-object", "-w", "--stdin", data=message.encode())
        git(talking, "update-index", "--add", "--cacheinfo", f"100644,{oid},riot/{day:04}.yaml")
    tree = git(talking, "write-tree")
    git(talking, "reset", "--quiet", "--mixed")
    git(talking, "update-ref", "refs/heads/talk", git(talking, "commit-tree", tree, "-m", "much"))
    assert says(talking, "🎲" * 190) == 0
    assert says(talking, "🎲" * 200, "green") == 1


def test_text_that_steers_is_kept_without_what_steers(talking: Path) -> None:
    assert says(talking, "a\u202eb\x1b[31mc\x07") == 0
    assert heard(talking) == ["1 1a 2026-11-22 red: ab[31mc"]


def test_a_bot_and_a_stranger_say_nothing(tmp_path: Path) -> None:
    league = new_league(tmp_path)
    new_game(league, "riot", players=("--player", "red=Ragnar", "--bot", "green=greedy"))
    start_game(league)
    assert says(league, "beep", "green") == 1
    assert says(league, "hello", "blue") == 2


def test_a_seat_that_is_out_says_nothing_until_the_game_is_over_and_all_for_thirty_days(
    talking: Path,
) -> None:
    run(talking, "drop", "riot", "green", "--orphans", "--now", LATER)
    assert says(talking, "we won!", "green") == 0
    assert says(talking, "late", "green", "2026-12-21T00:00:00Z") == 0
    assert says(talking, "too late", "green", "2026-12-23T00:00:00Z") == 1


def test_a_seat_whose_player_has_left_says_nothing_in_the_fog(tmp_path: Path) -> None:
    league = new_league(tmp_path)
    new_game(league, "riot", "--sealed")
    start_game(league)
    run(league, "drop", "riot", "green", "--now", LATER)
    assert says(league, "I saw the King at B2", "green") == 1
    assert says(league, "Farewell", "red") == 0


def test_unsay_leaves_a_line_with_the_reason(talking: Path) -> None:
    says(talking, "gwen@hills.example")
    done = run(talking, "unsay", "riot", "1", "--reason", "an address", "--now", LATER)
    assert done.status == 0
    assert heard(talking) == ["1 1a 2026-11-22 red: (taken away: an address)"]
    assert run(talking, "unsay", "riot", "7").status == 2


def test_erase_rewrites_the_branch_and_keeps_the_others(talking: Path) -> None:
    says(talking, "a secret")
    says(talking, "hello")
    assert run(talking, "unsay", "riot", "1", "--erase", "--now", LATER).status == 0
    assert heard(talking) == ["2 1a 2026-11-22 red: hello"]
    assert "secret" not in git(talking, "log", "--patch", "talk")
    assert len(git(talking, "log", "--format=%h", "talk").split()) == 1


def test_a_mute_is_an_act_that_everybody_reads_and_undo_takes_back(talking: Path) -> None:
    assert run(talking, "mute", "riot", "red", "--for", "7d", "--now", LATER).status == 0
    assert says(talking, "but") == 1
    assert says(talking, "at last", now="2026-11-29T00:00:00Z") == 0
    assert "muted Ragnar (red) until 2026-11-29 00:00 UTC" in run(talking, "log", "riot").out
    assert run(talking, "verify").status == 0
    assert run(talking, "undo", "riot", "--now", LATER).status == 0
    assert says(talking, "again") == 0


def test_talk_is_pushed_together_with_main(talking: Path) -> None:
    remote = with_remote(talking)
    assert says(talking, "not pushed yet") == 0
    assert "talk" not in git(remote, "branch", "--list")
    assert run(talking, "extend", "riot", "--by", "1d", "--push", "--now", LATER).status == 0
    assert git(remote, "rev-parse", "talk") == git(talking, "rev-parse", "talk")


def test_two_who_talk_at_once_are_both_heard(talking: Path) -> None:
    remote = with_remote(talking)
    git(talking.parent, "clone", "--quiet", remote.name, "there")
    there = talking.parent / "there"
    assert says(talking, "first", "red", LATER, "--push") == 0
    assert says(there, "second", "green", LATER, "--push") == 0
    git(talking, "fetch", "--quiet")
    assert heard(talking) == heard(there)
    assert len(heard(there)) == 2


def test_what_is_erased_here_is_erased_there_unless_somebody_spoke_meanwhile(talking: Path) -> None:
    remote = with_remote(talking)
    says(talking, "a secret", "red", LATER, "--push")
    assert run(talking, "unsay", "riot", "1", "--erase").status == 1
    assert run(talking, "unsay", "riot", "1", "--erase", "--push", "--now", LATER).status == 0
    assert "secret" not in git(remote, "log", "--patch", "talk")


def test_what_somebody_else_put_on_the_branch_hurts_nothing(talking: Path) -> None:
    says(talking, "hello")
    good = "seat: red\nturn: 1a\nday: 2026-11-22\n"
    hostile = {
        "riot/0002.yaml": good + 'text: "a\\u202eb\\e[2J"\n',
        "riot/0003.yaml": good + f"text: {'x' * 5_000_000}\n",
        "riot/0004.yaml": good + f"text: {'x' * 1_001}\n",
        "riot/0005.yaml/0001.yaml": good,
        "riot/0006.yaml": "a: &a [x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n",
        "riot/0007.yaml": "\0\x80",
        "riot/9999999.yaml": good + "text: a number that is none\n",
        "cave": "a file where a folder is",
    }
    for path, text in hostile.items():
        oid = git(talking, "hash-object", "-w", "--stdin", data=text.encode())
        git(talking, "update-index", "--add", "--cacheinfo", f"100644,{oid},{path}")
    link = git(talking, "hash-object", "-w", "--stdin", data=b"/etc/passwd")
    git(talking, "update-index", "--add", "--cacheinfo", f"120000,{link},riot/0008.yaml")
    git(talking, "rm", "--cached", "-rq", "games", "genetess.yaml")
    old = git(talking, "show", "talk:riot/0001.yaml")
    oid = git(talking, "hash-object", "-w", "--stdin", data=old.encode())
    git(talking, "update-index", "--add", "--cacheinfo", f"100644,{oid},riot/0001.yaml")
    tree = git(talking, "write-tree")
    git(talking, "reset", "--quiet", "--mixed")
    tip = git(talking, "commit-tree", tree, "-p", "talk", "-m", "junk")
    git(talking, "update-ref", "refs/heads/talk", tip)
    assert heard(talking) == ["1 1a 2026-11-22 red: hello", "2 1a 2026-11-22 red: ab[2J"]
    assert says(talking, "still here", "green") == 0
    assert heard(talking)[-1] == "3 1a 2026-11-22 green: still here"
    new_game(talking, "cave")
    assert run(talking, "build").status == 0


def test_what_is_not_pushed_yet_is_erased_with_what_is(talking: Path) -> None:
    remote = with_remote(talking)
    says(talking, "hello", "red", LATER, "--push")
    says(talking, "a secret")
    assert run(talking, "unsay", "riot", "2", "--erase", "--push", "--now", LATER).status == 0
    assert len(heard(talking)) == 1
    assert git(remote, "rev-parse", "talk") == git(talking, "rev-parse", "talk")


def test_what_was_erased_does_not_come_back_with_somebody_who_had_it(talking: Path) -> None:
    remote = with_remote(talking)
    says(talking, "a secret", "red", LATER, "--push")
    git(talking.parent, "clone", "--quiet", remote.name, "there")
    there = talking.parent / "there"
    assert says(there, "not pushed yet", "green") == 0
    assert run(talking, "unsay", "riot", "1", "--erase", "--push", "--now", LATER).status == 0
    assert says(there, "hello", "green", LATER, "--push") == 0
    assert "secret" not in git(remote, "log", "--patch", "talk")
    assert [line.rpartition(" ")[2] for line in heard(there)] == ["hello"]


def test_talk_of_a_league_in_a_folder_of_a_repository(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch=main", "top")
    league = new_league(tmp_path / "top")
    new_game(league, "riot")
    start_game(league)
    assert says(league, "hello") == 0
    assert heard(league) == ["1 1a 2026-11-22 red: hello"]


def test_unsay_asks_for_a_reason(talking: Path) -> None:
    done = run(talking, "unsay", "riot", "1")
    assert (done.status, "say why with --reason" in done.err) == (2, True)
