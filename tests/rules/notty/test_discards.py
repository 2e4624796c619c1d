"""`is_valid_group`, `largest_discard` and `best_discards` against brute force, on random and on awkward hands."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK, Card, parse_cards
from bot.rules.notty import best_discards, is_valid_group, largest_discard
from bot.rules.notty.melds import FACES, valid_groups
from bot.rules.notty.solver import shedding
from tests.soaking import bounded

Face = tuple[str, int]
NUMBERS = range(1, 11)
RUNS = [
    frozenset((colour, number) for number in range(first, first + length))
    for colour in "RBGY"
    for length in range(3, 11)
    for first in range(1, 12 - length)
]
SETS = [
    frozenset((colour, number) for colour in colours)
    for number in NUMBERS
    for size in (3, 4)
    for colours in combinations("RBGY", size)
]
GROUPS = {frozenset(group) for group in (*RUNS, *SETS)}
PARTS: dict[Face, list[tuple[Face, ...]]] = defaultdict(list)
"""The groups by their first face. Sequences have up to five cards, because longer ones are several of these."""
for _group in GROUPS:
    if len(_group) <= 5:
        PARTS[min(_group)].append(tuple(sorted(_group)))


@cache
def _face(card: Card) -> Face:
    return card.suit, card.value


def _most_shed(cards: tuple[Card, ...]) -> int:
    """Return the most cards that can be shed, trying every group that the first card may begin, or none."""

    @cache
    def most(left: tuple[Face, ...]) -> int:
        if len(left) < 3:
            return 0
        best = most(left[1:])
        for group in PARTS[left[0]]:
            if all(face in left for face in group):
                rest = list(left)
                for face in group:
                    rest.remove(face)
                best = max(best, len(group) + most(tuple(rest)))
        return best

    return most(tuple(sorted(map(_face, cards))))


def _check(cards: tuple[Card, ...]) -> int:
    """Return how many cards `best_discards` sheds, after checking that its groups are valid, disjoint and sorted."""
    groups = best_discards(cards)
    assert all(is_valid_group(group) and group == tuple(sorted(group)) for group in groups)
    assert groups == tuple(sorted(groups))
    used = Counter(card for group in groups for card in group)
    assert used <= Counter(cards)
    return used.total()


def _hands(pack: tuple[Card, ...], most: int, least: int = 0) -> st.SearchStrategy[tuple[Card, ...]]:
    places = st.lists(st.integers(0, len(pack) - 1), unique=True, min_size=least, max_size=most)
    return places.map(lambda drawn: tuple([pack[place] for place in drawn]))


LOW = tuple(card for card in NOTTY_PACK if card.value <= 4)
TWO_COLOURS = tuple(card for card in NOTTY_PACK if card.suit in "RB" and card.value <= 7)


@given(_hands(NOTTY_PACK, 18, 8))
@settings(max_examples=bounded(200, 7000), deadline=None)
def test_best_discards_shed_the_most_cards_of_random_hands(cards: tuple[Card, ...]) -> None:
    assert _check(cards) == _most_shed(cards)


@given(_hands(LOW, 16, 6))
@settings(max_examples=bounded(150, 5000), deadline=None)
def test_best_discards_shed_the_most_cards_of_crossing_groups(cards: tuple[Card, ...]) -> None:
    assert _check(cards) == _most_shed(cards)


@given(_hands(TWO_COLOURS, 16, 6))
@settings(max_examples=bounded(150, 5000), deadline=None)
def test_best_discards_shed_the_most_cards_of_hands_full_of_twins(cards: tuple[Card, ...]) -> None:
    assert _check(cards) == _most_shed(cards)


@pytest.mark.parametrize(
    ("text", "shed"),
    [
        ("", 0),
        ("R1 R2", 0),
        ("R1 R2 R2 R3", 3),
        ("R1 R2 R3 R3 R4 R5", 6),
        ("R1 R2 R3 R4 R4 R5 R6 R7", 8),
        ("R1 R2 R3 R4 R5 R3 R4 R5 R6 R7", 10),
        ("R3 R4 R5 R6 B6 G6 Y1", 6),
        ("R1 R2 R3 B1 B2 B3 G1 G2 G3 Y1 Y2 Y3", 12),
        ("R5 R5 B5 B5 G5 G5 Y5 Y5", 8),
        ("R5 R5 B5 B5 G5 G5 Y5", 7),
        ("R5 R5 B5 B5 G5 Y5", 6),
        ("R5 R5 B5 G5 G5", 3),
        ("R2 R3 R4 B4 G4 B5 B6 G5 G6", 9),
    ],
)
def test_best_discards_of_awkward_hands(text: str, shed: int) -> None:
    cards = parse_cards(text)
    assert _check(cards) == shed == _most_shed(cards)


@given(_hands(NOTTY_PACK, 52, 33))
@settings(max_examples=bounded(20, 600), deadline=None)
def test_large_hands_shed_as_much_as_with_an_unlimited_beam(cards: tuple[Card, ...]) -> None:
    """A quick search runs first. If it was not exact, a second one looks only for something better."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shedding, "_BEAM", 10**9)
        expected = _check(cards)
    assert _check(cards) == expected


def test_a_narrow_beam_does_not_change_the_result() -> None:
    """With a beam of one position, the quick search misses the best of some hands, but the result stays exact."""
    rng = random.Random(1)
    hands = [tuple(rng.sample(NOTTY_PACK, 34)) for _ in range(60)]
    expected = [_check(cards) for cards in hands]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shedding, "_BEAM", 1)
        assert [_check(cards) for cards in hands] == expected


def test_the_whole_pack_can_be_shed() -> None:
    assert _check(NOTTY_PACK) == 80


def test_is_valid_group_agrees_with_a_list_of_all_groups() -> None:
    """All groups are tested, and all sets of three or four different faces from part of the pack."""
    cards = [card for card in FACES if card.value in (1, 2, 3, 9, 10)]
    for size in (3, 4):
        for group in combinations(cards, size):
            assert is_valid_group(group) == (frozenset(map(_face, group)) in GROUPS)
    for faces in GROUPS:
        assert is_valid_group([card for card in FACES if _face(card) in faces])


@given(st.lists(st.sampled_from(NOTTY_PACK), max_size=5))
@settings(max_examples=bounded(120, 3000), deadline=None)
def test_a_group_never_contains_twins(cards: list[Card]) -> None:
    faces = frozenset(map(_face, cards))
    assert is_valid_group(cards) == (len(faces) == len(cards) and faces in GROUPS)


def test_cards_of_other_games_form_no_group() -> None:
    assert not is_valid_group(STANDARD_PACK[:3])
    assert not is_valid_group((JOKER, RED_JOKER, *parse_cards("R4")))
    assert not is_valid_group(())


@given(_hands(NOTTY_PACK, 30, 5))
@settings(max_examples=bounded(120, 3000), deadline=None)
def test_largest_discard_is_a_largest_group(cards: tuple[Card, ...]) -> None:
    held = frozenset(map(_face, cards))
    largest = largest_discard(cards)
    assert len(largest) == max((len(group) for group in GROUPS if group <= held), default=0)
    assert not largest or is_valid_group(largest)
    assert Counter(largest) <= Counter(cards)


@given(_hands(NOTTY_PACK, 30, 5))
@settings(max_examples=bounded(60, 2000), deadline=None)
def test_valid_groups_lists_every_group_in_the_cards(cards: tuple[Card, ...]) -> None:
    held = frozenset(map(_face, cards))
    found = valid_groups(cards)
    assert {frozenset(map(_face, group)) for group in found} == {group for group in GROUPS if group <= held}
    assert len(set(found)) == len(found)
