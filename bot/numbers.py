"""Whole numbers in text from outside: a control's argument, a form's answer, a typed option."""

from __future__ import annotations

_MOST = 2**63 - 1
"""The largest number that every database keeps."""
_MAX_DIGITS = len(str(_MOST))


def whole_number(text: str) -> int | None:
    r"""The number that the text is, from 0, in the digits 0 to 9; None if it is none, or too large for a
    database.

    `str.isdigit` also accepts digits that `int` cannot read, and `int` reads those of other scripts.

    >>> [whole_number(text) for text in ("12", "\u00b2", "\u0663", "-1", "9" * 19)]
    [12, None, None, None, None]
    """
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS):
        return None
    number = int(text)
    return number if number <= _MOST else None
