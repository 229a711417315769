"""A league, opened: its folder and repository, and what is read of it from one commit and the work tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from copy import copy
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from genetess_cli.errors import Finding, InvalidFile, Note, Refused, WrongUsage, ignore_note
from genetess_cli.store import schema, signups, talk
from genetess_cli.store.codec import SealedCodec
from genetess_cli.store.git import run
from genetess_cli.store.git.commits import GAME
from genetess_cli.store.git.differences import INTERRUPTED, Difference, How
from genetess_cli.store.git.history import Births
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.run import NoRepository
from genetess_cli.store.git.snapshot import Checkout, Held, Snapshot, Untouched, WorkTree
from genetess_cli.store.layout import CLOCKS, GAMES, LEAGUE, MASTER_KEY, PEOPLE, RECORDS, Layout, check_slug
from genetess_cli.store.people import People
from genetess_cli.store.reader import clocks, games
from genetess_cli.store.reader.clocks import Clocked
from genetess_cli.store.reader.games import AnyGame, Broken, Draft, Keys
from genetess_cli.store.records import Record
from genetess_cli.store.schema import LeagueFile, PlayerFile
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.seal.keyring import game_key_for
from genetess_cli.store.signups import SignUpFile
from genetess_cli.store.talk import Saying
from genetess_cli.store.terms import Setup, Terms
from genetess_cli.store.yaml import api


class League(AbstractContextManager["League"]):
    """A league, opened for one command: its folder, its repository, and the commit that is read.

    `root` is the folder of genetess.yaml. `game_key` gives the key of a game; usually it comes from the master key of
    this machine.
    """

    def __init__(self, root: Path, game_key: Keys = game_key_for) -> None:
        self.root = root
        self.game_key = game_key

    def __exit__(self, *_: object) -> None:
        if "repository" in self.__dict__:
            self.repository.close()

    @cached_property
    def repository(self) -> Repository:
        """The repository that the league is in. Raise Refused where it is in none."""
        return Repository.open(self.root)

    @cached_property
    def snapshot(self) -> Snapshot:
        """The newest commit when first asked for, nothing before there is one; outside git, what lies there."""
        if not self._is_in_git:
            files = (file for file in (self.root / GAMES).rglob("*") if file.is_file())
            return Held({file.relative_to(self.root).as_posix(): file.read_bytes() for file in files})
        newest = self.repository.newest()
        return self.repository.snapshot(newest) if newest else Held({})

    @cached_property
    def tree(self) -> WorkTree:
        return self.repository.checkout() if self._is_in_git else Checkout(self.root)

    @property
    def cache(self) -> Path | None:
        """The folder of what was parsed before; None: nothing is kept."""
        return self.snapshot.cache

    @cached_property
    def _births(self) -> Births:
        if not self._is_in_git:
            return Births(iter(()))
        return Births(self.repository.additions(self.snapshot.commit, RECORDS, CLOCKS))

    @property
    def _is_in_git(self) -> bool:
        try:
            _ = self.repository
        except NoRepository:
            return False
        return True

    def at(self, commit: str) -> League:
        """Return the league as a commit has it, with the work tree as it is now."""
        other = self.now()
        other.snapshot = self.repository.snapshot(commit)
        return other

    def now(self) -> League:
        """Return the league at its newest commit of now; nothing that was read of it before is kept."""
        other = copy(self)
        for name in ("snapshot", "tree", "settings", "people", "_births"):
            other.__dict__.pop(name, None)
        return other

    def committed(self, commit: str) -> League:
        """Return the league as a commit has it, people's files among it."""
        other = self.at(commit)
        other.tree = Untouched(other.snapshot)
        return other

    @contextmanager
    def at_work(self, note: Note) -> Iterator[League]:
        """Be alone at work here; gives the league as it is then. `note` hears what a killed command could not write."""
        with self.repository.lock() as left:
            tell_edited(left, note)
            _ = self.repository.tip()  # where there is no commit yet, it says how to make one
            yield self.now()

    def settled(self, note: Note) -> League:
        """Finish what a run that was interrupted left undone, if any was; gives the league as it is then."""
        if not self.repository.is_interrupted:
            return self.now()
        with self.at_work(note) as here:
            return here

    def said(self, slug: str) -> dict[int, Saying]:
        """Return what players said to all in a game, by number."""
        return talk.messages(self.repository, slug) if self._is_in_git else {}

    def said_id(self, slug: str) -> str:
        """Return git's id of all that was said in a game, "" where nothing was."""
        return talk.folder(self.repository, slug) if self._is_in_git else ""

    def clocks(self) -> list[Clocked]:
        """Return the clocks of all games of the commit, by slug. Raise InvalidFile."""
        return clocks.clocks(self.snapshot)

    def every_game(self) -> Iterator[AnyGame | Broken]:
        """Yield all games that `slugs` names, and what is wrong with each that cannot be read. Raise InvalidFile."""
        committed = {game.slug: game for game in self.clocks()}
        for slug in self.slugs():
            clocked = committed.get(slug, Clocked(slug))
            try:
                check_slug(slug)
            except WrongUsage as fault:
                yield Broken(slug, (Finding("", str(fault)),))
                continue
            yield games.read(self.snapshot, self.tree, clocked, self.game_key, self.people)

    def unpushed(self) -> Counter[str]:
        """Return how many commits of each game the remote, as last heard of, does not have."""
        with suppress(Refused):  # no branch is checked out, or it has no commit
            if self._is_in_git:
                return Counter(self.repository.unpushed(GAME).values())
        return Counter()

    def differences(self, clocks_alone: bool = False) -> list[Finding]:
        """Return what is to be said of files that the program alone writes and that are not as committed.

        `clocks_alone` looks at committed clocks and positions only. Raise Refused.
        """
        if not self._is_in_git:
            return []
        found = self.repository.differences(clocks_alone)
        if found and self.repository.is_behind:
            return [Finding(found[0].path, INTERRUPTED)]
        return [difference.finding for difference in found]

    def births(self, paths: Sequence[str]) -> dict[str, str]:
        """Return the newest commit that added each of some records or clocks, by path, where git can tell."""
        return self._births.of(paths)

    def kept(self, name: str) -> bytes:
        """Return what the remote held under a name when it was last asked, such as by a run on a forge."""
        return self.repository.kept(name) if self._is_in_git else b""

    # One game

    def clock(self, slug: str) -> Clocked:
        return clocks.clock(self.snapshot, slug)

    def find(self, slug: str) -> AnyGame | Broken:
        """Return a game, or everything that is wrong with it."""
        clocked = self.clock(check_slug(slug))
        return games.read(self.snapshot, self.tree, clocked, self.game_key, self.people)

    def draft(self, slug: str) -> AnyGame | Broken:
        """Return a game as it would be if it had not started: what people wrote of it alone."""
        return games.read(Held({}), self.tree, Clocked(slug), self.game_key, self.people)

    def stale(self, game: AnyGame) -> list[Finding]:
        """Return what is to be said where a game's clock or position lie there otherwise than they count."""
        if isinstance(game, Draft) or not self._is_in_git:
            return []
        if self.repository.is_behind:
            return [Finding(game.paths.folder, INTERRUPTED)]
        edits = clocks.edits_of(self.snapshot, self.tree, (game.paths.clock, game.paths.state))
        findings = [*edits.unread.values()]
        for path, data in edits.files.items():
            how: How = "deleted" if data is None else "changed"
            findings.append(Difference(path, how).finding)
        return findings

    def game(self, slug: str) -> AnyGame:
        """Return a game. Raise WrongUsage where there is none, InvalidFile where it cannot be read."""
        found = self.find(slug)
        if not isinstance(found, Broken):
            return found
        if found.findings:
            raise InvalidFile(*found.findings)
        raise self._missing(slug)

    def _missing(self, slug: str) -> WrongUsage:
        known = ", ".join(self.slugs()) or "none yet"
        return WrongUsage(f"there is no game {slug} in this league; it has {known}")

    def terms(self, slug: str) -> Terms:
        """Return the terms of a game, of which no more is read. Raise what `game` raises."""
        clocked = self.clock(slug).sound()
        edits = clocks.edits(clocked, self.tree)
        terms = games.terms_of(self.snapshot, clocked, edits, self.game_key, self.people)
        if terms is None:
            raise self._missing(slug)
        return terms

    def position(self, terms: Terms) -> Any:
        """Return the position of a game that has started. Raise InvalidFile, Closed."""
        return games.position(self.snapshot, terms, self._end(terms))

    def key_of(self, terms: Terms) -> bytes:
        """Return the key of a game, also of an open one. Raise Refused where it is not here."""
        if isinstance(terms.codec, SealedCodec):
            return terms.codec.key
        return self.game_key(terms.file.id or "", terms.file.commitment)

    def dice_key(self, terms: Terms) -> bytes:
        """Return the key of a game's draws. Raise Refused where it is not here."""
        return keys.dice_key(self.key_of(terms))

    def records(self, terms: Terms, first: int = 0) -> Iterator[api.Tree]:
        """Yield what a game's records say, from the number `first` on. Raise InvalidFile, Closed."""
        return games.records(self.snapshot, terms, first, self._end(terms))

    def _end(self, terms: Terms) -> int:
        """Return the number of the next record."""
        clock = self.clock(terms.slug).clock
        return clock.number if clock else 0

    def lying(self, path: str) -> bytes | None:
        """Return a file of people's as it lies there, or is committed where git leaves it out of the work tree."""
        return games.lying(self.snapshot, self.tree, path)

    def signups(self, paths: Layout) -> dict[str, bytes | Finding]:
        """Return what lies among a game's sign-ups by path, or why it cannot be read."""
        return games.lying_in(self.snapshot, self.tree, paths.signups_folder)

    def asked(
        self, paths: Layout, players: Sequence[PlayerFile], note: Note = ignore_note
    ) -> dict[str, SignUpFile]:
        """Return a game's sign-ups, as `read_signups` does."""
        return signups.read_signups(self.signups(paths), players, note)

    def setup(self, terms: Terms) -> Setup:
        """Return the board of a game with its terms. Raise InvalidFile."""
        return games.setup(self.snapshot, self.tree, terms)

    @cached_property
    def people(self) -> People:
        """The persons of people/, each read when first asked for."""
        lying = partial(games.lying, self.snapshot, self.tree)
        names = partial(games.names_in, self.snapshot, self.tree, PEOPLE)
        return People(lying, names, cache(self._past_people), self.cache)

    def _past_people(self) -> list[str]:
        """Return the files of persons that commits added, as far as git can tell."""
        newest = self.repository.newest() if self._is_in_git else None
        added = self.repository.additions(newest, f"{PEOPLE}/*") if newest else ()
        return [path for path, _ in added]

    @cached_property
    def settings(self) -> LeagueFile:
        """genetess.yaml. Raise InvalidFile."""
        data = self.lying(LEAGUE)
        return schema.load_league(api.read(data or b"", LEAGUE, self.cache))

    @property
    def pushes(self) -> bool:
        """Return whether commands push by themselves. A file that says nothing of it is not parsed: ticks are many."""
        lines = (self.lying(LEAGUE) or b"").splitlines()
        is_said = any(b"push" in line for line in lines if not line.lstrip().startswith(b"#"))
        return is_said and self.settings.push

    def address(self, place: str) -> str | None:
        """Return where a page is published; None for a league without a site."""
        base = self.settings.site.base_url
        return f"{base.rstrip('/')}/{place}" if base else None

    def slugs(self) -> list[str]:
        """Return the games that the commit has, or that lie there."""
        committed = {*clocks.folders(self.snapshot)}
        others = {*self.tree.names(GAMES)} - committed
        return sorted(
            committed | {slug for slug in others if (self.root / GAMES / slug / "game.yaml").exists()}
        )


def tell_edited(left: Sequence[str], note: Note) -> None:
    for path in left:
        note(f"{path} was edited and stays as it is; the commit has another version (see `git diff {path}`)")


def tell_kept(slug: str, records: Sequence[Record], note: Note) -> None:
    """Tell what was carried out by a run that then failed."""
    for record in records:
        note(f"{slug} {record.turn}: carried out and committed, before what follows")


def find(start: Path) -> League:
    """Return the league of a folder or of the nearest one above in its repository. Raise WrongUsage for none."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / LEAGUE).is_file():
            keyring.use(folder / ".git" / MASTER_KEY)
            return League(folder)
        if (folder / ".git").exists():
            break
    raise WrongUsage(
        f"{here} is not in a league: there is no {LEAGUE} here or above. "
        f"Make a league with `genetess init DIR`, or name one with `genetess -C DIR`"
    )


def is_taken_along(root: Path, file: Path) -> bool:
    """Return whether git would add a file of the repository around `root`. Raise Refused where there is none."""
    found = run.find(root)
    place = file.resolve()
    added = run.run(found.top, "check-ignore", "--quiet", "--", str(place)).status == 1
    return added and not place.is_relative_to(found.folder.resolve())
