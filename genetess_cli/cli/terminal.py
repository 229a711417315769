"""Output to the terminal: words made safe, JSON. What a file or a player wrote passes here alone.

What is said is decided by the commands; no file of a league is read here. What is secret is said only where nobody but
the person who asked can read it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from genetess_cli.errors import Fault, GameRefused, Progress, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from genetess_cli.store.reader.games import AnyGame

# Joiners hold emoji together; everything else that is not seen could steer a terminal or turn a line round.
_KEPT = "\n\u200c\u200d"
_NARROWEST = 20
_WIDEST = 100
# A forge's worker reads along. It compares as people read, so that marks which take no room may stand between; hence
# whatever is not ASCII counts as such.
_COMMANDS = r"(?m)#(?=[^ -~\n]*#[^ -~\n]*\[)|^[^!-~\n]*:(?=[^ -~\n]*:)"
_STEERING = "[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]"


def safe(text: str) -> str:
    """Return text in which nothing can steer a terminal: what is not seen is written out by its number.

    Nor is anything in it a command for a forge's worker, where one reads along: a line that begins with `::`, or `##[`
    anywhere, which could take the outputs from a job. These are parted by a blank.
    """
    seen = "".join(map(_write, text))
    if os.environ.get("CI") or os.environ.get("GITHUB_ACTIONS"):
        import re

        return re.sub(_COMMANDS, r"\g<0> ", seen)
    return seen


def _write(letter: str) -> str:
    if letter.isprintable() or letter in _KEPT:
        return letter
    return " " if letter.isspace() and letter > "\x7f" else ascii(letter)[1:-1]


def say(*lines: str) -> None:
    for line in lines:
        print(safe(line), flush=True)


def note(*lines: str) -> None:
    """Tell the person at the terminal something besides, or what went wrong, on stderr."""
    for line in lines:
        print(safe(line), file=sys.stderr, flush=True)


def is_terminal() -> bool:
    """Return whether a person is there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_in_public() -> bool:
    """Return whether what is printed would stand in a log for others to read."""
    return bool(os.environ.get("CI"))


def refuse_in_public(what: str) -> None:
    if is_in_public():
        raise Refused(
            f"{what} is not printed in CI, where others can read the logs; run this on your own machine"
        )


def refuse_sealed_in_public(game: AnyGame) -> None:
    """Raise Refused in CI for a sealed game that is not revealed: what is printed of it tells its position."""
    if game.is_secret:
        refuse_in_public(f"what happens in the sealed game {game.slug}")


def columns() -> int:
    """Return how wide text may be set: as the terminal is, within what can be read; 80 where there is none."""
    import shutil

    return max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))


def put_json(value: object) -> None:
    import msgspec

    _put(msgspec.json.format(msgspec.json.encode(value), indent=2))


def put(value: object, lines: Iterable[str], as_json: bool) -> None:
    """Print a value as JSON, or the lines that tell a person of it."""
    if as_json:
        put_json(value)
    else:
        say(*lines)


def put_lines(values: Iterable[object]) -> None:
    import msgspec

    for value in values:
        _put(msgspec.json.encode(value))


def _put(json: bytes) -> None:
    import re

    text = re.sub(_COMMANDS, "\\\\u0023", json.decode())  # only in strings; no line of JSON begins with `::`
    escaped = re.sub(_STEERING, lambda sign: f"\\u{ord(sign[0]):04x}", text)
    write_out(escaped.encode("utf-8", "backslashreplace") + b"\n")


def write_out(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


_EVERY = 0.05
"""Seconds between two drawings of a bar."""


@contextmanager
def bar(title: str) -> Iterator[Progress | None]:
    """Yield what is told how many of how many are done; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    # Drawn as it is told of, and by no thread: a build sends out processes only where none runs.
    with Bars(console=Console(stderr=True), transient=True, auto_refresh=False) as bars:
        task = bars.add_task(title, total=None)
        drawn = 0.0

        def tell(done: int, total: int) -> None:
            nonlocal drawn
            is_due = time.monotonic() >= drawn + _EVERY
            if is_due:
                drawn = time.monotonic()
            bars.update(task, completed=done, total=total, refresh=is_due)

        yield tell


def about(slug: str, fault: Fault) -> str:
    """Return the words of a fault with the game that they are about in front."""
    return str(fault) if isinstance(fault, GameRefused) else f"{slug}: {fault}"
