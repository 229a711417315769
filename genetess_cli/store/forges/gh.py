"""The user's own `gh`, where it is installed: it has a token for GitHub, and seals what goes into a secret there."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from genetess_cli.errors import Refused
from genetess_cli.store.seal.keyring import VARIABLE


def token() -> str:
    """Return a token for GitHub, of the environment or of gh. Raise Refused where there is none."""
    given = next(filter(None, map(os.environ.get, ("FORGE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"))), None)
    if given:
        return given
    try:
        return run(["gh", "auth", "token", "--hostname", "github.com"]).strip()
    except Refused:
        why = "is not logged in" if shutil.which("gh") else "is not installed (https://cli.github.com)"
        raise Refused(f"no token, and gh {why}. Set FORGE_TOKEN, or run `gh auth login`") from None


def run(command: Sequence[str], data: bytes = b"", token: str = "") -> str:
    """Return what a command of gh prints, `data` its input. Raise Refused where it fails."""
    around = {name: value for name, value in os.environ.items() if name != VARIABLE}
    if token:
        around["GH_TOKEN"] = token
    try:
        done = subprocess.run(command, input=data, capture_output=True, env=around, check=False)
    except FileNotFoundError:
        raise Refused("gh is not installed (https://cli.github.com)") from None
    if done.returncode:
        raise Refused(f"gh says: {done.stderr.decode('utf-8', 'replace').strip()[:600]}")
    return done.stdout.decode("utf-8", "replace")
