"""Issue forms with anything in their fields: each is accepted or refused with a reason, and none is a fault."""

from __future__ import annotations

from random import Random

import pytest

from tests.cli.test_any_order_file import any_file
from tests.intake.forge.test_issues import collect, form, issue
from tests.kit.forge import Forge

FORMS = 20


def any_form(luck: Random) -> str:
    """A form as somebody sends it, now and then with a heading lost or one more, or with other lines around it."""
    text = any_file(luck).decode("utf-8", "replace")
    game = luck.choice(["riot"] * 4 + ["RIOT", "", "_No response_", "../riot", "riot/orders", text[:40]])
    seat = luck.choice(["red"] * 4 + ["Red", "", "_No response_", "green", "blue", text[:40]])
    body = form(text, game, seat)
    match luck.randrange(8):
        case 0:
            return body.replace("### Seat", luck.choice(["## Seat", "### Orders", ""]))
        case 1:
            return body.replace("```", luck.choice(["", "````", "~~~"]), 1)
        case 2:
            return body.replace("\n", "\r\n")
        case 3:
            return text[:200] + body
        case _:
            return body


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.by_day(1, ci=2)
def test_every_form_has_an_answer_and_none_is_a_fault(forge: Forge, seed: int) -> None:
    luck = Random(seed)
    listed = [issue(any_form(luck), number=number) for number in range(1, FORMS + 1)]
    done = collect(forge, listed)
    assert done.status in (0, 1, 3), done.err
    assert "fault" not in done.err
    told = done.json
    became = {each["name"] for part in ("taken", "refused", "passed") for each in told[part]}
    assert became == {str(number) for number in range(1, FORMS + 1)}
    assert "the program has a fault" not in str(told["answers"])
