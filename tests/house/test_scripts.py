"""The scripts and style sheets of pages: in one format, without likely slips, and of the types that they say."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from genetess_cli.rules import RULESETS
from genetess_cli.rules.dna import offering as dna
from genetess_cli.rules.genetess import offering as genetess
from genetess_cli.rules.genie import offering as genie
from genetess_cli.site import assets, places
from tests.house.tree import ROOT
from tests.rules.dna.positions import started
from tests.rules.genetess.cases import drawn
from tests.rules.genie.positions import game


@pytest.fixture
def tools() -> Path:
    """The programs that `make script-tools` installs; a machine without npm skips, a forge never does."""
    for folder in (ROOT / "build").glob("script-tools-*/node_modules/.bin"):
        return folder
    if os.environ.get("CI") or shutil.which("npm"):
        pytest.fail("biome and tsc are not installed: run make script-tools, which needs npm")
    pytest.skip("npm is not installed, so scripts and style sheets cannot be checked here")


def _finds_nothing(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_biome_finds_nothing(tools: Path) -> None:
    """`build/script-tools-…/node_modules/.bin/biome check --write` mends the format, and some of what else it finds."""
    _finds_nothing(tools / "biome", "check", "--error-on-warnings")


SCRIPTS = ROOT / "site_templates" / "scripts"
OF_REPLAY = {SCRIPTS / file for file in places.scripts(())[places.REPLAY]}
OF_OTHERS = {
    SCRIPTS / file
    for name, files in places.scripts(RULESETS).items()
    for file in files
    if name != places.REPLAY
}


def _is_typed(tsc: Path, folder: Path, files: Iterable[Path], *options: tuple[str, object]) -> None:
    settings = {
        "extends": str(ROOT / "tsconfig.json"),
        "include": [*map(str, files)],
        "compilerOptions": dict(options),
    }
    (folder / "tsconfig.json").write_bytes(msgspec.json.encode(settings))
    _finds_nothing(tsc, "--project", folder, "--skipLibCheck")


def _written_as(kind: str, name: str, value: object) -> str:
    return f"export const {name}: {kind} = {msgspec.json.encode(value).decode()};\n"


def test_scripts_are_of_the_types_that_they_say(tools: Path, tmp_path: Path) -> None:
    """So is what the build and the rules tell them."""
    tables = [
        assets.grammar(name).replace("const Grammar", f"export const {name}: Tables") for name in RULESETS
    ]
    position = drawn("before:\n    k.\nk: red AHKT")
    told = tmp_path / "told.ts"
    told.write_text(
        "type Tables = Partial<typeof Grammar>;\n"
        + "".join(tables)
        + _written_as("GenetessOffers", "pieces", genetess.offers(position, "red"))
        + _written_as("DnaOffers", "stocks", dna.offers(started(), "red"))
        + _written_as("GenieOffers", "moves", genie.offers(game(), "white")),
        encoding="utf-8",
    )
    _is_typed(
        tools / "tsc",
        tmp_path,
        {*SCRIPTS.rglob("*.ts"), *SCRIPTS.rglob("*.js"), told} - (OF_REPLAY - OF_OTHERS),
    )


def test_the_replay_uses_no_script_of_another_page(tools: Path, tmp_path: Path) -> None:
    _is_typed(tools / "tsc", tmp_path, {*SCRIPTS.rglob("*.ts"), *OF_REPLAY})


PLAY = ROOT / "site_templates" / "play"
OF_WORKERS = ("worker.js", "sw.js")
WORKER = ("lib", ["es2023", "webworker"])


def test_the_page_that_plays_and_its_workers_are_of_the_types_that_they_say(
    tools: Path, tmp_path: Path
) -> None:
    page = (file for file in PLAY.glob("*.js") if file.name not in OF_WORKERS)
    _is_typed(tools / "tsc", tmp_path, page, ("module", "esnext"))
    for name in OF_WORKERS:
        _is_typed(tools / "tsc", tmp_path, [PLAY / name, PLAY / "types.d.ts"], WORKER, ("module", "esnext"))
