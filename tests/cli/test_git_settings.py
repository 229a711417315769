"""Whatever git's settings are, and wherever they are made, every command does and says the same."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copy, copytree

import msgspec
import pytest

from tests.kit.command import git, new_game, new_league, run, start_game, tree, with_remote
from tests.kit.forge import RED, Forge
from tests.kit.keys import KEY, machine
from tests.kit.mail import GWEN, SETTINGS, message, set_person

# What is no matter of output: the way to the remote, where things are, who commits, other programs, the other side.
_OTHERS = {
    "alias", "author", "browser", "bundle", "checkout", "clone", "committer", "completion", "credential",
    "credentialcache", "credentialstore", "difftool", "extensions", "fastimport", "fsck", "fsmonitor", "gc", "gitcvs",
    "gitweb", "gpg", "gui", "guitool", "help", "http", "imap", "include", "includeif", "init", "instaweb",
    "maintenance", "man", "mergetool", "pack", "protocol", "receive", "remote", "remotes", "sendemail", "ssh",
    "sequence", "stash", "svn-remote", "trace2", "transfer", "uploadarchive", "uploadpack", "uploadpackfilter", "url",
    "user", "web",
}  # fmt: skip
"""Sections that are not tried."""
_PLACES = {
    "core.alternaterefscommand", "core.askpass", "core.bare", "core.gitproxy", "core.sshcommand", "core.worktree",
    "core.repositoryformatversion", "core.sharedrepository", "core.createobject", "core.unsetenvvars",
    "core.restrictinheritedhandles", "core.fsyncobjectfiles",
    "commit.gpgsign", "push.gpgsign", "push.pushoption", "safe.directory", "tag.gpgsign",
}  # fmt: skip
_VALUES = {
    "blame.coloring": "highlightRecent", "blame.date": "relative", "blame.ignorerevsfile": "/nowhere",
    "branch.autosetupmerge": "inherit", "branch.autosetuprebase": "always", "branch.sort": "-committerdate",
    "color.blame.highlightrecent": "red", "color.pager": "true",
    "column.branch": "always", "column.clean": "always", "column.status": "always", "column.tag": "always",
    "column.ui": "always", "commit.cleanup": "scissors", "commit.template": "/nowhere",
    "commitgraph.generationversion": "2",
    "core.abbrev": "4", "core.attributesfile": "/nowhere", "core.autocrlf": "input", "core.bigfilethreshold": "1",
    "core.checkroundtripencoding": "UTF-16", "core.checkstat": "minimal", "core.commentchar": "G",
    "core.commentstring": "Genetess", "core.compression": "9", "core.deltabasecachelimit": "1",
    "core.editor": "false", "core.eol": "lf", "core.excludesfile": "/nowhere", "core.filesreflocktimeout": "0",
    "core.fsmonitor": "false", "core.fsmonitorhookversion": "2", "core.fsync": "all", "core.fsyncmethod": "fsync",
    "core.hookspath": "{hooks}", "core.loosecompression": "9", "core.notesref": "refs/notes/x",
    "core.packedgitlimit": "1m", "core.packedgitwindowsize": "4096", "core.packedrefstimeout": "0",
    "core.pager": "false", "core.whitespace": "-trailing-space",
    "diff.algorithm": "patience", "diff.colormoved": "zebra", "diff.colormovedws": "ignore-all-space",
    "diff.context": "0", "diff.dirstat": "lines", "diff.external": "false", "diff.guitool": "false",
    "diff.ignoresubmodules": "all", "diff.interhunkcontext": "9", "diff.orderfile": "{order}",
    "diff.renamelimit": "9999", "diff.renames": "copies", "diff.statgraphwidth": "1", "diff.statnamewidth": "1",
    "diff.submodule": "log", "diff.tool": "false", "diff.wordregex": ".", "diff.wserrorhighlight": "all",
    "fetch.negotiationalgorithm": "noop", "fetch.output": "compact", "fetch.parallel": "2",
    "fetch.fsck.skiplist": "/dev/null", "fetch.unpacklimit": "1", "fetch.bundleuri": "/nowhere",
    "fetch.bundlecreationtoken": "1",
    "format.attach": "x", "format.coverfromdescription": "none", "format.filenamemaxlength": "9",
    "format.headers": "X: y", "format.notes": "x", "format.outputdirectory": "/nowhere",
    "format.pretty": "format:%H %cd %GG", "format.signature": "x", "format.signaturefile": "/nowhere",
    "format.subjectprefix": "x", "format.suffix": "x", "format.thread": "deep",
    "grep.patterntype": "fixed", "grep.threads": "1", "i18n.commitencoding": "ISO-8859-1",
    "i18n.logoutputencoding": "UTF-16", "index.threads": "1", "index.version": "4",
    "interactive.difffilter": "false", "log.date": "relative", "log.decorate": "full",
    "log.diffmerges": "first-parent", "log.excludedecoration": "x", "log.graphcolors": "red",
    "log.initialdecorationset": "all", "lsrefs.unborn": "ignore",
    "mailmap.blob": "HEAD:map", "mailmap.file": "/nowhere", "merge.conflictstyle": "diff3",
    "merge.ff": "only", "merge.renamelimit": "9", "merge.verbosity": "5", "merge.tool": "x", "merge.guitool": "x",
    "notes.mergestrategy": "union", "notes.displayref": "refs/notes/*", "notes.rewritemode": "ignore",
    "notes.rewriteref": "refs/notes/x", "pull.octopus": "x", "pull.twohead": "x", "push.default": "nothing",
    "push.recursesubmodules": "only", "rebase.backend": "apply", "rebase.instructionformat": "%s",
    "rebase.missingcommitscheck": "warn", "remote.pushdefault": "x", "repack.cruftdepth": "9",
    "repack.cruftthreads": "9", "repack.cruftwindow": "9", "repack.cruftwindowmemory": "9",
    "safe.barerepository": "explicit",
    "splitindex.maxpercentchange": "0", "splitindex.sharedindexexpire": "now",
    "status.relativepaths": "true", "status.renamelimit": "9", "status.renames": "copies",
    "status.showuntrackedfiles": "no", "status.submodulesummary": "9", "submodule.alternateerrorstrategy": "info",
    "submodule.alternatelocation": "superproject", "submodule.active": "x", "submodule.fetchjobs": "2",
    "tag.sort": "-version:refname", "tar.umask": "user",
    "trailer.ifexists": "replace", "trailer.ifmissing": "doNothing", "trailer.separators": "=#",
    "trailer.where": "start", "versionsort.suffix": "x",
}  # fmt: skip
"""One value that matters of each setting that is not yes or no."""
_COLORS = {"color.advice", "color.branch", "color.diff", "color.grep", "color.interactive",
           "color.push", "color.remote", "color.showbranch", "color.status", "color.transport", "color.ui"}  # fmt: skip


def hostile(folder: Path, usual: str) -> dict[str, str]:
    """A value for each setting that git documents; `usual` is that of those that are yes or no."""
    hooks = folder / "hooks"
    hooks.mkdir()
    for name in ("pre-push", "reference-transaction", "post-index-change"):
        (hooks / name).write_text("#!/bin/sh\nexit 1\n")
        (hooks / name).chmod(0o755)
    (folder / "order").write_text("*.yaml\ngames/*\n")
    settings = {}
    for name in git(folder, "help", "--config").lower().split("\n"):
        section = name.partition(".")[0]
        if set("<* ") & set(name) or not name or section in _OTHERS or name in _PLACES:
            continue
        value = usual
        if section == "color" and name not in _VALUES:
            value = {"true": "always", "false": "never"}[usual] if name in _COLORS else "red"
        settings[name] = _VALUES.get(name, value).format(hooks=hooks, order=folder / "order")
    return settings


VARIABLES = {
    "GIT_ATTR_SOURCE": "nowhere", "GIT_CONFIG": "/nowhere", "GIT_DEFAULT_HASH": "sha256", "GIT_DIFF_OPTS": "-u9",
    "GIT_DIR": "/nowhere", "GIT_EXTERNAL_DIFF": "false", "GIT_GRAFT_FILE": "/nowhere", "GIT_ICASE_PATHSPECS": "1",
    "GIT_INDEX_FILE": "/nowhere", "GIT_INDEX_VERSION": "4", "GIT_LITERAL_PATHSPECS": "1", "GIT_NAMESPACE": "x",
    "GIT_OBJECT_DIRECTORY": "/nowhere", "GIT_PREFIX": "x/", "GIT_QUARANTINE_PATH": "/nowhere",
    "GIT_SHALLOW_FILE": "/nowhere", "GIT_WORK_TREE": "/nowhere",
}  # fmt: skip
Said = dict[str, object]


def story(folder: Path) -> Said:
    """What every command that asks git does and says, one after the other, in a league and at its remote."""
    league = folder / "league"
    pulls = str(folder / "pulls.json")
    now = [f"2026-11-21T0{hour}:00:00Z" for hour in range(10)]
    mail = message("PASS\n", sender=GWEN).as_bytes()
    said: Said = {}
    for words, given in (
        (f"collect --pulls {pulls} --json --push --now {now[0]}", None),
        (f"collect --mail - --push --now {now[0]}", mail),
        (f"tick --push --now {now[1]}", None),
        (f"collect --pulls {pulls} --json --push --now {now[2]}", None),
        (f"collect --mail - --now {now[2]}", mail),
        (f"order riot red PASS --commit --now {now[2]}", None),
        (f"order vault red PASS --commit --now {now[2]}", None),
        (f"tick --now {now[2]}", None),
        (f"undo riot --now {now[3]}", None),
        (f"undo riot --to 1a --now {now[3]}", None),
        (f"resolve riot --order PASS --seat red --now {now[3]}", None),
        (f"replace riot red Rolf --now {now[4]}", None),
        (f"tick --push --now {now[5]}", None),
        (f"finish vault --reason x --now {now[6]}", None),
        (f"reveal vault --now {now[6]}", None),
        ("check", None),
        ("check --base origin/main --author gwen-g", None),
        ("verify", None),
        ("log riot --json", None),
        ("show riot --json", None),
        ("legal riot red", None),
        (f"post --lines --now {now[7]}", None),
        ("build", None),
        ("init ../other --forge none", None),
        ("new late --ruleset dna --player red=R --player green=G", None),
    ):
        said[f"{len(said)} {words}"] = run(league, *words.split(), given=given)
    (league / RED).write_text("MOVE\n")
    return {**said, "check of an edited file": run(league, "check")}


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league with an open and a sealed game, a remote and two pull requests."""
    folder = tmp_path_factory.mktemp("begun")
    with machine(folder, KEY):
        league = new_league(folder, "--repository", "gm/league", settings=SETTINGS)
        new_game(league, "riot")
        set_person(league, "Gwen", "--mail", GWEN)
        new_game(league, "vault", "--sealed")
        start_game(league)
        start_game(league, "vault")
        git(
            with_remote(league), "config", "core.hooksPath", "/dev/null"
        )  # what else its settings are is its own affair
        forge = Forge(folder)
        forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
        forge.pull("mallory", {RED: "MOVE B2 E\n"})
        (folder / "pulls.json").write_text(json.dumps(forge.pulls))
    return folder


def told(begun: Path, folder: Path, where: str, settings: Mapping[str, str]) -> Said:
    """The story where git has settings, made at a place, and how things are then."""
    there = folder / "there"
    league = there / "league"
    copytree(begun, there, symlinks=True)
    with machine(folder, KEY), made(league, where, settings):
        said = story(there)
    with pytest.MonkeyPatch.context() as change:
        for name in [name for name in VARIABLES if name in os.environ]:
            change.delenv(name)
        (league / ".git/config").unlink()
        git(league, "init", "--quiet")
        said["files"] = {
            path: data for path, data in tree(league).items() if "/late/" not in path and path != "HEAD"
        }
        said["history"] = git(league, "rev-parse", "HEAD~1")
        said["left"] = git(league, "status", "--porcelain", "--untracked-files=all")
        said["there"] = git(there / "remote.git", "for-each-ref")
    return msgspec.json.decode(msgspec.json.encode(said).replace(bytes(folder), b"FOLDER"), type=Said)


@contextmanager
def made(league: Path, where: str, settings: Mapping[str, str]) -> Iterator[None]:
    """Make settings of git: in a repository, for all of a person's, or as an alias of git hands them on."""
    with pytest.MonkeyPatch.context() as change:
        if where == "alias":
            words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
            handed = git(league, *words, "-c", "alias.hand=!printenv GIT_CONFIG_PARAMETERS", "hand")
            change.setenv("GIT_CONFIG_PARAMETERS", handed)
        elif where == "count":
            change.setenv("GIT_CONFIG_COUNT", str(len(settings)))
            for at, (name, value) in enumerate(settings.items()):
                change.setenv(f"GIT_CONFIG_KEY_{at}", name)
                change.setenv(f"GIT_CONFIG_VALUE_{at}", value)
        else:
            file = league / ".git/config"
            if where == "global":
                usual = Path(os.environ["GIT_CONFIG_GLOBAL"])
                file = Path(copy(usual, league.parent / "settings"))
                change.setenv("GIT_CONFIG_GLOBAL", str(file))
            with file.open("a") as rows:
                for name, value in settings.items():
                    section, _, rest = name.partition(".")
                    below, _, name = rest.rpartition(".")
                    below = f' "{below}"' if below else ""
                    rows.write(f'[{section}{below}]\n\t{name} = "{value}"\n')
        yield


PLACES = ["repository", "global", "alias", "count"]


@pytest.fixture(scope="module")
def usual(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Said:
    return told(begun, tmp_path_factory.mktemp("usual"), "repository", {})


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize(
    ("where", "yes_or_no"), [(where, value) for value in ("true", "false") for where in PLACES]
)
def test_no_setting_changes_what_a_command_does_and_says(
    begun: Path, usual: Said, tmp_path: Path, where: str, yes_or_no: str
) -> None:
    said = told(begun, tmp_path, where, hostile(tmp_path, yes_or_no))
    assert {key: value for key, value in said.items() if value != usual[key]} == {}


@pytest.mark.by_day(0, ci="all")
def test_no_variable_of_git_changes_what_a_command_does_and_says(
    begun: Path, usual: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    assert told(begun, tmp_path, "repository", {}) == usual
