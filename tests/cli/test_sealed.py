"""Every command on a sealed game: with the GM's key as on an open one, without any key not at all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command import START, Unchanged, git, league_with_site, new_game, run, tree
from tests.kit.keys import KEY, OTHER_KEY, machine
from tests.kit.reading import game_in

NEXT = "2026-11-21T01:00:00Z"
GAME = "games/riot"

# What each command says first where the master key is missing.
NEEDS_KEY = [
    "resolve riot",
    "resolve riot --order PASS --seat red",
    "resolve riot --dry-run",
    "show riot --as red --json",
    "show riot --turn 1a",
    "log riot",
    "log riot --as red",
    "legal riot",
    "legal riot red",
    "simulate riot --turns 3",
    "simulate riot --turns 3 --commit",
    "undo riot",
    "pause riot --open-end",
    "extend riot --by 1d",
    "replace riot green Rolf",
    "drop riot green",
    "drop riot green --orphans",
    "finish riot --reason rain",
    "draw riot --agreed red,green",
    "invite riot red",
    "invite riot red --renew",
    "order riot red PASS",
    "order riot red PASS --commit --seal",
]


@pytest.mark.parametrize("command", NEEDS_KEY)
def test_without_a_key_a_command_names_the_key_and_changes_nothing(
    sealed: Path, stranger: None, refused: Unchanged, command: str
) -> None:
    now = [] if command.split()[0] in ("show", "log", "legal", "simulate") else ["--now", NEXT]
    done = refused(sealed, *command.split(), *now)
    assert "the master key is missing: set GENETESS_MASTER_KEY to the key" in done.err
    assert done.out == ""


def test_a_game_that_is_over_is_not_revealed_without_the_key(
    sealed: Path, tmp_path: Path, refused: Unchanged
) -> None:
    with machine(tmp_path, KEY):
        assert run(sealed, "finish", "riot", "--reason", "rain", "--now", NEXT).status == 0
    with machine(tmp_path):
        assert "the master key is missing" in refused(sealed, "reveal", "riot").err


@pytest.mark.parametrize("command", ["tick", "show riot --as red", "order riot red PASS"])
def test_another_gms_key_is_told_from_none(
    sealed: Path, tmp_path: Path, refused: Unchanged, command: str
) -> None:
    with machine(tmp_path, OTHER_KEY):
        done = refused(sealed, *command.split())
    assert "not the one that the game was made with" in done.err
    assert OTHER_KEY not in done.err


def test_another_gms_key_is_no_key_of_a_game_that_has_not_started(tmp_path: Path, refused: Unchanged) -> None:
    with machine(tmp_path, KEY):
        root = league_with_site(tmp_path)
        new_game(root, "riot", "--sealed")
    with machine(tmp_path, OTHER_KEY):
        for command in ("start riot", "simulate riot --turns 2"):
            assert (
                "the master key here is not the one that the game was made with"
                in refused(root, *command.split()).err
            )


def test_nobody_but_the_gm_who_made_a_game_starts_it(tmp_path: Path, refused: Unchanged) -> None:
    with machine(tmp_path / "gm", KEY):
        root = league_with_site(tmp_path)
        new_game(root, "riot", "--sealed")
    with machine(tmp_path / "other"):
        done = refused(root, "start", "riot")
        assert "master key is missing" in done.err
        assert not (tmp_path / "other" / ".config" / "genetess" / "master.key").exists()


# With the key


@pytest.fixture
def twins(tmp_path: Path, gm: None) -> Path:
    """A league with the game riot sealed and the game feud open, alike in all else but their luck."""
    root = league_with_site(tmp_path)
    new_game(root, "riot", "--sealed", "--name", "Twin", "--number", "1")
    new_game(root, "feud", "--name", "Twin", "--number", "1")
    for slug in ("riot", "feud"):
        assert run(root, "start", slug, "--now", START).status == 0
        assert (
            run(root, "order", slug, "red", "MOVE B2 S / * MOVE A1 N", "--commit", "--now", NEXT).status == 0
        )
        assert run(root, "order", slug, "green", "* MOVE H3 N", "--now", NEXT).status == 0
        assert run(root, "resolve", slug, "--now", NEXT).status == 0
    return root


@pytest.mark.by_day(2, ci=6)
@pytest.mark.parametrize(
    "command",
    [
        "show {} --json",
        "show {} --as red --json",
        "show {} --as green",
        "show {} --turn 1a --as red",
        "log {} --json",
        "log {} --as red",
        "legal {}",
        "legal {} red --json",
        "simulate {} --turns 20 --seed 7 --json",
        "order {} red PASS --now 2026-11-21T02:00:00Z",
        "order {} red MOVEE --now 2026-11-21T02:00:00Z",
        "order {} green PASS --now 2026-11-21T02:00:00Z",
        "resolve {} --order NONSENSE --seat red --now 2026-11-21T02:00:00Z",
        "pause {} --reason rain --now 2026-11-21T02:00:00Z",
        "undo {} --to 1a --now 2026-11-21T02:00:00Z",
        "replace {} red Rolf --now 2026-11-21T02:00:00Z",
        "drop {} green --now 2026-11-21T02:00:00Z",
        "finish {} --reason rain --now 2026-11-21T02:00:00Z",
    ],
)
def test_with_the_key_a_command_says_what_it_says_of_the_same_open_game(twins: Path, command: str) -> None:
    one, other = (run(twins, *command.format(slug).split()) for slug in ("riot", "feud"))
    assert one.status == other.status
    for ours, theirs in ((one.out, other.out), (one.err, other.err)):
        shared = "".join(
            line for line in ours.splitlines(keepends=True) if not line.startswith("The old key of")
        )
        unnamed = re.sub("(Taken back, .*: the order) .*? (of|that)", r"\1 \2", theirs)  # a GM may play, too
        assert shared.replace("riot", "feud").replace(".sealed", ".txt") == unnamed


def test_what_is_carried_out_is_told_in_the_same_words_whatever_it_is(sealed: Path, gm: None) -> None:
    for order, status in (("MOVE G3 E", 0), ("what is this", 0), ("MOVE B2 S", 0)):
        (sealed / GAME / "orders" / "red.sealed").unlink(missing_ok=True)
        _seal(sealed, order)
        done = run(sealed, "resolve", "riot", "--now", NEXT)
        assert (done.status, done.err) == (status, "")
        assert done.out.splitlines()[0] == "riot 1a: resolved"
    assert run(sealed, "tick", "--now", NEXT).status == 3


def test_a_wish_is_told_by_its_public_name_and_not_like_a_turn(sealed: Path, gm: None) -> None:
    run(sealed, "pause", "riot", "--open-end", "--now", NEXT)
    run(sealed, "order", "riot", "green", "VOTE DRAW", "--now", NEXT)
    assert run(sealed, "tick", "--now", NEXT).out.startswith("riot 1a green: vote\n")


def _seal(root: Path, text: str) -> None:
    """Orders that `genetess order` would not write, sealed by another program that has the link."""
    from genetess_cli.store.codec import Queued

    folder = game_in(root)
    number = folder.clock.numbers.get("red", 0) + 1 if folder.clock else 1
    file = folder.codec.queue_file("red", Queued(f"{text}\n".encode(), number), folder.clock)
    (root / GAME / "orders" / "red.sealed").write_bytes(file)


def test_simulate_really_plays_a_sealed_game_on(sealed: Path, gm: None) -> None:
    done = run(sealed, "simulate", "riot", "--turns", "12", "--seed", "1", "--commit", "--now", NEXT)
    assert done.status == 0, done.err
    assert len(list((sealed / GAME).glob("turns/*/*.sealed"))) == 13
    assert run(sealed, "check").status == 0


def test_all_of_the_desk_in_a_row(sealed: Path, gm: None) -> None:
    for command in [
        "order riot red PASS --commit",
        "pause riot --open-end --reason rain",
        "resume riot",
        "extend riot --by 2d",
        "replace riot green Rolf@rolf",
        "undo riot",
        "undo riot",
        "invite riot red --renew --plain",
        "drop riot green",
        "draw riot --agreed red",
        "undo riot",
        "finish riot --reason rain",
        "reveal riot",
        "check",
        "log riot",
    ]:
        done = run(sealed, *command.split())
        assert done.status == 0, (command, done)
    assert git(sealed, "status", "--short") == ""


def test_after_reveal_anybody_reads_the_game(sealed: Path, tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        _seal(sealed, "MOVE B2 S")
        assert run(sealed, "tick", "--now", NEXT).status == 0
        assert run(sealed, "finish", "riot", "--reason", "rain").status == 0
        done = run(sealed, "reveal", "riot")
        assert done.out.startswith("riot: its key is public now.")
    with machine(tmp_path):
        assert "1a red: MOVE B2 S" in run(sealed, "log", "riot").out
        assert run(sealed, "show", "riot").status == 0
        assert run(sealed, "check").status == 0


# Making one


def test_specials_of_a_sealed_game_are_never_in_the_repository_in_the_clear(tmp_path: Path, gm: None) -> None:
    root = league_with_site(tmp_path)
    new_game(root, "riot", "--sealed")
    assert "S1" not in (root / GAME / "board.yaml").read_text()
    assert (
        (root / GAME / "specials.sealed").read_bytes().startswith(b"genetess/v1 sealed specials riot - 0\n")
    )
    objects = git(root, "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")
    for line in objects.splitlines():
        name, kind = line.split()
        if kind == "blob":
            assert "amount: 5" not in git(root, "cat-file", "-p", name)
    assert run(root, "start", "riot").status == 0


def test_a_board_with_readable_specials_is_refused(sealed: Path, gm: None, refused: Unchanged) -> None:
    board = sealed / GAME / "board.yaml"
    board.write_text(board.read_text() + "specials:\n  - {at: E3, type: S1, amount: 5}\n")
    done = refused(sealed, "check")
    assert "`specials` is sealed in this game" in done.out + done.err


def test_a_sealed_dna_game(tmp_path: Path, gm: None) -> None:
    root = league_with_site(tmp_path)
    new_game(root, "helix", "--sealed", ruleset="dna")
    assert run(root, "start", "helix", "--now", START).status == 0
    assert not (root / "games" / "helix" / "specials.sealed").exists()
    done = run(root, "simulate", "helix", "--turns", "12", "--seed", "3", "--commit", "--now", NEXT)
    assert done.status == 0, done.err
    assert run(root, "undo", "helix", "--now", NEXT).status == 0
    assert run(root, "check").status == 0
    subjects = set(git(root, "log", "--format=%s").splitlines())
    assert {subject.partition(": ")[2] for subject in subjects if " resolved" in subject} == {"resolved"}
    with machine(tmp_path):
        assert run(root, "check").status == 0
        done = run(root, "show", "helix")
        assert (done.status, "master key is missing" in done.err) == (0, True)
        assert "https://example.org/l/helix/" in done.err


# Whoever has a seat's key alone


def test_a_player_seals_with_the_key_of_the_link_and_the_gm_carries_it_out(
    sealed: Path, tmp_path: Path
) -> None:
    with machine(tmp_path / "gm", KEY):
        link = run(sealed, "invite", "riot", "red", "--plain").out.strip()
    with machine(tmp_path / "red"):
        done = run(sealed, "keys", "import", given=f"{link}\n")
        assert done.status == 0, done.err
        assert link.partition("#")[2] not in done.out + done.err
        done = run(sealed, "order", "riot", "red", "MOVE B2 S", "--seal", "--commit", "--now", NEXT)
        assert (done.status, done.out.splitlines()[0]) == (0, "1. MOVE B2 S")
        assert "checked for their form, not against the board" in done.err
        before = tree(sealed)
        for words, text in (("is no order", "MOVEE B2 S"), ("key of green is not here", "PASS")):
            seat = "green" if text == "PASS" else "red"
            done = run(sealed, "order", "riot", seat, text)
            assert (done.status, words in done.err) == (1, True)
        assert run(sealed, "tick", "--now", NEXT).status == 1
        assert tree(sealed) == before
    with machine(tmp_path / "gm", KEY):
        assert run(sealed, "tick", "--now", NEXT).out.startswith("riot 1a: resolved\n")
        assert "1a red: MOVE B2 S" in run(sealed, "log", "riot").out


def test_a_link_that_was_renewed_seals_nothing_that_counts(sealed: Path, tmp_path: Path) -> None:
    with machine(tmp_path / "gm", KEY):
        link = run(sealed, "invite", "riot", "red", "--plain").out
        new = run(sealed, "invite", "riot", "red", "--plain", "--renew").out
        assert new != link
    with machine(tmp_path / "red"):
        run(sealed, "keys", "import", given=link)
        assert run(sealed, "order", "riot", "red", "MOVE B2 S", "--now", NEXT).status == 0
    with machine(tmp_path / "gm", KEY):
        assert run(sealed, "tick", "--now", NEXT).out.startswith("riot 1a: resolved\n")
        told = run(sealed, "log", "riot", "--as", "red").out
        assert "an old key of the seat, ask the GM for the new key" in told
        assert "an old key" not in run(sealed, "log", "riot", "--as", "green").out


def test_a_player_who_is_a_gm_elsewhere_seals_with_the_link_before_the_start_too(tmp_path: Path) -> None:
    with machine(tmp_path / "gm", KEY):
        root = league_with_site(tmp_path)
        new_game(root, "riot", "--sealed")
        link = run(root, "invite", "riot", "red", "--plain").out
    with machine(tmp_path / "red", OTHER_KEY):
        assert run(root, "keys", "import", given=link).status == 0
        assert run(root, "order", "riot", "red", "* MOVE B2 S").status == 0
    with machine(tmp_path / "gm", KEY):
        assert run(root, "start", "riot", "--now", START).status == 0
        assert run(root, "tick", "--now", NEXT).status == 0
        assert "1a red: MOVE B2 S" in run(root, "log", "riot").out


# What is not printed where others read


@pytest.mark.parametrize(
    "command", ["invite riot red", "invite riot red --renew", "invite riot red --plain", "keys show --secret"]
)
def test_no_key_is_printed_in_ci(
    sealed: Path, gm: None, refused: Unchanged, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("CI", "true")
    assert "is not printed in CI" in refused(sealed, *command.split()).err


def test_no_order_is_brought_to_a_sealed_game_in_ci_where_a_refusal_would_be_read(
    sealed: Path, gm: None, refused: Unchanged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    brought = ("resolve", "riot", "--seat", "red", "--order")
    said = {refused(sealed, *brought, order).err for order in ("PASS", "MOVE B2 N", "?")}
    assert len(said) == 1
    assert "is not printed in CI" in said.pop()


def test_sealing_is_for_sealed_games(started: Path, gm: None, refused: Unchanged) -> None:
    (started / "genetess.yaml").write_text("title: Tests\nsite:\n  base_url: https://example.org\n")
    for command in ("order riot red PASS --seal", "invite riot red --renew"):
        assert "is an open game" in refused(started, *command.split()).err
