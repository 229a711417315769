"""No key and no hidden word is left anywhere: not in arguments, output, temporary files, or git's folder."""

from __future__ import annotations

import base64
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from genetess_cli.store.codec import Queued
from genetess_cli.store.seal import keys
from genetess_cli.store.seal.keyring import seat_text
from tests.kit.command import START, league_with_site, new_game, run
from tests.kit.keys import KEY, machine
from tests.kit.reading import game_in, records_in, said
from tests.store.seal.leaks import files, objects, traces

pytestmark = pytest.mark.by_day(0, ci="all")

PLAN = "the-northern-gambit"


class Day(msgspec.Struct):
    """What a GM's day with a sealed game left behind: output in public, arguments of git, temporary files."""

    root: Path
    said: str
    arguments: str
    left: list[str]


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    folder = tmp_path_factory.mktemp("day")
    shims, temporary, log = folder / "bin", folder / "tmp", folder / "git.log"
    shims.mkdir()
    temporary.mkdir()
    git = shlex.quote(str(shutil.which("git")))
    (shims / "git").write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" >> {shlex.quote(str(log))}\nexec {git} "$@"\n'
    )
    (shims / "git").chmod(0o755)
    with machine(folder, KEY), pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{shims}:/usr/bin:/bin")
        patch.setenv("TMPDIR", str(temporary))
        root = league_with_site(folder)
        new_game(root, "riot", "--sealed")
        said = _spent(root)
        yield Day(root, said, log.read_text(), [path.name for path in temporary.rglob("*")])


def _spent(root: Path) -> str:
    """The day; gives what was said where others may read it."""
    said = []
    for command in [
        f"start riot --now {START}",
        "keys show",
        "! order riot red",
        "tick",
        "! nonsense",
        "tick",
        "resolve riot --order PASS --seat green",
        "undo riot --reason rain",
        "! order riot red",
        "tick --push",
        "invite riot red --renew --plain",
        "pause riot --open-end",
        "resume riot",
        "replace riot green Rolf",
        "extend riot --by 1d",
        "check",
        "! garbage",
        "tick",
        "undo riot --to 1a",
        "drop riot green",
        "simulate riot --turns 3 --seed 1 --commit",
        "reminders",
        "finish riot --reason rain",
        "check",
    ]:
        if command.startswith("! "):
            _write(root, command[2:])
            continue
        done = run(root, *command.split())
        assert "Traceback" not in done.err
        if not command.startswith("invite"):
            said.append(done.out + done.err)
    run(root, "keys", "import", given=f"https://example.org/l/riot/sheet/red/#{'A' * 42}")
    return "".join(said)


def _write(root: Path, what: str) -> None:
    folder = game_in(root)
    assert folder.clock
    seat = folder.clock.to_move[0]
    file = root / folder.paths.orders(seat)
    if what == "garbage":
        file.write_bytes(b"\xff" * 900)
        return
    text = (
        f"MOVE A1 N # {PLAN}\nMOVE B2 S # {PLAN}\nPASS # {PLAN}\n"
        if what != "nonsense"
        else f"MOVEE {PLAN}\n"
    )
    number = folder.clock.numbers.get(seat, 0) + 1
    file.write_bytes(folder.codec.queue_file(seat, Queued(text.encode(), number), folder.clock))


def _secrets(root: Path) -> list[re.Pattern[bytes]]:
    """Every key of the game but what was printed on purpose, in each way of writing it, and the players' words."""
    game_id = game_in(root).file.id or ""
    game = keys.game_key(bytes.fromhex(KEY), game_id)
    seats = [keys.seat_key(game, seat, epoch) for seat in ("red", "green") for epoch in range(4)]
    every = [
        bytes.fromhex(KEY),
        game,
        keys.dice_key(game),
        keys.state_key(game),
        keys.print_key(game),
        *seats,
    ]
    written = [
        text
        for key in every
        for text in (
            key,
            key.hex().encode(),
            key.hex().upper().encode(),
            base64.b64encode(key)[:40],
            seat_text(key).encode(),
        )
    ]
    return [re.compile(re.escape(text)) for text in [*written, PLAN.encode()]]


def test_the_day_was_a_full_one(day: Day) -> None:
    assert day.said.count(": resolved") >= 5
    assert day.arguments.count("\ninit\n") or day.arguments.startswith("init\n")
    assert "\ncommit-tree\n" in day.arguments
    records = records_in(day.root)
    assert {said(record).get("desk") for record in records} >= {
        None,
        "undo",
        "pause",
        "resume",
        "replace",
        "extend",
        "drop",
    }
    assert any(PLAN in str(said(record).get("queue")) or PLAN in str(record.order) for record in records)


def test_nothing_secret_was_said(day: Day) -> None:
    assert not traces(day.said.encode(), _secrets(day.root))


def test_nothing_secret_was_an_argument_of_another_program(day: Day) -> None:
    assert not traces(day.arguments.encode(), _secrets(day.root))


def test_no_temporary_file_is_left(day: Day) -> None:
    assert day.left == []


def test_nothing_secret_is_in_an_object_of_git(day: Day) -> None:
    facts = _secrets(day.root)
    assert {name: found for name, data in objects(day.root) if (found := traces(data, facts))} == {}


def test_nothing_secret_is_in_a_file_of_the_league_or_of_git(day: Day) -> None:
    facts = _secrets(day.root)
    assert {name: found for name, data in files(day.root) if (found := traces(data, facts))} == {}
