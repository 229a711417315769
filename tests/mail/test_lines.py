"""What people write beside their orders: which lines are orders, which are to be mended, and which are talk."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.errors import Refused
from genetess_cli.intake.mail.addressing import Place
from genetess_cli.intake.mail.orders import Found, found_in
from genetess_cli.intake.submission import outlook
from genetess_cli.store.game import load
from genetess_cli.store.league import League
from tests.kit.command import START, copied, run
from tests.kit.mail import collect, message, orders, parsed, words

SLUGS = ("riot", "helix", "wishes")
SEATS = {"riot": "red", "helix": "red", "wishes": "white"}

TALK = [
    # in front of orders
    "here is my move:",
    "My move:",
    "My moves for this turn are as follows:",
    "Orders:",
    "Move:",
    "Hi Gail,",
    "Dear GM, I am at home again.",
    "Hallo Gail, hier ist mein Zug:",
    "Bonjour, voici mes ordres :",
    "Sorry, I did not see that it was my turn to move",
    "That is my first move.",
    "I'd like to do this and then pass",
    "Please charge ahead with the following",
    "Please put these in my file",
    # about the game
    "I hope nobody can attract or repulse me there",
    "Move it is then!",
    "Move along, nothing to see here",
    "What a move!",
    "Was that a wise move?",
    "Phase two of my plan begins",
    "Divide and conquer!",
    "Your attempt to convert everybody is a bit much",
    "Transfer is for cowards, I say",
    "I need a sanctuary.",
    "Flare or no flare, I am lost.",
    "Nice place that you have got there",
    "What is the score?",
    "Mutate, they said. It will be fun, they said.",
    "We could call it a draw, or shall I resign?",
    "I claim nothing",
    "Turn 4 was hard on me",
    "Phase 2 begins",
    "Repulsed by your tactics, I go on",
    "My king should move north",
    "I never gamble",
    # about life
    "Greetings from home",
    "Home sweet home",
    "Home again on Monday, after 3 weeks",
    "I hope you pass the exam.",
    "It is a holiday here.",
    "Happy holidays!",
    "We move house on 12 December, so I may be late",
    "Create something nice today",
    "Charge your phone, and call me at 8pm",
    "Convert 20 dollars for me, please",
    "See you on the 5th, at half past 7",
    "On 24.12. we are with my parents, c/o the Millers",
    "The draw for the cup is on 3/4",
    # German and French
    "Im Home Office, bis 18 Uhr",
    "Passt so.",
    "Ich passe diesmal nicht auf",
    "Transfer folgt morgen",
    "Charge de travail énorme cette semaine",
    "Divide et impera",
    "Place de la Concorde 5, 75008 Paris",
    "Phase terminale ici, mais je joue",
    "Viele Grüße aus dem Urlaub",
    "Passez de bonnes fêtes",
    # below orders
    "Best wishes, 2 of us",
    "Cheers",
    "Charles",
    "Maeve",
    "Phyllis",
    "Sent from my phone",
    "Home: 0123 4567",
    "HOME: 0123 4567",
    "HOME PHONE 0123 4567",
    "Home phone: +44 20 7946 0958",
    "Tel: 555-MOVE",
    "Home:01234567",
    "Home 0123-4567, work 0123/4568",
    "Tel. +49 30 1234567",
    "00 49 30 1234567",
    "Flat 3, 12 Main Street",
    "Leeds LS1 4AP",
    "Mon, 23 Nov 2026 18:00",
    "https://league.example/riot/sheet/red/",
]  # fmt: skip
"""Lines that are nobody's orders, in no game."""

GOOD = {
    "riot": ["MOVE B2 S", "* PASS", "1. move c2 s-e", "MOVE B2 S / PASS # at home", "PASS.", "Riot: MOVE B2 S",
             "HOLIDAY", "create b3 a"],
    "helix": ["PLACE L D3", "* place s d6", "1. PLACE M C3", "HOLIDAY"],
    "wishes": ["Nf3", "1. e4", "* Gd2", "O-O", "0-0", "e2e4", "g1-f3", "CLAIM Nf3", "DRAW / Nf3", "HOLIDAY"],
}  # fmt: skip
"""Lines that are orders as they stand."""

SLIPS = {
    "riot": ["MOVE B2 UP", "mvoe B2 N", "MOOVE B2 N", "Craete AB D3", "1. MOVE", "MOVE", "home", "MOVE N", "move n",
             "MOVE N-E", "move b2", "Move my king on B2 to the north", "MOVE 2B N", "MOVE king north", "CREATE ABBC",
             "create abbc", "GAMBLE 3E", "TRANSFER B2 XX C2", "B2 N", "B2 S-E", "HOLIDY", "* MOVE", "MOVE B2 UP # so",
             "MOVE(B2,S)", "MOVEB2S", "MOVE 10", "TELEPORT me out of here", "J10 N", "**MOVE B2 S**"],
    "helix": ["PLACE", "PLACE L", "place l", "PLACE XL D3", "place it on D3", "PLCAE L D3", "MUTATE D4 TO green",
              "mutate d4 to green", "SCORE TAKE S FROM green", "PASS", "PLACE L D3 please", "Holiday till Monday"],
    "wishes": ["Nf9", "Sf3", "e4 e5", "Nf3 Nf6", "Nf3 looks good", "PASS", "CLAIM Nf9", "RESIGN!, or not",
               "exd9", "Holiday till Monday", "Draw, if you like"],
}  # fmt: skip
"""Lines that begin as an order does, or are nothing but squares: their player has to hear what is wrong with them."""

DOUBTED = {
    "riot": ["Pass on my regards to Ragnar.", "Holiday greetings from Wales!", "First MOVE B2 S",
             "MOVE B2 S and then N", "My move: MOVE B2 S", "I'll move B2 to the south", "from B2 move south",
             "Then I MOVE N-E", "MOVE B2 S?", "Holiday:", "Pass?", "Hello / MOVE B2 S", "My piece on B2 shall move",
             "PASS / I hope you pass, too",
             "Highway A4 is closed, we cannot move"],
    "helix": ["I PLACE L D3", "My order is: PLACE L D3", "my large one, place it on D3", "PLACE L D3?", "HOLIDAY?"],
    "wishes": ["My move is Nf3", "My move is O-O", "I offer DRAW / Nf3", "Nf3?", "Draw?", "Knight to f3"],
}  # fmt: skip
"""Lines with an order among other words, or one that is asked about: nobody but their player can tell."""


@pytest.fixture(scope="session")
def seats(_mailing: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Place]:
    folder = copied(_mailing, tmp_path_factory.mktemp("lines"))
    for slug, players in {"helix": ("red", "green"), "wishes": ("white", "black")}.items():
        rules = {"helix": "dna", "wishes": "genie"}[slug]
        who = ["--player", f"{players[0]}=Ragnar", "--player", f"{players[1]}=Gwen"]
        assert run(folder, "new", slug, "--ruleset", rules, *who).status == 0
        assert run(folder, "start", slug, "--now", START).status == 0
    games = {slug: load(League(folder), slug) for slug in SLUGS}
    return {
        slug: Place(hosted, next(each for each in hosted.file.players if each.seat == SEATS[slug]))
        for slug, hosted in games.items()
    }


def every(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Each line of a table with its game."""
    return [(slug, line) for slug, lines in table.items() for line in lines]


def is_refused(place: Place, found: Found) -> bool:
    """Whether nothing of what was found is taken in, whatever lies on the board."""
    if found.doubtful:
        return True
    try:
        outlook(place.hosted, place.player.seat, "\n".join(found.orders))
    except Refused:
        return True
    return False


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("line", TALK)
def test_talk_is_left_out_and_told(seats: dict[str, Place], slug: str, line: str) -> None:
    found = found_in(seats[slug], [line])
    assert (found.orders, found.doubtful, found.others) == ([], [], [line])


@pytest.mark.parametrize(("slug", "line"), every(GOOD))
def test_an_order_is_an_order(seats: dict[str, Place], slug: str, line: str) -> None:
    found = found_in(seats[slug], [line])
    assert (found.doubtful, found.others, len(found.orders)) == ([], [], 1)


@pytest.mark.parametrize(("slug", "line"), every(SLIPS))
def test_an_order_with_a_mistake_is_one(seats: dict[str, Place], slug: str, line: str) -> None:
    found = found_in(seats[slug], [line])
    assert found.others == []
    assert is_refused(seats[slug], found)


@pytest.mark.parametrize(("slug", "line"), every(DOUBTED))
def test_an_order_among_talk_is_asked_back(seats: dict[str, Place], slug: str, line: str) -> None:
    found = found_in(seats[slug], [line])
    assert (found.orders, found.doubtful, found.others) == ([], [line], [])


@settings(deadline=None, max_examples=100)
@given(data=st.data())
def test_whatever_stands_around_good_orders_they_are_read_or_nothing_is(
    seats: dict[str, Place], data: st.DataObject
) -> None:
    slug = data.draw(st.sampled_from(SLUGS))
    good = {"riot": "MOVE B2 S", "helix": "PLACE L D3", "wishes": "Nf3"}[slug]
    any_line = st.sampled_from([*TALK, *SLIPS[slug], *DOUBTED[slug]])
    before, behind = (data.draw(st.lists(any_line, max_size=4)) for _ in range(2))
    found = found_in(seats[slug], [*before, good, *behind])
    assert is_refused(seats[slug], found) or found.orders == [good]
    if not {*before, *behind} - {*TALK}:
        assert (found.orders, found.others) == ([good], [*before, *behind])


@pytest.mark.parametrize(
    ("slug", "above", "line"),
    [
        ("wishes", "I have thought about it all evening and I am not going to", "resign."),
        ("riot", "and no, thank you, I will not", "pass."),
        ("wishes", "After this turn I am going on my well deserved", "holiday."),
        ("riot", "Do not do this whatever happens:", "PASS"),
        ("riot", "Bitte auf keinen Fall, und zwar nicht:", "MOVE B2 S"),
        ("wishes", "Either", "e4"),
        ("wishes", "or", "d4"),
    ],
)
def test_an_order_that_ends_the_sentence_above_it_is_asked_back(
    seats: dict[str, Place], slug: str, above: str, line: str
) -> None:
    found = found_in(seats[slug], [above, line])
    assert (found.orders, found.doubtful) == ([], [f"{above} {line}"])


@pytest.mark.parametrize(
    ("slug", "above", "line"),
    [
        ("riot", "Hi Gail", "pass"),
        ("riot", "Here is my order for this turn:", "pass"),
        ("riot", "I do not know what else to do.", "pass"),
        ("riot", "so I thought that it would be best to", "MOVE B2 S"),
        ("wishes", "That was a very good move of yours", "RESIGN"),
        ("wishes", "Hi,", "e4"),
    ],
)
def test_one_below_a_greeting_or_a_whole_sentence_is_an_order(
    seats: dict[str, Place], slug: str, above: str, line: str
) -> None:
    found = found_in(seats[slug], [above, line])
    assert (found.orders, found.doubtful) == ([line], [])


def test_a_new_players_mail_is_taken_in(mailing: Path) -> None:
    text = "Hi Gail,\n\nhere is my move:\n\nMOVE B2 S\n\nI hope nobody can attract me there.\n\nHome: 0123 4567\n"
    done = collect(mailing, message(text))
    assert done.status == 0
    assert orders(mailing) == "MOVE B2 S\n"
    told = words(parsed(done.out))
    for line in ("here is my move:", "Home: 0123 4567"):
        assert f"    {line}\n" in told


@pytest.mark.parametrize("line", ["MOVE", "mvoe B2 S", "Move my king on B2"])
def test_who_is_told_of_a_mistake_is_told_to_mend_it_or_to_leave_the_line_out(
    mailing: Path, line: str
) -> None:
    done = collect(mailing, message(f"MOVE B2 S\n{line}\n"))
    assert done.status == 1
    assert orders(mailing) is None
    told = words(parsed(done.out))
    assert f"    {line}\n" in told
    assert "Leave out a line that is to be no order" in told


def test_a_mistake_is_quoted_and_not_counted_by_lines_that_nobody_sees(mailing: Path) -> None:
    done = collect(mailing, message("Hello,\n\nMOVE B2 S\n\nand then\nMOVE B2 UP\n"))
    told = words(parsed(done.out))
    assert "    MOVE B2 UP\n" in told
    assert "line " not in told.partition("Leave out")[0]
