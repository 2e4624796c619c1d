"""Display names of game options and computer levels; commands use their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_NAMES = {
    "jokers": N_("Jokers"),
    "hand_limit": N_("Hand limit"),
    "round_limit": N_("Round limit"),
    "minimum": N_("Minimum to lay down"),
    "first_laydown_round": N_("Laying down from round"),
    "middle": N_("Middle column"),
    "joker": N_("Joker column"),
    "arrangement": N_("Arrangement"),
}
_VALUES = {
    "True": N_("yes"),
    "False": N_("no"),
    "None": N_("none"),
    "free": N_("replaceable"),
    "fixed": N_("fixed"),
    "sum": N_("the sum"),
    "bonus": N_("always -5"),
    "most-cards": N_("most cards"),
    "fewest-points": N_("fewest points"),
}
_LEVELS = {
    "random": N_("random"),
    "easy": N_("easy"),
    "classic": N_("classic"),
    "strong": N_("strong"),
}


def option_name(name: str) -> str:
    """An option's display name; its key if it has none."""
    return _(_NAMES[name]) if name in _NAMES else name


def option_value(value: object) -> str:
    """An option's value for display."""
    key = str(value)
    return _(_VALUES[key]) if key in _VALUES else key


def option_choice(name: str, value: object) -> str:
    """An option with one of its values, such as `Hand limit: 20`."""
    return _("{option}: {value}").format(option=option_name(name), value=option_value(value))


def some_choices(choices: Sequence[object], chosen: object, most: int = 25) -> list[object]:
    """At most `most` of an option's values, including the chosen one; round numbers are preferred.

    >>> some_choices(range(20, 301), 44)[:6]
    [20, 40, 44, 60, 80, 100]
    """
    if len(choices) <= most:
        return list(choices)
    step = next(step for step in _STEPS if len(choices) // step < most - 1)
    return [choice for choice in choices if choice == chosen or (isinstance(choice, int) and not choice % step)]


def level_name(level: str) -> str:
    """The display name of a level of computer players, such as `classic`."""
    return _(_LEVELS[level]) if level in _LEVELS else level


def computer_name(level: str) -> str:
    """What records call the computer players of a level, whatever their names were at the table."""
    return _("{level} computer player").format(level=level_name(level))
