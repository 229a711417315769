"""Every sample game, played once from its script into a league of its own. What is expected of it is in the tests."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from genetess_cli.admin import demo, new_league
from genetess_cli.store import resources
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Game
from genetess_cli.store.records import Record
from genetess_cli.store.terms import Setup
from tests.kit.reading import begun, records_in, setup_in


class Played(msgspec.Struct, frozen=True):
    """A sample that was played: its script, the league it lies in, the game and its records."""

    slug: str
    script: list[demo.Cue]
    league: League
    game: Game
    records: list[Record]

    @property
    def setup(self) -> Setup:
        return setup_in(self.league, self.slug)

    @property
    def folder(self) -> Path:
        """The game's folder in the league it was played in."""
        return self.league.root / "games" / self.slug


def play(slug: str, folder: Path) -> Played:
    """Play a sample into a new league in `folder`."""
    script = demo.read_script(resources.samples() / slug / demo.SCRIPT)
    new_league.init(folder, "Samples", None, script[0].at, git=demo.SIGNER)
    league = League(folder, demo.sample_key)
    demo.copy(league, slug)
    demo.play(league, slug, script)
    return Played(slug, script, league, begun(league, slug), records_in(league, slug))


@pytest.fixture(scope="session", params=demo.samples())
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    return play(request.param, tmp_path_factory.mktemp(request.param) / "league")
