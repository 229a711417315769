"""What is made once: whoever finds it has what they would make, and nothing that is wrong there is taken for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest

from genetess_cli.rules import RULESETS
from genetess_cli.site import assets, places
from genetess_cli.site.pages.page import PageRenderer, Site
from genetess_cli.site.pages.rules import AllMarks, teaching
from genetess_cli.site.templates import Templates
from genetess_cli.site.write import made
from genetess_cli.store import resources
from tests.house.tree import ROOT


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for what is made, in which there is nothing yet."""
    monkeypatch.setattr(resources, "made", lambda: tmp_path / "made")
    monkeypatch.setattr(made, "folder", made.folder.__wrapped__)
    return tmp_path / "made"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The names of the templates that are compiled from now on."""
    names: list[str | None] = []
    compile_ = Templates.compile

    def noted(self: Templates, source: str, name: str | None = None, *more: object, **how: bool) -> object:
        names.append(name)
        return compile_(self, source, name, *more, **how)  # type: ignore[call-overload]

    monkeypatch.setattr(Templates, "compile", noted)
    return names


def printed() -> str:
    """A page that takes several templates."""
    return PageRenderer(Site("The Test League")).render(AllMarks())


def test_a_template_is_compiled_once(place: Path, compiled: list[str]) -> None:
    first = printed()
    assert sorted(compiled) == ["base.html", "marks.html", "shared.html", "theme.html"]
    assert printed() == first
    assert len(compiled) == 4
    assert len([*made.folder().glob("*.py")]) == 4


def test_a_text_is_made_once(place: Path) -> None:
    assert made.text("a.html", lambda: "ä") == "ä"
    assert made.text("a.html", lambda: "another") == "ä"


PAGES = teaching(RULESETS)


@pytest.fixture(scope="module")
def kept() -> dict[str, str]:
    """What is kept of this program, whoever made it."""
    return {name: page().inside for name, page in PAGES.items()} | {
        places.grammar(ruleset): assets.grammar(ruleset) for ruleset in RULESETS
    }


@pytest.mark.parametrize("name", PAGES)
def test_what_is_kept_of_a_page_is_what_is_printed(kept: dict[str, str], place: Path, name: str) -> None:
    assert kept[name] == PAGES[name]().inside
    assert kept[name] == (made.folder() / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_grammar_that_is_kept_is_that_of_the_rules(
    kept: dict[str, str], place: Path, ruleset: str
) -> None:
    assets.grammar.cache_clear()
    assert kept[places.grammar(ruleset)] == assets.grammar(ruleset)


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _other(file: Path) -> None:
    file.write_bytes(b"\x00\xff")


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _unreadable(file: Path) -> None:
    """Put a file in its place that not even root can read."""
    file.unlink()
    file.symlink_to("/proc/self/mem")


UNREADABLE = pytest.param(
    _unreadable,
    marks=pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here is such a one"),
)


@pytest.mark.parametrize("damage", [_empty, _cut, _other, _folder, Path.unlink, UNREADABLE])
def test_a_damaged_template_is_compiled_again(
    place: Path, compiled: list[str], damage: Callable[[Path], None]
) -> None:
    first = printed()
    for file in made.folder().glob("*.py"):
        damage(file)
    compiled.clear()
    assert printed() == first
    assert len(compiled) == 4


@pytest.mark.parametrize("damage", [_empty, _other, _folder, Path.unlink, UNREADABLE])
def test_a_damaged_text_is_made_again(place: Path, damage: Callable[[Path], None]) -> None:
    made.text("a.html", lambda: "text")
    damage(made.folder() / "a.html")
    assert made.text("a.html", lambda: "text") == "text"


def test_where_nothing_can_be_written_pages_are_printed(place: Path, compiled: list[str]) -> None:
    place.write_text("no folder")
    assert printed() == printed()
    assert made.text("a.html", lambda: "text") == "text"
    assert len(compiled) == 8


def test_what_another_version_made_is_not_found(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made.text("a.html", lambda: "old")
    monkeypatch.setattr(resources, "contents", lambda: "another")
    assert made.text("a.html", lambda: "new") == "new"


def test_what_another_jinja_compiled_is_not_found(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made.text("a.html", lambda: "old")
    monkeypatch.setattr(jinja2, "__version__", "9.9")
    assert made.text("a.html", lambda: "new") == "new"


def test_only_a_few_versions_stay(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        monkeypatch.setattr(resources, "contents", lambda number=number: f"{number}")
        made.keep("a.html", "text")
        os.utime(made.folder(), (number, number))
    assert sorted(folder.name[0] for folder in place.iterdir()) == ["2", "3", "4", "5"]


def test_several_processes_compile_at_once(tmp_path: Path) -> None:
    program = tmp_path / "program"
    for name in ("genetess_cli", "site_templates"):
        shutil.copytree(ROOT / name, program / name, ignore=shutil.ignore_patterns("__pycache__"))
    code = "from genetess_cli.site.pages.page import PageRenderer, Site; PageRenderer(Site('')).compile()"
    several = [subprocess.Popen([sys.executable, "-c", code], cwd=program) for _ in range(3)]
    assert [each.wait() for each in several] == [0, 0, 0]
    [folder] = (program / "made").iterdir()
    names = [file.name for file in folder.iterdir() if file.is_file()]
    assert len(names) == len(Templates().list_templates())
    assert all(name.startswith("tmpl_") for name in names)
