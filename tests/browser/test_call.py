"""What a page asks of the program that runs in it, asked here: `genetess_cli/browser`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from genetess_cli import browser


def call(name: str, data: bytes = b"") -> bytes | str:
    return browser.call(name, data, lambda done, total: None)


def _begin(what: str) -> None:
    message = {"act": "begin", "what": what, "players": 2, "bot": "random"}
    answer = call("send", json.dumps(message).encode())
    assert isinstance(answer, bytes)
    assert json.loads(answer).keys() == {"page"}


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


_NO_PAGES = [
    *("nothing.html", "../league/genetess.yaml", "{here}/league/genetess.yaml", ".genetess-build", "a/.b"),
    *("index.html/a", "first", "first/sheet", "first//index.html", "none/index.html"),
]


@pytest.mark.parametrize("address", _NO_PAGES)
def test_what_is_no_page_is_not_handed_out(address: str) -> None:
    _begin("first")
    for page in (b"", b"first/sheet/red/"):
        assert isinstance(call("page", page), bytes)
    assert call("page", address.format(here=Path.cwd()).encode()) == "There is no such page."
    assert Path("league/genetess.yaml").is_file()


def test_a_page_for_which_all_of_a_game_is_told_again_leaves_other_games_known() -> None:
    for what in ("first", "dna"):
        _begin(what)
    call("page")
    call("page", b"first/turns/00xx/0000-0.html")
    _, _, memory = Path("site/.genetess-build").read_bytes().partition(b"\n")
    assert json.loads(memory)["games"].keys() == {"first", "dna"}


def test_a_message_that_is_none_has_words_for_an_answer() -> None:
    answer = call("send", b"{}")
    assert isinstance(answer, bytes)
    assert b"Load the page again." in answer
