"""A game's thread on a forge: a comment for everybody after each turn, as Markdown that mentions who is to move.

Of what people wrote nothing stands in it but as code; a login that is mentioned is one that game.yaml may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from genetess_cli.notices.notice import (
    DeadlineNear,
    Everybody,
    GameOver,
    Mover,
    News,
    Notice,
    OnHold,
    OthersMove,
    RulesOpen,
    Waiting,
    YourMove,
    movers_of,
)
from genetess_cli.store.forges import thread_of
from genetess_cli.store.forges.told import Comment

_MOST_TOLD = 60
_MOST = 60_000  # a forge takes 65,536 letters


def comment(notice: Notice) -> Comment:
    guide = f" [How to play here]({notice.guide}) says how to send orders." if notice.guide else ""
    opening = f"This thread says whose turn it is in {_name(notice)}. Subscribe to it if you like.{guide}\n"
    body = ("\n\n".join(_parts(notice)) + "\n")[:_MOST]
    return Comment(
        game=notice.game,
        mark=notice.mark,
        thread=thread_of(notice.game),
        opening=opening,
        body=body,
        over=isinstance(notice.news, GameOver),
        chats=[mover.chat for mover in movers_of(notice.news) if mover.chat],
    )


def _parts(notice: Notice) -> Iterator[str]:
    reader = notice.reader
    yield f"{_name(notice)}, turn `{notice.turn}`: {_stands(notice.news)}."
    if notice.told:
        yield code(notice.told_lines(_MOST_TOLD))
    if links := _links(notice):
        yield links
    if isinstance(reader, Everybody) and reader.seated:
        yield f"New in the game: {_all(reader.seated)}."
    if notice.commit:
        yield f"Commit `{notice.commit}`"
    if isinstance(reader, Everybody):
        yield from map(_without, reader.waiting)


def _links(notice: Notice) -> str:
    """Return the turnsheets of those who are to move, or where nobody is the game's pages."""
    movers = movers_of(notice.news)
    sheets = [f"[{mover.seat}'s turnsheet]({mover.link})" for mover in movers if mover.link]
    if sheets or not notice.link:
        return ", ".join(sheets)
    return f"[The game's pages]({notice.link})"


def _stands(news: News) -> str:
    match news:
        case GameOver():
            return "the game is over"
        case OnHold():
            return news.words
        case RulesOpen():
            return "the game waits for the GM to choose the rules; nothing is played until then, and orders are kept"
        case DeadlineNear(to_move=movers, left=left):
            return f"{_all(movers)}: {left} to the deadline{news.until}"
        case YourMove(to_move=movers) | OthersMove(to_move=movers):
            are = "is" if len(movers) == 1 else "are"
            return f"{_all(movers)} {are} to move{news.until}"


def _all(movers: Sequence[Mover]) -> str:
    return ", ".join(map(_who, movers))


def _without(wish: Waiting) -> str:
    who = _called(wish.login, wish.name)
    return (
        f"{who}: all seats were taken when the game started. Your sign-up is kept for a seat that becomes "
        f"free. To withdraw it, send a pull request that deletes `{wish.file}`."
    )


def _name(notice: Notice) -> str:
    return _code(notice.name or notice.game)


def _who(mover: Mover) -> str:
    return f"`{mover.seat}` ({_called(mover.login, mover.name)})"


def _called(login: str | None, name: str) -> str:
    """Return somebody by the login, which mentions them, or else by name, which must not."""
    return f"@{login}" if login else _code(name)


def _code(text: str) -> str:
    """Return a name as code on one line, in which nothing marks up or mentions anybody."""
    return f"`{' '.join(text.replace('`', ' ').split()) or '-'}`"


def code(lines: Iterable[str]) -> str:
    """Lines as a block of code, in which nothing means anything; what cannot be seen is written by its number."""
    rows = [row for line in lines for row in line.split("\n")]
    text = "\n".join(f"    {''.join(map(_letter, row))}" for row in rows)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _letter(letter: str) -> str:
    return letter if letter.isprintable() else ascii(letter)[1:-1]


LONGEST = 6_000
"""So many letters of the reasons for a refusal are told."""
