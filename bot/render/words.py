"""Small words: lists, plurals, and names that cannot break the text around them."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from bot.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#<:@-])")
_LEFT_TO_RIGHT, _FIRST_ISOLATE, _END_ISOLATE = "\u200e", "\u2068", "\u2069"


def cards_in_words(number: int) -> str:
    """A number of cards, as it stands alone or as what somebody has.

    >>> cards_in_words(1), cards_in_words(0)
    ('1 card', '0 cards')
    """
    return ngettext("{number} card", "{number} cards", number).format(number=number)


def points_in_words(number: int) -> str:
    """A number of points, as it stands alone or as what somebody has."""
    return ngettext("{number} point", "{number} points", number).format(number=number)


def discards_in_words(number: int) -> str:
    """A number of cards that lie on the discard pile."""
    return ngettext("{number} discard", "{number} discards", number).format(number=number)


def score_in_words(number: int, unit: str) -> str:
    """A final score in the game's own unit, `point` or `card`."""
    return cards_in_words(number) if unit == "card" else points_in_words(number)


def listing(words: Sequence[str], last: str | None = None) -> str:
    """Words as a list in a sentence, with “and” before the last one if nothing else is given.

    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last or _('and')} {words[-1]}"


def plain(name: str) -> str:
    """A display name as plain text: no markdown, no mention, and its writing direction kept to itself."""
    cleaned = " ".join(name.split()) or _("somebody")
    escaped = _MARKDOWN.sub(r"\\\1", cleaned)
    return escaped if cleaned.isascii() else f"{_LEFT_TO_RIGHT}{_FIRST_ISOLATE}{escaped}{_END_ISOLATE}"


def quoted(typed: str, limit: int = 30) -> str:
    """What somebody typed, as a sentence repeats it: short, without markdown or signs that turn other words around."""
    shown = printable(typed)
    return plain(fitted(shown, limit)) if shown else ""


def printable(typed: str) -> str:
    """What somebody typed, on one line and without signs that are not seen, such as those that turn writing around.

    >>> printable(" draw \\u202e stock")
    'draw stock'
    """
    seen = "".join(" " if sign.isspace() else sign for sign in typed)
    return " ".join("".join(sign for sign in seen if unicodedata.category(sign)[0] != "C").split())


def fitted(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than the limit."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
