"""The act by which a game is played on by the rules of this program, and by which version it is at any record."""

from __future__ import annotations

from genetess_cli.errors import Refused
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.store.records import Acted, Now
from genetess_cli.store.schema import Version
from genetess_cli.store.terms import Terms
from genetess_cli.store.timeline import Timeline
from genetess_cli.store.yaml import api
from genetess_cli.turns.acts.act import MORE_TIME, Act, Telling
from genetess_cli.turns.state import GameState, Step


class RulesOf(Now):
    """By which version of the rules the game is played."""

    rules_version: Version


class Adopted(Acted, tag="adopt"):
    """The version before and after it."""

    was: RulesOf
    now: RulesOf


class Adopt(Act[Adopted]):
    """Play on by the rules of this program, which are newer."""

    kind = Adopted
    undone = "the change of the rules"
    any_rules = True

    def do(self, state: GameState, at: int, dice: Dice) -> Step:
        rules = state.ruleset
        was = state.file.rules_version
        if was is None or was >= rules.version:
            raise Refused(
                f"{state.slug} is already played by version {rules.version} of the {rules.name} rules"
            )
        now = RulesOf(rules.version)
        clock = state.clock
        step = self.step(state, clock, at, rules_version=rules.version, was=RulesOf(was), now=now)
        settings = set_rules(state.terms, state.terms.source, rules.version)
        late = f"{state.slug} {clock.turn}: the deadline, {clock.deadline}, has passed. {MORE_TIME.format(state.slug)}"
        notes = [late] if clock.is_late(at) else []
        return step.replace(notes=notes, settings=settings)

    @classmethod
    def words(cls, record: Adopted, told: Telling) -> str:
        was = record.was.rules_version
        now = record.now.rules_version
        changed = f"\nwhat changed: {told.changes}" if told.changes else ""
        return f"the GM moved the game from version {was} of the rules to {now}{changed}"


def changes(rules: AnyRuleset, record: Adopted) -> str:
    """Return what the versions changed that an adopt went over, as the changelog says it, as far as it is known."""
    was = record.was.rules_version
    now = record.now.rules_version
    newer = [edition.says for version, edition in sorted(rules.editions.items()) if was < version <= now]
    return ". ".join(newer)


def set_rules(terms: Terms, data: bytes, version: int) -> bytes:
    """Return a text of game.yaml with another version of the rules."""
    return api.with_fields(data, {"rules_version": version}, terms.paths.game)


def rules_at(past: Timeline, before: int | None = None) -> int:
    """Return the version by which a game is played now, or was before a record."""
    live = reversed(past.live(before))
    adopted = (record.now.rules_version for record in live if isinstance(record, Adopted))
    return next(adopted, past.records[0].rules_version)
