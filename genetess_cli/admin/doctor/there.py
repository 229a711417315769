"""What the forge tells of a league, and what is wrong with that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from genetess_cli.admin.doctor.symptoms import Symptom, symptom
from genetess_cli.admin.on_github import NEEDS
from genetess_cli.errors import Fault
from genetess_cli.store.forges.client import Denied, Limited, gap
from genetess_cli.store.forges.hubs import Hub
from genetess_cli.store.terms import Terms
from genetess_cli.store.times import duration

_HOUR = 3600
_SILENT = 48 * _HOUR
"""A schedule that did not start a run for so long is dead."""
_UNTOLD = "look yourself: the forge does not tell this token"


def hub_symptoms(hub: Hub, branch: str, games: Mapping[str, Terms], now: int) -> Iterator[Symptom]:
    """Yield what every forge tells of a league that goes on. Raise what the client does."""
    try:
        begun = hub.scheduled()
    except (Denied, Limited):
        yield Symptom("schedule", "unseen", _UNTOLD)
        yield Symptom("requests", "unseen", _UNTOLD)
        return
    newest = begun[0] if begun else 0
    longest = gap(begun)
    if not begun:
        yield Symptom("schedule", "unseen", "no run yet; the first may come hours after going live")
    elif now - newest > _SILENT:
        yield symptom("schedule.dead", "no run for two days")
    else:
        age = f"the last run began {(now - newest) / _HOUR:.1f} hours ago"
        yield Symptom("schedule", "ok", f"{age}; up to {longest / _HOUR:.1f} hours were between two")
    for terms in games.values():
        times = [terms.file.deadline, *terms.file.remind]
        if short := [time for time in times if (duration(time) or longest) < longest]:
            words = f"up to {longest / _HOUR:.1f} hours are between runs by schedule, more than {', '.join(short)}"
            yield symptom("schedule.gap", words, terms.paths.game)
    sent = {one.number: one.opened for one in hub.pulls(branch) if not one.trusted}
    sent |= {one.number: one.opened for one in hub.forms()}
    late = [number for number, opened in sent.items() if opened and opened < newest]
    # Of GitLab these are merge requests alone; on the others a number is of one thing.
    if silent := [f"#{number}" for number in late if not hub.remarks("mr", number)]:
        words = "open since before the last run by schedule, and not answered"
        yield symptom("requests", f"{words}: {', '.join(silent)}")


def github_symptoms(hub: Hub, kind: str) -> Iterator[Symptom]:
    """Yield how a league is not set up on GitHub, or what of that is not seen."""
    for need in NEEDS:
        if kind != "github":
            yield Symptom(need.key, "unseen", "look yourself: only GitHub is asked")
            continue
        try:
            there = hub.client.find(hub.home + need.place, object)
        except Fault:
            yield Symptom(need.key, "unseen", _UNTOLD)
            continue
        if not need.is_so(there or {}):
            yield symptom(need.key, need.words)
