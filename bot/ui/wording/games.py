"""Games as people name them: by title, by key, or in a short way such as `313` or `six`."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from bot.language import LANGUAGES, _, speaking
from bot.render.catalogue import text_of
from bot.render.names import quoted
from bot.rules.catalogue import GAMES
from bot.tables.model.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Iterator

MIN_PREFIX = 3
"""Length of the shortest prefix accepted for a name."""


def find_game(text: str) -> str | None:
    """The key of the game with this name or unambiguous prefix; None if there is none.

    >>> [find_game(text) for text in ("313", "3-13", "RUM", "three thirteen", "1", "")]
    ['three-thirteen', 'three-thirteen', 'rummy', 'three-thirteen', None, None]
    """
    wanted, names = _folded(text), _names()
    if wanted in names:
        return names[wanted]
    found = {key for name, key in names.items() if name.startswith(wanted)}
    return found.pop() if len(wanted) >= MIN_PREFIX and len(found) == 1 else None


def read_game(text: str) -> str:
    """The key of the game that was named.

    Raises:
        TableError: there is no such game.
    """
    key = find_game(text)
    if key is None:
        raise TableError(
            _("There is no game “{game}”; choose one of: {games}.").format(
                game=quoted(text), games=", ".join(game.title for game in GAMES.values())
            )
        )
    return key


def read_optional_game(text: str | None) -> str | None:
    """The key of the game that was named; None if none was named.

    Raises:
        TableError: there is no such game.
    """
    return read_game(text) if text and text.strip() else None


def search_words(key: str) -> str:
    """Search words for the game besides its title."""
    return " ".join([key, *(name for name, named in _names().items() if named == key)])


def title_of(key: str) -> str:
    """The game's title, or its key if another version of the bot stored it."""
    return GAMES[key].title if key in GAMES else key


def unit_of(key: str) -> str:
    """What the game counts; points if another version of the bot stored it."""
    return text_of(key).unit if key in GAMES else "point"


def _names() -> dict[str, str]:
    """Every way to name a game in any language, folded, and the game's key."""
    return {_folded(name): key for key, game in GAMES.items() for name in (key, game.title, *_also_called(key))}


def _also_called(key: str) -> Iterator[str]:
    """The game's other names in all languages."""
    for language in LANGUAGES:
        with speaking(language):
            yield from filter(None, _(text_of(key).also_called).split(","))


def _folded(text: str) -> str:
    """The text's letters and digits without case and accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if sign.isalnum())
