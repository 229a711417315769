"""Lay the page of the pack around its Python: the shell, its service worker, and what is shown before Python is there.

The first sheets of the boards in the lobby, and the lobby itself, are as the program makes them anywhere.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "site_templates" / "play"
OF_PYTHON = "worker.js"
"""The script that lies in the folder of Python."""
CHANGES = ("404", "feed.", "calendar.", "index.", "player-", "standings", "orders-")
"""How files of a league begin that change with its games."""
BEGUN = 1_767_225_600  # the start of 2026: no sheet shows it


def lay(pack: Path) -> None:
    """Put the page into a pack that has its folder of Python."""
    [python] = pack.glob("py-*")
    shared = [f"../{name}" for name in _seeds(pack)]
    shutil.copyfile(SOURCES / OF_PYTHON, python / OF_PYTHON)
    for file in SOURCES.iterdir():
        if file.name != OF_PYTHON and file.suffix in (".html", ".js", ".css", ".webmanifest"):
            text = file.read_text(encoding="utf-8").replace("py-HASH", python.name)
            (pack / file.name).write_text(text, encoding="utf-8")
    seal(pack, shared)


def seal(pack: Path, shared: Sequence[str]) -> None:
    """Name a pack by what is in it, and have its service worker know its files, with `shared` ones of the site."""
    files = sorted(
        str(file.relative_to(pack)) for file in pack.rglob("*") if file.is_file() and file.suffix != ".py"
    )
    name = _digest(pack, files)
    index = pack / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace("PACK-NAME", name), encoding="utf-8")
    own = [file for file in files if file != "sw.js" and not file.endswith("licences.txt")]
    known = {file: "" if file.startswith("py-") else _sha256(pack / file) for file in own}
    listed = {"name": name, "files": {**known, **dict.fromkeys(shared, "")}}
    worker = pack / "sw.js"
    worker.write_text(
        f"const PACK = {json.dumps(listed)};\n{worker.read_text(encoding='utf-8')}", encoding="utf-8"
    )


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _digest(pack: Path, files: list[str]) -> str:
    digest = hashlib.sha256()
    for name in files:
        data = (pack / name).read_bytes()
        digest.update(f"{name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:12]


def _seeds(pack: Path) -> list[str]:
    """Write what the program makes of a league that is played here, as far as the usual pages of a league lack it.

    Return which of those it uses.
    """
    sys.path.insert(0, str(ROOT))
    from genetess_cli.admin import play
    from genetess_cli.site.build import build, build_page

    os.environ["GENETESS_MASTER_KEY"] = "11" * 32
    with tempfile.TemporaryDirectory() as work:
        league = play.league_in(Path(work, "league"), BEGUN)
        here = Path(work, "here")
        usual = Path(work, "usual")
        build(league, here, here=True)
        build(league, usual)
        made = {
            file.name: file.read_bytes()
            for file in here.iterdir()
            if not file.name.startswith((".", *CHANGES))
        }
        shared = {name for name, data in made.items() if _is(usual / name, data)}
        files = {name: made[name] for name in made.keys() - shared}
        files["index.html"] = (here / "index.html").read_bytes()
        seeds: dict[str, str] = {}
        for message in _messages():
            answer = play.Session(league.now(), BEGUN, print).receive(message, lambda: None)
            page = json.loads(answer)["page"]
            seeds[page] = message.decode()
            files[page] = build_page(league.now(), here, page) or b""
    (pack / "seeds.json").write_text(json.dumps(seeds), encoding="ascii")
    for name, data in files.items():
        place = pack / "g" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return sorted(shared)


def _is(file: Path, data: bytes) -> bool:
    return file.is_file() and file.read_bytes() == data


def _messages() -> Iterator[bytes]:
    """Yield what the lobby sends where nothing but the board is chosen."""
    import msgspec

    from genetess_cli.admin.play import BeginGame
    from genetess_cli.rules import ruleset
    from genetess_cli.site.league import lobby

    for offer in lobby.offers():
        bot = ruleset(offer.ruleset).bots().usual
        yield msgspec.json.encode(BeginGame(offer.what, offer.sizes[0], ("",), offer.seats[0], bot))


if __name__ == "__main__":
    lay(Path(sys.argv[1]))
