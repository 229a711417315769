"""Why a message is sent back, in words that tell its player how to mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from genetess_cli.mail.addressing import Place, tags_of
from genetess_cli.mail.letters import LARGEST, Letter
from genetess_cli.mail.lines import CLEAR

MOST_ROWS: Final = 400
TOO_LONG: Final = (
    f"Your message has more than {MOST_ROWS} lines, quotations not counted. Leave all but your orders out."
)
TOO_LARGE: Final = (
    f"Your message has more than {LARGEST // 1024} KiB. Only its beginning was read, and no order is in it. "
    "Send your orders as text, without the files."
)
UNREAD: Final = (
    "The program could not read your message, and the GM has been told. Send your orders again as plain text, each on "
    "a line of its own, without files."
)
SEALED: Final = (
    "{slug} is a sealed game, and takes sealed orders alone. Seal them on your turnsheet's page, and mail what you get "
    "there, all lines of it."
)
NOT_ALONE: Final = (
    f"{CLEAR} stands alone: without orders it clears your queue. Orders without it replace the whole queue."
)

NO_ORDER: Final = "Leave out a line that is to be no order, or write it behind a `#`."


def doubtful(lines: Sequence[str]) -> str:
    """That there are lines of which nobody can tell whether an order is meant."""
    rows = "\n".join(f"    {line[:300]}" for line in lines)
    return (
        f"Nobody but you can tell whether an order is meant here, and which:\n\n{rows}\n\n"
        f"An order stands alone on its line, without other words, `?` or `:`. {NO_ORDER}"
    )


def for_several(place: Place, row: str, others: Sequence[Place]) -> str:
    """That a message is for one seat, and a line of it for another one."""
    return (
        f"Your message is for {tags_of([place])}, but its line “{row}” is for {tags_of(others)}. Send the orders of "
        "each in a message of its own, with what stands here in [ ] in the subject."
    )


def no_order(place: Place, letter: Letter, rows: Sequence[str]) -> str:
    """That no line is an order, where orders were looked for, and what one looks like."""
    examples = ", ".join(f"`{each}`" for each in place.hosted.ruleset.EXAMPLES)
    how = f"Write each on a line of its own, such as {examples}. To clear your queue, write {CLEAR} instead."
    return f"{_where(letter, rows)} {how}"


def _where(letter: Letter, rows: Sequence[str]) -> str:
    if len(letter.files) > 1:
        count = len(letter.files)
        return f"There is no order in the text, and of the {count} files that came with it none was chosen. Leave one."
    if letter.files:
        return "There is no order in the text of your message, and none in the file that came with it."
    if letter.unread:
        return (
            "There is no order in the text. What came with your message was not read, as it is no plain text, "
            "which is called `….txt`."
        )
    if not letter.text.strip():
        return "There is no text in your message. Of the subject only game and seat are read; orders go into the text."
    if not rows:
        return "There is nothing in your message but quotations. Orders go above them."
    return "No line of your message begins as an order does."
