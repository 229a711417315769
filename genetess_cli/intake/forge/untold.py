"""What everybody is to be told of a league's games by a run, after what earlier ones told.

What is handed on to be told stands in the remote before anybody is told of it, so it is handed on by no other run; what
was told of it since, the tags of the comments say. Games in which nothing has changed are not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from genetess_cli.errors import Fault, Note
from genetess_cli.intake.forge.talk import MARGIN
from genetess_cli.intake.forge.worker import Worker
from genetess_cli.notices.forge_thread import comment
from genetess_cli.notices.news import of_game
from genetess_cli.notices.reminders import Look, Reminder, are_due, near
from genetess_cli.store.forges.client import gap
from genetess_cli.store.forges.hubs import Hub
from genetess_cli.store.forges.told import NAME, Comment, HandedOn, Reply, read
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.reader import clocks
from genetess_cli.store.reader.clocks import Clocked
from genetess_cli.store.reader.games import Draft
from genetess_cli.values import Value

_MOST = 500
_HOUR = 3600
_QUIET = 40 * 24 * _HOUR
_DEPLOYS = "Deploy the site"
_REMINDS = re.compile(rb"^(?!\s*#).*(remind|\\)", re.MULTILINE)
"""Without this word, written so or with a backslash, no YAML has the key."""


class Untold(Value):
    """What is new in the games of a league."""

    reminders: list[Reminder]
    comments: list[Comment]
    broken: bool = False  # whether a game cannot be read; that keeps no other back


def recall(repository: Repository, hub: Hub) -> HandedOn:
    """Return what was told before. Raise Busy where the remote cannot be asked.

    Where nothing is remembered and the games have threads, what was told reaches to the newest comment in one of them.
    """
    if told := read(repository.fetch_kept(NAME)):
        return told
    threads = {*hub.threads().values()}
    said = hub.said(None) if threads else iter(())
    at = next((remark.at for remark in said if remark.on in threads), 0)
    return HandedOn(at=at, reached=at)


def remember(repository: Repository, hub: Hub, answers: Sequence[Reply], now: int) -> None:
    """Put answers that are given once into the remote, for the next run where this one loses them. Raise Fault."""
    told = recall(repository, hub)
    told = told.replace(answers=[*told.answers, *answers])
    repository.keep(NAME, msgspec.json.encode(told), now)


def left_of(hub: Hub, told: HandedOn) -> HandedOn:
    """Return it with what of all that was handed on is still to be told."""
    if not (told.notices or told.answers):
        return told
    tags = {remark.tag for remark in hub.said(told.at - MARGIN if told.at else None)}
    notices = [one for one in told.notices if one.tag not in tags]
    if any(one.over for one in notices):
        threads = hub.threads()  # nobody follows a game that is over and has none
        notices = [one for one in notices if one.thread in threads or not one.over]
    answers = [one for one in told.answers if one.tag not in tags]
    answers = [one for one in answers if hub.newest(one.on, one.number) == one.head]
    return told.replace(notices=notices, answers=answers)


def find_new(league: League, told: HandedOn, now: int, note: Note) -> Untold:
    """Return what is new since; where nothing was ever told, what came last. `note` hears of games that are broken."""
    after = _after(league, told.commit)
    look = Look(now, told.at or None, after, ahead=told.gap, reached=told.reached)
    before = clocks.folders(league.at(after).snapshot) if after else {}
    games = league.clocks()
    reminding = _reminding(league, games, now)
    found = Untold([], [])
    for game in games:
        slug = game.slug
        try:
            if not (_is_new(game, look, before) or (slug in reminding and are_due(league, slug, look))):
                continue
            read = league.game(slug)
            if isinstance(read, Draft):
                continue
            found.reminders.extend(near(read, look))
            found.comments.extend(map(comment, of_game(league, read, look, is_public=True)))
        except Fault as fault:
            note(f"{slug}: {fault}")
            found = found.replace(broken=True)
    return found


def dated(told: HandedOn, now: int, commit: str) -> HandedOn:
    """Return it as what stands at a time and a commit."""
    return told.replace(at=now, commit=commit, reached=max(told.reached, now + told.gap))


def _after(league: League, commit: str) -> str | None:
    """Return the commit up to which was told; None where the branch has lost it: then the time tells."""
    with suppress(Fault):
        if commit and league.repository.merge_base(league.snapshot.commit, commit) == commit:
            return commit
    return None


def _is_new(game: Clocked, look: Look, before: Mapping[str, str]) -> bool:
    """Return whether something may have happened in a game, or it is broken."""
    if game.findings or look.after:
        return bool(game.findings) or before.get(game.slug) != game.folder
    return game.clock is not None and (look.since is None or game.clock.last_time > look.since)


def _reminding(league: League, games: Sequence[Clocked], now: int) -> set[str]:
    """Return the games that have a deadline and may remind of it: of the others no more is read."""
    waiting = [game for game in games if game.settings and game.clock and (game.clock.deadline or 0) > now]
    texts = league.snapshot.blobs([game.settings for game in waiting])
    return {game.slug for game, text in zip(waiting, texts, strict=True) if text and _REMINDS.search(text)}


def hand_on(
    worker: Worker, league: League, told: HandedOn, answers: list[Reply], now: int, is_new: bool, note: Note
) -> Untold:
    """Keep all that is to be said, once it stands in the remote; gives what is new. `is_new`: the site is.

    Raise Fault where it does not, or the forge cannot be asked.
    """
    hub = worker.hub
    left = left_of(hub, told.replace(gap=_gap(hub, told.gap)))
    found = find_new(league, left, now, note)
    notices = [*left.notices, *found.comments][-_MOST:]
    if notices and not hub.facts().has_issues:
        note("The issues of this repository are turned off, so no thread can say whose turn it is.")
        notices = []
    numbers = {(one.on, one.number) for one in answers}
    answers = [*answers, *(one for one in left.answers if (one.on, one.number) not in numbers)]
    new = left.replace(notices=notices, answers=[one for one in answers if not one.close])
    commit = league.snapshot.commit
    if is_new:
        new = new.replace(site=made_of(league), run=worker.run)
    if new != told or found.reminders:
        new = dated(new, now, commit)
        league.repository.keep(NAME, msgspec.json.encode(new), now)
    worker.keep("answers.json", answers)
    worker.keep("notices.json", new)
    if found.reminders:
        worker.keep("reminders.json", found.reminders)
    if answers or notices or found.reminders:
        worker.put("talk", "true")
    return found


def _gap(hub: Hub, known: int) -> int:
    """Return the longest time between the last runs, in full hours; what is known where the forge does not tell."""
    try:
        return -(-gap(hub.scheduled()) // _HOUR) * _HOUR
    except Fault:
        return known


def made_of(league: League) -> str:
    """Return what a site is made of: the newest commit, and that of what players said."""
    return " ".join(filter(None, [league.snapshot.commit, league.repository.talk]))


def shows_more(worker: Worker, told: HandedOn, league: League) -> bool:
    """Return whether the site has something new to show: always to who asks, else where another commit is deployed."""
    if worker.is_asked or told.site != made_of(league):
        return True
    return not worker.hub.went(told.run, _DEPLOYS)


def keep_schedule(worker: Worker, league: League, now: int) -> None:
    """Keep the schedule on, which forges switch off in a repository where nothing happens for 60 days."""
    quiet = now - league.repository.committed_at(league.snapshot.commit)
    if worker.event == "schedule" and quiet > _QUIET:
        worker.hub.keep_schedule()
