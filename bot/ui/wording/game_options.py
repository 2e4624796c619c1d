"""A game's options as people type them, `hand_limit=20` or as the list shows it, and as house rules in words."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import quoted
from bot.render.options import option_choice, option_value
from bot.rules.catalogue import GAMES
from bot.rules.game import offered_options, resolve_options
from bot.rules.spoken import folded, unaccented
from bot.tables.model.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.game import Option
    from bot.tables.model.records import TableRecord


MAX_NAMED = 12
"""Maximum number of values that are listed one by one."""


def house_rules(game: str, options: Mapping[str, object]) -> str:
    """A line with the options that differ from a new table's, ended by a line break; empty if none do."""
    known = GAMES[game].options
    usual = resolve_options(known, offered_options(known))
    other = [option_choice(name, value) for name, value in options.items() if value != usual.get(name, value)]
    return f"-# {' · '.join(other)}\n" if other else ""


def options_of(table: TableRecord) -> dict[str, object]:
    """The values of all options of the table's game; an option that is newer than the table has its default."""
    return {option.name: table.options.get(option.name, option.default) for option in GAMES[table.game].options}


def read_options(game: str, text: str) -> dict[str, object]:
    """Parse `name=value name=value` into options of the game; what the list shows for them is read, too.

    Raises:
        TableError: it cannot be parsed, or the game has no such option or value.
    """
    chosen: dict[str, object] = {}
    for word in _in_keys(game, text).split():
        name, equals, value = word.partition("=")
        if not equals:
            raise TableError(
                _("“{text}” is not an option; write name=value, as the list offers.").format(text=quoted(word))
            )
        chosen[name] = read_option(GAMES[game].options, name, value)
    return chosen


def options_so_far(game: str, typed: str) -> tuple[list[str], str]:
    """The options that are typed already, each as `name=value`, and the rest, for which the list is searched.

    >>> options_so_far("notty", "Hand limit: 20 round l"), options_so_far("notty", "hand_limit=20")
    ((['hand_limit=20'], 'round l'), ([], 'hand_limit=20'))
    """
    text = _in_keys(game, typed)
    *words, last = [*text.split(), *([] if text and not text[-1].isspace() else [""])]
    done = list(takewhile(lambda word: _is_option(game, word), words))
    return done, " ".join([*words[len(done) :], last]).strip()


def _is_option(game: str, word: str) -> bool:
    name, _equals, value = word.partition("=")
    try:
        read_option(GAMES[game].options, name, value)
    except TableError:
        return False
    return True


def _in_keys(game: str, text: str) -> str:
    """The text with `hand_limit=20` for `Hand limit: 20`, as the list shows it, and without commas or the list's
    dots. Any space of the text is a common one, also before a colon.
    """
    text = "".join(" " if letter.isspace() else letter for letter in unaccented(text))
    shown = {
        " ".join(folded(option_choice(option.name, choice)).split()): f"{option.name}={choice}"
        for option in GAMES[game].options
        for choice in option.choices
    }
    if shown:
        longest_first = "|".join(map(re.escape, sorted(shown, key=len, reverse=True)))
        text = re.sub(rf"(?:{longest_first})(?!\w)", lambda found: shown[folded(found[0])], text, flags=re.IGNORECASE)
    return text.replace(" · ", " ").replace(",", " ")


def read_option(options: tuple[Option, ...], name: str, text: str) -> object:
    """The option's value that this text stands for.

    Raises:
        TableError: the game has no such option or value.
    """
    for known in options:
        if known.name == name:
            for choice in known.choices:
                if folded(text) in (folded(str(choice)), folded(option_value(choice))):
                    return choice
            raise TableError(
                _("Option “{name}” cannot be “{text}”; choose one of: {values}.").format(
                    name=name, text=quoted(text), values=", ".join(_named(known.choices))
                )
            )
    names = ", ".join(known.name for known in options) or _("none")
    raise TableError(
        _("This game has no option “{name}”; its options are: {names}.").format(name=quoted(name), names=names)
    )


def _named(choices: Sequence[object]) -> list[str]:
    """The choices; of many numbers the first ones and the last, as in `20, 21, 22, …, 300`."""
    named = [str(choice) for choice in choices]
    return named if len(named) <= MAX_NAMED else [*named[:3], "…", named[-1]]
