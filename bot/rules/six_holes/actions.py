"""The actions of 6 Holes: turn up a card, draw and then place or discard, or take and place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from bot.language import N_, _


class Position(IntEnum):
    """A position in a grid of two rows and three columns; its value is the index in a `Grid`."""

    TL = 0
    TM = 1
    TR = 2
    BL = 3
    BM = 4
    BR = 5

    @property
    def partner(self) -> Position:
        """The other position in the column."""
        return Position((self + 3) % 6)

    @property
    def label(self) -> str:
        """The position in words, in the current language: `top left`."""
        return _(self.english)

    @property
    def english(self) -> str:
        """The position in English words, which are accepted in every language."""
        return _LABELS[self]


_LABELS = (
    N_("top left"), N_("top middle"), N_("top right"), N_("bottom left"), N_("bottom middle"), N_("bottom right"),
)  # fmt: skip
SIDES = (Position.TL, Position.TR, Position.BL, Position.BR)
MIDDLE = (Position.TM, Position.BM)
COLUMNS = tuple((Position(column), Position(column + 3)) for column in range(3))


@dataclass(frozen=True, slots=True)
class Open:
    """Turn up one of your own face-down side cards."""

    position: Position


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place the card just drawn and discard the card it replaces."""

    position: Position


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card just drawn."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the card that the opponent discarded or replaced in the previous turn, and place it."""

    position: Position


SixHolesAction: TypeAlias = Open | Draw | Place | Discard | Take

DRAW = Draw()
DISCARD = Discard()
OPENS = {position: Open(position) for position in SIDES}
PLACES = {position: Place(position) for position in Position}
TAKES = {position: Take(position) for position in Position}
