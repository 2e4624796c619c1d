"""The most valuable lay-down and the list of all lay-downs, against brute force on random hands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK, Card, format_cards, parse_cards
from bot.rules.rummy import best_laydown, best_value, hand_points, is_valid_run, is_valid_set, meld_value
from bot.rules.rummy.melds import CARD_AT, JOKER_COLOUR, Meld
from bot.rules.rummy.solver.candidates import GUARDS, best_candidates, candidates, pack
from bot.rules.rummy.solver.laydown import _KEEP, _Search, _weight
from bot.rules.rummy.solver.laydowns import lay_downs
from tests.soaking import bounded

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

DECK = (*STANDARD_PACK, *STANDARD_PACK, RED_JOKER, RED_JOKER, BLACK_JOKER, BLACK_JOKER)
JOKERS = {"R": RED_JOKER, "B": BLACK_JOKER}


PRIMES = [n for n in range(2, 270) if all(n % d for d in range(2, n))]
PRIME = dict(zip(dict.fromkeys(DECK), PRIMES, strict=False))
"""Cards as primes: a hand contains a meld exactly if the hand's product is divisible by the meld's."""


def product_of(cards: Iterable[Card]) -> int:
    return prod(PRIME[card] for card in cards)


@cache
def every_run(suit: str) -> tuple[tuple[frozenset[Card], Meld], ...]:
    """Return all runs of a suit with at most two jokers: the natural cards that each needs, and the run."""
    joker = JOKERS[JOKER_COLOUR[suit]]
    found = []
    for start, length, count in product(range(1, 13), range(3, 15), range(3)):
        places = CARD_AT[suit][start : start + length]
        for wild in combinations(range(length), count):
            run = tuple(joker if i in wild else card for i, card in enumerate(places))
            if len(places) == length and is_valid_run(run):
                found.append((frozenset(run) - {joker}, run))
    return tuple(found)


def every_meld(hand: tuple[Card, ...]) -> set[Meld]:
    """Return all melds of a hand, using only the validity functions.

    These are all stretches of suits, and all small selections of one rank with jokers.
    """
    held, whole = frozenset(hand), product_of(hand)
    runs = [run for suit in "SHDC" for naturals, run in every_run(suit) if naturals <= held]
    found = {run for run in runs if whole % product_of(run) == 0}
    jokers = [card for card in hand if card.is_joker]
    for value in range(1, 14):
        rank = [card for card in hand if card.value == value]
        for size in (3, 4):
            found |= {tuple(sorted(cards)) for cards in combinations(rank + jokers, size) if is_valid_set(cards)}
    return found


def every_combination(hand: tuple[Card, ...]) -> Iterator[tuple[Meld, ...]]:
    """Yield every non-empty selection of melds that the hand can lay at once with a card left over, each once."""
    melds = [(product_of(meld), meld) for meld in sorted(every_meld(hand))]

    def grow(start: int, row: tuple[Meld, ...], left: int) -> Iterator[tuple[Meld, ...]]:
        for place in range(start, len(melds)):
            used, meld = melds[place]
            if left % used == 0 and left != used:
                yield (*row, meld)
                yield from grow(place, (*row, meld), left // used)

    yield from grow(0, (), product_of(hand))


def rank_of(melds: tuple[Meld, ...]) -> tuple[int, int]:
    """Return the key to compare by: the value, then fewer melds."""
    return sum(map(meld_value, melds)), -len(melds)


@st.composite
def hands(draw: st.DrawFn, most: int = 14) -> tuple[Card, ...]:
    """Draw hands of all sizes from the whole deck, or from a part of it in which melds are common."""
    rng = draw(st.randoms(use_true_random=False))
    kind = draw(st.sampled_from(["deck", "suit", "suits", "ranks", "high"]))
    low = rng.randrange(1, 10)
    part = {
        "deck": DECK,
        "suit": [card for card in DECK if card.suit in ("S", "B")],
        "suits": [card for card in DECK if card.suit in ("H", "D", "R")],
        "ranks": [card for card in DECK if card.is_joker or low <= card.value < low + 3],
        "high": [card for card in DECK if card.is_joker or card.value in (1, 11, 12, 13)],
    }[kind]
    size = draw(st.integers(0, most if kind == "deck" else min(most, 11)))
    return tuple(rng.sample(part, size))


@given(hands())
@settings(max_examples=bounded(80, 2000), deadline=None)
def test_every_meld_in_a_hand_is_found_once(hand: tuple[Card, ...]) -> None:
    found = [candidate.meld for candidate in candidates(hand)]
    assert len(set(found)) == len(found)
    assert set(found) == every_meld(hand)
    for used, size, value, jokers, naturals, meld in candidates(hand):
        assert (used, size, value) == (pack(meld) - GUARDS, len(meld), meld_value(meld))
        assert jokers == sum(card.is_joker for card in meld)
        assert naturals == hand_points(card for card in meld if not card.is_joker)


@given(hands(most=11), st.sampled_from([0, 30, 40]))
@settings(max_examples=bounded(80, 2500), deadline=None)
def test_best_laydown_matches_brute_force(hand: tuple[Card, ...], minimum: int) -> None:
    """It has the most value, then the fewest melds, of all disjoint melds that leave a card; () below the minimum."""
    values = {meld: meld_value(meld) for meld in every_meld(hand)}
    value, fewest = max(
        ((sum([values[meld] for meld in row]), -len(row)) for row in every_combination(hand)), default=(0, 0)
    )
    found = best_laydown(hand, minimum)
    assert best_value(hand) == value
    if value < minimum:
        assert found == ()
        return
    assert rank_of(found) == (value, fewest), format_cards(hand)
    assert not Counter(card for meld in found for card in meld) - Counter(hand)
    assert sum(map(len, found)) < max(1, len(hand)) or found == ()
    assert all(is_valid_set(meld) or is_valid_run(meld) for meld in found)


@given(hands(most=9), st.sampled_from([0, 30, 40]))
@settings(max_examples=bounded(80, 2000), deadline=None)
def test_lay_downs_lists_every_combination_once(hand: tuple[Card, ...], minimum: int) -> None:
    """Counting, iterating, and indexing from both ends agree with brute force."""
    expected = {tuple(sorted(row)) for row in every_combination(hand) if rank_of(row)[0] >= minimum}
    listed = lay_downs(hand, minimum)
    assert len(listed) == len(expected)
    rows = [action.melds for action in listed]
    assert len(rows) == len(expected)
    assert set(rows) == expected
    assert [listed[i].melds for i in range(len(listed))] == rows
    assert [action.melds for action in listed[::-1]] == rows[::-1]
    if rows:
        assert listed[-1].melds == rows[-1]


@st.composite
def crowded(draw: st.DrawFn) -> tuple[Card, ...]:
    """Draw twelve cards of one suit, two suits or a few ranks, and two jokers: the hardest hands to search."""
    rng = draw(st.randoms(use_true_random=False))
    low = rng.randrange(1, 10)
    width = draw(st.integers(2, 4))
    part = draw(
        st.sampled_from(
            [
                [card for card in DECK if card.suit == "S"],
                [card for card in DECK if card.suit in ("H", "D")],
                [card for card in DECK if low <= card.value < low + width],
            ]
        )
    )
    jokers = rng.choices((RED_JOKER, BLACK_JOKER), k=2)
    return (*rng.sample(part, 12), *jokers)


@given(crowded())
@settings(max_examples=bounded(30, 600), deadline=None)
def test_pruning_candidates_keeps_the_best_lay_down(hand: tuple[Card, ...]) -> None:
    """A search of all melds finds nothing better than a search of those that should matter."""
    hand = tuple(sorted(hand))
    whole, thrifty = candidates(hand), best_candidates(hand)
    assert len(thrifty) <= len(whole)
    assert bool(thrifty) == bool(whole)
    if not whole:
        return
    available = pack(hand) - GUARDS
    for wanted in (available, available | _KEEP):
        assert _weight(_Search(thrifty).melds(wanted)) == _weight(_Search(whole).melds(wanted))


@given(hands(), st.randoms(use_true_random=False))
@settings(max_examples=bounded(50, 1200), deadline=None)
def test_best_laydown_does_not_depend_on_the_order_of_cards(hand: tuple[Card, ...], rng: random.Random) -> None:
    """The order of the given cards makes no difference."""
    shuffled = list(hand)
    rng.shuffle(shuffled)
    assert best_laydown(shuffled, 0) == best_laydown(hand, 0)


# --- traps ---------------------------------------------------------------------------------------------------


def test_a_joker_is_used_in_only_one_meld() -> None:
    """`KS KH XR` and `QD KD XR` cannot be laid with one red joker."""
    assert best_value(parse_cards("KS KH QD JD XR 2C")) == 30
    assert best_value(parse_cards("KS KH QD JD XR XR 2C")) == 60


def test_twin_cards_make_twin_melds() -> None:
    hand = parse_cards("KS KH KD KS KH KD 2C")
    assert best_laydown(hand, 60) == (parse_cards("KS KH KD"), parse_cards("KS KH KD"))
    assert best_laydown(hand[:-1], 40) == ()  # one card must be kept


def test_one_card_is_kept_even_if_all_cards_form_melds() -> None:
    hand = parse_cards("5S 6S 7S 8S KS KH KD")
    assert best_laydown(hand, 0) == (parse_cards("6S 7S 8S"), parse_cards("KS KH KD"))
    assert best_laydown(parse_cards("KS KH KD"), 0) == ()
    assert best_laydown(parse_cards("KS KH KD KC"), 0) == (parse_cards("KH KD KC"),)


def test_a_joker_goes_where_it_counts_most() -> None:
    assert best_laydown(parse_cards("5H 6H 2S XR"), 0) == (parse_cards("5H 6H XR"),)
    assert best_laydown(parse_cards("AH 2H 9S XR"), 0) == (parse_cards("AH 2H XR"),)
    assert best_value(parse_cards("QH KH 2S XR")) == 30


def test_fewer_melds_are_preferred_then_more_cards_then_fewer_jokers() -> None:
    """A run of six is not split in two, and a natural card is used before a joker of the same value."""
    assert best_laydown(parse_cards("2H 3H 4H 5H 6H 7H KC"), 0) == (parse_cards("2H 3H 4H 5H 6H 7H"),)
    assert best_laydown(parse_cards("5S 5H 5D 5C XR 2S"), 0) == (parse_cards("5S 5H 5D 5C"),)


def test_a_run_of_fourteen_needs_two_aces() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS"
    assert len(best_laydown(parse_cards(f"{suit} AS 2H"), 0)[0]) == 14
    assert len(best_laydown(parse_cards(f"{suit} 2H"), 0)[0]) == 13
    assert best_value(parse_cards(f"{suit} AS 2H")) == 95
    assert best_value(parse_cards(f"{suit} XB 2H")) == 104  # 2 to jack and a joker as the queen; queen, king, ace


@pytest.mark.parametrize("text", ["", "5H", "5H XR XR XB XB", "2S 4H 6D 8C"])
def test_hands_without_melds_lay_down_nothing(text: str) -> None:
    assert best_laydown(parse_cards(text), 0) == ()
    assert best_value(parse_cards(text)) == 0
    assert len(lay_downs(parse_cards(text), 0)) == 0


def test_lay_downs_of_crowded_hands_can_be_counted_and_indexed() -> None:
    """Half a suit twice, or one suit with both its jokers, has thousands of lay-downs, and any of them can be read."""
    for text in ("AS 2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS XB XB", "5S 5H 5D 5C 6S 6H 6D 6C 7S 7H XR XR XB XB"):
        hand = parse_cards(text)
        listed = lay_downs(hand, 0)
        count = len(listed)
        assert count > 2000
        for place in (0, count // 3, count - 1):
            used = Counter(card for meld in listed[place].melds for card in meld)
            assert used <= Counter(hand)
