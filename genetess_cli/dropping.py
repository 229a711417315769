"""Turns that were never pushed, dropped where the remote has moved: what they took out of people's files goes back.

Loaded only by a run that finds the remote moved. What is put back is carried out again on top of the remote's commits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from genetess_cli.errors import Refused
from genetess_cli.queues import read_files
from genetess_cli.store import Hosted, League, load, remote, schema
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import record_of, seat_of, slug_of
from genetess_cli.store.papers import Queued
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.shelf import Committed
from genetess_cli.table import Files, consumes, put_back


def peoples_files(
    league: League, repository: Repository, theirs: str, tip: str, edits: Mapping[str, bytes | None]
) -> Files:
    """What belongs into people's files on top of the remote's commit `theirs`, where that is not what it has.

    `edits` are those that were not committed when `tip` was the newest commit here. Raises Refused where a file was
    changed here and there, and where a commit is of what no run does again: a start, or an order that the GM brought.
    """
    wanted = dict(edits)
    for commit, before in remote.between(repository.top, theirs, tip):
        _taken_back(league, repository, commit, before, wanted)
    base = repository.merge_base(theirs, tip)
    was, there = repository.read(base, [*wanted]), repository.read(theirs, [*wanted])
    changed = {path: data for path, data in wanted.items() if data not in (was[path], there[path])}
    if both := [path for path in changed if there[path] != was[path]]:
        raise Refused(f"changed here and on the remote: {', '.join(both)}; pull, settle it, and run again")
    return changed


def _taken_back(
    league: League, repository: Repository, commit: str, before: str, wanted: dict[str, bytes | None]
) -> None:
    """Go behind one commit: what is wanted in people's files is, with it gone, what it took out as well."""
    start = len(repository.prefix)
    paths = [change.path[start:] for change in repository.changes(before, commit)]
    now, then = (repository.read(each, list(filter(_is_peoples, paths))) for each in (commit, before))
    for path in now:
        wanted.setdefault(path, now[path])
    found = list(_records(league, repository, commit, paths))
    for hosted, record in found:
        _check_is_made_again(repository, commit, record)
        path = hosted.paths.orders(record.seat or "")
        if consumes(record):
            earlier = repository.read(before, [path])[path]
            after = repository.read(commit, [path])[path]
            wanted[path] = _behind(hosted, record, wanted.get(path, after), after, earlier)
    if not found:  # a queue that came as a file of its own goes back to where it was
        wanted |= {path: then[path] for path in now if wanted[path] == now[path]}


def _is_peoples(path: str) -> bool:
    return seat_of(path) is not None or path.endswith("/game.yaml")


def _records(
    league: League, repository: Repository, commit: str, paths: list[str]
) -> Iterator[tuple[Hosted, RecordFile]]:
    """The records that a commit brings, each with its game as it is then."""
    for path in paths:
        slug = slug_of(path)
        if record_of(path) and slug:
            hosted = load(league, slug, Committed(repository, commit))
            body = repository.read(commit, [path])[path] or b""
            yield hosted, schema.load_record(hosted.papers.record(body, path))


def _check_is_made_again(repository: Repository, commit: str, record: RecordFile) -> None:
    if record.source in ("start", "gm"):
        raise Refused(
            f"“{remote.subject(repository.top, commit)}” is not on the remote, and was done by the GM, so that no run "
            "does it again; `git pull --rebase` and `git push`, and run again"
        )


def _behind(
    hosted: Hosted, record: RecordFile, wanted: bytes | None, after: bytes | None, earlier: bytes | None
) -> bytes | None:
    """An order file with what a record took out of it, before whatever was written into it since.

    `earlier` is what the commit before has of it, `after` that of the record.
    """
    seat, same = record.seat or "", wanted == after
    if same and record.queue is None and earlier is not None:
        return earlier
    rest = _said(hosted, seat, after)
    if record.queue is not None:
        text = record.queue.encode()
    else:
        text = put_back(record, rest) if earlier is None else _said(hosted, seat, earlier)
    if not same:
        taken = text.removesuffix(rest) if text.endswith(rest) else put_back(record, b"")
        text = taken.rstrip() + b"\n" + _said(hosted, seat, wanted)
    return _written(hosted, seat, text)


def _said(hosted: Hosted, seat: str, data: bytes | None) -> bytes:
    """What an order file says. Raises Refused for one that cannot be opened, and so cannot be added to."""
    said, closed, _ = read_files(hosted, {seat: data}, hosted.clock)
    if seat in closed:
        raise Refused(
            f"{hosted.paths.orders(seat)} cannot be opened: {closed[seat]}; push what is here first"
        )
    return said[seat] or b""


def _written(hosted: Hosted, seat: str, text: bytes) -> bytes:
    clock = hosted.clock
    assert clock is not None
    return hosted.papers.queue_file(seat, Queued(text, clock.numbers.get(seat, 0)), clock)
