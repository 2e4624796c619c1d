"""The melds of Three Thirteen: groups, sequences and wild cards."""

from __future__ import annotations

import pytest

from bot.rules.cards import RANKS, parse_cards
from bot.rules.three_thirteen import best_arrangement, is_complete, is_valid_group, is_valid_sequence


def _group(text: str, wild_rank: str) -> bool:
    return is_valid_group(parse_cards(text), wild_rank)


def _sequence(text: str, wild_rank: str) -> bool:
    return is_valid_sequence(parse_cards(text), wild_rank)


@pytest.mark.parametrize("text", ["8S 8H 8D", "8S 8H 8D 8C", "8S 8S 8H 8H 8D 8D 8C 8C"])
def test_a_group_is_three_or_more_cards_of_one_rank(text: str) -> None:
    assert _group(text, "3")


@pytest.mark.parametrize("text", ["", "8S", "8S 8H", "8S 8H 9D", "AS 2S 3S"])
def test_too_few_cards_or_two_ranks_are_not_a_group(text: str) -> None:
    assert not _group(text, "K")


def test_identical_cards_are_allowed_in_a_group() -> None:
    assert _group("8S 8S 8H", "3")


@pytest.mark.parametrize("text", ["4S 5S 6S", "9H 0H JH QH", "2D 3D 4D", "2C 3C 4C 5C 6C 7C 8C 9C 0C JC QC KC AC"])
def test_a_sequence_is_three_or_more_consecutive_cards_of_a_suit(text: str) -> None:
    assert _sequence(text, "K")


@pytest.mark.parametrize("text", ["", "4S", "4S 5S", "4S 5S 6H", "4S 5S 7S", "8S 8H 8D"])
def test_too_few_cards_two_suits_or_a_gap_are_not_a_sequence(text: str) -> None:
    assert not _sequence(text, "K")


def test_a_sequence_has_no_duplicates() -> None:
    assert not _sequence("4S 4S 5S", "K")
    assert not _sequence("4S 5S 5S 6S", "K")
    assert not _sequence("4S 4S 5S KC", "K"), "a wild card does not make them fit"


def test_the_ace_is_only_high() -> None:
    assert _sequence("QS KS AS", "3")
    assert not _sequence("AS 2S 3S", "9")
    assert not _sequence("KS AS 2S", "9")
    assert not _sequence("AS 9H 3S", "9"), "a wild two does not help a low ace"


def test_a_sequence_has_at_most_thirteen_cards() -> None:
    """There is no place below the two or above the ace."""
    assert not _sequence("2C 3C 4C 5C 6C 7C 8C 9C 0C JC QC KC AC KH", "K")


@pytest.mark.parametrize("text", ["8S 8H 3C", "8S 3H 3C", "8S 3H 3C 3D"])
def test_a_wild_card_stands_for_any_card_of_a_group(text: str) -> None:
    """Any number of wild cards may be used."""
    assert _group(text, "3")


@pytest.mark.parametrize("text", ["5S 3H 7S", "5S 3H 3D 8S", "5S 3H 3D 3C 9S", "5S 3H 3D"])
def test_a_wild_card_stands_for_any_card_of_a_sequence(text: str) -> None:
    assert _sequence(text, "3")


def test_a_gap_needs_as_many_wild_cards_as_ranks_are_missing() -> None:
    assert not _sequence("5S 3H 8S", "3")
    assert not _sequence("5S 3H 7S 0S", "3")


@pytest.mark.parametrize("rank", RANKS)
def test_a_meld_may_consist_of_wild_cards_only(rank: str) -> None:
    cards = parse_cards(f"{rank}S {rank}H {rank}H")
    assert is_valid_group(cards, rank)
    assert is_valid_sequence(cards, rank)
    assert is_complete(cards, rank)


def test_a_wild_card_may_stand_for_itself() -> None:
    assert _sequence("2S 3S 4S", "3")
    assert _group("3S 3H 3D", "3")


@pytest.mark.parametrize("text", ["QS KS AS 3H", "5S 6S 7S 3H 3D", "2S 4S 5S 3H 3D 3C"])
def test_spare_wild_cards_extend_a_sequence_at_either_end(text: str) -> None:
    assert _sequence(text, "3")


def test_a_card_belongs_to_only_one_meld() -> None:
    """The seven is in the group or in the sequence, so two cards are left over."""
    best = best_arrangement(parse_cards("7S 7H 7D 5S 6S"), "K")
    assert len(best.unplaced) == 2
    assert sorted([*best.unplaced, *(card for meld in best.melds for card in meld)]) == sorted(
        parse_cards("7S 7H 7D 5S 6S")
    )


def test_two_identical_sequences_are_two_melds() -> None:
    best = best_arrangement(parse_cards("4S 4S 5S 5S 6S 6S"), "K")
    assert best.melds == (parse_cards("4S 5S 6S"), parse_cards("4S 5S 6S"))
    assert not best.unplaced
