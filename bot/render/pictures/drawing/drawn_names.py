"""Display names as pictures can draw them: short, and only where the typefaces have their letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from bot.language import _, current
from bot.render.names import made_unique, visible
from bot.render.pictures.drawing.typeface import font_for, has_letters
from bot.render.words import fitted

MAX_LETTERS = 12
_SIZE, _LETTER = 40, 28
"""A type size in pixels, and the width up to which letters count as one in it: only words in capitals have wider ones.
"""
_LETTERS, _MARK, _CONTROL = ("L", "N"), "M", "C"
"""Unicode categories: what is kept in a name, also with marks such as accents, and what joins letters unseen."""
_KEPT_SIGNS = frozenset("'’-.")  # noqa: RUF001  # the apostrophe that phones type
_ACCENTS = frozenset(("Mn", "Me"))


def seat_name(seat: int) -> str:
    """The label of a 0-based seat whose name cannot be drawn."""
    return _("Seat {seat}").format(seat=seat + 1)


def drawn_name(name: str, most: int = MAX_LETTERS) -> str:
    """The drawable form of a name, in at most `most` letters; empty if it cannot be drawn."""
    return _cut(_drawable(name), most)


def drawn_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The drawn form of each name; names that would look alike get the number of their seat.

    >>> drawn_names(("Carl", "✨ Zoë ✨", "太郎", "Maximilian Schmidt"))
    ('Carl', 'Zoë', 'Seat 3', 'Maximilian…')
    >>> drawn_names(("Maximiliane A.", "Maximiliane B."))
    ('Maximilia… 1', 'Maximilia… 2')
    >>> drawn_names(("Anna", "Anna", "Anna 1"))
    ('Anna 1', 'Anna 2', 'Anna 1 3')
    """
    return _drawn_in(names, current())


@lru_cache(maxsize=512)
def _drawn_in(names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """`drawn_names`; `language` must be the current one, in which seats without a drawable name are named."""
    readable = [_drawable(name) for name in names]

    def numbered(seat: int) -> str:
        name = readable[seat]
        return f"{_cut(name, MAX_LETTERS - 2)} {seat + 1}" if name else seat_name(seat)

    short = [_cut(name, MAX_LETTERS) if name else seat_name(seat) for seat, name in enumerate(readable)]
    return tuple(made_unique(short, numbered))


@lru_cache(maxsize=512)
def spoken_name(name: str) -> str:
    """The words of a name, for alternative texts; empty if it has none. Signs between words count as spaces.

    >>> spoken_name("*太郎* <@1>"), spoken_name("Zoë (she/her) ❤️"), spoken_name("🎉")
    ('太郎 1', 'Zoë she her', '')
    """
    kept = [" "]
    for letter in unicodedata.normalize("NFKC", visible(name)):
        kind = unicodedata.category(letter)
        if kind[0] in _LETTERS or letter in _KEPT_SIGNS or (kind[0] == _MARK and kept[-1] != " "):
            kept.append(letter)
        elif kind[0] not in (_MARK, _CONTROL):
            kept.append(" ")
    return " ".join("".join(kept).split()) if any(map(str.isalnum, kept)) else ""


def _drawable(name: str) -> str:
    """The letters of a name; empty if it has none or if any cannot be drawn."""
    text = "".join(letter for letter in spoken_name(name) if unicodedata.category(letter) not in _ACCENTS)
    return text if has_letters(text) else ""


def _cut(name: str, most: int) -> str:
    """The name in at most `most` letters, or fewer if they are so wide that all words around it would become small."""
    for length in range(most, 1, -1):
        short = fitted(name, length)
        if font_for(short, _SIZE).getlength(short) <= most * _LETTER:
            break
    return short.replace(" …", "…")
