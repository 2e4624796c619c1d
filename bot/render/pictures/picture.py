"""A finished picture: its bytes, and words that say all that it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.render.pictures.layout import Section, draw, png

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.cards import Card

LONGEST_ALT = 1024
"""Discord's limit for the alternative text of a file, in characters."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and its alternative text."""

    data: bytes
    alt: str

    @classmethod
    def of(cls, sections: Sequence[Section], alt: Iterable[str]) -> Picture:
        """Draw the sections; the alternative text is the sentences, as many whole ones as Discord takes."""
        return cls(png(draw(sections)), shortened(" ".join(alt)))


def shortened(text: str) -> str:
    """The text, cut at a sentence's end when it is too long for an alternative text."""
    if len(text) <= LONGEST_ALT:
        return text
    more = " The text says the rest."
    cut = text[: LONGEST_ALT - len(more)]
    return cut[: cut.rfind(".") + 1] + more


def named(cards: Iterable[Card], wild_rank: str | None = None) -> str:
    """Cards by their full names, for alternative texts: `5 of hearts (wild), 6 of hearts`."""
    return ", ".join(f"{card.name} (wild)" if card.rank == wild_rank else card.name for card in cards)
