"""What holds of round 0 whatever is bid (rulings G39, G45): fair shares, paid stakes, replays, positions on the way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import plain
from genetess_cli.rules.dice import Dice, Recorded
from genetess_cli.rules.genetess.events import Allotted, Created, Earned, Gambled, Seated
from genetess_cli.rules.genetess.game import Bid, Game
from genetess_cli.rules.genetess.round_zero import prizes
from tests.kit.shares import examples
from tests.rules.genetess.gambling import SEATS, new, play_all


def _file(luck: Random, game: Game) -> str:
    lines = [luck.choice(["PASS", "MOVE A1 E", "GAMBLE 3E K99"])] if luck.random() < 0.3 else []
    for names in prizes(game).values():
        if luck.random() < 0.7:
            wishes = luck.sample(names, luck.randint(1, min(4, len(names))))
            lines.append(
                f"GAMBLE {luck.randrange(4)}E on {', '.join(wishes)}{luck.choice(['', ', dont care'])}"
            )
    return "\n".join(lines)


@settings(max_examples=examples(150))
@given(st.integers(0, 2**32), st.sets(st.sampled_from(["start", "order", "colour"]), min_size=1))
def test_everybody_gets_one_of_each_kind_and_no_higher_bid_loses(seed: int, kinds: set[str]) -> None:
    """Rulings G39, G45: every stake is paid, events and draws replay, and every position on the way can be saved."""
    luck = Random(seed)
    game = before = new(*sorted(kinds), seats=SEATS[: luck.randint(2, 3)])
    answers = {seat: _file(luck, game) for seat in game.players}
    dice = Dice(lambda: b"key", 1)
    outcomes = play_all(game, answers, dice)
    events = [event for outcome in outcomes for event in outcome.events]
    for outcome in outcomes:
        game = reduce(genetess.apply, outcome.events, game)
        assert game == outcome.game
        assert codec.load(genetess.RULES, game.settings, codec.dump(game)) == game
    assert [codec.event(genetess.RULES, plain(event)) for event in events] == events
    assert play_all(before, answers, Recorded(dice.draws)) == outcomes
    bids = {event.seat: event.bids for event in events if isinstance(event, Gambled)}
    assert list(bids) == list(before.players)
    for kind, names in prizes(before).items():
        shares = [event for event in events if isinstance(event, Allotted) and event.prize == kind]
        _fair(shares, kind, names, bids)
    spent = sum(bid.stake for each in bids.values() for bid in each)
    income = sum(event.amount for event in events if isinstance(event, Earned))
    assert _purses(game) == _purses(before) - spent + income
    assert sum(isinstance(event, Seated) for event in events) == 1
    assert any(isinstance(event, Created) for event in events) == ("start" in kinds)


def _purses(game: Game) -> int:
    return sum(player.e for player in game.players.values())


def _fair(shares: list[Allotted], kind: str, names: list[str], bids: Mapping[str, tuple[Bid, ...]]) -> None:
    """One prize each, and whatever somebody wanted more went to a bid that was at least as high."""
    holders = {share.got: share for share in shares}
    assert sorted(share.seat for share in shares) == sorted(bids)
    assert len(holders) == len(bids)
    assert set(holders) <= set(names)
    for share in shares:
        own = [bid for bid in bids[share.seat] if bid.prize == kind] or [Bid(kind, 0, ())]
        assert own == [Bid(kind, share.stake, share.preferences)]
        wishes = share.preferences
        for wish in wishes if share.lot else wishes[: wishes.index(share.got)]:
            assert not holders[wish].lot
            assert holders[wish].stake >= share.stake
    assert [share.lot for share in shares] == sorted(share.lot for share in shares)
    served = [share.stake for share in shares if not share.lot]
    assert served == sorted(served, reverse=True)
