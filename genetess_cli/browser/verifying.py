"""A game of a league verified in a page, from the files that its site has for that."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from genetess_cli.admin import verify as verifying
from genetess_cli.admin.demo import SAMPLE_KEY
from genetess_cli.admin.verify.fold import Fold
from genetess_cli.admin.verify.games import Games
from genetess_cli.errors import Progress, Refused
from genetess_cli.site.pages.page import PageRenderer, Site
from genetess_cli.site.pages.verify import Verification, differing
from genetess_cli.site.write import proof
from genetess_cli.store.codec import KINDS, epoch_of
from genetess_cli.store.git.history import Trail
from genetess_cli.store.git.plumbing import loose
from genetess_cli.store.league import League
from genetess_cli.store.reader.clocks import Clocked
from genetess_cli.store.schema import load_game
from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import Misshapen, SealContext, Sealed
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

PLACE = Path("proof")
"""Below the folder in which the worker has Python run."""
_TRAIL = PLACE / "trail.json"
_BRANCH = "main"
_DAMAGED = "the files of this game are damaged ({}); load the page again"


class Decrypted(Value):
    """What the page's own cipher has made of a sealed text."""

    what: Sealed
    plain: bytes


def lay(data: bytes, tell: Progress) -> bytes:
    """Make a repository of the files of a game; return the sealed texts of it that are to be decrypted first."""
    try:
        given = proof.read(data)
    except (ValueError, zlib.error) as error:
        raise Refused(_DAMAGED.format(error)) from None
    trail = given.way
    loose.make(PLACE, _BRANCH, {})
    _TRAIL.write_bytes(msgspec.json.encode(trail))
    with _league(trail) as league:
        git = league.repository.git
        for kind, body in given.objects:
            git.write(kind, body)
        tip, *_ = trail.rows[-1]
        git.move(_BRANCH, tip, None, "")
        try:
            _ = [*proof.proofs(league, trail)]
        except Refused:
            raise Refused(_DAMAGED.format("something is missing")) from None
        here = league.committed(tip)
        game = here.clock(trail.slug)
        settings = here.lying(game.paths.game) or b""
    blobs = [body for kind, body in given.objects if kind == "blob"]
    return msgspec.json.encode([*_sealed(game, settings, blobs)])


def _league(trail: Trail) -> League:
    root = (PLACE / trail.prefix).absolute()
    root.mkdir(parents=True, exist_ok=True)
    return League(root)


def _sealed(game: Clocked, settings: bytes, blobs: Sequence[bytes]) -> Iterator[Sealed]:
    """Yield every sealed text of a game whose key is public. Raise InvalidFile."""
    clock = game.clock
    if clock is None or clock.key is None or game.secrecy == "open":
        return
    key = bytes.fromhex(clock.key)
    game_id = load_game(api.read(settings, game.paths.game)).id or ""
    for blob in blobs:
        try:
            letter = box.read(blob, max(KINDS.values()))
        except Misshapen:
            continue
        seat = letter.seat
        own = [keys.state_key(key)]
        if seat:
            own = [keys.seat_key(key, seat, epoch) for epoch in range(epoch_of(seat, clock) + 1)]
        context = SealContext(game_id, letter.kind, seat, letter.turn)
        for each in own:
            yield box.cipher_of(each, context, letter.sealed)


def verify(data: bytes, tell: Progress) -> bytes:
    """Verify the game that was laid, with what was decrypted of it; return what came of it as a part of a page."""
    for each in msgspec.json.decode(data, type=list[Decrypted]):
        box.believe(each.what, each.plain)
    trail = msgspec.json.decode(_TRAIL.read_bytes(), type=Trail)
    folds: list[Fold] = []
    with _league(trail) as league:
        games = Games(league, trail)
        report = verifying.verify(games, trail.slug, (), SAMPLE_KEY, tell, watch=folds.append)
    stands = (fold.states[fold.at] for fold in folds if fold.at is not None)
    said = Verification(
        commit=games.tip,
        records=report.records,
        line=report.line,
        notes=report.notes,
        difference=report.difference,
        place=next(map(differing, stands), None),
    )
    return PageRenderer(Site("")).render(said).encode()
