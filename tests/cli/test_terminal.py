"""What is printed where a forge reads along: no word of a stranger is a command for the forge's worker."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.cli.terminal import safe
from tests.kit.command import run

COMMANDS = (
    "::add-mask::true",
    "   ::add-mask::true",
    "\u3000\ufe0f::add-mask::true",
    "fine\n ::stop-commands::x",
    ":\u200d:add-mask::true",
    "##[add-mask]true",
    "games/riot/orders/##[add-mask]true.txt: no",
    "###[add-mask]true",
    "#\u200d#\ufe0f[add-mask]true",
    "##[a]##[b]",
)


def commands(text: str) -> list[str]:
    """What a forge's worker takes for a command: `::` behind blanks, `##[` anywhere.

    It compares by words and not by bytes, so that marks which are not seen change nothing.
    """
    seen = re.sub("[\u00ad\u034f\u180b-\u180d\u200b-\u200d\u2060\ufe00-\ufe0f]", "", text)
    return [line for line in seen.splitlines() if line.lstrip().startswith("::") or "##[" in line]


@pytest.mark.parametrize("text", COMMANDS)
@pytest.mark.parametrize("name", ["CI", "GITHUB_ACTIONS"])
def test_on_a_forge_no_text_is_a_command(monkeypatch: pytest.MonkeyPatch, text: str, name: str) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert commands(text)
    monkeypatch.setenv(name, "true")
    assert commands(safe(text)) == []


@pytest.mark.parametrize("text", COMMANDS)
def test_what_a_text_says_can_still_be_read(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("CI", "true")
    letters = [letter for letter in text if letter.isascii() and not letter.isspace()]
    assert [letter for letter in safe(text) if letter in letters] == letters


@pytest.mark.parametrize("text", ["a :: b", "std::vector", "C# [1]", "# ## [x]", "a: :b"])
def test_what_is_no_command_stays_as_it_is(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("CI", "true")
    assert safe(text) == text


def test_anywhere_else_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    assert safe("::a\n##[b]") == "::a\n##[b]"


@pytest.mark.parametrize("words", [["##[add-mask]true"], ["show", "riot", "::x", "##[add-mask]\x1b[31m"],
                                   ["-C", "\n::add-mask::true", "show"]])  # fmt: skip
def test_mistyped_words_go_through_the_same_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setenv("CI", "true")
    done = run(tmp_path, *words)
    assert done.status == 2
    assert commands(done.out + done.err) == []
    assert "\x1b" not in done.err
