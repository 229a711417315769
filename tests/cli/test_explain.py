"""`genetess explain`: what a word means, how it is set, and what a sequence makes of a piece."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from genetess_cli.manual.article import Paragraph
from genetess_cli.manual.explain import find, lines
from genetess_cli.manual.genetess.articles import BOOK
from genetess_cli.rules.genetess.codes import CODES
from genetess_cli.rules.genetess.order import USAGES
from genetess_cli.rules.genetess.specials import NAMES
from tests.kit.command import run

TOPICS = BOOK.names("topics")


def explain(word: str) -> list[str]:
    return [*lines(find(word), 80)]


def _text(word: str) -> str:
    """What is printed of a word, as one line."""
    return " ".join(" ".join(explain(word)).split())


def test_a_piece_shows_how_its_cost_comes_about(tmp_path: Path) -> None:
    out = run(tmp_path, "explain", "dabbb").out
    assert out.splitlines()[0] == "ABBBD: 34 E = (1+2+2+2+3) + (1×2×2×2×3)"
    assert "Moves exactly 4 steps, north, east, south or west." in out
    assert "View: 3 squares to every side (7 × 7)." in out
    assert "Action: MOVE square directions" in out


@pytest.mark.parametrize(
    ("codes", "told"),
    [
        ("ABB", "It must move exactly 3 steps, neither more nor fewer."),
        ("ABB", "cannot end where it began"),
        ("ABBC", "can end where it began"),
        ("AB", "can end where it began"),
        ("ABE", "It jumps over other pieces on the way"),
        ("AB", "It cannot pass other pieces on its way."),
        ("AB", "It cannot go diagonally."),
        ("AC", "Moves exactly 1 step, straight or diagonal."),
        ("AI", "or on your own piece without K, which is removed"),
        ("AI", "It cannot take your own pieces with K."),
        ("AO", "or on interior wall, which becomes floor"),
        ("AO", "It cannot pass walls, nor open exterior wall."),
        ("AG", "Taking an enemy piece pays what that piece costs."),
        ("ABBCEIL", "gains what that has of DFGHJKMNOPQRSTUVWXYZ, one copy each."),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "It lacks no code to gain."),
        ("AZZ", "At most 2 legs in one order."),
        ("AJ", "K cannot be given, and the piece must keep an A or a K."),
        ("ARR", "It can be used twice."),
        ("ARRR", "It can be used 3 times."),
        ("KK", "It earns its owner the income of 2 Kings, every turn."),
        ("KQ", "It cannot PETRIFY, because it has K."),
        ("AF", "It becomes an orphan when its owner is eliminated."),
    ],
)
def test_what_a_piece_can_and_cannot_do_is_told_in_numbers(codes: str, told: str) -> None:
    assert told in _text(codes)


def test_what_a_piece_has_is_not_among_what_it_cannot() -> None:
    told = _text("ABCEFPW")
    for lack in ("diagonally.", "does not read", "no shield", "becomes an orphan", "pass other pieces"):
        assert lack not in told


def test_every_action_of_a_piece_is_told_with_its_restrictions() -> None:
    told = _text("AMTU")
    for verb in ("RADIATE", "REPULSE", "FLARE"):
        assert f"Action: {verb} square" in told
        assert all(line.text in told for line in _restrictions(verb))


def _restrictions(name: str) -> tuple[Paragraph, ...]:
    return next(block.lines for block in find(name).blocks if block.heading == "Restrictions")


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("w", "W: Shield (price 4)"),
        ("K", "K: King (cannot be bought)"),
        ("E", "E: Jump (price 3)"),
        ("shield", "W: Shield (price 4)"),
        ("charge", "CHARGE square directions"),
        ("s16", "S16: Tremor"),
        ("16", "S16: Tremor"),
        ("tremor", "S16: Tremor"),
        ("Piece  Killer", "S6: Piece Killer"),
        ("BB", "BB: 8 E = (2+2) + (2×2)"),
        ("KK", "KK: 0 E"),
        ("HOME", "HOME square square"),
        ("view", "VIEW"),
        ("Round 0", "ROUND 0"),
        ("deadline", "TIMEOUT"),
        ("phased", "PHASED"),
        ("specials", "SPECIALS"),
        ("colour", "ROUND 0"),
        ("MOVE K3 N", "MOVE square directions"),
        ("* move K3 N", "MOVE square directions"),
    ],
)
def test_a_word_is_found_in_either_case(word: str, shown: str) -> None:
    assert explain(word)[0].startswith(shown)


def test_the_price_of_a_code_is_not_taken_for_the_cost_of_a_piece() -> None:
    # ruling G7
    assert explain("A")[0] == "A: Basic Piece (price 1)"
    assert "  Alone: 2 E = (1) + (1)." in explain("A")
    assert explain("B")[0] == "B: Additional Move (price 2)"
    assert "  With an A alone: 5 E = (1+2) + (1×2)." in explain("B")
    assert explain("K")[0] == "K: King (cannot be bought)"
    assert "COST" in find("A").see
    assert "COST" not in find("K").see


def test_losing_a_king_is_told_plainly() -> None:
    assert "When another player takes it, its owner is out of the game." in _text("ABK")


def test_what_cannot_live_is_said() -> None:
    told = _text("BCD")
    assert "needs an A or a K to live" in told
    assert "What it cannot do" not in told


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("TELEPROT", "TELEPORT"),
        ("S99", "S9"),
        ("S0", "ABBBD"),
        ("tremors", "TREMOR"),
        ("repluse", "Did you mean REPULSE? "),
        ("S01", "Did you mean S1? "),
        ("S-16", "Did you mean S16? "),
        ("S16.", "Did you mean S16? "),
        ("MVOE K3 N", "Did you mean MOVE? "),
        ("", "ABBBD"),
        ("A1", "ABBBD"),
        ("é" * 99, "ABBBD"),
    ],
)
def test_any_other_word_is_refused_with_the_nearest(tmp_path: Path, word: str, words: str) -> None:
    done = run(tmp_path, "explain", word)
    assert done.status == 1
    assert words in done.err


@pytest.mark.parametrize("word", ["AELPRSU", "aehmo", "CAB", "dabbb", "canibal"])
def test_letters_that_are_no_misspelt_word_are_a_piece(word: str) -> None:
    assert find(word).name == "".join(sorted(word.upper()))


def test_a_suggestion_is_made_once() -> None:
    with pytest.raises(Exception, match=r"Did you mean TELEPORT\?"):
        explain("TELEPROT")


def test_several_words_need_no_quotes(tmp_path: Path) -> None:
    assert run(tmp_path, "explain", "round", "0").out.startswith("ROUND 0\n")


def test_without_a_word_it_lists_what_can_be_asked(tmp_path: Path) -> None:
    done = run(tmp_path, "explain")
    assert done.status == 0
    assert {*CODES, *USAGES, *NAMES} <= set(done.out.split())
    assert all(f"\n  {topic} " in done.out for topic in TOPICS)


def test_as_json_there_are_the_parts_of_an_article(tmp_path: Path) -> None:
    article = json.loads(run(tmp_path, "explain", "S16", "--json").out)
    assert (article["name"], article["title"]) == ("S16", "S16: Tremor")
    assert json.loads(run(tmp_path, "explain", "--json").out)["specials"] == list(NAMES)


@pytest.mark.parametrize("word", [*CODES, *USAGES, *NAMES, *TOPICS, "A" * 200, "ABBCEIL"])
def test_it_fits_into_eighty_columns(word: str) -> None:
    assert max(map(len, explain(word))) <= 80


@pytest.mark.parametrize("columns", ["30", "50", "100"])
def test_it_is_wrapped_as_wide_as_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for words in (("S8",), ("ABBCEIL",), ()):
        longest = max(map(len, run(tmp_path, "explain", *words).out.splitlines()))
        assert int(columns) - 15 <= longest <= int(columns)


@pytest.mark.parametrize(("columns", "longest"), [("500", 100), ("0", 80), ("wide", 80)])
def test_it_is_never_wider_than_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str, longest: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert longest - 15 <= max(map(len, run(tmp_path, "explain", "S8").out.splitlines())) <= longest


def test_one_square_is_no_squares() -> None:
    assert "  View: 1 square to every side (3 × 3)." in explain("AA")


def test_more_letters_than_any_piece_has_are_refused(tmp_path: Path) -> None:
    assert "at most 200 letters" in run(tmp_path, "explain", "A" * 201).err
    assert run(tmp_path, "explain", "A" * 200).status == 0


def test_it_needs_no_league(tmp_path: Path) -> None:
    assert run(tmp_path, "explain", "A").status == 0
