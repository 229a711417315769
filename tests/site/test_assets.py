"""The scripts as they are published: without comments and indents, and with every other line as it was written."""

from __future__ import annotations

import pytest

from genetess_cli import resources
from genetess_cli.site import assets
from genetess_cli.site.places import SCRIPTS

FILES = sorted({file for files in SCRIPTS.values() for file in files})


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_its_files_in_order_without_their_comments_and_indents(name: str) -> None:
    kept = [
        line.strip()
        for file in SCRIPTS[name]
        for line in (resources.templates() / file).read_text(encoding="utf-8").splitlines()
        if not line.strip().startswith("//")
    ]
    assert assets.script(name).splitlines() == kept


def test_every_script_that_was_written_is_in_one_that_is_published() -> None:
    assert sorted(file.name for file in resources.templates().glob("*.js")) == FILES


@pytest.mark.parametrize("name", FILES)
def test_no_text_of_a_script_goes_on_over_lines(name: str) -> None:
    written = (resources.templates() / name).read_text(encoding="utf-8").splitlines()
    assert not [line for line in written if line.count("`") % 2]
