"""What the doctor tells a GM to type is there: each remedy is a command of this program, of git or of gh."""

from __future__ import annotations

import shlex

import click
import pytest

from genetess_cli.admin.doctor.symptoms import HERE, THERE
from genetess_cli.cli.group import genetess

REMEDIES = {remedy for _, remedy in (*HERE.values(), *THERE.values())} - {""}
OTHERS = {
    "git": {"branch", "config", "init", "remote", "rm"},
    "mv": {"{0}"},
    "unset": {"GENETESS_MASTER_KEY"},
    "gh": {"repo", "run", "secret", "workflow"},
}


@pytest.mark.parametrize("remedy", sorted(REMEDIES))
def test_a_remedy_is_a_command(remedy: str) -> None:
    for part in remedy.split(" && "):
        program, *words = shlex.split(part)
        if program == "genetess":
            _parse(genetess, words)
        else:
            assert words[0] in OTHERS[program]


def _parse(command: click.Command, words: list[str]) -> None:
    """Fail where click would refuse the words."""
    context = command.make_context("it", list(words), resilient_parsing=True)
    if isinstance(command, click.Group):
        name, found, rest = command.resolve_command(context, list(words))
        assert found is not None, name
        _parse(found, rest)
    else:
        known = {option for param in command.params for option in param.opts}
        assert {word for word in words if word.startswith("-")} <= known
