"""The fast count of points left over agrees with the exact arrangement."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from bot.players.three_thirteen.prospects import pack, points_left
from bot.rules.cards import STANDARD_PACK
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.melds import PENALTIES, POSITIONS
from bot.rules.three_thirteen.state import WILD_RANKS
from tests.soaking import bounded


@pytest.mark.parametrize("suits", ["SHDC", "SH", "S"])
@pytest.mark.parametrize("most_cards", [True, False])
def test_points_left_without_a_draw_is_the_penalty(suits: str, most_cards: bool) -> None:
    """Random hands of all sizes, including ones of few suits, where long and doubled sequences are common."""
    rng = random.Random(suits)
    for _ in range(bounded(150, 6_000)):
        wild_rank = rng.choice(WILD_RANKS)
        cards = [card for card in STANDARD_PACK if card.suit in suits or card.rank == wild_rank] * 2
        hand = rng.sample(cards, rng.randint(3, 14))
        expected = best_arrangement(hand, wild_rank, most_cards).penalty
        assert points_left(pack(hand, wild_rank), PENALTIES[wild_rank], 0, most_cards) == expected


@pytest.mark.parametrize(("drawn", "hands"), [(1, bounded(100, 3_000)), (2, bounded(50, 1_500)), (4, bounded(15, 400))])
@pytest.mark.parametrize("most_cards", [True, False])
def test_points_left_after_draws_are_nearly_always_exact(drawn: int, hands: int, most_cards: bool) -> None:
    """The count is never better than the best of all discards, and equal to it for nearly every hand. Hands of few
    ranks are full of melds: of three groups of three, no card can be spared.
    """
    rng = random.Random(drawn)
    same = 0
    for number in range(hands):
        wild_rank = rng.choice(WILD_RANKS)
        ranks = {wild_rank, *rng.sample(sorted(POSITIONS), 13 if number % 2 else 4)}
        size = rng.randint(3, 13 if drawn == 1 else 8)
        every = rng.sample([card for card in STANDARD_PACK * 2 if card.rank in ranks], size + drawn)
        found = points_left(pack(every, wild_rank), PENALTIES[wild_rank], drawn, most_cards)
        kept = set(combinations(sorted(every), size))
        exact = min(best_arrangement(hand, wild_rank, most_cards).penalty for hand in kept)
        assert found >= exact
        same += found == exact
    assert same > 0.94 * hands
