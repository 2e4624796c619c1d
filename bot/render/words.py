"""Small words: lists, plurals, and texts that have to fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

LEFT_TO_RIGHT, FIRST_ISOLATE, END_ISOLATE = "\u200e", "\u2068", "\u2069"


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


def fitted(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than the limit; a name cut in two still keeps to itself."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    if kept.count(FIRST_ISOLATE) > kept.count(END_ISOLATE):
        return f"{text[: limit - 2]}…{END_ISOLATE}"
    return f"{kept}…"


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
