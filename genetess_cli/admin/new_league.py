"""Where this installation is from, in pip's words, so that a league's workflows can install the same.

A bare name is written for an installation from the package index alone: anywhere else nobody knows who has that name
there, and what it installs runs beside the key.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from genetess_cli import __version__
from genetess_cli.store.git import run

NAME: Final = "genetess"
_ADDRESS: Final = re.compile(r"https://[A-Za-z0-9][A-Za-z0-9.:-]*/[A-Za-z0-9._~/-]+")
_BY_SSH: Final = re.compile(r"(?:ssh://)?[A-Za-z0-9_.-]+@([A-Za-z0-9.-]+)[:/](?!\d+/)(.+)")
_COMMIT: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def requirement() -> str | None:
    """A line for pip that installs what is running here; None where it is from a place that others cannot reach."""
    try:
        text = metadata.distribution(NAME).read_text("direct_url.json")
        found: Any = msgspec.json.decode(text) if text else {}
    except (metadata.PackageNotFoundError, msgspec.MsgspecError):
        return None
    match found:
        case {"url": str(url), "vcs_info": {"vcs": "git", "commit_id": str(commit)}}:
            return _at(url, commit)
        case {"url": str(url), "dir_info": dict()} if url.startswith("file:"):
            return _clone_commit(Path(unquote(urlsplit(url).path)))
        case {"url": str(url), "archive_info": {"hashes": {"sha256": str(digest)}}}:
            known = _ADDRESS.fullmatch(url) and re.fullmatch("[0-9a-f]{64}", digest)
            return f"{NAME} @ {url} --hash=sha256:{digest}" if known else None
        case {"url": _}:
            return None
    return f"{NAME}=={__version__}"


def _clone_commit(folder: Path) -> str | None:
    """The commit of a clone, where the forge that it was cloned from has that commit."""
    if not (folder / ".git").exists():
        return None
    asked = (("config", "--get", "remote.origin.url"), ("rev-parse", "HEAD"))
    address, commit = (run.run(folder, *words).out.decode("utf-8", "replace").strip() for words in asked)
    pushed = run.run(folder, "for-each-ref", "--contains", "HEAD", "--count=1", "refs/remotes/origin").out
    return _at(address, commit) if pushed else None


def _at(address: str, commit: str) -> str | None:
    by_ssh = _BY_SSH.fullmatch(address)
    address = f"https://{by_ssh[1]}/{by_ssh[2]}" if by_ssh else address
    known = _ADDRESS.fullmatch(address) and _COMMIT.fullmatch(commit)
    return f"{NAME} @ git+{address}@{commit}" if known else None


_PLAYERS: Final = """\
# A league of play-by-mail games

Every game is a folder below `games/`, every turn a commit. `genetess` carries the turns out and builds the site
with everybody's turnsheets.

## For players

Your orders go into `games/<game>/orders/<your seat>.txt`: one on each line, carried out from the top, one each turn.
An order marked with `*` goes as soon as your turn comes. Change the file as often as you like,
{ways}.

    genetess show GAME --as SEAT          what you see
    genetess legal GAME SEAT              what you may do
    genetess order GAME SEAT "MOVE G4 E"  check an order and write the file
    genetess explain ABBD                 what a piece can do, and what it costs

## For the GM

    pip install -r requirements.txt
    genetess new GAME --ruleset genetess --player red=Ragnar{red} --player green=Gwen{green}
    genetess start GAME
    genetess tick                         everything that is due, in every game
    genetess build                        the site, in _site/

Draws come from your own key. Keep a copy of the file `genetess/master.key` of your configuration folder: `genetess keys
new` makes it, unless a command that needed it has.
"""

_SITE: Final = """\
Say in genetess.yaml where the site and the league are. Without `repository` no turnsheet has a button that takes
   orders into a {request}, and no game one to join it:

       site:
         base_url: {address}
         repository: https://{host}/OWNER/NAME

   On a server of another name write its address, and where that does not begin with `{forge}.` one more line,
   `forge: {forge}`.
"""

_GITHUB: Final = """
## On GitHub

The workflows in `.github/workflows/` do the last two by themselves, after every push, whenever players send something
and, for deadlines, by a schedule; and before that they take in what players sent. The repository has to be public, or
on a plan that has environments and Pages in private ones. To be done once:

1. See that `requirements.txt` says where genetess is from. Push the league into an empty repository:
   `git remote add origin git@github.com:OWNER/NAME.git`, then `git push -u origin main`. Over `https://` the token that
   you push with needs the scope `workflow`, as there are workflows in it. The first run of *Tick* says that there is no
   key yet, and does nothing.
2. *Settings › Pages*: choose "GitHub Actions" as the source.
3. *Settings › Environments*: open `league`, or make it where it is not there, and let only the branch `main` use it.
4. In that environment add the secret `GENETESS_MASTER_KEY`: what your key's file holds.
5. If you have not named the repository with `--repository`, say in genetess.yaml where it and the site are:

       site:
         base_url: https://OWNER.github.io/NAME
         repository: OWNER/NAME

Players need no right to write: they send pull requests, or the form *Orders* among the issues. What they bring for
their own seats is taken in and closed, and nothing of it is merged or run. The key is for those alone who may push to
`main`, and `main` must have no rule that wants pull requests, or the turns cannot be pushed. So that *Orders* need not
wait for you each time, choose *Require approval for first-time contributors who are new to GitHub* under *Settings ›
Actions › General*.
"""

_GITLAB: Final = """
## On GitLab

The pipeline in `.gitlab-ci.yml` does the last two, and before that it takes in what players sent. To be done once:

1. See that `requirements.txt` says where genetess is from: without that nothing can be installed, and no pipeline does
   anything. Push the league into an empty project: `git remote add origin git@gitlab.com:OWNER/NAME.git`, then
   `git push -u origin main`. The first pipeline fails, as it has no token yet.
2. *Settings › Repository › Protected branches*: `main`, with pushing and merging for maintainers alone.
3. *Settings › Access tokens*: make a project access token of the role Maintainer with the scopes `api` and
   `write_repository`. On gitlab.com that takes a paid plan. On the free one register an account for the league alone,
   make it a Maintainer of this project and member of no other (*Manage › Members*), and there make a personal access
   token with the same scopes; never take your own, as such a token may do all that its account may. Either ends after a
   year at most, and nothing is carried out then until there is another one.
4. *Settings › CI/CD › Variables*: add two, both masked and protected. `GENETESS_MASTER_KEY` is what your key's file
   holds, with the environment scope `league`; `GENETESS_PUSH_TOKEN` is the token, with the environment scope `league*`.
5. *Build › Pipeline schedules*: make one for `main` with the interval `7 */6 * * *`, which is four runs a day. The free
   plan of gitlab.com has 400 compute minutes a month, and a run, which every push sets off too, takes two or three.
   Where a runner of your own does the work they are not counted: then take `7,22,37,52 * * * *`.
6. *Deploy › Pages* tells the site's address once a pipeline was green; *Settings › General › Visibility* has who may
   see it.
7. {site}
Players need no right to write: they send merge requests. What they bring for their own seats is taken in and closed,
and nothing of it is merged or run. Both variables are for those alone who may push to `main`. There is no form for
orders, and no thread that tells whose turn it is.
"""

_FORGEJO: Final = """
## On Forgejo

The workflows in `.forgejo/workflows/` do the last two by themselves, four times an hour and after every push, and
before that they take in what players sent. To be done once:

1. See that `requirements.txt` says where genetess is from: without that nothing can be installed, and no workflow does
   anything. Push the league into an empty repository: `git remote add origin git@codeberg.org:OWNER/NAME.git`, then
   `git push -u origin main`.
2. *Settings › Units*: turn *Actions* on. There has to be a runner with the label `docker`; *Settings › Actions ›
   Runners* shows those there are.
3. *Settings › Actions › Secrets*: add `GENETESS_MASTER_KEY`: what your key's file holds.
4. Give nobody else the right to write: whoever can push to any branch here gets at the key with a workflow there. Make
   no rule that protects `main`: the workflow's own token cannot be excepted from one, and no turn could be pushed.
5. The site goes to the branch `pages`. Codeberg shows that branch; on another server see what does.
6. {site}
Players need no right to write: they send pull requests from forks. What they bring for their own seats is taken in
and closed, and nothing of it is merged or run. There is no form for orders, and no thread that tells whose turn it is.
"""


def _site_step(forge: str, request: str, host: str, pages: str) -> str:
    """The step that names site and league in genetess.yaml."""
    return _SITE.format(forge=forge, request=request, host=host, address=f"https://OWNER.{pages}/NAME")


_FORGES: Final = {
    "github": (_GITHUB, "", "in a pull request, or by the form *Orders* among the issues"),
    "gitlab": (
        _GITLAB,
        _site_step("gitlab", "merge request", "gitlab.com", "gitlab.io"),
        "in a merge request",
    ),
    "forgejo": (
        _FORGEJO,
        _site_step("forgejo", "pull request", "codeberg.org", "codeberg.page"),
        "in a pull request",
    ),
    "none": ("", "", "by whatever way your GM takes orders"),
}


def readme(forge: str) -> str:
    """The text for a league on `github`, `gitlab` or `forgejo`, or on `none` of them."""
    steps, placed, ways = _FORGES[forge]
    red, green = ("", "") if forge == "none" else ("@ragnar42", "@gwen-g")
    players = _PLAYERS.format(ways=ways, red=red, green=green)
    return players + steps.format(site=placed)
