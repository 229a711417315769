"""`genetess doctor`: what is to be mended so that a league lives on."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import current_time, json_option, league
from genetess_cli.cli.terminal import put
from genetess_cli.errors import Fault, Refused

if TYPE_CHECKING:
    from genetess_cli.admin.doctor.symptoms import Symptom
    from genetess_cli.store.forges.hubs import Hub
    from genetess_cli.store.league import League

_ABSENT = {
    301: ("repository.moved", "it has another name now"),
    404: ("repository.none", "it is not there, or not for this token"),
}
"""What the status says with which a forge refuses to tell of a repository."""


@listed("doctor")
@json_option
def command(as_json: bool) -> int:
    """Look for what keeps a league from living on, and name the command that fixes it.

    It looks at this machine, the keys, the games, the program and, with a token of yours, at the forge. The token is
    FORGE_TOKEN or, for GitHub, GH_TOKEN or that of the `gh` that you are logged in with. Nothing is changed. The exit
    status is 1 where something is wrong.

    Examples:
      genetess doctor
      genetess doctor --json
    """
    from genetess_cli.admin.doctor import here
    from genetess_cli.admin.doctor.symptoms import HERE, THERE, Symptom, whole

    opened = league()
    found = [*whole(dict.fromkeys(here.symptoms(opened)), HERE)]
    try:
        found += whole(_forge(opened), THERE)
    except Fault as fault:
        found.append(Symptom("forge", "unseen", f"not looked at: {fault}"))
    lines = (f"{one.level:8} {one.subject:12} {one}\n{'':21} {one.remedy}".rstrip() for one in found)
    put(found, lines, as_json)
    return int(any(one.level == "wrong" for one in found))


def _forge(here: League) -> list[Symptom]:
    """Return what the forge tells of the league. Raise Refused where it cannot be asked, and what the client does."""
    from genetess_cli.admin.doctor.ring import readable
    from genetess_cli.admin.doctor.symptoms import symptom
    from genetess_cli.admin.doctor.there import github_symptoms, hub_symptoms
    from genetess_cli.store.forges.client import Denied

    site = here.settings.site
    if not site.repository or site.kind is None:
        raise Refused("genetess.yaml does not say where the league is")
    hub = _hub(site.repository, site.kind)
    with closing(hub.client):
        try:
            hub.facts()
        except Denied as fault:
            if fault.status not in _ABSENT:
                raise
            key, words = _ABSENT[fault.status]
            found = [symptom(key, f"{fault}: {words}")]
        else:
            games = readable(here)
            found = [*hub_symptoms(hub, here.repository.branch, games, current_time())]
            found += github_symptoms(hub, site.kind)
    if site.kind == "github":
        return found
    return [one.replace(remedy="") for one in found]  # all are for GitHub


def _hub(repository: str, kind: str) -> Hub:
    from urllib.parse import quote

    from genetess_cli.store.forges import forge_at, gh, github
    from genetess_cli.store.forges.hubs import hub_at

    scheme, _, host, name = forge_at(repository, kind, "").home.split("/", 3)
    server = f"{scheme}//{host}"
    if kind == "github":
        address = os.environ.get("GITHUB_API_URL", github.API)
        return hub_at(kind, address, gh.token(), name, server)
    token = os.environ.get("FORGE_TOKEN")
    if not token:
        raise Refused("no token. Set FORGE_TOKEN to one of yours that may read the league")
    if kind == "gitlab":
        return hub_at(kind, f"{server}/api/v4", token, quote(name, safe=""), server)
    return hub_at(kind, f"{server}/api/v1", token, name, server)
