"""The page of rules: the very words of `explain`, an anchor for each, made once and not again; the skeleton board."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from genetess_cli.manual import dna, genie
from genetess_cli.manual.article import Article
from genetess_cli.manual.explain import find
from genetess_cli.manual.genetess.articles import BOOK
from genetess_cli.rules.genetess.codes import CODES
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.site.pages.page import PageRenderer, Site, anchor, to_markup
from genetess_cli.site.pages.rules import rules
from genetess_cli.site.places import RULES
from tests.kit.boards import WIDE, wide_file
from tests.kit.keys import OTHER_ID
from tests.kit.league import League, wide
from tests.site.html import Document

PAGE = "rules-genetess.html"
EVERY_NAME = pytest.mark.parametrize(
    ("place", "name", "asked"),
    [
        *((PAGE, name, name) for name in BOOK.entries),
        *(("rules-dna.html", name, f"DNA {name}") for name in dna.BOOK.entries),
        *(("rules-genie.html", name, f"GENIE {name}") for name in genie.BOOK.entries),
    ],
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> League:
    made = wide(tmp_path_factory.mktemp("rules")).start()
    made.build()
    return made


@pytest.fixture(scope="module")
def page(site: League) -> str:
    return site.page(PAGE)


@EVERY_NAME
def test_every_sentence_that_explain_has_is_on_the_page(
    site: League, place: str, name: str, asked: str
) -> None:
    section = _section(site.page(place), name)
    text = " ".join(Document(section).text.split())
    article = find(asked)
    assert article.title in text
    for line in (line for block in article.blocks for line in block.lines):
        assert line.text.replace("`", "") in text
        assert line.term in text
    assert "Ruling" not in text  # that is for whoever looks into the program
    assert section.count("<figure") == len(article.boards)
    assert all(f'href="#{anchor(other)}"' in section for other in article.see)


def _section(page: str, name: str) -> str:
    """An article with its heading, which stands before the article itself where that is folded."""
    before, mark, after = page.partition(f'id="{anchor(name)}"')
    assert mark, f"{name} has no place on the page"
    start = before[max(before.rfind('<article class="rule"'), before.rfind('<details class="rule"')) :]
    end = "</details>" if start.startswith("<details") else "</article>"
    return f"{start}{mark}{after.partition(end)[0]}{end}"


@pytest.mark.parametrize("place", RULES.values())
def test_the_page_is_well_formed_and_light(site: League, place: str) -> None:
    page = Document(site.page(place))
    ids = [values["id"] for _, values in page.elements if "id" in values]
    assert len(ids) == len(set(ids))
    assert len(gzip.compress(site.page(place).encode())) < 40_000  # as sites send it


@pytest.mark.parametrize(("place", "least"), [(PAGE, 10), ("rules-dna.html", 4), ("rules-genie.html", 7)])
def test_every_game_has_diagrams_and_each_of_their_boards_is_told_in_words(
    site: League, place: str, least: int
) -> None:
    figures = re.findall(r"<figure.*?</figure>", site.page(place), re.DOTALL)
    assert len(figures) >= least
    for figure in figures:
        boards = Document(figure).of("svg")
        assert boards
        assert all(re.search(r" [A-Ha-h][1-8]\b", str(board["aria-label"])) for board in boards)
        assert re.search(r"<figcaption>.+\.</figcaption>", figure)


def test_before_and_after_stand_side_by_side_and_the_way_is_drawn_before(site: League) -> None:
    figure = "<figure" + _section(site.page(PAGE), "MOVE").partition("<figure")[2].partition("</article>")[0]
    assert re.findall("<small>(.*?)</small>", figure) == ["Before", "After"]
    before, after = Document(figure).of("svg")
    assert "Before: green A on A1, green AE on C1, red ABBC on A3. Interior walls: B2" in str(
        before["aria-label"]
    )
    assert "After: green A on A1, red ABBC on C1. Interior walls: B2" in str(after["aria-label"])
    assert figure.count('<g class="go">') == 1
    assert figure.index('<g class="go">') < figure.index("After")


def test_codes_and_specials_are_folded_and_what_a_link_leads_to_is_inside(site: League) -> None:
    page = site.page(PAGE)
    assert page.count("<details") == len(CODES) + len(NAMES)
    for name in (*CODES, *NAMES):
        section = _section(page, name)
        assert section.startswith("<details")
        assert section.index("</summary>") < section.index(f'id="{anchor(name)}"')
    assert "<details" not in site.page("rules-dna.html") + site.page("rules-genie.html")


def test_bricks_are_defined_where_they_are_not_folded_away(site: League) -> None:
    page = site.page(PAGE)
    assert page.count('id="brick"') == 1
    assert page.index('id="brick"') < page.index("<details")


def test_code_is_marked_and_everything_else_escaped() -> None:
    assert to_markup("`a` <b> `c`") == "<code>a</code> &lt;b&gt; <code>c</code>"


def test_the_league_and_every_game_lead_to_it(site: League) -> None:
    assert f'href="{PAGE}"' in site.page("index.html")
    assert f'href="../{PAGE}"' in site.page("riot/index.html")


def test_a_special_in_sight_leads_to_its_rules(tmp_path: Path) -> None:
    made = wide(tmp_path, board=WIDE.replace("at: D4", "at: C4")).start()
    made.build()
    assert f'href="../../../{PAGE}#S1"' in made.page("riot/sheet/red/index.html")


def test_a_game_called_rules_is_not_in_its_way(tmp_path: Path) -> None:
    made = wide(tmp_path)
    made.add("rules", wide_file(name="Rules", red="Ann", e=10, id=OTHER_ID))
    made.build()
    assert made.build().written == 0
    assert {PAGE, "rules/index.html"} <= made.pages().keys()


def test_it_is_not_made_again_for_a_turn(site: League, monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> list[Article]:
        raise AssertionError("the rules have not changed")

    site.build()
    monkeypatch.setattr(BOOK, "article", never)
    monkeypatch.setattr("genetess_cli.site.pages.rules.book", never)
    assert site.order("PASS").build().written > 0


def test_a_new_title_of_the_league_reaches_it(tmp_path: Path) -> None:
    made = wide(tmp_path)
    made.build()
    (made.root / "genetess.yaml").write_text("title: Another League\n")
    made.build()
    assert "Another League" in made.page(PAGE)


# The skeleton board on a game's home


def _skeleton(page: str) -> str:
    found = re.search(r'<div class="wide skeleton"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert found
    return found[1]


def test_a_home_shows_walls_and_starts_before_the_start_and_later(tmp_path: Path) -> None:
    made = wide(tmp_path)
    made.build()
    before = _skeleton(made.page("riot/index.html"))
    assert re.findall(r"<title>(.*?)</title>", before) == ["B2: start K1", "Q2: start K2", "B17: start K3"]
    assert re.search(r'font-size="32">K1</text>', before)
    assert "K1 on B2, K2 on Q2, K3 on B17" in before
    assert re.findall(r'<g class="tok (c-[a-z]+)" transform="translate\(([0-9 ]+)\)"', before)[0] == (
        "c-red",
        "90 90",
    )
    made.start().order("MOVE C2 E-E").build()
    assert _skeleton(made.page("riot/index.html")) == before


def test_no_special_and_no_piece_can_show_there(tmp_path: Path) -> None:
    bare = re.sub(r"(?s)specials:.*", "", WIDE)
    crowded = bare + "specials:\n" + "".join(f"  - {{at: {c}4, type: S7}}\n" for c in "BCDEGHIJKLMNOPQ")
    pages = []
    for name, board in (("bare", bare), ("crowded", crowded), ("pieces", bare.replace("C2: ABC, ", ""))):
        made = wide(tmp_path / name, board=board)
        made.build()
        pages.append(made.page("riot/index.html"))
    types = r'(?s)<section class="card" aria-labelledby="specials">.*?</section>\n'
    assert pages[0] == re.sub(types, "", pages[1]) == pages[2]
    assert pages[1].count("S7") == 2  # the type and the link to its rule, and no square


@pytest.mark.parametrize(("ruleset", "first"), [("genetess", "GENETESS"), ("dna", "DNA"), ("genie", "GENIE")])
def test_the_page_opens_with_aim_turn_and_winning_and_tables_come_after(ruleset: str, first: str) -> None:
    page = PageRenderer(Site("The Test League")).render(rules(ruleset))
    assert page.index(f'<article class="rule" id="{first}">') < page.index('<table class="brief">')
    assert page.count(f'id="{first}"') == 1
    assert 'aria-label="Contents"' in page
