"""The games' options and the levels of computer players, as people read them; commands know them by their keys."""

from __future__ import annotations

from bot.language import N_, _

_NAMES = {
    "jokers": N_("Jokers"),
    "hand_limit": N_("Hand limit"),
    "round_limit": N_("Rounds at most"),
    "minimum": N_("Points to lay down first"),
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
    "bonus": N_("a pair that counts -5"),
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
    """An option's name; the key itself for one that has no other."""
    return _(_NAMES[name]) if name in _NAMES else name


def option_value(value: object) -> str:
    """An option's value."""
    key = str(value)
    return _(_VALUES[key]) if key in _VALUES else key


def level_name(level: str) -> str:
    """A level of computer players, such as `classic`."""
    return _(_LEVELS[level]) if level in _LEVELS else level
