"""What pages say of how a game stands: in the banner of a turn, on the home of a game, on its card.

Where a name is joined to words with `+`, all of it stays `Markup`; in an f-string it would not.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from genetess_cli.rules.base import ResultView, View, round_of
from genetess_cli.rules.voice import capital
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.facts import GameFacts, Present, TurnFacts
from genetess_cli.site.games import pages_of
from genetess_cli.site.words import date_words, standing_words, winner_words
from genetess_cli.store.times import Time
from genetess_cli.turns.standing import (
    BotNext,
    Holiday,
    NotStarted,
    OtherRules,
    Over,
    PassedBy,
    Paused,
    Together,
    ToMove,
    awaiting,
)
from genetess_cli.values import Value


class Cell(Value):
    """A cell of a banner: what is read first, and what stands in small beside it."""

    head: str
    small: str
    counts_down: bool = False  # a script puts what is left of the time in place of the head


class Banner(Value):
    """What stands at the top of every page of a turn."""

    whose: Cell  # whose move it is
    due: Cell  # until when
    asides: Sequence[str] = ()  # what is rare and has to be said at once of a game that is on
    is_yours: bool = False  # the game waits for the viewer's order
    is_now: bool = False  # and an order would be carried out at once


def banner_of(
    game: GameFacts,
    turn: TurnFacts,
    view: View,
    now: Present | None,
    you: SeatFacts | None = None,
    in_zone: bool = False,
) -> Banner:
    """Return the banner of a turn for a seat, or for everybody (None); `now` is how the game is, of the newest turn.

    `in_zone`: the deadline is told as clocks in the game's time zone show it.
    """
    movers = view.to_move if now is None else now.to_move
    is_mine = you is not None and you.seat in movers
    if view.result:
        ended = _time(turn.at) if turn.at else ""
        return Banner(Cell("Game over", _outcome(game, view, view.result, you)), Cell("The end", ended))
    if now is None:
        newest = Markup('<a href="index.html">Go to the newest</a>')
        return Banner(_whose_then(game, turn, view, you, is_mine), Cell("A past turn", newest))
    return Banner(
        _whose(game, view, now, you, is_mine),
        _due(now, is_mine, in_zone),
        asides=_asides(game, now, is_mine, you),
        is_yours=is_mine and not isinstance(now.standing, Paused | OtherRules),
        is_now=is_mine and not isinstance(now.standing, Paused | OtherRules | Holiday),
    )


def _outcome(game: GameFacts, view: View, result: ResultView, you: SeatFacts | None) -> str:
    winners = result.winners
    if you and you.seat in winners:
        return f"you {standing_words(view, you.seat)}"
    if not winners:
        return result.nobody_won
    won = _won(names(winners, game), winners)
    return won + f", you {standing_words(view, you.seat)}" if you else won


def _whose(game: GameFacts, view: View, now: Present, you: SeatFacts | None, is_mine: bool) -> Cell:
    movers = names(now.to_move, game)
    match now.standing:
        case OtherRules():
            return Cell("Waiting for the GM", "to choose the rules")
        case Together() | Paused(then=Together()):
            return Cell("Place your gambles", _AT_ONCE) if is_mine else _waiting_for(movers)
        case Paused():
            then = "your move" if is_mine else movers + "’s move"
            return Cell("Paused", "then " + then)
        case Holiday(away=away):
            whose = "yours" if is_mine else movers + "’s"
            return Cell("Away" if away else "Holiday", whose)
        case ToMove() | BotNext() | PassedBy():
            head = "Your move" if is_mine else movers + "’s move"
            return Cell(head, _you(you, view))
        case NotStarted() | Over():
            raise AssertionError("a game without a result that has turns is on")


def _whose_then(game: GameFacts, turn: TurnFacts, view: View, you: SeatFacts | None, is_mine: bool) -> Cell:
    """Return whose move it was after a turn of the past, of which no clock is kept."""
    movers = names(view.to_move, game)
    if not view.together:
        head = "It was your move" if is_mine else movers + "’s move"
        return Cell(head, _you(you, view))
    if turn.seat and not turn.act:
        return Cell("Round 0", "everyone has gambled")
    return Cell("You gambled", _AT_ONCE) if is_mine else _waiting_for(movers)


_AT_ONCE = "everyone gambles at once"


def _waiting_for(movers: Markup) -> Cell:
    return Cell("Round 0", "waiting for " + movers)


def _you(you: SeatFacts | None, view: View) -> str:
    """Return who the viewer is; for everybody the seats that are to move."""
    if you is None:
        return ", ".join(view.to_move)
    are = "" if you.seat in view.to_move else "you are "
    seat = "" if you.name.lower() == you.seat else f", {you.seat}"
    return Markup(f"{are}<bdi>{escape(you.name)}</bdi>{escape(seat)}")


def _due(now: Present, is_mine: bool, in_zone: bool) -> Cell:
    if now.deadline:
        head = "Order by" if is_mine else "Until"
        day = date_words(now.deadline)
        local = now.clock.local or day
        shown, title = (local, day) if in_zone else (day, local)
        time = Markup('<time datetime="{}" title="{}">{}</time>').format(now.deadline, title, shown)
        return Cell(head, time, counts_down=True)
    match now.standing:
        case Paused(until=until):
            end = _time(str(until)) if until else "the GM resumes"
            return Cell("Clock stopped", "until " + end)
        case OtherRules():
            return Cell("Nothing is played", "orders are kept")
        case PassedBy() | BotNext():
            return Cell("Nobody waits", "the next run goes on")
        case ToMove() | Together() | Holiday():
            return Cell("No deadline", "take your time")
        case NotStarted() | Over():
            raise AssertionError("a game without a result that has turns is on")


def _asides(game: GameFacts, now: Present, is_mine: bool, you: SeatFacts | None) -> list[str]:
    asides = [_note(game, now, is_mine), _graced(now).strip(), _voted(now).strip(), now.settings.end]
    if you and you.seat in now.people.bots:
        plays = Markup("The bot <code>{}</code> plays this seat and takes no orders.")
        asides.append(plays.format(now.people.bots[you.seat]))
    elif you and you.seat in now.vacancies.open_seats:
        asides.append(_OPEN)
    elif you and you.seat in now.vacancies.absent:
        asides.append(_LEFT.format(now.vacancies.absent[you.seat]))
    elif is_mine and game.forfeits and now.deadline and not isinstance(now.standing, Holiday):
        asides.append("If you miss the deadline, you lose the game.")
    return [*filter(None, asides)]


_OPEN = Markup(
    "You missed too many deadlines in a row: <strong>your seat is open for somebody else</strong>. "
    "Send an order to keep it."
)

_LEFT = Markup(
    "<strong>Your seat is open for somebody else{}.</strong> Nobody waits for it, and no stored order of yours is "
    "carried out. To come back, ask the GM."
)


def _note(game: GameFacts, now: Present, is_mine: bool = False) -> str:
    """Return what is told where the player to move has left or is on holiday, or a bot is to move."""
    match now.standing:
        case PassedBy(loses=True) if is_mine:
            return "You have left the game, so the next run loses it for you."
        case PassedBy(loses=True):
            return "The player has left, so the next run loses the game for the seat."
        case PassedBy() if is_mine:
            return "You have left the game, so the next run skips your turn."
        case PassedBy():
            return "The player has left, so the next run skips the turn."
        case Holiday() if is_mine:
            return "The game is suspended for your holiday."
        case Holiday(seat=seat, away=True):
            return who([seat], game) + " is away."
        case Holiday(seat=seat):
            return "The game is suspended for a holiday of " + who([seat], game) + "."
        case BotNext(bot=bot):
            return Markup("The bot <code>{}</code> orders with the next run.").format(bot)
        case OtherRules():
            return _CHOICE + ": nothing is played until then, and orders are kept."
        case ToMove() | Together() | Paused() | NotStarted() | Over():
            return ""


_CHOICE = "The game waits for the GM to choose the rules"


def home_line(game: GameFacts, now: Present) -> str:
    """Return on a game's home how the game stands, once it has begun and while it is on."""
    movers = names(now.to_move, game)
    if isinstance(awaiting(now.standing), Together):
        line = "Round 0: waiting for the gambles of " + movers
    else:
        line = f"{capital(pages_of(game.ruleset).each)} {round_of(now.turn)}, " + movers + " to move"
    line += _by(now) + "."
    note = _note(game, now)
    if isinstance(now.standing, Paused):
        note = _stopped(now.standing.until)
    if note:
        line += " " + note
    room = Markup('<span class="until"></span>') if now.deadline else ""  # for what times.js tells
    return line + _graced(now) + _voted(now) + room


def _by(now: Present) -> str:
    if now.deadline:
        local = f" ({now.clock.local})" if now.clock.local else ""
        return " by " + _time(now.deadline) + local
    return _without(now)


def _without(now: Present) -> str:
    """Return that a game waits for an order without a deadline, where it does."""
    match now.standing:
        case ToMove() | Together() | Holiday():
            return "" if now.deadline else ", without a deadline"
        case PassedBy() | BotNext() | OtherRules() | Paused() | NotStarted() | Over():
            return ""


def card_line(game: GameFacts, now: Present) -> str:
    """Return on a game's card how the game stands."""
    match now.standing:
        case Over(result=result):
            assert result, "a position that has pages can be read"
            return won(result, game)
        case NotStarted(cancelled=str() as why):
            return f"Called off: {why}"
        case NotStarted() if now.offer:
            return f"{now.offer.gathered}; {now.offer.left}"
        case NotStarted():
            return "Full, not started"
        case Paused(until=until):
            return _paused(until)
        case OtherRules():
            return _CHOICE
        case ToMove() | Together() | Holiday() | BotNext() | PassedBy():
            return _movers(game, now)


def state_words(game: GameFacts, now: Present) -> str:
    """Return how a game stands, in a few words that stand alone."""
    match now.standing:
        case Over(result=ResultView(is_void=True)):
            return "Called off"
        case Over(result=ResultView(winners=winners)):
            return capital(winner_words([game.seats[seat].name for seat in winners]))
        case Over():
            return "Over"
        case NotStarted(cancelled=str()):
            return "Called off"
        case NotStarted():
            return now.offer.left if now.offer and now.places else "Not started yet"
        case Paused():
            return "Paused"
        case OtherRules():
            return _CHOICE
        case Together(seats=[_, _, *_] as seats):
            return f"{len(seats)} players are to move"
        case ToMove() | Together() | Holiday() | BotNext() | PassedBy():
            return f"{game.seats[now.to_move[0]].name} is to move"


def gm_line(game: GameFacts, now: Present) -> str:
    """Return how a game stands that is on, on the page for GMs."""
    if isinstance(now.standing, Paused):
        return _paused(now.standing.until) + "." + _graced(now)
    if isinstance(now.standing, OtherRules):
        return _note(game, now)
    return _movers(game, now) + _without(now) + "." + _graced(now)


def _stopped(until: Time | None) -> str:
    if until is None:
        return "The GM has paused the game: its clock is stopped, and no order is carried out until the GM resumes it."
    words = Markup("The game is paused until {}: its clock is stopped, and no order is carried out before.")
    return words.format(_time(str(until)))


def _paused(until: Time | None) -> str:
    return "Paused until " + _time(str(until)) if until else "Paused"


def _movers(game: GameFacts, now: Present) -> Markup:
    """Return who is to move, each with a way to the sheet."""
    links = Markup(", ").join(_link(game, game.seats[seat]) for seat in now.to_move)
    match now.standing:
        case Together():
            return "Round 0, waiting for the bids of " + links
        case Holiday(away=True):
            return links + " is to move, away"
        case Holiday():
            return links + " is to move, on holiday"
        case ToMove() | BotNext() | PassedBy():
            return links + " is to move"
        case NotStarted() | Over() | OtherRules() | Paused():
            raise AssertionError("whoever words these has no need of who is to move")


def _link(game: GameFacts, seat: SeatFacts) -> Markup:
    link = Markup('{} <a href="{}/sheet/{}/index.html"><bdi>{}</bdi></a>{}')
    return link.format(seat.token, game.slug, seat.seat, seat.name, _tag(seat))


def _graced(now: Present) -> str:
    then = awaiting(now.standing)
    words = ""
    if then and then.deadline.fresh:
        words = f" This is a fresh deadline, number {then.deadline.fresh} of the turn."
    if then and then.deadline.graced:
        words += " The deadline was extended once (grace)."
    return words


def _voted(now: Present) -> str:
    return "".join(f" {words}." for words in now.votes)


def _time(time: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(time, date_words(time))


def won(result: ResultView, game: GameFacts) -> str:
    """Return who has won, in the same words for every page but that of the game's end."""
    return _won(who(result.winners, game, " and "), result.winners) if result.winners else result.nobody_won


def _won(called: Markup, winners: Sequence[str]) -> Markup:
    won = "won" if len(winners) == 1 else "share the win"
    return called + f" {won}"


def who(seats: Sequence[str], game: GameFacts, last: str = ", ") -> Markup:
    """Return players by name, each with the seat where that is called otherwise; `last` stands before the last one."""
    return _list([_called(game.seats[seat]) for seat in seats], last)


def _called(seat: SeatFacts) -> Markup:
    return Markup("<strong><bdi>{}</bdi></strong>{}").format(seat.name, _tag(seat))


def _tag(seat: SeatFacts) -> str:
    return "" if seat.name.lower() == seat.seat else f" ({seat.seat})"


def names(seats: Sequence[str], game: GameFacts) -> Markup:
    """Return players by name, in a sentence."""
    return _list([Markup(f"<bdi>{escape(game.seats[seat].name)}</bdi>") for seat in seats], " and ")


def _list(called: Sequence[Markup], last: str) -> Markup:
    most = Markup(", ").join(called[:-1])
    return Markup(last).join(filter(None, [most, *called[-1:]]))
