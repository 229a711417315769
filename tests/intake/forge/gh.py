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


def paged(rows: Rows, query: dict[str, list[str]]) -> list[Rows]:
    size = int(query.get("per_page", ["30"])[0])
    first = int(query.get("page", ["1"])[0]) - 1
    pages = [rows[at : at + size] for at in range(0, len(rows), size)] or [[]]
    return pages[first:] or [[]]


class Refused(Exception):
    """What the forge refuses: the status of its answer, and its words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"{words} (HTTP {status})")
        self.status = status


def asked(forge: State, method: str, where: str, query: dict[str, list[str]], body: Any) -> list[Any]:
    """The pages of an answer of the forge's, from the one that is asked for. Raises Refused."""
    parts = where.strip("/").split("/")[3:]
    if not parts:
        return [{name: forge[name] for name in ("has_issues", "private", "fork")}]
    if parts[0] == "issues" and not forge["has_issues"]:
        raise Refused(410, "Issues are disabled for this repo")
    match method, parts:
        case "GET", ["pulls"]:
            rows = [one for one in forge["pulls"] if one["base"]["ref"] == query.get("base", ["main"])[0]]
            return paged(rows, query)
        case "GET", ["issues"]:
            labels = set(query.get("labels", []))
            return paged([one for one in forge["issues"] if labels <= set(one.get("labels", []))], query)
        case "POST", ["issues"]:
            made = {"number": 100 + forge["made"], "user": BOT, **body}
            forge["made"] += 1
            forge["issues"].append(made)
            forge.keep("made", "issues")
            return [made]
        case "GET", ["pulls" | "issues" as kind, number]:
            for one in [*forge[kind], *forge["gone"]]:
                if str(one["number"]) == number:
                    return [one]
        case "GET", ["issues", number, "comments"]:
            since = query.get("since", [""])[0]
            rows = [one for one in forge["said"].get(number, []) if one["updated_at"] >= since]
            return paged(rows, query)
        case "GET", ["actions", "artifacts"]:
            rows = [one for one in forge["artifacts"] if one["name"] == query["name"][0]]
            return [{"artifacts": page} for page in paged(rows[::-1], query)]
    raise Refused(404, f"{method} {where}: not found")


def api(forge: State, path: str, options: Given, flags: set[str]) -> None:
    where, _, query = path.partition("?")
    method = options.get("--method", "POST" if "--input" in options else "GET")
    body = json.loads(Path(options["--input"]).read_text()) if "--input" in options else {}
    try:
        put(asked(forge, method, where, parse_qs(query), body), options, flags)
    except Refused as fault:
        stop(str(fault))


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
    mine = [at for at, one in enumerate(forge["said"].get(number, [])) if one["user"] == BOT]
    if "--edit-last" in flags and not mine and "--create-if-none" not in flags:
        stop("no comments found for current user")
    at = mine[-1] if "--edit-last" in flags and mine else None
    say(forge, number, Path(options["--body-file"]).read_text(), at)


def say(forge: State, number: str, body: str, at: int | None = None) -> None:
    """Write a comment, or another text into the one `at` its place."""
    said = forge["said"].setdefault(number, [])
    if at is None:
        then = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        said.append({"user": BOT, "body": body, "updated_at": then})
    else:
        said[at]["body"] = body
    forge["written"].append(number)
    forge.keep("said", "written")


def close(forge: State, kind: str, number: str) -> str:
    """Close what is open; gives its title."""
    rows = forge[kind]
    found = [one for one in rows if str(one["number"]) == number]
    if not found:
        stop(f"{number} is closed already, or there is none")
    forge[kind] = [one for one in rows if one not in found]
    forge["gone"] += found
    forge["closed"].append(int(number))
    forge.keep(kind, "gone", "closed")
    return str(found[0].get("title", ""))


def enable(forge: State, name: str) -> None:
    forge["enabled"].append(name)
    forge.keep("enabled")


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
            enable(forge, name)
        case ["pr" | "issue", "comment", number]:
            comment(forge, number, options, flags)
        case ["pr" | "issue" as kind, "close", number]:
            title = close(forge, {"pr": "pulls", "issue": "issues"}[kind], number)
            print(f"✓ Closed {kind} #{number} ({title})", file=sys.stderr)
        case _:
            stop(f"unknown command {' '.join(words)}")


if __name__ == "__main__":
    main()
