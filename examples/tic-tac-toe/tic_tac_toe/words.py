"""The sentences of the events that only this game has. What is hidden from the reader is None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genetess_cli.rules.voice import Voice


def _marked(facts: Mapping[str, Any], voice: Voice) -> str:
    return f"{voice.seat(facts['seat'])} marked {facts['at'] or 'a square'}."


def _bumped(facts: Mapping[str, Any], voice: Voice) -> str:
    where = facts["at"] or "a square"
    return f"{voice.seat(facts['seat'])} tried {where}, which was taken, and lost the turn."


SENTENCES = {"marked": _marked, "bumped": _bumped}
