"""Pull requests that mean harm: each refused with a reason, nothing of them accepted, merged or run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_signup import offer
from tests.cli.test_terminal import commands
from tests.intake.forge.test_run import key, league, runner
from tests.kit.command import git, run
from tests.kit.forge import GREEN, RED, Files, Forge, reasons

__all__ = ["key"]
BOMB = "a: &a [x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 8)}]\n" for n in range(20)
)
SIGN_UP = "games/riot/signups/mallory.yaml"
HOSTILE_TEXT = "$(touch ran)`touch ran`<script>alert(1)</script> @gm ](x)\u202e\x1b[31m"

CHANGES: list[tuple[Files, str]] = [
    ({RED: "PASS\n", ".github/workflows/tick.yml": "on: push\n"}, ".github/workflows/tick.yml: a player may"),
    ({RED: "PASS\n", "games/riot/clock.yaml": "x"}, "games/riot/clock.yaml: a player may"),
    ({"games/riot/state.yaml": None}, "games/riot/state.yaml: a player may"),
    ({"games/riot/game.yaml": "players: []\n"}, "games/riot/game.yaml: a player may"),
    ({"games/new/game.yaml": "players: []\n"}, "games/new/game.yaml: a player may"),
    ({"games/new/orders/red.txt": "PASS\n"}, "there is no game new;"),
    ({"games/riot/orders/$(touch ran).txt": "PASS\n"}, "nothing reads this file"),
    ({"games/riot/orders/red-`touch ran`.txt": "PASS\n"}, "nothing reads this file"),
    ({"games/riot/orders/red-\n.txt": "PASS\n"}, "red-\\n.txt"),
    ({"games/riot/orders/red-x.txt\nPASS": "PASS\n"}, "red-x.txt\\nPASS"),
    ({"games/riot/orders/red-\x1b[2J.txt": "PASS\n"}, "\\x1b[2J"),
    ({"games/riot/orders/red-\u202etxt.exe": "PASS\n"}, "\\u202e"),
    ({"games/riot/orders/red-\udcff.txt": "PASS\n"}, "\\udcff"),
    ({"games/riot/orders/red.txt/x.txt": "PASS\n"}, "nothing reads this file"),
    ({"games/riot/orders/red/red.txt": "PASS\n"}, "nothing reads this file"),
    ({"games/riot/orders/red-x.yaml": BOMB}, "nothing reads this file"),
    ({RED: "PASS / " * 200}, "at most"),
    ({RED: "# " + "x" * 10_000}, "at most 4096"),
    ({RED: "x" * 100_000}, "larger than 16 KiB"),
    ({RED: b"\xff\xfe\x00"}, "not UTF-8"),
    ({RED: HOSTILE_TEXT}, "orders/red.txt:1: "),
    ({f"games/riot/orders/red-{n}.txt": "PASS\n" for n in range(101)}, "changes more than 100 files"),
]  # fmt: skip


def refused(forge: Forge, words: str, final: bool = False) -> None:
    """It is refused with a reason, the branch on the forge stays, and the answer is harmless."""
    tip, before = forge.tip(), sorted(path.name for path in forge.league.rglob("ran"))
    done = forge.collect()
    assert done.status == 1, done
    assert words in reasons(done)
    [answer] = done.json["answers"]
    assert answer["close"] is final
    assert forge.tip() == tip
    assert git(forge.league, "status", "--porcelain") == ""
    assert sorted(path.name for path in forge.league.rglob("ran")) == before == []
    quoted = [line for line in answer["body"].splitlines() if not line.startswith("    ")]
    assert not any(letter in line for line in quoted for letter in "<>@$")
    assert answer["body"].replace("\n", "").isprintable()
    assert done.err.replace("\n", "").isprintable()


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize(("files", "words"), CHANGES)
def test_a_change_of_what_is_not_the_authors(forge: Forge, files: Files, words: str) -> None:
    forge.pull("ragnar42", files)
    refused(forge, words)


@pytest.mark.exhaustive
def test_all_of_them_by_the_workflow(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=60)
    machine, tip = runner(forge, key), forge.tip()
    machine.open([forge.pull("ragnar42", files) for files, _ in CHANGES])
    machine.tick("pull_request_target")
    assert (forge.tip(), machine.hub.closed, [*tmp_path.rglob("ran")]) == (tip, [], [])
    for number in map(str, range(1, len(CHANGES) + 1)):
        [body] = machine.comments[number]
        quoted = [line for line in body.splitlines() if not line.startswith(("    ", "<!-- "))]
        assert not any(letter in line for line in quoted for letter in "<>@$")
    assert machine.log.replace("\n", "").isprintable()


def test_an_order_for_somebody_elses_seat(forge: Forge) -> None:
    forge.pull("mallory", {GREEN: "PASS\n"})
    refused(forge, "green.txt: mallory plays no seat in riot", final=True)


@pytest.mark.exhaustive
def test_one_hundred_megabytes(forge: Forge) -> None:
    """Its content is not even fetched."""
    row = "100644 " + git(forge.remote, "hash-object", "-w", "--stdin", data=bytes(100 * 1024 * 1024))
    forge.pull_rows("ragnar42", {RED: row})
    refused(forge, "larger than 16 KiB")


def _row(forge: Forge, mode: str, data: bytes = b"PASS\n") -> str:
    return f"{mode} " + git(forge.remote, "hash-object", "-w", "--stdin", data=data)


@pytest.mark.parametrize(
    ("mode", "data", "words"),
    [
        ("120000", b"/etc/passwd", "a symbolic link"),
        ("120000", b"../state.yaml", "a symbolic link"),
        ("100755", b"PASS\n", "an executable file"),
    ],
)
def test_an_order_file_that_is_no_plain_file(forge: Forge, mode: str, data: bytes, words: str) -> None:
    forge.pull_rows("ragnar42", {RED: _row(forge, mode, data)})
    refused(forge, words)


def test_a_submodule(forge: Forge) -> None:
    forge.pull_rows("ragnar42", {RED: f"160000 {forge.tip()}"})
    refused(forge, "a submodule")


def test_a_folder_that_is_a_link(forge: Forge) -> None:
    forge.pull_rows("ragnar42", {"games/riot/orders": _row(forge, "120000", b"/etc")})
    refused(forge, "a player may only change their own order file")


def _present(forge: Forge) -> None:
    for login, path in (("gwen-g", GREEN), ("ragnar42", RED)):
        forge.pull(login, {path: "PASS\n"})
    assert forge.collect().status == 0
    forge.pulls.clear()


@pytest.mark.exhaustive
def test_a_rename_of_somebody_elses_file(forge: Forge) -> None:
    _present(forge)
    forge.pull("ragnar42", {GREEN: None, "games/riot/orders/red-x.txt": "PASS\n"}, number=9)
    refused(forge, "ragnar42 plays red in riot, not green", final=True)


def test_a_deletion_of_somebody_elses_file(forge: Forge) -> None:
    _present(forge)
    forge.pull("ragnar42", {GREEN: None}, number=9)
    refused(forge, "ragnar42 plays red in riot, not green", final=True)


def _tree(forge: Forge, name: bytes, mode: bytes, oid: str) -> str:
    """A tree that git itself would never make."""
    body = mode + b" " + name + b"\0" + bytes.fromhex(oid)
    return git(forge.remote, "hash-object", "-w", "-t", "tree", "--literally", "--stdin", data=body)


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("name", [b"..", b".", b".git", b".GIT", b"a/b"])
def test_names_that_lead_out_of_their_folder(forge: Forge, name: bytes) -> None:
    blob = _row(forge, "100644").split()[1]
    tree = _tree(forge, b"games", b"40000", _tree(forge, name, b"40000", _tree(forge, b"x", b"100644", blob)))
    forge.pull_tree("ragnar42", tree)
    refused(forge, "fsck error")


def test_folders_in_folders_without_end(forge: Forge) -> None:
    tree = _tree(forge, b"x", b"100644", _row(forge, "100644").split()[1])
    for _ in range(40):
        tree = _tree(forge, b"d", b"40000", tree)
    forge.pull_tree("ragnar42", _tree(forge, b"games", b"40000", tree))
    refused(forge, "too many or too deep folders")


def test_folders_that_hold_one_another_a_million_times(forge: Forge) -> None:
    tree = git(forge.remote, "hash-object", "-w", "-t", "tree", "--stdin", data=b"")
    for _ in range(15):
        body = b"".join(b"40000 %c\0" % letter + bytes.fromhex(tree) for letter in b"abcdefghij")
        tree = git(forge.remote, "hash-object", "-w", "-t", "tree", "--literally", "--stdin", data=body)
    forge.pull_tree("ragnar42", _tree(forge, b"games", b"40000", tree))
    refused(forge, "too many or too deep folders")


def test_a_history_of_its_own(forge: Forge) -> None:
    tree = git(forge.remote, "rev-parse", "main^{tree}")
    made = git(forge.remote, "commit-tree", tree, "-m", "another world")
    git(forge.remote, "update-ref", "refs/pull/1/head", made)
    forge.pull("ragnar42", {RED: "PASS\n"}, head={"sha": made})
    refused(forge, "did not branch off this branch")


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "sha", ["main", "--upload-pack=touch ran", "$(touch ran)", "", "HEAD\nmain", "1" * 39]
)
def test_a_head_that_is_no_id_is_asked_of_nobody(forge: Forge, sha: str) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"}, head={"sha": sha})
    refused(forge, "named by no commit's id")


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "branch", ["refs/heads/$(touch${IFS}ran)", "refs/heads/`touch-ran`", "refs/heads/-x;touch"]
)
def test_names_and_titles_are_nothing_but_names(forge: Forge, branch: str) -> None:
    """The branch and the title are used for nothing; the orders are good and are accepted."""
    forge.pull("ragnar42", {RED: "PASS\n"}, branch=branch, title=HOSTILE_TEXT, body=HOSTILE_TEXT)
    done = forge.collect()
    assert done.status == 0
    assert "touch" not in done.out + done.err + git(forge.league, "log", "-1", "--format=%B")
    assert not [*forge.league.rglob("*ran*touch*"), *Path().glob("ran")]


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("login", ["../../etc", "a b", "<b>", "dependabot[bot]", "x" * 60, "\x1b[31m", ""])
def test_a_login_that_is_none(forge: Forge, login: str) -> None:
    offer(forge.league)
    forge.pull("mallory", {RED: "PASS\n"}, user={"login": login, "id": 5})
    done = forge.collect()
    assert done.status == 1
    assert "plays no seat" in reasons(done) or "no account" in reasons(done)
    assert done.json["answers"][0]["body"].replace("\n", "").isprintable()


def test_a_workflow_of_the_pull_request_is_never_in_the_league(forge: Forge) -> None:
    forge.pull("ragnar42", {".github/workflows/evil.yml": "on: push\n", "games/riot/evil.sh": "touch ran\n"})
    refused(forge, "evil.yml")
    assert not (forge.league / ".github/workflows/evil.yml").exists()


# What a forge's worker does with what is printed


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(
    "files",
    [
        {"games/riot/orders/##[add-mask]true": "PASS\n"},
        {"games/riot/orders/\n::add-mask::true\n": "PASS\n"},
        {"games/##[add-mask]true/orders/red.txt": "PASS\n"},
        {RED: "::add-mask::true\n"},
        {RED: "PASS ##[add-mask]true\n"},
        {RED: "##[add-mask]true / \ufe0f:\u200d:add-mask::true\n"},
        {SIGN_UP: "'##[add-mask]true': x\n'::add-mask::true': y\n"},
    ],
)
def test_no_word_of_theirs_is_a_command_for_the_worker(
    forge: Forge, monkeypatch: pytest.MonkeyPatch, files: Files
) -> None:
    """A mask on `true` would take every output from the job, and nothing would be published or answered."""
    monkeypatch.setenv("CI", "true")
    offer(forge.league)
    forge.pull("ragnar42", files)
    for done in (forge.collect(), run(forge.league, "collect", "--pulls", str(forge.listed()))):
        assert commands(done.out + done.err) == []


# Sign-ups


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        (SIGN_UP, "name: Mallory\nseat: purple\n", "there is no seat purple"),
        (SIGN_UP, "name: <img src=x onerror=alert(1)>\n", "letters, digits"),
        (SIGN_UP, 'name: "a\\u202eb"\n', "letters, digits"),
        (SIGN_UP, 'name: "a\\nb"\n', "one line"),
        (SIGN_UP, f"name: {'x' * 41}\n", "1 to 40"),
        (SIGN_UP, "name: '[x](javascript:1)'\n", "letters, digits"),
        (SIGN_UP, "name: M\nadmin: true\n", "admin"),
        (SIGN_UP, BOMB, "names a value"),
        (SIGN_UP, "!!python/object/apply:os.system ['touch ran']\n", "tag"),
        (SIGN_UP, "name: M\n" + "# x\n" * 500, "at most 1024 bytes"),
        ("games/riot/signups/gwen-g.yaml", "name: Gwen\n", "this would be the sign-up of gwen-g"),
        ("games/riot/signups/$(touch ran).yaml", "name: M\n", "a player may only change their own order file"),
        ("games/riot/signups/mallory.yml", "name: M\n", "a player may only change their own order file"),
        (SIGN_UP, "name: '---'\n", "has a letter or a digit"),
        (SIGN_UP, "name: \u3164\n", "has a letter or a digit"),
        (SIGN_UP, "name: \u00a0\n", "`name`"),
    ],
)  # fmt: skip
def test_a_sign_up_that_is_not_to_be(looking: Forge, path: str, text: str, words: str) -> None:
    looking.pull("mallory", {path: text})
    refused(looking, words)


def test_a_sign_up_for_a_taken_seat(looking: Forge) -> None:
    looking.pull("mallory", {SIGN_UP: "name: Mallory\nseat: red\n"})
    refused(looking, "the seat red is taken; choose another, or none", final=True)


def test_a_sign_up_of_somebody_who_plays(looking: Forge) -> None:
    looking.pull("ragnar42", {"games/riot/signups/ragnar42.yaml": "name: R\n"})
    refused(looking, "you play red in riot already", final=True)


def test_a_sign_up_for_a_game_that_has_started(forge: Forge) -> None:
    forge.pull("mallory", {SIGN_UP: "name: M\n"})
    refused(forge, "riot is not looking for players", final=True)


def test_what_the_program_writes_into_a_sign_up_is_not_the_authors_to_say(looking: Forge) -> None:
    looking.pull(
        "mallory",
        {"games/riot/signups/me.yaml": "name: M\ngithub: gwen-g\nat: 2001-01-01T00:00:00Z\nwished: 1\n"},
    )
    done = looking.collect()
    assert done.status == 0, done
    shown = str(looking.shown(SIGN_UP))
    assert "github: mallory\ngithub_id: 666\n" in shown
    assert "2001" not in shown
    assert "wished" not in shown
    assert json.dumps(done.json).count("gwen") == 0


@pytest.mark.exhaustive
def test_a_sign_up_is_taken_back_by_deleting_it(looking: Forge) -> None:
    looking.pull("mallory", {"games/riot/signups/me.yaml": "name: M\nseat: blue\n"})
    looking.collect()
    looking.pulls.clear()
    looking.pull("mallory", {SIGN_UP: None}, number=3)
    assert looking.collect().status == 0
    assert looking.shown(SIGN_UP) is None
