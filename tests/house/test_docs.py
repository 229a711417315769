"""The pages in docs build without a warning, no link leads nowhere, and the reference is what the code says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.reference import pages
from tests.house.pages import PAGES
from tests.house.tree import ROOT, tracked

LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"docs/([\w-]+\.md)(?:#([\w-]+))?")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages; a warning, such as of a link that leads nowhere, is an error."""
    pytest.importorskip("sphinx", reason="`make setup` installs what builds docs")
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet", "--builder", "html"]
    done = subprocess.run(
        [*command, "--doctree-dir", str(folder / "trees"), str(ROOT / "docs"), str(folder / "html")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


@pytest.mark.by_day(0, ci="all")
def test_every_page_is_built_and_can_be_searched(built: Path) -> None:
    found = {page.stem for page in built.glob("*.html")}
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} <= found
    assert (built / "searchindex.js").stat().st_size > 10_000


@pytest.mark.by_day(0, ci="all")
def test_no_page_asks_another_server_for_anything(built: Path) -> None:
    asked = re.compile(r"<(?:script|link|img)[^>]+(?:src|href)=\"(https?://[^\"]+)\"")
    assert [found for page in built.glob("*.html") for found in asked.findall(page.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", pages())
def test_the_reference_is_what_the_code_says(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == pages()[name], (
        "run `python -m docs.reference`, as `make docs` does"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_link_to_a_file_leads_to_one(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if "://" in path or not path:
            continue
        assert (page.parent / path).exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in _anchors(page.parent / path), f"{page.name}: {target}"


def test_what_the_project_names_of_the_docs_is_there() -> None:
    files = [path for path in tracked() if path.suffix in {".py", ".yml", ".toml", ".js", ".html", ".css"}]
    for path in (*files, ROOT / "Makefile"):
        for name, anchor in NAMED.findall(path.read_text(encoding="utf-8")):
            page = ROOT / "docs" / name
            assert page.exists(), f"{path.relative_to(ROOT)}: docs/{name}"
            assert not anchor or anchor in _anchors(page), f"{path.relative_to(ROOT)}: docs/{name}#{anchor}"


def test_the_tests_that_pages_name_are_there() -> None:
    named = re.compile(r"tests/[\w/.-]*\w")
    for page in PAGES:
        for path in named.findall(page.read_text(encoding="utf-8")):
            assert (ROOT / path).exists(), f"{page.name}: {path}"


@pytest.mark.parametrize("game", ["genetess", "dna", "genie"])
def test_the_code_that_rulings_name_is_there(game: str) -> None:
    text = (ROOT / f"docs/rulings-{game}.md").read_text(encoding="utf-8")
    package = ROOT / "genetess_cli"
    for name in re.findall(r"`([\w/]+\.py)`", text):
        assert (package / name).exists() or [*(package / "rules" / game).rglob(name)], name


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges name them."""
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
    headings = re.findall(r"(?m)^#+ (.+)$", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
