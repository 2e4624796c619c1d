"""The content of a picture before layout: card faces, blocks of overlapping cards, and sections of blocks."""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.pictures.layout.chips import Chip
from bot.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw: None is a face-down card.

    `wild` adds the star; `lifted` raises the card with a tick below (picked for the turn being built); `new` adds an
    arrow below (just drawn, taken or played); `moved` a double arrow (moved from another group this turn).
    `stands_for` is what a joker stands for: one or more cards. `fresh` outlines what changed since the viewer's last
    turn.
    """

    card: Card | None
    wild: bool = False
    lifted: bool = False
    new: bool = False
    moved: bool = False
    stands_for: tuple[Card, ...] = ()
    fresh: bool = False

    @property
    def mark(self) -> str:
        """The shape drawn below the card; empty for none."""
        return "tick" if self.lifted else "arrow" if self.new else "swap" if self.moved else ""


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that belong together, overlapping, with a caption below: a meld, a pile, the cards left over.

    `number` is its number in commands, and `sign` a shape before that, such as `warning`. A `whole` block is never
    split over rows: if it is too long, all cards in the picture are drawn smaller.
    """

    cards: tuple[Face, ...]
    caption: str = ""
    marked: bool = False
    number: int | None = None
    sign: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that flow into rows under a heading and chips; `plate` adds a lighter background."""

    blocks: tuple[Block, ...]
    heading: str = ""
    plate: bool = False
    chips: tuple[Chip, ...] = ()
