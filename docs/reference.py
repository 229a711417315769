"""Write the pages of reference that follow from the code: commands, settings, design. `make docs` runs it.

What the code cannot tell, a sentence for each command and each setting, is in `reference.toml`: one too many, or one
too few, is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from genetess_cli.cli.group import COMMANDS, genetess
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.site.board.design import groups
from genetess_cli.store.schema import GameFile, GamePlan, GmFile, LeagueFile, PlayerFile, SignUp, SiteFile

FOLDER = Path(__file__).parent
WIDTH = 90
MADE = "<!-- Made by `make docs` from the code and docs/reference.toml: change these. -->"
FILES: Mapping[str, type[Any]] = {
    "league": LeagueFile,
    "site": SiteFile,
    "gm": GmFile,
    "game": GameFile,
    "player": PlayerFile,
    "signup": SignUp,
    "plan": GamePlan,
}
HEADINGS = {
    "league": "genetess.yaml",
    "site": "site: in genetess.yaml",
    "gm": "gm: in genetess.yaml",
    "game": "game.yaml",
    "player": "players: in game.yaml",
    "signup": "signup: in game.yaml",
    "plan": "plan: in game.yaml",
    "genetess": "rules: of Genetess",
    "dna": "rules: of DNA",
    "genie": "rules: of Genie of the Lamp",
}


def pages() -> dict[str, str]:
    """Return the pages by their names. Raise KeyError where reference.toml and the code disagree."""
    words = _words()
    return {
        "commands.md": "\n".join(["# Commands", "", MADE, "", *_commands(words)]) + "\n",
        "settings.md": "\n".join(["# Settings", "", MADE, "", *_settings(words)]) + "\n",
        "design.md": "\n".join(["# Design", "", MADE, "", *_design(words)]) + "\n",
    }


def commits() -> dict[str, str]:
    """Return when each command makes a commit: `always`, `never`, or words."""
    return {name: entry["commits"] for name, entry in _words()["commands"].items()}


def _words() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "reference.toml").read_text(encoding="utf-8"))


def _commands(words: dict[str, Any]) -> Iterator[str]:
    entries = words["commands"]
    _agree("commands", entries, (name for section in COMMANDS.values() for name in section))
    yield words["opening"]["commands"].strip()
    for heading, section in COMMANDS.items():
        yield from ("", f"## {heading}", "", "| command | what it does | commits |", "|---|---|---|")
        for name in section:
            yield f"| [`{name}`](#{name}) | {entries[name]['does']} | {entries[name]['commits']} |"
    yield from ("", "## The help of each command")
    for section in COMMANDS.values():
        for name in section:
            yield from ("", f"### {name}", "", *_help(name))


def _help(name: str) -> Iterator[str]:
    context = click.Context(genetess, info_name="genetess", terminal_width=WIDTH, max_content_width=WIDTH)
    command = genetess.get_command(context, name)
    assert command is not None
    inner = click.Context(command, context, name, terminal_width=WIDTH, max_content_width=WIDTH)
    yield from _block(command, inner)
    if isinstance(command, click.Group):
        for part in command.list_commands(inner):
            deeper = command.get_command(inner, part)
            assert deeper is not None
            last = click.Context(deeper, inner, part, terminal_width=WIDTH, max_content_width=WIDTH)
            yield from ("", *_block(deeper, last))


def _block(command: click.Command, context: click.Context) -> tuple[str, str, str]:
    """Return a command's help as a block. Click before 8.3 writes choices in two brackets."""
    return "```text", command.get_help(context).rstrip().replace("[[", "[").replace("]]", "]"), "```"


def _settings(words: dict[str, Any]) -> Iterator[str]:
    _agree("headings", HEADINGS, iter([*FILES, *RULESETS]))
    yield words["opening"]["settings"].strip()
    for name, heading in HEADINGS.items():
        struct = FILES[name] if name in FILES else ruleset(name).settings
        _agree(heading, words[name], (field.encode_name for field in msgspec.structs.fields(struct)))
        yield from ("", f"## {heading}", "", "| field | default | values | meaning |", "|---|---|---|---|")
        yield from _rows(struct, words[name])


def _rows(struct: type[Any], words: dict[str, Any]) -> Iterator[str]:
    [_], parts = msgspec.json.schema_components([struct], schema_hook=lambda kind: {"title": kind.__name__})
    schema = parts[struct.__name__]
    for field in msgspec.structs.fields(struct):
        name = field.encode_name
        entry = words[name]
        default = entry.get("default") or _default(schema, name)
        values = entry.get("values") or _values(schema["properties"][name], parts)
        yield f"| `{name}` | {default} | {values} | {entry['means']} |".replace("|  |", "| |")


def _default(schema: dict[str, Any], name: str) -> str:
    if name in schema.get("required", ()):
        return "required"
    default = schema["properties"][name].get("default")
    if default is None:
        return "none"
    return f"`{str(default).lower()}`" if isinstance(default, bool) else f"`{default}`"


def _values(schema: dict[str, Any], parts: dict[str, Any]) -> str:
    if "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]]
    if "description" in schema and "enum" not in schema:
        return str(schema["description"]).replace("|", "\\|")
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in sorted(schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(filter(None, (_values(part, parts) for part in schema["anyOf"])))
    if schema.get("type") == "array":
        return f"a list; each {_values(schema.get('items') or {}, parts)}".removesuffix("; each ")
    return {"boolean": "`true` or `false`", "integer": "a whole number", "null": ""}.get(
        schema.get("type", ""), ""
    )


def _design(words: dict[str, Any]) -> Iterator[str]:
    yield words["opening"]["design"]["text"].strip()
    yield from ("", "## Components", "", "| component | where, and what it is for |", "|---|---|")
    for name, sentence in words["components"].items():
        yield f"| {name} | {sentence} |"
    yield from ("", "## Tokens")
    for heading, tokens in groups().items():
        yield from (
            "",
            f"### {heading}",
            "",
            "| token | light | dark | paper | what for |",
            "|---|---|---|---|---|",
        )
        for token in tokens:
            others = " | ".join(f"`{value}`" if value else "·" for value in (token.dark, token.paper))
            yield f"| `--{token.name}` | `{token.light}` | {others} | {token.what or '·'} |"


def _agree(where: str, words: Mapping[str, object], names: Iterator[str]) -> None:
    wanted = set(names)
    if wanted != words.keys():
        raise KeyError(f"docs/reference.toml, {where}: {sorted(wanted ^ words.keys())}")


def main() -> None:
    """Write both pages into docs."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
