"""The luck of an open game: bound to a key from `new` on, and checked by everybody once that is revealed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.store.seal import keys
from tests.kit.command import START, Unchanged, commit, git, run, tree
from tests.kit.history import DAYS, GAME, edit, replaced, rewrite, verify
from tests.kit.keys import KEY

CLOCK = f"{GAME}/clock.yaml"
SETTINGS = f"{GAME}/game.yaml"
ID = KEY[:32]


@pytest.fixture
def over(played: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The open game once it has ended, on the machine of its GM."""
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    done = run(played, "finish", "riot", "--reason", "the season has ended", "--now", DAYS[-1])
    assert done.status == 0, done.err
    return played


@pytest.fixture
def revealed(over: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same with its key, on a machine without any."""
    done = run(over, "reveal", "riot")
    assert done.status == 0, done.err
    monkeypatch.delenv("GENETESS_MASTER_KEY")
    return over


def test_new_binds_a_game_to_its_key(founded: Path) -> None:
    text = (founded / SETTINGS).read_text()
    [game_id], [promised] = re.findall('id: "?(.*?)"?\n', text), re.findall('commitment: "?(.*?)"?\n', text)
    master = bytes.fromhex((Path.home() / ".config/genetess/master.key").read_text())
    assert promised == keys.commitment(keys.game_key(master, game_id))
    assert run(founded, "start", "riot", "--now", START).status == 0
    assert (founded / SETTINGS).read_text().startswith(text.rstrip("\n")), "the start leaves both as they are"
    assert "commitment" not in (founded / CLOCK).read_text()


def test_a_game_is_started_with_the_key_that_it_is_bound_to(
    founded: Path, refused: Unchanged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    done = refused(founded, "start", "riot", "--now", START)
    assert "the master key here is not the one that the game was made with" in done.err


def test_everybody_checks_the_draws_of_an_open_game_that_is_revealed(revealed: Path) -> None:
    done = verify(revealed)
    assert done.status == 0, done.err
    assert re.search(r"\d draws checked against the dice; all as committed", done.out)
    assert run(revealed, "check").status == 0


def test_a_draw_that_was_chosen_is_found_then(over: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The GM plays the whole game with another key, and tells it as if it were this one."""
    promised = re.findall("commitment: .*", (over / SETTINGS).read_text())[0]
    since = git(over, "log", "--diff-filter=A", "--format=%H", "--", CLOCK)
    key = keys.game_key(bytes.fromhex(KEY), ID).hex()
    assert run(over, "reveal", "riot").status == 0
    other = replaced("commitment: .*", f'commitment: "{keys.commitment(bytes.fromhex("11" * 32))}"')
    edit(over / CLOCK, "key: .*", f'key: "{"11" * 32}"')
    commit(over)
    rewrite(
        over, lambda league: (league / SETTINGS).write_text(other((league / SETTINGS).read_text())), since
    )
    monkeypatch.delenv("GENETESS_MASTER_KEY")
    assert re.search(
        r"turns/00xx/\S+: draws\[\d\]\.number: expected \d, found \d, by the dice", verify(over).err
    )
    assert key not in verify(over).err
    assert promised not in (over / SETTINGS).read_text()


def test_a_game_that_goes_on_keeps_its_key(
    played: Path, refused: Unchanged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    assert "riot is not over; its key stays secret" in refused(played, "reveal", "riot").err


def test_the_key_is_revealed_by_who_has_it(
    over: Path, refused: Unchanged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", "cd" * 32)
    assert "not the one that the game was made with" in refused(over, "reveal", "riot").err
    monkeypatch.delenv("GENETESS_MASTER_KEY")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody"))
    done = refused(over, "reveal", "riot")
    assert "the master key is missing" in done.err
    assert "sealed" not in done.err


def test_nothing_is_taken_back_once_the_key_is_known(revealed: Path, refused: Unchanged) -> None:
    assert "its key is public" in refused(revealed, "undo", "riot", "--now", "2026-12-20T00:00:00Z").err
    assert "is already public" in refused(revealed, "reveal", "riot").err


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        (CLOCK, r"key: .*", f'key: "{"cd" * 32}"', "key: expected .*, found another"),
        (CLOCK, r"\nkey: .*", "", "key: expected .*, found another"),
        (
            SETTINGS,
            r"commitment: .*",
            f'commitment: "{"cd" * 32}"',
            "commitment: it cannot change once a game has started; write `commitment: .*` again",
        ),
        (SETTINGS, r"commitment: .*\n", "", "commitment: it cannot change once a game has started; write"),
    ],
)
def test_a_key_or_commitment_that_was_swapped_or_taken_out_is_named(
    revealed: Path, path: str, old: str, new: str, words: str
) -> None:
    edit(revealed / path, old, new)
    commit(revealed, "by hand")
    done = verify(revealed)
    assert done.status == 1
    assert re.search(rf"{path}.*: {words}", done.err), done.err


def test_a_commitment_that_was_swapped_for_a_while_is_named(played: Path) -> None:
    before = (played / SETTINGS).read_text()
    edit(played / SETTINGS, "commitment: .*", f'commitment: "{"cd" * 32}"')
    edit(played / CLOCK, r"\Z", "# touched\n")
    commit(played, "for a while")
    (played / SETTINGS).write_text(before)
    edit(played / CLOCK, "# touched\n", "")
    commit(played, "and back")
    words = rf"{SETTINGS} in commit \w+ “for a while”: commitment: expected \w+, found (cd)+"
    assert re.search(words, verify(played).err), verify(played).err


def test_a_game_that_was_never_bound_is_named(played: Path) -> None:
    since = git(played, "log", "--diff-filter=A", "--format=%H", "--", CLOCK)
    rewrite(played, lambda league: edit(league / SETTINGS, "commitment: .*\n", ""), since)
    done = verify(played)
    assert done.status == 1
    assert f"{SETTINGS}: commitment: expected what the game's key is bound to, found nothing" in done.err


def test_a_key_that_was_chosen_again_before_the_start_is_noted(founded: Path) -> None:
    """Everybody can see it, and ask; it may be that a key was lost."""
    text = (founded / SETTINGS).read_text()
    (founded / SETTINGS).write_text(re.sub("(?m)^id: .*\ncommitment: .*\n", "", text))
    commit(founded, "another one")
    assert run(founded, "start", "riot", "--now", START).status == 0
    before = tree(founded)
    done = run(founded, "verify", "riot")
    assert (done.status, done.err) == (0, "")
    assert "“riot: new game” has another `id` or `commitment` than the game was started with" in done.out
    assert tree(founded) == before
