"""Rummy's actions; melds are tuples of cards in canonical order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from bot.rules.cards import BLACK_JOKER, RED_JOKER, STANDARD_PACK, Card
from bot.rules.rummy.melds import Meld, canonical_meld

if TYPE_CHECKING:
    from collections.abc import Iterable

LOW = "low"
HIGH = "high"


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class DrawDiscard:
    """Take the top card of the discard pile."""


@dataclass(frozen=True, slots=True)
class LayDown:
    """Lay melds from the hand on the table; use `lay_down` to build it from melds in any order."""

    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to a meld, numbered from 1; `end` is "low" or "high" if both ends fit, else None."""

    card: Card
    meld: int
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Replace a joker with the natural card it stands for; `end` as for `LayOff`."""

    card: Card
    meld: int
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, which ends the turn."""

    card: Card


RummyAction: TypeAlias = DrawStock | DrawDiscard | LayDown | LayOff | Swap | Discard

DRAW_STOCK = DrawStock()
DRAW_DISCARD = DrawDiscard()
DISCARDS: dict[int, Discard] = {card.order: Discard(card) for card in (*STANDARD_PACK, RED_JOKER, BLACK_JOKER)}
"""The discard of each card, by the card's order."""


def lay_down(melds: Iterable[Iterable[Card]]) -> LayDown:
    """Build the canonical action: sets sorted, runs ascending, melds sorted."""
    return LayDown(tuple(sorted(canonical_meld(meld) for meld in melds)))
