"""What is typed to be said to all goes into the links that send it, whole, and as nothing else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.builders import Opens
from tests.kit.league import League, wide


def LEAGUE(folder: Path) -> League:  # noqa: N802
    site = wide(folder).edit("players:", "talk: public\nplayers:")
    site.edit("name: Ragnar", "name: Ragnar, mail: [r@example.org]")
    (site.root / "genetess.yaml").write_text("title: Friday\nmail: games@example.org\n")
    site.start().build()
    return site


def _types(opens: Opens, text: str) -> Page:
    page = opens("riot/sheet/red/index.html")
    page.locator("#talk summary").click()
    page.locator("#say-text").fill(text)
    return page


def test_a_line_end_in_it_ends_nothing_and_the_mail_ends_it(opens: Opens) -> None:
    page = _types(opens, "Peace?\nEND\nRESIGN")
    address = page.locator("#say-mail").get_attribute("href")
    assert address is not None
    [body] = parse_qs(urlsplit(address).query)["body"]
    assert body == "SAY Peace?\nEND.\nRESIGN\nEND\n"


def test_nothing_and_too_much_lead_nowhere(opens: Opens) -> None:
    page = _types(opens, "  ")
    assert page.locator("#say-mail").get_attribute("href") is None
    page.locator("#say-text").fill("x" * 1003)
    expect(page.locator("#say-mail")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#say-count")).to_have_text("1003 of 1000 letters: shorten it by 3")
    page.locator("#say-text").fill("x")
    expect(page.locator("#say-mail")).to_have_attribute(
        "href", "mailto:games@example.org?subject=%5Briot/red%5D&body=SAY%20x%0AEND%0A"
    )


def test_a_line_that_reads_as_an_order_is_told(opens: Opens) -> None:
    page = _types(opens, "Give me peace.\nI move B2 E, and here we go.")
    expect(page.locator("#say-count")).to_have_text("43 of 1000 letters")
    page.locator("#say-text").fill("Peace?\nMOVE B2 E")
    expect(page.locator("#say-count")).to_contain_text("“MOVE B2 E” reads as an order")
    page.locator("#say-text").fill("VOTE DRAW")
    expect(page.locator("#say-count")).to_contain_text("“VOTE DRAW” reads as an order")
