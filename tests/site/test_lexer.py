"""Orders in colour: what is a keyword, a square, a code, a direction, and what no order could hold."""

from __future__ import annotations

import re

import pytest

from genetess_cli.rules.genetess.order import USAGES
from genetess_cli.site import assets, lexer


def _words(text: str) -> list[tuple[str, str]]:
    return re.findall(r'<span class="(\w+)">([^<]*)</span>', lexer.orders(text, "genetess"))


def test_the_parts_of_an_order_have_their_own_classes() -> None:
    assert _words("*MOVE b2 e-NE / CREATE C3 abbc # my plan") == [
        ("o", "*"),
        ("k", "MOVE"),
        ("nl", "b2"),
        ("no", "e-NE"),
        ("p", "/"),
        ("k", "CREATE"),
        ("nl", "C3"),
        ("s", "abbc"),
        ("c", "# my plan"),
    ]


@pytest.mark.parametrize("path", ["E - N", "E–N", "E −N", "E -- N"])
def test_any_dash_joins_directions(path: str) -> None:
    assert _words(f"MOVE B2 {path}")[-1] == ("no", path)


@pytest.mark.parametrize("verb", USAGES)
def test_every_keyword_is_known(verb: str) -> None:
    assert _words(verb.lower())[0] == ("k", verb.lower())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("FLY B2", ["FLY", "B2"]),
        ("MOVE B2 X", ["X"]),
        ("MOVE B2 ABC", ["ABC"]),
        ("PASS on", ["on"]),
        ("TRANSFER B2 AB C3", ["AB"]),
        ("MOVE 22 E", ["22"]),
        ("MOVE B2 E-Q", ["E-Q"]),
    ],
)
def test_a_word_that_no_order_could_hold_there_is_an_error(text: str, wrong: list[str]) -> None:
    assert [word for kind, word in _words(text) if kind == "err"] == wrong


def test_a_charge_may_be_said_leg_by_leg() -> None:
    assert [kind for kind, _ in _words("CHARGE L2 E, CHARGE N")] == ["k", "nl", "no", "p", "k", "no"]


def test_a_gamble_has_its_stake_and_its_preferences() -> None:
    assert _words("gamble 3e on K1, 2nd then don't care / PASS") == [
        ("k", "gamble"),
        ("m", "3e"),
        ("nl", "K1"),
        ("p", ","),
        ("nl", "2nd"),
        ("kc", "don&#x27;t care"),
        ("p", "/"),
        ("k", "PASS"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "<b>&\"'", "\x00\x1b", "é/#/*", "*" * 50, "🜁 MOVE"])
def test_any_text_comes_out_whole_and_escaped(text: str) -> None:
    import html

    bare = re.sub(r"</?span[^>]*>", "", lexer.orders(text, "genetess"))
    assert html.unescape(bare).strip() == text.strip()
    assert "<b>" not in bare


def test_every_class_that_is_used_has_a_colour() -> None:
    style = assets.style(("code",))
    assert set(re.findall(r"\.(?!hl)(\w+)", style)) == lexer.INKED
    assert len(re.findall(r"\{color:var\(--\w+\)", style)) == style.count("color:")
