"""The language of texts: gettext catalogues, and a context variable with the current language.

Code that answers a person or writes to a server enters `with speaking(language):` once; texts inside are looked up
with `_` when needed, never at import. English is the language of the source.
"""

from __future__ import annotations

import gettext
import re
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The supported languages by code, each with its native name."""
SOURCE = "en"
CommandIds: TypeAlias = tuple[tuple[str, int], ...]
"""Full English command names, such as `table new`, with Discord's ids of the commands."""
_LOCALES = Path(__file__).parent / "locales"
_current: ContextVar[str] = ContextVar("language", default=SOURCE)
_commands: ContextVar[str | None] = ContextVar("commands", default=None)
_ids: ContextVar[CommandIds] = ContextVar("ids", default=())
_MENTION = re.compile(r"(?<![\w<`])/([a-z]+(?: [a-z]+){0,2})")
_OPTIONS = re.compile(r"/[a-z]+(?: [a-z]+){0,2}?((?: \(?[a-z_]+:(?: (?![a-z_]+:)[^\s,.;:()]+)*)+)")
"""The options written after a command, such as ` game: Rummy bots: 2` of `/table new game: Rummy bots: 2`.

A command has at most three words, so “/move for a card on the table: …” has no option.
"""
_LONE_OPTION = re.compile(r"\b(?:leave|with|choose|or|raise|list that|for example) ([a-z_]+):")
"""An option without its command, such as `leave thread: out`; “that card: discard it” names none."""
_NAME = re.compile(r"([a-z_]+):")


def _(text: str) -> str:
    """Translate a text into the current language; untranslated texts are returned as they are."""
    return _named(text, _catalogue(_current.get()).gettext(text)) if text else ""


def ngettext(one: str, many: str, number: int) -> str:
    """The plural form for that number in the current language, without filling in placeholders.

    >>> ngettext("{n} card", "{n} cards", 2).format(n=2), ngettext("{n} point", "{n} points", -1).format(n=-1)
    ('2 cards', '-1 point')
    """
    return _named(many, _catalogue(_current.get()).ngettext(one, many, abs(number)))


def decimal(number: float) -> str:
    """Format a number with at most one decimal in the current language.

    >>> decimal(46.04), decimal(0.5), decimal(-1.25)
    ('46', '0.5', '-1.2')
    """
    whole, tenths = divmod(round(abs(number) * 10), 10)
    sign = "-" if number < 0 and (whole or tenths) else ""
    return sign + (_("{whole}.{tenths}").format(whole=whole, tenths=tenths) if tenths else str(whole))


def plural_number(number: float) -> int:
    """The number for `ngettext` where a sentence shows `decimal(number)`.

    A fraction takes the plural. Below 2 it takes the singular in languages where 0 does, too, such as French.

    >>> plural_number(1.04), plural_number(0.5), plural_number(11.96)
    (1, 2, 12)
    """
    whole, tenths = divmod(round(abs(number) * 10), 10)
    if not tenths:
        return whole
    return 1 if whole < 2 and _zero_is_singular(_current.get()) else 2


@cache
def _zero_is_singular(language: str) -> bool:
    none, one = (_catalogue(language).ngettext("{number} point", "{number} points", number) for number in (0, 1))
    return none == one


def listing(words: Sequence[str], last: str | None = None) -> str:
    """Join words into a list, with `last` (“and” by default) before the last one.

    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last or _('and')} {words[-1]}"


def written_date(day: date) -> str:
    """Format a date in numbers as the current language does.

    >>> from datetime import date
    >>> written_date(date(2026, 11, 3))
    '2026-11-03'
    """
    return _("{year}-{month:02}-{day:02}").format(year=day.year, month=day.month, day=day.day)


def pgettext(context: str, text: str) -> str:
    """Translate a text whose English words mean something else in other contexts."""
    language = _commands.get() if context in ("command", "option") else None
    return _catalogue(language or _current.get()).pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802  # gettext's name for it
    """Return the text unchanged, marking it for the catalogue; translate it with `_` where it is shown."""
    return text


def current() -> str:
    """The current language: a cache key for things made once per language, such as pictures."""
    return _current.get()


class SpokenLanguage(NamedTuple):
    """A language, the language in which the person's Discord shows command names, and the commands' ids."""

    language: str
    commands: str
    ids: CommandIds = ()


def spoken_language() -> SpokenLanguage:
    """The current language, and the one that names the commands."""
    return SpokenLanguage(_current.get(), _commands.get() or _current.get(), _ids.get())


def command_name(english: str) -> str:
    """A command such as `table new` under its name in the person's Discord."""
    return " ".join(_command_words(_catalogue(spoken_language().commands), english.split()))


def _command_words(catalogue: gettext.NullTranslations, words: Sequence[str]) -> list[str]:
    """The words of a command's name in the catalogue's language.

    A word that means different things in different groups stands there under the whole name, such as `daily board`.
    """
    wholes = [" ".join(words[:length]) for length in range(1, len(words) + 1)]
    own = [catalogue.pgettext("command", whole) for whole in wholes]
    return [
        catalogue.pgettext("command", word) if name == whole else name
        for word, whole, name in zip(words, wholes, own, strict=True)
    ]


@contextmanager
def speaking(language: str | SpokenLanguage) -> Iterator[None]:
    """Set the current language (a key of `LANGUAGES`) for the block and for tasks started in it."""
    spoken = language if isinstance(language, SpokenLanguage) else SpokenLanguage(language, language)
    token, commands = _current.set(spoken.language), _commands.set(spoken.commands)
    ids = _ids.set(spoken.ids)
    try:
        yield
    finally:
        _ids.reset(ids)
        _current.reset(token)
        _commands.reset(commands)


def language_for(locale: str | None, default: str = SOURCE) -> str:
    """The language for a Discord locale such as `de` or `en-GB`; the default if it is not supported.

    >>> language_for("de"), language_for("en-GB"), language_for("pt-BR", "de"), language_for(None)
    ('de', 'en', 'de', 'en')
    """
    code = (locale or "").partition("-")[0].lower()
    return code if code in LANGUAGES else default


def terminal_language(environment: Mapping[str, str]) -> str:
    """The language that a terminal's environment asks for, by gettext's variables.

    >>> terminal_language({"LANG": "de_DE.UTF-8"}), terminal_language({"LANGUAGE": "en:de", "LANG": "de_DE.UTF-8"})
    ('de', 'en')
    >>> terminal_language({"LANG": "C.UTF-8"}), terminal_language({})
    ('en', 'en')
    """
    asked = (environment.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return language_for(re.split("[:_.]", next(filter(None, asked), ""))[0])


def _named(english: str, text: str) -> str:
    """The text with commands under their names in the person's Discord."""
    language, commands = _current.get(), _commands.get()
    return text if commands in (None, language) else _renamed(english, text, language, commands or language)


@lru_cache(maxsize=4096)
def _renamed(english: str, text: str, language: str, commands: str) -> str:
    """Replace the names of commands, options and their choices in a text with those of another language.

    The English text says which ones it names: `/table new` and `where: everywhere` there, `/tisch neu` and
    `wo: überall` here.
    """
    spoken, shown = _catalogue(language), _catalogue(commands)
    names: dict[str, str] = {}
    for words in {tuple(mention.split()) for mention in _MENTION.findall(english)}:
        for length in range(len(words), 0, -1):
            there = "/" + " ".join(_command_words(spoken, words[:length]))
            if re.search(rf"{re.escape(there)}(?!\w)", text):
                names[there] = "/" + " ".join(_command_words(shown, words[:length]))
                break
    if names:  # all at once, as `/tisch` alone is none of those before it
        longest_first = "|".join(re.escape(there) for there in sorted(names, key=len, reverse=True))
        text = re.sub(rf"(?:{longest_first})(?!\w)", lambda found: names[found[0]], text)
    for word in _options_named(english):
        option = shown.pgettext("option", word)
        text = re.sub(rf"(?<!\w){re.escape(spoken.pgettext('option', word))}:", f"{option}:", text)
        for value in re.findall(rf"\b{word}: (\w+)", english):
            choice, choice_shown = (catalogue.pgettext("choice", value) for catalogue in (spoken, shown))
            text = text.replace(f"{option}: {choice}", f"{option}: {choice_shown}")
    return text


def _options_named(english: str) -> set[str]:
    """The command options that an English text names.

    >>> sorted(_options_named("/table new game: Rummy bots: 2, or leave thread: out")), _options_named("One card: draw")
    (['bots', 'game', 'thread'], set())
    """
    after = " ".join(found[1] for found in _OPTIONS.finditer(english))
    return {*_NAME.findall(after), *_LONE_OPTION.findall(english)}


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("bot", _LOCALES, [language], fallback=True)
