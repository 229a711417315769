"""A game, read from one commit in stages; each stage is a value, and nothing behind a value is read later.

    clocks.clocks   of every game its clock and the ids of its order files: all that an idle game costs
    clocks.edits    what people's files hold in the work tree where the commit has them otherwise
    games.read      one game, which is all that a turn needs; or everything that is wrong with it
    games.records   its records, for undo, pages and `verify`; `games.setup` its board

What the program wrote counts as it is committed, what people wrote as it lies there.
"""
