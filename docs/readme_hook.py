"""What README.md is to the package index: the same text, whose links lead to the repository at the release's tag."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?!https?:|#)(?P<path>[^)\s]+)\)")


class ReadmeHook(MetadataHookInterface):
    """Hatchling finds it by pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        home, tag = metadata["urls"]["Repository"], f"v{metadata['version']}"

        def lead(link: re.Match[str]) -> str:
            kind = "raw" if link["picture"] else "blob"
            return f"{link['picture']}[{link['words']}]({home}/{kind}/{tag}/{link['path']})"

        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": _LINK.sub(lead, text)}
