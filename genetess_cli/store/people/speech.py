"""Who may say something to all in a game, and what becomes of it: said, taken away, or erased from the branch."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.letters import strip_controls
from genetess_cli.store import talk
from genetess_cli.store.files import Files
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


class Speech:
    """What is said in a league now: judged one after the other, then written as one commit."""

    def __init__(self, league: League) -> None:
        self._league = league
        self._files: Files = {}
        self._said: dict[str, dict[int, Saying]] = {}

    def judge(self, game: AnyGame, seat: str, text: str, now: int) -> Saying:
        """Return a message as it would be kept. Raise Refused, in words for its player."""
        clock = game.clock
        if game.file.talk == "none" or clock is None:
            raise Refused(f"{game.slug} has no public talk" if clock else f"{game.slug} has not started yet")
        if why := _silent(game, clock, seat, now):
            raise Refused(f"{game.slug}: {why}")
        lines = [strip_controls(line).rstrip() for line in text.splitlines()]
        message = Saying(
            seat=seat, turn=clock.turn, day=str(Time(now))[:10], text="\n".join(lines).strip("\n")
        )
        said = self._in(game.slug).values()
        length = len(message.text)
        if not 0 < length <= LONGEST:
            raise Refused(f"a message has 1 to {LONGEST} letters, and this one {length}")
        if sum((one.seat, one.day) == (seat, message.day) for one in said) >= _A_DAY:
            raise Refused(f"{seat} has said {_A_DAY} things today; say it tomorrow")
        if sum(len(one.text.encode()) for one in (*said, message)) > _A_GAME:
            raise Refused(f"{game.slug}: its players have said all that there is room for, {_A_GAME} bytes")
        return message

    def add(self, slug: str, message: Saying) -> int:
        said = self._in(slug)
        number = talk.next_number(said)
        said[number] = message
        self._files[talk.path_of(slug, number)] = talk.file_of(message)
        return number

    def write(self, now: int, *trailers: tuple[str, str]) -> None:
        """Commit what was added, if anything was."""
        if self._files:
            slugs = sorted({path.partition("/")[0] for path in self._files})
            names = ((GAME, slug) for slug in slugs)
            message = with_trailers(f"{', '.join(slugs)}: said", *names, *trailers)
            self._league.repository.say(self._files, message, now)

    def _in(self, slug: str) -> dict[int, Saying]:
        if slug not in self._said:
            self._said[slug] = talk.messages(self._league.repository, slug)
        return self._said[slug]


def _silent(game: AnyGame, clock: Clock, seat: str, now: int) -> str:
    """Return why a seat may say nothing; "": it may. In the fog those who are out know what others don't."""
    if seat in game.file.bots:
        return "a bot says nothing"
    if clock.muted.get(seat, Time(0)) > now:
        return f"the GM has muted {seat} until {game.file.format_time(clock.muted[seat])}"
    if clock.is_over:
        return "its talk ended 30 days after the game" if now > clock.last_time + _AFTER else ""
    view = game.view(PUBLIC) if isinstance(game, Game) else None
    is_out = (
        seat in clock.absent or seat in clock.resigned or (view is not None and seat not in view.still_in)
    )
    hides = view is None or not view.hides_nothing
    return (
        f"{seat} is out of the game, and in the fog says nothing until it is over" if is_out and hides else ""
    )


def say(league: League, game: AnyGame, seat: str, text: str, now: int) -> int:
    """Say something for a seat; its number. Raise Refused."""
    speech = Speech(league)
    number = speech.add(game.slug, speech.judge(game, seat, text, now))
    speech.write(now)
    return number


def unsay(league: League, slug: str, number: int, reason: str, now: int) -> None:
    """Take a message's text away, and say why. Raise WrongUsage where there is none."""
    message = replace(_find(league, slug, number), text="", unsaid=reason)
    files = {talk.path_of(slug, number): talk.file_of(message)}
    league.repository.say(files, with_trailers(f"{slug}: {number} unsaid", (GAME, slug)), now)


def erase(league: League, slug: str, number: int, now: int, pushes: bool) -> None:
    """Rewrite the branch without a message. Raise WrongUsage where there is none."""
    if pushes:
        league.repository.fetch()
    _find(league, slug, number)
    taken = ((TAKEN, value) for value in league.repository.talk_values(TAKEN))
    words = with_trailers("messages, one of them erased", *taken)
    league.repository.rewrite_talk({talk.path_of(slug, number): None}, words, now, pushes)


def _find(league: League, slug: str, number: int) -> Saying:
    said = talk.messages(league.repository, slug)
    if number in said:
        return said[number]
    known = f"; its newest is {max(said)}" if said else ""
    raise WrongUsage(f"{slug} has no message {number}{known}")
