"""A game verified as a page does it: from the files that the site has for that, in a folder without the league."""

from __future__ import annotations

import os
import subprocess
import sys
from html import unescape
from pathlib import Path

from genetess_cli.site.write import proof
from genetess_cli.store.git.history import trail
from genetess_cli.store.league import League

_PAGE = """
import sys
sys.modules["cryptography"] = None  # no browser has it
import msgspec
from pathlib import Path
from genetess_cli import browser
from genetess_cli.browser.verifying import Decrypted
from genetess_cli.store.seal.box import Sealed

asked = browser.call("lay", Path(sys.argv[1]).read_bytes(), print)
assert isinstance(asked, bytes), asked
sealed = msgspec.json.decode(asked, type=list[Sealed])
del sys.modules["cryptography"]
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

opened = []
for one in sealed:
    try:
        plain = AESGCM(one.key).decrypt(one.sealed[:12], one.sealed[12:], one.aad)
    except InvalidTag:
        continue
    opened.append(Decrypted(one, plain))
for name in [name for name in sys.modules if name.startswith("cryptography")]:
    del sys.modules[name]
sys.modules["cryptography"] = None
said = browser.call("verify", msgspec.json.encode(opened), lambda done, total: None)
assert isinstance(said, bytes), said
sys.stdout.buffer.write(said)
"""


def files(league: Path, slug: str = "riot") -> list[bytes]:
    """The files of a game that a site of the league has."""
    with League(league) as here:
        return [*proof.files(here, trail(here.repository, slug, here.repository.tip()))]


def proved(league: Path, folder: Path, slug: str = "riot") -> str:
    """What a page says of a game, in plain words."""
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / "data"
    data.write_bytes(b"".join(files(league, slug)))
    done = subprocess.run(
        [sys.executable, "-c", _PAGE, str(data)],
        cwd=folder,
        env={**os.environ, "GENETESS_GIT": "loose", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return unescape(done.stdout.decode())
