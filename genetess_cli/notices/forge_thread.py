"""A game's thread on a forge: a comment for everybody after each turn, as Markdown that mentions who is to move.

Of what people wrote nothing stands in it but as code; a login that is mentioned is one that game.yaml may hold.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from genetess_cli.notices.notice import Mover, Notice, Waiting

_MOST_TOLD = 60
_MOST = 60_000  # a forge takes 65,536 letters


class Comment(msgspec.Struct, frozen=True):
    """A comment to write into a game's thread, whose title is `thread`; a thread that is not there is made."""

    game: str
    thread: str
    opening: str
    body: str
    over: bool


def comment(notice: Notice) -> Comment:
    guide = f" [How to play here]({notice.guide}) says how to send orders." if notice.guide else ""
    opening = f"This thread says whose turn it is in {_name(notice)}. Subscribe to it if you like.{guide}\n"
    parts = [_standing(notice)]
    if notice.told:
        parts.append(code(notice.told_lines(_MOST_TOLD)))
    parts += _links(notice)
    if notice.seated:
        parts.append(f"New in the game: {', '.join(map(_who, notice.seated))}.")
    if notice.commit:
        parts.append(f"Commit `{notice.commit}`")
    parts += map(_without, notice.waiting)
    body = ("\n\n".join(parts) + "\n")[:_MOST]
    return Comment(notice.game, f"Turns of {notice.game}", opening, body, notice.kind == "over")


def _links(notice: Notice) -> list[str]:
    """Return the turnsheets of those who are to move, or where nobody is the game's pages."""
    movers = [] if notice.paused else notice.to_move
    sheets = [f"[{mover.seat}'s turnsheet]({mover.link})" for mover in movers if mover.link]
    return [", ".join(sheets)] if sheets else [f"[The game's pages]({notice.link})"] if notice.link else []


def _standing(notice: Notice) -> str:
    where = f"{_name(notice)}, turn `{notice.turn}`"
    if notice.kind == "over":
        return f"{where}: the game is over."
    if notice.paused:
        return f"{where}: the game is paused."
    who = ", ".join(map(_who, notice.to_move))
    until = f", until {notice.until}" if notice.until else ""
    if notice.kind == "reminder":
        return f"{where}: {who}: {notice.left} to the deadline{until}."
    return f"{where}: {who} {'is' if len(notice.to_move) == 1 else 'are'} to move{until}."


def _without(wish: Waiting) -> str:
    who = f"@{wish.login}" if wish.login else _code(wish.name)
    return (
        f"{who}: all seats were taken when the game started. Your sign-up is kept for a seat that becomes "
        f"free. To withdraw it, send a pull request that deletes `{wish.file}`."
    )


def _name(notice: Notice) -> str:
    return _code(notice.name or notice.game)


def _who(mover: Mover) -> str:
    return f"`{mover.seat}` ({f'@{mover.login}' if mover.login else _code(mover.name)})"


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
