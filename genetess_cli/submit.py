"""Submit a player's orders: the whole queue is checked as far as that player may know, then written or refused.

When an order is carried out, and what comes of it, is decided in `referee.py`.
"""

from __future__ import annotations

import msgspec

from genetess_cli.checks import mistakes
from genetess_cli.errors import Refused
from genetess_cli.problems import Problem, Span, render
from genetess_cli.referee import place
from genetess_cli.rules import orders
from genetess_cli.rules.base import Reading
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.store import Hosted
from genetess_cli.store.git import Repository


class Written(msgspec.Struct, frozen=True):
    """What was written: the file's path, each order as it was understood, and what was passed over."""

    path: str
    orders: list[str]
    warnings: list[str]


def write(hosted: Hosted, seat: str, text: str, commit_at: int | None = None) -> Written:
    """Check a seat's whole queue and write its file, committed where `commit_at` is a time.

    Nothing but blanks clears the file. Raises Refused, with a caret, for what cannot be an order or what the seat can
    know to be wrong with the first one, Busy and InvalidFile; nothing has changed then.
    """
    data = _file(text)
    if hosted.clock is not None and hosted.clock.phase == "finished":
        raise Refused(f"{hosted.slug} is over; no order can be carried out any more")
    text = _decoded(data)
    problems = mistakes(hosted.ruleset, text)
    entries = orders.entries(text)
    readings = [] if problems else [hosted.ruleset.parse(entry) for entry in entries]
    if readings and (problem := _first(hosted, seat, readings[0])):
        problems.append(problem)
    if problems:
        raise Refused("\n".join(render(problem, text) for problem in problems))
    _write(hosted, seat, data or None, commit_at)
    warnings = [_passed_over(reading.ignored, text) for reading in readings if reading.ignored]
    understood = [
        f"{'* ' if entry.starred else ''}{reading.order}"
        for entry, reading in zip(entries, readings, strict=True)
    ]
    return Written(hosted.paths.orders(seat), understood, warnings)


def _file(text: str) -> bytes:
    """The text as the file holds it, with a newline at its end; nothing for blanks alone."""
    data = text.encode("utf-8", "surrogatepass")  # what is no text is refused as such, below
    if not text.strip():
        return b""
    return data if data.endswith(b"\n") else data + b"\n"


def _decoded(data: bytes) -> str:
    text = orders.decode(data)
    if isinstance(text, Problem):
        raise Refused(render(text))
    return text


def _first(hosted: Hosted, seat: str, reading: Reading) -> Problem | None:
    """What the seat can know to be wrong with its next order; later ones meet another board."""
    if hosted.clock is None or hosted.game is None:
        return None
    if reading.order.verb == HOLIDAY:
        left = hosted.clock.holiday.get(seat)
        problem = (
            None if left else Problem("no-holiday", "You have no holiday left in this game.", about="verb")
        )
    else:
        problem = hosted.ruleset.check(hosted.game, seat, reading.order)
    return place(problem, reading) if problem else None


def _passed_over(span: Span, text: str) -> str:
    row = text.splitlines()[span.line - 1]
    return f"line {span.line}: “{row[span.start : span.end]}” is no part of an order and is passed over"


def _write(hosted: Hosted, seat: str, data: bytes | None, commit_at: int | None) -> None:
    path = hosted.paths.orders(seat)
    with Repository.open(hosted.league.root) as repository:
        if commit_at is None:
            repository.write_worktree({path: data})
            return
        with repository.lock():
            _commit(repository, path, data, f"{hosted.slug}: {seat}'s orders\n", commit_at)


def _commit(repository: Repository, path: str, data: bytes | None, message: str, now: int) -> None:
    """Commit the file, which follows from the commit; a file that is committed as it is makes no second one."""
    tip = repository.tip()
    there = repository.read_worktree([path])
    if repository.read(tip, [path])[path] == data:
        repository.write_worktree({path: data})
        return
    new = repository.commit(tip, {path: data}, message, now, seen=there)
    if repository.refresh(tip, new):
        raise Refused(f"{path} was edited meanwhile and is left as it is; the commit has the new orders")
