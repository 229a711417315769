"""What is to be mended so that a league lives on, and the command for it.

    examine(league)               what is told here: by the league, its games and this machine
    examine_forge(league, hub, …)  what its forge tells

Facts are read first (`here`, `there`); what is wrong with them is found without a file or a forge.
"""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.admin.doctor.here import facts, games_facts, games_symptoms, symptoms
from genetess_cli.admin.doctor.ring import readable
from genetess_cli.admin.doctor.symptoms import Symptom
from genetess_cli.admin.doctor.there import forge_facts, forge_symptoms
from genetess_cli.store.forges.client import Hub
from genetess_cli.store.league import League


def examine(league: League) -> list[Symptom]:
    """Return what there is to say of a league without its forge. Raise InvalidFile for its genetess.yaml."""
    return [*games_symptoms(games_facts(league)), *symptoms(facts(league))]


def examine_forge(league: League, hub: Hub, now: int) -> Iterator[Symptom]:
    """Yield what its forge tells of a league. Raise what the client does."""
    found = forge_facts(hub, league.repository.branch)
    yield from forge_symptoms(found, readable(league), now)


def summary(league: League) -> list[str]:
    """Return lines on what is to be mended of a league as a whole; no game is read for it."""
    bad = [one for one in symptoms(facts(league)) if one.level in ("warning", "wrong")]
    return [f"{one}: `{one.remedy}`" if one.remedy else str(one) for one in bad]
