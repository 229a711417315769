"""One game, one turn at a time: what is due, what follows from it, and the commit that holds it."""
