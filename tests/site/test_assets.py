"""The scripts as they are published: without comments, indents and empty lines, and else as they were written."""

from __future__ import annotations

import pytest

from genetess_cli.site import assets
from genetess_cli.site.places import SCRIPTS
from genetess_cli.store import resources

FILES = sorted({file for files in SCRIPTS.values() for file in files})


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_its_files_in_order_without_their_comments_indents_and_empty_lines(name: str) -> None:
    kept = [
        line.partition(" // ")[0].strip()
        for file in SCRIPTS[name]
        for line in (resources.templates() / "scripts" / file).read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.strip().startswith("//")
    ]
    assert assets.script(SCRIPTS[name]).splitlines() == kept


def test_every_script_that_was_written_is_in_one_that_is_published() -> None:
    assert sorted(file.name for file in (resources.templates() / "scripts").rglob("*.js")) == sorted(
        file.rpartition("/")[2] for file in FILES
    )


@pytest.mark.parametrize("name", FILES)
def test_no_text_of_a_script_goes_on_over_lines(name: str) -> None:
    written = (resources.templates() / "scripts" / name).read_text(encoding="utf-8").splitlines()
    assert not [line for line in written if line.count("`") % 2]


@pytest.mark.parametrize("name", FILES)
def test_what_stands_behind_two_slashes_is_no_part_of_a_text(name: str) -> None:
    written = (resources.templates() / "scripts" / name).read_text(encoding="utf-8").splitlines()
    before = [line.partition(" // ")[0] for line in written if " // " in line]
    assert not [line for line in before if any(line.count(quote) % 2 for quote in '"`')]
