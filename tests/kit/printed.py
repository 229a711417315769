"""What is alike in every league, made once a process: a picture that goes with links, the same for the same drawing."""

from __future__ import annotations

from functools import cache

import pytest

from genetess_cli.site.write import preview


def keep(patch: pytest.MonkeyPatch) -> None:
    """Keep what is made once from now on."""
    patch.setattr(preview, "draw", cache(preview.draw))
