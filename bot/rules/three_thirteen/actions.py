"""The actions of Three Thirteen: draw from the stock or the discard pile, then discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.rules.cards import STANDARD_PACK, Card


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class DrawDiscard:
    """Draw the top card of the discard pile."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, which ends the turn."""

    card: Card


ThreeThirteenAction: TypeAlias = DrawStock | DrawDiscard | Discard

DRAW_STOCK = DrawStock()
DRAW_DISCARD = DrawDiscard()
DISCARDS: dict[Card, Discard] = {card: Discard(card) for card in STANDARD_PACK}
