"""`best_arrangement` is exact, checked against brute force on random and on awkward hands."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import RANKS, STANDARD_PACK, SUITS, Card, parse_cards, without
from bot.rules.three_thirteen import (
    Arrangement,
    best_arrangement,
    going_out_discards,
    is_complete,
    is_valid_group,
    is_valid_sequence,
)
from tests.soaking import bounded

POINTS = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
PLACES = dict(zip(RANKS[1:] + "A", range(2, 15), strict=True))
TWO_PACKS = STANDARD_PACK * 2


def _is_meld(cards: list[Card], wild_rank: str) -> bool:
    """Return whether the cards are a meld, trying every place where a sequence could begin."""
    naturals = [card for card in cards if card.rank != wild_rank]
    if len(cards) < 3:
        return False
    if len({card.rank for card in naturals}) <= 1:
        return True
    places = {PLACES[card.rank] for card in naturals}
    if len({card.suit for card in naturals}) > 1 or len(places) < len(naturals):
        return False
    return any(places <= set(range(low, low + len(cards))) for low in range(2, 16 - len(cards)))


def _least_left(hand: tuple[Card, ...], wild_rank: str, most_cards: bool) -> tuple[int, int]:
    """Return the fewest cards and points left over, trying all disjoint melds; points first if not `most_cards`."""
    count = len(hand)
    melds: list[list[int]] = [[] for _ in range(count)]
    for mask in range(1, 1 << count):
        if _is_meld([hand[i] for i in range(count) if mask >> i & 1], wild_rank):
            melds[(mask & -mask).bit_length() - 1].append(mask)

    @cache
    def least(mask: int) -> tuple[int, int]:
        if not mask:
            return (0, 0)
        lowest = (mask & -mask).bit_length() - 1
        first, second = least(mask & mask - 1)
        points = POINTS[hand[lowest].rank]
        left = (first + 1, second + points) if most_cards else (first + points, second + 1)
        return min([left, *(least(mask ^ meld) for meld in melds[lowest] if meld & ~mask == 0)])

    return least((1 << count) - 1)


def _check(hand: tuple[Card, ...], wild_rank: str) -> None:
    for most_cards in (True, False):
        best = best_arrangement(hand, wild_rank, most_cards)
        _check_melds(hand, wild_rank, best)
        left, points = len(best.unplaced), best.penalty
        expected = _least_left(hand, wild_rank, most_cards)
        assert ((left, points) if most_cards else (points, left)) == expected
        assert is_complete(hand, wild_rank) == (left == 0)


def _check_melds(hand: tuple[Card, ...], wild_rank: str, best: Arrangement) -> None:
    """Check that every card is used once, every meld is valid, and sequences ascend with wild cards in their places."""
    assert sorted([*best.unplaced, *(card for meld in best.melds for card in meld)]) == sorted(hand)
    assert best.penalty == sum(POINTS[card.rank] for card in best.unplaced)
    assert best.unplaced == tuple(sorted(best.unplaced))
    for meld in best.melds:
        assert _is_meld(list(meld), wild_rank)
        assert is_valid_group(meld, wild_rank) or is_valid_sequence(meld, wild_rank)
        naturals = [(i, PLACES[card.rank]) for i, card in enumerate(meld) if card.rank != wild_rank]
        if len({place for _, place in naturals}) > 1:
            assert len({place - i for i, place in naturals}) == 1, "natural cards stand in their places"
            low = naturals[0][1] - naturals[0][0]
            assert low >= 2
            assert low + len(meld) <= 15


@st.composite
def hands(draw: st.DrawFn, most: int = 8) -> tuple[tuple[Card, ...], str]:
    """Draw hands of one to `most` cards, from the whole deck or from a few neighbouring ranks and suits."""
    wild_rank = draw(st.sampled_from(RANKS))
    ladder = RANKS[1:] + "A"
    low = draw(st.integers(0, 12))
    ranks = ladder[low : low + draw(st.integers(2, 13))]
    suits = draw(st.lists(st.sampled_from(SUITS), min_size=1, max_size=4, unique=True))
    crowd = [card for card in TWO_PACKS if card.suit in suits and (card.rank in ranks or card.rank == wild_rank)]
    wild = [card for card in TWO_PACKS if card.rank == wild_rank and card.suit not in suits]
    pool = [*crowd, *wild]
    places = draw(st.lists(st.sampled_from(range(len(pool))), min_size=1, max_size=most, unique=True))
    return tuple(pool[place] for place in places), wild_rank


@settings(max_examples=bounded(150, 4000), deadline=None, derandomize=True, database=None)
@given(hands())
def test_best_arrangement_matches_brute_force(case: tuple[tuple[Card, ...], str]) -> None:
    _check(*case)


@pytest.mark.parametrize("size", range(1, 11))
def test_random_hands_of_every_size_match_brute_force(size: int) -> None:
    rng = random.Random(size)
    for _ in range(150 if size < 8 else 10):
        _check(tuple(rng.sample(TWO_PACKS, size)), rng.choice(RANKS))


@settings(max_examples=bounded(50, 1200), deadline=None, derandomize=True, database=None)
@given(hands(most=7))
def test_going_out_discards_are_those_that_leave_only_melds(case: tuple[tuple[Card, ...], str]) -> None:
    hand, wild_rank = case
    expected = [card for card in sorted(set(hand)) if _least_left(without(hand, card), wild_rank, True) == (0, 0)]
    assert list(going_out_discards(hand, wild_rank)) == expected


@pytest.mark.parametrize(
    ("text", "wild_rank", "unplaced"),
    [
        ("8S 8S 8H 8H 8D 8D 8C 8C", "3", ""),  # eight of a rank: four bits a rank, not three
        ("8S 8S 8H 8H 8D 8D 8C 8C", "8", ""),  # all wild
        ("8S 8H", "8", "8S 8H"),  # too few
        ("2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS", "8", ""),  # a whole suit, one card of it wild
        ("2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS", "K", ""),
        ("2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS 8H", "8", ""),  # one wild card more than the suit has places
        ("2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS 8H", "3", "2S"),
        ("2S 2S 3S 3S 4S 4S 5S 5S 6S 6S 7S 7S 8S 8S", "K", ""),  # two of each
        ("7S 8S 8S 9S 9S 0S", "K", ""),  # two overlapping sequences
        ("7S 7S 8S 9S 9S 3H", "3", ""),  # the same places twice, once with a wild card
        ("7S 7S 8S 9S 9S KH", "3", "7S 9S KH"),
        ("AS AH AD 2S 3S", "9", "2S 3S"),  # the ace is not low
        ("4S 5S 6S 4H 5H 6H 4D 5D 6D 4C 5C 6C KS KH", "K", ""),
        ("4S 5S 6S 4H 5H 6H 4D 5D 6D 4C 5C 6C KS KH", "9", "KS KH"),
        ("QS KS", "9", "QS KS"),
        ("KS AS 9H", "9", ""),  # can only be extended below the ace
        ("2S 3S 9H", "9", ""),
        ("", "9", ""),
    ],
)
def test_best_arrangement_of_awkward_hands(text: str, wild_rank: str, unplaced: str) -> None:
    hand = parse_cards(text)
    for most_cards in (True, False):
        best = best_arrangement(hand, wild_rank, most_cards)
        _check_melds(hand, wild_rank, best)
        assert sorted(best.unplaced) == sorted(parse_cards(unplaced))
    assert is_complete(hand, wild_rank) == (not unplaced)


def test_fourteen_cards_in_mid_turn_are_arranged_validly() -> None:
    """Round 11 deals thirteen cards, and a fourteenth is drawn."""
    rng = random.Random(14)
    for _ in range(400):
        hand, wild_rank = tuple(rng.sample(TWO_PACKS, 14)), rng.choice(RANKS)
        for most_cards in (True, False):
            best = best_arrangement(hand, wild_rank, most_cards)
            _check_melds(hand, wild_rank, best)
        for discard in going_out_discards(hand, wild_rank):
            assert is_complete(without(hand, discard), wild_rank)


def test_an_extra_card_leaves_at_most_one_more_unplaced() -> None:
    """Fourteen cards never leave more than one card more than any thirteen of them."""
    rng = random.Random(15)
    for _ in range(50):
        hand, wild_rank = tuple(rng.sample(TWO_PACKS, 14)), rng.choice("3456")
        whole = best_arrangement(hand, wild_rank)
        for card in set(hand):
            fewer = best_arrangement(without(hand, card), wild_rank)
            assert len(whole.unplaced) <= len(fewer.unplaced) + 1


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = random.Random(16)
    for _ in range(200):
        hand, wild_rank = rng.sample(TWO_PACKS, 11), rng.choice(RANKS)
        best = best_arrangement(tuple(hand), wild_rank)
        rng.shuffle(hand)
        assert best_arrangement(hand, wild_rank) == best


def test_a_long_sequence_stays_one_meld() -> None:
    best = best_arrangement(parse_cards("4S 5S 6S 7S 8S 9S 0S JS 3H"), "3")
    assert best.melds == (parse_cards("4S 5S 6S 7S 8S 9S 0S JS 3H"),)


def test_three_spare_wild_cards_form_their_own_group() -> None:
    best = best_arrangement(parse_cards("4S 5S 6S 3H 3D 3C"), "3")
    assert best.melds == (parse_cards("4S 5S 6S"), parse_cards("3H 3D 3C"))


def test_cached_covers_do_not_change_the_result() -> None:
    """Remembered covers are the same: arranging a hand again gives the same melds."""
    rng = random.Random(17)
    cases = [(tuple(rng.sample(TWO_PACKS, 12)), rng.choice(RANKS)) for _ in range(300)]
    first = [best_arrangement(hand, wild_rank) for hand, wild_rank in cases]
    assert [best_arrangement(hand, wild_rank) for hand, wild_rank in reversed(cases)] == first[::-1]
