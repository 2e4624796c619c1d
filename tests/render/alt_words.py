"""What an alternative text says about cards, whether it names them in full or, when it is long, by their signs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.render.cards import TEXT_STYLE, face
from bot.rules.cards import BLACK_JOKER, JOKER, RED_JOKER, STANDARD_PACK

if TYPE_CHECKING:
    from bot.rules.cards import Card

_CARDS = (*STANDARD_PACK, RED_JOKER, BLACK_JOKER, JOKER)


def cards_said(alt: str) -> Counter[Card]:
    """How often each card of a standard pack is named in the text."""
    found: Counter[Card] = Counter()
    for card in _CARDS:
        for name in (card.name, face(card).replace(TEXT_STYLE, "")):
            found[card] += alt.count(name)
            alt = alt.replace(name, "")
    return +found


def sentence(alt: str, start: str) -> str:
    """The sentence that begins with these words; empty when there is none."""
    before, found, rest = alt.partition(start)
    return start + rest.partition(".")[0] if found and (not before or before.endswith(" ")) else ""
