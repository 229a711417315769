"""The replay: scenes that lead to the very boards that views give, for each viewer no more than their pages show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from genetess_cli.rules.base import PUBLIC, REFEREE
from genetess_cli.site import build
from genetess_cli.site.games import drawing
from genetess_cli.site.places import POOL, RECORDS
from genetess_cli.turns import timeline
from genetess_cli.turns.acts import Finish, undo
from genetess_cli.turns.referee import act
from tests.kit.league import BEGIN, HOUR, League, site_in, wide
from tests.kit.reading import begun
from tests.site.html import Document
from tests.site.scenes import Drawn, anew, board_with, boards, elements, scenes, turns
from tests.site.test_dna import GAME as DNA
from tests.site.test_genie import GAME as GENIE

SEATS = ("red", "green", "blue")
BOARD = 'aria-label="The board as it is now'
"""What the board of the page says that those without script see."""


def _drawn(site: League, viewer: str, slug: str = "riot", what: str = "board") -> dict[int, Drawn]:
    """What is drawn of the view that a viewer has after each turn that holds, on the board or beside it."""
    folder = begun(site.league, slug)
    facts = site.facts(slug)
    found = {}
    for moment in timeline.positions(site.league, folder.terms, folder.position):
        drawn, view = drawing(folder.file.ruleset), folder.ruleset.view(moment.after, viewer)
        rows = [
            table.rows for table in drawn.beside(view, facts.seats, f"../rules-{folder.file.ruleset}.html")
        ]
        layers: Sequence[Mapping[str, str]] = rows
        if what == "board":
            things = drawn.layers(view, facts.seats)
            layers = [{name: each.full for name, each in layer.items()} for layer in things]
        if moment.is_undone:
            continue
        found[moment.record.number] = {
            f"{number} {name}": elements(markup)
            for number, layer in enumerate(layers)
            for name, markup in layer.items()
        }
    return found


def _fresh(site: League, folder: Path) -> dict[str, bytes]:
    build.build(site.league, folder)
    return site_in(folder)


def _same(site: League, viewer: str, as_viewer: str, slug: str = "riot") -> None:
    """Scenes and views lead to the same boards and tables; orders that failed and changed nothing have no scene."""
    for what in ("board", "beside"):
        shown, seen = boards(scenes(site, viewer, slug), what), _drawn(site, as_viewer, slug, what)
        assert shown
        assert {number: seen[number] for number in shown} == shown


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [3, 4])
def test_scenes_lead_to_the_boards_that_each_seat_sees(tmp_path: Path, seed: int) -> None:
    site = wide(tmp_path).start().play(60, seed=seed)
    site.build()
    for seat in SEATS:
        _same(site, seat, seat)
        assert len(scenes(site, seat)) > RECORDS


# rulings G3 to G5
@pytest.mark.exhaustive
def test_in_an_open_game_there_is_what_all_sheets_show_together(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start().play(20, seed=5)
    site.build()
    site.play(12, seed=6).build()
    pooled = scenes(site, POOL)
    assert [scene["said"] for scene in pooled if scene["said"]] == [
        scene["said"] for scene in scenes(site) if scene["said"]
    ]
    assert pooled[0]["label"].startswith("The board as all players together see it after turn 0.")
    shown = boards(pooled)
    assert len(shown) > 20
    folder = site.game
    for moment in timeline.positions(site.league, folder.terms, folder.position):
        views = [folder.ruleset.view(moment.after, seat) for seat in SEATS]
        if moment.record.number in shown:
            board = shown[moment.record.number]
            for layer, things in ((5, "pieces"), (4, "specials")):
                found = {name.split()[1] for name in board if name.startswith(f"{layer} ")}
                assert found == {each.at for view in views for each in getattr(view, things)}
    assert "4 P16" not in shown[0]  # which nobody sees at the start
    assert site.pages() == _fresh(site, tmp_path / "fresh")


@pytest.mark.exhaustive
def test_scenes_of_spectators_who_see_everything_lead_to_the_wholeboard_with(tmp_path: Path) -> None:
    site = wide(tmp_path, more="spectators: full\n").start().play(30)
    site.build()
    _same(site, "", REFEREE)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("ruleset", "game"), [("dna", DNA), ("genie", GENIE)])
def test_where_nothing_is_hidden_there_are_scenes_for_everybody_alone(
    tmp_path: Path, ruleset: str, game: str
) -> None:
    site = anew(tmp_path, game).play(14, seed=2)
    site.build()
    _same(site, "", PUBLIC)
    assert [file.name for file in (site.out / "riot/replay").iterdir()] == ["01.js"]
    assert len(scenes(site)) == 15
    assert BOARD in site.page("riot/replay.html")
    assert all(scene["order"] for scene in scenes(site)[1:])


def test_scenes_tell_everybody_what_the_log_tells(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS")
    site.build()
    found = scenes(site)
    assert turns(found) == ["0", "1a", "1b"]
    assert found[1]["said"] == ["The GM entered the order of Ragnar (red)."]
    assert not [
        scene for scene in found if scene["order"] or scene["board"] or scene["beside"] or scene["label"]
    ]
    assert found[1]["players"]["green"] == [0, "moves", None, True]


def test_scenes_tell_a_seat_what_its_sheets_tell(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS")
    site.build()
    scene = scenes(site, "red")[1]
    assert scene["order"] == ["You ordered ", "MOVE C2 E-E", "."]
    assert scene["said"] == ["Your ABC moved from C2 to E2."]
    assert scene["label"].startswith("The board as red sees it after turn 1a.")
    assert scene["players"]["red"][2] == 41
    assert [scene["order"] for scene in scenes(site, "green")[:2]] == [None, None]


def test_an_order_that_fails_is_in_no_scene_but_its_own_seats(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", "MOVE B2 N-N\n").tick().order("PASS")
    site.build()
    assert [scene["number"] for scene in scenes(site)] == [0, 2]
    assert [scene["number"] for scene in scenes(site, "green")] == [0, 2]
    mine = scenes(site, "red")
    assert [scene["number"] for scene in mine] == [0, 1, 2]
    assert mine[1]["order"][:2] == ["You ordered ", "MOVE B2 N-N"]
    assert mine[1]["order"][2].startswith(": it failed. ")


def test_a_file_that_cannot_be_read_is_told_to_its_seat(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    folder = site.root / "games/riot/orders"
    folder.mkdir(exist_ok=True)
    (folder / "red.txt").write_bytes(b"\xff\xfe")
    site.tick().build()
    assert scenes(site, "red")[1]["order"][0] == "You sent an order file that cannot be read: "
    assert len(scenes(site, "green")) == 1


def test_captures_and_eliminations_are_of_note(tmp_path: Path) -> None:
    near = "K2: {D2: K}"
    site = wide(tmp_path, board=board_with(near)).start().order("MOVE C2 SE-N", "PASS", "MOVE D2 W-S")
    site.build()
    noted = [[scene["said"][note] for note in scene["notes"]] for scene in scenes(site)]
    assert any("is out of the game" in said for said in noted[1])
    assert noted[0] == []


@pytest.mark.exhaustive
def test_a_game_that_is_over_is_shown_whole_and_as_each_seat_saw_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start().play(12)
    act(site.league, "riot", Finish(reason="time is up"), BEGIN + 99 * HOUR)
    site.build()
    _same(site, "", REFEREE)
    _same(site, "red", "red")
    assert BOARD in site.page("riot/replay.html")


# What was taken back


def test_turns_that_were_taken_back_are_in_no_scene(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    site.build()
    undo.undo(site.league, "riot", BEGIN + 9 * HOUR, to="1b")
    site.hour = 10
    site.build()
    assert turns(scenes(site)) == ["0", "1a", "2a"]  # the last one is the undo, made in turn 2a
    site.order("MOVE P2 W-W").build()
    assert turns(scenes(site)) == ["0", "1a", "2a", "1b"]
    for seat in SEATS:
        _same(site, seat, seat)
    page = Document(site.page("riot/replay.html"))
    assert "1b undone" in page.text
    assert site.pages() == _fresh(site, tmp_path / "fresh")


@pytest.mark.exhaustive
def test_turns_go_on_behind_an_undo_from_build_to_build(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start().play(6)
    site.build()
    undo.undo(site.league, "riot", BEGIN + 50 * HOUR)
    site.build()
    site.hour = 60
    for _ in range(3):
        site.play(1).build()
    for seat in SEATS:
        _same(site, seat, seat)
    assert site.pages() == _fresh(site, tmp_path / "fresh")


# A build goes on from the last one


@pytest.mark.exhaustive
def test_one_more_turn_writes_the_last_files_alone(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start().order(*["PASS"] * (RECORDS + 1))
    site.build()
    first = (site.out / "riot/replay/red/01.js").stat().st_mtime_ns
    site.order("MOVE C2 E-E").build()
    assert (site.out / "riot/replay/red/01.js").stat().st_mtime_ns == first
    assert len(scenes(site, "red")) == RECORDS + 3
    assert site.pages() == _fresh(site, tmp_path / "fresh")


@pytest.mark.exhaustive
def test_every_file_is_begun_and_ended_at_its_record(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start().order(*["PASS"] * (RECORDS - 3))
    for _ in range(5):
        site.order("PASS").build()
    found = [scene["number"] for scene in scenes(site)]
    assert found == [*range(RECORDS + 3)]
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_a_file_of_scenes_that_was_deleted_comes_back_as_the_game_goes_on(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS", "PASS")
    site.build()
    (site.out / "riot/replay/red/01.js").unlink()
    (site.out / "riot/replay/red/09.js").write_text("old")
    site.order("PASS").build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


# Delays and seals


@pytest.mark.by_day(1)
@pytest.mark.parametrize("sealed", [False, True])
def test_a_replay_is_as_late_as_spectators(sealed: bool, tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more="spectators: {delayed: 3}\n", sealed=sealed).start()
    site.build()
    assert scenes(site) == []
    for number, order in enumerate(("MOVE C2 E-E", "PASS", "MOVE C17 N-E", "MOVE B2 E", "FLARE Q3", "PASS")):
        site.order(order).build()
        assert turns(scenes(site)) == ["0", "1a", "1b", "1c"][: max(0, number - 1)]
    assert scenes(site)[1]["order"] == ["red ordered ", "MOVE C2 E-E", "."]
    _same(site, "", REFEREE)
    assert BOARD not in site.page("riot/replay.html")
    assert "3 turns late, and so does the replay" in site.page("riot/replay.html")
    assert site.pages() == _fresh(site, tmp_path / "fresh")


@pytest.mark.exhaustive
def test_a_late_replay_begins_its_next_file_later(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", more="spectators: {delayed: 3}\n").start().order(*["PASS"] * (RECORDS - 1))
    for _ in range(5):
        site.order("PASS").build()
    assert [scene["number"] for scene in scenes(site)] == [*range(RECORDS + 2)]
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_a_sealed_game_has_scenes_for_everybody_alone_until_it_is_revealed(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().order("MOVE C2 E-E", "PASS")
    site.build()
    assert {file.name for file in (site.out / "riot/replay").rglob("*")} == {"01.js"}
    assert not [scene for scene in scenes(site) if scene["board"] or scene["beside"] or scene["order"]]
    act(site.league, "riot", Finish(reason="time is up"), BEGIN + 9 * HOUR)
    site.build()
    assert not [scene for scene in scenes(site) if scene["board"] or scene["beside"] or scene["order"]]
    site.hour = 10
    site.reveal().build()
    _same(site, "", REFEREE)
    _same(site, "red", "red")
