"""The games that there are to verify: all that the history has had, whatever their folders are called by now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property

from genetess_cli.admin.verify.evidence import Differs, clock_of, in_commit
from genetess_cli.errors import Finding, InvalidFile, Refused
from genetess_cli.store import schema
from genetess_cli.store.codec import Codec
from genetess_cli.store.git.differences import restore
from genetess_cli.store.git.history import SHALLOW, History, Life, Trail, Version
from genetess_cli.store.layout import Layout, record_of, slug_of
from genetess_cli.store.league import League
from genetess_cli.store.reader.clocks import edits_of
from genetess_cli.store.reader.games import Keys, codec_of
from genetess_cli.store.schema import GameFile
from genetess_cli.store.seal import keys
from genetess_cli.store.terms import Terms, read_terms
from genetess_cli.store.yaml import api


class Games:
    """The games of a league up to its newest commit, `tip`, with their history. Raise Refused in a shallow clone.

    With a `trail` there is one game alone, as its commits have it: nothing that lies in a folder counts.
    """

    def __init__(self, league: League, trail: Trail | None = None) -> None:
        if league.repository.cut:
            raise Refused(SHALLOW)
        self.tip = league.repository.tip()
        self.league = league.at(self.tip)
        self._trail = trail
        if trail or league.repository.is_behind:  # the files here are behind
            self.league = league.committed(self.tip)

    @cached_property
    def history(self) -> History:
        return History(self.league.repository, self.tip, trail=self._trail)

    @property
    def started(self) -> list[str]:
        """The folders of the games that started, but for those that go on under another name."""
        lives = ((slug, self.life(slug)) for slug in self.history.slugs)
        return [slug for slug, life in lives if life and not (life.removed and self._goes_on(life))]

    def life(self, slug: str) -> Life | None:
        """Return the last life of a game's folder; None where it did not start in that."""
        life = next(reversed(self.history.lives(slug)), None)
        return life if life and life.is_started else None

    def others(self, life: Life, game_id: str | None) -> list[Life]:
        """Return the other lives of the game of this id: of other folders, or before the folder was removed once."""
        past = self.history
        slugs = [slug for slug in past.slugs if may_name(past.settings(slug).values(), game_id or "")]
        lives = [other for slug in slugs for other in past.lives(slug) if other.is_started]
        begun = (life.slug, life.versions[0].commit)
        found = [
            row for row in lives if (row.slug, row.versions[0].commit) != begun and game_id in self._ids(row)
        ]
        return sorted(found, key=lambda row: past.order[row.versions[0].commit])

    def namesakes(self, life: Life) -> list[Version]:
        """Return the commits that removed other games from the folder of one."""
        games = [row for row in life.former if row.is_started and not self._goes_on(row)]
        return [row.removed for row in games if row.removed]

    @property
    def differences(self) -> list[Finding]:
        """Return how the work tree differs from the newest commit, in files that the program alone writes."""
        return self._compared[0]

    @property
    def uncompared(self) -> str:
        """Return why git cannot compare the work tree; "" where it can."""
        return self._compared[1]

    def is_as_committed(self, slug: str) -> bool:
        """Return whether no file of a game that counts for its report lies there otherwise than it is committed."""
        paths = Layout(slug)
        lying = (paths.game, paths.board, paths.specials, paths.clock)
        edits = edits_of(self.league.snapshot, self.league.tree, lying)
        return not (edits.files or edits.unread or self.differences_of(slug))

    def differences_of(self, slug: str) -> list[Finding]:
        return [row for row in self.differences if slug_of(row.path) == slug]

    @cached_property
    def _compared(self) -> tuple[list[Finding], str]:
        if self._trail:
            return [], ""
        try:
            return self.league.differences(), ""
        except Refused as fault:  # it keeps no game from being verified
            return [], str(fault)

    def until(self, life: Life, stop: int) -> Life:
        """Return a life up to the first commit that has all records below a number: no file is read behind that."""
        last = next(index for index, row in enumerate(life.versions) if row.last >= stop - 1)
        files = {path: row for path, row in life.files.items() if (record_of(path) or (-1, ""))[0] < stop}
        return life.replace(versions=life.versions[: last + 1], files=files)

    def find_key(self, life: Life) -> Keys:
        """Return what gives the key of a game: it may be public at the end of a life."""
        with suppress(Differs, InvalidFile):
            if key := clock_of(self.history, Layout(life.slug), life.versions[-1]).key:
                return lambda _, promised: keys.revealed_key(key, promised)
        return self.league.game_key

    def terms(self, life: Life, find: Keys, is_whole: bool = True) -> Terms:
        """Return a game's terms, as people left them here or as they were at the end of a life. Raise InvalidFile."""
        place = Layout(life.slug)
        text = None
        if is_whole and life.removed is None:
            text = self.league.lying(place.game)
        if text is None:
            last = next(row for row in reversed(life.versions) if place.game in row.files)
            text = self.history.read(last.files[place.game])
        file = schema.load_game(api.read(text, place.game))
        if file.secrecy == "open":  # which no clock has a key of
            return read_terms(text, place, Codec())
        clock = clock_of(self.history, place, life.versions[-1])
        return read_terms(text, Layout(life.slug, sealed=True), codec_of(life.slug, file, clock, find))

    def check_there(self, life: Life) -> None:
        """Raise Differs where a game that goes on has lost its settings, or has its files in the work tree alone."""
        paths = Layout(life.slug)
        last = life.versions[-1]
        if life.removed:
            if self.league.tree.read(paths.clock) is not None:
                where = in_commit(self.history, life.removed)
                way = "`git add` and commit them again, or delete the folder as well"
                raise Differs(paths.folder, f"taken out of git {where}, but its files are still here. {way}")
        elif paths.game not in last.files:
            there = next(row for row in reversed(life.versions) if paths.game in row.files)
            way = f"restore it with `git restore --source={there.commit[:12]} {paths.game}` and commit it"
            raise Differs(paths.game, f"deleted, but the game has started; {way}")
        elif self.league.lying(paths.game) is None:
            raise Differs(paths.game, f"deleted in the work tree; restore it with `{restore(paths.game)}`")

    def _goes_on(self, life: Life) -> bool:
        others = (other for game_id in self._ids(life) for other in self.others(life, game_id))
        return any(other.removed is None for other in others)

    def _ids(self, life: Life) -> set[str]:
        """Return every id that a game had since it started."""
        return {file.id for file in self.files(life) if file.id}

    def files(self, life: Life) -> Iterator[GameFile]:
        """Yield every game.yaml that a game had since it started, but those that cannot be read."""
        texts = self.history.settings(life.slug)
        path = Layout(life.slug).game
        for oid in {row.files[path] for row in life.versions if row.last >= 0 and path in row.files}:
            with suppress(InvalidFile):
                yield schema.load_game(api.read(texts[oid], path))


def may_name(texts: Iterable[bytes], game_id: str) -> bool:
    """Return whether one of some texts of game.yaml may have an id."""
    signs = (game_id.encode(), b"\\")  # with which YAML can write an id in many ways
    return any(sign in text for text in texts for sign in signs)
