"""The fast count of points left over agrees with the exact arrangement."""

from __future__ import annotations

import random

import pytest

from bot.players.three_thirteen.prospects import pack, points_left, with_packed
from bot.rules.cards import STANDARD_PACK, without
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.melds import PENALTIES
from bot.rules.three_thirteen.state import WILD_RANKS


@pytest.mark.parametrize("suits", ["SHDC", "SH", "S"])
@pytest.mark.parametrize("most_cards", [True, False])
def test_points_left_without_a_draw_is_the_penalty(suits: str, most_cards: bool) -> None:
    """Random hands of all sizes, including ones of few suits, where long and doubled sequences are common."""
    rng = random.Random(suits)
    for _ in range(600):
        wild_rank = rng.choice(WILD_RANKS)
        cards = [card for card in STANDARD_PACK if card.suit in suits or card.rank == wild_rank] * 2
        hand = rng.sample(cards, rng.randint(3, 14))
        expected = best_arrangement(hand, wild_rank, most_cards).penalty
        assert points_left(pack(hand, wild_rank), PENALTIES[wild_rank], 0, most_cards) == expected


def test_points_left_after_one_draw_is_nearly_always_exact() -> None:
    """The count is never better than the best of all discards, and equal to it for nearly every hand."""
    rng = random.Random(1)
    same = 0
    for _ in range(300):
        wild_rank = rng.choice(WILD_RANKS)
        *hand, drawn = rng.sample(STANDARD_PACK * 2, rng.randint(4, 14))
        packed = with_packed(pack(hand, wild_rank), drawn, wild_rank)
        found = points_left(packed, PENALTIES[wild_rank], 1, True)
        every = (*hand, drawn)
        exact = min(best_arrangement(without(every, card), wild_rank).penalty for card in every)
        assert found >= exact
        same += found == exact
    assert same > 285
