"""The clauses of a DNA order: PLACE, MUTATE and SCORE, and the searches for what they may take."""
