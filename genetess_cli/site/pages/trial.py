"""The board on which things are tried out: the link that leads there from a sheet, and its page.

The link carries what a seat knows and nothing else, and whoever opens it has no more than what is in it.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from markupsafe import Markup

from genetess_cli.errors import Refused
from genetess_cli.rules import codec, ruleset
from genetess_cli.rules.base import Position, plain
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.site.facts import LogLine
from genetess_cli.site.pages.page import Page
from genetess_cli.site.pages.sheet import Sheet
from genetess_cli.store.schema import Word
from genetess_cli.values import Value

FOLDER = "_try"
"""Where the pages of what is tried out lie; no game can be called so."""
_FORM = "1"
"""How a link begins: changed by whatever makes older ones unreadable."""
_LARGEST = 100_000
"""Characters of a link, and of what is packed in it."""
_BROKEN = "This link is broken. Go back to your sheet, and open it from there again."
_OTHER = "This link is of another version of the program. Load your sheet again, and open it from there."
_TEXT = re.compile(rb"(?:[^\x00-\x1f\x7f-\xff<>&'\\]|\\n)*")
"""What positions are written in: nothing that means anything to a page."""
_USUAL = (
    b'"stash":{"S":5,"M":5,"L":5},"flare":true,"eliminated":true,"score":2,"white":"black":"},"last":["e2","e4"],'
    b'"begun":true,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 12 Gg","moves":"Nf3","captured":{'
    b'"pools":{"archives":{"orange":{"colours":["orange"]},"cyan":{"colour":"cyan"},"purple":{"colour":"purple"},'
    b'"size":"M","colour":"blue"},{"at":"E4","size":"S","colour":"red"},{"at":"D5","size":"L","colour":"'
    b'"genie",2,"dna",2,"genetess",4,"first","red","12a",true,{},{"round":12,"to_move":"red","map":"####++++####'
    b"#\\n#....+...........+.........+....#\\n#.........#####\\n"
    b'","players":{"red":{"colour":"red","e":10},"green":{"colour":"green"},"blue":{"colour":"blue"},'
    b'"yellow":{"colour":"yellow"}},"pieces":[{"at":"B2","owner":"red","codes":"ABCK"},{"at":"C3","owner":"green",'
    b'"codes":"A"}],"specials":[],"starts":["B2","J10"]}]'
)
"""What links have in common, which none of them has to say."""


class TrialLink(Value, array_like=True):
    """What a link carries."""

    ruleset: Word
    version: int  # of the rules
    slug: Word
    seat: Word
    turn: Annotated[str, msgspec.Meta(max_length=40)]
    is_here: bool  # the sheet lies beside the page that the link leads to, and not two folders above
    settings: dict[str, Any]
    position: dict[str, Any]

    @property
    def back(self) -> str:
        """Return the way to the sheet from a page of what is tried out."""
        above = "../../../" if self.is_here else "../../../../../"
        return f"{above}{self.slug}/sheet/{self.seat}/index.html"

    def read(self) -> tuple[AnyRuleset, Position]:
        """Return the rules and the position. Raise Refused where they are of none that this program has."""
        rules = ruleset(self.ruleset)
        if self.version != rules.version or rules.offering().trial is None:
            raise Refused(_OTHER)
        try:
            settings = msgspec.convert(self.settings, rules.settings)
            position = codec.load(rules, settings, self.position)
            seats = rules.view(position, self.seat).players
            msgspec.convert(list(seats), list[Word])
        except (ValueError, LookupError, TypeError, AttributeError):
            raise Refused(_BROKEN) from None
        if self.seat not in seats:
            raise Refused(_BROKEN)
        return rules, position


def trial_link(
    rules: AnyRuleset, slug: str, is_here: bool, position: Position, seat: str, memory: object
) -> str:
    """Return what goes behind the `#` of a link to try things out, "" where the rules have nothing for that."""
    trial = rules.offering().trial
    if trial is None:
        return ""
    known: Any = trial.known(position, seat, memory)
    turn = rules.view(known, seat).turn
    told = TrialLink(
        rules.name, rules.version, slug, seat, turn, is_here, plain(known.settings), codec.dump(known)
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_USUAL)
    packed = packer.compress(msgspec.json.encode(told)) + packer.flush()
    return _FORM + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_trial_link(text: str) -> TrialLink:
    """Return what a link carries. Raise Refused for what is none of this version."""
    if text[:1].isdecimal() and not text.startswith(_FORM):
        raise Refused(_OTHER)
    unpacker = zlib.decompressobj(-15, zdict=_USUAL)
    try:
        packed = base64.urlsafe_b64decode(text[1:_LARGEST] + "==")
        said = unpacker.decompress(packed, _LARGEST)
        told = msgspec.json.decode(said, type=TrialLink)
    except (ValueError, zlib.error, RecursionError):
        raise Refused(_BROKEN) from None
    if not unpacker.eof or unpacker.unused_data or not _TEXT.fullmatch(said):
        raise Refused(_BROKEN)
    return told


class Entrance(Page):
    """The page that a link leads to, which hands what it carries to the program."""

    TEMPLATE = "try.html"


class TrialSheet(Sheet):
    """The sheet of the seat that is to move on a board where things are tried out."""

    TEMPLATE = "trial.html"

    asked: Markup  # the link and what was done since, as data for the script
    kinds: Sequence[str]  # pieces such as are there, or one such as can be
    assumes: str  # what stands for what the seat does not know, "" where it knows all
    link: TrialLink
    orders: Sequence[str]  # those of the own seat that were carried out
    drawn: Sequence[str]  # what chance decided of the last order
    lines: Sequence[LogLine]  # what happened
