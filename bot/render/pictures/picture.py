"""A finished picture: its bytes, and an alternative text that describes all of it."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from cachetools import LRUCache, cached

from bot.language import N_, _
from bot.render.cards import TEXT_STYLE, face, full_name
from bot.render.pictures.drawing.png import png
from bot.render.pictures.layout.attempts import HAND, LARGE, LARGE_HAND, TABLE
from bot.render.pictures.layout.draw import draw
from bot.rules.cards import NOTTY_PACK, STANDARD_PACK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PIL import Image

    from bot.render.pictures.layout.attempts import Attempt
    from bot.render.pictures.layout.blocks import Section
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card

_SIGNED = (*STANDARD_PACK, *NOTTY_PACK[::2])
"""The cards that a long alternative text names by their signs; “Joker” is also what German calls a wild card."""
_CACHE_BYTES = 32 * 2**20
"""32 MiB, enough for about a thousand tables and hands, many of which are shown more than once."""
_MORE = N_(" See the text for the rest.")
HAND_BYTES, TABLE_BYTES = 40 * 1024, 80 * 1024
"""File sizes in bytes above which pictures are compressed more: hands; tables and all other pictures."""
MAX_ALT_LENGTH = 1024
"""Discord's limit for a file's alternative text, in characters."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and its alternative text."""

    data: bytes
    alt: str

    @classmethod
    def of(cls, sections: Sequence[Section], alt: Iterable[str], style: PictureStyle) -> Picture:
        """Draw the sections; `alt` is the sentences of the alternative text, as for `shortened`."""
        return cls._drawn(sections, alt, style, LARGE if style.large else TABLE, TABLE_BYTES)

    @classmethod
    def of_hand(cls, sections: Sequence[Section], alt: Iterable[str], style: PictureStyle) -> Picture:
        """Like `of` with a smaller file, because every player at a table gets one."""
        return cls._drawn(sections, alt, style, LARGE_HAND if style.large else HAND, HAND_BYTES)

    @classmethod
    def _drawn(
        cls,
        sections: Sequence[Section],
        alt: Iterable[str],
        style: PictureStyle,
        attempts: tuple[Attempt, ...],
        most_bytes: int,
    ) -> Picture:
        shown = (tuple(sections), style.two_colours, attempts)
        drawing = partial(draw, sections, two_colours=style.two_colours, attempts=attempts)
        return cls.made(shown, drawing, alt, most_bytes=most_bytes)

    @classmethod
    def made(
        cls,
        shown: Hashable,
        make: Callable[[], Image.Image],
        alt: Iterable[str],
        *,
        most_bytes: int = TABLE_BYTES,
    ) -> Picture:
        """A picture drawn by `make`, cached by what it shows (`shown`); `alt` as for `of`."""
        return cls(_file(shown, make, most_bytes), shortened(alt))


@cached(
    LRUCache[Hashable, bytes](_CACHE_BYTES, getsizeof=len), key=lambda shown, _make, _most_bytes: shown, lock=Lock()
)
def _file(shown: Hashable, make: Callable[[], Image.Image], most_bytes: int) -> bytes:
    """The file of a picture drawn by `make`, cached by what it shows."""
    del shown
    return png(make(), most_bytes)


def says_all(picture: Picture | None) -> bool:
    """Whether there is a picture whose alternative text is complete; if not, the message contains the text as well."""
    return picture is not None and not picture.alt.endswith(_(_MORE))


def shortened(sentences: Iterable[str]) -> str:
    """The sentences as an alternative text within Discord's limit.

    If they are too long, cards are named by short faces; if that is not enough, the last sentences are left out.
    """
    kept = list(sentences)
    text = " ".join(kept)
    if len(text) <= MAX_ALT_LENGTH:
        return text
    kept = _brief(kept)
    text, more = " ".join(kept), _(_MORE)
    if len(text) <= MAX_ALT_LENGTH:
        return text
    while len(text) > MAX_ALT_LENGTH - len(more):
        kept.pop()
        text = " ".join(kept)
    return text + more


def named(cards: Iterable[Card], wild_rank: str | None = None) -> str:
    """The full names of cards for alternative texts: `5 of hearts (wild), 6 of hearts`."""
    return ", ".join(full_name(card, wild_rank) for card in cards)


def _brief(sentences: Iterable[str]) -> list[str]:
    """The sentences with `5♥` for `5 of hearts`."""
    signs = {full_name(card): face(card).replace(TEXT_STYLE, "") for card in _SIGNED}
    longest_first = sorted(signs, key=len, reverse=True)
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, longest_first)) + r")\b")
    return [pattern.sub(lambda found: signs[found[0]], sentence) for sentence in sentences]
