"""What a turnsheet weighs with everything it needs, in the heaviest games: each file gzipped, as sites send them."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path

import pytest

from genetess_cli.rules.board import Square
from genetess_cli.store.yaml import api
from tests.house.tree import PACKAGE
from tests.kit.boards import END, SECRET, SOON
from tests.kit.keys import ID, game_key
from tests.kit.league import League, can_play, wide

WEIGHT = 51_750
"""The most bytes of a turnsheet with its style sheet and its scripts."""
SEALED = 61_650
"""The same for a sealed one, which is filled up to whole blocks."""
SCRIPTS = 28_350
"""The most bytes of its scripts; `sealed.js` comes on top of them."""
SEAL = 4_750
THE_END = 6_200
"""The most bytes of what a sheet loads beside that once its game is over; the files of the replay come if asked for."""
A_TURN = 300_000 / 200 / 9
"""The most bytes of a turn in the scenes of one viewer: of 200 turns for eight seats and everybody, 300 kB."""
SEATS = ("red", "green", "blue", "yellow", "purple", "orange", "cyan", "white")
LEAGUE = "title: Friday\nmail: games@league.example\nsite: {repository: me/league}\n"
"""A league whose sheets name every way to send orders."""
PIECES = 7
"""Pieces of each seat beside its King and the one that sees."""
EYES = "A" + "D" * 11 + "F"
"""A piece that sees the whole board from anywhere, and every code on it."""


def _crowded(luck: random.Random) -> str:
    """The octet board with eight pieces more for each seat, and two special squares of each type."""
    file = api.read(
        (PACKAGE / "rules/genetess/boards/presets" / "octet.yaml").read_bytes(), "octet.yaml"
    ).data
    assert isinstance(file, dict)
    lines = file["map"].splitlines()
    squares = [(y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "."]
    free = [str(Square(*each)) for each in luck.sample(squares, len(squares))]
    starts = {
        f"K{number}": {free.pop(): codes for codes in ("K", EYES, *(_codes(luck) for _ in range(PIECES)))}
        for number in range(1, len(SEATS) + 1)
    }
    specials = [special for _ in range(2) for special in _specials(luck, free)]
    return api.dump({"map": file["map"], "starts": starts, "specials": specials})


def _codes(luck: random.Random) -> str:
    return "".join(sorted(["A", *luck.sample("BCDEFGHIJLMNOPQRSTUVWXYZ", luck.randint(2, 5))]))


def _specials(luck: random.Random, free: list[str]) -> list[dict[str, object]]:
    """A special square of every type, on squares that are taken from those that are free."""
    more: dict[str, dict[str, object]] = {
        "S1": {"amount": luck.randint(2, 99)},
        "S2": {"percent": luck.randint(2, 99), "of": "own"},
        "S3": {"target": free.pop()},
        "S4": {"codes": _codes(luck)},
        "S6": {"squares": [free.pop() for _ in range(6)]},
        "S8": {"targets": [free.pop() for _ in range(4)]},
        "S10": {"random": 2},
        "S12": {"amount": luck.randint(2, 99)},
    }
    types = [f"S{number}" for number in range(1, 23)]
    return [{"at": free.pop(), "type": each, **more.get(each, {})} for each in types]


def _game(secrecy: str) -> str:
    players = "".join(
        f"  - {{seat: {seat}, name: {seat.title()} the Player, start: K{number}, "
        f"github: {seat}, mail: [{seat}@example.org]}}\n"
        for number, seat in enumerate(SEATS, start=1)
    )
    return (
        f"ruleset: genetess\nname: A game of eight\nnumber: 8\nid: {ID}\n{secrecy}deadline: 3d\n"
        f"players:\n{players}rules: {{starting_e: 5000}}\n"
    )


@pytest.mark.by_day(0, ci="all")
@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_a_sheet_of_a_crowded_game_of_eight_is_light(tmp_path: Path, sealed: bool) -> None:
    luck = random.Random(8)
    file = _game(SECRET if sealed else "")
    site = League(tmp_path, file, _crowded(luck), game_key=game_key)
    (site.root / "genetess.yaml").write_text(LEAGUE)
    site.start()
    for _ in SEATS:
        _acts(site, luck)
    site.writes("red", "\n".join(_stored(luck)))
    site.build()
    weights = [_weights(page) for page in site.out.glob("riot/sheet/*/index.html")]
    assert len(weights) == len(SEATS)
    most = SEALED if sealed else WEIGHT
    assert 0.75 * most < max(sum(each.values()) for each in weights) < most  # a light game would show nothing
    scripts = (sum(size for name, size in each.items() if name.endswith(".js")) for each in weights)
    assert max(scripts) < SCRIPTS + SEAL * sealed


def test_what_shows_the_end_of_a_game_is_light_and_comes_at_its_end(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END[:2])
    weights = []
    for orders in ((), END[2:]):
        site.order(*orders).build()
        weights.append(_weights(site.out / "riot/sheet/red/index.html"))
    on, over = weights
    assert over.keys() - on.keys() == {"notes.js", "end.js", "end.css"}
    assert over["end.js"] + over["end.css"] < THE_END


def _acts(site: League, luck: random.Random) -> None:
    game = site.game
    seat = game.clock.to_move[0]
    legal = [order for order in game.ruleset.legal(game.position, seat) if "<" not in order]
    luck.shuffle(legal)
    site.order(next(order for order in legal if can_play(game, seat, order)))


def _stored(luck: random.Random) -> list[str]:
    """As many orders as an order file takes."""
    ways = ("N", "E", "S", "W", "NE", "SW")
    return [
        f"MOVE {luck.choice('BCDE')}{luck.randint(2, 20)} {'-'.join(luck.choices(ways, k=5))}"
        for _ in range(50)
    ]


def _weights(page: Path) -> dict[str, int]:
    needed = re.findall(
        r'(?:<link rel="stylesheet" href|<script[^>]* src)="([^"]+)"', page.read_text(encoding="utf-8")
    )
    files = [page, *((page.parent / name).resolve() for name in needed)]
    return {file.name: len(gzip.compress(file.read_bytes(), 6)) for file in files}


@pytest.mark.exhaustive
def test_a_replay_grows_by_what_changes_and_not_by_boards(tmp_path: Path) -> None:
    turns = 30
    site = wide(tmp_path, more="spectators: full\n").start().play(turns)
    site.build()
    files = [*site.out.glob("riot/replay/**/*.js")]
    assert len(files) == 4  # everybody, and three seats
    a_turn = sum(len(gzip.compress(file.read_bytes())) for file in files) / len(files) / turns
    assert 20 < a_turn < A_TURN
