"""`genetess doctor`: what is to be mended so that a league lives on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import Command
from genetess_cli.cli.options import json_option, league
from genetess_cli.cli.terminal import put_json, say
from genetess_cli.errors import Fault, Refused

if TYPE_CHECKING:
    from genetess_cli.admin.doctor.symptoms import Symptom
    from genetess_cli.store.league import League


@click.command("doctor", cls=Command)
@json_option
def command(as_json: bool) -> int:
    """Look for what keeps a league from living on, and name the command that fixes it.

    It looks at this machine, the keys, the games, the program and, with a token of yours, at GitHub. The token is
    FORGE_TOKEN, GH_TOKEN, or the one of the `gh` that you are logged in with. Nothing is changed. The exit status is 1
    where something is wrong.

    Examples:
      genetess doctor
      genetess doctor --json
    """
    from genetess_cli.admin.doctor import here
    from genetess_cli.admin.doctor.symptoms import HERE, THERE, Symptom, whole

    opened = league()
    found = [*whole([*here.games_symptoms(opened), *here.league_symptoms(opened)], HERE)]
    try:
        found += whole(_forge(opened), THERE)
    except Fault as fault:
        found.append(Symptom("forge", "unseen", f"not looked at: {fault}"))
    if as_json:
        put_json(found)
    else:
        for one in found:
            say(f"{one.level:8} {one.subject:12} {one}".rstrip())
            if one.remedy:
                say(f"{'':21} {one.remedy}")
    return int(any(one.level == "wrong" for one in found))


def _forge(here: League) -> Iterator[Symptom]:
    """Yield what the forge tells of the league. Raise Refused where it cannot be asked, and what the client does."""
    from genetess_cli.admin.doctor.ring import readable
    from genetess_cli.admin.doctor.symptoms import symptom
    from genetess_cli.admin.doctor.there import github_symptoms, hub_symptoms
    from genetess_cli.store.forges import forge_at, gh
    from genetess_cli.store.forges.client import Client, Denied
    from genetess_cli.store.forges.github import API, GitHub, headers

    site = here.settings.site
    if not site.repository or site.kind != "github":
        raise Refused(
            "look at schedule, last run, secret and rules of the branch yourself; only GitHub is asked"
        )
    owner, name = forge_at(site.repository, site.kind, "").home.split("/")[-2:]
    with closing(Client(os.environ.get("GITHUB_API_URL", API), headers(gh.token()))) as client:
        hub = GitHub(client, f"{owner}/{name}")
        try:
            yield from hub_symptoms(hub, here.repository.branch, readable(here), int(time.time()))
        except Denied as fault:
            yield symptom("repository.none", f"{fault}: it is not there, or not for this token")
        else:
            yield from github_symptoms(hub)
