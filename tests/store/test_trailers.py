"""Trailers of commits: what is written is read again, by git itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.git.commits import (
    GAME,
    TAKEN,
    TURN,
    Mark,
    log_format,
    read_taken,
    taken,
    with_trailers,
)
from genetess_cli.store.git.repository import Repository
from tests.kit.command import git

NOW = 1_796_000_000


def _values(league: Repository, message: str, *names: str) -> list[str]:
    """What git reads of these trailers from a commit with this message."""
    league.commit(league.tip(), {"a.txt": message.encode()}, message, NOW)
    return git(Path(league.top), "log", "-1", f"--format={log_format(*names)}").split("\n")


@pytest.mark.parametrize(
    ("what", "head", "counted"),
    [
        ("pull 12", "ab" * 20, True),
        ("pull 12", "ab" * 20, False),
        ("issue 3", "0f" * 20, False),
        ("mail 77", "", True),
    ],
)
def test_what_was_taken_in_is_read_as_it_was_written(
    league: Repository, what: str, head: str, counted: bool
) -> None:
    trailer = taken("riot", f"{what} {head}".strip(), counted=counted)
    message = with_trailers("riot: orders of red\n\nred: gwen, pull request 12", (GAME, "riot"), trailer)
    [value] = _values(league, message, TAKEN)
    assert read_taken(value, NOW) == Mark("riot", what, head, NOW, counted)


def test_a_trailer_stands_once_and_others_are_not_read(league: Repository) -> None:
    message = with_trailers("riot 1a red: PASS", (GAME, "riot"), (TURN, "1a"), (TURN, "1a"))
    assert message == "riot 1a red: PASS\n\nGenetess-Game: riot\nGenetess-Turn: 1a\n"
    assert _values(league, message, TURN) == ["1a"]
