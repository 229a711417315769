"""A long sealed game with all specials and all actions: nothing of it is found in anything that is public."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from genetess_cli import boardfile, publish, store, story
from genetess_cli.history import names_of, positions, told
from genetess_cli.rules.base import PUBLIC, REFEREE, Told
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import sight
from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.specials import SPECIALS
from genetess_cli.seal import keys
from genetess_cli.site import reels
from genetess_cli.site.places import SCENES
from genetess_cli.site.words import sentence
from genetess_cli.store import Hosted, yaml
from genetess_cli.store.papers import Queued
from genetess_cli.store.schema import ClockFile
from genetess_cli.store.times import from_time, to_time
from tests.cli.conftest import git, run
from tests.cli.sealing import ID, KEY, league, machine
from tests.seal.gleaned import LOOKS, Gleaned, Pages
from tests.seal.leaks import files, layers, objects, opened, traces

TURNS = 150
BEGIN = 1_700_000_000
SEED = b"a sealed season 2"
PIECES = ("ABCDE", "AFGHI", "AJLMN", "AOPQR", "ASTUV", "AWXYZ", "ADVI")
"""What stands beside each King at the start, so that all actions come to pass early."""
SEATS = ("p1", "p2", "p3", "p4")
EXAMPLES = {"MOVE G4 E", "GAMBLE 1E on 1st, 2nd"}  # they stand in every orders/README.md
KNOWN = {"900 E", "1 E", *(f"codes{sign}ABCDEFGHIJKLMNOPQRSTUVWXYZ" for sign in ('":"', ": "))}
"""What looks like a secret and is a setting."""


class Season:
    """A sealed game that was played, what was said of it in public, and the tokens that its commits hold sealed.

    `published` is what could be read in any version of any page of the site, which was built after every turn.
    """

    def __init__(self, root: Path, planted: list[str]) -> None:
        self.root, self.planted = root, planted
        self.said: list[str] = []
        self.builds = 0
        self.published = Gleaned()
        self.site = root.parent / "site"
        self._pages = Pages(self.site)

    @property
    def hosted(self) -> Hosted:
        return store.load(store.find(self.root), "riot")

    def build(self) -> None:
        publish.build(store.find(self.root), self.site)
        self.published.take_all(_told_of_the_game(self._pages.changed()))
        self.builds += 1


def _told_of_the_game(pages: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """All but what comes from the program alone and has examples of everything: the pages of rules, and scripts.

    Scripts below a folder are a game's own: the scenes of its replay.
    """
    for name, data in pages:
        if "/" in name or not (name.startswith("rules-") or name.endswith((".js", ".css"))):
            yield name, data


def _dice(number: int) -> Dice:
    return Dice(lambda: SEED, number)


def _board(folder: Path) -> tuple[Path, list[str]]:
    """A board with every special, a token in the words that players read at each, and pieces for every action."""
    request = boardfile.Request(players=4, size="16x16", walls="few", specials="all", seed="1")
    values: Any = yaml.read(boardfile.compose(request).encode(), "board").data
    tokens = []
    for number, special in enumerate(values["specials"]):
        tokens.append(f"token-{hashlib.sha256(b'special %d' % number).hexdigest()[:16]}")
        special["text"] = tokens[-1]
    for pieces in values["starts"].values():
        king = Square.named(next(iter(pieces)))
        around = (
            Square(king.row + down, king.column + right) for down, right in product((-1, 0, 1), repeat=2)
        )
        pieces |= zip(map(str, (square for square in around if square != king)), PIECES, strict=False)
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
    return Season(root, tokens)


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
        season.build()


def _rarest(hosted: Hosted, seat: str, dice: Dice, given: Counter[str]) -> str:
    """Of a few random orders the one whose action was given least: all actions come to pass."""
    orders = [str(hosted.ruleset.sample(hosted.game, seat, dice)) for _ in range(8)]
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
            season.build()
        yield season


@cache
def _hidden(season: Season) -> tuple[set[str], set[str]]:
    """The orders, and the sentences that somebody was told and not everybody, in the words for each and for all.

    A piece on a drawn board has a sentence too: its title.
    """
    hosted = season.hosted
    moments = [*positions(hosted)]
    called = names_of(hosted, [moment.record for moment in moments])
    orders, sentences = set(), set()
    for moment in moments:
        names = called(moment.record.number)
        sentences |= _drawn(hosted.ruleset.view(moment.before, REFEREE))
        orders |= {part for part in str(moment.record.order).split(" / ") if _is_telling(part)}
        everybody = told(hosted, moment, PUBLIC)
        for viewer in (REFEREE, *SEATS):
            secret = [one for one in told(hosted, moment, viewer) if one not in everybody]
            sentences |= {sentence(one, voice, names) for one in secret for voice in {viewer, PUBLIC}}
    assert len(orders) > TURNS // 3
    assert len(sentences) > TURNS
    return orders - EXAMPLES, {each for each in sentences if _TELLING.search(each)}


def _drawn(view: Any) -> set[str]:
    """The pieces that a viewer sees, as the titles on a board tell them, in pages and in scenes of the replay."""
    return {f"{piece.at}: {piece.owner} {piece.codes}" for piece in view.pieces}


def _rows(season: Season) -> set[str]:
    """What every player had at any time, as a scene of the replay writes it for the GM."""
    views = [season.hosted.ruleset.view(moment.before, REFEREE) for moment in positions(season.hosted)]
    told = ((seat, reels._player(view, seat)) for view in views for seat in view.players)
    return {f'"{seat}":{msgspec.json.encode(row).decode()}' for seat, row in told if row[2] is not None}


_TELLING = re.compile(r"\d|\b[A-Z]{3,}\b")


def _is_telling(order: str) -> bool:
    return len(order) > 8 and re.search(r"[A-P]\d|GAMBLE", order) is not None


def _unhidden(season: Season, gleaned: Gleaned) -> dict[str, str]:
    """What of the hidden facts can be read, and what looks like one, each with where it is."""
    looks = {found: where for texts in gleaned.looks.values() for found, where in texts.items()}
    return {
        **gleaned.has(*_hidden(season)),
        **{found: where for found, where in looks.items() if found not in KNOWN},
    }


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
    assert not _unhidden(season, Gleaned().take_all(objects(season.root)))


def test_nothing_hidden_is_in_gits_folder_or_the_work_tree(season: Season) -> None:
    assert not _unhidden(season, Gleaned().take_all(files(season.root)))


def test_nothing_hidden_was_said(season: Season) -> None:
    said = ((str(number), text.encode()) for number, text in enumerate(season.said))
    assert not _unhidden(season, Gleaned().take_all(said))
    words = {line for text in season.said for line in text.splitlines()}
    shapes = {re.sub(r"\d+", "1", re.sub(r"\d+[a-d]\b", "1a", re.sub(r"\bp\d", "p", line))) for line in words}
    assert len(shapes) < 14, shapes


def test_nothing_hidden_was_on_the_site_after_any_turn(season: Season) -> None:
    """Every version of every page that was ever built."""
    assert season.builds >= TURNS
    assert season.published.texts > 6 * TURNS
    assert len([*(season.site / "riot" / "sheet").rglob("*.html")]) > len(SEATS) * TURNS
    assert not (season.site / "riot/replay/p1").exists()
    assert len([*(season.site / "riot/replay").iterdir()]) > TURNS // SCENES
    assert not _unhidden(season, season.published)


# The test's own test: what is planted is found.


def _built(season: Season, out: Path) -> Gleaned:
    """The whole site, built anew."""
    publish.build(store.find(season.root), out)
    return Gleaned().take_all(_told_of_the_game(Pages(out).changed()))


def test_a_site_that_tells_everybody_what_the_gm_is_told_is_found_out(
    season: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    telling = story._Story._told

    def leaking(self: Any, position: Any, events: list[Any], viewer: str) -> list[Told]:
        return telling(self, position, events, REFEREE if viewer == PUBLIC else viewer)

    monkeypatch.setattr(story._Story, "_told", leaking)
    gleaned = _built(season, tmp_path / "site")
    _, sentences = _hidden(season)
    assert len(gleaned.has((), sentences)) > len(sentences) // 4
    assert gleaned.looks["a piece on a square"]
    assert gleaned.looks["an amount of E"].keys() - KNOWN


def test_a_site_that_shows_everybody_who_has_how_much_e_is_found_out(
    season: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sight._player
    monkeypatch.setattr(sight, "_player", lambda seat, whole, viewer: player(seat, whole, REFEREE))
    assert _built(season, tmp_path / "site").looks["somebody's E"]


def test_a_replay_that_has_the_gms_board_for_everybody_is_found_out(
    season: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = story._Story._boards

    def leaking(self: Any, *turn: Any) -> None:
        rules = self.rules
        self.rules = SimpleNamespace(view=lambda game, _: rules.view(game, REFEREE), tell=rules.tell)
        boards(self, *turn)
        self.rules = rules

    monkeypatch.setattr(story._Story, "_boards", leaking)
    monkeypatch.setattr(reels.Reels, "has_boards", True)
    gleaned = _built(season, tmp_path / "site")
    drawn = {each for each in _hidden(season)[1] if LOOKS["a piece drawn"].fullmatch(each)}
    assert len(drawn) > TURNS
    assert len(gleaned.has((), drawn)) > 0.98 * len(drawn)
    rows = _rows(season)
    assert len(rows) > TURNS
    assert len(rows & gleaned.looks["a player's E in a scene"].keys()) > 0.98 * len(rows)
    assert gleaned.looks["a special"]
    assert gleaned.looks["codes in a table"]
    assert {*gleaned.looks["a piece drawn"].values()} <= {f"riot/replay/{file:02}.js" for file in range(99)}


# After the end


def test_everything_is_found_with_the_key(season: Season, tmp_path: Path) -> None:
    """The same search after `reveal` finds every fact in the history, and what can be told on the site."""
    assert run(season.root, "finish", "riot", "--reason", "rain").status == 0
    assert run(season.root, "reveal", "riot").status == 0
    hosted = season.hosted
    assert hosted.clock
    assert hosted.clock.key
    assert hosted.clock.key == keys.game_key(bytes.fromhex(KEY), hosted.file.id or "").hex()
    texts = Gleaned().take_all(opened(hosted, bytes.fromhex(hosted.clock.key), objects(season.root)))
    orders, sentences = _hidden(season)
    assert texts.has(orders, ()).keys() >= {*orders, *season.planted}
    assert texts.looks.keys() >= {"somebody's E", "pieces or events", "a special", "codes"}
    site = _built(season, tmp_path / "site")
    everybodys = {each for each in sentences if not re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", each)}
    assert len(everybodys) > 3 * TURNS
    assert len(everybodys & site.sentences.keys()) > 0.98 * len(
        everybodys
    )  # but for what hid a piece's codes
    assert site.looks.keys() >= {
        "somebody's E",
        "an amount of E",
        "a piece on a square",
        "a special",
        "codes",
        "a piece drawn",
        "a player's E in a scene",
        "codes in a table",
    }


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
