"""The scripts as they are published: without comments and indents, and with every other line as it was written."""

from __future__ import annotations

import pytest

from genetess_cli import resources
from genetess_cli.site import assets
from genetess_cli.site.places import SCRIPTS


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_loses_its_comments_and_indents_alone(name: str) -> None:
    written = (resources.templates() / name).read_text(encoding="utf-8").splitlines()
    kept = [line.strip() for line in written if not line.strip().startswith("//")]
    assert assets.script(name).splitlines() == kept


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_text_of_a_script_goes_on_over_lines(name: str) -> None:
    written = (resources.templates() / name).read_text(encoding="utf-8").splitlines()
    assert not [line for line in written if line.count("`") % 2]
