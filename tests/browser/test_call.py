"""What a page asks of the program that runs in it, asked here: `genetess_cli/browser`."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli import browser


def call(name: str, data: bytes = b"") -> bytes | str:
    return browser.call(name, data, lambda done, total: None)


@pytest.fixture(autouse=True)
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A league in the page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GENETESS_MASTER_KEY", "11" * 32)
    assert call("begin") == b""


def test_the_first_page_is_there_by_each_of_its_addresses() -> None:
    pages = {call("page", address) for address in (b"", b"index.html")}
    assert len(pages) == 1
    assert b"<!doctype html>" in pages.pop()


@pytest.mark.parametrize(
    "address", [b"nothing.html", b"../league/genetess.yaml", b".genetess-build", b"a/.b"]
)
def test_what_is_no_page_is_not_handed_out(address: bytes) -> None:
    assert call("page", address) == "There is no such page."
    assert Path("league/genetess.yaml").is_file()


def test_a_message_that_is_none_has_words_for_an_answer() -> None:
    answer = call("send", b"{}")
    assert isinstance(answer, bytes)
    assert b"Load the page again." in answer
