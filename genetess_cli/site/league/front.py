"""The league's home as facts: a card for each game, who waits for whom, what happened, and the first of the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from markupsafe import Markup

from genetess_cli.site.board.layers import Thumbnail, shared
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.league.standings import Row
from genetess_cli.site.pages.page import Page
from genetess_cli.site.past.summary import GameSummary, Listed, Note
from genetess_cli.site.places import keys_of
from genetess_cli.turns.standing import waits_for
from genetess_cli.values import Value

LATEST = 6
"""Turns that the home tells of."""
MOST_RANKED = 5
MOST_ENDED = 6
"""Games that are over and have a card with their board; of the others the home has the names."""


class Card(Listed):
    """A game as its card shows it."""

    board: Thumbnail
    news: Note | None  # the newest that everybody heard of it
    keys: dict[str, str]  # those of the people who have its seats

    @property
    def is_free(self) -> bool:
        return bool(self.now.places or self.now.vacancies.all)


class Wait(msgspec.Struct):
    """Somebody who is to move, in one game or several: since when and until when in the most urgent of them."""

    key: str
    name: str
    games: list[str] = []
    since: str = ""
    due: str | None = None


class Front(Value):
    """What the home tells. In each list of cards the game with the most recent turn is the first."""

    free: Sequence[Card]  # games with seats to be had
    on: Sequence[Card]
    over: Sequence[Card]
    ended: Sequence[Card]  # those that have no card any more
    waits: Sequence[Wait]
    latest: Sequence[tuple[GameFacts, Note]]  # the newest turns of all
    ranking: Sequence[Row]
    people: Sequence[tuple[str, str]]  # their keys and names
    definitions: Markup  # the shapes that boards of cards share


class LeagueHome(Page):
    """The league's home. `broken` are games that cannot be shown, and whether their key was missing."""

    TEMPLATE = "league.html"

    told: Front
    broken: Mapping[str, bool]


class GmPage(LeagueHome):
    """What a GM looks at."""

    TEMPLATE = "gm.html"


def front(
    games: Iterable[Listed],
    boards: Iterable[Thumbnail],
    ranking: Sequence[Row],
    people: Sequence[tuple[str, str]],
) -> Front:
    """Return the home, of games and their boards in small as everybody may see them."""
    told = sorted(zip(games, boards, strict=True), key=lambda each: each[0].summary.last, reverse=True)
    cards = [_card(listed, board) for listed, board in told]
    running = [card for card in cards if not card.summary.result]
    over = [card for card in cards if card.summary.result]
    latest = [(card.game, note) for card in cards for note in _news(card.summary, LATEST)]
    return Front(
        free=[card for card in running if card.is_free],
        on=[card for card in running if not card.is_free],
        over=over[:MOST_ENDED],
        ended=over[MOST_ENDED:],
        waits=_waits(running),
        latest=sorted(latest, key=lambda item: item[1].at, reverse=True)[:LATEST],
        ranking=ranking[:MOST_RANKED],
        people=people,
        definitions=shared(board for _, board in told),
    )


def _card(listed: Listed, board: Thumbnail) -> Card:
    game = listed.game
    news = next(iter(_news(listed.summary, 1)), None)
    keys = keys_of(game, listed.now.people)
    return Card(game, listed.now, listed.summary, board, news, keys)


def _news(summary: GameSummary, most: int) -> list[Note]:
    """Return the newest turns of a game of which there is something to tell, the last one first."""
    return [note for note in summary.notes if note.sentences and not note.back][: -most - 1 : -1]


def _waits(cards: Iterable[Card]) -> list[Wait]:
    by_key: dict[str, Wait] = {}
    for card in cards:
        now = card.now
        span = card.summary.span
        then = waits_for(now.standing)
        if span is None or then is None or now.is_paused:
            continue
        since = next((note.at for note in card.summary.notes if note.number == span.number), span.at)
        for seat in then.seats:
            wait = by_key.setdefault(card.keys[seat], Wait(card.keys[seat], card.game.seats[seat].name))
            wait.games = [*wait.games, card.game.name]
            if now.deadline and (wait.due is None or now.deadline < wait.due):
                wait.since = since
                wait.due = now.deadline
    return sorted(by_key.values(), key=lambda wait: (wait.due or "~", wait.name.casefold()))
