"""The page of rules in a browser: what is folded opens for links, buttons, keys and paper; diagrams fit a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

Opens = Callable[..., Page]
RULES = "rules-genetess.html"
PHONE = {"viewport": {"width": 360, "height": 740}}


def _folded(page: Page, name: str) -> Locator:
    """The folded article of a name."""
    return page.locator("details.rule").filter(has=page.locator(f"#{name}"))


@pytest.mark.exhaustive
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_link_from_another_page_opens_what_it_leads_to_below_its_heading(
    opens: Opens, script: bool
) -> None:
    page = opens(f"{RULES}#S16", java_script_enabled=script, **PHONE)
    expect(page.locator("#S16")).to_be_visible()
    expect(_folded(page, "S16").locator("h3")).to_be_in_viewport()
    assert page.locator("details[open]").count() == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["L", "S16"])
def test_on_a_phone_the_heading_of_what_a_link_leads_to_is_not_cut(opens: Opens, name: str) -> None:
    page = opens(f"{RULES}#{name}", **PHONE)
    expect(_folded(page, name).locator("h3")).to_be_in_viewport(ratio=1)


def test_a_link_on_the_page_opens_what_it_leads_to(opens: Opens) -> None:
    page = opens(f"{RULES}#MOVE")
    expect(_folded(page, "E")).not_to_have_attribute("open", "")
    page.locator("#MOVE .see a", has_text="E").first.click()
    expect(page.locator("#E")).to_be_visible()
    expect(page.locator("#E figure")).to_be_visible()


@pytest.mark.exhaustive
def test_browsers_that_open_nothing_by_themselves_are_helped(opens: Opens) -> None:
    page = opens(RULES)
    page.evaluate("history.replaceState(null, '', '#W'); dispatchEvent(new HashChangeEvent('hashchange'))")
    expect(_folded(page, "W")).to_have_attribute("open", "")
    expect(page.locator("#W")).to_be_in_viewport()


def test_a_button_opens_all_of_a_part_and_closes_it(opens: Opens) -> None:
    page = opens(RULES, **PHONE)
    specials = page.locator("section[aria-labelledby=all-specials]")
    specials.get_by_role("button", name="Open all").click()
    assert specials.locator("details[open]").count() == page.locator("details[open]").count() == 22
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    specials.get_by_role("button", name="Close all").click()
    assert page.locator("details[open]").count() == 0


@pytest.mark.exhaustive
def test_a_folded_article_opens_by_keyboard(opens: Opens) -> None:
    page = opens(RULES)
    _folded(page, "S7").locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#S7 figure")).to_be_visible()


def test_without_script_there_is_no_button_that_does_nothing(opens: Opens) -> None:
    page = opens(RULES, java_script_enabled=False)
    expect(page.locator("main button").first).to_be_hidden()


@pytest.mark.exhaustive
def test_on_paper_nothing_is_folded(opens: Opens) -> None:
    page = opens(RULES)
    shown = "[...document.querySelectorAll('details.rule > article')].filter((each) => each.checkVisibility()).length"
    assert page.evaluate(shown) == 0
    page.emulate_media(media="print")
    assert page.evaluate(shown) == 48


@pytest.mark.exhaustive
def test_two_boards_stand_side_by_side_on_a_phone(opens: Opens) -> None:
    page = opens(RULES, **PHONE)
    for name in ("MOVE", "REPULSE", "VIEW"):
        before, after = [board.bounding_box() for board in page.locator(f"#{name} figure .board").all()]
        assert before
        assert after
        assert before["y"] == after["y"]
        assert before["x"] + before["width"] <= after["x"]
        assert after["x"] + after["width"] <= 360


def test_what_is_looked_for_is_found_among_the_articles(opens: Opens) -> None:
    page = opens(RULES)
    page.keyboard.press("/")
    page.keyboard.type("s1")
    expect(page.locator("#hits")).to_contain_text(" of ")
    expect(page.locator(".contents li", has_text="S1").first).to_be_visible()
    expect(page.locator(".contents li", has_text="PETRIFY").first).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#S1")).to_be_visible()
    assert page.url.endswith("#S1")


def test_what_is_found_says_what_it_is_about_and_no_heading_is_without_any(opens: Opens) -> None:
    page = opens(RULES)
    page.locator("#find").fill("teleport cannibal")
    contents = page.locator(".contents")
    expect(contents.get_by_role("heading", name="The game")).to_be_hidden()
    page.locator("#find").fill("diagonally")
    expect(contents.get_by_role("link", name="C Diagonal Moves", exact=False)).to_contain_text(
        "Steps, charges"
    )
    page.locator("#find").fill("")
    expect(contents.get_by_role("link", name="C", exact=True)).to_be_visible()
    expect(contents.get_by_role("heading", name="The game")).to_be_visible()


@pytest.mark.parametrize(("word", "article"), [("attack", "MOVE"), ("money", "INCOME"), ("buy", "CREATE")])
def test_an_article_is_found_by_other_words_for_it(opens: Opens, word: str, article: str) -> None:
    page = opens(RULES)
    page.locator("#find").fill(word)
    expect(page.locator(f".contents li:visible a[href='#{article}']")).to_have_count(1)


@pytest.mark.exhaustive
def test_words_that_are_in_no_article_are_told(opens: Opens) -> None:
    page = opens(RULES)
    page.locator("#find").fill("xylophone")
    expect(page.locator("#hits")).to_contain_text("0 articles")
