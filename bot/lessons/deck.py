"""Decks stacked for a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import parse_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.cards import Card


def hand(text: str) -> tuple[Card, ...]:
    """Parse a hand and sort it as states store hands."""
    return tuple(sorted(parse_cards(text)))


def rest(pack: Iterable[Card], *gone: Sequence[Card]) -> list[Card]:
    """The pack in its order, without the cards that are elsewhere.

    >>> from bot.rules.cards import STANDARD_PACK
    >>> len(rest(STANDARD_PACK, hand("AS 2S"), hand("KD")))
    49
    """
    left = list(pack)
    for cards in gone:
        for card in cards:
            left.remove(card)
    return left
