"""The actions of Huxxy; group numbers are 1-based, as displayed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock, which ends the turn."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from the hand to the numbered group, or to a new one (None)."""

    card: Card
    group: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card from one group to another, or to a new one (None)."""

    card: Card
    source: int
    target: int | None


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last play of this turn."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Undo all plays of this turn."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the table turn; every group must be valid."""


HuxxyAction = Draw | Play | Move | Undo | Reset | EndTurn

DRAW = Draw()
UNDO = Undo()
RESET = Reset()
END_TURN = EndTurn()
