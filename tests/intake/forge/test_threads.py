"""A game's thread on the forge: after each turn a comment that mentions who is to move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.notices.forge_thread import comment
from genetess_cli.notices.notice import Everybody, Mover, Notice, OthersMove, Waiting
from tests.intake.forge.test_run import key, league, runner
from tests.kit.forge import RED

__all__ = ["key"]


@pytest.mark.exhaustive
def test_a_thread_is_made_at_the_start_and_gets_a_comment_for_each_turn(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=60)
    machine = runner(forge, key)
    machine.tick()
    [thread] = machine.hub.issues
    assert thread["title"] == "Turns of riot"
    assert thread["labels"] == ["turns"]
    assert "`red` (@ragnar42) is to move" in machine.comments["100"][-1]
    machine.tick()
    assert machine.hub.written == ["100"]
    machine.open([forge.pull("ragnar42", {RED: "MOVE B2 S\n"}, number=7)])
    machine.tick("push")
    assert machine.hub.written == ["100", "7", "100"]
    assert "`green` (@gwen-g) is to move" in machine.comments["100"][-1]
    assert len(machine.hub.issues) == 1


def test_however_many_wait_for_a_seat_the_comment_is_one_that_a_forge_takes() -> None:
    logins = [f"{number:03}{'x' * 36}" for number in range(300)]
    files = [f"games/{'g' * 40}/signups/{login}.yaml" for login in logins]
    waiting = [Waiting("N" * 40, login, file) for login, file in zip(logins, files, strict=True)]
    mover = Mover("red", "N" * 40, logins[0], f"https://{'h' * 200}/riot/sheet/red/")
    notice = Notice(
        game="g" * 40,
        name="Riot",
        number=1,
        turn="1a",
        mark="m",
        sealed=False,
        reader=Everybody([mover] * 8, waiting),
        news=OthersMove([mover] * 8, None),
        told=["x" * 200] * 100,
        link=None,
        guide=None,
    )
    body = comment(notice).body
    assert len(body) == 60_000
    assert f"@{logins[59]}" in body


def test_the_thread_of_a_sealed_game_tells_whose_turn_it_is_and_who_plays(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("vault",), begun=60, sealed=("vault",))
    machine = runner(forge, key)
    machine.tick()
    words, _, mark = machine.comments["100"][-1].partition("<!-- ")
    assert mark.removesuffix(" -->\n").isalnum()
    said, *link = words.rstrip("\n").split("\n\n")
    assert said.startswith("`Vault`, turn `1a`: `white` (@ragnar42) is to move, until ")
    assert link[:-1] == [
        "[white's turnsheet](https://gm.github.io/league/vault/sheet/white/)",
        "New in the game: `white` (@ragnar42), `black` (@zoe).",
    ]
    assert re.fullmatch("Commit `[0-9a-f]{40}`", link[-1])
