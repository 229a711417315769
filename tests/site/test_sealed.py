"""A sealed game on the site: sheets for their seats alone, public facts for everybody, all of it after the reveal."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.errors import Refused
from genetess_cli.site import build, places
from genetess_cli.site.places import key_of
from genetess_cli.site.write import pack, sealed
from genetess_cli.site.write.survey import NAME
from genetess_cli.store import schema
from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import Unopened
from tests.kit.boards import END, SOON, WIDE, wide_file
from tests.kit.keys import GAME_KEY, OTHER_ID
from tests.kit.league import League, site_in, wide
from tests.kit.sheets import part_of
from tests.site.html import Document


def _fresh(site: League, folder: Path) -> dict[str, bytes]:
    """The same league's site, built from nothing elsewhere."""
    build.build(site.league, folder)
    return site_in(folder)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A sealed game of a few turns; nothing is changed in it."""
    site = wide(tmp_path_factory.mktemp("sealed"), sealed=True).start()
    site.order("MOVE C2 E-E", "PASS", "MOVE C17 N-E").writes("red", "MOVE B2 E\n").writes("green", "PASS\n")
    site.build()
    return site


def test_a_sheet_is_what_it_is_in_an_open_game(built: League, tmp_path: Path) -> None:
    same = wide(tmp_path).start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    same.build()
    for seat in ("red", "green", "blue"):
        whole = same.page(f"riot/sheet/{seat}/0002.html").replace(f'/{seat}">', '">')
        sheet = built.sheet(f"riot/sheet/{seat}/0002.html").strip()
        assert sheet in whole.replace("▶ Replay this turn</a>, as you saw it", "▶ Replay the public news</a>")


def test_the_newest_sheet_has_the_stored_orders_and_a_form_for_new_ones(built: League) -> None:
    sheet = built.sheet("riot/sheet/red/index.html")
    assert re.search(r'<textarea id="orders"[^>]*>\nMOVE B2 E</textarea>', sheet)
    assert 'data-turn="2a"' in sheet
    assert "games/riot/orders/red.sealed" in sheet
    assert not [text for text in built.past("red", key=built.key("red")).values() if 'id="builder"' in text]


def test_the_orders_number_begins_where_the_clock_says(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start()
    site.writes("red", site.sealed("red", "* PASS\nMOVE B2 E\n", number=1_800_000_000)).tick().build()
    number = int(re.findall(r'data-number="(\d+)"', site.sheet("riot/sheet/red/index.html"))[0])
    assert number > 1_800_000_000


def test_without_the_key_a_page_shows_public_facts_and_how_to_get_in(built: League) -> None:
    text = built.page("riot/sheet/red/index.html")
    page = Document(re.sub(r'(?s)<pre id="sealed".*?</pre>', "", text))
    for words in (
        "round 2",
        "Ragnar’s move",
        "Jan",
        "Public news",
        "Ragnar",
        "the key that the GM sent",
    ):
        assert words in page.text
    assert not any("board" in str(each.get("class")) for each in page.of("svg"))
    assert not [word for word in ("MOVE", "B2", "ABC") if word in page.text]


def test_scripts_are_the_sites_own_and_only_where_they_are_of_use(built: League) -> None:
    for place in (each for each in built.pages() if each.endswith(".html")):
        if place.startswith("learn-"):  # of no game
            continue
        page = Document(built.page(place))
        scripts = [each.get("src") or each.get("id") for each in page.of("script")]
        builder = [*places.builder("genetess"), places.SEAL]
        wanted = builder if place.endswith("index.html") else [places.OLD, places.SEALED_PAST]
        expected = [f"../../../{name}" for name in wanted] if "/sheet/" in place else []
        if place.endswith("/replay.html"):
            expected = ["../old.js", "../replay.js", "facts"]
        if place in ("index.html", "gm.html"):
            expected = [places.ME]
        if place.startswith("player-"):
            expected = [places.PLAYER]
        if place == "404.html":
            expected = ["../" * depth + places.MISSING for depth in range(6)]
        if place == "riot/index.html":
            expected = ["../times.js", "../me.js"]
        expected = (
            [places.grammar("genetess"), places.CALCULATOR] if place in places.PIECES.values() else expected
        )
        expected = [places.LOOKUP] if place in places.RULES.values() else expected
        assert scripts == expected, place
        policy = str(page.of("meta")[2]["content"])
        assert policy.startswith("default-src 'none'; "), place
        assert ("script-src 'self';" in policy) == bool(scripts), place
        assert not [name for _, values in page.elements for name in values if name.startswith("on")], place
        assert not [values for _, values in page.elements if "style" in values], place
    assert {*places.scripts(places.RULES)} <= {*built.pages()}


def test_an_opened_sheet_is_well_formed_and_its_links_lead_somewhere(built: League) -> None:
    assert "past.html#0002" in Document(built.page("riot/sheet/red/index.html")).links
    past = built.past("red", key=built.key("red"))
    assert {"past.html#0001", "past.html#0003"} <= {*Document(past[2]).links}
    for page in map(Document, past.values()):
        assert not page.of("script")
        assert not [
            name for _, values in page.elements for name in values if name.startswith("on") or name == "style"
        ]


def test_the_home_tells_that_the_pieces_are_secret_until_the_gm_publishes_the_key(built: League) -> None:
    said = "until the GM publishes its key, only the players and the GM know where the pieces are"
    assert said in Document(built.page("riot/index.html")).text


def test_nobody_but_the_seat_opens_a_sheet(built: League) -> None:
    with pytest.raises(Unopened):
        built.sheet("riot/sheet/red/index.html", keys.seat_key(GAME_KEY, "green", 0))
    with pytest.raises(Unopened):
        built.sheet("riot/sheet/red/index.html", keys.state_key(GAME_KEY))


def _sizes(site: League) -> dict[str, int]:
    """The bytes that are sealed on each newest sheet, and in each file of past ones."""
    newest = [each for each in site.pages() if re.fullmatch(r"riot/sheet/\w+/index\.html", each)]
    past = [each for each in site.pages() if "/past/" in each]
    return {
        **{each: len(part_of(site.page(each)).sealed) for each in newest},
        **{each: len(pack.sealed_of(site.page(each))) for each in past},
    }


@pytest.mark.parametrize("comment", ["", "# " + "".join(map(chr, range(0x4E00, 0x4E00 + 1200)))])
def test_all_sheets_of_a_game_have_one_size_whatever_a_comment_says(tmp_path: Path, comment: str) -> None:
    site = (
        wide(tmp_path, sealed=True).start().order("MOVE C2 E-E", "PASS").writes("red", f"{comment}\nPASS\n")
    )
    site.build()
    sizes = _sizes(site)
    assert len(sizes) == 3 * 2
    assert {*sizes.values()} == {4 * box.BLOCK + box.OVERHEAD}


def test_the_size_of_what_is_sealed_doubles_for_good_where_it_must(built: League) -> None:
    """And for all seats together, or a length would tell who sees much."""
    seals, least = sealed.Seals(built.game), 4 * box.BLOCK
    sizes = []
    for count in (3_000, 17_000, 14_000, 40_000, 3_000):
        row = random.Random(8).randbytes(count)
        scripts = seals.past(0, {"red": [row], "green": []})
        sizes.append({len(pack.sealed_of(text)) - box.OVERHEAD for text in scripts.values()})
    assert sizes == [{least}, {2 * least}, {2 * least}, {4 * least}, {4 * least}]


def test_no_settings_and_no_order_files_are_published(built: League) -> None:
    assert "riot/orders.html" not in built.pages()
    home = built.page("riot/index.html")
    assert "orders.html" not in home
    assert "This game is sealed" in home
    assert '<svg class="board' in home  # walls and starts, which everybody knows
    assert "Five E" not in home


def test_an_order_file_that_cannot_be_opened_is_told_its_player_alone(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().writes("green", "PASS\n")
    file = site.root / "games" / "riot" / "orders" / "green.sealed"
    site.writes("red", file.read_bytes())
    site.build()
    assert "Your order file cannot be read: its first line is from another seat" in site.sheet(
        "riot/sheet/red/index.html"
    )
    assert "Your order file" not in site.sheet("riot/sheet/green/index.html")


def test_in_round_0_a_player_reads_the_own_gambles_and_nobody_else_does(tmp_path: Path) -> None:
    """Ruling G39. In an open game no sheet shows them, as anybody can open it."""
    site = wide(tmp_path, sealed=True)
    game = site.root / "games" / "riot" / "game.yaml"
    text = game.read_text().replace("rules: {", "rules: {gamble: [start], ")
    game.write_text(re.sub(r", start: K\d", "", text))
    site.start().build()
    before = site.pages()
    site.writes("red", "GAMBLE 17E on K2\n").build()
    assert ">\nGAMBLE 17E on K2</textarea>" in site.sheet("riot/sheet/red/index.html")
    assert "17E" not in site.sheet("riot/sheet/green/index.html")
    changed = {place for place, data in site.pages().items() if before[place] != data}
    assert changed == {"riot/sheet/red/index.html"}


# A build goes on from the last one


@pytest.mark.exhaustive
def test_turn_by_turn_is_the_same_as_all_at_once(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", sealed=True).start()
    site.build()
    for order in ("MOVE C2 E-E", "PASS", "MOVE C17 N-E", "MOVE B2 E", "FLARE Q3"):
        site.order(order).build()
    site.writes("red", "MOVE B3 E\n").build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_one_more_turn_writes_only_what_it_changes(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    site.build()
    before = site.pages()
    assert site.build().written == 0
    site.order("MOVE B2 E").build()
    changed = {place for place, data in site.pages().items() if before.get(place) != data}
    seats = {
        f"riot/sheet/{seat}/{name}"
        for seat in ("red", "green", "blue")
        for name in ("index.html", "past/01.js")
    }
    assert changed == seats | {
        "riot/replay.html", "riot/replay/01.js",
        "index.html", "gm.html", "riot/index.html", "riot/log/01.html", "riot/newest.js",
        "riot/turns/0003-1c.html", "riot/turns/0004-2a.html", "riot/turns/index.html",
        "deadlines.ics", "riot/position.json", "riot/feed.atom", "riot/deadlines.ics",
        *(f"player-{key_of(name, None)}.{kind}" for name in ("Ragnar", "Gwen") for kind in ("atom", "ics")),
        *(f"player-{key_of(name, None)}.html" for name in ("Ragnar", "Gwen", "Bo")),
    }  # fmt: skip


def test_what_a_build_remembers_is_sealed(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().order("MOVE C2 E-E", "PASS").writes("red", "FLARE C2\n")
    site.build()
    text = (site.out / NAME).read_text()
    assert "sealed story riot" in text
    for secret in ('"ABC', '"E2"', "FLARE C2", "MOVE C2", "position", "specials"):
        assert secret not in text


def test_a_memory_that_cannot_be_opened_only_makes_a_build_slower(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", sealed=True).start().order("MOVE C2 E-E")
    site.build()
    file = site.out / NAME
    text = file.read_text()
    middle = text.index("sealed story riot") + 2_000
    file.write_text(text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :])
    site.order("PASS").build()
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_changed_orders_reach_the_sheet_of_their_seat_alone(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().writes("red", "PASS\n")
    site.build()
    before = site.pages()
    site.writes("red", "MOVE B2 E\n").build()
    assert {place for place, data in site.pages().items() if before[place] != data} == {
        "riot/sheet/red/index.html"
    }


def test_a_sheet_changes_with_its_order_file_though_that_says_the_same(tmp_path: Path) -> None:
    """Else everybody would see that orders were sealed anew and are what they were."""
    site = wide(tmp_path, sealed=True).start().writes("red", "PASS\n")
    site.build()
    before, sheet = site.pages(), site.sheet("riot/sheet/red/index.html")
    site.hour += 1
    site.writes("red", "PASS\n").build()
    assert [place for place, data in site.pages().items() if before[place] != data] == [
        "riot/sheet/red/index.html"
    ]
    again = site.sheet("riot/sheet/red/index.html")
    assert re.sub("<!--.*-->", "", again) == re.sub("<!--.*-->", "", sheet)


def test_a_new_link_opens_all_sheets_of_the_seat_and_the_old_one_none(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", sealed=True).start().order("MOVE C2 E-E", "PASS")
    site.build()
    old = site.key("red")
    site.renew("red").build()
    for place in ("0000", "0001", "index"):
        assert "Ragnar" in site.sheet(f"riot/sheet/red/{place}.html")
        with pytest.raises(Unopened):
            site.sheet(f"riot/sheet/red/{place}.html", old)
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def _remembered(folder: Path, unseen: str, waiting: str) -> dict[str, Any]:
    """What a build keeps of a game in which green goes on unseen, and red's next order waits; outside git.

    There no page names a commit, which would tell one game from another as all else does that is public of records.
    """
    near = WIDE.replace("P2: ABC", "J3: AB")
    site = wide(folder, board=near, sealed=True).start().order("MOVE C2 E-E", unseen, "PASS")
    site.writes("red", waiting)
    shutil.rmtree(site.root / ".git")
    site.build()
    _, text = (site.out / NAME).read_bytes().split(b"\n")  # behind its print
    kept: dict[str, Any] = json.loads(text)
    return kept


def test_what_a_build_keeps_on_the_site_tells_nothing_that_a_seat_must_not_learn(tmp_path: Path) -> None:
    one = _remembered(tmp_path / "one", "MOVE J3 S-S", "MOVE B2 E\n")
    other = _remembered(tmp_path / "other", "MOVE J3 W-W", "MOVE B2 SE-E-E\n")
    for kept in (one, other):
        game = kept["games"]["riot"]
        game["past"] = len(game["past"])  # sealed for the GM
        game["made_of"]["folder"] = "git's id"
        prints = [(game, "history"), (game["made_of"], "edits")]  # of git's ids of what is sealed there
        prints += [(game, "packs")]  # of what the site shows sealed
        prints += [(game["keys"], f"riot/sheet/{seat}/index.html") for seat in ("red", "green", "blue")]
        for where, name in prints:
            where[name] = where[name].partition("-")[0]  # the length of what it is of
    assert one == other


# Without the key


@pytest.fixture(autouse=True)
def _no_key_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_without_the_key_the_other_games_are_built_and_the_key_is_named(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start()
    site.add("duel", wide_file(name="Duel", red="Ann", e=10, id=OTHER_ID))
    with pytest.raises(
        Refused, match=r"riot was not built.*riot is sealed, .*the master key is missing: set GENETESS_"
    ):
        site.build_closed()
    assert "riot/index.html" not in site.pages()
    assert "duel/index.html" in site.pages()
    assert "built without its key" in site.page("index.html")
    site.build()
    assert "built without its key" not in site.page("index.html")


def test_without_the_key_old_pages_stay(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start()
    site.build()
    assert site.build_closed().written == 0
    page = site.page("riot/sheet/red/index.html")
    site.order("PASS")
    with pytest.raises(Refused, match="riot was not built"):
        site.build_closed()
    assert site.page("riot/sheet/red/index.html") == page


def test_another_games_key_is_named_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = wide(tmp_path, sealed=True).start()
    monkeypatch.setenv("GENETESS_MASTER_KEY", "ab" * 32)
    with pytest.raises(Refused, match="not the one that the game was made with"):
        site.build_closed()


def test_what_does_not_fit_is_not_quoted(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True).start().order("MOVE C2 E-E")
    game = site.game
    [*_, record] = site.recorded()
    path = game.paths.record(record.number, record.turn)
    values = schema.plain(record)
    values["events"] = [{**event, "at": "Z99", "seat": "nobody"} for event in values["events"]]
    (site.root / path).write_bytes(game.codec.record_file(values, path))
    site.commit(path)
    with pytest.raises(Refused) as refused:
        site.build()
    assert "riot was not built" in str(refused.value)
    assert not re.search("Z99|nobody|C2|E2", str(refused.value))


def test_before_the_start_no_key_is_needed(tmp_path: Path) -> None:
    site = wide(tmp_path, sealed=True)
    site.build_closed()
    home = site.page("riot/index.html")
    assert "has not started yet" in home
    site.build(full=True)
    assert site.page("riot/index.html") == home


# The end


def test_a_game_that_is_over_stays_sealed_until_it_is_revealed(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", board=SOON, sealed=True).start().order(*END)
    site.build()
    assert "The game is over" in site.page("riot/index.html")
    assert "genetess reveal riot" in site.page("riot/index.html")
    assert '<svg class="board' not in site.page("riot/turns/0003-2a.html")
    assert "whole board" not in site.sheet("riot/sheet/red/index.html")
    site.reveal().build_closed()
    for place in ("turns/0000-0", "turns/0003-2a", "sheet/green/0002", "sheet/red/index"):
        assert '<svg class="board' in site.page(f"riot/{place}.html")
    assert "red ordered MOVE C2 SE-N" in Document(site.page("riot/turns/0001-1a.html")).text
    assert "its key is now public" in site.page("riot/index.html")
    assert "orders/red.sealed" in site.page("riot/orders.html")
    with_scripts = {
        place for place, data in site.pages().items() if b"<script" in data and place.startswith("riot/")
    }
    past = {f"riot/sheet/{seat}/past.html" for seat in ("red", "green", "blue")}
    sheets = {f"riot/sheet/{seat}/index.html" for seat in ("red", "green", "blue")}
    assert with_scripts == {"riot/index.html", "riot/replay.html"} | past | sheets
    assert site.pages() == _fresh(site, tmp_path / "fresh")


def test_a_clone_without_any_key_builds_the_whole_of_a_revealed_game(tmp_path: Path) -> None:
    site = wide(tmp_path / "here", board=SOON, sealed=True).start().order(*END).reveal()
    site.build()
    pages = site.pages()
    shutil.rmtree(site.out)
    site.build_closed()
    assert site.pages() == pages
