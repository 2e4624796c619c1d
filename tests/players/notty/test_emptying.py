"""The search that decides whether a Notty hand can be emptied agrees with the exact best discards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.players.notty.emptying import can_empty, outs, pack
from bot.rules.cards import NOTTY_PACK, Card, parse_cards
from bot.rules.notty import best_discards


def hands(seed: int) -> list[tuple[Card, ...]]:
    """Return random hands. Half are reduced to what can be discarded; half of those then lose one card."""
    rng = random.Random(seed)
    found = []
    for number in range(400):
        hand = tuple(sorted(rng.sample(NOTTY_PACK, rng.randint(1, 36))))
        if number % 2:
            hand = tuple(card for group in best_discards(hand) for card in group)
        if number % 4 == 3:
            hand = hand[1:]
        found.append(hand)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_can_empty_agrees_with_best_discards(seed: int) -> None:
    """The hands are random, and a good part of them can be emptied."""
    emptied = 0
    for hand in hands(seed):
        expected = sum(map(len, best_discards(hand))) == len(hand)
        assert can_empty(pack(hand)) == expected
        emptied += expected
    assert 40 < emptied < 360


def test_outs_count_every_copy() -> None:
    """With R5 twice, B1 and R2 available, three of the four cards complete R3 R4."""
    cards = Counter(parse_cards("R5 R5 B1 R2"))
    assert outs(pack(parse_cards("R3 R4")), cards.items()) == 3 / 4
    assert outs(pack(parse_cards("R3 R4")), ()) == 0
