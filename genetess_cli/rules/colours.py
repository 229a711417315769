"""The colours that a player can have, for rules under which players bid for them and for the site that draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

COLOURS = (
    "red", "green", "blue", "yellow", "purple", "orange", "cyan", "white", "black", "brown", "pink", "grey",
)  # fmt: skip


def marks(colours: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each seat that no other has: the first of its name, or of the colour that it drew.

    Where neither all names nor all colours differ by their first letters, a seat that alone has its first letter keeps
    it, and the others get what is left of their own letters, or else of the alphabet. Whoever plays first, a letter
    stays with its seat.
    """
    for words in (list(colours), list(colours.values())):
        firsts = [word[:1] for word in words]
        if len(set(firsts)) == len(firsts) and all(first.isalpha() for first in firsts):
            return dict(zip(colours, firsts, strict=True))
    firsts = [seat[:1] for seat in colours]
    alone = {seat: seat[0] for seat in colours if firsts.count(seat[0]) == 1 and seat[0].isalpha()}
    letters = marks_besides(alone, sorted(colours))
    return {seat: letters[seat] for seat in colours}


def marks_besides(marked: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Return the marks given, and one for each other name: the first of its own that is left, or of the alphabet.

    Names that differ by numbers alone have no letters to tell them apart.
    """
    known = dict(marked)
    unmarked = [name for name in names if name not in marked]
    words = ["".join(filter(str.isalpha, name)) for name in (*marked, *unmarked)]
    for name in unmarked:
        own = "".join(filter(str.isalpha, name))
        letters = "abcdefghijklmnopqrstuvwxyz"
        if words.count(own) == 1:
            letters = own + letters
        known[name] = next((letter for letter in letters if letter not in known.values()), letters[0])
    return known
