"""Small text helpers: lists, plurals, and truncation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

LEFT_TO_RIGHT, FIRST_ISOLATE, END_ISOLATE = "\u200e", "\u2068", "\u2069"


def cards_in_words(number: int) -> str:
    """A number of cards, usable as the subject or object of a sentence.

    >>> cards_in_words(1), cards_in_words(0)
    ('1 card', '0 cards')
    """
    return ngettext("{number} card", "{number} cards", number).format(number=number)


def points_in_words(number: int) -> str:
    """A number of points, usable as the subject or object of a sentence."""
    return ngettext("{number} point", "{number} points", number).format(number=number)


def signed(points: int) -> str:
    """A change with its sign.

    >>> signed(12), signed(-3), signed(0)
    ('+12', '-3', '±0')
    """
    return f"{points:+d}" if points else "±0"


def games_in_words(number: int) -> str:
    """A number of games, usable as the subject or object of a sentence."""
    return ngettext("{number} game", "{number} games", number).format(number=number)


def discards_in_words(number: int) -> str:
    """A number of cards on the discard pile."""
    return ngettext("{number} discard", "{number} discards", number).format(number=number)


def score_in_words(number: int, unit: str) -> str:
    """A final score in the game's own unit, `point` or `card`."""
    return cards_in_words(number) if unit == "card" else points_in_words(number)


def card_row(cards: str, mark: str = "# ") -> str:
    """The faces of a hand as a heading; a sentence where there are none.

    >>> card_row("8♣ 9♣"), card_row("")
    ('# 8♣ 9♣', 'No cards left.')
    """
    return f"{mark}{cards}" if cards else _("No cards left.")


def quoted_listing(words: Sequence[str]) -> str:
    """Join words into a list, each in the quotation marks of the current language.

    >>> quoted_listing(["Send Messages", "Embed Links"])
    '“Send Messages” and “Embed Links”'
    """
    return listing([_("“{words}”").format(words=each) for each in words])


def fitted(text: str, limit: int) -> str:
    """Truncate the text to the limit with an ellipsis; a name cut in two keeps its direction isolated."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    if kept.count(FIRST_ISOLATE) > kept.count(END_ISOLATE):
        return f"{text[: limit - 2]}…{END_ISOLATE}"
    return f"{kept}…"


def whole_lines(text: str, limit: int) -> str:
    """Truncate a text to the limit, with an ellipsis in place of whole lines, so that no link or name is cut."""
    if len(text) <= limit:
        return text
    kept = text[: max(0, limit - 1)].rpartition("\n")[0]
    return f"{kept}\n…" if kept else "…"


def capital(sentence: str) -> str:
    """Capitalize the first letter of the sentence."""
    return sentence[:1].upper() + sentence[1:]
