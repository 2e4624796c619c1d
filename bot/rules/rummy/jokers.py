"""The cards that the jokers of a meld stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import SUITS, Card
from bot.rules.rummy.melds import CARD_AT, JOKER_COLOUR, run_start

if TYPE_CHECKING:
    from bot.rules.rummy.melds import Meld


def stand_ins(meld: Meld) -> tuple[tuple[Card, ...], ...]:
    """For each card of a valid meld, the cards it stands for: () for a natural card, one or more for a joker.

    In a set, a joker may stand for either missing suit of its colour; two such jokers stand for one each.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(cards) for cards in stand_ins(parse_cards("XR 5H 6H"))]
    ['4H', '', '']
    >>> [format_cards(cards) for cards in stand_ins(parse_cards("5S 5C XR"))]
    ['', '', '5H 5D']
    """
    start = run_start(meld)
    natural = next(card for card in meld if not card.is_joker)
    if start is not None:
        return tuple(
            (CARD_AT[natural.suit][position],) if card.is_joker else () for position, card in enumerate(meld, start)
        )
    held = {card.suit for card in meld if not card.is_joker}
    missing = [CARD_AT[suit][natural.value] for suit in SUITS if suit not in held]
    return tuple(
        tuple(other for other in missing if JOKER_COLOUR[other.suit] == card.suit) if card.is_joker else ()
        for card in meld
    )
