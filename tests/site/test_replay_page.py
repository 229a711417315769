"""The page of the replay: what stands beside its board from turn to turn, what leads to it, who has no script."""

from __future__ import annotations

import re
from pathlib import Path

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.dna.sight import DnaView
from genetess_cli.turns.acts import Finish, undo
from genetess_cli.turns.referee import act
from tests.kit.league import BEGIN, HOUR, League, wide
from tests.site.html import Document
from tests.site.scenes import anew, board_with, boards, scenes
from tests.site.test_dna import GAME as DNA
from tests.site.test_genie import GAME as GENIE

SEATS = ("red", "green", "blue")


# Beside the board


def _rows(site: League, viewer: str = "") -> list[dict[str, str]]:
    """The text of each row beside the board after each scene, by table and name."""
    return [
        {name: _text(parts) for name, parts in rows.items()}
        for rows in boards(scenes(site, viewer), "beside").values()
    ]


def _text(parts: list[object]) -> str:
    """All text of some elements, those of a level apart."""
    found = [
        part if isinstance(part, str) else _text(part[2:]) for part in parts if isinstance(part, str | list)
    ]
    return " ".join(text.strip() for text in found if text.strip())


def test_gene_pools_and_archives_go_along(tmp_path: Path) -> None:
    site = anew(tmp_path, DNA).play(6, seed=2)
    site.build()
    first, *_, last = _rows(site)
    assert first["0 0"] == "red r red 4 5 5"
    assert first["1 0"] == "red empty 0"
    view = site.game.view(PUBLIC)
    assert isinstance(view, DnaView)
    for number, (colour, stock) in enumerate(view.pools.items()):
        assert last[f"0 {number}"].endswith(f" {colour} {stock['S']} {stock['M']} {stock['L']}")
    for number, (seat, archive) in enumerate(view.archives.items()):
        rows = [text for name, text in last.items() if name.startswith(f"1 {number}")]
        assert float(rows[0].split()[-1]) == view.players[seat].score  # what the whole archive is worth
        assert len(rows) == max(1, len(archive))
    taken = [(seat, colour) for seat, archive in view.archives.items() for colour in archive]
    told = [text.split() for name, text in last.items() if name.startswith("1 ") and "empty" not in text]
    assert [(words[0], words[2]) for words in told] == taken != []


def test_captured_men_go_along(tmp_path: Path) -> None:
    site = anew(tmp_path, GENIE).order("Gd2", "d5", "Gd4", "Ge7", "Gxd5")
    site.build()
    assert _rows(site)[-2:] == [{}, {"0 1": "black pawn"}]


def test_of_pieces_in_sight_no_more_is_told_than_is_known(tmp_path: Path) -> None:
    undecoded = board_with("K2: {D2: K, D3: AB}").replace("ABBDDF", "ABBDD")
    site = wide(tmp_path, board=undecoded).start()
    site.build()
    rows = _rows(site, "red")[0]
    assert rows["0 a001002"] == "C2 r red ABC 2 1 9 E"
    assert rows["0 c001003"] == "D2 g green ? · · ·"


def test_special_squares_in_sight_go_along(tmp_path: Path) -> None:
    site = wide(tmp_path, more="spectators: full\n").start()
    site.build()
    assert _rows(site)[0]["1 003003"] == "D4 S1 Five E, <if> you stay"
    for place, way in (("replay.html", "../"), ("turns/0000-0.html", "../../")):
        assert f"{way}rules-genetess.html#S1" in Document(site.page(f"riot/{place}")).links
    assert b'"href":"../rules-genetess.html#S1"' in site.said()["riot/replay/01.js"]


# The page


def test_the_page_lists_every_turn_for_those_without_script(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", "MOVE B2 N-N\n").tick().order("PASS", "PASS")
    site.build()
    text = site.page("riot/replay.html")
    listed = re.findall(r'<a href="turns/([\w-]+)\.html"[^>]*>([^<]+)</a>', text)
    assert listed == [("0000-0", "start"), ("0001-1a", "1a"), ("0002-1a", "1a (2)"), ("0003-1b", "1b")]
    assert "<noscript>" in text
    assert "is the second thing that happened" in text


def test_home_and_turns_lead_to_the_replay(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS")
    site.build()
    assert "replay.html" in Document(site.page("riot/index.html")).links
    assert "../replay.html#1a.1" in Document(site.page("riot/turns/0001-1a.html")).links


def _to_replay(page: str) -> list[str]:
    return [link for link in Document(page).links if "/replay.html#" in link]


def test_a_sheet_leads_to_its_turn_in_the_replay_as_its_seat_saw_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS", "PASS")
    site.build()
    for seat in SEATS:
        assert _to_replay(site.page(f"riot/sheet/{seat}/0001.html")) == [f"../../replay.html#1a.1/{seat}"]
    assert _to_replay(site.page("riot/sheet/red/index.html")) == ["../../replay.html#1b.2/red"]


def test_where_nothing_is_hidden_a_sheet_leads_to_what_everybody_sees(tmp_path: Path) -> None:
    site = anew(tmp_path, DNA)
    site.build()
    assert _to_replay(site.page("riot/sheet/red/index.html")) == ["../../replay.html#0.0"]


def test_a_sheet_of_a_sealed_game_leads_to_what_everybody_may_know(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().order("PASS", "PASS")
    site.build()
    assert _to_replay(site.page("riot/sheet/red/index.html")) == ["../../replay.html#1b.2"]
    assert _to_replay(site.sheet("riot/sheet/red/index.html")) == ["../../replay.html#1b.2"]
    assert _to_replay(site.sheet("riot/sheet/red/0001.html")) == ["../../replay.html#1a.1"]
    site.hour = 10
    act(site.league, "riot", Finish(reason="time is up"), BEGIN + 9 * HOUR)
    site.reveal().build()
    assert _to_replay(site.page("riot/sheet/red/0001.html")) == ["../../replay.html#1a.1/red"]


def test_a_sheet_leads_to_no_scene_that_there_is_not(tmp_path: Path) -> None:
    site = wide(tmp_path / "late", more="spectators: {delayed: 3}\n", sealed=True).start().order("PASS")
    site.build()
    assert _to_replay(site.page("riot/sheet/red/index.html")) == []
    assert _to_replay(site.sheet("riot/sheet/red/0000.html")) == []
    gone = wide(tmp_path / "back").start().order("PASS")
    undo.undo(gone.league, "riot", BEGIN + 9 * HOUR)
    gone.build()
    assert _to_replay(gone.page("riot/sheet/red/0001.html")) == []


WHOLE_LATER = "Until then you see no more here than all players see together"


def test_a_running_game_in_the_fog_says_that_nobody_is_shown_all_of_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS")
    site.build()
    assert WHOLE_LATER in site.page("riot/replay.html")
    act(site.league, "riot", Finish(reason="enough"), BEGIN + 9 * HOUR)
    site.build()
    assert WHOLE_LATER not in site.page("riot/replay.html")


def test_where_all_is_shown_or_no_seats_board_is_it_says_no_such_thing(tmp_path: Path) -> None:
    for site in (
        wide(tmp_path / "full", more="spectators: full\n").start(),
        wide(tmp_path / "late", more="spectators: {delayed: 2}\n").start(),
        wide(tmp_path / "sealed", sealed=True).start(),
        anew(tmp_path / "dna", DNA),
    ):
        site.build()
        assert WHOLE_LATER not in site.page("riot/replay.html")
