"""The style sheet and the scripts that pages load."""

from __future__ import annotations

from genetess_cli import resources
from genetess_cli.site import inks
from genetess_cli.site.places import STYLE


def style() -> str:
    """The style sheet: the site's own, and the inks of orders and YAML."""
    own = (resources.templates() / STYLE).read_text(encoding="utf-8")
    return f"{own}\n{inks.style_sheet()}"


def script(name: str) -> str:
    """A script of the site, one of SCRIPTS."""
    return (resources.templates() / name).read_text(encoding="utf-8")
