"""A slash command's options: what a person typed, checked as Discord's client checks it before sending."""

from __future__ import annotations

import math
from typing import Any, Final

Json = dict[str, Any]

STRING, INTEGER, BOOLEAN, NUMBER = 3, 4, 5, 10
ENTITIES: Final = {6: "person", 7: "channel", 8: "role", 9: "person or role"}
_TRUE_FALSE: Final = {"true": True, "false": False}


UNUSABLE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What a request raises in which something is missing, or is of another kind."""


class ActError(Exception):
    """Something a person cannot do in Discord's own client; the message says why."""


def option_value(option: Json, raw: object) -> object:
    """Return the value to send for one option.

    Args:
        option: The option as the bot registered it.
        raw: What was typed or chosen: text, a number or a boolean. Ids are text.

    Raises:
        ActError: Discord's client would not send this value.
    """
    name, kind = option["name"], option["type"]
    value = _typed(name, kind, raw)
    if isinstance(value, str) and kind == STRING:
        _check_bounds(name, len(value), option.get("min_length"), option.get("max_length"), " characters")
    elif kind in {INTEGER, NUMBER} and isinstance(value, int | float):
        _check_bounds(name, value, option.get("min_value"), option.get("max_value"), "")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise ActError(f"Choose one of the offered values for {name}.")
    return value


def is_of_type(wanted: Json, value: str, resolved: Json) -> bool:
    """Whether a resolved channel has one of the types that an option or select names, if it names any."""
    channel, types = resolved.get("channels", {}).get(value), wanted.get("channel_types")
    return channel is None or not types or channel["type"] in types


def _typed(name: str, kind: int, raw: object) -> object:
    text = raw if isinstance(raw, str) else str(raw)
    try:
        if kind == INTEGER:
            return int(text)
        if kind == NUMBER:
            number = float(text)
            return number if math.isfinite(number) else int(text)
    except ValueError:
        raise ActError(f"{name} needs a number.") from None
    if kind == BOOLEAN:
        value = _TRUE_FALSE.get(text.lower())
        if value is None:
            raise ActError(f"{name} is either True or False.")
        return value
    if kind in ENTITIES and not text.isdecimal():
        raise ActError(f"Choose a {ENTITIES[kind]} for {name}.")
    if kind != STRING and kind not in ENTITIES:
        raise ActError(f"The playground cannot fill in {name}.")
    return text


def _check_bounds(name: str, value: float, low: float | None, high: float | None, unit: str) -> None:
    if low is not None and value < low:
        raise ActError(f"{name} must be at least {low}{unit}.")
    if high is not None and value > high:
        raise ActError(f"{name} must be at most {high}{unit}.")
