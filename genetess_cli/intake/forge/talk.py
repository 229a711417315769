"""The job that talks: it answers those who sent something, and tells in the games' threads whose turn it is.

It has no key and may not push. What it cannot write keeps nothing else back, and is left to the next run; where the
forge takes nothing more for now, all that follows is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from genetess_cli.errors import Fault, Note
from genetess_cli.intake.forge import webhook
from genetess_cli.store.forges.client import Limited, Unanswered
from genetess_cli.store.forges.hubs import Hub
from genetess_cli.store.forges.told import Comment, Reply

MARGIN = 600
"""The clocks of workers and forges differ by less."""
MOST = 20
"""Whoever pushes for ever gets no comments for ever: after so many the last one is put right."""


def talk(
    hub: Hub, answers: Sequence[Reply], notices: Sequence[Comment], since: int, hook: str, warn: Note
) -> None:
    """Write answers, then notices, of which none was written before `since`; `warn` hears what could not be.

    A notice that is new goes to the chat at the address `hook`, too, where there is one.
    """
    try:
        for answer in answers:
            what = f"{answer.on} {answer.number}"
            with _going_on(f"{what} has no answer, or is still open", warn):
                if not _answer(hub, answer):
                    warn(f"{what} was changed meanwhile, or is gone; the next run looks at it")
        if notices:
            with _going_on("what was told before could not be asked", warn):
                _tell(hub, notices, since, hook, warn)
    except Limited:
        warn("The forge takes nothing more for now, or not from here; the next run writes the rest.")


@contextmanager
def _going_on(words: str, warn: Note) -> Iterator[None]:
    """Let what fails keep nothing else back, unless the forge takes nothing more."""
    try:
        yield
    except Limited:
        raise
    except Fault as fault:
        warn(f"{words}; the next run does it: {fault}")


def _answer(hub: Hub, answer: Reply) -> bool:
    """Answer, and close what is done with; False where it is not as it was looked at: nobody has read what came since.

    An answer to another commit or text is another comment, as a forge tells nobody that one was edited.
    """
    on = answer.on
    number = answer.number
    if hub.newest(on, number) != answer.head:
        return False
    own = hub.remarks(on, number)
    if own and (own[-1].tag == answer.tag or len(own) >= MOST):
        if own[-1].body.strip() != answer.text.strip():
            hub.reword(on, own[-1], answer.text)
    else:
        _write(hub, on, number, answer)
    if answer.close:
        hub.finish(on, number)
    return True


def _write(hub: Hub, on: str, number: int, said: Reply | Comment) -> None:
    """Write a comment; one whose answer got lost may be there all the same."""
    try:
        hub.remark(on, number, said.text)
    except Unanswered:
        if all(one.tag != said.tag for one in hub.remarks(on, number)):
            raise


def _tell(hub: Hub, notices: Sequence[Comment], since: int, hook: str, warn: Note) -> None:
    threads = hub.threads()
    tags = {remark.tag for remark in hub.said(since)}
    patience = webhook.PATIENCE
    for one in notices:
        number = threads.get(one.thread)
        if number is None and one.over:
            continue  # nobody follows a game that is over
        with _going_on(f"{one.thread}: a comment could not be written, or it is still open", warn):
            if number is None:
                number = threads[one.thread] = _open(hub, one)
            if one.tag not in tags:
                _write(hub, "issue", number, one)
                if hook and patience > 0:
                    patience -= webhook.post(hook, one, warn)
            if one.over:
                hub.finish("issue", number)


def _open(hub: Hub, comment: Comment) -> int:
    try:
        return hub.new_thread(comment.thread, comment.opening)
    except Unanswered:
        if made := hub.threads().get(comment.thread):
            return made
        raise
