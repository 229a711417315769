"""The first page of a site where orders are carried out at once: games to go on with, a new one, who won how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from markupsafe import Markup

from genetess_cli.manual.bots import BotWords, bot_words
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.rules.base import PUBLIC, Seat
from genetess_cli.rules.dice import START, Dice
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.site import places
from genetess_cli.site.board.layers import Thumbnail, shared
from genetess_cli.site.games import drawing
from genetess_cli.site.league.front import Card, Front
from genetess_cli.site.pages.home import with_starts
from genetess_cli.site.pages.page import Page, PageRenderer, Printed, Site
from genetess_cli.site.pages.rules import seats_in
from genetess_cli.site.write import made
from genetess_cli.store import resources
from genetess_cli.store.yaml import api
from genetess_cli.values import Value


class OfferedGame(Value):
    """A game that can be begun."""

    what: str  # as a message asks for it
    title: str
    ruleset: str
    sizes: Sequence[int]  # how many can play
    seats: Sequence[str]  # of the most, in order of play
    board: Thumbnail


class NewGameForm(Printed):
    """What is chosen for a new game."""

    TEMPLATE = "new_game.html"

    offers: Sequence[OfferedGame]
    bots: Mapping[str, Mapping[str, BotWords]]  # by ruleset
    usual: Mapping[str, str]  # the bot that is chosen already, by ruleset
    definitions: Markup


class Tally(msgspec.Struct):
    """The games of one kind that people finished on this machine."""

    who: str  # against which bots, or who of several people
    games: int = 0
    won: int = 0
    shared: int = 0


class Lobby(Page):
    """The first page."""

    TEMPLATE = "lobby.html"

    on: Sequence[tuple[Card, str]]  # each with the page on which it goes on
    over: Sequence[Card]
    definitions: Markup
    broken: Iterable[str]
    form: Markup
    tallies: Mapping[str, Sequence[Tally]]  # by ruleset


def lobby(told: Front, broken: Iterable[str]) -> Lobby:
    on = [(card, _way(card)) for card in (*told.on, *told.free)]
    over = [*told.over, *told.ended]
    return Lobby(on, over, told.definitions, broken, new_game_form(), _tallies(over))


def _way(card: Card) -> str:
    slug = card.game.slug
    if not card.summary.began:
        return places.place("game", slug=slug)
    match _people(card):
        case [seat]:
            return places.place("sheet", slug=slug, seat=seat)
        case _:
            return places.place("hand", slug=slug)


def _people(card: Card) -> list[str]:
    return [seat for seat in card.game.seats if seat not in card.now.people.bots]


def _tallies(over: Iterable[Card]) -> dict[str, list[Tally]]:
    found: dict[str, dict[str, Tally]] = {}
    for card in over:
        result = card.summary.result
        if result is None or result.is_void:
            continue
        rows = found.setdefault(card.game.ruleset, {})
        bots = sorted({*card.now.people.bots.values()})
        for seat in _people(card):
            who = f"Against {' and '.join(bots)}" if bots else card.game.seats[seat].name
            row = rows.setdefault(who, Tally(who))
            row.games += 1
            row.won += result.winners == [seat]
            row.shared += seat in result.winners and result.winners != [seat]
    return {name: [*rows.values()] for name, rows in found.items()}


# A new game


def new_game_form() -> Markup:
    """Return what is chosen for a new game, which is alike in all leagues."""
    return Markup(made.text(NewGameForm.TEMPLATE, lambda: PageRenderer(Site("")).render(_form())))


def _form() -> NewGameForm:
    games = [*offers()]
    bots = {name: bot_words(name) for name in RULESETS}
    usual = {name: ruleset(name).bots().usual for name in RULESETS}
    return NewGameForm(games, bots, usual, shared(each.board for each in games))


def offers() -> Iterator[OfferedGame]:
    """Yield the games that can be begun, in the order of the form."""
    for name in RULESETS:
        rules = ruleset(name)
        if rules.board is None:
            sizes = rules.sizes()
            seats = rules.seat_names(sizes[-1])
            yield OfferedGame(name, places.TITLES[name], name, sizes, seats, _opening(name, rules))
            continue
        for preset, size in resources.PRESETS.items():
            what = places.FIRST if size == min(resources.PRESETS.values()) else preset
            seats = rules.seat_names(size)
            yield OfferedGame(what, preset.capitalize(), name, [size], seats, _preset(name, rules, preset))


def _opening(name: str, rules: AnyRuleset) -> Thumbnail:
    """Return the board of a game whose board is always the same, as it is at the start."""
    seats = rules.seat_names(2)
    named = [Seat(seat, seat) for seat in seats]
    first = rules.new(rules.settings(), None, named, Dice(bytes, START)).game
    return drawing(name).draw(rules.view(first, PUBLIC), seats_in(seats)).thumbnail


def _preset(name: str, rules: AnyRuleset, preset: str) -> Thumbnail:
    """Return a board with the walls and the starts, which everybody knows."""
    assert rules.board is not None
    data = resources.preset(preset).read_bytes()
    board = api.convert(api.read(data, preset), rules.board)
    drawn = drawing(name)
    seats = seats_in(rules.seat_names(resources.PRESETS[preset]))
    starts = drawn.starts(board, dict(zip(seats, rules.starts(rules.settings(), board) or (), strict=True)))
    return with_starts(drawn.blank(board, seats, preset), seats, starts).thumbnail
