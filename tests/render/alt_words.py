"""What an alternative text says about cards, whether it names them in full or, in a long text, by their symbols."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.render.cards import TEXT_STYLE, face
from bot.rules.cards import BLACK_JOKER, JOKER, RED_JOKER, STANDARD_PACK

if TYPE_CHECKING:
    from bot.rules.cards import Card

_CARDS = (*STANDARD_PACK, RED_JOKER, BLACK_JOKER, JOKER)


def cards_said(alt: str) -> Counter[Card]:
    """Count how often the text names each card of a standard pack."""
    found: Counter[Card] = Counter()
    for card in _CARDS:
        for name in (card.name, face(card).replace(TEXT_STYLE, "")):
            found[card] += alt.count(name)
            alt = alt.replace(name, "")
    return +found


def sentence(alt: str, start: str) -> str:
    """Return the sentence that begins with these words, or an empty string if there is none."""
    before, found, rest = alt.partition(start)
    return start + rest.partition(".")[0] if found and (not before or before.endswith(" ")) else ""
