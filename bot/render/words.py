"""Small words: lists, plurals, and names that cannot break the text around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#<:@-])")
_FIRST_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def plural(number: int, one: str, many: str | None = None) -> str:
    """The number with its noun.

    >>> plural(1, "card"), plural(2, "card"), plural(0, "penalty", "penalties")
    ('1 card', '2 cards', '0 penalties')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def listing(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def plain(name: str) -> str:
    """A display name as plain text: no markdown, no mention, and its writing direction kept to itself."""
    cleaned = " ".join(name.split()) or "somebody"
    escaped = _MARKDOWN.sub(r"\\\1", cleaned)
    return escaped if cleaned.isascii() else f"{_FIRST_ISOLATE}{escaped}{_END_ISOLATE}"


def fitted(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than the limit."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
