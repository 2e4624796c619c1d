"""Escaping of names and typed text, so they cannot break, hide in or reverse the text around them.

Every name of a person, server or channel goes through `plain` (where Discord renders markdown) or `label` (buttons,
selects, autocompletion, thread names); typed text repeated in a sentence goes through `quoted`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.words import END_ISOLATE, FIRST_ISOLATE, LEFT_TO_RIGHT, fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_LENGTH = 32
"""Discord's limit for a display name, in characters; a saved game may contain longer ones."""
FORMER_PLAYER = N_("Former player")
"""What stands for the name of a person who deleted their data."""
_MAX_QUOTED = 30
"""Characters of typed text that a sentence repeats."""
_MAX_MARKS = 4
"""Maximum accents on one letter; more would spill into the lines above and below."""
_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#<:@.+/-])")
_ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
_INVISIBLE = {"Cc", "Cf", "Cs"}
"""Unicode categories to remove: control and format characters (including text direction) and surrogates."""
_JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners to keep: Persian, Hindi and combined emoji need them."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that render as blank."""


def plain(name: str, limit: int = MAX_LENGTH) -> str:
    r"""Escape a name for markdown text, so it is neither markdown nor a mention nor a link, nor a command to tap.

    >>> plain("*a* <@1>\nb")
    '\\*a\\* \\<\\@1\\> b'
    """
    return _escaped(tidy(name, limit))


@lru_cache(maxsize=4096)
def _escaped(text: str) -> str:
    return isolated(_MARKDOWN.sub(r"\\\1", text))


def label(name: str, limit: int = MAX_LENGTH) -> str:
    """Clean a name for places where Discord does not render markdown."""
    return isolated(tidy(name, limit))


def isolated(text: str) -> str:
    """Isolate the text's direction; a line that starts with it still runs from left to right."""
    return text if text.isascii() else f"{LEFT_TO_RIGHT}{FIRST_ISOLATE}{text}{END_ISOLATE}"


def quoted(typed: str) -> str:
    """Escape typed text to repeat the start of it in a sentence; empty if nothing in it is visible."""
    seen = visible(typed)
    return plain(fitted(seen, _MAX_QUOTED), _MAX_QUOTED) if seen else ""


def tidy(name: str, limit: int = MAX_LENGTH) -> str:
    """The visible part of a name on one line; “somebody” if there is none."""
    return fitted(_visible_name(name) or _("somebody"), limit)


def visible(text: str) -> str:
    """The visible part of a text on one line, without characters that change its direction.

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
    looks_like_something = (char not in _JOINERS and unicodedata.category(char)[0] not in "ZM" for char in seen)
    return seen if any(looks_like_something) else ""


_visible_name = lru_cache(maxsize=4096)(visible)
"""`visible`, for names: they are short and come again and again. What is typed can be long, and is not kept."""


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names at a table by seat, each different; people whose data was deleted have none.

    >>> seat_names(("Anna", "Anna", "Carl", ""))
    ('Anna 1', 'Anna 2', 'Carl', 'Former player')
    """
    shown = [_visible_name(name or _(FORMER_PLAYER)) for name in names]
    return made_unique(shown, lambda seat: f"{tidy(shown[seat], MAX_LENGTH - 2)} {seat + 1}")


def made_unique(names: Sequence[str], numbered: Callable[[int], str]) -> tuple[str, ...]:
    """The names by seat; those that are alike, or like the numbered form of another, in their `numbered` form.

    >>> made_unique(("Anna", "Anna", "Anna 1"), lambda seat: f"{('Anna', 'Anna', 'Anna 1')[seat]} {seat + 1}")
    ('Anna 1', 'Anna 2', 'Anna 1 3')
    """
    shown, done = list(names), set[int]()
    while True:
        often = Counter(shown)
        alike = [seat for seat, name in enumerate(shown) if often[name] > 1 and seat not in done]
        if not alike:
            return tuple(shown)
        for seat in alike:
            shown[seat] = numbered(seat)
        done.update(alike)


def unescaped(text: str) -> str:
    r"""The text as Discord displays it, without the backslashes added by `plain`.

    >>> unescaped(plain("a_b"))
    'a_b'
    """
    return _ESCAPED.sub(r"\1", text)
