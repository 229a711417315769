"""What a league's forge tells of it: facts by its API, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from genetess_cli.admin.doctor.symptoms import Symptom, ok, unseen, warning, wrong
from genetess_cli.store.forges.client import Hosting, Hub, gap
from genetess_cli.store.terms import Terms
from genetess_cli.store.times import duration

_HOUR = 3600
_DAY = 24 * _HOUR
_SILENT = 2 * _DAY
"""A schedule that did not start a run for so long is dead."""


class ForgeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a league's forge tells of it."""

    branch: str
    hosting: Hosting
    gap: int  # the longest time between two of the last runs by schedule, in seconds; 0: there are no two
    waiting: Mapping[int, int]  # open requests and forms by their numbers, and when they were opened


def forge_facts(hub: Hub, branch: str) -> ForgeFacts:
    """Return what the forge tells. Raise what the client does."""
    waiting = {one.number: one.opened or 0 for one in hub.pulls(branch) if not one.trusted}
    waiting |= {one.number: one.opened or 0 for one in hub.forms()}
    hosting = hub.hosting(branch)
    return ForgeFacts(branch=branch, hosting=hosting, gap=gap(hub.scheduled()), waiting=waiting)


def forge_symptoms(facts: ForgeFacts, games: Mapping[str, Terms], now: int) -> Iterator[Symptom]:
    hosting = facts.hosting
    yield from _repository(hosting)
    yield from _key(hosting, facts.branch)
    if hosting.rules:
        words = (
            f"a rule of {facts.branch} keeps the runs from pushing ({', '.join(hosting.rules)}); take it off"
        )
        yield wrong("branch.rules", words)
    elif "rules" not in hosting.unseen:
        yield ok("branch", f"the runs may push to {facts.branch}")
    yield from _runs(hosting, now)
    yield from _gap(facts.gap, games)
    yield from _requests(facts)
    if hosting.unseen:
        fields = ", ".join(field.removeprefix("has_") for field in dict.fromkeys(hosting.unseen))
        yield unseen("forge", f"look yourself, as the forge does not tell this token: {fields}")


def _repository(hosting: Hosting) -> Iterator[Symptom]:
    if hosting.archived:
        yield wrong("repository.archived", "it is archived, so nobody can push to it")
    elif hosting.private:
        yield warning("repository.private", "it is private: on free plans it has no site and no environment")
    else:
        yield ok("repository", "public")
    if "pages" in hosting.unseen:
        return
    if hosting.pages == "workflow":
        yield ok("pages", "the workflow deploys the site")
    else:
        how = f"the site comes from a {hosting.pages} build" if hosting.pages else "there is no site"
        yield wrong("pages.off", f"{how}; the workflow has to deploy it")


def _key(hosting: Hosting, branch: str) -> Iterator[Symptom]:
    told = {"has_environment", "branches", "has_key"}.difference(hosting.unseen)
    if "has_environment" in told and not hosting.has_environment:
        yield wrong("environment.none", "there is no environment `league`, which has the key")
        return
    if "branches" in told and [*hosting.branches] != [branch]:
        named = ", ".join(hosting.branches) or "all branches"
        yield wrong("environment.open", f"`league` gives the key to {named}; it is for {branch} alone")
    elif "branches" in told:
        yield ok("environment", f"`league` is for {branch} alone")
    if "has_key" in told and not hosting.has_key:
        yield wrong("secret.none", "the environment `league` has no key, so no run carries out turns")
    elif "has_key" in told:
        yield ok("secret", "it is there; whether it is the right one the runs tell")


def _runs(hosting: Hosting, now: int) -> Iterator[Symptom]:
    if "workflow" not in hosting.unseen and hosting.workflow != "active":
        yield wrong("schedule.off", f"the workflow is {hosting.workflow or 'not there'}")
    ended = [run for run in hosting.runs if run.ended]
    if "runs" in hosting.unseen:
        return
    if not ended:
        yield warning("runs.none", "there was no run yet")
        return
    last = ended[0]
    age = f"the last run began {_long(now - last.at)} ago"
    if last.ended != "success":
        yield wrong(
            "runs.red", f"{age} and ended with {last.ended}", last.address, last.address.rpartition("/")[2]
        )
    elif now - last.at > _SILENT:
        yield wrong("runs.old", f"{age}; the schedule does not start any", last.address)
    else:
        yield ok("runs", f"{age} and ended well")


def _gap(longest: int, games: Mapping[str, Terms]) -> Iterator[Symptom]:
    """Tell of times in games that are shorter than the time that may be between two runs."""
    for terms in games.values():
        file = terms.file
        times = {f"deadline: {file.deadline}": file.deadline_seconds}
        times |= {f"remind: {reminder}": duration(reminder) for reminder in file.remind}
        short = [words for words, seconds in times.items() if seconds and seconds < longest]
        if short:
            words = (
                f"runs by schedule were up to {_long(longest)} apart, longer than its `{'`, `'.join(short)}`"
            )
            yield warning("schedule.gap", words, terms.paths.game)
    if longest:
        yield ok("schedule", f"runs by schedule were at most {_long(longest)} apart")


def _requests(facts: ForgeFacts) -> Iterator[Symptom]:
    """Tell of what the last good run should have answered."""
    good = next((run.at for run in facts.hosting.runs if run.ended == "success"), 0)
    late = [f"#{number}" for number, opened in facts.waiting.items() if 0 < opened < good]
    if late:
        yield warning("requests.open", f"open since before the last good run: {', '.join(late)}")
    else:
        yield ok("requests", f"{len(facts.waiting)} open, none from before the last good run")


def _long(seconds: int) -> str:
    if seconds < _DAY:
        return f"{seconds / _HOUR:.1f} h"
    return f"{seconds / _DAY:.1f} days"
