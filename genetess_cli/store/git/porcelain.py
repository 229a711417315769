"""What a person waits for, by GitPython: a repository is made, and what a remote has is fetched into one.

Each git that it starts has the environment and the settings of every git of ours (`run.py`). To import GitPython takes
as long as several turns, so what runs day by day, and pushes (`remote.py`), does without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from genetess_cli.errors import Progress, Refused
from genetess_cli.store.git import run

_SAFE = ("fetch.fsckObjects=true", "fetch.unpackLimit=1", "gc.auto=0")
_SENT = "remote: Total "
"""So begins what the other end says of the objects that it sent: nothing went wrong with them."""


def make(folder: Path, settings: Mapping[str, str] = {}, **how: str | bool) -> None:
    """Make a repository in a folder that is there, with `settings` of its own. Raise Refused where git cannot."""
    with run.as_environment():
        from git import Git, Repo

        git = Git(folder)
        git.set_persistent_git_options(c=run.SETTINGS)
        status, _, said = git.init(quiet=True, with_extended_output=True, with_exceptions=False, **how)
        if status:
            raise Refused(run.sanitize(said))
        with Repo(folder, expand_vars=False) as repository, repository.config_writer() as writer:
            for name, value in settings.items():
                writer.set_value(*name.split("."), value)


def fetch(
    folder: Path,
    source: str,
    ref: str,
    also: Mapping[str, str],
    seconds: float,
    progress: Progress | None,
    *,
    depth: int,
    those: str,
) -> str:
    """Fetch what the remote `source` has into the bare repository `folder`; git's complaint, "" where there is none.

    `also` is for git's environment, `those` the filter for what comes, and `progress` hears of the objects as they
    arrive. Raise TookTooLong after so many `seconds`.
    """
    with run.as_environment():
        from git import GitCommandError, Remote, RemoteProgress, Repo
        from git.util import CallableRemoteProgress

        def tell(stage: int, done: float, most: float | None, _words: str) -> None:
            if progress and most and stage & RemoteProgress.RECEIVING:
                progress(int(done), int(most))

        heard = CallableRemoteProgress(tell)
        with Repo(folder, expand_vars=False) as repository:
            repository.git.set_persistent_git_options(c=[*run.SETTINGS, *_SAFE])
            repository.git.update_environment(**also)
            try:
                Remote(repository, source).fetch(
                    ref, heard, verbose=False, kill_after_timeout=seconds,
                    quiet=progress is None, no_tags=True, no_recurse_submodules=True, depth=depth, filter=those,
                )  # fmt: skip
            except GitCommandError as error:
                if "kill_after_timeout=" in error.stderr:
                    raise run.TookTooLong(seconds) from None
                words = [line for line in heard.other_lines if not line.startswith(_SENT)]
                return (
                    run.sanitize("\n".join([*heard.error_lines, *words])) or f"git ended with {error.status}"
                )
    return ""
