"""A long sealed game with all specials and all actions: nothing of it is found in anything that is public."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from genetess_cli import boardfile, store
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.order import GAMBLE
from genetess_cli.rules.genetess.specials import SPECIALS
from genetess_cli.seal import keys
from genetess_cli.site.places import SCENES
from genetess_cli.store import Hosted, yaml
from genetess_cli.store.papers import Queued
from genetess_cli.store.schema import ClockFile
from genetess_cli.store.times import from_time, to_time
from tests.cli.conftest import git, run
from tests.cli.sealing import ID, KEY, league, machine
from tests.seal.leaks import files, layers, objects, opened, traces

TURNS = 350
BEGIN = 1_700_000_000
SEED = b"a sealed season 3"
SEATS = ("p1", "p2", "p3", "p4")
SHAPES = (
    rb'"?(?:pieces|events)"?: ?(?:[{"]|\[\s*[^\s\]])',
    rb'type"?: ?"?S\d',
    rb'colour"?: ?"?[a-z]+"?, ?"?e"?: ?\d',
)
PUBLIC = (b"MOVE G4 E", b"GAMBLE 1E on 1st, 2nd")  # examples that stand in every orders/README.md


class Season(msgspec.Struct):
    """A sealed game that was played, what was said of it in public, and the tokens that its commits hold sealed."""

    root: Path
    said: list[str]
    planted: list[str]

    @property
    def hosted(self) -> Hosted:
        return store.load(store.find(self.root), "riot")


def _dice(number: int) -> Dice:
    return Dice(lambda: SEED, number)


def _board(folder: Path) -> tuple[Path, list[str]]:
    """A board with every special, and a token in the words that players read at each."""
    request = boardfile.Request(players=4, size="16x16", walls="few", specials="all", seed="1")
    values: Any = yaml.read(boardfile.compose(request).encode(), "board").data
    tokens = []
    for number, special in enumerate(values["specials"]):
        tokens.append(f"token-{hashlib.sha256(b'special %d' % number).hexdigest()[:16]}")
        special["text"] = tokens[-1]
    path = folder / "own.yaml"
    path.write_text(yaml.dump(values))
    return path, tokens


def _found(folder: Path) -> Season:
    root, (board, tokens) = league(folder), _board(folder)
    players = [part for seat in SEATS for part in ("--player", f"{seat}={seat.upper()}")]
    wish = ("--ruleset", "genetess", "--board", str(board), "--gamble", "order,colour", "--sealed", *players)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "new_id", lambda: ID)  # the luck of the season is the same in every run
        assert run(root, "new", "riot", *wish).status == 0
    settings = root / "games" / "riot" / "game.yaml"
    settings.write_text(settings.read_text().replace("starting_e: 10 ", "starting_e: 900 "))
    assert run(root, "start", "riot", "--now", from_time(BEGIN)).status == 0
    return Season(root, [], tokens)


def _order(season: Season, hosted: Hosted, seat: str, text: str, number: int) -> None:
    """A seat's queue with a token in its comment, committed now and then as a forge does."""
    token = f"token-{hashlib.sha256(b'order %d' % number).hexdigest()[:16]}"
    path = season.root / hosted.paths.orders(seat)
    fails = "MOVE A1 N / " if number % 11 == 0 else ""
    queued = Queued(f"{fails}{text}  # {token}\n".encode(), BEGIN + number)
    path.write_bytes(hosted.papers.queue_file(seat, queued, hosted.clock))
    if number % 3 == 0:
        season.planted.append(token)
        git(season.root, "add", hosted.paths.orders(seat))
        git(season.root, "commit", "--quiet", "--message", f"orders of {seat}")


def _play(season: Season) -> None:
    """Orders of bots, good and bad, until so many turns are over; now and then nobody orders until the deadline."""
    number, turns, failed = 0, 0, 0
    given: Counter[str] = Counter()
    while turns < TURNS:
        hosted = season.hosted
        assert hosted.clock
        if not hosted.clock.to_move:
            break
        dice = _dice(number)
        late = failed > 6 or dice.number(40, "late") == 0
        for seat in () if late else hosted.clock.to_move:
            _order(season, hosted, seat, _rarest(hosted, seat, dice, given), number)
        done = run(season.root, "tick", "--now", _when(hosted.clock, late))
        assert done.status in (0, 3), done
        season.said += [done.out, done.err]
        after = season.hosted.clock
        moved = after is not None and after.turn != hosted.clock.turn
        failed = 0 if moved else failed + 1
        turns, number = turns + moved, number + 1


def _rarest(hosted: Hosted, seat: str, dice: Dice, given: Counter[str]) -> str:
    """Of a few random orders the one whose action was given least: all actions come to pass."""
    orders = [str(hosted.ruleset.sample(hosted.game, seat, dice)) for _ in range(4)]
    order = min(orders, key=lambda text: given[text.split()[0]])
    given[order.split()[0]] += 1
    return order


def _when(clock: ClockFile, late: bool) -> str:
    """A minute after the turn began, or its deadline."""
    return str(clock.deadline) if late else from_time(to_time(clock.since) + 60)


def _to_move(season: Season) -> str:
    assert season.hosted.clock
    return season.hosted.clock.to_move[0]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Season]:
    folder = tmp_path_factory.mktemp("season")
    with machine(folder, KEY):
        season = _found(folder)
        _play(season)
        for command in (
            "undo riot --reason rain",
            f"replace riot {_to_move(season)} Rolf@rolf",
            "pause riot",
            "resume riot",
            "undo riot",
        ):
            done = run(season.root, *command.split())
            assert done.status == 0, done
            season.said += [done.out, done.err]
        yield season


def _facts(season: Season) -> list[re.Pattern[bytes]]:
    """What nobody may find: tokens, orders with squares, long sequences of codes, and the shape of any plain file."""
    found = [record.order for record in season.hosted.records()]
    orders = {order.encode() for order in found if order and _is_telling(order)}
    played = b"\n".join(msgspec.json.encode(record.events) for record in season.hosted.records())
    codes = {*re.findall(rb'"codes":"[A-Z]{4,}"', played)}
    assert len(orders) > 100
    assert len(codes) > 20
    literal = {token.encode() for token in season.planted} | orders | codes
    return [re.compile(re.escape(fact)) for fact in sorted(literal - set(PUBLIC))] + [
        *map(re.compile, SHAPES)
    ]


def _is_telling(order: str) -> bool:
    return len(order) > 8 and re.search(r"[A-P]\d|GAMBLE", order) is not None


def _found_in(season: Season, things: Iterator[tuple[str, bytes]]) -> dict[str, set[bytes]]:
    """Where which facts are found. Only what holds an order at all, or any other sign, is searched for each of them."""
    facts = _facts(season)
    verbs = "|".join(sorted({*ACTIONS, GAMBLE})).encode()
    signs = [re.compile(rb"(?:%s) |token-[0-9a-f]{16}|codes\"|%s" % (verbs, b"|".join(SHAPES)))]
    return {name: found for name, data in things if traces(data, signs) and (found := traces(data, facts))}


def test_the_season_has_all_specials_and_all_actions(season: Season) -> None:
    records = list(season.hosted.records())
    orders = {str(record.order).split()[0] for record in records if record.outcome == "done" and record.order}
    assert set(ACTIONS) <= orders
    fired = {event["special"] for record in records for event in record.events if event["kind"] == "fired"}
    assert {special["type"] for special in season.hosted.board.specials} == set(SPECIALS)
    assert len(fired) > len(SPECIALS) - 4
    assert {record.outcome for record in records} == {"done", "failed", "timed out"}
    assert records[1].turn == "0"


def test_nothing_hidden_is_in_the_history(season: Season) -> None:
    assert not _found_in(season, objects(season.root))


def test_nothing_hidden_is_in_gits_folder_or_the_work_tree(season: Season) -> None:
    assert not _found_in(season, files(season.root))


def test_nothing_hidden_was_said(season: Season) -> None:
    assert not _found_in(season, ((str(number), text.encode()) for number, text in enumerate(season.said)))
    words = {line for text in season.said for line in text.splitlines()}
    shapes = {re.sub(r"\d+", "1", re.sub(r"\d+[a-d]\b", "1a", re.sub(r"\bp\d", "p", line))) for line in words}
    assert len(shapes) < 14, shapes


def test_nothing_hidden_is_on_the_site(season: Season) -> None:
    """The pages of rules come from the program alone, and have examples of everything."""
    done = run(season.root, "build")
    assert done.status == 0, done
    assert len([*(season.root / "_site" / "riot" / "sheet").rglob("*.html")]) > len(SEATS) * TURNS
    assert not (season.root / "_site/riot/replay/p1").exists()
    assert len([*(season.root / "_site/riot/replay").iterdir()]) > TURNS // SCENES
    made = files(season.root)
    assert not _found_in(season, ((name, data) for name, data in made if not name.startswith("_site/rules-")))


def test_everything_is_found_with_the_key(season: Season) -> None:
    """The same search after `reveal` finds every fact, so that it is able to."""
    assert run(season.root, "finish", "riot", "--reason", "rain").status == 0
    assert run(season.root, "reveal", "riot").status == 0
    hosted = season.hosted
    assert hosted.clock
    assert hosted.clock.key
    assert hosted.clock.key == keys.game_key(bytes.fromhex(KEY), hosted.file.id or "").hex()
    game_key = bytes.fromhex(hosted.clock.key)
    texts = b"\n".join(text for _, text in opened(hosted, game_key, objects(season.root)))
    assert [fact.pattern for fact in _facts(season) if not fact.search(texts)] == []


def test_the_search_looks_into_what_is_packed() -> None:
    fact = [re.compile(b"token-0123")]
    text = b"seen: token-0123"
    for data in (
        text,
        gzip.compress(text),
        zlib.compress(text),
        base64.b64encode(text * 3),
        base64.urlsafe_b64encode(b"\xff" * 3 + text),
        b"<p>" + base64.b64encode(gzip.compress(text)) + b"</p>",
        base64.encodebytes(zlib.compress(text * 40) * 2),
        b"behind" + gzip.compress(base64.b64encode(text)),
    ):
        assert traces(data, fact), data
    assert not traces(gzip.compress(b"nothing"), fact)
    assert len([*layers(text)]) >= 1
