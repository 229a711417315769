"""A player's mistake as a value, and how it is shown: the line, a caret, a hint.

Nothing here raises or prints; faults of operator and program are in `errors.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from genetess_cli.errors import Finding
from genetess_cli.rules.letters import printable
from genetess_cli.values import Value

CLOSED = "The order file cannot be opened: "
"""How the message begins of an order file that is no text for anybody; where that is said already, it is left out."""
MERGED = "is left over from a merge: keep what is meant, and delete the marks of git"
"""What is said of a line that git wrote where two versions of a file did not go together."""
_MARK = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")
_LINE_END = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")
_WIDEST = 100  # columns of a line that are shown
_BEFORE = 40  # of them at most before the caret, where the line is longer
_MOST_CARETS = 40


Part = str | int | list[str]
"""A fact that is said in a sentence."""
WORDS = "words"
"""The fact that is a whole sentence, of a problem that has none in the tables."""
Sentences = Mapping[str, str]
"""What is said of each problem, by its key."""


class Span(Value, order=True):
    """Where in a text."""

    # From 1.
    line: int
    # Columns from 0, the last one exclusive.
    start: int
    end: int


class Problem(Value):
    """One mistake in an order or in a setting."""

    # The kind of mistake, such as `off-grid`; behind a `/`, which of the sentences for it.
    key: str
    # A whole sentence for the player, with a `{name}` where each of `parts` goes.
    sentence: str
    # The place in the order's text, where that is known.
    span: Span | None = None
    # How to correct it, in one line or more.
    hint: str = ""
    # The part of the order that is at fault (`at`, `to`, `codes`, `path`), from which its place can be found.
    about: str = ""
    # Further mistakes of the same order, which would be mistakes without this one.
    also: tuple[Problem, ...] = ()
    # What the sentence is made of, by name; None: it is said as it stands.
    parts: Mapping[str, object] | None = None

    @property
    def slug(self) -> str:
        return self.key.partition("/")[0]

    @property
    def message(self) -> str:
        return self.sentence if self.parts is None else _worded(self.sentence, self.parts)

    @property
    def facts(self) -> dict[str, Part]:
        """The parts as a file has them: those alone that are said."""
        if self.parts is None:
            return {WORDS: self.sentence}
        said = re.findall(r"{(\w+)", self.sentence)
        return {name: _plain(part) for name, part in self.parts.items() if name in said}

    def at(self, span: Span) -> Problem:
        return self if self.span else self.replace(span=span)


def problem_of(
    sentences: Sentences, key: str, about: str = "", span: Span | None = None, hint: str = "", **parts: object
) -> Problem:
    """Return the problem that has a key in a table of sentences."""
    return Problem(key, sentences[key], span, hint, about, parts=parts)


def told(sentences: Sentences, key: str, facts: Mapping[str, Part]) -> str:
    """Return what is said of a problem now, of which a file keeps the key and the facts."""
    sentence = sentences.get(key)
    if sentence is None or WORDS in facts:
        return str(facts.get(WORDS, key))
    return _worded(sentence, facts)


def _plain(part: object) -> Part:
    if isinstance(part, int):
        return part
    return [*map(str, part)] if isinstance(part, list) else str(part)


def _worded(sentence: str, facts: Mapping[str, object]) -> str:
    return sentence.format_map(_Facts({name: _Said(fact) for name, fact in facts.items()}))


class _Said(Value):
    """A fact in a sentence: `{count:step}` is a number of steps, `{which:or}` a list."""

    fact: object

    def __format__(self, form: str) -> str:
        if isinstance(self.fact, list):
            return join_words(map(str, self.fact), form or "and")
        if self.fact == 1 and form == "time":
            return "once"
        return count_words(self.fact, form) if form else str(self.fact)


class _Facts(dict[str, _Said]):
    def __missing__(self, _: str) -> _Said:
        return _Said("…")  # a part that a file leaves out


def merge_mark(text: str) -> int | None:
    """Return the number of the first line that git left in a text where a merge did not go well; None for none."""
    return next((number for number, line in enumerate(lines(text), start=1) if _MARK.match(line)), None)


def rows(text: str) -> list[str]:
    """Return the lines of a text with their ends: LF, CR LF or CR, and nothing else that Python takes for one."""
    return [row for row in _LINE_END.split(text) if row]


def lines(text: str) -> list[str]:
    return [row.rstrip("\r\n") for row in rows(text)]


def together(problems: Sequence[Problem]) -> Problem | None:
    """Mistakes of one order as one problem: the first, with the others in it; None where there is none."""
    return problems[0].replace(also=tuple(problems[1:])) if problems else None


def count_words(count: object, thing: str) -> str:
    """Return `1 point` or `2 points`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def join_words(words: Iterable[str], joint: str = "and", none: str = "nothing") -> str:
    """Return words as people list them: `red, green and blue`; `none` where there are none."""
    *most, last = [*words] or [none]
    return f"{', '.join(most)} {joint} {last}" if most else last


def to_finding(problem: Problem, text: str, path: str) -> Finding:
    """Return what is wrong with the file `path`, which holds `text`: the problem with its line, caret and hint."""
    line = problem.span.line if problem.span else 0
    also = tuple(to_finding(other, text, path) for other in problem.also)
    return Finding(path, problem.message, line, detail="\n".join(_below(problem, text)), also=also)


def render(problem: Problem, text: str = "", numbered: bool = True) -> str:
    """Return the problem as lines for a person.

    `text` is the whole text that the span points into; its line is shown with a caret under the first character that
    did not fit, and of a very long line only what stands around the caret. The line is named where there are several,
    unless not `numbered`: the lines of the text are not those that its author knows. Further mistakes follow in the
    same way.
    """
    where = f"line {problem.span.line}: " if problem.span and numbered and len(rows(text)) > 1 else ""
    also = [render(other, text, numbered) for other in problem.also]
    return "\n".join([where + problem.message, *_below(problem, text), *also])


def _below(problem: Problem, text: str) -> list[str]:
    written = lines(text)
    span = problem.span
    below: list[str] = []
    if span and 0 < span.line <= len(written):
        below += [f"    {line}" for line in _caret_rows(written[span.line - 1], span)]
    if problem.hint:
        below += [f"  {line}" for line in lines(problem.hint)]
    return below


def _caret_rows(row: str, span: Span) -> list[str]:
    width = min(max(1, min(span.end, len(row)) - span.start), _MOST_CARETS)
    first = max(0, min(span.start - _BEFORE, len(row) - _WIDEST))
    shown = printable(row[first : first + _WIDEST])
    if first:
        shown = f"…{shown[1:]}"
    if first + _WIDEST < len(row):
        shown = f"{shown[:-1]}…"
    return [shown, f"{' ' * (span.start - first)}{'^' * width}"]
