"""How Sphinx builds these pages: `make docs`. The pages are plain Markdown, and read well on a forge too."""

import re
from typing import Any

project = "Genetess"
extensions = ["myst_parser"]

# Every heading has an anchor, named as forges name it. A link to one that is not there is a warning.
myst_heading_anchors = 4

html_theme = "furo"
html_title = "Genetess"
html_copy_source = False
html_show_copyright = False


def setup(app: Any) -> None:
    """Let Sphinx take the order of the pages from the lists of index.md."""
    app.connect("source-read", _append_contents)


def _append_contents(app: Any, page: str, source: list[str]) -> None:
    if page != "index":
        return
    for heading, links in re.findall(r"(?ms)^## (.+?)\n(.*?)(?=^## |\Z)", source[0]):
        pages = "\n".join(re.findall(r"\]\((\S+)\.md\)", links))
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{pages}\n```\n"
