"""The scripts and style sheets as they are published: minified, and each that was written is among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import msgspec
import pytest
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment, String

from genetess_cli.rules import RULESETS
from genetess_cli.site import assets
from genetess_cli.site.board.design import tokens
from genetess_cli.site.places import AT_ONCE, LOBBY_STYLE, STYLES, TRIED, scripts
from genetess_cli.store import resources

FOLDER = resources.templates()
SCRIPTS = scripts(RULESETS) | AT_ONCE | {TRIED: (TRIED,)}
SHEETS = STYLES | LOBBY_STYLE


def _written(name: str) -> str:
    return "".join((FOLDER / "scripts" / file).read_text(encoding="utf-8") for file in SCRIPTS[name])


def _signs(text: str) -> Iterator[str]:
    """What counts in a script, comments and what is blank between other things left out; texts are whole."""
    for kind, value in JavascriptLexer().get_tokens(text):
        if String in kind.split() or (Comment not in kind.split() and value.strip()):
            yield value


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_published_as_it_was_written_but_for_what_does_not_count(name: str) -> None:
    script = assets.script(SCRIPTS[name])
    assert script.startswith('"use strict";')
    assert [*_signs(script.removeprefix('"use strict";'))] == [*_signs(_written(name))]
    assert len(script) < 0.95 * len(_written(name))


def test_no_template_literal_is_within_another() -> None:
    """The program that makes scripts small would lose the blanks in it."""
    nested = re.compile(r"`[^`]*\$\{[^}`]*`")
    scripts = (FOLDER / "scripts").rglob("*.js")
    assert not [file.name for file in scripts if nested.search(file.read_text(encoding="utf-8"))]


def test_every_script_that_was_written_is_in_one_that_is_published() -> None:
    scripts = FOLDER / "scripts"
    written = {file.relative_to(scripts).as_posix() for file in scripts.rglob("*.js")}
    assert written == {file for files in SCRIPTS.values() for file in files}


def test_every_style_sheet_that_was_written_is_in_the_one_that_is_published() -> None:
    assert {file.stem for file in (FOLDER / "styles").iterdir()} == {"tokens", *chain(*SHEETS.values())}


@pytest.mark.parametrize("own", [(), *SHEETS.values()])
def test_every_token_that_a_page_uses_is_defined_once(own: tuple[str, ...]) -> None:
    sheets = assets.style(STYLES["style.css"]), assets.style(own) if own != STYLES["style.css"] else ""
    defined = [re.findall(r"(?<=[{;])--([\w-]+):", sheet.partition("}")[0]) for sheet in sheets]
    names = {token.name for token in tokens()}
    assert not set(defined[0]) & set(defined[1])
    assert {*re.findall(r"var\(--([\w-]+)", "".join(sheets))} & names == {*chain(*defined)} & names


def test_every_token_is_used() -> None:
    every = "".join(map(assets.style, SHEETS.values()))
    assert not [token.name for token in tokens() if f"var(--{token.name}" not in every]


def test_the_style_sheet_is_published_without_comments() -> None:
    assert "/*" in (FOLDER / "styles/tokens.css").read_text(encoding="utf-8")
    assert not [files for files in SHEETS.values() if "/*" in assets.style(files)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_grammar_of_a_ruleset_is_data_and_nothing_else(ruleset: str) -> None:
    text = assets.grammar(ruleset).removeprefix("const Grammar = ").removesuffix(";\n")
    assert ruleset in msgspec.json.decode(text)
