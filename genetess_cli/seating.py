"""Seats for those who signed up: game.yaml gets its players as the game starts, first come first served.

What a sign-up may say is in `store/signups.py`; how one arrives, in `intake.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from genetess_cli import groundwork
from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.referee import commit
from genetess_cli.store import Hosted, League, load, signups, yaml
from genetess_cli.store.fields import SignUp
from genetess_cli.store.git import Repository
from genetess_cli.store.schema import PlayerFile
from genetess_cli.store.signups import SignUpFile
from genetess_cli.store.times import to_time
from genetess_cli.table import Note


def wishes(hosted: Hosted, note: Note) -> dict[str, SignUpFile]:
    """The sign-ups of a game that can be read, by path, as they came; those of players in it are left out."""
    return signups.asked(hosted.league, hosted.paths, hosted.file.players, note)


def check(hosted: Hosted, note: Note) -> None:
    """Raise Refused where a game that has not started has fewer players than it needs."""
    signup = hosted.file.signup
    if signup is None:
        return
    there = len(hosted.file.players) + len(wishes(hosted, note))
    if there < signup.minimum:
        raise Refused(
            f"{hosted.slug} needs {signup.minimum} players and has {there}, those who signed up included; "
            "wait for more, or lower `minimum` under `signup:`"
        )


def seat(league: League, slug: str, now: int, note: Note) -> None:
    """Write those who signed up into game.yaml as players, and commit that; nothing where the game offers no seats.

    Whoever comes after the last seat keeps the sign-up and is named. Raises Refused where players are missing or a
    file was edited and not committed, InvalidFile for a game that could not be played so, Busy.
    """
    with Repository.open(league.root) as repository, repository.lock():
        hosted = load(league, slug)
        signup = hosted.file.signup
        if signup is None or hosted.clock is not None:
            return
        check(hosted, note)
        asked = wishes(hosted, note)
        players = signups.seated(signup, hosted.file.players, [*asked.values()], hosted.starts())
        if players == list(hosted.file.players):
            return
        tip, path = repository.tip(), hosted.paths.game
        data = yaml.with_list(hosted.game_bytes, "players", [_row(one) for one in players], path)
        _check(league, slug, path, data)
        done = _of(players, asked)
        changes: dict[str, bytes | None] = {path: data, **dict.fromkeys(done)}
        seen = repository.read_worktree([*changes])
        commit(repository, tip, changes, seen, _message(slug, players, done, asked), now, note)
    _tell(slug, signup, asked, done, now, note)


def _row(player: PlayerFile) -> dict[str, Any]:
    """A player as game.yaml is read, in which addresses are a list."""
    values = {name: value for name, value in to_builtins(player).items() if value is not None}
    return {name: [*value] if isinstance(value, tuple) else value for name, value in values.items()}


def _of(players: Sequence[PlayerFile], asked: dict[str, SignUpFile]) -> list[str]:
    """The paths of the sign-ups whose people have a seat now."""
    there = {(one.github, one.name) for one in players}
    return [path for path, wish in asked.items() if (wish.github, wish.name) in there]


def _check(league: League, slug: str, path: str, data: bytes) -> None:
    """Raise InvalidFile where the game could not be played with the players that it is to have."""
    from genetess_cli.store.overlay import Overlay

    hosted = load(Overlay(league, {path: data}), slug)
    if words := groundwork.names(hosted):
        raise InvalidFile([*words, f"{hosted.paths.signups_folder}: these files say how players are called"])
    faults = hosted.ruleset.faults(hosted.settings, hosted.board, hosted.seats)
    if faults:
        listed = "; ".join(fault.message for fault in faults)
        raise Refused(f"{slug} cannot be played by {len(hosted.seats)}: {listed}")


def _message(slug: str, players: Sequence[PlayerFile], done: list[str], asked: dict[str, SignUpFile]) -> str:
    names = {asked[path].name for path in done}
    lines = [f"{one.seat}: {one.name}" for one in players if one.name in names]
    return f"{slug}: {len(done)} of those who signed up have seats\n\n" + "\n".join(
        [*lines, "", f"Genetess-Game: {slug}", ""]
    )


def _tell(
    slug: str, signup: SignUp, asked: dict[str, SignUpFile], done: list[str], now: int, note: Note
) -> None:
    for path in asked.keys() - set(done):
        note(
            f"{slug}: all seats are taken, and {path} waits; keep it for a seat that gets free, or delete it"
        )
    if signup.launch is not None and now < to_time(signup.launch):
        note(f"{slug} was to start at {signup.launch}, and starts before that")
