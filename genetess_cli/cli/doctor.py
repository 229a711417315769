"""`genetess doctor`: what is to be mended so that a league lives on."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import Command
from genetess_cli.cli.options import json_option, league
from genetess_cli.cli.terminal import put_json, say
from genetess_cli.errors import Fault

if TYPE_CHECKING:
    from genetess_cli.admin.doctor.symptoms import Symptom
    from genetess_cli.store.league import League

_TOKENS = ("FORGE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN")


@click.command("doctor", cls=Command)
@json_option
def command(as_json: bool) -> int:
    """Look for what keeps a league from living on, and name the command that fixes it.

    It looks at this machine, the keys, the games, the program and, with a token of yours, at the forge. The token is
    FORGE_TOKEN, GH_TOKEN, or the one of the `gh` that you are logged in with. Nothing is changed. The exit status is 1
    where something is wrong.

    Examples:
      genetess doctor
      genetess doctor --json
    """
    from genetess_cli.admin.doctor import examine

    here = league()
    found = [*examine(here), *_forge(here)]
    if as_json:
        put_json(found)
    else:
        for subject in dict.fromkeys(one.subject for one in found):
            for one in found:
                if one.subject == subject:
                    _tell(one)
    return int(any(one.level == "wrong" for one in found))


def _forge(here: League) -> Iterator[Symptom]:
    """Yield what the league's forge tells, or why it was not asked."""
    from genetess_cli.admin.doctor import examine_forge
    from genetess_cli.admin.doctor.symptoms import unseen, wrong
    from genetess_cli.store.forges import GITHUB, forge_at
    from genetess_cli.store.forges.client import Client, Denied
    from genetess_cli.store.forges.github import API, GitHub, headers

    site = here.settings.site
    if not site.repository or site.kind is None:
        yield unseen("forge", "not looked at: genetess.yaml does not say where the league is")
        return
    if site.kind != "github":
        ways = "the schedule, the last run, the secret, and whether the runs may push"
        yield unseen("forge", f"look yourself on {forge_at(site.repository, site.kind, '').home}: {ways}")
        return
    token = next(filter(None, map(os.environ.get, _TOKENS)), None) or _token_of_gh()
    if token is None:
        yield unseen("forge", "not looked at: no token. Set FORGE_TOKEN, or run `gh auth login`")
        return
    name = forge_at(site.repository, site.kind, "").home.removeprefix(f"https://{GITHUB.host}/")
    client = Client(os.environ.get("GITHUB_API_URL", API), headers(token))
    try:
        yield from examine_forge(here, GitHub(client, name), int(time.time()))
    except Denied as fault:
        yield wrong("repository.none", f"{fault}: it is not there, or not for this token", name)
    except Fault as fault:
        yield unseen("forge", f"not looked at: {fault}")
    finally:
        client.close()


def _token_of_gh() -> str | None:
    try:
        done = subprocess.run(["gh", "auth", "token"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None


def _tell(one: Symptom) -> None:
    say(f"{one.level:8} {one.subject:12} {one}")
    if one.remedy:
        say(f"{'':21} {one.remedy}")
