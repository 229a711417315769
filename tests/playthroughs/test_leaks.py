"""A long sealed game with all specials and all actions: nothing of it is found in anything that is public."""

from __future__ import annotations

import base64
import gzip
import re
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from genetess_cli.rules.base import PUBLIC, REFEREE, Told, View
from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.sight import views
from genetess_cli.rules.genetess.specials import SPECIALS
from genetess_cli.rules.voice import Voice
from genetess_cli.site import build, replay
from genetess_cli.site.games import sentence
from genetess_cli.site.past import story
from genetess_cli.site.places import RECORDS
from genetess_cli.site.words import AWAITED, NOT_YET
from genetess_cli.site.write import pack
from genetess_cli.site.write.pack import Sheets
from genetess_cli.store.league import find
from genetess_cli.store.seal import keys
from genetess_cli.turns.timeline import Moment, hear, positions
from tests.kit.command import run
from tests.kit.keys import machine
from tests.kit.reading import board_of, records_in, setup_in
from tests.playthroughs.season import BY_DAY, KEY, SEATS, TURNS, Season, found, play, told_of_the_game
from tests.store.seal.gleaned import LOOKS, Gleaned, Pages
from tests.store.seal.leaks import files, layers, objects, opened, traces

pytestmark = pytest.mark.by_day(0, ci="all")

EXAMPLES = {"MOVE G4 E", "GAMBLE 1E on 1st, 2nd"}  # they stand in every orders/README.md
KNOWN = {"900 E", "1 E", *(f"codes{sign}ABCDEFGHIJKLMNOPQRSTUVWXYZ" for sign in ('":"', ": "))}
"""What looks like a secret and is a setting."""


def _to_move(season: Season) -> str:
    return season.game.clock.to_move[0]


@pytest.fixture(scope="module", params=[BY_DAY, pytest.param(TURNS, marks=pytest.mark.exhaustive)])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Season, Season]]:
    """The season, and a copy of it from when it was short."""
    folder = tmp_path_factory.mktemp("season")
    with machine(folder, KEY):
        season = found(folder)
        early = play(season, request.param)
        for command in (
            "undo riot --reason rain",
            f"replace riot {_to_move(season)} Rolf@rolf",
            "pause riot --open-end",
            "resume riot",
            "undo riot",
        ):
            done = run(season.root, *command.split())
            assert done.status == 0, done
            season.said += [done.out, done.err]
            season.build()
        yield season, early


@pytest.fixture
def season(played: tuple[Season, Season]) -> Season:
    return played[0]


@pytest.fixture
def early(played: tuple[Season, Season]) -> Season:
    """A short season, in which leaks are planted."""
    return played[1]


@cache
def _hidden(season: Season) -> tuple[set[str], set[str]]:
    """The orders, and the sentences that somebody was told and not everybody, in the words for each and for all.

    A piece on a drawn board has a sentence too: its title.
    """
    folder = season.game
    moments = [*positions(season.league, folder.terms, folder.position)]
    orders, sentences = set(), set()
    for moment in moments:
        sentences |= _drawn(folder.ruleset.view(moment.before, REFEREE))
        orders |= {part for part in str(moment.record.order).split(" / ") if _is_telling(part)}
        everybody = hear(folder.terms, moment, PUBLIC)
        for viewer in (REFEREE, *SEATS):
            secret = [one for one in hear(folder.terms, moment, viewer) if one not in everybody]
            sentences |= {
                sentence("genetess", told, Voice(voice, moment.names))
                for told in secret
                for voice in {viewer, PUBLIC}
            }
    assert len(orders) > season.turns // 3
    assert len(sentences) > season.turns
    return orders - EXAMPLES, {each for each in sentences if _TELLING.search(each)}


def _drawn(view: Any) -> set[str]:
    """The pieces that a viewer sees, as the titles on a board tell them, in pages and in scenes of the replay."""
    return {f"{piece.at}: {piece.owner} {piece.codes}" for piece in view.pieces}


def _rows(season: Season) -> set[str]:
    """What every player had at any time, as a scene of the replay writes it for the GM."""
    rows: list[tuple[str, tuple[float, str, int | None, bool]]] = []
    for moment in positions(season.league, season.game.terms, season.game.position):
        view = season.game.ruleset.view(moment.before, REFEREE)
        waiting = AWAITED if moment.record.number < 2 else NOT_YET
        rows += [(seat, replay._player(view, seat, waiting)) for seat in view.players]
    return {f'"{seat}":{msgspec.json.encode(row).decode()}' for seat, row in rows if row[2] is not None}


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


@pytest.mark.exhaustive
@pytest.mark.parametrize("played", [TURNS], indirect=True)
def test_the_season_has_all_specials_and_all_actions(season: Season) -> None:
    records = records_in(season.root)
    orders = {str(record.order).split()[0] for record in records if record.outcome == "done" and record.order}
    assert set(ACTIONS) <= orders
    fired = {event["special"] for record in records for event in record.events if event["kind"] == "fired"}
    assert {special["type"] for special in board_of(setup_in(season.root)).specials} == set(SPECIALS)
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
    assert len(shapes) < 20, shapes


def test_nothing_hidden_was_on_the_site_after_any_turn(season: Season) -> None:
    """Every version of every page that was ever built."""
    assert season.builds >= season.turns
    assert season.published.texts > 6 * season.turns
    assert len([*season.site.glob("riot/sheet/*/past/*.js")]) > len(SEATS) * (season.turns // RECORDS)
    assert not (season.site / "riot/replay/p1").exists()
    assert len([*(season.site / "riot/replay").iterdir()]) > season.turns // RECORDS
    assert not _unhidden(season, season.published)


# The test's own test: what is planted is found.


def _built(season: Season, out: Path) -> Gleaned:
    """The whole site, built anew."""
    build.build(find(season.root), out)
    return Gleaned().take_all(told_of_the_game(Pages(out).changed()))


def test_a_site_that_tells_everybody_what_the_gm_is_told_is_found_out(
    early: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear = story._Teller._hear

    def leaking(self: Any, moment: Moment, viewer: str) -> list[Told]:
        return hear(self, moment, REFEREE if viewer == PUBLIC else viewer)

    monkeypatch.setattr(story._Teller, "_hear", leaking)
    gleaned = _built(early, tmp_path / "site")
    _, sentences = _hidden(early)
    assert len(gleaned.has((), sentences)) > len(sentences) // 4
    assert gleaned.looks["a piece on a square"]
    assert gleaned.looks["an amount of E"].keys() - KNOWN


@pytest.mark.exhaustive
def test_a_site_that_shows_everybody_who_has_how_much_e_is_found_out(
    early: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = views._player
    monkeypatch.setattr(views, "_player", lambda seat, whole, viewer: player(seat, whole, REFEREE))
    assert _built(early, tmp_path / "site").looks["somebody's E"]


@pytest.mark.exhaustive
def test_a_replay_that_has_the_gms_board_for_everybody_is_found_out(
    early: Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = replay.ReplayScenes.scenes

    def leaking(self: Any, turn: story.ToldTurn, views: Mapping[str, View]) -> dict[str, bytes]:
        self.facts = self.facts.replace(secrecy=self.facts.secrecy.replace(is_full=True))
        return scenes(self, turn, {**views, "": self.ruleset.view(turn.after, REFEREE)})

    monkeypatch.setattr(replay.ReplayScenes, "scenes", leaking)
    gleaned = _built(early, tmp_path / "site")
    drawn = {each for each in _hidden(early)[1] if LOOKS["a piece drawn"].fullmatch(each)}
    assert len(drawn) > early.turns
    assert len(gleaned.has((), drawn)) > 0.98 * len(drawn)
    rows = _rows(early)
    assert len(rows) > early.turns
    assert len(rows & gleaned.looks["a player's E in a scene"].keys()) > 0.95 * len(rows)
    assert gleaned.looks["a special"]
    assert gleaned.looks["codes in a table"]
    assert {*gleaned.looks["a piece drawn"].values()} <= {f"riot/replay/{file:02}.js" for file in range(99)}


# After the end


@pytest.mark.exhaustive
def test_everything_is_found_with_the_key(season: Season, tmp_path: Path) -> None:
    """The same search after `reveal` finds every fact in the history, and what can be told on the site."""
    assert run(season.root, "finish", "riot", "--reason", "rain").status == 0
    assert run(season.root, "reveal", "riot").status == 0
    folder = season.game
    assert folder.clock.key
    assert folder.clock.key == keys.game_key(bytes.fromhex(KEY), folder.file.id or "").hex()
    texts = Gleaned().take_all(opened(folder, bytes.fromhex(folder.clock.key), objects(season.root)))
    orders, sentences = _hidden(season)
    assert texts.has(orders, ()).keys() >= {*orders, *season.planted}
    assert texts.looks.keys() >= {"somebody's E", "pieces or events", "a special", "codes"}
    site = _built(season, tmp_path / "site")
    everybodys = {each for each in sentences if not re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", each)}
    assert len(everybodys) > 3 * season.turns
    told = everybodys & site.sentences.keys()
    assert len(told) > 0.95 * len(everybodys)  # the rest is told with the codes that were hidden
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


def test_the_search_looks_into_past_sheets_and_scenes() -> None:
    """Also for what is in no row as it stands, as a sheet has parts of it from the one before."""
    past = Sheets()
    past.add(1, "<b>seen: token</b><i>-0123</i>")
    past.add(2, "<p>seen: token<i>-0123</i>")
    assert not [row for row in past.rows if b"token<i>-0123" in row]
    for rows in (past.rows, [b'[1,{"said":["token<i>-0123"]}]\n']):
        data = pack.script("red", 0, rows).encode()
        assert traces(data, [re.compile(b"token<i>-0123")])
        assert Gleaned().take_all([("riot/replay/red/01.js", data)]).texts == 1
        assert not traces(data, [re.compile(b"token-4567")])
