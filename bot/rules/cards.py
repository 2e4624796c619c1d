"""Cards and their two-character notation: `0C` is the ten of clubs, `XR` the red joker, `B4` Notty's blue four."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bot.language import N_, _, current
from bot.rules.card_names import in_notation
from bot.rules.errors import InvalidActionError

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

RANKS = "A234567890JQK"
SUITS = "SHDC"
BLACK_SUITS = "SC"
RED_SUITS = "HD"
JOKER_RANK = "X"
NOTTY_COLOURS = "RBGY"
_FIRST_NOTTY_ORDER = 100
"""Lowest `order` of a Notty card; every other card sorts below it."""

SUIT_NAMES = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
_RANK_NAMES = {"A": N_("ace"), "0": "10", "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
_JOKER_NAMES = {"X": N_("joker"), "R": N_("red joker"), "B": N_("black joker")}
_COLOUR_NAMES = {"R": N_("red"), "B": N_("blue"), "G": N_("green"), "Y": N_("yellow")}


class Card(NamedTuple):
    """One card face. Copies from two packs compare equal; `order` sorts the cards of all games.

    `value` is the face value (ace 1, jack 11, queen 12, king 13, joker 0). `rank` is the notation's value letter
    (`"0"` for ten, `"X"` for a joker; a Notty card's number as text). `suit` is the suit letter, a joker's
    colour letter (`"X"` when it has none) or a Notty card's colour letter.

    >>> ten = parse_card("10c")
    >>> str(ten), ten.rank, ten.value, ten.suit
    ('0C', '0', 10, 'C')
    """

    order: int
    value: int
    rank: str
    suit: str

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER_RANK

    @property
    def is_notty(self) -> bool:
        """Whether the card is one of Notty's, which have a colour and a number."""
        return self.order > _FIRST_NOTTY_ORDER

    @property
    def is_black(self) -> bool:
        """Whether the card is a spade, a club or Rummy's black joker."""
        return self.suit in BLACK_SUITS or (self.rank == JOKER_RANK and self.suit == "B")

    @property
    def name(self) -> str:
        """The full name in the current language: in English `"10 of clubs"`, `"red joker"`, `"blue 4"`."""
        return _name_in(self, current())

    def __str__(self) -> str:
        return _NOTATION[self]

    def __repr__(self) -> str:
        return f"Card({_NOTATION.get(self, tuple(self))!s})"


@cache
def _name_in(card: Card, language: str) -> str:
    """The card's name; `language` must be the current one (it is the cache key)."""
    if card.rank == JOKER_RANK:
        return _(_JOKER_NAMES[card.suit])
    if card.is_notty:
        return _("{colour} {number}").format(colour=_(_COLOUR_NAMES[card.suit]), number=card.value)
    rank = _(_RANK_NAMES[card.rank]) if card.rank in _RANK_NAMES else card.rank
    return _("{rank} of {suit}").format(rank=rank, suit=_(SUIT_NAMES[card.suit]))


def _standard() -> Iterable[tuple[str, Card]]:
    for s, suit in enumerate(SUITS):
        for value, rank in enumerate(RANKS, 1):
            card = Card(s * 13 + value, value, rank, suit)
            yield rank + suit, card


def _jokers() -> Iterable[tuple[str, Card]]:
    for i, colour in enumerate("XRB"):
        yield JOKER_RANK + colour, Card(60 + i, 0, JOKER_RANK, colour)


def _notty() -> Iterable[tuple[str, Card]]:
    for c, colour in enumerate(NOTTY_COLOURS):
        for number in range(1, 11):
            card = Card(_FIRST_NOTTY_ORDER + c * 10 + number, number, str(number), colour)
            yield f"{colour}{number}", card


_BY_NOTATION: dict[str, Card] = {}
_NOTATION: dict[Card, str] = {}
for _source in (_standard(), _jokers(), _notty()):
    for _text, _card in _source:
        _BY_NOTATION[_text] = _card
        _NOTATION[_card] = _text

STANDARD_PACK: tuple[Card, ...] = tuple(_BY_NOTATION[text] for text, _card in _standard())
JOKER = _BY_NOTATION["XX"]
RED_JOKER = _BY_NOTATION["XR"]
BLACK_JOKER = _BY_NOTATION["XB"]
NOTTY_PACK: tuple[Card, ...] = tuple(_BY_NOTATION[text] for text, _card in _notty() for _copy in range(2))


def parse_card(text: str) -> Card:
    """Parse one card: notation in any case, `10C` for `0C`, or a name as people write it.

    Raises:
        InvalidActionError: the text is not a card.
    """
    key = text.strip().upper()
    if len(key) == 3 and key.startswith("10"):
        key = "0" + key[2]
    card = _BY_NOTATION.get(key) or _BY_NOTATION.get(in_notation(text).upper())
    if card is None:
        shown = text.strip()[:20]
        raise InvalidActionError(
            _("“{text}” is not a card; name one by its value and suit, such as K♠ or 10♥.").format(text=shown)
        )
    return card


def is_card(word: str) -> bool:
    """Whether the word is a card's notation."""
    return word in _BY_NOTATION


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces or commas, keeping their order.

    >>> [str(card) for card in parse_cards("0C jh, QS")]
    ['0C', 'JH', 'QS']
    """
    return tuple(parse_card(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards in the notation, separated by spaces."""
    return " ".join(_NOTATION[card] for card in cards)


def without(cards: tuple[Card, ...], *removed: Card) -> tuple[Card, ...]:
    """Remove one copy of each given card and keep the order of the rest.

    Raises:
        ValueError: a removed card is not among the cards.
    """
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Replace the item at this place, such as one seat's hand or one meld on the table."""
    return (*items[:place], item, *items[place + 1 :])


def with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Add a card to a sorted hand and keep it sorted."""
    return tuple(sorted((*hand, card)))
