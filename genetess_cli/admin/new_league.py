"""A new league: its files are composed, checked in memory, and committed whole or not at all.

Its workflows name the commit of this program, so that a forge runs the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from genetess_cli.errors import InvalidFile, Refused, WrongUsage
from genetess_cli.rules.letters import printable
from genetess_cli.store import resources, schema
from genetess_cli.store.files import Files
from genetess_cli.store.forges import FORGES, GITHUB, GITLAB
from genetess_cli.store.forges.program import Program, program
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import LEAGUE
from genetess_cli.store.people.names import unfit
from genetess_cli.store.schema import SiteFile
from genetess_cli.store.yaml import api

MADE = "a new league"
README = "README.md"
_PROGRAM = re.compile(r"\bPROGRAM$", re.MULTILINE)
UNNAMED = "OWNER/genetess@COMMIT"
"""What a workflow has in place of a program that is not known."""
_FILL_IN = "# write the program's repository, and the 40 digits of its commit"
_OTHERS = " or ".join(name for name, forge in FORGES.items() if forge is not GITHUB)


def init(
    folder: Path,
    title: str | None,
    repository: str | None,
    now: int,
    forge: str = "github",
    git: Mapping[str, str] = {},
) -> bool:
    """Make a league in `folder`, which must be missing or empty, with its first commit and the files of a forge.

    `git` are settings of git for it. Gives whether its workflows could name the program. Raise Refused for the folder,
    WrongUsage for a title or a repository that no genetess.yaml may hold.
    """
    check_place(repository, forge)
    title = title or make_title(folder.absolute().name)
    check_name("--title", title)
    settings = league_draft(title, repository, forge)
    site = checked_site(settings)
    _check_empty(folder)
    found = program()
    files: Files = {
        LEAGUE: settings.encode(),
        README: readme(forge, site.base_url).encode(),
        ".gitignore": resources.text("admin/templates/gitignore").encode(),
        ".gitattributes": resources.text("admin/templates/gitattributes").encode(),
        **forge_files(forge, found),
    }
    with Repository.init(folder, settings=git) as made, made.lock():
        made.commit(None, files, f"{MADE}\n", now)
    return forge not in FORGES or program_line(forge, found) is not None


def check_place(repository: str | None, forge: str) -> None:
    """Raise WrongUsage where a repository is not on the forge."""
    kind = SiteFile(repository=repository).kind
    if repository and (forge == "none" or kind not in (None, forge)):
        raise WrongUsage(
            f"--repository {repository} goes with --forge {kind or _OTHERS}, not {forge}; a name alone is on "
            "GitHub, elsewhere give an address such as https://HOST/OWNER/NAME"
        )


def checked_site(settings: str) -> SiteFile:
    """Return `site:` of a genetess.yaml that options were put into. Raise WrongUsage for what it may not hold."""
    try:
        return schema.load_league(api.read(settings.encode(errors="replace"), LEAGUE)).site
    except InvalidFile as error:
        raise WrongUsage("\n".join(finding.text for finding in error.findings)) from None


def forge_files(forge: str, found: Program | None) -> Files:
    """Return the files that a league has for a forge: path -> content. `none` has none.

    The line `PROGRAM` in them names the program. Only a release has the file that asks for newer ones: of a commit
    that no tag is at, a forge's bot would offer whatever is newest.
    """
    if forge not in FORGES:
        return {}
    unknown = UNNAMED if forge == "github" else f"https://{GITHUB.host}/{UNNAMED}"
    line = program_line(forge, found) or f"{unknown} {_FILL_IN}"
    texts = resources.forge(forge)
    if found is None or found.version is None:
        texts = {path: text for path, text in texts.items() if path != FORGES[forge].updates}
    return {path: _PROGRAM.sub(lambda _: line, text).encode() for path, text in texts.items()}


def program_line(forge: str, found: Program | None) -> str | None:
    """Return how the workflows of a forge name the program; None where that forge cannot get it."""
    if found is None:
        return None
    place = found.repository
    if forge == "github":  # an action is on the same host
        _, host, place = place.rpartition(f"https://{GITHUB.host}/")
        if not host:
            return None
    version = f" # v{found.version}" if found.version else ""
    return f"{place}@{found.commit}{version}"


def signer(name: str, mail: str) -> dict[str, str]:
    """Return settings of git by which a league's commits are signed without anybody having told git a name."""
    return {"user.name": name, "user.email": f"{mail}@genetess.invalid", "commit.gpgsign": "false"}


def check_name(option: str, text: str | None) -> None:
    """Raise WrongUsage where what an option names is not what everybody reads alike."""
    if text and (words := unfit(text)):
        raise WrongUsage(f"{option}: it {words}")


def make_title(name: str) -> str:
    words = printable(re.sub(r"[-_\s]+", " ", name)).strip()
    title = (words[:1].upper() + words[1:])[:80].strip()
    return title if title and unfit(title) is None else "Genetess league"


def _check_empty(folder: Path) -> None:
    try:
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise Refused(f"{folder} exists and is not a folder; name a new one")
        if folder.is_dir() and any(folder.iterdir()):
            raise Refused(f"{folder} has files in it already; name a new folder, or an empty one")
    except (OSError, ValueError) as error:
        raise Refused(f"{folder} cannot be read: {error}; name another folder") from None


def site_of(repository: str | None, forge: str) -> str | None:
    """Return where the site of a repository lies, where its forge has a usual place for it."""
    return FORGES[forge].site_of(repository) if repository and forge in FORGES else None


def league_draft(title: str, repository: str | None, forge: str) -> str:
    known = FORGES.get(forge)
    kind = None if SiteFile(repository=repository).kind == forge else forge
    example = (known or GITLAB).site
    return fill(
        "genetess.yaml",
        title=title,
        repository=repository,
        forge=known,
        kind=kind,
        site=site_of(repository, forge),
        example=example,
    )


def readme(forge: str, address: str | None = None) -> str:
    known = FORGES.get(forge)
    ways = known.ways if known else "in the way that your GM takes orders"
    players = fill("README.md", site=address, ways=ways, has_logins=known is not None)
    if known:
        return players + resources.text(f"store/forges/{forge}/README.md")
    return players


def fill(template: str, **facts: Any) -> str:
    """Return a file that begins as one of our templates; `flow` writes a value as YAML has it on one line."""
    from jinja2 import Environment, StrictUndefined

    words = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    words.filters["flow"] = api.flow
    return words.from_string(resources.text(f"admin/templates/{template}")).render(facts)
