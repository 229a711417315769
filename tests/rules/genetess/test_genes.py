"""The table that scripts work pieces out from says of every sequence what the rules say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.rules.genetess.codes import LETTERS, body, prices
from genetess_cli.rules.genetess.offering import piece_table

TABLE = piece_table()


# rulings G2, G7, G13, G26
@given(st.text(LETTERS, min_size=1, max_size=12).map(lambda letters: "".join(sorted(letters))))
def test_the_table_adds_up_to_what_the_rules_say(codes: str) -> None:
    made = body(codes)
    counted = {
        what: more[""] + sum(more.get(code, 0) for code in codes) for what, more in TABLE["counts"].items()
    }
    assert counted == {
        "steps": made.steps,
        "radius": made.radius,
        "legs": made.legs,
        "kings": made.kings,
    }
    found = [price for code in codes if (price := TABLE["codes"][code][0]) is not None]
    assert found == prices(codes)
    assert any(code in TABLE["living"] for code in codes) == made.viable
    assert any(code in TABLE["diagonal"] for code in codes) == (len(made.directions) == 8)
    assert {verb for code in codes for verb in TABLE["codes"][code][2]} == made.verbs
