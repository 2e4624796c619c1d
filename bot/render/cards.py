"""Cards as text: short faces such as `10♣`, with a star on wild cards, and full names for screen readers and search."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.language import _
from bot.rules.cards import NOTTY_COLOURS, Card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

TEXT_STYLE = "\ufe0e"
"""Variation selector for text style: black suits drawn as emoji are hard to see on a dark background."""
EMOJI_STYLE = "\ufe0f"

WILD = "★"
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SIGNS = re.compile(f"[{''.join(SUIT_SIGNS.values())}](?![{TEXT_STYLE}{EMOJI_STYLE}])")
_COLOUR_SIGNS = {"R": "🔴", "B": "🟦", "G": "🌲", "Y": "⭐"}
SUIT_ORDER = "SHCD"
"""Order of suits in a hand: black and red alternate, so neighbouring suits are easy to tell apart."""


def lettered(text: str) -> str:
    """The text with its suit symbols in text style, because Discord would show them as emoji; symbols that a name
    marks as emoji stay emoji.
    """
    return _SIGNS.sub(rf"\g<0>{TEXT_STYLE}", text)


def face(card: Card, wild_rank: str | None = None) -> str:
    """The card in short form.

    >>> from bot.rules.cards import parse_card
    >>> face(parse_card("0C")) == "10♣" + TEXT_STYLE, face(parse_card("B4")), face(parse_card("XR"))
    (True, '🟦4', '🃏R')
    """
    if card.is_notty:
        return f"{_COLOUR_SIGNS[card.suit]}{card.value}"
    if card.is_joker:
        return "🃏" + (card.suit if card.suit in "RB" else "")
    rank = "10" if card.rank == "0" else card.rank
    return f"{rank}{SUIT_SIGNS[card.suit]}{TEXT_STYLE}{WILD if card.rank == wild_rank else ''}"


def faces(cards: Iterable[Card], wild_rank: str | None = None, between: str = " ") -> str:
    """Several cards in short form, in the given order (most hands are shown with two spaces `between` them)."""
    return between.join(face(card, wild_rank) for card in cards)


def pile_top(card: Card | None, wild_rank: str | None = None, *, takeable: bool = False) -> str:
    """The top card of a discard pile, large, under its name; or that the pile is empty."""
    if card is None:
        return _("The discard pile is empty.")
    may_be_taken = f" · {_('may be taken')}" if takeable else ""
    return f"-# {_('Top of the discard pile')}{may_be_taken}\n# {face(card, wild_rank)}"


def with_stand_ins(
    meld: Iterable[Card], stands_for: Iterable[Sequence[Card]], name: Callable[[Card], str]
) -> Iterator[str]:
    """Name a meld's cards, each joker with the cards that it stands for; `stands_for` is () for all others."""
    for card, places in zip(meld, stands_for, strict=True):
        if places:
            cards = _(" or ").join(map(name, places))
            yield _("{joker} (for {cards})").format(joker=name(card), cards=cards)
        else:
            yield name(card)


def full_name(card: Card, wild_rank: str | None = None) -> str:
    """The card's full name: `10 of clubs`, `5 of hearts (wild)`."""
    if wild_rank is None or card.rank != wild_rank:
        return card.name
    return _("{card} (wild)").format(card=card.name)


def in_order(cards: Sequence[Card], order: str) -> tuple[Card, ...]:
    """Sort a hand by `suit` (then rank) or by `rank` (then suit)."""
    return tuple(sorted(cards, key=_by_rank if order == "rank" else _by_suit))


def _by_suit(card: Card) -> tuple[int, int]:
    return (_suit_place(card), card.order)


def _by_rank(card: Card) -> tuple[int, int]:
    return (99 if card.is_joker else card.value, _suit_place(card))


def _suit_place(card: Card) -> int:
    if card.is_notty:
        return NOTTY_COLOURS.index(card.suit)
    return 9 if card.is_joker else SUIT_ORDER.index(card.suit)
