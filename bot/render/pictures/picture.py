"""A finished picture: its bytes, and words that say all that it shows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import TEXT_STYLE, face, full_name
from bot.render.pictures.kept import Kept
from bot.render.pictures.layout import Section, draw, png
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from PIL import Image

    from bot.rules.cards import Card

_EVERY_CARD = (*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER, *NOTTY_PACK[::2])
_KEPT = Kept(32 * 2**20)
"""32 MiB: about a thousand tables and hands that are looked at again, or that somebody's move left as they were."""
_MORE = N_(" The text says the rest.")
HAND_BYTES, TABLE_BYTES = 40 * 1024, 80 * 1024
"""How large the files of hands, and those of tables and all other pictures, may be before they are written smaller."""
LONGEST_ALT = 1024
"""Discord's limit for the alternative text of a file, in characters."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and its alternative text."""

    data: bytes
    alt: str

    @property
    def says_all(self) -> bool:
        """Whether the alternative text is whole; if not, the message's text has to say it too."""
        return not self.alt.endswith(_(_MORE))

    @classmethod
    def of(cls, sections: Sequence[Section], alt: Iterable[str], *, most_bytes: int = TABLE_BYTES) -> Picture:
        """Draw the sections; the alternative text is the sentences, as many whole ones as Discord takes."""
        return cls.made(tuple(sections), lambda: draw(sections), alt, most_bytes=most_bytes)

    @classmethod
    def of_hand(cls, sections: Sequence[Section], alt: Iterable[str]) -> Picture:
        """The same, in a smaller file: everybody at a table gets one of these."""
        return cls.of(sections, alt, most_bytes=HAND_BYTES)

    @classmethod
    def made(
        cls,
        shown: Hashable,
        make: Callable[[], Image.Image],
        alt: Iterable[str],
        *,
        most_bytes: int = TABLE_BYTES,
    ) -> Picture:
        """A picture made in another way, unless what it shows was drawn before; with its sentences."""
        return cls(_KEPT.get(shown, lambda: png(make(), most_bytes)), shortened(" ".join(alt)))


def shortened(text: str) -> str:
    """The text as an alternative text: cards by their signs where their names are too long, then cut at a sentence's end."""
    if len(text) <= LONGEST_ALT:
        return text
    text = _brief(text)
    if len(text) <= LONGEST_ALT:
        return text
    more = _(_MORE)
    cut = text[: LONGEST_ALT - len(more)]
    return cut[: cut.rfind(".") + 1] + more


def named(cards: Iterable[Card], wild_rank: str | None = None) -> str:
    """Cards by their full names, for alternative texts: `5 of hearts (wild), 6 of hearts`."""
    return ", ".join(full_name(card, wild_rank) for card in cards)


def _brief(text: str) -> str:
    """The text with `5♥` for `5 of hearts`."""
    signs = {full_name(card): face(card).replace(TEXT_STYLE, "") for card in _EVERY_CARD}
    longest_first = sorted(signs, key=len, reverse=True)
    pattern = r"\b(" + "|".join(map(re.escape, longest_first)) + r")\b"
    return re.sub(pattern, lambda found: signs[found[0]], text)
