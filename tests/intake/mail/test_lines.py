"""Which lines of a message are orders, which are prose, and which are asked back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.errors import Refused
from genetess_cli.intake.mail.orders import Lines, sort_lines
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.turns.submit import look
from tests.kit.command import START, copied, run
from tests.kit.mail import collect, message, orders, parsed, words
from tests.kit.shares import examples

SLUGS = ("riot", "helix", "wishes")
SEATS = {"riot": "red", "helix": "red", "wishes": "white"}

PROSE = [
    "here is my move:",
    "Orders:",
    "Move:",
    "Dear GM, I am at home again.",
    "I'd like to do this and then pass",
    "That was a move!",
    "My king should move north",
    "We move house on 12 December, so I may be late",
    "Ich passe diesmal nicht auf",
    "Moves, as I said",
    "Charles",
    "2 pieces of mine",
    "Home: 0123 4567",
    "Holiday:",
    "Tel. +49 30 1234567",
    "https://league.example/riot/sheet/red/",
    "First MOVE B2 S",
    "1. MOVE B2 S",
    "- MOVE B2 S",
    "Riot: MOVE B2 S",
    "Hello / MOVE B2 S",
    "My move is Nf3",
    "ORDERS",
    "END",
    ", .",
    "* , .",
]
"""Lines that begin with no order word of any game."""

GOOD = {
    "riot": ["MOVE B2 S", "* PASS", "move c2 s-e", "MOVE B2 S / PASS # at home", "PASS.", "HOLIDAY", "create b3 a"],
    "helix": ["PLACE L D3", "* place s d6", "HOLIDAY"],
    "wishes": ["Nf3", "1. e4", "* Gd2", "O-O", "0-0", "e2e4", "g1-f3", "CLAIM Nf3", "DRAW / Nf3", "HOLIDAY"],
}  # fmt: skip
"""Lines that are orders as they stand."""

SLIPS = {
    "riot": ["MOVE B2 UP", "MOVE", "HOME", "Move my king on B2 to the north", "MOVE B2 UP # so", "Move along, now",
             "PASS / hello", "* my move", "**MOVE B2 S**", "Home 0123 4567", "Mvoe b2 e", "HOLIDAY 2",
             "Pass on my regards to Ragnar.", "Holiday greetings from Wales!", "PASS / I hope you pass, too"],
    "helix": ["PLACE", "PLACE XL D3", "PLACE L D3 please", "Holiday till Monday", "* PASS"],
    "wishes": ["e4 e5", "Nf3 looks good", "CLAIM Nf9", "RESIGN!, or not", "Draw, if you like", "exd5 dxe4",
               "Clam Nf3"],
}  # fmt: skip
"""Lines that begin as an order does: their player has to hear what is wrong with them."""

DOUBTED = {
    "riot": ["MOVE B2 S and then N", "MOVE B2 S?", "PASS :", "RESIGN?", "* move b2 e e"],
    "helix": ["PLACE L D3?", "HOLIDAY?"],
    "wishes": ["Nf3?", "Draw?"],
}  # fmt: skip
"""Orders with other words beside them, or that are asked about: nobody but their player can tell."""


@pytest.fixture(scope="session")
def league(_mailing: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    top = copied(_mailing, tmp_path_factory.mktemp("lines"))
    for slug, players in {"helix": ("red", "green"), "wishes": ("white", "black")}.items():
        rules = {"helix": "dna", "wishes": "genie"}[slug]
        who = ["--player", f"{players[0]}=Ragnar", "--player", f"{players[1]}=Gwen"]
        assert run(top, "new", slug, "--ruleset", rules, *who).status == 0
        assert run(top, "start", slug, "--now", START).status == 0
    with League(top) as league:
        yield league


@pytest.fixture(scope="session")
def games(league: League) -> dict[str, AnyGame]:
    return {slug: league.game(slug) for slug in SLUGS}


def every(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Each line of a table with its game."""
    return [(slug, line) for slug, lines in table.items() for line in lines]


def is_refused(league: League, game: AnyGame, found: Lines) -> bool:
    """Whether nothing of what was found is accepted, whatever lies on the board."""
    if found.doubtful:
        return True
    try:
        look(league, game, SEATS[game.slug], "\n".join(found.orders), 0)
    except Refused:
        return True
    return False


def read(game: AnyGame, *rows: str) -> Lines:
    """What lines are in a game."""
    return sort_lines(game.ruleset, rows)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("line", PROSE)
def test_what_begins_with_no_order_word_is_prose(games: dict[str, AnyGame], slug: str, line: str) -> None:
    assert read(games[slug], line) == Lines([], [line], [])


@pytest.mark.parametrize(("slug", "line"), every(GOOD))
def test_an_order_is_an_order(games: dict[str, AnyGame], slug: str, line: str) -> None:
    assert read(games[slug], line) == Lines([line], [], [])
    assert read(games[slug], "Hi Gail,", line, "Ragnar") == Lines([line], ["Hi Gail,", "Ragnar"], [])


@pytest.mark.parametrize(("slug", "line"), every(SLIPS))
def test_an_order_with_a_mistake_is_one(
    league: League, games: dict[str, AnyGame], slug: str, line: str
) -> None:
    found = read(games[slug], line)
    assert found.prose == []
    assert is_refused(league, games[slug], found)


@pytest.mark.parametrize(("slug", "line"), every(DOUBTED))
def test_an_order_beside_other_words_is_asked_back(games: dict[str, AnyGame], slug: str, line: str) -> None:
    assert read(games[slug], line) == Lines([], [], [line])


@pytest.mark.parametrize(
    ("slug", "above", "line"),
    [
        ("wishes", "I have thought about it all evening and I am not going to", "resign."),
        ("riot", "and no, thank you, I will not", "pass."),
        ("wishes", "After this turn I am going on my well deserved", "holiday."),
    ],
)
def test_a_word_that_ends_the_sentence_above_it_is_asked_back(
    games: dict[str, AnyGame], slug: str, above: str, line: str
) -> None:
    assert read(games[slug], above, line) == Lines([], [above], [f"{above} {line}"])


@pytest.mark.parametrize(
    ("slug", "above", "line"),
    [
        ("riot", "Hi Gail", "pass"),
        ("riot", "I do not know what else to do.", "pass"),
        ("riot", "so I thought that it would be best to", "MOVE B2 S"),
        ("wishes", "so I thought that it would be best to", "e4"),
        ("wishes", "That was a very good move of yours", "RESIGN"),
    ],
)
def test_any_other_order_below_prose_is_one(
    games: dict[str, AnyGame], slug: str, above: str, line: str
) -> None:
    assert read(games[slug], above, line) == Lines([line], [above], [])


@settings(deadline=None, max_examples=examples(100))
@given(data=st.data())
def test_every_line_is_taken_told_or_asked_back(games: dict[str, AnyGame], data: st.DataObject) -> None:
    slug = data.draw(st.sampled_from(SLUGS))
    lines = st.sampled_from([*PROSE[:-2], *GOOD[slug], *SLIPS[slug], *DOUBTED[slug]])
    rows = data.draw(st.lists(lines, max_size=6))
    found = read(games[slug], *rows)
    assert sorted([*found.orders, *found.prose, *found.doubtful]) == sorted(rows)


def test_a_new_players_mail_is_taken_in(mailing: Path) -> None:
    text = "Hi Gail,\n\nhere is my move:\n\nMOVE B2 S\n\nI hope nobody can attract me there.\n\nHome: 0123 4567\n"
    done = collect(mailing, message(text))
    assert done.status == 0
    assert orders(mailing) == "MOVE B2 S\n"
    told = words(parsed(done.out))
    for line in ("here is my move:", "Home: 0123 4567"):
        assert f"> {line}\n" in told


@pytest.mark.parametrize("line", ["MOVE", "Move my king on B2"])
def test_who_is_told_of_a_mistake_is_told_to_mend_it_or_to_leave_the_line_out(
    mailing: Path, line: str
) -> None:
    done = collect(mailing, message(f"MOVE B2 S\n{line}\n"))
    assert done.status == 1
    assert orders(mailing) is None
    told = words(parsed(done.out))
    assert f">     {line}\n" in told
    assert "Remove lines that are not orders" in told


def test_a_mistake_is_quoted_and_not_counted_by_lines_that_nobody_sees(mailing: Path) -> None:
    done = collect(mailing, message("Hello,\n\nMOVE B2 S\n\nand then\nMOVE B2 UP\n"))
    told = words(parsed(done.out))
    assert ">     MOVE B2 UP\n" in told
    assert "line " not in told.partition("Remove lines")[0]


def _refused(league: Path, text: str) -> str:
    """What the answer to a message says that is refused, on one line."""
    done = collect(league, message(text))
    assert (done.status, orders(league)) == (1, None)
    return " ".join(words(parsed(done.out)).replace(">", "").split())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Mvoe b2 e-e", "Did you mean MOVE? Written: MOVE square directions"),
        ("HOLIDAY 2", "If you mean the order, write it alone: HOLIDAY"),
        ("* move b2 e e", "“e” is ignored: the order is MOVE B2 E; directions are joined by hyphens"),
        ("MOVE B2 E-E please!", "“please” is ignored: the order is MOVE B2 E-E"),
        ("RESIGN?", "RESIGN? If you mean an order, write it without other words, `?` or `:`"),
    ],
)
def test_of_a_line_that_begins_like_an_order_the_answer_says_what_is_wrong_with_it(
    mailing: Path, line: str, told: str
) -> None:
    answer = _refused(mailing, f"Hello\n\n{line}\n")
    assert told in answer
    assert "cannot tell" not in answer


def test_every_wrong_line_is_named_in_one_answer(mailing: Path) -> None:
    answer = _refused(mailing, "MOVE C3 S\nMvoe b2 e\nMOVE Z99 E\nMOVE B2 E?\nVOTE NEVER\nAWAY 2027-02-30\n")
    for told in (
        "You have no piece on C3",
        "“Mvoe” is no order",
        "Z99",
        "MOVE B2 E? ",
        "“VOTE NEVER” is no wish",
        "there is no day 2027-02-30",
    ):
        assert told in answer


def test_a_refused_line_is_not_asked_for_as_it_was(mailing: Path) -> None:
    answer = _refused(mailing, "MOVE B2 UP\nPASS\n")
    assert "None of these lines counts. Send all that you still want, corrected: MOVE B2 UP PASS" in answer
