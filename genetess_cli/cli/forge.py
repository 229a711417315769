"""`genetess forge`: the steps of a league's workflow on a forge, each a command without arguments."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from genetess_cli.cli.group import Group
from genetess_cli.cli.options import current_time, league
from genetess_cli.cli.terminal import note, safe
from genetess_cli.errors import Fault, NothingDue, Refused, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from genetess_cli.intake.collect import Collected
    from genetess_cli.intake.forge.worker import Worker
    from genetess_cli.notices.reminders import Reminder
    from genetess_cli.store.forges.sent import Issue, PlayerRemark, Pull
    from genetess_cli.store.forges.told import Reply
    from genetess_cli.store.league import League

T = TypeVar("T")
_READING = 400.0
_TALKING = 500.0
_UNTOLD = "What is to be told could not be found out or handed on; the next run does it."
_UNHEARD = "What players wrote in their game's thread could not be read; the next run does it."
_HEARD = 24 * 60 * 60
"""Seconds in which a comment is taken in, however often runs fail."""
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
    head = f"{kind} title={title}" if title else kind
    print(f"::{head}::{words}", flush=True)


_warn = partial(_say, "warning")


@forge.command("collect")
def collect() -> int:
    """Take in what players sent, push it, and keep the answers. It needs FORGE_TOKEN, and HAS_KEY: true or false.

    It tells by `build=true` that the next step is likely to build the site, which is faster on top of the last one.
    """
    from genetess_cli.cli.collect import tell_collected
    from genetess_cli.intake.comments import talking
    from genetess_cli.intake.replies import answers
    from genetess_cli.store.reader.clocks import Edits
    from genetess_cli.turns.queue import may_be_due

    worker = _worker(_READING)
    if worker.get("HAS_KEY") != "true":
        return _without_key(worker)
    here = league()
    try:
        branch = here.repository.branch
        threads: Mapping[str, int] = {}
        said: Sequence[PlayerRemark] = []
        if talking(here):
            threads = _attempt(worker.hub.threads, threads, _UNHEARD)
        if threads:
            since = current_time() - _HEARD
            said = _attempt(lambda: [*worker.hub.heard(since)], said, _UNHEARD)
        collected = _take(here, worker.hub.pulls(branch), worker.hub.forms(), said, threads)
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
    replies = answers(here, collected, note)
    worker.keep("answers.json", replies)
    if opened := [one for one in replies if not one.close]:
        from genetess_cli.intake.forge.untold import remember

        keep = partial(remember, here.repository, worker.hub, opened, current_time())
        _attempt(
            keep, None, "Answers could not be kept; they are lost where this run ends before it gives them."
        )
    worker.put("go", "true")
    is_news = any(not one.earlier for one in collected.taken)
    # Nothing is edited on a worker.
    here = here.now()
    due = (may_be_due(game, Edits(), current_time(), here.snapshot.blobs) for game in here.clocks())
    if is_news or worker.is_asked or any(due):
        worker.put("build", "true")
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


def _take(
    here: League,
    pulls: Sequence[Pull],
    issues: Sequence[Issue],
    said: Sequence[PlayerRemark] = (),
    threads: Mapping[str, int] = {},
) -> Collected:
    from contextlib import closing

    from genetess_cli.intake.collect import collect
    from genetess_cli.intake.comments import from_comments
    from genetess_cli.intake.issue_forms import from_forms
    from genetess_cli.intake.pull_requests import PullRequests
    from genetess_cli.intake.replies import say

    with closing(PullRequests(here.root, "origin", pulls, note)) as source:
        return collect(
            here,
            [source.deliveries, partial(from_forms, issues), partial(from_comments, said, threads)],
            current_time(),
            True,
            note,
            partial(say, here, note=note),
        )


def _answers(worker: Worker) -> list[Reply]:
    """Return what the step that collects has kept."""
    from genetess_cli.store.forges.told import Reply

    return worker.kept("answers.json", list[Reply]) or []


@forge.command("tick")
def tick() -> int:
    """Run what is due and push it, build the site where it is new, and keep what is to be told.

    It needs FORGE_TOKEN and GENETESS_MASTER_KEY. It ends with status 1 where a game is not on the site, once.
    """
    from genetess_cli.intake.forge import untold

    worker = _worker(_READING)
    answers = _answers(worker)
    if answers:
        worker.put("talk", "true")
    here = league()
    now = current_time()
    _play(here, now)
    here = here.now()
    commit = here.snapshot.commit
    words = "The schedule could not be kept on; forges switch it off after 60 quiet days."
    _attempt(partial(untold.keep_schedule, worker, here, now), None, words)
    told = _attempt(partial(untold.recall, here.repository, worker.hub), None, _UNTOLD)
    is_new = True
    if told is not None:
        asked = partial(untold.shows_more, worker, told, here)
        is_new = _attempt(asked, True, "Which site is deployed could not be asked, so it is built again.")
    is_whole = not is_new or _build(here, worker)
    _examine(worker, here, is_new)
    if told is not None:
        work = partial(untold.hand_on, worker, here, told, answers, now, is_new, note)
        found = _attempt(work, untold.Untold([], []), _UNTOLD)
        _list(worker, here, found.reminders)
        if found.broken:
            _say("error", "The step that runs what is due names it.", "A game's players are not told")
        is_whole = is_whole and not found.broken
    if is_new:
        worker.put("site", f"site-{commit}-{worker.attempt}")
    # Red once, with what is new: not every quarter of an hour.
    return int(is_new and not is_whole)


def _attempt(work: Callable[[], T], otherwise: T, words: str) -> T:
    """Return what comes of work that the next run makes good where it fails."""
    try:
        return work()
    except Fault as fault:
        note(str(fault))
        _warn(words)
        return otherwise


def _play(here: League, now: int) -> None:
    """Carry out what is due. What was refused or failed is on record and belongs on the site as well."""
    from genetess_cli.cli.turns import play, tell_ticked
    from genetess_cli.turns.remote import tick

    try:
        is_well = tell_ticked(here, tick(here, now, partial(play, here, now), True, note))
    except NothingDue as nothing:
        note(str(nothing))
        return
    except Refused as fault:
        note(str(fault))
        is_well = False
    if not is_well:
        _warn("An order failed or a file is not valid; see the log.", "Something was refused")


def _examine(worker: Worker, here: League, is_new: bool) -> None:
    """Say in the summary what is wrong with the league; its games are looked at where something is new."""
    from genetess_cli.admin.doctor.here import games_symptoms, league_symptoms

    try:
        found = [*league_symptoms(here)]
        if is_new:
            found += games_symptoms(here)
    except Fault as fault:
        note(str(fault))
        return
    if wrong := [one for one in found if one.level != "ok"]:
        lines = "".join(f"- {safe(str(one))} `{one.remedy}`".removesuffix(" ``") + "\n" for one in wrong)
        worker.summarize(f"### Doctor\n{lines}")


def _build(here: League, worker: Worker) -> bool:
    """Build the site; False where a game is not on it, which keeps no other back."""
    from genetess_cli.admin.check import unnamed
    from genetess_cli.intake.forge import carried
    from genetess_cli.site.build import update
    from genetess_cli.site.write.installed import unfit

    site = carried.survey(here, worker.site, note)
    if words := unfit(site.prints):
        _warn(words)
    is_whole = True
    try:
        if not site.is_current:
            update(site)
    except Refused as fault:
        if not (worker.site / "index.html").exists():
            raise
        note(str(fault))
        _say(
            "error", "All else is done. The step that builds the site names it.", "A game is not on the site"
        )
        is_whole = False
    _attempt(partial(carried.seal, worker.site), None, "The next run makes all pages anew.")
    note(*map(str, unnamed(here)))
    return is_whole


def _list(worker: Worker, here: League, reminders: list[Reminder]) -> None:
    """List in the run's summary who has to be reminded."""
    from genetess_cli.cli.notices import reminder_words

    if lines := "".join(f"    {safe(reminder_words(here, reminder))}\n" for reminder in reminders):
        worker.summarize(f"### Reminders\n{lines}")


@forge.command("talk")
def talk() -> None:
    """Answer those who sent something, and tell in the games' threads whose turn it is. It needs FORGE_TOKEN.

    DEPLOYED says what came of the site: where it was not deployed, nobody is led to it, and the next run tells.
    GENETESS_WEBHOOK is the address of a chat that hears what the threads do.
    """
    from genetess_cli.intake.forge.talk import MARGIN, talk
    from genetess_cli.store.forges.told import HandedOn

    worker = _worker(_TALKING)
    answers = _answers(worker)
    told = worker.kept("notices.json", HandedOn) or HandedOn()
    notices = told.notices
    if notices and worker.get("DEPLOYED") in ("failure", "cancelled"):
        _warn("The site is not deployed, so nobody is told yet; the next run deploys it and tells.")
        notices = []
    hook = worker.get("GENETESS_WEBHOOK").strip()
    talk(worker.hub, answers, notices, told.at - MARGIN, hook, _warn)
