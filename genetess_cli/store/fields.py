"""What single fields of a league's files may hold: types for `schema.py`, with the words that faults name them by."""

from typing import Annotated, Literal

import msgspec

from genetess_cli.store.layout import LOGIN, WORD
from genetess_cli.store.times import TIME

Meta = msgspec.Meta
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,%d}\Z"

Word = Annotated[
    str, Meta(pattern=rf"^{WORD}\Z", description="a lower-case word of up to 40 of a-z, 0-9 and `-`")
]
Line = Annotated[str, Meta(pattern=LINE % 80, description="one line of 1 to 80 characters")]
Login = Annotated[
    str,
    Meta(
        pattern=rf"^{LOGIN}\Z",
        description="a login of up to 39 letters, digits, `-`, and behind the first `_` and `.`",
    ),
]
Mail = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,8}\Z",
        description="a plain mail address such as `gwen@example.org`",
    ),
]
Notices = Literal["all", "own", "none"]
Start = Annotated[
    str, Meta(pattern=r"^\S{1,40}\Z", description="the name of a start on the board, such as `K1`")
]
Duration = Annotated[
    str,
    Meta(pattern=r"^(none|[0-9]{1,7}[mhd])\Z", description="a time such as `90m`, `12h` or `3d`, or `none`"),
]
Key = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{32}\Z", description="32 of 0-9 and a-f, as the program made them")
]
GameKey = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 of 0-9 and a-f, as the program made them")
]
SlipNumber = Annotated[int, Meta(ge=0, le=10**15, description="a whole number from 0")]


ForgeId = Annotated[int, Meta(ge=1, le=10**15, description="the number by which the forge knows an account")]


class Delayed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spectators see the whole board so many turns late."""

    delayed: Annotated[int, Meta(ge=1, le=100)]


Spectators = Annotated[
    Literal["public", "full"] | Delayed,
    Meta(description="`public`, `full`, or `{delayed: 10}`, from 1 to 100 turns late"),
]
Time = Annotated[str, Meta(pattern=TIME, description="a time such as `2026-11-24T18:00:00Z`")]
Crowd = Annotated[int, Meta(ge=1, le=100, description="a number of players, from 1 to 100")]


class SignUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game that has not started finds its players: the seats offered, in order of play.

    `minimum` and `maximum` count all players, those whom game.yaml names too; left out, all seats are to be taken.
    `launch` is when the GM means to start the game.
    """

    seats: tuple[Word, ...]
    minimum: Crowd = 2
    maximum: Crowd | None = None
    launch: Time | None = None


Desk = Literal["pause", "resume", "extend", "undo", "replace", "drop", "finish", "draw", "grace"]
Count = Annotated[int, Meta(ge=0, le=999_999, description="a whole number from 0 to 999999")]
Number = Annotated[int, Meta(ge=0, le=10**9, description="a whole number from 0")]
Version = Annotated[int, Meta(ge=1, le=10**6, description="a whole number from 1")]
Address = Annotated[
    str,
    Meta(
        pattern=r"^https?://[^\s\"'<>\\\x00-\x1f]{1,200}\Z",
        description="an address such as `https://example.org/league`",
    ),
]
_PART = r"(?!\.\.?(/|\Z))[A-Za-z0-9._-]{1,100}"  # `.` and `..` lead elsewhere
_OWN = rf"[A-Za-z0-9-]{{1,39}}/{_PART}"
_WHOLE = rf"https?://[A-Za-z0-9.-]{{1,200}}(:[0-9]{{1,5}})?(/{_PART}){{2,12}}/?"
Repository = Annotated[
    str,
    Meta(
        pattern=rf"^({_OWN}|{_WHOLE})\Z",
        description="`owner/name` on GitHub, or an address such as `https://codeberg.org/owner/name`",
    ),
]
Forge = Literal["github", "gitlab", "forgejo"]
FORGES: dict[str, Forge] = {"github.com": "github", "gitlab.com": "gitlab", "codeberg.org": "forgejo"}
"""Hosts whose kind of forge everybody knows; others may say theirs by how they begin, as `gitlab.example.org` does."""


class SiteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the league is published: `site:` in genetess.yaml.

    `repository` is where it lies on a forge, whose kind `forge` says where the address does not.
    """

    base_url: Address | None = None
    repository: Repository | None = None
    forge: Forge | None = None

    @property
    def kind(self) -> Forge | None:
        """Of what kind the forge is: as `forge` says, or else the host (None: neither does)."""
        if self.forge or self.repository is None or "://" not in self.repository:
            return self.forge or "github"
        host = self.repository.split("/")[2].partition(":")[0].lower()
        begins = (kind for kind in FORGES.values() if host.startswith(f"{kind}."))
        return FORGES.get(host) or next(begins, None)

    @property
    def wrong(self) -> str:
        """Why pages could not tell where to lead on the forge ("": they can)."""
        if self.kind is None:
            return "its host does not tell what forge it is: add `forge: github`, `gitlab` or `forgejo` beside it"
        if self.kind != "github" and self.repository and "://" not in self.repository:
            return "only on GitHub is it `owner/name`: write an address such as `https://codeberg.org/owner/name`"
        return ""
