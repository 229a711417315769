"""The workflows as a forge runs them: from branches as pull requests to the built site, untouched by hands."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.store.times import Time
from tests.intake.forge.runner import COLLECT, TALK, TICK, Runner
from tests.kit import packs
from tests.kit.command import git, new_game, new_league, run, with_remote
from tests.kit.forge import RED, Forge
from tests.kit.keys import KEY, machine

DAY = 24 * 3600
GAMES = {
    "riot": ("genetess", "red=Ragnar@ragnar42", "green=Gwen@gwen-g"),
    "helix": ("dna", "red=Zoe@zoe", "green=Gwen@gwen-g"),
    "vault": ("genie", "white=Ragnar@ragnar42", "black=Zoe@zoe"),
}
LOGINS = {"riot": ("ragnar42", "gwen-g"), "helix": ("zoe", "gwen-g"), "vault": ("ragnar42", "zoe")}


def league(folder: Path, games: tuple[str, ...], begun: int, sealed: tuple[str, ...] = ()) -> Forge:
    """A league with some games, begun so many seconds ago, and its remote."""
    (folder / "forge").mkdir()
    forge = Forge(folder / "forge")
    new_league(folder / "forge", "--repository", "gm/league", title="league")
    for slug in games:
        ruleset, *seats = GAMES[slug]
        players = [word for seat in seats for word in ("--player", seat)]
        options = ["--sealed"] if slug in sealed else []
        new_game(forge.league, slug, *options, ruleset=ruleset, players=players)
    assert run(forge.league, "start", *games, "--now", str(Time(int(time.time()) - begun))).status == 0
    with_remote(forge.league)
    return forge


@pytest.fixture
def key(tmp_path: Path) -> Any:
    with machine(tmp_path, KEY):
        yield KEY


def runner(forge: Forge, key: str, installed: bool = False) -> Runner:
    return Runner(forge.league.parent / "runner", forge.remote, key, installed=installed)


def order(forge: Forge, slug: str, number: int) -> dict[str, Any]:
    """A pull request with a legal order of the seat to move, as its page for a new file makes it."""
    git(forge.league, "pull", "--quiet")
    shown = run(forge.league, "show", slug, "--json").json
    seat = shown["to_move"][0]
    legal = run(forge.league, "legal", slug, seat, "--json").json
    text = "PASS" if slug == "riot" else legal[0]  # what is out of sight there could make another one fail
    assert run(forge.league, "order", slug, seat, text).status == 0
    [path] = [one for one in (forge.league / f"games/{slug}/orders").iterdir() if one.stem == seat]
    body = path.read_bytes()
    git(forge.league, "clean", "--quiet", "--force", "--", str(path))
    login = LOGINS[slug][list(shown["players"]).index(seat)]
    name = f"games/{slug}/orders/{seat}-{number}{path.suffix}"
    return forge.pull(login, {name: body}, number=number)


@pytest.mark.exhaustive
def test_twenty_turns_of_three_games_from_pull_requests_to_the_site(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, (*GAMES,), begun=60, sealed=("vault",))
    machine = runner(forge, key)
    for number in range(7):
        pulls = [order(forge, slug, 10 * number + at) for at, slug in enumerate(GAMES, start=1)]
        machine.open(pulls)
        machine.tick()
    assert machine.hub.pulls == []
    assert len(machine.hub.closed) == 21
    comments = machine.comments
    assert all("Accepted" in comments[str(number)][-1] for number in machine.hub.closed)
    git(forge.league, "pull", "--quiet")
    for slug in GAMES:
        played = [one for one in run(forge.league, "log", slug, "--json").json if one["order"]]
        assert len(played) == 7
        assert {one["outcome"] for one in played} == {"done"}
        pages = machine.pages / slug / "turns"
        assert len([*pages.iterdir()]) >= 7
    assert run(forge.league, "verify").status == 0
    assert run(forge.league, "check").status == 0
    assert not list((forge.league / "games").glob("*/orders/*-*"))


@pytest.mark.by_day(0, ci="all")
def test_a_deadline_that_passes_is_carried_out(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=3 * DAY + 60)
    runner(forge, key).tick()
    assert git(forge.remote, "log", "-1", "--format=%s", "main") == "riot 1a red: timed out"


@pytest.mark.exhaustive
def test_an_order_in_the_same_second_as_the_tick_is_in_time(tmp_path: Path, key: str) -> None:
    """The deadline is over by then; what was sent before the run is accepted before anything is carried out."""
    forge = league(tmp_path, ("riot",), begun=3 * DAY)
    machine = runner(forge, key, installed=True)
    machine.open([forge.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick()
    assert git(forge.remote, "log", "-1", "--format=%s", "main") == "riot 1a red: MOVE B2 S"


@pytest.mark.exhaustive
def test_two_who_push_at_the_same_moment(tmp_path: Path, key: str) -> None:
    """Whatever is pushed while the run works stays, and the run is done again on top of it; twice here."""
    forge = league(tmp_path, ("riot",), begun=60)
    hook = forge.remote / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(
        "#!/bin/sh\nunset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES\n"
        'read -r old new ref\n[ "$ref" = refs/heads/main ] || exit 0\n'
        '[ "$(git log -1 --format=%s main)" = other ] && exit 0\n'
        "made=$(git -c user.name=o -c user.email=o commit-tree main^{tree} -p main -m other)\n"
        "git update-ref refs/heads/main $made\n"
    )
    hook.chmod(0o755)
    machine = runner(forge, key)
    machine.open([forge.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick()
    assert git(forge.remote, "log", "--format=%s", "-4", "main").splitlines() == [
        "riot 1a red: MOVE B2 S", "other", "riot: orders of red", "other"]  # fmt: skip
    assert machine.hub.closed == [1]


@pytest.mark.exhaustive
def test_what_is_refused_is_answered_and_stays_open_where_it_can_be_mended(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=60)
    machine = runner(forge, key)
    machine.open([forge.pull("mallory", {RED: "PASS\n"}), forge.pull("ragnar42", {RED: "JUMP\n"})])
    machine.tick()
    machine.tick()
    assert machine.hub.closed == [1]
    assert "plays no seat" in machine.comments["1"][-1]
    assert "^^^^" in machine.comments["2"][-1]


def test_nobody_sees_the_key_but_the_step_that_needs_it(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=60)
    machine = runner(forge, key)
    seen = machine.folder / "seen"
    machine.wrap("git", f"env >> {seen}")
    machine.open([forge.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick()
    keyed = [(step.name, name) for step in machine.steps for name, value in step.env.items() if key in value]
    assert keyed == [(TICK, "GENETESS_MASTER_KEY")]
    tokens = [step.name for step in machine.steps if any("token-" in value for value in step.env.values())]
    assert tokens == [COLLECT, TICK, TALK]
    assert "GIT_CONFIG_KEY" in seen.read_text()
    assert key not in machine.log + seen.read_text()
    assert not [
        path
        for path in machine.pages.rglob("*")
        if path.is_file() and key.encode() in packs.said(path.read_bytes())
    ]


def _reminds(forge: Forge) -> Forge:
    settings = forge.league / "games/riot/game.yaml"
    settings.write_text(settings.read_text() + "remind: [1d]\n")
    git(forge.league, "commit", "--quiet", "--all", "--message", "remind")
    git(forge.league, "push", "--quiet")
    return forge


@pytest.mark.exhaustive
def test_a_scheduled_run_builds_no_site_where_there_is_nothing_new(tmp_path: Path, key: str) -> None:
    machine = runner(_reminds(league(tmp_path, ("riot",), begun=60)), key)
    machine.tick()
    shutil.rmtree(machine.pages)
    machine.tick()
    assert not machine.pages.exists()
    machine.tick(event="push")
    assert machine.pages.exists()
