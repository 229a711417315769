"""A game that looks for players: what game.yaml offers, who signed up, and who has a seat when it starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.schema import SignUp
from genetess_cli.store.signups import SignUpFile, seat_players
from tests.kit.command import START, Unchanged, commit, git, run

OFFER = "signup: {seats: [red, green, blue, yellow], minimum: 3}\n"


def offer(league: Path, text: str = OFFER) -> Path:
    """The game riot with Ragnar alone in it, three more seats and four starts."""
    game = league / "games/riot/game.yaml"
    lines = [line for line in game.read_text().splitlines(keepends=True) if "seat: green" not in line]
    game.write_text("".join(lines) + text)
    board = league / "games/riot/board.yaml"
    board.write_text(board.read_text().replace("  K2:", "  K4: {B3: K, C3: A}\n  K3: {H2: K, G2: A}\n  K2:"))
    git(league, "commit", "--quiet", "--all", "--message", "an offer")
    return game


def sign_up(league: Path, login: str, at: int, text: str = "") -> None:
    folder = league / "games/riot/signups"
    folder.mkdir(exist_ok=True)
    text = text or f"name: {login.title()}\ngithub: {login}\ngithub_id: {at}\nat: 2026-11-20T0{at}:00:00Z\n"
    (folder / f"{login}.yaml").write_text(text)


def test_those_who_signed_up_are_seated_in_the_order_they_came(founded: Path) -> None:
    game = offer(founded)
    for login, at in (("zoe", 1), ("ann", 2)):
        sign_up(founded, login, at)
    commit(founded)
    before = game.read_text()
    assert run(founded, "start", "riot", "--now", START).status == 0
    text = game.read_text()
    assert "  - {seat: green, person: p3, start: K4}\n" in text
    assert "  - {seat: blue, person: p4, start: K3}\n" in text
    assert (founded / "people/p3.yaml").read_text() == "name: Zoe\ngithub: zoe\ngithub_id: 1\n"
    assert (founded / "people/p4.yaml").read_text() == "name: Ann\ngithub: ann\ngithub_id: 2\n"
    assert [line for line in before.splitlines() if line not in text] == []
    assert not (founded / "games/riot/signups").exists()
    assert git(founded, "status", "--porcelain") == ""
    assert run(founded, "check").status == 0
    assert run(founded, "verify", "riot").status == 0


def test_what_is_said_of_a_player_stays(founded: Path) -> None:
    offer(founded, OFFER.replace("minimum: 3", "minimum: 2"))
    person = founded / "people/p1.yaml"
    text = f"{person.read_text()}notices: none  # asked for by telephone\n"
    person.write_text(text)
    sign_up(founded, "zoe", 1)
    commit(founded)
    done = run(founded, "start", "riot", "--now", START)
    assert done.status == 0, done.err
    assert person.read_text() == text


def test_a_seat_that_somebody_wants_is_theirs(founded: Path) -> None:
    game = offer(founded)
    sign_up(founded, "zoe", 1)
    sign_up(founded, "ann", 2, "name: Ann\nseat: green\ngithub: ann\nat: 2026-11-20T02:00:00Z\n")
    assert run(founded, "start", "riot", "--now", START).status == 0
    assert "{seat: green, person: p3" in game.read_text()
    assert "{seat: blue, person: p4" in game.read_text()
    assert "Ann" in (founded / "people/p3.yaml").read_text()


def test_whoever_comes_after_the_last_seat_waits(founded: Path) -> None:
    offer(founded, OFFER.replace("minimum: 3", "minimum: 2, maximum: 2"))
    sign_up(founded, "zoe", 1)
    sign_up(founded, "ann", 2)
    done = run(founded, "start", "riot", "--now", START)
    assert done.status == 0
    assert [path.name for path in (founded / "games/riot/signups").iterdir()] == ["ann.yaml"]


@pytest.mark.parametrize("seat", ["green", "Green", "GREEN"])
def test_a_seat_may_be_written_in_any_letters(founded: Path, seat: str) -> None:
    game = offer(founded)
    sign_up(founded, "zoe", 1)
    sign_up(founded, "ann", 2, f"name: Ann\nseat: {seat}\nat: 2026-11-20T02:00:00Z\n")
    assert run(founded, "start", "riot", "--now", START).status == 0
    [row] = [line for line in game.read_text().splitlines() if "seat: green" in line]
    [ann] = [path.stem for path in (founded / "people").iterdir() if "name: Ann" in path.read_text()]
    assert f"person: {ann}" in row


@pytest.mark.parametrize("name", ["", "''", "x" * 41])
def test_a_name_that_is_none_is_told_how_long_it_can_be(founded: Path, name: str) -> None:
    offer(founded, OFFER.replace("minimum: 3", "minimum: 2"))
    sign_up(founded, "zoe", 1)
    sign_up(founded, "ann", 2, f"name: {name}\n")
    assert "of 1 to 40 characters" in run(founded, "start", "riot", "--now", START).err


def test_a_game_does_not_start_with_fewer_players_than_it_needs(founded: Path, refused: Unchanged) -> None:
    offer(founded)
    sign_up(founded, "zoe", 1)
    commit(founded)
    assert "needs 3 players and has 2" in refused(founded, "start", "riot", "--now", START).err


def test_a_game_that_looks_for_players_is_sound(founded: Path) -> None:
    offer(founded)
    done = run(founded, "check")
    assert (done.status, done.err) == (0, "")
    assert run(founded, "build").status == 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("seats: [red]", "2 to 100 players, but here are 1"),
        ("seats: [red, green, red]", "name every seat once"),
        ("seats: [red, green], minimum: 3", "expected 2 <= minimum"),
        ("seats: [red, green], maximum: 3", "expected 2 <= minimum"),
        ("seats: [blue, green]", "`red` is not among the seats of signup"),
        ('seats: [red, green], launch: "2026-13-01T00:00:00Z"', "2026-13-01"),
        ("seats: [red, green], most: 3", "most"),
        ("seats: [red, green, p3, p4, p5]", "start"),
    ],
)
def test_an_offer_that_cannot_be_kept_is_refused(founded: Path, wrong: str, words: str) -> None:
    offer(founded, f"signup: {{{wrong}}}\n")
    done = run(founded, "check")
    assert done.status == 1
    assert words in done.err
    assert "games/riot/" in done.err


@pytest.mark.parametrize("text", ["name: [", "name: Zoe\nadmin: yes\n", "name: &a Zoe\n", "x" * 2000])
def test_a_sign_up_that_cannot_be_read_is_passed_over(founded: Path, text: str) -> None:
    offer(founded, OFFER.replace("minimum: 3", "minimum: 2"))
    sign_up(founded, "zoe", 1)
    sign_up(founded, "ann", 2, text)
    done = run(founded, "start", "riot", "--now", START)
    assert done.status == 0
    assert done.err.count("ignored: games/riot/signups/ann.yaml") == 1


def test_check_finds_a_sign_up_that_cannot_be_read(founded: Path) -> None:
    offer(founded)
    sign_up(founded, "ann", 1, "name:Ann\n")
    done = run(founded, "check")
    assert done.status == 1
    assert "games/riot/signups/ann.yaml:1: expected a mapping" in done.out + done.err


def test_the_games_page_leads_to_the_forges_page_for_a_new_file(founded: Path) -> None:
    offer(founded)
    settings = founded / "genetess.yaml"
    settings.write_text("title: Tests\nsite:\n  repository: gm/league\n")
    run(founded, "build")
    sign_up(founded, "zoe", 1, "name: <b>Zoe\nat: 2026-11-20T01:00:00Z\n")
    run(founded, "build")
    page = (founded / "_site/riot/index.html").read_text()
    assert (
        'href="https://github.com/gm/league/new/main/games/riot/signups?filename=me.yaml&amp;value=' in page
    )
    assert "3 to 4 players; 1 seat is taken, 1 signed up" in page
    assert '<th scope="row"><bdi>&lt;b&gt;Zoe</bdi></th><td class="long">any free seat</td>' in page


ASKED = "games%2Friot%2Fsignups%2Fme.yaml"


@pytest.mark.parametrize(
    ("place", "link", "words", "soon"),
    [
        ("gitlab.com/gm/league", f"/-/new/main?file_name={ASKED}", "merge request", "some hours away"),
        ("codeberg.org/gm/league", "/fork", "Propose file change", "a few minutes"),
    ],
)  # fmt: skip
def test_on_other_forges_it_tells_what_to_do_there(
    founded: Path, place: str, link: str, words: str, soon: str
) -> None:
    offer(founded)
    (founded / "genetess.yaml").write_text(f"title: Tests\nsite:\n  repository: https://{place}.git\n")
    assert run(founded, "build").status == 0
    page = (founded / "_site/riot/index.html").read_text()
    assert f'<a class="btn go" href="https://{place}{link}">Join this game</a>' in page
    assert words in page
    assert f"{soon}. First come" in page
    assert '<pre tabindex="0"># Your name in the game and, if you like, one of the ' in page


@pytest.mark.parametrize(("ruleset", "seats"), [("dna", "red, green"), ("genie", "white, black")])
def test_any_game_can_begin_without_players(founded: Path, ruleset: str, seats: str) -> None:
    folder = founded / "games/blank"
    folder.mkdir()
    text = f"ruleset: {ruleset}\nname: Blank\nplayers: []\nsignup: {{seats: [{seats}]}}\n"
    (folder / "game.yaml").write_text(text)
    assert run(founded, "check").status == 0
    assert run(founded, "build").status == 0
    assert "Launch" in (founded / "_site/blank/index.html").read_text()
    for at, login in enumerate(("zoe", "ann"), start=1):
        sign_up(founded, login, at)
    (founded / "games/riot/signups").rename(folder / "signups")
    assert run(founded, "start", "blank").status == 0
    assert run(founded, "show", "blank", "--json").json["to_move"] == [seats.split(",")[0]]


def test_a_new_game_offers_seats(empty: Path) -> None:
    words = ["--signup", "red,green,blue,yellow", "--minimum", "2", "--maximum", "3"]
    words += ["--launch", "2026-12-01T18:00:00Z"]
    made = run(empty, "new", "fort", "--ruleset", "genetess", *words, "--player", "red=Ann@ann")
    assert made.status == 0, made.err
    text = (empty / "games/fort/game.yaml").read_text()
    assert "signup:\n  seats: [red, green, blue, yellow]\n  minimum: 2\n  maximum: 3\n  launch:" in text
    assert "players:\n  - {seat: red, person: p1, start: K1}\n" in text
    assert run(empty, "check").status == 0


def test_a_new_game_can_be_without_any_player(empty: Path) -> None:
    assert run(empty, "new", "fort", "--ruleset", "genie", "--signup", "white,black").status == 0
    assert "players: []\n" in (empty / "games/fort/game.yaml").read_text()
    assert run(empty, "check").status == 0


@pytest.mark.parametrize("ruleset", ["genetess", "genie"])
def test_a_seat_that_has_a_player_need_not_be_named_once_more(empty: Path, ruleset: str) -> None:
    known, free = ("white=Ann@ann", "black") if ruleset == "genie" else ("red=Ann@ann", "green,blue")
    done = run(empty, "new", "fort", "--ruleset", ruleset, "--player", known, "--signup", free)
    assert done.status == 0, done.err
    seats = ", ".join([known.partition("=")[0], *free.split(",")])
    assert f"seats: [{seats}]\n" in (empty / "games/fort/game.yaml").read_text()
    assert run(empty, "check").status == 0


def test_such_seats_count_as_all_do(empty: Path) -> None:
    words = ["--player", "red=Ann", "--signup", "green,blue"]
    assert run(empty, "new", "fort", "--ruleset", "dna", *words, "--maximum", "3").status == 0
    done = run(empty, "new", "camp", "--ruleset", "dna", *words, "--minimum", "4")
    assert "expected 2 <= minimum (4) <= maximum (3) <= the seats (3)" in done.err


def test_what_comes_next_is_to_wait_for_players(empty: Path) -> None:
    out = run(empty, "new", "fort", "--ruleset", "genie", "--signup", "white,black").out
    assert "then push it, so that players can sign up.\n" in out
    assert "With 2 players or more: `genetess start fort`.\n" in out


def test_a_launch_in_the_past_is_told(empty: Path) -> None:
    words = ["--ruleset", "genie", "--signup", "white,black", "--launch"]
    assert "is in the past" in run(empty, "new", "fort", *words, "2020-01-01T00:00:00Z").err
    assert run(empty, "new", "camp", *words, "2999-01-01T00:00:00Z").err == ""


def test_a_game_that_looks_for_players_shows_its_seats_and_who_signed_up(founded: Path) -> None:
    offer(founded, OFFER.replace("minimum: 3", 'minimum: 3, launch: "2027-01-01T00:00:00Z"'))
    sign_up(founded, "zoe", 1)
    sign_up(founded, "ann", 2, "name: Ann\nseat: Green\ngithub: ann\nat: 2026-11-20T02:00:00Z\n")
    out = run(founded, "show", "riot").out
    assert "3 to 4 players; 1 seat is taken, 2 signed up; 1 place is left.\n" in out
    assert "Free seats: blue, yellow. Asked for: green.\n" in out
    assert "Launch: 2027-01-01T00:00:00Z. " in out
    assert "  2. Zoe (zoe): any free seat\n  3. Ann (ann): asked for green\n" in out
    found = run(founded, "show", "riot", "--json").json["signup"]
    assert (found["free"], found["maximum"]) == (["green", "blue", "yellow"], 4)
    assert found["wanted"] == {"green": 3}
    assert found["asked"][1] == {"name": "Ann", "github": "ann", "seat": "green"}


def test_a_seat_that_nobody_has_yet_is_free(empty: Path) -> None:
    words = ["--ruleset", "genie", "--player", "white=Ann", "--signup", "black"]
    assert run(empty, "new", "fort", *words).status == 0
    assert "b  black  -       free" in run(empty, "show", "fort").out


def test_a_started_game_shows_no_offer(founded: Path) -> None:
    offer(founded, OFFER.replace("minimum: 3", "minimum: 2"))
    sign_up(founded, "zoe", 1)
    assert run(founded, "start", "riot", "--now", START).status == 0
    assert "can play" not in run(founded, "show", "riot").out
    assert "signup" not in run(founded, "show", "riot", "--json").json


@pytest.mark.parametrize(
    "words",
    [
        ("--minimum", "3"),
        ("--maximum", "3"),
        ("--signup", "red,green", "--minimum", "3"),
        ("--signup", "red,green", "--maximum", "3"),
        ("--signup", "red,Green!"),
        ("--signup", "red,green", "--launch", "soon"),
        ("--signup", "red"),
    ],
)
def test_an_offer_that_cannot_be_made_is_refused(empty: Path, words: tuple[str, ...]) -> None:
    done = run(empty, "new", "fort", "--ruleset", "genie", *words)
    assert done.status in (1, 2)
    assert done.err.strip()
    assert not (empty / "games/fort").exists()


def test_a_number_of_seats_is_no_list_of_them(empty: Path, refused: Unchanged) -> None:
    done = refused(empty, "new", "fort", "--ruleset", "dna", "--signup", "4", status=2)
    assert "--signup 4: name the seats, such as --signup red,green,blue,yellow" in done.err


@pytest.mark.parametrize("launch", ["tomorrow", "2026-12-01T18:00Z", "2026-13-01T18:00:00Z"])
def test_a_launch_that_is_no_time_is_named_with_a_time_to_write(empty: Path, launch: str) -> None:
    done = run(empty, "new", "fort", "--ruleset", "genie", "--signup", "white,black", "--launch", launch)
    assert done.status == 2
    assert f"'{launch}' is not a time" in done.err
    assert "regex" not in done.err


def wishes(*seats: str | None) -> list[SignUpFile]:
    return [SignUpFile(name=str(number), seat=seat) for number, seat in enumerate(seats, start=1)]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (("red", "red", "blue"), {"red": "1", "blue": "3", "green": "2"}),
        ((None, "red", "red"), {"red": "2", "blue": "1", "green": "3"}),
        (("blue", None, "green"), {"red": "2", "blue": "1", "green": "3"}),
        (("red", "red", None, "green"), {"red": "1", "blue": "2", "green": "3"}),
    ],
)
def test_every_seat_that_is_wanted_is_given_before_any_other(
    wanted: tuple[str | None, ...], given: dict[str, str]
) -> None:
    offer = SignUp(seats=("red", "blue", "green"))
    assert {one.seat: one.name for one in seat_players(offer, [], wishes(*wanted), None)} == given


READY = "signup: {seats: [red, green, blue], ready: true}\n"


def _says(folder: Path, login: str, at: int, *, ready: bool) -> None:
    said = "ready: true\n" if ready else ""
    sign_up(folder, login, at, f"name: {login.title()}\ngithub: {login}\nat: 2026-11-20T0{at}:00:00Z\n{said}")
    commit(folder)


def test_a_full_game_starts_by_itself_once_all_who_signed_up_are_ready(founded: Path) -> None:
    offer(founded, READY)
    _says(founded, "zoe", 1, ready=True)
    assert run(founded, "tick", "--now", START).status == 3
    _says(founded, "ann", 2, ready=False)
    done = run(founded, "tick", "--now", START)
    assert done.status == 3
    assert "riot starts when it is full and all are ready; 1 of 2 who signed up are" in done.err
    _says(founded, "ann", 2, ready=True)
    done = run(founded, "tick", "--now", START)
    assert (done.status, "riot 1a: " in done.out) == (0, True)
    assert run(founded, "verify", "riot").status == 0


def test_a_full_game_that_does_not_ask_for_it_waits_for_its_gm(founded: Path) -> None:
    offer(founded, READY.replace(", ready: true", ""))
    _says(founded, "zoe", 1, ready=True)
    _says(founded, "ann", 2, ready=True)
    assert run(founded, "tick", "--now", START).status == 3
    assert run(founded, "start", "riot", "--now", START).status == 0


def test_the_gm_can_start_a_game_whose_players_are_not_ready(founded: Path) -> None:
    offer(founded, READY)
    _says(founded, "zoe", 1, ready=False)
    assert run(founded, "start", "riot", "--now", START).status == 0


def test_the_offer_says_how_many_are_ready_and_what_to_write(founded: Path) -> None:
    offer(founded, READY)
    _says(founded, "zoe", 1, ready=True)
    assert run(founded, "build").status == 0
    page = (founded / "_site/riot/index.html").read_text()
    assert "1 signed up, 1 of them ready" in page


def test_a_game_that_is_called_off_before_its_start_takes_nobody_in_until_that_is_undone(
    founded: Path,
) -> None:
    offer(founded)
    done = run(founded, "cancel", "riot", "--reason", "too few came", "--now", START)
    assert (done.status, done.out) == (0, "riot is called off: too few came\n")
    assert run(founded, "check").status == 0
    assert "riot is called off: too few came" in run(founded, "start", "riot", "--now", START).err
    assert "already called off" in run(founded, "cancel", "riot", "--now", START).err
    assert run(founded, "build").status == 0
    for place in ("riot/index.html", "index.html"):
        page = (founded / "_site" / place).read_text()
        assert "alled off: too few came" in page
        assert "sign up" not in page.lower()
    done = run(founded, "undo", "riot", "--now", START)
    assert (done.status, done.out) == (0, "riot has not started\n")
    sign_up(founded, "zoe", 1)
    sign_up(founded, "ann", 2)
    assert run(founded, "start", "riot", "--now", START).status == 0
