"""Words that people type around the facts of an action, in English or the current language."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.language import N_, _, current

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

THE, THE_TURN = N_("the"), N_("turn the your my")
"""Words that may be typed before a card, and after end."""


def unaccented(text: str) -> str:
    r"""The text without accents, however they are encoded: as part of a letter or, as from some devices, beside it.

    >>> unaccented("K\u00f6nig"), unaccented("Ko\u0308nig")
    ('Konig', 'Konig')
    """
    if text.isascii():
        return text
    letters = (sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    return unicodedata.normalize("NFC", "".join(letters))


def folded(text: str) -> str:
    r"""The text in the form in which typed words are compared: in small letters without accents, and with straight
    apostrophes.

    The Turkish letters for i, with and without a dot, are an i, as they are for a pattern that ignores case. `casefold`
    alone keeps them apart.

    >>> folded("KING"), folded("k\u0131ng"), folded("K\u0130NG"), folded("l\u2019"), folded("K\u00d6NIG")
    ('king', 'king', 'king', "l'", 'konig')
    """
    return unaccented(text).casefold().replace("\u0131", "i").replace("\u2019", "'")


def spelled(spellings: str) -> frozenset[str]:
    """The accepted spellings, separated by spaces in the catalogue: those in English and in the current language.

    >>> sorted(spelled("low bottom"))
    ['bottom', 'low']
    """
    return _spelled_in(spellings, current())


@lru_cache(maxsize=256)
def _spelled_in(spellings: str, language: str) -> frozenset[str]:
    """`spelled`; `language` must be the current one (it is the cache key)."""
    return frozenset((*spellings.split(), *folded(_(spellings)).split()))


def without_fillers(words: Iterable[str], fillers: str) -> list[str]:
    """The words that are none of the fillers, spelled as for `spelled`.

    >>> without_fillers(["to", "group", "2"], "to group")
    ['2']
    """
    left_out = spelled(fillers)
    return [word for word in words if folded(word) not in left_out]


def meant(word: str, names: Mapping[str, str]) -> str:
    """The key whose spellings, as for `spelled`, the word is one of; the word itself if there is none.

    >>> meant("bottom", {"low": "low bottom"}), meant("7", {"low": "low bottom"})
    ('low', '7')
    """
    return next((key for key, spellings in names.items() if folded(word) in spelled(spellings)), word)
