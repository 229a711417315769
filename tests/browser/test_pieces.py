"""What the browser works out is what the rules say: pieces, by hundreds, and how an order file is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from genetess_cli.manual.genetess import articles
from genetess_cli.rules.genetess.codes import LETTERS, body, sequence
from genetess_cli.rules.genetess.order import USAGES
from genetess_cli.rules.orders import entries
from tests.browser.conftest import Served
from tests.kit.league import wide

Opens = Callable[..., Page]
CALCULATOR = "rules-genetess-pieces.html"
WORK_OUT = """(all) => {
  return all.map((codes) => {
    const made = Pieces.body(Pieces.sequence(codes));
    return { ...made, cost: String(made.cost) };
  });
}"""
WRITTEN = """(all) => {
  return all.map((codes) => Calculator.sum(Pieces.sequence(codes)));
}"""
MARKS = [
    " ",
    " ",
    "\n",
    "\n",
    "/",
    "#",
    "*",
    ",",
    "PASS",
    "MOVE",
    "g4",
    "N-E",
    "\r\n",
    "\u2028",
    "ü",
    "\t",
    "\x0b",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    made = wide(tmp_path_factory.mktemp("pieces")).start()
    made.build()
    served = Served(made.out)
    yield served.address
    served.close()


@pytest.fixture
def page_of_disk(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    made = wide(tmp_path).start()
    made.build()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((made.out / CALCULATOR).as_uri())
        yield page


def _worked_out(codes: str) -> dict[str, Any]:
    """What the rules say of a sequence, as the script gives it."""
    made = body(sequence(codes))
    return {
        "codes": made.codes,
        "cost": str(made.cost),
        "steps": made.steps,
        "radius": made.radius,
        "legs": made.legs,
        "kings": made.kings,
        "diagonal": len(made.directions) == 8,
        "viable": made.viable,
        "verbs": [verb for verb in USAGES if verb in made.verbs],
    }


def _drawn() -> list[str]:
    luck = Random(8)
    some = ("".join(luck.choices(LETTERS, k=luck.randint(1, 40))) for _ in range(600))
    return [*LETTERS, *some, "ZYX" * 60, "KK"]


# rulings G2, G7, G13, G26
def test_the_browser_works_out_what_the_rules_say(opens: Opens) -> None:
    page = opens(CALCULATOR)
    assert page.evaluate(WORK_OUT, _drawn()) == [_worked_out(codes) for codes in _drawn()]


# ruling G7
@pytest.mark.exhaustive
def test_a_cost_is_written_on_the_page_as_explain_writes_it(opens: Opens) -> None:
    written = opens(CALCULATOR).evaluate(WRITTEN, _drawn())
    assert written == [articles.cost(sequence(codes)) for codes in _drawn()]
    assert any("," in each for each in written)


def test_an_order_file_is_read_as_the_program_reads_it(opens: Opens) -> None:
    luck = Random(8)
    texts = ["".join(luck.choices(MARKS, k=luck.randint(0, 30))) for _ in range(600)]
    page = opens("riot/sheet/red/index.html")
    reading = "(texts) => texts.map((text) => Queue.entries(text).map((each) => [each.text, each.starred]))"
    assert page.evaluate(reading, texts) == [
        [[entry.text, entry.starred] for entry in entries(text)] for text in texts
    ]


@pytest.mark.exhaustive
def test_changing_one_order_leaves_the_others_and_the_comments_that_are_not_behind_it_alone(
    opens: Opens,
) -> None:
    luck = Random(9)
    page = opens("riot/sheet/red/index.html")
    for _ in range(60):
        text = "".join(luck.choices([*MARKS, "MOVE", "PASS"], k=25))
        found = [entry.text for entry in entries(text)]
        for index, order in enumerate(found):
            rest = page.evaluate("([text, index]) => Queue.removed(text, index)", [text, index])
            assert [entry.text for entry in entries(rest)] == found[:index] + found[index + 1 :], (
                text,
                order,
            )
            assert [*_comments(rest)] == [*_comments(text, without=index)]
            new = page.evaluate("([text, index]) => Queue.replaced(text, index, 'NEW')", [text, index])
            assert [entry.text for entry in entries(new)] == [*found[:index], "NEW", *found[index + 1 :]]


def _comments(text: str, without: int | None = None) -> Iterator[str]:
    """The comments of a file; that goes which stands behind the one order of its line, where that order goes."""
    number = 0
    for line in text.splitlines():
        count = len(entries(line))
        is_gone = count == 1 and number == without
        number += count
        if "#" in line and not is_gone:
            yield line.partition("#")[2]


# The calculator


def test_a_sequence_is_told_in_full(opens: Opens) -> None:
    page = opens(CALCULATOR)
    page.get_by_label("Codes of a piece").fill("dbabz")
    for words in (
        "ABBDZ",
        articles.cost("ABBDZ"),
        "It sees 3 squares to every side (7 × 7).",
        "It moves exactly 3 steps, north, east, south or west.",
        "It charges up to 1 leg in one order.",
        "CHARGE square directions",
        "B: Additional Move (price 2) × 2",
    ):
        expect(page.locator("#result")).to_contain_text(words)


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("s4", "S4"),
        ("S 22", "S22"),
        ("S23", "There is no S23: special squares are S1 to S22."),
        ("B", "A piece needs an A or a K to live."),
        ("KK", "0 E, for K alone costs nothing"),
        ("A-B", "Codes are letters from A to Z"),
        ("A" * 201, "A piece has at most 200 codes here, and these are 201."),
    ],
)
def test_specials_and_what_is_no_piece_are_told_of(opens: Opens, text: str, words: str) -> None:
    page = opens(CALCULATOR)
    page.get_by_label("Codes of a piece").fill(text)
    expect(page.locator("#result")).to_contain_text(words)


def test_the_address_can_name_a_piece(opens: Opens) -> None:
    expect(opens(f"{CALCULATOR}#ABC").locator("#result")).to_contain_text("9 E = (1+2+2) + (1×2×2)")


@pytest.mark.exhaustive
def test_the_address_follows_what_is_typed(opens: Opens) -> None:
    page = opens(CALCULATOR)
    steps = page.evaluate("history.length")
    page.get_by_label("Codes of a piece").press_sequentially("dbz ab")
    expect(page).to_have_url(re.compile(f"{CALCULATOR}#DBZAB$"))
    assert page.evaluate("history.length") == steps
    page.goto(page.url.replace("DBZAB", "s4"))
    expect(page.locator("#result")).to_contain_text("S4")
    page.get_by_label("Codes of a piece").fill("a%")
    expect(page).to_have_url(re.compile(f"{CALCULATOR}$"))


@pytest.mark.exhaustive
def test_from_the_own_disk_the_address_follows_too(page_of_disk: Page) -> None:
    page_of_disk.get_by_label("Codes of a piece").fill("abbdz")
    expect(page_of_disk).to_have_url(re.compile("#ABBDZ$"))
    page_of_disk.reload()
    expect(page_of_disk.locator("#result")).to_contain_text("ABBDZ")


def test_without_scripts_the_tables_are_there(opens: Opens) -> None:
    page = opens(CALCULATOR, java_script_enabled=False)
    expect(page.locator("#calculator")).to_be_hidden()
    for words in ("B: Additional Move", "CHARGE square directions", "S22"):
        expect(page.locator("main")).to_contain_text(words)


@pytest.mark.exhaustive
def test_rules_and_sheets_lead_to_it(opens: Opens) -> None:
    for place in ("rules-genetess.html", "riot/sheet/red/index.html"):
        page = opens(place)
        page.get_by_role("link", name="Work out a piece").click()
        expect(page.locator("h1")).to_have_text("Work out a piece Genetess")


@pytest.mark.exhaustive
def test_headings_below_the_field_are_one_step_below_that_of_the_page(opens: Opens) -> None:
    for text in ("S4", "ABCDKZ"):
        page = opens(f"{CALCULATOR}#{text}")
        headings = page.locator("#result").locator("h2, h3, h4")
        assert headings.first.evaluate("(heading) => heading.tagName") == "H2"
