"""Who may say something to all in a game, and what becomes of it: said, taken away, or erased from the branch."""

from __future__ import annotations

from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.rules.base import PUBLIC
from genetess_cli.store import talk
from genetess_cli.store.git.commits import GAME, TAKEN, with_trailers
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Game
from genetess_cli.store.schema import Clock
from genetess_cli.store.talk import LONGEST, Saying
from genetess_cli.store.times import Time

_A_DAY = 5
_A_GAME = 100_000
_AFTER = 30 * 24 * 60 * 60
"""Seconds after its end in which players still talk."""


def judge(league: League, game: AnyGame, seat: str, text: str, now: int) -> Saying:
    """Return a message as it would be kept. Raise Refused, in words for its player."""
    slug = game.slug
    clock = game.clock
    if clock is None:
        raise Refused(f"{slug} has not started yet")
    if game.file.talk == "none":
        raise Refused(f"{slug} has no public talk")
    if why := _silent(game, clock, seat, now):
        raise Refused(f"{slug}: {why}")
    day = str(Time(now))[:10]
    message = Saying(seat=seat, turn=clock.turn, day=day, text=talk.plain(text))
    said = league.said(slug).values()
    length = len(message.text)
    if not length:
        raise Refused("A message to all needs a text, and this one has none.")
    if length > LONGEST:
        raise Refused(f"A message to all has 1 to {LONGEST} letters, and this one {length}. Make it shorter.")
    if sum((one.seat, one.day) == (seat, day) for one in said) >= _A_DAY:
        raise Refused(f"{seat} has said {_A_DAY} things today, as many as a day can have. Say it tomorrow.")
    if sum(len(one.text.encode()) for one in (*said, message)) > _A_GAME:
        raise Refused(f"{slug}: its players have said all that there is room for, {_A_GAME} bytes")
    return message


def _silent(game: AnyGame, clock: Clock, seat: str, now: int) -> str:
    """Return why a seat may say nothing; "": it may. In the fog those who are out know what others don't."""
    if seat in game.file.bots:
        return "a bot says nothing"
    if clock.muted.get(seat, Time(0)) > now:
        return f"the GM has muted {seat} until {game.file.format_time(clock.muted[seat])}"
    if clock.is_over:
        return "its talk ended 30 days after the game" if now > clock.last_time + _AFTER else ""
    view = game.view(PUBLIC) if isinstance(game, Game) else None
    if view and view.hides_nothing:
        return ""
    is_out = seat in {*clock.absent, *clock.resigned} or (view and seat not in view.still_in)
    return f"{seat} is out of the game, and in the fog says nothing until it is over" if is_out else ""


def say(league: League, slug: str, message: Saying, now: int, *trailers: tuple[str, str]) -> int:
    """Keep a message on the branch; its number."""
    number = max(league.said(slug), default=0) + 1
    _commit(league, slug, number, message, now, "said", *trailers)
    return number


def unsay(league: League, slug: str, number: int, reason: str, now: int) -> None:
    """Take a message's text away, and say why. Raise WrongUsage where there is none."""
    message = _find(league, slug, number).replace(text="", unsaid=reason)
    _commit(league, slug, number, message, now, f"{number} unsaid")


def _commit(
    league: League, slug: str, number: int, message: Saying, now: int, what: str, *trailers: tuple[str, str]
) -> None:
    words = with_trailers(f"{slug}: {what}", (GAME, slug), *trailers)
    league.repository.say({talk.path_of(slug, number): talk.file_of(message)}, words, now)


def erase(league: League, slug: str, number: int, now: int, pushes: bool) -> None:
    """Rewrite the branch without a message. Raise WrongUsage where there is none."""
    if pushes:
        league.repository.fetch()
    _find(league, slug, number)
    taken = ((TAKEN, value) for value in league.repository.talk_values(TAKEN))
    words = with_trailers("messages, one of them erased", *taken)
    league.repository.rewrite_talk({talk.path_of(slug, number): None}, words, now, pushes)


def _find(league: League, slug: str, number: int) -> Saying:
    said = league.said(slug)
    if number in said:
        return said[number]
    known = f"; its newest is {max(said)}" if said else ""
    raise WrongUsage(f"{slug} has no message {number}{known}")
