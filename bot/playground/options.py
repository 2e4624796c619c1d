"""A slash command's options: what a person typed, checked as Discord's client checks it before sending."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6
_TRUE_FALSE: Final = {"true": True, "false": False}


UNUSABLE: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What a request raises in which something is missing, or is of another kind."""


class ActError(Exception):
    """Something a person cannot do in Discord's own client; the message says why."""


def option_value(option: Json, raw: object) -> object:
    """Return the value to send for one option.

    Args:
        option: The option as the bot registered it.
        raw: What was typed or chosen: text, a number or a boolean. An id is text.

    Raises:
        ActError: Discord's client would not send this value.
    """
    name, kind = option["name"], option["type"]
    value = _typed(name, kind, raw)
    if isinstance(value, str) and kind == STRING:
        _check_bounds(name, len(value), option.get("min_length"), option.get("max_length"), " characters")
    elif isinstance(value, int) and kind == INTEGER:
        _check_bounds(name, value, option.get("min_value"), option.get("max_value"), "")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise ActError(f"Choose one of the offered values for {name}.")
    return value


def _typed(name: str, kind: int, raw: object) -> object:
    text = raw if isinstance(raw, str) else str(raw)
    if kind == INTEGER:
        try:
            return int(text)
        except ValueError:
            raise ActError(f"{name} needs a number.") from None
    if kind == BOOLEAN:
        value = _TRUE_FALSE.get(text.lower())
        if value is None:
            raise ActError(f"{name} is either True or False.")
        return value
    if kind == USER and not text.isdecimal():
        raise ActError(f"Choose a person for {name}.")
    if kind not in {STRING, USER}:
        raise ActError(f"The playground cannot fill in {name}.")
    return text


def _check_bounds(name: str, value: int, low: int | None, high: int | None, unit: str) -> None:
    if low is not None and value < low:
        raise ActError(f"{name} must be at least {low}{unit}.")
    if high is not None and value > high:
        raise ActError(f"{name} must be at most {high}{unit}.")
