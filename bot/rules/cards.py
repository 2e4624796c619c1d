"""Cards and their two-character notation: `0C` is the ten of clubs, `XR` the red joker, `B4` Notty's blue four."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.rules.errors import InvalidActionError

if TYPE_CHECKING:
    from collections.abc import Iterable

RANKS = "A234567890JQK"
SUITS = "SHDC"
BLACK_SUITS = "SC"
RED_SUITS = "HD"
JOKER_RANK = "X"
NOTTY_COLOURS = "RBGY"

_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANK_NAMES = {"A": "ace", "0": "10", "J": "jack", "Q": "queen", "K": "king"}
_JOKER_NAMES = {"X": "joker", "R": "red joker", "B": "black joker"}
_COLOUR_NAMES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}


class Card(NamedTuple):
    """One card face. Twin cards of two packs are equal; `order` sorts every card of every game.

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
    def is_black(self) -> bool:
        """Whether the card is a spade, a club or Rummy's black joker."""
        return self.suit in BLACK_SUITS or (self.rank == JOKER_RANK and self.suit == "B")

    @property
    def name(self) -> str:
        """The full English name, for alternative texts: `"10 of clubs"`, `"red joker"`, `"blue 4"`."""
        return _NAMES[self]

    def __str__(self) -> str:
        return _NOTATION[self]

    def __repr__(self) -> str:
        return f"Card({_NOTATION.get(self, tuple(self))!s})"


def _standard() -> Iterable[tuple[str, str, Card]]:
    for s, suit in enumerate(SUITS):
        for value, rank in enumerate(RANKS, 1):
            card = Card(s * 13 + value, value, rank, suit)
            yield rank + suit, f"{_RANK_NAMES.get(rank, rank)} of {_SUIT_NAMES[suit]}", card


def _jokers() -> Iterable[tuple[str, str, Card]]:
    for i, colour in enumerate("XRB"):
        yield JOKER_RANK + colour, _JOKER_NAMES[colour], Card(60 + i, 0, JOKER_RANK, colour)


def _notty() -> Iterable[tuple[str, str, Card]]:
    for c, colour in enumerate(NOTTY_COLOURS):
        for number in range(1, 11):
            card = Card(100 + c * 10 + number, number, str(number), colour)
            yield f"{colour}{number}", f"{_COLOUR_NAMES[colour]} {number}", card


_BY_NOTATION: dict[str, Card] = {}
_NOTATION: dict[Card, str] = {}
_NAMES: dict[Card, str] = {}
for _source in (_standard(), _jokers(), _notty()):
    for _text, _name, _card in _source:
        _BY_NOTATION[_text] = _card
        _NOTATION[_card] = _text
        _NAMES[_card] = _name

STANDARD_PACK: tuple[Card, ...] = tuple(_BY_NOTATION[text] for text, _, _ in _standard())
JOKER = _BY_NOTATION["XX"]
RED_JOKER = _BY_NOTATION["XR"]
BLACK_JOKER = _BY_NOTATION["XB"]
NOTTY_PACK: tuple[Card, ...] = tuple(_BY_NOTATION[text] for text, _, _ in _notty() for _ in range(2))


def parse_card(text: str) -> Card:
    """Read one card; lower case and `10C` for `0C` are accepted.

    Raises:
        InvalidActionError: the text names no card.
    """
    key = text.strip().upper()
    if len(key) == 3 and key.startswith("10"):
        key = "0" + key[2]
    card = _BY_NOTATION.get(key)
    if card is None:
        shown = text.strip()[:20]
        raise InvalidActionError(
            f"“{shown}” is no card: write its value and suit, such as 4C for the four of clubs or 0H for the ten of hearts."
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas, in the given order.

    >>> [str(card) for card in parse_cards("0C jh, QS")]
    ['0C', 'JH', 'QS']
    """
    return tuple(parse_card(word) for word in re.split(r"[\s,]+", text.strip()) if word)


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards in the notation, separated by spaces."""
    return " ".join(_NOTATION[card] for card in cards)


def without(cards: tuple[Card, ...], *removed: Card) -> tuple[Card, ...]:
    """The cards less one copy of each removed card, order kept.

    Raises:
        ValueError: a removed card is not there.
    """
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


def with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The sorted hand plus one card."""
    return tuple(sorted((*hand, card)))
