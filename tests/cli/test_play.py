"""`genetess play` as a program: who may send orders to it, and what becomes of them; in a browser: tests/browser."""

from __future__ import annotations

import os
import re
import resource
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from genetess_cli.admin import play
from genetess_cli.errors import Fault
from genetess_cli.site import build
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.turns import bots
from tests.kit.command import git, run
from tests.kit.keys import KEY, machine
from tests.kit.play import Played, played

NOW = 1_700_000_000
MESSAGE = {"act": "order", "game": "first", "seat": "red", "turn": "1a", "orders": "PASS\n"}
AGAIN = {"act": "again", "game": "first", "seat": "red", "turn": "1a"}
BEGIN = {"act": "begin", "what": "first", "players": 2, "bot": "greedy"}


@pytest.fixture(scope="module")
def _served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("play")
    with machine(folder, KEY), played(folder / "games", "--hotseat") as made:
        yield made


@pytest.fixture
def served(_served: Played) -> Iterator[Played]:
    """A game for two that is being played; whatever a test asks for, nothing has changed in the league after it."""
    tip = git(_served.folder, "rev-parse", "HEAD")
    yield _served
    assert git(_served.folder, "rev-parse", "HEAD") == tip


# Who is answered


@pytest.mark.by_day(0, ci="all")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "games.example"}, 403),
        ({"Host": "games.example:8000"}, 403),
        ({"Host": "localhost:80@games.example"}, 403),
        ({"Host": "localhost.games.example"}, 403),
        ({"Host": "localhost:"}, 403),
        ({"Origin": "http://games.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, 403),
        ({"Content_Type": "text/plain"}, 403),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 403),
        ({"Content_Length": "10000000"}, 413),
        ({"Content_Length": "many"}, 413),
        ({"Content_Length": "-1"}, 413),
        ({"Content_Length": "9" * 5000}, 413),
    ],
)
def test_no_order_can_be_sent_from_another_page(served: Played, headers: dict[str, str], status: int) -> None:
    assert served.post(MESSAGE, **headers).status == status


@pytest.mark.parametrize(
    "path", ["/send", "/wrong/send", "//send", "/first/sheet/red/index.html", "/", "/{}/../send"]
)
def test_nothing_is_answered_without_the_token(served: Played, path: str) -> None:
    for method in ("GET", "HEAD", "POST"):
        assert served.ask(path.format(served.token[:-1]), method).status == 404


def test_an_order_is_sent_by_no_link(served: Played) -> None:
    assert served.ask(f"/{served.token}/send").status == 404
    assert served.ask(f"/{served.token}/first/index.html", "POST", b"{}").status == 405


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pages_are_part_of_no_other_site(served: Played, site: str) -> None:
    page = f"/{served.token}/first/index.html"
    assert served.ask(page, Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors").status == 403
    opened = served.ask(page, Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate")
    assert opened.status == 200
    assert "frame-ancestors 'none'" in opened.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    [
        "..%2f..%2f..%2fgenetess.yaml", "../../config", "../../../genetess.yaml", "first/sheet/", "gm.html",
        ".genetess-site", "%2egenetess-site", "first/.hidden", "%00", "index.html%00", "%ED%A0%80", "%FF", "a" * 5000,
    ],
)  # fmt: skip
def test_nothing_but_the_site_is_handed_out(served: Played, path: str) -> None:
    for method in ("GET", "HEAD"):
        assert served.ask(f"/{served.token}/{path}", method).status == 404


def test_no_other_account_of_the_machine_reads_the_sheets(tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        before = os.umask(0)
        try:
            with played(tmp_path / "games", "--hotseat") as made:
                folder = made.folder / ".git/genetess/play"
                assert (folder / "index.html").is_file()
                assert folder.stat().st_mode & 0o777 == 0o700
        finally:
            os.umask(before)


@pytest.mark.by_day(0, ci="all")
def test_an_order_that_was_sent_and_undone_is_carried_out_when_it_is_sent_again(tmp_path: Path) -> None:
    with machine(tmp_path, KEY), played(tmp_path / "games", "--bots", "random") as made:
        for _ in range(2):
            assert made.send("MOVE B2 S\n") == {"page": "first/sheet/red/index.html"}
            assert made.game().clock.turn == "2a"
            undo = {"act": "undo", "game": "first", "seat": "red", "turn": "2a"}
            assert made.post(undo).json == {"page": "first/sheet/red/index.html"}
            assert made.game().clock.turn == "1a"


# What does not count


@pytest.mark.parametrize(
    "message",
    [
        [], {}, {**MESSAGE, "orders": 1}, {**MESSAGE, "more": ""}, {**MESSAGE, "act": "resign"},
        {**MESSAGE, "act": "undo"}, {**MESSAGE, "act": "stop"}, {**MESSAGE, "act": ["order"]},
        {**AGAIN, "bot": 1}, {**AGAIN, "orders": "PASS"},
        {**BEGIN, "players": 1}, {**BEGIN, "players": 10**30}, {**BEGIN, "players": "2"}, {**BEGIN, "names": "Gwen"},
        {**BEGIN, "names": [None]}, {**BEGIN, "seat": None}, {**BEGIN, "what": 1}, {**BEGIN, "game": "first"},
    ],
)  # fmt: skip
def test_what_no_page_sends_is_said_to_be_no_message(served: Played, message: object) -> None:
    assert "no message" in served.post(message).json["words"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"what": "cube"}, "there is no board 'cube'"),
        ({"what": "../first"}, "there is no board '../first'"),
        ({"what": "second"}, "there is no board"),
        ({"what": "\u202e" * 999}, "there is no board"),
        ({"what": "genie", "players": 3}, "white and black"),
        ({"what": "dna", "players": 26}, "2 to 4 players, not 12"),
        ({"what": "quartet"}, "2 players do not fit quartet"),
        ({"bot": "genius"}, "there is no bot `genius`"),
        ({"bot": "<b>"}, "is no bot’s name"),
        ({"seat": "white"}, "there is no seat 'white'"),
        ({"names": ["Ann", "Bo"]}, "2 names for 1 person"),
        ({"names": ["ann@example.org"]}, "leave out the `@`"),
        ({"names": ["A\nB"]}, "U+000A"),
        ({"names": ["\u202eAnn"]}, "U+202E"),
        ({"names": ["A" * 9999]}, "1 to 80 characters"),
    ],
)
def test_a_game_that_the_lobby_does_not_offer_is_not_begun(
    served: Played, fields: dict[str, object], words: str
) -> None:
    assert words in served.post({**BEGIN, **fields}).json["words"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "riot"}, "This game is not here"),
        ({"game": "../first"}, "This game is not here"),
        ({"seat": "blue"}, "Nobody plays blue here"),
        ({"turn": "7b"}, "of turn 7b, and the game is at turn 1a"),
        ({"turn": "\u202e" * 999}, "the game is at turn 1a"),
        ({"seat": "<b>" * 999}, "Nobody plays <b>"),
        ({"orders": "MOVE B2 N"}, "MOVE B2 N"),
        ({"orders": "JUMP"}, "JUMP"),
    ],
)
def test_an_order_that_does_not_count_is_told_why(served: Played, fields: dict[str, str], words: str) -> None:
    assert words in served.post({**MESSAGE, **fields}).json["words"]


@pytest.mark.parametrize("act", ["undo", "on"])
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "../first"}, "This game is not here"),
        ({"seat": "blue"}, "Nobody plays blue here"),
        ({"turn": "7b"}, "the game is at turn 1a"),
        ({"orders": "PASS"}, "no message"),
        ({"turn": None}, "no message"),
    ],
)
def test_a_button_that_does_not_count_is_told_why(
    served: Played, act: str, fields: dict[str, str | None], words: str
) -> None:
    asked = {"act": act, "game": "first", "seat": "red", "turn": "1a", **fields}
    assert words in served.post(asked).json["words"]


def test_a_game_is_played_again_against_no_bot_that_is_not_there(league: League) -> None:
    slug = _for(league, what="duel", names=["Kim"], side=play.Solo(bot="greedy")).slug
    again = {"act": "again", "game": slug, "seat": "green", "turn": "1a"}
    assert "there is no bot `genius`" in _sent(league, {**again, "bot": "genius"})["words"]
    assert _sent(league, {**again, "bot": "random"})["page"].endswith("/sheet/green/index.html")


def test_a_sheet_of_an_earlier_turn_is_led_to_the_newest(served: Played) -> None:
    assert served.send("PASS", turn="0")["page"] == "first/sheet/red/index.html"


def test_a_second_run_in_the_same_folder_names_the_first(served: Played) -> None:
    second = run(served.folder, "play", "-C", str(served.folder), "--no-browser")
    assert second.status == 4
    assert served.address in second.err


# What counts


def test_an_order_is_carried_out_and_the_next_run_goes_on_at_the_same_address(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with machine(tmp_path, KEY):
        with played(folder, "--hotseat", "--name", "Gwen", "--name", "Bo") as first:
            assert first.send("PASS\nPASS\n") == {"page": "first/sheet/red/index.html"}
            assert "Bo</bdi>, your turn" in first.ask(f"/{first.token}/first/hand.html").body
            first.process.kill()
        with played(folder, "--hotseat", "--name", "Gwen", "--name", "Bo") as second:
            assert second.address == first.address
            second.send("PASS", turn="1b", seat="green")
            # As it was stored.
            assert second.send("PASS\n", turn="2a") == {"page": "first/sheet/red/index.html"}
            assert second.game().clock.turn == "2b"
            assert second.interrupt() == 0
    assert git(folder, "status", "--porcelain") == ""
    assert run(folder, "verify", "first").status == 0


@pytest.mark.by_day(0, ci="all")
def test_where_the_disk_is_full_an_order_is_kept_and_counts_later(tmp_path: Path) -> None:
    with machine(tmp_path, KEY), played(tmp_path / "games", "--hotseat") as made:
        _, most = resource.prlimit(made.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(made.process.pid, resource.RLIMIT_FSIZE, (0, most))
        assert "disk" in made.send("PASS")["words"]
        resource.prlimit(made.process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert made.send("PASS") == {"page": "first/sheet/red/index.html"}


# What is played


@pytest.mark.parametrize(
    ("setting", "where"),
    [("site: {repository: me/league}", "me/league"), ("mail: gm@example.org", "gm@example.org")],
)
def test_a_league_that_others_play_in_from_elsewhere_is_not_played_here(
    empty: Path, setting: str, where: str
) -> None:
    (empty / "genetess.yaml").write_text(f"title: Friday\n{setting}\n")
    done = run(empty, "play", "-C", ".", "--no-browser")
    assert done.status == 1
    assert where in done.err


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    assert run(tmp_path, "play", "-C", ".").status == 1
    assert run(tmp_path, "-C", str(tmp_path), "play").status == 1


@pytest.mark.parametrize("what", ["gene", "riot2", "../riot"])
def test_a_word_that_names_nothing_to_play_is_refused(started: Path, what: str) -> None:
    done = run(started, "play", what, "-C", ".", "--no-browser")
    assert done.status == 2
    assert "there is no game, preset or ruleset" in done.err


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    """A league that tests share: each counts in it only games of a kind that no other makes."""
    folder = tmp_path_factory.mktemp("league")
    with machine(folder, KEY):
        yield play.league_in(folder / "games", NOW)


def _for(league: League, **wanted: Any) -> AnyGame:
    return play.Session(league, NOW, print).game_for(play.PlayRequest(**wanted))


@pytest.mark.parametrize(
    ("plan", "players"),
    [
        (play.PlayRequest(), ["red Red", "green Greedy greedy"]),
        (
            play.PlayRequest("genie", side=play.Solo("black", "random")),
            ["white Random random", "black Black"],
        ),
        (
            play.PlayRequest("dna", players=3, names=["Gwen"]),
            ["red Gwen", "green Green greedy", "blue Blue greedy"],
        ),
        (
            play.PlayRequest("trio", names=["Ann", "Bo"], side=play.Hotseat()),
            ["red Ann", "green Bo", "blue Blue"],
        ),
    ],
    ids=lambda plan: str(plan.what) if isinstance(plan, play.PlayRequest) else "",
)
def test_a_game_has_the_people_and_bots_that_were_asked_for(
    league: League, plan: play.PlayRequest, players: list[str]
) -> None:
    session = play.Session(league, NOW, print)
    game = session.game_for(plan)
    made = [f"{player.seat} {player.name} {player.bot or ''}".strip() for player in game.file.players]
    assert made == players
    assert session.game_for(plan).slug == game.slug  # gone on with


def test_another_game_is_made_where_others_play_or_one_is_over(tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        own = play.league_in(tmp_path / "games", NOW)
        assert _for(own, what="duel").slug == "duel"
        assert _for(own, what="duel", side=play.Hotseat()).slug == "duel-2"
        assert run(own.root, "finish", "duel", "--reason", "Supper").status == 0
        assert _for(own, what="duel", side=play.Solo(bot="greedy")).slug == "duel-3"
        assert _for(own, what="duel-2").slug == "duel-2"


def test_without_options_whatever_goes_on_is_gone_on_with(league: League) -> None:
    assert _for(league, what="octet", names=["Ann"], side=play.Hotseat()).slug == "octet"
    assert _for(league, what="octet").slug == "octet"
    assert _for(league, what="octet", side=play.Solo(bot="greedy")).slug == "octet-2"


def test_games_have_the_names_of_their_kinds_and_are_counted(tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        made = play.league_in(tmp_path / "games", NOW)
        plans = [
            play.PlayRequest(what, side=play.Solo(bot=bot))
            for bot in ("random", "hunter")
            for what in ("dna", None)
        ]
        names = [play.Session(made, NOW, print).game_for(plan).file.name for plan in plans]
    assert names == ["DNA", "First game", "DNA 2", "Genetess 2"]


def _sent(league: League, message: object, stop: play.Stop = lambda: False) -> Any:
    """What is answered to a message."""
    data = msgspec.json.encode(message)
    session = play.Session(league.now(), NOW, print, stop)
    return msgspec.json.decode(session.receive(data, lambda: None))


def _ordered(league: League, **fields: str) -> Any:
    """What is answered to an order that differs in this from a usual one."""
    return _sent(league, {**MESSAGE, **fields})


def _asked(league: League, act: str, game: str, seat: str = "red", turn: str = "1a") -> Any:
    return _sent(league, {"act": act, "game": game, "seat": seat, "turn": turn})


def test_what_is_sent_before_ones_turn_is_told_to_be_stored(league: League) -> None:
    slug = _for(league, what="duel", names=["Zoe", "Ada"], side=play.Hotseat()).slug
    answer = _ordered(league, game=slug, seat="green")
    assert answer["page"] == f"{slug}/sheet/green/index.html"
    assert answer["notes"].startswith("It is stored.")


def test_the_page_between_two_people_asks_whoever_has_not_gambled(league: League, tmp_path: Path) -> None:
    players = ("--player", "red=Gwen", "--player", "green=Bo", "--deadline", "none")
    assert run(league.root, "new", "bids", "--ruleset", "genetess", *players, "--gamble", "start").status == 0
    assert run(league.root, "start", "bids").status == 0
    assert "complete" in _ordered(league, game="bids", turn="0", orders="GAMBLE 1E on K1")["notes"]
    build.build(league, tmp_path / "site", here=True)
    page = (tmp_path / "site/bids/hand.html").read_text()
    assert ("Bo</bdi>, your turn" in page, "Gwen</bdi>, your turn" in page) == (True, False)


def test_a_turn_against_bots_is_taken_back_with_its_order(league: League) -> None:
    slug = _for(league, what="trio", side=play.Solo(bot="random")).slug
    _ordered(league, game=slug)
    assert _asked(league, "undo", slug, turn="2a") == {"page": f"{slug}/sheet/red/index.html"}
    game = league.now().game(slug)
    assert game.clock is not None
    assert (game.clock.turn, game.queue_bytes("red")) == ("1a", b"")
    told = run(league.root, "log", slug).out
    assert "2a: undo\n    The player undid turns 1a to 1c; the game goes on in turn 1a.\n" in told
    assert run(league.root, "verify", slug).status == 0
    assert "no turn yet" in _asked(league, "undo", slug)["words"]


def test_a_resignation_against_bots_is_taken_back_alone(league: League) -> None:
    slug = _for(league, what="genie", side=play.Solo("white", "random")).slug
    for turn, order in (("1a", "a3"), ("2a", "RESIGN")):
        assert _ordered(league, game=slug, seat="white", turn=turn, orders=order)["page"]
    assert _asked(league, "undo", slug, "white", "2a") == {"page": f"{slug}/sheet/white/index.html"}
    told = run(league.root, "log", slug).out
    assert "The player undid the resignation of white; the game goes on in turn 2a.\n" in told
    _asked(league, "undo", slug, "white", "2a")
    assert "undid turns 1a to 1b" in run(league.root, "log", slug).out
    assert run(league.root, "verify", slug).status == 0


def test_undo_is_offered_where_there_is_something_to_undo(tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        made = play.league_in(tmp_path / "games", NOW)
        slug = _for(made, what="genie", side=play.Solo("white", "random")).slug
        offered = []
        for send in (dict, partial(_ordered, made, orders="RESIGN"), partial(_asked, made, "undo")):
            send(game=slug, seat="white")
            build.build(made.now(), tmp_path / "site", here=True)
            sheet = (tmp_path / f"site/{slug}/sheet/white/index.html").read_text()
            offered.append('data-act="undo"' in sheet)
    assert offered == [False, True, False]


def test_a_turn_against_others_is_not_taken_back(league: League) -> None:
    slug = _for(league, what="genie", names=["Zoe", "Ada"], side=play.Hotseat()).slug
    _ordered(league, game=slug, seat="white", orders="e4")
    assert "Other people" in _asked(league, "undo", slug, "white", "1b")["words"]


def test_a_stop_leaves_the_game_at_a_bots_turn_and_it_goes_on_or_the_order_is_taken_back(
    league: League,
) -> None:
    slug = _for(league, what="trio", names=["Ann"], side=play.Solo(bot="greedy")).slug
    sheet = {"page": f"{slug}/sheet/red/index.html"}

    def turn() -> str:
        game = league.now().game(slug)
        assert game.clock is not None
        return game.clock.turn

    order = {**MESSAGE, "game": slug}
    assert _sent(league, order, lambda: True) == sheet
    assert turn() == "1b"
    assert _asked(league, "undo", slug, turn="1b") == sheet
    assert turn() == "1a"
    assert _sent(league, {**order, "orders": "PASS"}, lambda: True) == sheet
    assert _asked(league, "on", slug, turn="1b") == sheet
    assert turn() == "2a"
    assert "at turn 2a now" in _asked(league, "on", slug, turn="1b")["words"]


def test_a_game_is_begun_beside_others_of_its_kind(league: League) -> None:
    wish = {"act": "begin", "what": "dna", "players": 3, "names": ["Gwen"], "seat": "green", "bot": "random"}
    pages = [_sent(league, wish)["page"] for _ in range(2)]
    assert len({*pages}) == 2
    game = league.now().game(pages[1].split("/")[0])
    assert [player.name for player in game.file.players] == ["Red", "Gwen", "Blue"]
    assert game.file.bots == {"red": "random", "blue": "random"}


def test_a_game_is_deleted_alone_and_the_next_of_its_kind_has_another_name(tmp_path: Path) -> None:
    wish = {"act": "begin", "what": "trio", "players": 3, "bot": "random"}
    with machine(tmp_path, KEY):
        made = play.league_in(tmp_path / "games", NOW)
        _sent(made, wish)
        _sent(made, wish)
        build.build(made.now(), tmp_path / "site", here=True)
        assert _sent(made, {"act": "delete", "game": "trio"}) == {"page": "index.html"}
        assert git(made.root, "log", "-1", "--format=%B") == "trio: deleted\n\nGenetess-Game: trio"
        assert "not here any more" in _sent(made, {"act": "delete", "game": "trio"})["words"]
        assert _sent(made, wish)["page"].startswith("trio-3/")
        build.build(made.now(), tmp_path / "site", here=True)
        assert git(made.root, "ls-tree", "--name-only", "HEAD", "games/").split() == [
            "games/trio-2",
            "games/trio-3",
        ]
        assert git(made.root, "status", "--porcelain") == ""
        assert run(made.root, "verify").status == 0
    assert not (tmp_path / "site/trio").exists()
    assert 'data-delete="trio-2"' in (tmp_path / "site/index.html").read_text()


def test_the_first_page_has_the_games_that_go_on_and_who_won_on_this_machine(tmp_path: Path) -> None:
    wish = {"act": "begin", "what": "genie", "players": 2}
    with machine(tmp_path, KEY):
        made = play.league_in(tmp_path / "games", NOW)
        _sent(made, {**wish, "bot": "greedy"})
        assert run(made.root, "drop", "genie", "white", "--orphans").status == 0
        _sent(made, {**wish, "names": ["Ann", "<b>Bo"]})
        for turn, seat, move in (("1a", "white", "f3"), ("1b", "black", "e5"), ("2a", "white", "g4")):
            _ordered(made, game="genie-2", turn=turn, seat=seat, orders=move)
        build.build(made.now(), tmp_path / "site", here=True)
        first = tmp_path / "site/index.html"
        assert 'href="genie-2/hand.html"' in first.read_text()
        _ordered(made, game="genie-2", turn="2b", seat="black", orders="Qh4")
        build.build(made.now(), tmp_path / "site", here=True)
    page = " ".join(re.sub("<.*?>", " ", first.read_text()).split())
    assert "Against greedy 0 1 Ann 0 1 &lt;b&gt;Bo 1 1" in page
    assert "genie-2/hand.html" not in first.read_text()


def test_the_first_page_of_two_leagues_without_games_is_the_same(tmp_path: Path) -> None:
    pages = []
    for name, now in (("one", NOW), ("two", NOW + 10**6)):
        with machine(tmp_path, KEY):
            build.build(play.league_in(tmp_path / name, now), tmp_path / f"{name}-site", here=True)
        pages.append((tmp_path / f"{name}-site/index.html").read_bytes())
    assert pages[0] == pages[1]


@pytest.mark.parametrize("what", ["first", "trio", "dna", "genie"])
def test_the_first_sheets_of_two_games_that_are_begun_alike_are_the_same(tmp_path: Path, what: str) -> None:
    sheets = []
    wish = {"act": "begin", "what": what, "players": 3 if what == "trio" else 2, "bot": "greedy"}
    for name, now in (("one", NOW), ("two", NOW + 10**6)):
        with machine(tmp_path / name, KEY):
            made = play.league_in(tmp_path / name / "games", now)
            page = play.Session(made, now, print).receive(msgspec.json.encode(wish), lambda: None)
            build.build(made.now(), tmp_path / name / "site", here=True)
        sheets.append((tmp_path / name / "site" / msgspec.json.decode(page)["page"]).read_text())
    assert sheets[0] == sheets[1]


@pytest.mark.by_day(0, ci="all")
def test_without_a_word_the_first_run_begins_a_game_and_later_ones_show_all(tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        for page in ("first/sheet/red/index.html", "index.html"):
            with played(tmp_path / "games") as made:
                assert made.ask(f"/{made.token}/").headers["Location"] == f"/{made.token}/{page}"


def test_people_who_play_every_seat_begin_at_the_page_between_their_turns(league: League) -> None:
    page = _sent(league, {"act": "begin", "what": "genie", "players": 2, "names": ["", "Bo"]})["page"]
    slug, file = page.split("/")
    assert file == "hand.html"
    assert [player.name for player in league.now().game(slug).file.players] == ["White", "Bo"]


@pytest.mark.parametrize(("more", "bot"), [({}, "random"), ({"bot": "hunter"}, "hunter")])
def test_a_game_that_is_over_is_played_again_from_the_next_seat(
    league: League, more: dict[str, str], bot: str
) -> None:
    before = _for(league, what="dna", players=3, names=["Gwen"], side=play.Solo("green", "random"))
    assert run(league.root, "finish", before.slug, "--reason", "Supper").status == 0
    message = {"act": "again", "game": before.slug, "seat": "green", "turn": "1a", **more}
    [slug, *_] = _sent(league, message)["page"].split("/")
    file = league.now().game(slug).file
    assert {player.seat: player.name for player in file.players} == {
        "red": "Red",
        "green": "Green",
        "blue": "Gwen",
    }
    assert file.bots == {"red": bot, "green": bot}


def test_people_at_one_machine_play_again_in_each_others_seats(league: League) -> None:
    before = _for(league, what="genie", names=["Zoe", "Ada"], side=play.Hotseat())
    assert run(league.root, "finish", before.slug, "--reason", "Supper").status == 0
    [slug, *_] = _asked(league, "again", before.slug, "white")["page"].split("/")
    assert [player.name for player in league.now().game(slug).file.players] == ["Ada", "Zoe"]


@pytest.mark.by_day(0, ci="all")
def test_bots_play_on_until_somebody_is_to_move(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MOST_IN_A_RUN", 8)
    slug = _for(league, what="sextet", side=play.Solo(bot="random")).slug
    assert run(league.root, "drop", slug, "red", "--orphans").status == 0
    play.Session(league, NOW, print).go_on(slug)
    game = league.now().game(slug)
    assert game.clock is not None
    assert game.clock.phase == "finished" or len([*league.now().records(game.terms)]) > 2 * bots.MOST_IN_A_RUN


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"what": "quartet", "players": 3}, "3 players do not fit quartet"),
        ({"what": "quartet", "side": play.Solo("white")}, "no seat 'white'"),
        ({"what": "quartet", "names": ["Ann", "Bo"]}, "2 names for 1"),
        ({"what": "quartet", "side": play.Solo(bot="genius")}, "there is no bot `genius`"),
        ({"players": 7}, "7 players do not fit any preset"),
        ({"what": "quartet", "names": ["A\nB"]}, "the name has the character U\\+000A"),
        ({"what": "genie", "players": 3}, "white and black"),
    ],
)
def test_a_game_that_cannot_be_is_refused(league: League, wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(Fault, match=words):
        _for(league, **wanted)
    assert "quartet" not in league.slugs()
