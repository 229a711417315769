"""What is said of the three parts of a DNA order."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

ORDERS: dict[str, Entry] = {
    "PLACE": Entry(
        brief="Puts one of your pyramids onto an empty square. Every turn begins with it.",
        says=(
            "Name the size, the colour where it could be several, and the square. It comes from your gene pool and has "
            "its colour.",
            "With `FROM ARCHIVE` it comes from your archive instead, in whatever colour it has there.",
            "Once it stands it never moves. All that can happen to it is mutation, in a later turn.",
        ),
        limits=(
            "The square must be empty, and a pyramid like it must lie where the order takes it from.",
            "One pyramid a turn. Who has none at all, or finds the board full, passes at once, and that was the turn.",
        ),
        meets=(
            "A pyramid from the archive no longer counts for you at the end, so it is the gene pool that is spent "
            "first as a rule.",
        ),
        examples=(
            ("PLACE L D3", "A large one of your own colour from your gene pool onto D3."),
            ("PLACE M red D3 FROM ARCHIVE", "A medium red one out of your archive."),
        ),
        rulings=(5, 6),
        aliases=("PLACING", "PLACEMENT"),
        see=("ORDER", "MUTATE", "SCORE"),
    ),
    "MUTATE": Entry(
        brief="Changes pyramids next to the one just placed, by as many points as can be spent.",
        says=(
            "A small pyramid that is placed has one point to spend on its neighbours, a medium two, a large three.",
            "A step gives one neighbour a new size or a new colour. Steps are done in the order in which you write "
            "them, and each is paid at the size that the pyramid has just then.",
            "A new size costs the difference: one point from small to medium, two from small to large. A new colour "
            "costs one point for a small pyramid, two for a medium, three for a large.",
            "Each step is a swap: the old pyramid goes into the gene pool of its colour, and the new one comes out of "
            "the gene pool of its own.",
            "You must spend as much as any steps could. A refusal tells how much that is, and ends with a whole "
            "order that would do.",
        ),
        limits=(
            "Neighbours are the pyramids on the eight squares that touch by a side or a corner. The placed pyramid "
            "itself does not mutate.",
            "No pyramid gets two new colours in a turn, none is made both larger and smaller, and nothing disappears.",
            "Where the gene pool has none to swap with, the step cannot be done. Archives are never swapped with.",
            "A step to the size or colour that is there already is refused.",
        ),
        meets=(
            "A step can take what an earlier step of the same turn has put into a gene pool.",
            "Gene pools that nobody owns are swapped with like all others.",
            "Leave it out where nothing can be mutated. What is left out is looked at before SCORE, and a `MUTATE` "
            "that stands alone behind `SCORE` is looked at there.",
        ),
        examples=(
            ("MUTATE D4 TO green", "The pyramid on D4 becomes green."),
            ("MUTATE D4 TO green, E4 TO M", "And then the one on E4 becomes medium."),
            (
                "MUTATE D4 TO red, D4 TO M",
                "A small one: first a new colour for one point, then larger for one.",
            ),
        ),
        rulings=(3, 5, 7, 8, 9),
        aliases=("MUTATION", "MUTATIONS", "NEIGHBOUR", "NEIGHBOURS", "NEIGHBORS", "ADJACENT", "SWAP"),
        see=("ORDER", "GENE POOL", "SCORE"),
        boards=("mutation",),
    ),
    "SCORE": Entry(
        brief="Counts the strands of the pyramid just placed, and captures pyramids for the points.",
        says=(
            "Points are not kept: at once they buy pyramids from the other players, which go into your archive.",
            "After `TAKE` name each by its size, its colour where it could be several, and the seat that has it; with "
            "`ARCHIVE` behind the seat it comes from there, and else from a gene pool.",
            "The board counts as it is at that moment. So score before you mutate, or mutate first to score more.",
        ),
        limits=("You must capture for as many points as can be made up without going above the score.",),
        meets=(
            "`SCORE` alone is enough where there is nothing to take, and it can be left out there. Left out, it comes "
            "last.",
        ),
        examples=(
            (
                "SCORE TAKE S FROM green, L red FROM yellow ARCHIVE",
                "Two captures, for one point and for five.",
            ),
            ("SCORE", "Strands that score, but nobody has anything that can be taken for it."),
        ),
        rulings=(5, 10, 11),
        aliases=("SCORING", "POINTS", "TAKE"),
        see=("STRAND", "BONUS", "CAPTURE", "PRICES"),
    ),
}
