"""The actions of Notty: draw cards, take one from another hand, discard a group, end the turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one to three cards from the deck; the number is chosen in advance."""

    count: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take a random card from the hand of another seat (0-based)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a sequence or a set; the cards are sorted, so equal groups compare equal."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class End:
    """End the turn; a turn without any other action is a pass."""


NottyAction: TypeAlias = Draw | Take | Discard | End

MAX_DRAWN = 3
DRAWS: tuple[Draw, ...] = tuple(Draw(count) for count in range(1, MAX_DRAWN + 1))
END = End()
