"""The built site as its readers find it: every link leads somewhere, nothing written by a person is markup."""

from __future__ import annotations

import gzip
import posixpath
import re
import shutil
from pathlib import Path

import pytest

from genetess_cli.manual import lesson
from genetess_cli.site.places import (
    CALCULATOR,
    LESSON,
    LOOKUP,
    ME,
    MISSING,
    OLD,
    PAST,
    PIECES,
    PLAY,
    PLAYER,
    RULES,
    TIMES,
    builder,
    grammar,
)
from tests.kit.league import League, wide
from tests.site.html import Document

EVIL = "<script>alert(1)</script>&amp;"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    made = wide(tmp_path_factory.mktemp("site"), name=f"Riot {EVIL}", red=EVIL).start().play(24, seed=3)
    made.writes("red", f"# {EVIL}\nMOVE B2 {EVIL}\u202e\n").writes("green", "*PASS / FLY me\n")
    made.build()
    return made


def _documents(site: League) -> dict[str, Document]:
    return {place: Document(data.decode()) for place, data in site.pages().items() if place.endswith(".html")}


def _past(site: League) -> dict[str, Document]:
    """Every past sheet, by the place from which its links lead."""
    texts = {seat: site.past(seat) for seat in ("red", "green", "blue")}
    return {
        f"riot/sheet/{seat}/{number:04}.html": Document(text)
        for seat, own in texts.items()
        for number, text in own.items()
    }


def test_every_page_is_well_formed_and_has_what_a_page_needs(site: League) -> None:
    for place, page in _documents(site).items():
        assert page.of("html") == [{"lang": "en"}], place
        assert [len(page.of(tag)) for tag in ("main", "h1", "header", "footer")] == [1] * 4, place
        assert page.of("title"), place
        ids = [values["id"] for _, values in page.elements if "id" in values]
        assert len(ids) == len(set(ids)), place
        for nav in page.of("nav"):
            assert nav["aria-label"], place


def test_every_past_sheet_is_well_formed_and_has_what_the_page_around_it_takes(site: League) -> None:
    frame = Document(site.page("riot/sheet/red/past.html"))
    taken = {values["id"] for _, values in frame.elements if "id" in values}
    past = _past(site)
    assert len(past) == 3 * 24
    for place, sheet in past.items():
        assert [len(sheet.of(tag)) for tag in ("nav", "main", "h1", "footer")] == [1, 0, 0, 0], place
        ids = [values["id"] for _, values in sheet.elements if "id" in values]
        assert len({*ids, *taken}) == len([*ids, *taken]), place
        assert [each["data-title"] for each in sheet.of("div") if each.get("id") == "head"], place


def test_every_link_leads_to_a_file_of_the_site(site: League) -> None:
    pages, documents = site.pages(), _documents(site) | _past(site)
    ids = {
        place: {values["id"] for _, values in page.elements if "id" in values}
        for place, page in documents.items()
    }
    for place in _past(site):
        ids[f"{posixpath.dirname(place)}/past.html"] |= ids[place]  # where it is shown
    for place, page in documents.items():
        for link in page.links:
            if link == "data:," or link.endswith(f"../{MISSING}"):  # which is asked for at several depths
                continue
            file, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(place), file)) if file else place
            assert target in pages, f"{place}: {link}"
            if anchor and anchor not in ids[target]:
                assert _is_turn(pages, target, anchor) or _is_past(site, target, anchor), f"{place}: {link}"
            assert not link.startswith("/"), f"{place}: {link} leaves a sub-path"


def _is_turn(pages: dict[str, bytes], target: str, anchor: str) -> bool:
    """Whether an address of the replay names a turn that there is: `3b.17`, `3b.17/red`."""
    label, _, number = anchor.partition("/")[0].partition(".")
    return target.endswith("/replay.html") and f"riot/turns/{int(number):04}-{label}.html" in pages


def _is_past(site: League, target: str, anchor: str) -> bool:
    """Whether an address names a past sheet that there is, or the newest, to which it leads on: `past.html#0017`."""
    found = re.fullmatch(r"riot/sheet/(\w+)/past\.html", target)
    return found is not None and anchor.isdigit() and int(anchor) in {*site.past(found[1]), 24}


STEPS = sum(len(lesson.steps(ruleset)) for ruleset in RULES)


def _scripts(place: str) -> list[str]:
    """The scripts of the site that a page loads, and the data in it for them by its id."""
    if place.endswith("/replay.html"):
        return [OLD, "replay.js", "facts"]
    if place in ("index.html", "gm.html"):
        return [ME]
    if place.startswith("player-"):
        return [PLAYER]
    if place == "404.html":
        return [MISSING] * 6
    if place == "riot/index.html":  # there is a deadline
        return [TIMES, ME]
    if place in RULES.values():
        return [LOOKUP]
    if place.startswith("learn-"):
        ruleset = place.split("-")[1]
        return [*builder(ruleset), LESSON, "offers"]
    if place in PIECES.values():
        return [grammar("genetess"), CALCULATOR]
    if place.endswith("/past.html"):
        return [OLD, PAST]
    own = [*builder("genetess"), "offers"]
    return own if re.search("/sheet/.*index", place) else []


def _named(script: dict[str, str | None]) -> str:
    """A script by its file, which lies in the site's own folder, or data by its id."""
    if "src" in script:
        assert script.keys() - {"blocking"} == {"src", "defer"}
        return str(script["src"]).replace("../", "")
    assert script["type"] == "application/json"
    return str(script["id"])


def test_no_page_asks_another_place_for_anything_or_runs_anything(site: League) -> None:
    documents = _documents(site)
    for place, page in documents.items():
        policy = page.of("meta")[2]
        assert "default-src 'none'" in str(policy["content"]), place
        assert [*map(_named, page.of("script"))] == _scripts(place), place
    for place, page in {**documents, **_past(site)}.items():
        assert len(page.of("script")) == len(_scripts(place)), place
        assert not [name for _, values in page.elements for name in values if name.startswith("on")], place
        assert not [values for _, values in page.elements if "style" in values], place
    assert not re.search(r"url\((?!#)|@import", site.page("style.css"))


def test_nothing_that_a_person_wrote_is_markup_or_turns_the_text(site: League) -> None:
    for place, data in site.said().items():
        if place.endswith((".yaml", ".png")):  # the file as its GM wrote it, and what is no text
            continue
        if not place.startswith("riot/replay/"):  # whose scenes are text, which the page makes no markup of
            assert data.count(b"<script") == (len(_scripts(place)) if place.endswith(".html") else 0), place
        assert "\u202e" not in data.decode(), place
    assert "&lt;script&gt;alert(1)" in site.page("riot/index.html")
    assert "⟨202E⟩" in site.page("riot/sheet/red/index.html")


def test_a_sheet_says_whose_turn_it_is_and_how_to_order(site: League) -> None:
    home = site.page("riot/index.html")
    mover = re.findall(r'data-seat="(\w+)" data-moves', home)[0]
    assert "<b>Your move</b>" in site.page(f"riot/sheet/{mover}/index.html")
    assert f"games/riot/orders/{mover}.txt" in site.page(f"riot/sheet/{mover}/index.html")
    other = next(seat for seat in ("red", "green", "blue") if seat != mover)
    assert "<b>Your move</b>" not in site.page(f"riot/sheet/{other}/index.html")


def test_past_is_every_sheet_but_the_newest(site: League) -> None:
    for seat in ("red", "green", "blue"):
        assert [*site.past(seat)] == [*range(24)]
    assert 'href="past.html#0023"' in site.page("riot/sheet/red/index.html")


def test_history_can_be_walked_from_end_to_end(site: League) -> None:
    turns = {
        place.rpartition("/")[2]: data.decode()
        for place, data in site.pages().items()
        if re.fullmatch(r"riot/turns/\d.*", place)
    }
    sheets = {f"past.html#{number:04}": text for number, text in site.past("green").items()}
    sheets["past.html#0024"] = site.page("riot/sheet/green/index.html")
    for pages in (turns, sheets):
        name, steps = min(pages), 0
        while after := re.search(r'rel="next" href="([^"]+)"', pages[name]):
            assert f'rel="prev" href="{name}"' in pages[after[1]]
            name, steps = after[1], steps + 1
        assert steps == 24


def test_a_queue_is_on_its_own_sheet_alone(site: League) -> None:
    assert "FLY" in site.page("riot/sheet/green/index.html")
    assert "FLY" not in site.page("riot/sheet/green/0023.html")
    assert not [place for place, data in site.said().items() if b"FLY" in data and "green" not in place]


def test_a_sheet_with_its_style_is_light(site: League) -> None:
    styles = [gzip.compress(site.pages()[name]) for name in ("style.css", "genetess.css")]
    for place, data in site.pages().items():
        if "/sheet/" in place and place.endswith("index.html"):
            assert sum(map(len, [gzip.compress(data), *styles])) <= 14_300, place


def test_the_log_has_a_page_for_every_hundred_turns_and_home_only_the_newest(site: League) -> None:
    assert site.page("riot/log/01.html").count("<dt>") == 24
    assert site.page("riot/index.html").partition('class="feed"')[2].count('<a class="tag"') == 3


def test_the_home_has_a_column_for_colours_where_seats_have_other_names(site: League) -> None:
    page = site.page("riot/index.html")
    seats = re.findall(r'<th scope="row"><svg class="tok .*?</svg> ([^<]+)</th>', page)
    assert seats == ["red", "green", "blue"]
    assert '<th scope="col">Colour</th>' not in page


def test_a_game_that_has_not_started_has_a_home(tmp_path: Path) -> None:
    made = wide(tmp_path)
    assert (
        made.build().pages == 3 + len(RULES) + len(PIECES) + len([PLAY]) + 2 + len(RULES) + 1 + 3 + STEPS + 1
    )
    assert "The game has not started yet" in made.page("riot/index.html")
    Document(made.page("riot/index.html"))


def test_the_page_of_a_turn_marks_what_moved_where_the_board_is_shown(tmp_path: Path) -> None:
    site = wide(tmp_path / "whole", more="spectators: full\n").start().order("MOVE C2 E-E")
    site.build()
    page = site.page("riot/turns/0001-1a.html")
    assert page.count('class="trail"') == 1
    assert "an arrow: a piece moved" in page
    fog = wide(tmp_path / "fog").start().order("MOVE C2 E-E")
    fog.build()
    assert 'class="trail"' not in fog.page("riot/turns/0001-1a.html")


def test_a_league_without_games_says_so(tmp_path: Path) -> None:
    made = wide(tmp_path)
    shutil.rmtree(made.root / "games" / "riot")
    made.build()
    assert "There are no games yet." in made.page("index.html")
