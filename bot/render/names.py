"""Names, and what people typed: shown in a text, they cannot break it, hide in it or turn it around.

Every name of a person, server or channel passes `plain` (where Discord reads markdown) or `label` (buttons, menus, lists
that Discord offers, threads); what a sentence repeats of what was typed passes `quoted`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from bot.language import _
from bot.render.words import END_ISOLATE, FIRST_ISOLATE, LEFT_TO_RIGHT, fitted

MAX_LENGTH = 32
"""Discord's own limit for a person's name; a saved game's file may hold longer ones."""
_MAX_MARKS = 4
"""Accents on one letter; more only reach into the lines above and below."""
_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#<:@.+-])")
_ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
_INVISIBLE = {"Cc", "Cf", "Cs"}
"""Control characters, those of writing direction among them, and halves of characters."""
_JOINERS = frozenset("\u200c\u200d")
"""They shape words of Persian and Hindi, and hold emoji together."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""


def plain(name: str, limit: int = MAX_LENGTH) -> str:
    r"""A name within a text that Discord reads as markdown: neither markdown nor a mention nor a link.

    >>> plain("*a* <@1>\nb")
    '\\*a\\* \\<\\@1\\> b'
    """
    return isolated(_MARKDOWN.sub(r"\\\1", tidy(name, limit)))


def label(name: str, limit: int = MAX_LENGTH) -> str:
    """A name where Discord shows every character as it is."""
    return isolated(tidy(name, limit))


def isolated(text: str) -> str:
    """The text with its writing direction kept to itself; a line that begins with it still runs from left to right."""
    return text if text.isascii() else f"{LEFT_TO_RIGHT}{FIRST_ISOLATE}{text}{END_ISOLATE}"


def quoted(typed: str, limit: int = 30) -> str:
    """What somebody typed, as a sentence repeats it: like a name; nothing if nothing of it can be seen."""
    return plain(typed, limit) if visible(typed) else ""


def tidy(name: str, limit: int = MAX_LENGTH) -> str:
    """What of a name can be seen, on one line; “somebody” if there is nothing."""
    return fitted(visible(name) or _("somebody"), limit)


@lru_cache(maxsize=4096)
def visible(text: str) -> str:
    """What of a text can be seen, on one line, and without what would turn its writing around.

    >>> visible(" draw \\u202e stock")
    'draw stock'
    """
    kept: list[str] = []
    marks = 0
    for char in " ".join(text.split()):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if char in _JOINERS or not (kind in _INVISIBLE or char in _BLANKS or marks > _MAX_MARKS):
            kept.append(char)
    seen = " ".join("".join(kept).split())
    looks_like_something = (
        char not in _JOINERS and unicodedata.category(char)[0] not in "ZM" for char in seen
    )
    return seen if any(looks_like_something) else ""


def unescaped(text: str) -> str:
    r"""The text as Discord shows it: without the backslashes that `plain` writes.

    >>> unescaped(plain("a_b"))
    'a_b'
    """
    return _ESCAPED.sub(r"\1", text)
