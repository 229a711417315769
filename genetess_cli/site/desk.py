"""What the GM did beside orders, as sentences that everybody reads: pages, log and terminal say it in the same words.

What the rules made of it is told as events are, in `words.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from genetess_cli.site.words import Voice, listed, shown


class Deed(msgspec.Struct, frozen=True):
    """What the GM did, as its record has it: `desk` is the command, `next` the turn in which the game is after it.

    `local` is the deadline that it led to in the game's own zone (None: that is UTC, or there is none).
    `forfeits`: a time-out loses the game.
    """

    desk: str
    by: str
    next: str
    seat: str | None = None
    reason: str | None = None
    was: dict[str, Any] = {}
    now: dict[str, Any] = {}
    local: str | None = None
    forfeits: bool = False


def deed(done: Deed, viewer: str, names: Mapping[str, str]) -> str:
    """What the GM did, as one sentence for `viewer`, with the reason; `names` are the players' names by seat."""
    text = DEEDS[done.desk](done, Voice(viewer, names))
    reason = f": {shown(done.reason).rstrip('.')}" if done.reason else ""
    text, _, rest = text.partition("; ") if reason and done.desk == "drop" else (text, "", "")
    more = f" {rest[:1].upper()}{rest[1:]}." if rest else ""
    return f"{text[:1].upper()}{text[1:]}{reason}.{more}"


def _gm(done: Deed) -> str:
    return f"the GM ({shown(done.by)})"


def _until(done: Deed) -> str:
    when = done.now.get("deadline")
    local = f" ({done.local})" if done.local else ""
    return f" until {when[:10]} {when[11:16]} UTC{local}" if when else ""


def _pause(done: Deed, voice: Voice) -> str:
    return f"{_gm(done)} paused the game"


def _resume(done: Deed, voice: Voice) -> str:
    time = f", with time to order{_until(done)}" if _until(done) else ""
    return f"{_gm(done)} let the game go on{time}"


def _extend(done: Deed, voice: Voice) -> str:
    time = (
        f", so that there is time to order{_until(done)}"
        if _until(done)
        else ", to count once the pause is over"
    )
    return f"{_gm(done)} put the deadline off by {_lasting(done.now['by'])}{time}"


def _lasting(seconds: int) -> str:
    """A duration in the largest unit that fits: `2 days`."""
    sizes = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))
    unit, size = next((unit, size) for unit, size in sizes if seconds % size == 0)
    count = seconds // size
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _undo(done: Deed, voice: Voice) -> str:
    first, last, acts = done.was.get("first"), done.was.get("last"), done.was.get("acts", [])
    parts = [f"turn {first}" if first == last else f"turns {first} to {last}"] if first else []
    parts += [_counted(act, count) for act, count in Counter(map(_named, acts)).items()]
    time = f", with time to order{_until(done)}" if _until(done) else ""
    return f"{_gm(done)} took back {listed(parts)}; the game goes on in turn {done.next}{time}"


_ACTS = {
    "pause": "the pause",
    "resume": "the end of the pause",
    "extend": "the putting off of the deadline",
    "undo": "the last undo",
    "finish": "the end of the game",
    "draw": "the draw",
    "grace": "the grace",
}
"""What the GM did, as a thing that can be taken back."""


_SEVERAL = {
    "the pause": "pauses",
    "the end of the pause": "ends of pauses",
    "the putting off of the deadline": "puttings off of deadlines",
    "the grace": "graces",
}
"""The same, where there are several."""


def _counted(act: str, count: int) -> str:
    """An act that was taken back, or several alike: `the pause`, `8 pauses`."""
    return f"{count} {_SEVERAL[act]}" if count > 1 and act in _SEVERAL else act


def _named(act: Any) -> str:
    """An act of the GM's that was taken back: a command, or a mapping where it was about a seat."""
    if isinstance(act, str):
        return _ACTS.get(act, f"“{act}”")
    if act["act"] == "drop":
        return f"the {'removal' if act.get('orphans') else 'drop'} of {act['seat']}"
    was, then = shown(act["was"]), shown(act["now"])
    return f"the replacing of {was} by {then}" if was != then else f"the return of {was}"


def _replace(done: Deed, voice: Voice) -> str:
    was, then = shown(done.was["name"]), shown(done.now["name"])
    instead = f" instead of {was}" if was != then else ""
    return f"{_gm(done)} gave the seat {done.seat} to {then}{instead}"


def _drop(done: Deed, voice: Voice) -> str:
    if done.now.get("orphans"):
        return f"{_gm(done)} took {voice.seat(done.seat)} out of the game"
    has, timed_out = "has", "the seat is timed out whenever its turn comes, until it"
    if done.seat == voice.viewer:
        has, timed_out = "have", "you are timed out whenever your turn comes, until the seat"
    left = f"{voice.seat(done.seat)} {has} left the game, says {_gm(done)}"
    if done.forfeits:
        whose = "your" if done.seat == voice.viewer else "the seat’s"
        return f"{left}; the game is lost at {whose} next turn, unless it is given to somebody else before"
    return f"{left}; {timed_out} is given to somebody else"


def _finish(done: Deed, voice: Voice) -> str:
    return f"{_gm(done)} ended the game"


def _draw(done: Deed, voice: Voice) -> str:
    agreed = listed(voice.seat(seat) for seat in done.now["agreed"])
    return f"{agreed} agreed to a draw, and {_gm(done)} ended the game"


def _grace(done: Deed, voice: Voice) -> str:
    seats = ["yours" if seat == voice.viewer else voice.seat(seat) for seat in done.now.get("for", ())]
    why = f"no order of {listed(seats)} had come" if seats else "not everybody was in"
    longer = f"the grace put the deadline off by {_lasting(done.now['by'])}"
    return f"as {why}, {longer}, so that there is time to order{_until(done)}"


DEEDS: dict[str, Callable[[Deed, Voice], str]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "undo": _undo,
    "replace": _replace,
    "drop": _drop,
    "finish": _finish,
    "draw": _draw,
    "grace": _grace,
}
"""Everything that a GM can do to a game at the desk, and what a deadline gets by itself, and how it is told."""
