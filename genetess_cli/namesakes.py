"""Games that have the key of another one, as their folder was copied: refused before they start, and named by `check`.

Two games with one `id` draw the same, and the key that is revealed after one of them opens the other. In the history
only games count that were started with it: one that was renamed, or copied and given another key, has told nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.errors import Refused
from genetess_cli.store import Hosted, load
from genetess_cli.store.birth import births, holders
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import Layout, slug_of


def problems(hosted: Hosted) -> list[str]:
    """That another game of the league has the key of this one, or that one had it before this one has started."""
    found = next((f"{slug} has the same `id` or `commitment`" for slug in _sharing(hosted)), None)
    if found is None and hosted.clock is None:
        found = _earlier(hosted)
    if found is None:
        return []
    mend = "take both out of the file, and `start` makes others"
    if hosted.clock is not None:
        mend = "both draw the same, and the key of one opens the other; finish one before the key of either is revealed"
    elif hosted.is_sealed:
        mend = "make the game anew with `genetess new --sealed`"
    return [f"{hosted.paths.game}: {found}; {mend}"]


def check(hosted: Hosted) -> None:
    """Raise Refused for a game that has the key of another one."""
    if found := problems(hosted):
        raise Refused(found[0])


def running(hosted: Hosted) -> str | None:
    """Another game of the league that has the key of this one and is not over. Raises InvalidFile."""
    for slug in _sharing(hosted):
        clock = load(hosted.league, slug).clock
        if clock is None or clock.phase != "finished":
            return slug
    return None


def _sharing(hosted: Hosted) -> Iterator[str]:
    """The other games of the league that have the same key."""
    for slug in hosted.league.slugs():
        if slug != hosted.slug and _has(hosted, hosted.league.read(Layout(slug).game)):
            yield slug


def _earlier(hosted: Hosted) -> str | None:
    """What the history tells of the key of a game that has not started."""
    path = hosted.paths.game
    try:
        with Repository.open(hosted.league.root) as repository:
            top, prefix, tip = repository.top, repository.prefix, repository.tip()
            others = (name.removeprefix(prefix) for name in holders(top, prefix + path, _marks(hosted), tip))
            for name in [path, *others]:
                there = Layout(slug_of(name) or "")
                begun = births(hosted.league.root, [there.clock], there.folder).get(there.clock)
                if begun and _has(hosted, repository.read(begun, [name])[name]):
                    which = "it" if name == path else name
                    when = f"in commit {begun[:12]}, and its draws are known"
                    return f"{which} was started with the same `id` or `commitment` before, {when}"
    except Refused:
        return None  # there is no history yet
    return None


def _has(hosted: Hosted, text: bytes | None) -> bool:
    return any(mark.encode() in (text or b"") for mark in _marks(hosted))


def _marks(hosted: Hosted) -> list[str]:
    return [mark for mark in (hosted.file.id, hosted.commitment) if mark]
