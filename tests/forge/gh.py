"""`gh` as the workflows call it, for a forge that is a folder of JSON files beside a folder of artifacts.

It fails where the real one does: for what is not there, for options that do not go together, and where a test has it
fail (`failing`, patterns of whole commands). Pages are as long as asked for, and only the first is given without
`--paginate`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import parse_qs

Rows = list[dict[str, Any]]
Given = dict[str, str]

BOT = {"login": "github-actions[bot]", "id": 41898282, "type": "Bot"}
FLAGS = {"--paginate", "--slurp", "--silent", "--edit-last", "--create-if-none"}
OPTIONS = {"--jq", "--input", "--method", "--repo", "--body-file", "--name", "--dir"}


class State(dict[str, Any]):
    """What the forge holds, by its name: read as it is asked for, as some of it is large, and kept as it is told."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, name: str) -> Any:
        self[name] = json.loads(self._file(name).read_bytes())
        return self[name]

    def keep(self, *names: str) -> None:
        """Write down what was changed."""
        for name in names:
            self._file(name).write_bytes(written(self[name]))

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.json"


def written(value: object) -> bytes:
    """A value as JSON, as short as forges write it."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def stop(words: str) -> NoReturn:
    print(f"gh: {words}", file=sys.stderr)
    sys.exit(1)


def parsed(arguments: list[str]) -> tuple[list[str], Given, set[str]]:
    """The words of a command, its options, its flags."""
    words: list[str] = []
    options: Given = {}
    flags: set[str] = set()
    rest = iter(arguments)
    for word in rest:
        if word in FLAGS:
            flags.add(word)
        elif word in OPTIONS:
            options[word] = next(rest)
        elif word.startswith("-"):
            stop(f"unknown flag {word}")
        else:
            words.append(word)
    return words, options, flags


def put(pages: list[Any], options: Given, flags: set[str]) -> None:
    if "--slurp" in flags and "--jq" in options:
        stop("the `--slurp` option is not supported with `--jq` or `--template`")
    if "--slurp" in flags and "--paginate" not in flags:
        stop("`--paginate` required when passing `--slurp`")
    pages = pages if "--paginate" in flags else pages[:1]
    if "--silent" in flags:
        return
    if "--slurp" in flags:
        print(json.dumps(pages))
        return
    for page in pages:
        if "--jq" not in options:
            print(json.dumps(page), end="")
            continue
        done = subprocess.run(["jq", "-rc", options["--jq"]], input=written(page), check=False)
        if done.returncode:
            stop("the filter failed")


def paged(rows: Rows, asked: dict[str, list[str]]) -> list[Rows]:
    size = int(asked.get("per_page", ["30"])[0])
    first = int(asked.get("page", ["1"])[0]) - 1
    pages = [rows[at : at + size] for at in range(0, len(rows), size)] or [[]]
    return pages[first:] or [[]]


def api(forge: State, path: str, options: Given, flags: set[str]) -> None:
    where, _, query = path.partition("?")
    asked = parse_qs(query)
    parts = where.split("/")[3:]
    method = options.get("--method", "POST" if "--input" in options else "GET")
    body = json.loads(Path(options["--input"]).read_text()) if "--input" in options else {}
    if not parts:
        known = {name: forge[name] for name in ("has_issues", "private", "fork")}
        return put([known], options, flags)
    if parts[0] == "issues" and not forge["has_issues"]:
        stop("Issues are disabled for this repo (HTTP 410)")
    match method, parts:
        case "GET", ["pulls"]:
            rows = [one for one in forge["pulls"] if one["base"]["ref"] == asked.get("base", ["main"])[0]]
            return put(paged(rows, asked), options, flags)
        case "GET", ["issues"]:
            labels = set(asked.get("labels", []))
            rows = [one for one in forge["issues"] if labels <= set(one.get("labels", []))]
            return put(paged(rows, asked), options, flags)
        case "POST", ["issues"]:
            made = {"number": 100 + forge["made"], "user": BOT, **body}
            forge["made"] += 1
            forge["issues"].append(made)
            put([made], options, flags)
            return forge.keep("made", "issues")
        case "GET", ["pulls" | "issues" as kind, number]:
            for one in [*forge[kind], *forge["gone"]]:
                if str(one["number"]) == number:
                    return put([one], options, flags)
        case "GET", ["issues", number, "comments"]:
            since = asked.get("since", [""])[0]
            rows = [one for one in forge["said"].get(number, []) if one["updated_at"] >= since]
            return put(paged(rows, asked), options, flags)
        case "GET", ["actions", "artifacts"]:
            rows = [one for one in forge["artifacts"] if one["name"] == asked["name"][0]]
            rows = paged(rows[::-1], asked)
            return put([{"artifacts": page} for page in rows], options, flags)
    stop(f"{method} {path}: not found (HTTP 404)")


def download(forge: State, run: str, options: Given) -> None:
    ids = [one["id"] for one in forge["artifacts"]
           if (str(one["workflow_run"]["id"]), one["name"]) == (run, options["--name"])]  # fmt: skip
    if not ids:
        stop(f"no artifact matches any of the names or patterns provided: {options['--name']}")
    shutil.copytree(forge.folder.parent / "artifacts" / str(ids[-1]), options["--dir"], dirs_exist_ok=True)


def comment(forge: State, number: str, options: Given, flags: set[str]) -> None:
    kinds = [*forge["pulls"], *forge["issues"], *forge["gone"]]
    if not any(str(one["number"]) == number for one in kinds):
        stop(f"no issue or pull request {number}")
    said = forge["said"].setdefault(number, [])
    mine = [one for one in said if one["user"] == BOT]
    body = Path(options["--body-file"]).read_text()
    if "--edit-last" in flags and mine:
        mine[-1]["body"] = body
    elif "--edit-last" in flags and "--create-if-none" not in flags:
        stop("no comments found for current user")
    else:
        said.append(
            {"user": BOT, "body": body, "updated_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
        )
    forge["written"].append(number)
    forge.keep("said", "written")


def close(forge: State, kind: str, number: str) -> None:
    rows = forge[kind]
    found = [one for one in rows if str(one["number"]) == number]
    if not found:
        stop(f"{number} is closed already, or there is none")
    forge[kind] = [one for one in rows if one not in found]
    forge["gone"] += found
    forge["closed"].append(int(number))
    forge.keep(kind, "gone", "closed")
    print(f"✓ Closed {kind} #{number} ({found[0].get('title', '')})", file=sys.stderr)


def main() -> None:
    forge = State(Path(os.environ["FORGE_STATE"]))
    if any(re.search(pattern, " ".join(sys.argv[1:])) for pattern in forge["failing"]):
        stop("HTTP 500")
    words, options, flags = parsed(sys.argv[1:])
    if words[:1] != ["api"] and "--repo" not in options:
        stop("which repository is meant must not hang on what the folder is a clone of")
    match words:
        case ["api", path]:
            api(forge, path, options, flags)
        case ["run", "download", run]:
            download(forge, run, options)
        case ["workflow", "enable", name]:
            forge["enabled"].append(name)
            forge.keep("enabled")
        case ["pr" | "issue", "comment", number]:
            comment(forge, number, options, flags)
        case ["pr" | "issue" as kind, "close", number]:
            close(forge, {"pr": "pulls", "issue": "issues"}[kind], number)
        case _:
            stop(f"unknown command {' '.join(words)}")


if __name__ == "__main__":
    main()
