"""The melds of Three Thirteen: groups of one rank and sequences of one suit, with wild cards; and the penalty of each
card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card

ACE_HIGH = 14
MAX_SEQUENCE = 13
PENALTIES: dict[str, int] = {rank: min(value, 10) for value, rank in enumerate(RANKS, 1)}
"""Penalty of a card left over, by rank: ace 1, 2 to 10 face value, jack, queen and king 10."""
POSITIONS: dict[str, int] = {rank: value if value > 1 else ACE_HIGH for value, rank in enumerate(RANKS, 1)}
"""Position of each rank in a sequence, 2 to 14; the ace is only high."""


def is_valid_group(cards: Sequence[Card], wild_rank: str) -> bool:
    """Whether the cards are a group: three or more of one rank, where wild cards stand for any card.

    >>> from bot.rules.cards import parse_cards
    >>> is_valid_group(parse_cards("8S 8S 8H"), "3"), is_valid_group(parse_cards("8S 3C 3D"), "3")
    (True, True)
    >>> is_valid_group(parse_cards("8S 9S 3D"), "3")
    False
    """
    naturals = {card.rank for card in cards} - {wild_rank}
    return len(cards) >= 3 and len(naturals) <= 1


def is_valid_sequence(cards: Sequence[Card], wild_rank: str) -> bool:
    """Whether the cards, in any order, are a sequence: three or more of one suit with consecutive ranks, no duplicates.

    The ace is only high. Wild cards fill gaps and extend either end within 2 to ace.

    >>> from bot.rules.cards import parse_cards
    >>> [is_valid_sequence(parse_cards(text), "3") for text in ("QS KS AS", "5H 3C 7H", "AD 2D 4D", "5H 6H 6H")]
    [True, True, False, False]
    """
    if not 3 <= len(cards) <= MAX_SEQUENCE:
        return False
    naturals = [card for card in cards if card.rank != wild_rank]
    if len({card.suit for card in naturals}) > 1:
        return False
    places = {POSITIONS[card.rank] for card in naturals}
    if len(places) < len(naturals):
        return False
    return not places or max(places) - min(places) < len(cards)
