"""A game of a league verified in a page, from the files that its site has for that."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import msgspec

from genetess_cli.admin import verify as verifying
from genetess_cli.admin.demo import SAMPLE_KEY
from genetess_cli.admin.verify.fold import Fold
from genetess_cli.admin.verify.games import Games
from genetess_cli.errors import Progress, Refused
from genetess_cli.site.pages.page import PageRenderer, Site
from genetess_cli.site.pages.verify import Differing, Verification, differing
from genetess_cli.site.write import proof
from genetess_cli.site.write.proof import Head, Proof
from genetess_cli.store import schema
from genetess_cli.store.codec import KINDS, epoch_of
from genetess_cli.store.git.worktree import write_loose
from genetess_cli.store.league import League
from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import Misshapen, SealContext, Sealed
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

PLACE = Path("proof")
"""Below the folder in which the worker has Python run."""
_HEAD = PLACE / "head.json"
_BRANCH = "refs/heads/main"


class Decrypted(Value):
    """What the page's own cipher has made of a sealed text."""

    what: Sealed
    plain: bytes


def lay(data: bytes, tell: Progress) -> bytes:
    """Make a repository of the files of a game; return the sealed texts of it that are to be decrypted first."""
    try:
        read = proof.read(data)
    except (ValueError, zlib.error) as error:
        raise Refused(f"The files of this game are damaged ({error}). Load the page again.") from None
    rmtree(PLACE, ignore_errors=True)
    git = PLACE / ".git"
    for name in ("objects", "refs/heads"):
        (git / name).mkdir(parents=True)
    for kind, body in read.objects:
        write_loose(git / "objects", kind, body)
    (git / "HEAD").write_text(f"ref: {_BRANCH}\n")
    (git / _BRANCH).write_text(f"{read.head.trail.touches[-1].commit}\n")
    (PLACE / read.head.prefix).mkdir(parents=True, exist_ok=True)
    _HEAD.write_bytes(msgspec.json.encode(read.head))
    return msgspec.json.encode([*_sealed(read)])


def _sealed(read: Proof) -> Iterator[Sealed]:
    """Yield every sealed text of a game whose key is public. Raise InvalidFile."""
    trail = read.head.trail
    with _league(read.head) as league:
        here = league.committed(trail.touches[-1].commit)
        clocked = here.clock(trail.slug)
        place = clocked.paths.game
        file = schema.load_game(api.read(here.lying(place) or b"", place))
    clock = clocked.clock
    if clock is None or clock.key is None or file.id is None:
        return
    key = bytes.fromhex(clock.key)
    for kind, body in read.objects:
        if kind != "blob":
            continue
        try:
            letter = box.read(body, max(KINDS.values()))
        except Misshapen:
            continue
        context = SealContext(file.id, letter.kind, letter.seat, letter.turn)
        own = [keys.state_key(key)]
        if letter.seat:
            own = [
                keys.seat_key(key, letter.seat, epoch) for epoch in range(epoch_of(letter.seat, clock) + 1)
            ]
        yield from (box.cipher_of(each, context, letter.sealed) for each in own)


def _league(head: Head) -> League:
    return League((PLACE / head.prefix).absolute())


def verify(data: bytes, tell: Progress) -> bytes:
    """Verify the game that was laid, with what was decrypted of it; return what came of it as a part of a page."""
    for each in msgspec.json.decode(data, type=list[Decrypted]):
        box.believe(each.what, each.plain)
    head = msgspec.json.decode(_HEAD.read_bytes(), type=Head)
    folds: list[Fold] = []
    with _league(head) as league:
        games = Games(league, head.trail)
        report = verifying.verify(
            games, head.trail.slug, published=SAMPLE_KEY, progress=tell, watch=folds.append
        )
    place = None
    if report.difference and folds:
        place = _place(folds[0])
    said = Verification(
        commit=games.tip, line=report.line, notes=report.notes, difference=report.difference, place=place
    )
    return PageRenderer(Site("")).render(said).encode()


def _place(fold: Fold) -> Differing | None:
    return None if fold.at is None else differing(fold.states[fold.at])
