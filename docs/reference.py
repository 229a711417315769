"""Write the pages of reference that follow from the code: `commands.md` and `settings.md`. `make docs` runs it.

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
from genetess_cli.store.schema import GameFile, LeagueFile, PlayerFile, SignUp, SiteFile

FOLDER = Path(__file__).parent
WIDTH = 90
MADE = "<!-- Made by `make docs` from the code and docs/reference.toml: change these. -->"
FILES: Mapping[str, type[Any]] = {
    "league": LeagueFile,
    "site": SiteFile,
    "game": GameFile,
    "player": PlayerFile,
    "signup": SignUp,
}
HEADINGS = {
    "league": "genetess.yaml",
    "site": "site: in genetess.yaml",
    "game": "game.yaml",
    "player": "players: in game.yaml",
    "signup": "signup: in game.yaml",
    "genetess": "rules: of Genetess",
    "dna": "rules: of DNA",
    "genie": "rules: of Genie of the Lamp",
}


def pages() -> dict[str, str]:
    """Return both pages by their names. Raise KeyError where reference.toml and the code disagree."""
    words = tomllib.loads((FOLDER / "reference.toml").read_text(encoding="utf-8"))
    return {"commands.md": _commands(words["commands"]), "settings.md": _settings(words)}


def _commands(words: dict[str, dict[str, str]]) -> str:
    _agree("commands", words, (name for section in COMMANDS.values() for name in section))
    lines = ["# Commands", "", MADE, "", words_of("commands")]
    for heading, section in COMMANDS.items():
        lines += ["", f"## {heading}", "", "| command | what it does | commits |", "|---|---|---|"]
        lines += [
            f"| [`{name}`](#{name}) | {words[name]['does']} | {words[name]['commits']} |" for name in section
        ]
    lines += ["", "## The help of each command"]
    for section in COMMANDS.values():
        for name in section:
            lines += ["", f"### {name}", "", *_help(name)]
    return "\n".join(lines) + "\n"


def words_of(page: str) -> str:
    """Return the opening of a page, as reference.toml has it."""
    words = tomllib.loads((FOLDER / "reference.toml").read_text(encoding="utf-8"))
    return str(words["opening"][page]).strip()


def commits() -> dict[str, str]:
    """Return when each command makes a commit: `always`, `never`, or the option that it takes for that."""
    words = tomllib.loads((FOLDER / "reference.toml").read_text(encoding="utf-8"))["commands"]
    return {name: entry["commits"] for name, entry in words.items()}


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


def _settings(words: dict[str, Any]) -> str:
    lines = ["# Settings", "", MADE, "", words_of("settings")]
    for name, heading in HEADINGS.items():
        struct = FILES[name] if name in FILES else ruleset(name).SETTINGS
        _agree(heading, words[name], (field.encode_name for field in msgspec.structs.fields(struct)))
        lines += ["", f"## {heading}", "", "| field | default | values | meaning |", "|---|---|---|---|"]
        lines += _rows(struct, words[name])
    assert set(RULESETS) <= HEADINGS.keys()
    return "\n".join(lines) + "\n"


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
