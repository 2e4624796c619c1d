"""The language people are spoken to in: gettext catalogues, and a context variable that says which one is meant.

Whoever answers a person or writes for a server says `with speaking(language):` once; every text below it is
looked up with `_` when it is needed, never when a module is imported. English is the language of the source.
"""

from __future__ import annotations

import gettext
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages there are, by their code, each in its own name."""
SOURCE = "en"
_LOCALES = Path(__file__).parent / "locales"
_current: ContextVar[str] = ContextVar("language", default=SOURCE)


def _(text: str) -> str:
    """The text in the current language; the text itself where there is no translation."""
    return _catalogue(_current.get()).gettext(text) if text else ""


def ngettext(one: str, many: str, number: int) -> str:
    """The form of the text for that number in the current language; it is not filled in.

    >>> ngettext("{n} card", "{n} cards", 2).format(n=2)
    '2 cards'
    """
    return _catalogue(_current.get()).ngettext(one, many, number)


def pgettext(context: str, text: str) -> str:
    """The text in the current language, where the same English words mean another thing elsewhere."""
    return _catalogue(_current.get()).pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802  # gettext's name for it
    """The text unchanged: marks a constant for the catalogue, to be looked up with `_` where it is shown."""
    return text


def current() -> str:
    """The language that is being spoken: for what is kept, such as a drawn picture, once for each language."""
    return _current.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak that language (a key of `LANGUAGES`) within the block, and in the tasks that are started there."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def language_for(locale: str | None, default: str = SOURCE) -> str:
    """The language for a locale as Discord sends it, such as `de`, `en-GB`; the default where there is none.

    >>> language_for("de"), language_for("en-GB"), language_for("pt-BR", "de"), language_for(None)
    ('de', 'en', 'de', 'en')
    """
    code = (locale or "").partition("-")[0].lower()
    return code if code in LANGUAGES else default


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("bot", _LOCALES, [language], fallback=True)
