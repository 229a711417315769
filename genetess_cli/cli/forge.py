"""`genetess forge`: the steps of a league's workflow on a forge, each a command without arguments."""

from __future__ import annotations

import os
import time
from functools import partial
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import Command, Group
from genetess_cli.cli.options import league
from genetess_cli.cli.terminal import note, safe
from genetess_cli.errors import Fault, NothingDue, Refused, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from genetess_cli.intake.collect import Collected
    from genetess_cli.intake.forge.worker import Worker
    from genetess_cli.notices.reminders import Reminder
    from genetess_cli.store.forges.sent import Issue, Pull
    from genetess_cli.store.forges.told import HandedOn, Reply
    from genetess_cli.store.league import League

_READING = 120.0
_TALKING = 500.0
_QUIET = 40 * 86400
_MOST = 500
_DEPLOYS = "Deploy the site"
_NO_KEY = """### Nothing is carried out here yet
There is no secret `GENETESS_MASTER_KEY`, so this run took nothing in, carried nothing out, published
nothing and told nobody. To run a league here, make a key on your machine with `genetess keys new`, and
add it as that secret: on GitHub at *Settings › Environments › league › Add environment secret*, on
Forgejo at *Settings › Actions › Secrets*. In a player's fork of a league nothing is to be done.
"""


@click.group("forge", cls=Group)
def forge() -> None:
    """Do a step of a league's workflow. They are for workflows only, and read the forge from the environment.

    Example of a step:
      genetess forge collect
    """


def _worker(seconds: float) -> Worker:
    from genetess_cli.intake.forge.worker import Worker

    return Worker(os.environ, seconds)


def _say(kind: str, words: str, title: str = "") -> None:
    """Tell the GM in the run's summary. The words are ours alone: what anybody sent could be another such command."""
    print(f"::{kind} title={title}::{words}" if title else f"::{kind}::{words}", flush=True)


_warn = partial(_say, "warning")


@forge.command("collect", cls=Command)
def collect() -> int:
    """Take in what players sent, push it, and keep the answers. It needs FORGE_TOKEN, and HAS_KEY: true or false."""
    from genetess_cli.cli.collect import tell_collected
    from genetess_cli.intake.replies import answers

    worker = _worker(_READING)
    if worker.get("HAS_KEY") != "true":
        return _without_key(worker)
    here = league()
    try:
        branch = here.repository.branch
        collected = _take(here, worker.hub.pulls(branch), worker.hub.forms())
    except WrongUsage as fault:
        # Strangers make what is in these lists, and must not be able to stop the league with them.
        note(str(fault))
        collected = _take(here, [], [])
        _say(
            "error",
            "Turns go on without it; see the log of this step.",
            "What players sent could not be read",
        )
    tell_collected(collected, note)
    worker.keep("answers.json", answers(here, collected, note))
    worker.put("go", "true")
    return 0


def _without_key(worker: Worker) -> int:
    worker.put("go", "false")
    worker.summarize(_NO_KEY)
    facts = worker.hub.facts()
    if facts.private and not facts.fork:
        words = (
            "On GitHub's free plan a private repository has neither environment secrets nor Pages. Make it public, or "
            "take a plan that has both; then add the secret."
        )
        _say("error", words, "A private repository without the key")
        return 1
    return 0


def _take(here: League, pulls: Sequence[Pull], issues: Sequence[Issue]) -> Collected:
    from contextlib import closing

    from genetess_cli.intake.collect import collect
    from genetess_cli.intake.issue_forms import Issues
    from genetess_cli.intake.pull_requests import PullRequests
    from genetess_cli.intake.replies import say

    with closing(PullRequests(here.root, "origin", pulls, note)) as source:
        sources = [source.deliveries, Issues(issues).deliveries]
        return collect(here, sources, int(time.time()), True, note, partial(say, here, note=note))


@forge.command("tick", cls=Command)
def tick() -> int:
    """Run what is due and push it, build the site where it is new, and keep what is to be told.

    It needs FORGE_TOKEN and GENETESS_MASTER_KEY. It ends with status 1 where a game is not on the site, once.
    """
    from genetess_cli.intake.forge.untold import recall
    from genetess_cli.store.forges.told import Reply

    worker = _worker(_READING)
    answers = worker.kept("answers.json", list[Reply]) or []
    if answers:
        worker.put("talk", "true")
    here = league()
    now = int(time.time())
    _play(here, now)
    here = here.now()
    _keep_schedule(worker, here, now)
    told: HandedOn | None = None
    try:
        told = recall(here.repository, worker.hub)
    except Fault as fault:
        note(str(fault))
        _warn("What was told before cannot be asked, so nobody is told in this run; the next one does it.")
    is_new = _is_new(worker, told, here.snapshot.commit)
    is_whole = not is_new or _build(here, worker)
    _examine(worker, here, is_new)
    if told is not None:
        try:
            is_whole = _compose(worker, here, told, answers, now, is_new) and is_whole
        except Fault as fault:
            note(str(fault))
            _warn("What is to be told could not be handed on; the next run does it.")
    if is_new:
        worker.put("site", f"site-{here.snapshot.commit}-{worker.attempt}")
    # Red once, with what is new: not every quarter of an hour.
    return int(is_new and not is_whole)


def _play(here: League, now: int) -> None:
    """Carry out what is due. What was refused or failed is on record and belongs on the site as well."""
    from genetess_cli.cli.turns import tell_ticked
    from genetess_cli.store.seal.keyring import dice_key_for
    from genetess_cli.turns.remote import tick

    try:
        is_well = tell_ticked(here, tick(here, now, dice_key_for, True, note))
    except NothingDue as nothing:
        note(str(nothing))
        return
    except Refused as fault:
        note(str(fault))
        is_well = False
    if not is_well:
        _say("warning", "An order failed or a file is not valid; see the log.", "Something was refused")


def _keep_schedule(worker: Worker, here: League, now: int) -> None:
    """Keep the schedule on, which forges switch off in a repository where nothing happens for 60 days."""
    if worker.event != "schedule" or now - here.repository.committed_at(here.snapshot.commit) < _QUIET:
        return
    try:
        worker.hub.keep_schedule()
    except Fault as fault:
        note(str(fault))
        _warn(
            "The schedule could not be switched on again; the forge will switch it off after 60 quiet days."
        )


def _examine(worker: Worker, here: League, is_new: bool) -> None:
    """Say in the summary what is wrong with the league; its games are looked at where something is new."""
    from genetess_cli.admin.doctor.here import games_symptoms, league_symptoms

    try:
        found = [*league_symptoms(here), *(games_symptoms(here) if is_new else ())]
    except Fault as fault:
        note(str(fault))
        return
    if wrong := [one for one in found if one.level != "ok"]:
        lines = "".join(f"- {safe(str(one))} `{one.remedy}`\n" for one in wrong)
        worker.summarize(f"### Doctor\n{lines}")


def _is_new(worker: Worker, told: HandedOn | None, commit: str) -> bool:
    """Return whether the site has something new to show: always to who asks, else where another commit is deployed."""
    if told is None or worker.event in ("push", "workflow_dispatch") or told.site != commit:
        return True
    try:
        return not worker.hub.went(told.run, _DEPLOYS)
    except Fault as fault:
        note(str(fault))
        _warn("Which site is deployed could not be asked, so it is built again.")
        return True


def _build(here: League, worker: Worker) -> bool:
    """Build the site; False where a game is not on it, which keeps no other back."""
    from genetess_cli.admin.check import unnamed
    from genetess_cli.site.build import build

    try:
        build(here, worker.site)
    except Refused as fault:
        if not (worker.site / "index.html").exists():
            raise
        note(str(fault))
        _say(
            "error", "All else is done. The step that builds the site names it.", "A game is not on the site"
        )
        return False
    for line in unnamed(here):
        note(str(line))
    return True


def _compose(
    worker: Worker, here: League, told: HandedOn, answers: list[Reply], now: int, is_new: bool
) -> bool:
    """Keep what is to be told, once that stands in the remote; False where a game cannot be read."""
    import msgspec
    from msgspec.structs import replace

    from genetess_cli.intake.forge.untold import dated, find_new, left_of
    from genetess_cli.store.forges.told import NAME

    gap = _gap(worker, told)
    left = left_of(worker.hub, told)
    found = find_new(here, left, now, gap, note)
    if found.broken:
        _say("error", "The step that runs what is due names it.", "A game's players are not told")
    notices = [*left.notices, *found.comments][-_MOST:]
    if notices and not worker.hub.facts().has_issues:
        _say("notice", "The issues of this repository are turned off, so no thread can say whose turn it is.")
        notices = []
    numbers = {(one.on, one.number) for one in answers}
    answers = [*answers, *(one for one in left.answers if (one.on, one.number) not in numbers)]
    # What is closed is answered again until it is.
    opened = [one for one in answers if not one.close]
    new = replace(left, notices=notices, answers=opened, gap=gap)
    commit = here.snapshot.commit
    if is_new:
        new = replace(new, site=commit, run=worker.run)
    if new != told or found.reminders:
        new = dated(new, now, commit)
        here.repository.keep(NAME, msgspec.json.encode(new), now)
    worker.keep("answers.json", answers)
    worker.keep("notices.json", new)
    if found.reminders:
        _list(worker, here, found.reminders)
    if answers or notices or found.reminders:
        worker.put("talk", "true")
    return not found.broken


def _gap(worker: Worker, told: HandedOn) -> int:
    """Return how long it may be to the next run that can be relied on, in full hours of seconds."""
    from genetess_cli.store.forges.client import gap

    try:
        return -(-gap(worker.hub.scheduled()) // 3600) * 3600
    except Fault as fault:
        note(str(fault))
        return told.gap


def _list(worker: Worker, here: League, reminders: list[Reminder]) -> None:
    """List who has to be reminded, for whatever sends messages and in the run's summary."""
    from genetess_cli.cli.notices import reminder_words

    worker.keep("reminders.json", reminders)
    lines = "".join(f"    {safe(reminder_words(here, reminder))}\n" for reminder in reminders)
    worker.summarize(f"### Reminders\n{lines}")


@forge.command("talk", cls=Command)
def talk() -> None:
    """Answer those who sent something, and tell in the games' threads whose turn it is. It needs FORGE_TOKEN.

    DEPLOYED says what came of the site: where it was not deployed, nobody is led to it, and the next run tells.
    """
    from genetess_cli.intake.forge.talk import MARGIN, talk
    from genetess_cli.store.forges.told import HandedOn, Reply

    worker = _worker(_TALKING)
    answers = worker.kept("answers.json", list[Reply]) or []
    told = worker.kept("notices.json", HandedOn) or HandedOn()
    notices = told.notices
    if notices and worker.get("DEPLOYED") in ("failure", "cancelled"):
        _warn("The site is not deployed, so nobody is told yet; the next run deploys it and tells.")
        notices = []
    talk(worker.hub, answers, notices, told.at - MARGIN, _warn)
