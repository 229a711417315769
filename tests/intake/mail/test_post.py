"""`genetess post`: who is told what after a turn, by mail or by any other channel."""

from __future__ import annotations

import json
import mailbox
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command import DEADLINE, LATER, SITE, START, Done, git, new_game, new_league, run, start_game
from tests.kit.keys import KEY, machine
from tests.kit.mail import GAMES, GWEN, RAGNAR, collect, message, parsed, set_person, with_players, words


def post(league: Path, *arguments: str, now: str = START) -> dict[str, EmailMessage]:
    """The mail that goes out, by its first addressee."""
    done = run(league, "post", "--now", now, *arguments)
    assert done.status == 0, done.err
    path = league.parent / "posted"
    path.write_text(done.out)
    with closing(mailbox.mbox(path)) as box:
        found = [parsed(bytes(each)) for each in box]
    path.unlink()
    return {each["To"].addresses[0].addr_spec: each for each in found}


def rows(done: Done) -> list[Any]:
    return [json.loads(line) for line in done.out.splitlines()]


def order(league: Path, seat: str, text: str) -> None:
    assert run(league, "order", "riot", seat, text, "--commit", "--now", START).status == 0


def tick(league: Path, now: str = START) -> None:
    assert run(league, "tick", "--now", now).status in (0, 1)


def test_every_notice_names_the_commit_of_the_turn(mailing: Path) -> None:
    order(mailing, "red", "PASS")
    tick(mailing)
    commit = git(mailing, "log", "-1", "--format=%H", "--", "games/riot/turns").strip()
    order(mailing, "red", "MOVE B2 S")
    assert f"\nThe turn's commit: {commit}\n" in words(post(mailing)[GWEN])
    assert [row["commit"] for row in rows(run(mailing, "post", "--lines", "--now", START))] == [commit] * 2
    [comment] = rows(run(mailing, "post", "--lines", "--public", "--now", START))
    assert f"Commit `{commit}`" in comment["body"]


# The four kinds


def test_it_is_your_turn(mailing: Path) -> None:
    sent = post(mailing)[RAGNAR]
    assert sent["Subject"] == "[riot/red] Riot 1a: it is your turn"
    assert "2026-11-24 00:00 UTC" in words(sent)
    assert "https://league.example/riot/sheet/red/" in words(sent)


def test_it_is_your_turn_and_an_order_is_stored(mailing: Path) -> None:
    order(mailing, "green", "PASS")
    order(mailing, "red", "PASS")
    tick(mailing)
    sent = post(mailing)[GWEN]
    assert sent["Subject"].strip() == "[riot/green] Riot 1b: it is your turn, and an order of yours is stored"
    assert "> PASS\n" in words(sent)


def test_it_is_your_turn_and_a_starred_order_goes(mailing: Path) -> None:
    order(mailing, "red", "* PASS")
    sent = post(mailing)[RAGNAR]
    assert "your priority order runs now" in sent["Subject"]
    assert "* PASS" in words(sent)


def test_it_is_somebody_elses_turn(mailing: Path) -> None:
    sent = post(mailing)[GWEN]
    assert sent["Subject"] == "[riot/green] Riot 1a: Ragnar (red) is to move"
    assert "order" not in words(sent).split("Answer")[0]


def test_a_player_hears_of_the_own_turns_alone_who_wants_it_so(mailing: Path) -> None:
    set_person(mailing, "Gwen", "--notices", "own")
    assert post(mailing).keys() == {RAGNAR}
    order(mailing, "red", "PASS")
    tick(mailing)
    assert post(mailing).keys() == {RAGNAR, GWEN}


def test_a_player_hears_nothing_who_wants_it_so(mailing: Path) -> None:
    set_person(mailing, "Ragnar", "--notices", "none")
    assert post(mailing).keys() == {GWEN}


def test_a_notice_goes_to_all_addresses_of_a_player(mailing: Path) -> None:
    to = post(mailing)[RAGNAR]["To"].addresses
    assert [each.addr_spec for each in to] == [RAGNAR, "Ragnar@Work.example"]


def test_the_end_is_told_to_all(mailing: Path) -> None:
    assert run(mailing, "finish", "riot", "--reason", "enough", "--now", START).status == 0
    said = {each["Subject"] for each in post(mailing).values()}
    assert said == {f"[riot/{seat}] Riot 1a: the game is over" for seat in ("red", "green")}


def test_who_has_no_address_is_told_to_the_gm(mailing: Path) -> None:
    set_person(mailing, "Gwen", "--no-mail")
    assert "green in riot" in run(mailing, "post", "--now", START).err


# What happened


def test_each_reads_what_was_told_to_that_seat(mailing: Path) -> None:
    order(mailing, "red", "MOVE B2 S")
    tick(mailing)
    sent = post(mailing)
    assert "MOVE B2 S" in words(sent[RAGNAR])
    assert "Your K moved from B2 to B3." in words(sent[RAGNAR])
    assert "B3" not in words(sent[GWEN])


def test_nobody_else_hears_of_an_order_that_failed(mailing: Path) -> None:
    (mailing / "games/riot/orders").mkdir(exist_ok=True)
    (mailing / "games/riot/orders/red.txt").write_text("MOVE B2 N\n")
    assert run(mailing, "resolve", "riot", "--now", LATER).status == 1
    sent = post(mailing, now=LATER)
    assert sent.keys() == {RAGNAR}
    assert "failed" in words(sent[RAGNAR])
    assert run(mailing, "post", "--lines", "--public", "--now", LATER).status == 3


def test_whose_order_failed_reads_it_in_the_subject(mailing: Path) -> None:
    (mailing / "games/riot/orders").mkdir(exist_ok=True)
    (mailing / "games/riot/orders/red.txt").write_text("MOVE B2 N\n")
    tick(mailing)
    sent = post(mailing)[RAGNAR]
    assert sent["Subject"] == "[riot/red] Riot 1a: your order failed; it is your turn"
    assert words(sent).startswith("Riot, turn 1a: your order failed; it is your turn, until ")


def test_who_missed_a_deadline_reads_it_in_the_subject(mailing: Path) -> None:
    tick(mailing, DEADLINE)
    sent = post(mailing, now=DEADLINE)
    assert sent[RAGNAR]["Subject"] == "[riot/red] Riot 1b: your turn was skipped; Gwen (green) is to move"
    assert sent[GWEN]["Subject"] == "[riot/green] Riot 1b: it is your turn"


def test_what_came_after_a_time_is_told_once(mailing: Path) -> None:
    order(mailing, "red", "PASS")
    tick(mailing, LATER)
    assert "1a red: PASS" in words(post(mailing, "--since", START)[RAGNAR])
    assert run(mailing, "post", "--since", LATER).status == 3


def test_what_a_commit_has_not_got_is_told(mailing: Path) -> None:
    before = git(mailing, "rev-parse", "HEAD")
    assert run(mailing, "post", "--after", before).status == 3
    order(mailing, "red", "PASS")
    order(mailing, "green", "* PASS")
    tick(mailing)
    told = words(post(mailing, "--after", before)[RAGNAR])
    assert "> 1a red: PASS\n" in told
    assert "> 1b green\n" in told
    assert run(mailing, "post", "--after", "nowhere").status == 2


def test_a_player_is_reminded_before_the_deadline(mailing: Path) -> None:
    with_players(mailing, "riot", [("\nplayers:", "\nremind: [1d]\nplayers:")])
    soon = "2026-11-23T01:00:00Z"
    sent = post(mailing, "--since", LATER, now=soon)
    assert sent.keys() == {RAGNAR}
    assert sent[RAGNAR]["Subject"] == "[riot/red] Riot 1a: 23 hours to your deadline"
    [row] = rows(run(mailing, "post", "--lines", "--public", "--since", LATER, "--now", soon))
    assert "`red` (@ragnar42): 23 hours to the deadline" in row["body"]


def test_of_several_reminders_the_last_one_is_sent_alone(mailing: Path) -> None:
    with_players(mailing, "riot", [("\nplayers:", "\nremind: [1d, 2h]\nplayers:")])
    late = "2026-11-23T22:35:00Z"
    sent = post(mailing, "--since", LATER, now=late)
    assert sent[RAGNAR]["Subject"] == "[riot/red] Riot 1a: 1 hour 25 minutes to your deadline"
    [row] = rows(run(mailing, "post", "--lines", "--since", LATER, "--now", late))
    assert (row["remind"], row["left"]) == ("2h", "1 hour 25 minutes")


# Other channels


def test_a_channel_gets_a_line_of_json_for_each_player(mailing: Path) -> None:
    found = rows(run(mailing, "post", "--lines", "--now", START))
    assert [(row["seat"], row["kind"], row["login"]) for row in found] == [
        ("red", "turn", "ragnar42"),
        ("green", "other", "gwen-g"),
    ]
    assert found[0]["deadline"] == DEADLINE


def test_the_first_comment_mentions_all_who_play(mailing: Path) -> None:
    [row] = rows(run(mailing, "post", "--lines", "--public", "--now", START))
    assert row["thread"] == "Turns of riot"
    assert "`red` (@ragnar42) is to move, until 2026-11-24 00:00 UTC." in row["body"]
    assert "\n\nNew in the game: `red` (@ragnar42), `green` (@gwen-g).\n" in row["body"]
    assert "https://league.example/riot/" in row["body"]


def test_another_one_mentions_who_is_to_move_and_nobody_else(mailing: Path) -> None:
    order(mailing, "red", "PASS")
    tick(mailing, LATER)
    [row] = rows(run(mailing, "post", "--lines", "--public", "--now", LATER))
    assert "`green` (@gwen-g) is to move" in row["body"]
    assert row["body"].count("@") == 1


def test_who_wants_no_notices_is_named_and_not_mentioned(mailing: Path) -> None:
    set_person(mailing, "p1", "--notices", "none")
    [row] = rows(run(mailing, "post", "--lines", "--public", "--now", START))
    assert "`red` (`Ragnar`) is to move" in row["body"]
    assert "@ragnar42" not in row["body"]


def test_what_people_wrote_is_code_in_a_thread(mailing: Path) -> None:
    (mailing / "people/p1.yaml").write_text("name: '`@evil <b>[x](http://e)\u202e'\n")
    [row] = rows(run(mailing, "post", "--lines", "--public", "--now", START))
    assert "(`@evil <b>[x](http://e)`) is to move" in row["body"]
    assert "\u202e" not in row["body"]


def test_the_thread_tells_what_everybody_may_know(mailing: Path) -> None:
    order(mailing, "red", "MOVE B2 S")
    tick(mailing)
    [row] = rows(run(mailing, "post", "--lines", "--public", "--now", START))
    assert "B3" not in row["body"]
    assert "MOVE" not in row["body"]


def test_messages_go_into_a_folder_a_file_each(mailing: Path, tmp_path: Path) -> None:
    done = run(mailing, "post", "--out", str(tmp_path / "out"), "--now", START)
    assert done.status == 0
    assert done.out == ""
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert [name[:14] for name in names] == ["0001-riot-red-", "0002-riot-gree"]


def test_a_message_that_was_not_sent_yet_is_not_overwritten(mailing: Path, tmp_path: Path) -> None:
    run(mailing, "post", "--out", str(tmp_path / "out"), "--now", START)
    order(mailing, "red", "PASS")
    tick(mailing)
    run(mailing, "post", "--out", str(tmp_path / "out"), "--now", START)
    assert len([*(tmp_path / "out").iterdir()]) == 4


def test_options_that_do_not_go_together_are_told(mailing: Path) -> None:
    assert run(mailing, "post", "--public").status == 2
    assert run(mailing, "post", "--lines", "--out", "x").status == 2
    assert run(mailing, "post", "nosuchgame").status == 2


def test_a_game_that_cannot_be_read_keeps_no_other_back(mailing: Path) -> None:
    broken = mailing / "games/broken"
    broken.mkdir()
    (broken / "game.yaml").write_text("ruleset: genetess\n")
    (broken / "clock.yaml").write_text("turn: 1a\n")
    done = run(mailing, "post", "--now", START)
    assert done.status == 1
    assert "[riot/red]" in done.out
    assert "broken" in done.err


# Sealed games


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Path]:
    """A league with the sealed game riot in turn 1a."""
    with machine(tmp_path, KEY):
        root = new_league(tmp_path, "--forge", "none", settings=f"{SITE}mail: {GAMES}\n")
        new_game(root, "riot", "--sealed")
        set_person(root, "Ragnar", "--mail", RAGNAR)
        set_person(root, "Gwen", "--mail", GWEN)
        start_game(root)
        order(root, "red", "MOVE B2 S")
        yield root


def test_of_a_sealed_game_everybody_is_told_the_public_news(sealed: Path) -> None:
    (sealed / "games/riot/orders/red.sealed").unlink()
    tick(sealed, DEADLINE)
    missed = "Ragnar (red) missed the deadline; the turn was skipped."
    for sent in post(sealed, now=DEADLINE).values():
        assert f"Public news:\n\n> 1a red (timed out)\n>     {missed}\n" in words(sent)
    [comment] = rows(run(sealed, "post", "--lines", "--public", "--now", DEADLINE))
    assert missed in comment["body"]


def test_the_reasons_of_the_gm_and_the_result_of_a_sealed_game_are_told(sealed: Path) -> None:
    run(sealed, "pause", "riot", "--open-end", "--reason", "a wedding", "--now", START)
    assert "paused the game: a wedding." in words(post(sealed)[GWEN])
    run(sealed, "finish", "riot", "--reason", "the season is over", "--now", LATER)
    assert "The game is over, the season is over" in words(post(sealed, now=LATER)[GWEN])


def test_no_subject_says_that_an_order_of_a_sealed_game_failed(sealed: Path) -> None:
    (sealed / "games/riot/orders/red.sealed").write_text("not sealed\n")
    tick(sealed, LATER)
    assert post(sealed, now=LATER)[RAGNAR]["Subject"] == "[riot/red] Riot 1a: it is your turn"


def test_a_sealed_game_is_told_by_turn_deadline_and_link_alone(sealed: Path) -> None:
    sent = post(sealed)
    assert sent[RAGNAR]["Subject"] == "[riot/red] Riot 1a: it is your turn"
    assert words(sent[RAGNAR]).split("\n\n")[:2] == [
        "Riot, turn 1a: it is your turn, until 2026-11-24 00:00 UTC.",
        "Your turnsheet: https://example.org/l/riot/sheet/red/",
    ]
    found = rows(run(sealed, "post", "--lines", "--now", START))
    assert [(row["told"], row["order"], row["sealed"]) for row in found] == [([], None, True)] * 2


@pytest.mark.parametrize("public", [(), ("--public",)])
def test_a_reminder_of_a_sealed_game_is_told_without_its_key(
    sealed: Path, tmp_path: Path, public: tuple[str, ...]
) -> None:
    game = sealed / "games/riot/game.yaml"
    game.write_text(f"{game.read_text()}remind: [1d]\n")
    (sealed / "games/riot/orders/red.sealed").unlink()
    with machine(tmp_path / "elsewhere"):
        done = run(sealed, "post", "--lines", *public, "--since", LATER, "--now", "2026-11-23T12:00:00Z")
    assert [row["kind"] for row in rows(done)] == ["reminder"]


@pytest.mark.parametrize("look", [(), ("--since", START), ("--after", "HEAD~1")])
def test_nobody_else_is_told_twice_whose_turn_it_is_in_a_sealed_game(
    sealed: Path, tmp_path: Path, look: tuple[str, ...]
) -> None:
    (sealed / "games/riot/orders/red.sealed").write_text("not sealed\n")
    with machine(tmp_path, KEY):
        assert run(sealed, "tick", "--now", LATER).status == 0
    assert post(sealed, *look, now=LATER).keys() == {RAGNAR}
    assert run(sealed, "post", "--lines", "--public", *look, "--now", LATER).status == 3


def test_with_the_gms_key_no_more_is_told_but_to_whom_it_is_mailed(sealed: Path, tmp_path: Path) -> None:
    told = rows(run(sealed, "post", "--lines", "--now", START))
    assert {len(row["mail"]) for row in told} == {1}
    with machine(tmp_path / "elsewhere"):
        without = rows(run(sealed, "post", "--lines", "--now", START))
        assert "no mail for red in riot" in run(sealed, "post", "--now", START).err
    assert without == [{**row, "mail": []} for row in told]


def test_a_sealed_game_takes_sealed_orders_alone(sealed: Path) -> None:
    done = collect(sealed, message("MOVE B2 S\n"))
    assert done.status == 1
    assert "accepts only sealed orders" in words(parsed(done.out))


@pytest.mark.parametrize("how", ["text", "quoted reply", "one line"])
def test_sealed_orders_come_by_mail(sealed: Path, tmp_path: Path, how: str) -> None:
    path = sealed / "games/riot/orders/red.sealed"
    with machine(tmp_path, KEY):
        assert run(sealed, "order", "riot", "red", "PASS").status == 0
    file = path.read_bytes()
    git(sealed, "restore", ".")
    first, _, body = file.decode().partition("\n")
    said = f"{first}\n{''.join(body.split())}\n" if how == "one line" else file.decode()
    sent = message(said if how == "text" else f"Here:\n\n{said}\n> old\n")
    done = collect(sealed, sent)
    assert done.status == 0, done.err
    assert path.read_bytes() == (said.encode() if how == "one line" else file)
    assert "sealed orders for red in Riot (riot) were accepted" in words(parsed(done.out))


def test_sealed_orders_that_were_deleted_do_not_come_back_by_mail(sealed: Path) -> None:
    """Whoever forges the sender has them from the history."""
    path = sealed / "games/riot/orders/red.sealed"
    file = path.read_text()
    path.unlink()
    git(sealed, "commit", "--quiet", "--all", "--message", "cleared")
    done = collect(sealed, message(file))
    assert done.status == 1
    assert "these sealed orders were here before" in words(parsed(done.out))
    assert not path.exists()


def test_sealed_orders_of_another_seat_are_refused(sealed: Path) -> None:
    file = (sealed / "games/riot/orders/red.sealed").read_text()
    done = collect(sealed, message(file, GWEN))
    assert done.status == 1
    assert not (sealed / "games/riot/orders/green.sealed").exists()
