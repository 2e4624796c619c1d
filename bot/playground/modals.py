"""A modal's answers: what a person filled in, turned into the components Discord sends back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.playground.options import ActError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Json = dict[str, Any]

STRING_SELECT, TEXT_INPUT, LABEL = 3, 4, 18


def submission(modal: Json, values: Mapping[str, Any]) -> Json:
    """Return the data of a modal submission.

    Args:
        modal: The modal as the bot showed it.
        values: What was filled in, by custom id: text, or a list of chosen values.

    Raises:
        ActError: A field is missing or does not fit.
    """
    return {"custom_id": modal["custom_id"], "components": [_part(part, values) for part in modal["components"]]}


def _part(part: Json, values: Mapping[str, Any]) -> Json:
    kind = part["type"]
    sent: Json = {"type": kind, "id": part.get("id", 0)}
    if kind == LABEL:
        return sent | {"component": _part(part["component"], values)}
    sent["custom_id"] = part["custom_id"]
    value = values.get(part["custom_id"])
    if kind == TEXT_INPUT:
        return sent | {"value": _text(part, value)}
    if kind == STRING_SELECT:
        return sent | {"values": _chosen(part, value)}
    raise ActError("The playground cannot fill in this form; try the bot on a real server.")


def _text(part: Json, value: Any) -> str:
    text = "" if value is None else str(value)
    if part.get("required", True) and not text.strip():
        raise ActError("Fill in every field that is marked with a star.")
    if text and len(text) < (part.get("min_length") or 0):
        raise ActError(f"Write at least {part['min_length']} characters.")
    if len(text) > (part.get("max_length") or 4000):
        raise ActError(f"Write at most {part.get('max_length') or 4000} characters.")
    return text


def _chosen(part: Json, value: Any) -> list[str]:
    chosen = [str(each) for each in value or []]
    if part.get("required", True) and not chosen:
        raise ActError("Fill in every field that is marked with a star.")
    if chosen:
        check_choice(part, chosen, is_offered(part))
    return chosen


def is_offered(menu: Json) -> Callable[[str], bool]:
    """Return whether a select has an option, by its value."""
    return {option["value"] for option in menu["options"]}.__contains__


def check_choice(menu: Json, chosen: list[str], is_known: Callable[[str], bool]) -> None:
    """Check what was chosen in a select.

    Raises:
        ActError: Too few, too many, the same twice, or something the select does not offer.
    """
    low, high = menu.get("min_values", 1), menu.get("max_values") or 1
    if not low <= len(chosen) <= high or len(set(chosen)) != len(chosen):
        raise ActError(f"Choose {low} here." if low == high else f"Choose {low} to {high} here.")
    if not all(map(is_known, chosen)):
        raise ActError("That choice is no longer offered; look at the message again.")
