"""Standings: what counts, for whom, and in which order; and the pages that show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from genetess_cli.rules.base import ResultView
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.facts import Contacts, GameFacts, GameSettings, Present, Secrecy
from genetess_cli.site.league.graph import graph
from genetess_cli.site.league.standings import Placings, Row, people, standings
from genetess_cli.site.league.tables import Graph, StandingsPage
from genetess_cli.site.pages.page import PageRenderer, Site
from genetess_cli.site.past.summary import Former, GameSummary, Listed
from genetess_cli.site.places import key_of
from genetess_cli.store.records import Holder
from genetess_cli.turns.acts import Finish, Pause, Replace
from genetess_cli.turns.referee import act
from genetess_cli.turns.standing import Deadline, Over, ToMove
from tests.kit.boards import END, SOON, WIDE, wide_file
from tests.kit.keys import OTHER_ID
from tests.kit.league import BEGIN, HOUR, League, wide
from tests.site.html import Document


def _game(
    slug: str,
    scores: dict[str, float],
    ended: str | None = "2026-03-01",
    ruleset: str = "genetess",
    available: int = 11,
    logins: dict[str, str] | None = None,
    winners: tuple[str, ...] | None = None,
) -> Listed:
    """A game in which each seat is called as its player, who has a login in `logins` or none."""
    seats = {name: SeatFacts(name, "red", name, "c-red", "r") for name in scores}
    stand = Over(None) if ended else ToMove(Deadline(None), next(iter(seats)))
    facts = GameFacts(slug, slug, 1, "", ruleset, seats, Secrecy())
    settings = GameSettings([], available, has_board=True, starts={}, squares={})
    now = Present(stand, "3a", settings, Contacts(logins or {}))
    best = winners if winners is not None else tuple(n for n in scores if scores[n] == max(scores.values()))
    result = ResultView(list(best), scores, "it is over") if ended else None
    end = f"{ended}T12:00:00Z" if ended else None
    return Listed(facts, now, GameSummary("2026-01-01T12:00:00Z", end, result, scores))


def _table(rows: list[Row]) -> list[tuple[int, str, float]]:
    return [(row.rank, row.person.name, round(row.points, 1)) for row in rows]


def _standings(*games: Listed, ruleset: str | None = "genetess") -> tuple[list[Row], list[Row]]:
    found = standings(people(games).values(), ruleset)
    return found.shares, found.totals


def test_the_share_is_of_all_points_that_were_available() -> None:
    shares, _ = _standings(
        _game("a", {"ann": 11, "bob": 0}), _game("b", {"ann": 11, "bob": 22, "cy": 0}, available=22)
    )
    assert [(row.person.name, round(row.percent, 2)) for row in shares] == [
        ("ann", 66.67), ("bob", 66.67), ("cy", 0),
    ]  # fmt: skip


def test_who_has_the_same_has_the_same_rank() -> None:
    _, totals = _standings(_game("a", {"ann": 10, "bob": 1}), _game("b", {"cy": 10, "dot": 0}))
    assert _table(totals) == [(1, "ann", 10), (1, "cy", 10), (3, "bob", 1), (4, "dot", 0)]


def test_the_totals_are_of_all_time_and_the_shares_of_active_players() -> None:
    old, new = _game("a", {"ann": 11, "bob": 0}, "2020-01-01"), _game("b", {"bob": 1, "cy": 0}, "2026-01-01")
    shares, totals = _standings(old, new)
    assert _table(totals) == [(1, "ann", 11), (2, "bob", 1), (3, "cy", 0)]
    assert [row.person.name for row in shares] == ["bob", "cy"]


def test_who_ended_a_game_within_half_a_year_before_the_leagues_newest_end_is_active() -> None:
    newest = _game("new", {"ann": 11, "bob": 0}, "2026-12-31")
    shares, _ = _standings(
        newest,
        _game("late", {"cy": 11, "dora": 0}, "2026-07-04"),  # 180 days before
        _game("early", {"ed": 11, "fay": 0}, "2026-07-03"),
    )
    assert {row.person.name for row in shares} == {"ann", "bob", "cy", "dora"}


def test_who_plays_is_active_however_long_ago_the_last_game_ended() -> None:
    old, new = _game("a", {"ann": 11, "bob": 0}, "2020-01-01"), _game("b", {"cy": 1, "dot": 0}, "2026-01-01")
    shares, _ = _standings(old, new, _game("c", {"ann": 0, "eve": 0}, None))
    assert [row.person.name for row in shares] == ["ann", "cy", "dot"]


def test_points_of_games_that_are_on_stand_apart() -> None:
    shares, totals = _standings(_game("a", {"ann": 1, "bob": 0}), _game("b", {"ann": 10, "bob": 0}, None))
    assert _table(totals) == [(1, "ann", 1), (2, "bob", 0)]
    assert [row.so_far for row in totals] == [10, 0]
    assert [row.to_come for row in totals] == [11, 11]
    assert [row.games for row in shares] == [1, 1]


def test_who_has_ended_no_game_is_in_no_table() -> None:
    assert _standings(_game("a", {"ann": 10, "bob": 0}, None)) == ([], [])


def test_a_shared_win_is_a_win_and_a_draw_is_none() -> None:
    _, totals = _standings(
        _game("a", {"ann": 10, "bob": 10}), _game("b", {"ann": 0.5, "bob": 0.5}, winners=())
    )
    assert [row.won for row in totals] == [1, 1]


def test_whoever_has_two_seats_of_a_game_has_played_one() -> None:
    game = _game("a", {"ann": 9, "bob": 2, "cy": 0}, logins={"ann": "ann42", "bob": "ann42"})
    _, totals = _standings(game, _game("b", {"ann": 0, "cy": 1}, logins={"ann": "ann42"}))
    assert [(row.games, row.won, row.points) for row in totals] == [(2, 1, 11), (2, 1, 1)]


def test_in_one_ruleset_its_own_games_count_alone() -> None:
    chess = _game("b", {"ann": 1, "bob": 0}, ruleset="genie", available=1)
    _, totals = _standings(_game("a", {"ann": 2, "cy": 9}), chess, ruleset="genie")
    assert _table(totals) == [(1, "ann", 1), (2, "bob", 0)]


def test_all_rulesets_together_every_game_has_a_hundred_points() -> None:
    chess = _game("b", {"ann": 1, "bob": 0}, ruleset="genie", available=1)
    pyramids = _game("c", {"ann": 30, "bob": 60}, ruleset="dna", available=120)
    shares, totals = _standings(chess, pyramids, ruleset=None)
    assert _table(totals) == [(1, "ann", 125), (2, "bob", 50)]
    assert [row.percent for row in shares] == [62.5, 25]


def _placed(name: str, *games: Listed) -> Placings:
    return next(
        each for each in standings(people(games).values(), "genetess").placings if each.person.name == name
    )


def test_a_placing_is_the_share_of_the_others_who_came_behind() -> None:
    games = [_game(slug, {"ann": 9, "bob": 5, "cy": 5, "di": 0}) for slug in ("a", "b")]
    assert [_placed(name, *games).among_people.mean for name in ("ann", "bob", "cy", "di")] == [
        1,
        0.5,
        0.5,
        0,
    ]
    found = _placed("ann", *games).among_people
    assert (found.games, round(found.low, 2), found.high) == (2, 0.34, 1)


def test_who_wins_is_first_whatever_the_points_and_in_a_draw_all_are_level() -> None:
    won = _game("a", {"ann": 9, "bob": 5, "cy": 1}, winners=("cy",))
    drawn = _game("b", {"ann": 9, "bob": 5, "cy": 1}, winners=())
    assert [_placed(name, won).among_people.mean for name in ("ann", "bob", "cy")] == [0.5, 0, 1]
    assert [_placed(name, drawn).among_people.mean for name in ("ann", "bob", "cy")] == [0.5, 0.5, 0.5]


def test_games_with_bots_are_counted_apart_and_a_bot_is_not_placed() -> None:
    people_alone, with_bot = _game("a", {"ann": 0, "bob": 5}), _game("b", {"ann": 9, "bob": 5})
    with_bot.now.people.bots["bob"] = "greedy"
    placed = _placed("ann", people_alone, with_bot)
    assert (placed.among_people.mean, placed.with_bots.mean) == (0, 1)
    assert _placed("bob", people_alone, with_bot).with_bots.games == 0


@pytest.mark.parametrize(("winner", "games", "taken"), [("nils", 1, (1, 1)), ("ann", 0, (0, 1))])
def test_a_seat_that_was_taken_over_counts_if_it_wins(
    winner: str, games: int, taken: tuple[int, int]
) -> None:
    game = _game("a", {"ann": 5, "nils": 5}, winners=(winner,))
    game.summary.formers = [Former("nils", "gwen", None, "3a", timely=(2, 3))]
    game.summary.timely = {"nils": (4, 4)}
    placed = _placed("nils", game)
    assert (placed.among_people.games, placed.taken_over, placed.timely) == (games, taken, (4, 4))
    assert _placed("gwen", game).timely == (2, 3)


def test_a_login_is_one_person_under_whatever_name() -> None:
    one, other = _game("a", {"ann": 5, "bob": 0}, logins={"ann": "Ann42"}), _game("b", {"x": 6, "bob": 0})
    other.now.people.logins["x"] = "ann42"
    _, totals = _standings(one, other)
    assert _table(totals) == [(1, "x", 11), (2, "bob", 0)]


def test_a_name_without_a_login_is_not_the_logins() -> None:
    one, other = _game("a", {"ann": 5, "bob": 0}, logins={"ann": "ann42"}), _game("b", {"ann": 6, "bob": 0})
    assert _table(_standings(one, other)[1]) == [(1, "ann", 6), (2, "ann", 5), (3, "bob", 0)]


def test_capitals_and_spaces_make_nobody_else() -> None:
    found = people([_game("a", {"Ann  Bo": 5}), _game("b", {"ann bo": 5}), _game("c", {"ＡＮＮ BO": 1})])
    assert len(found) == 1


@pytest.mark.parametrize(
    "name", ["../x", "<b>", "a" * 80, "名前", "\u202e", "index", "-", "%2e%2e", "Ann/Bo"]
)
def test_whatever_somebody_is_called_the_file_has_a_plain_name(name: str) -> None:
    [person] = people([_game("a", {name: 1})]).values()
    assert re.fullmatch(r"player-_[a-z0-9-]{16,60}\.html", person.page)


def test_a_graph_has_a_step_for_every_end_of_a_game() -> None:
    games = [_game(f"g{day}", {"ann": 1, "bob": 0}, f"2026-03-{day:02}") for day in range(1, 6)]
    [ann, bob] = standings(people(games).values(), "genetess").total_lines
    assert [point.value for point in ann.points] == [1, 2, 3, 4, 5]
    assert [point.value for point in bob.points] == [0] * 5


def _finished(site: League, hours: int = 5) -> League:
    act(site.league, "riot", Finish(reason="time is up"), BEGIN + hours * HOUR)
    site.build()
    return site


def test_a_graph_without_a_point_above_0_is_none() -> None:
    lines = standings(people([_game("a", {"ann": 0, "bob": 0}, winners=())]).values(), "genetess").total_lines
    assert graph(lines, "Points") == ""


def test_a_graph_of_some_of_the_players_says_so(tmp_path: Path) -> None:
    renderer = PageRenderer(Site("The Test League"))
    found = standings(people([_game("a", {f"player{n}": n for n in range(1, 11)})]).values(), "genetess")
    drawn = Graph(Markup("<svg></svg>"), [row.person for row in found.totals[:6]], [], 0)
    page = renderer.render(StandingsPage(ruleset=None, found=found, shares=drawn, totals=drawn, days=1))
    assert page.count("The graph shows the first 6 of 10 players.") == 2


def test_the_pages_show_tables_graphs_and_the_graphs_as_tables(tmp_path: Path) -> None:
    site = wide(tmp_path, board=SOON).start().order(*END)
    site.build()
    for place in ("standings.html", "standings-genetess.html"):
        page = Document(site.page(place))
        assert len([svg for svg in page.of("svg") if svg["class"] == "graph"]) == 2
        assert len(page.of("table")) == 4 + (place != "standings.html")  # placings are a ruleset's
        assert "Ragnar" in page.text
    assert "No game of DNA is over yet." in Document(site.page("standings-dna.html")).text


def test_points_of_games_that_are_on_are_told_with_what_could_be_had(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    page = site.page(f"player-{key_of('Bo', None)}.html")
    assert "0 of 22 points" in page
    assert "Points in finished games" not in page


def test_a_player_has_a_page_with_games_and_results(tmp_path: Path) -> None:
    site = _finished(wide(tmp_path).start().order("PASS"))
    [place] = [place for place in site.pages() if re.fullmatch(r"player-_ragnar.*html", place)]
    text = " ".join(Document(site.page(place)).text.split())
    assert "Riot Genetessr redsheetshared the win0 of 222027-01-152027-01-15" in text
    assert f'href="../{place}"' in site.page("riot/index.html")


def test_who_gave_up_a_seat_keeps_a_page_and_no_result(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("PASS")
    act(site.league, "riot", Replace("green", Holder("Nils", "nils")), BEGIN + 2 * HOUR)
    _finished(site)
    [gwen] = [place for place in site.pages() if re.fullmatch(r"player-_gwen.*html", place)]
    assert "replaced in turn 1b" in Document(site.page(gwen)).text
    nils = " ".join(Document(site.page("player-nils.html")).text.split())
    assert "Nils nils" in nils
    assert "Riot Genetessg greensheetshared the win" in nils


def test_the_files_of_a_player_who_is_gone_go(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    site.edit("name: Gwen", "name: Greta")
    site.build()
    assert not [place for place in site.pages() if place.startswith("player-_gwen")]
    assert [place for place in site.pages() if place.startswith("player-_greta")]


def test_of_a_sealed_game_standings_have_what_is_public(tmp_path: Path) -> None:
    orders = ("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    pages = []
    for name, sealed in (("open", False), ("sealed", True)):
        site = _finished(wide(tmp_path / name, sealed=sealed).start().order(*orders))
        pages.append(
            {p: data for p, data in site.pages().items() if re.match(r"(standings|player-).*html", p)}
        )
    assert pages[0] == pages[1]


def test_a_turn_without_a_result_makes_no_standings_anew(tmp_path: Path) -> None:
    site = _finished(wide(tmp_path).start())
    site.add("duel", wide_file(name="Duel", red="Ann", e=10, id=OTHER_ID))
    site.start("duel").build()
    before = {p: (site.out / p).stat().st_mtime_ns for p in site.pages() if p.startswith("standings")}
    act(site.league, "duel", Pause(), BEGIN + 9 * HOUR)
    site.build()
    assert not [p for p, time in before.items() if (site.out / p).stat().st_mtime_ns != time]


def test_a_players_page_tells_whose_move_it_is_in_each_game_and_until_when(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.add("fort", wide_file(name="Fort", red="Ragnar", id=OTHER_ID), WIDE)
    site.start("fort").order_in("fort", 9, "PASS").build()
    page = Document(site.page(f"player-{key_of('Ragnar', None)}.html"))
    awaited = [item.get("data-awaited") for item in page.of("li") if "data-number" not in item]
    assert awaited == ["riot/sheet/red/index.html", None]
    assert "To move, round 1" in page.text
    assert "Gwen (green) is to move, round 1" in page.text
    assert "Next sheet: Riot N" in " ".join(page.text.split())
    assert len([time for time in page.of("time") if "data-left" in time]) == 2
    gwen = Document(site.page(f"player-{key_of('Gwen', None)}.html"))
    assert "Next sheet: Fort" in gwen.text


def test_a_players_page_tells_of_each_game_once(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    page = site.page(f"player-{key_of('Ragnar', None)}.html")
    main = page.partition("<main")[2].partition("What happened")[0]
    assert main.count('href="riot/index.html"') == 1
    assert "<b>To move</b>, round 1, 0 of " in main
    assert "Next sheet" not in page
    assert "<caption>" not in page


def test_no_order_is_awaited_of_a_game_that_is_paused(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    act(site.league, "riot", Pause(), BEGIN + HOUR)
    site.build()
    page = site.page(f"player-{key_of('Ragnar', None)}.html")
    assert "data-awaited" not in page
    assert "Paused" in page


def test_an_order_in_the_grace_and_a_turn_without_one_came_late(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.order("PASS")  # red, in time
    site.run(74)  # green gets the grace
    site.hour = 75
    site.order("PASS")
    site.run(250)  # blue gets none any more
    _finished(site, 260)
    assert _in_time(site) == {"Ragnar": ("1", "1"), "Gwen": ("0", "1"), "Bo": ("0", "1")}


def test_neither_a_pause_nor_a_late_run_makes_an_order_late(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.pause(1)
    site.resume(500)
    site.order_in("riot", 501, "PASS")
    site.writes("green", "PASS\n")
    site.commit("games/riot/orders/green.txt")
    site.run(900)  # long after green's deadline, of an order that lay there in time
    _finished(site, 901)
    assert _in_time(site) == {"Ragnar": ("1", "1"), "Gwen": ("1", "1")}


def _in_time(site: League) -> dict[str, tuple[str, str]]:
    """How many orders of each player came in time, and of how many, as their pages have it."""
    pages = {name: site.page(f"player-{key_of(name, None)}.html") for name in ("Ragnar", "Gwen", "Bo")}
    found = {
        name: re.findall(r">(\d+) <small>of (\d+)</small></td></tr>", page) for name, page in pages.items()
    }
    return {name: told[-1] for name, told in found.items() if told}
