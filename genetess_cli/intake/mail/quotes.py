"""What of a text is the sender's own: without quotations, signatures and forwarded messages."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

_ADDRESS: Final = r"<[^<>\s]+@[^<>\s]+>"
_END: Final = re.compile(
    rf"""-- ?                                                # a signature
    | .*{_ADDRESS}.*: | [^\W\d_]+:\ .*{_ADDRESS}            # whoever is quoted below, as a sentence or a header
    | _{{20,}} | -{{4,}}\ ?(?!BEGIN\ PGP\ SIGNED)\w.*-{{4,}}  # Outlook's rule, with words or without
    """,
    re.VERBOSE,
)


def own(text: str) -> list[str]:
    """The lines of a text that its sender wrote for it, blank ones left out."""
    rows = takewhile(lambda row: not _END.fullmatch(row), map(str.strip, text.split("\n")))
    return [row for row in rows if row and not row.startswith(">")]
