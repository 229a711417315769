"""Print what the changelog says of the release with a tag, or end red: `.ci/release.py v1.2.3 https://HOST/OWNER/NAME`."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(tag: str, repository: str) -> str | None:
    version = re.search(r'^__version__ = "(.+)"$', _read("genetess_cli/__init__.py"), re.MULTILINE)
    if version is None or tag != f"v{version[1]}":
        return f"the tag {tag} is not that of genetess_cli/__init__.py, which has {version and version[1]}"
    home = tomllib.loads(_read("pyproject.toml"))["project"]["urls"]["Repository"]
    if repository != home:
        return f"this is {repository}, and pyproject.toml names {home}: a league could not get the program from here"
    heading, part = re.split(r"^## (.+)$", _read("CHANGELOG.md"), flags=re.MULTILINE)[1:3]
    if not re.fullmatch(rf"\[{re.escape(version[1])}\] - \d{{4}}-\d\d-\d\d", heading):
        return f"CHANGELOG.md begins with `{heading}` and not with `[{version[1]}] - ` and the day of the release"
    print(part.strip())
    return None


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
