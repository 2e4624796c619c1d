"""Rummy's melds: sets and runs with coloured jokers, their values, and why cards are not a meld."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from bot.language import _
from bot.rules.cards import BLACK_SUITS, RED_SUITS, STANDARD_PACK, SUITS, Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Meld: TypeAlias = tuple[Card, ...]
"""The cards of one meld: a set sorted, a run ascending with its jokers in position."""

MIN_MELD = 3
MAX_SET = 4
MAX_RUN = 14
ACE_HIGH = 14

CARD_POINTS: dict[str, int] = {"A": 10, "0": 10, "J": 10, "Q": 10, "K": 10, "X": 20} | {
    str(face): face for face in range(2, 10)
}
"""Points by rank, for a card in a set and for a card left in the hand."""

POSITION_VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10)
"""Points of a card in a run by its position, from 1 (ace low) to 14 (ace high)."""

JOKER_COLOUR = {"S": "B", "C": "B", "H": "R", "D": "R"}
CARD_AT: dict[str, tuple[Card, ...]] = {
    suit: tuple(STANDARD_PACK[13 * s + (position - 1) % 13] for position in range(MAX_RUN + 1))
    for s, suit in enumerate(SUITS)
}
"""The natural card by suit and position in a run; position 14 is the ace again (0 is unused)."""

_BITS = tuple(1 << order for order in range(64))


def is_valid_set(cards: Iterable[Card]) -> bool:
    """Whether the cards, in any order, are a set.

    >>> from bot.rules.cards import parse_cards
    >>> is_valid_set(parse_cards("5H 5C XR XB")), is_valid_set(parse_cards("5H 5D XR"))
    (True, False)
    """
    cards = tuple(cards)
    naturals = [card for card in cards if not card.is_joker]
    if not MIN_MELD <= len(cards) <= MAX_SET or len(naturals) < 2:
        return False
    suits = {card.suit for card in naturals}
    if len(suits) < len(naturals) or any(card.rank != naturals[0].rank for card in naturals):
        return False
    jokers = [card.suit for card in cards if card.is_joker]
    red, black = (sum(suit not in suits for suit in colour) for colour in (RED_SUITS, BLACK_SUITS))
    return (
        suits <= set(SUITS)
        and jokers.count("R") <= red
        and len(jokers) - jokers.count("R") <= black
        and "X" not in jokers
    )


def is_valid_run(cards: Iterable[Card]) -> bool:
    """Whether the cards, in laid order with the jokers in position, are a run.

    >>> from bot.rules.cards import parse_cards
    >>> is_valid_run(parse_cards("XR 5D 6D XR")), is_valid_run(parse_cards("5H XR XR 8H"))
    (True, False)
    """
    return run_start(tuple(cards)) is not None


def run_start(cards: Sequence[Card]) -> int | None:
    """The position of a run's first card, 1 (ace low) to 12; None if the cards are not a run in laid order.

    >>> from bot.rules.cards import parse_cards
    >>> run_start(parse_cards("AS 2S 3S")), run_start(parse_cards("XB KS AS")), run_start(parse_cards("KS AS 2S"))
    (1, 12, None)
    """
    start = _first_position(cards)
    if start is None or start < 1 or start + len(cards) - 1 > ACE_HIGH:
        return None
    suit = next(card.suit for card in cards if not card.is_joker)
    if suit not in JOKER_COLOUR:
        return None
    fits = all(
        card.suit == JOKER_COLOUR[suit]
        if card.is_joker
        else card is CARD_AT[suit][position] or card == CARD_AT[suit][position]
        for position, card in enumerate(cards, start)
    )
    return start if fits and _is_held_together(cards) else None


def _first_position(cards: Sequence[Card]) -> int | None:
    """The first card's position, derived from the first natural card that is not an ace."""
    for index, card in enumerate(cards):
        if card.value > 1:
            return card.value - index
    return None


def _is_held_together(cards: Sequence[Card]) -> bool:
    """Whether some three neighbouring cards include at most one joker; never so for fewer than three cards."""
    jokers = [card.is_joker for card in cards]
    return any(sum(jokers[i : i + 3]) <= 1 for i in range(len(cards) - 2))


def is_set(meld: Meld) -> bool:
    """Whether a valid meld is a set rather than a run."""
    first, second = [card for card in meld if not card.is_joker][:2]
    return first.suit != second.suit


def is_full(meld: Meld) -> bool:
    """Whether a valid meld is complete: a set of four or a run of fourteen."""
    return len(meld) == (MAX_SET if is_set(meld) else MAX_RUN)


def meld_value(cards: Iterable[Card]) -> int:
    """The points of a meld; a joker counts as the card it stands for.

    Raises:
        ValueError: the cards are not a meld (a run must be in laid order).

    >>> from bot.rules.cards import parse_cards
    >>> meld_value(parse_cards("AS AH AD")), meld_value(parse_cards("AS 2S 3S")), meld_value(parse_cards("QS XB AS"))
    (30, 6, 30)
    """
    cards = tuple(cards)
    start = run_start(cards)
    if start is not None:
        return sum(POSITION_VALUES[start : start + len(cards)])
    if not is_valid_set(cards):
        raise ValueError(why_no_meld(cards))
    rank = next(card.rank for card in cards if not card.is_joker)
    return CARD_POINTS[rank] * len(cards)


def hand_points(cards: Iterable[Card]) -> int:
    """Points of the cards left in a hand: ace 10, joker 20."""
    return sum(CARD_POINTS[card.rank] for card in cards)


def canonical_meld(cards: Iterable[Card]) -> Meld:
    """Order the cards canonically: a set sorted, a run ascending; cards that are not a meld keep their order.

    A run may be given in reverse, or in any order if only one run is possible.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(canonical_meld(parse_cards(text))) for text in ("5C 5S 5H", "6H 5H XR", "8S 6S XB", "KS AS QS")]
    ['5S 5H 5C', 'XR 5H 6H', '6S XB 8S', 'QS KS AS']
    """
    cards = tuple(cards)
    if is_valid_set(cards):
        return tuple(sorted(cards))
    for order in (cards, cards[::-1], _sorted_run(cards, ace=1), _sorted_run(cards, ace=ACE_HIGH)):
        if run_start(order) is not None:
            return order
    return cards


def _sorted_run(cards: Meld, ace: int) -> Meld:
    """The natural cards ascending, with jokers in the gaps; () if jokers are left over."""
    jokers = [card for card in cards if card.is_joker]
    naturals = sorted(((ace if card.value == 1 else card.value), card) for card in cards if not card.is_joker)
    order = [card for _value, card in naturals[:1]]
    for (low, _low_card), (high, card) in pairwise(naturals):
        order += [jokers.pop() for _gap in range(low + 1, high) if jokers]
        order.append(card)
    return tuple(order) if not jokers else ()


def why_no_meld(cards: Sequence[Card]) -> str:
    """Message for cards that are neither a set nor a run."""
    naturals = [card for card in cards if not card.is_joker]
    if len(cards) < MIN_MELD:
        return _("A meld has at least three cards.")
    if len(naturals) < 2:
        return _("A meld holds at least two natural cards; the others may be jokers.")
    if len({card.rank for card in naturals}) == 1:
        return _why_no_set(cards, naturals)
    if len({card.suit for card in naturals}) == 1:
        return _why_no_run(cards, naturals)
    return _(
        "These cards are neither a set (three or four of one rank, all of different suits) nor a run "
        "(three or more of one suit in order)."
    )


def _why_no_set(cards: Sequence[Card], naturals: list[Card]) -> str:
    if len(cards) > MAX_SET:
        return _("A set has at most four cards, one of each suit.")
    if len({card.suit for card in naturals}) < len(naturals):
        return _("The cards of a set must all be of different suits; replace the duplicate.")
    return _(
        "A joker in a set stands for a missing suit of its own colour, each for a different one; use another joker."
    )


def _why_no_run(cards: Sequence[Card], naturals: list[Card]) -> str:
    colour = JOKER_COLOUR.get(naturals[0].suit)
    if any(card.is_joker and card.suit != colour for card in cards):
        return _(
            "A joker in a run has the colour of the run's suit: red for hearts and diamonds, black for "
            "spades and clubs."
        )
    if len(cards) > MAX_RUN:
        return _("A run has at most fourteen cards, with an ace at both ends.")
    if not _is_held_together(cards):
        return _("A run needs three neighbouring cards of which at most one is a joker.")
    return _(
        "A run is consecutive cards of one suit, from low to high with the jokers in their "
        "places; the ace goes below the 2 or above the king, never between them."
    )


def bits_of(cards: Iterable[Card]) -> int:
    """The cards as a bit set: one bit per card, at its `order`, without counts."""
    bits = 0
    for card in cards:
        bits |= _BITS[card[0]]
    return bits
