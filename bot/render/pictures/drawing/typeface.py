"""The typefaces of pictures: one for all words, and one with more letters for names."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

_FOLDER = Path(__file__).parent / "font"
_USUAL = "atkinson-hyperlegible-latin-700-normal.woff2"
_LETTERS = "noto-sans-latin-greek-cyrillic-700-normal.woff2"
_NO_LETTER = "\U0010ffff"
NARROW_SPACE, SPACE = "\u202f", "\u00a0"
"""The space that French has before a colon, which the typefaces lack, and the one that is drawn for it."""
_SMALL = 20


def font(size: int) -> ImageFont.FreeTypeFont:
    """The usual typeface at a size in pixels."""
    return _opened(_USUAL, size)


def font_for(text: str, size: int) -> ImageFont.FreeTypeFont:
    """The typeface that has all letters of the text; the usual one if it does."""
    return font(size) if _has_all(_USUAL, text) else _opened(_LETTERS, size)


def has_letters(text: str) -> bool:
    """Whether the text can be drawn.

    >>> has_letters("Zoë"), has_letters("Łukasz"), has_letters("Ольга"), has_letters("太郎")
    (True, True, True, False)
    """
    return _has_all(_USUAL, text) or _has_all(_LETTERS, text)


def _has_all(file: str, text: str) -> bool:
    return all(_has(file, letter) for letter in text)


@lru_cache(maxsize=2048)
def _has(file: str, letter: str) -> bool:
    """Whether the letter differs from the font's box for missing characters."""
    drawn, missing = (_opened(file, _SMALL).getmask(text) for text in (letter, _NO_LETTER))
    return drawn.size != missing.size or bytes(drawn) != bytes(missing)


@cache
def _opened(file: str, size: int) -> ImageFont.FreeTypeFont:
    """With Pillow's own layout; the other one needs a library of the system, and spaces letters differently."""
    return ImageFont.truetype(str(_FOLDER / file), size, layout_engine=ImageFont.Layout.BASIC)
