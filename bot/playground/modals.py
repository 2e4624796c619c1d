"""A modal's answers: what a person filled in, turned into the components Discord sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.playground.options import ActError, is_of_type

Json = dict[str, Any]
Resolve = Callable[[str, Json], bool]  # (id, resolved) -> found

ROW, STRING_SELECT, TEXT_INPUT, TEXT, LABEL, RADIO, CHECK_GROUP, CHECK = 1, 3, 4, 10, 18, 21, 22, 23
ENTITY_SELECTS = {5, 6, 7, 8}
_REQUIRED_BY_DEFAULT = {STRING_SELECT, TEXT_INPUT, *ENTITY_SELECTS}


def submission(modal: Json, values: Mapping[str, Any], resolve: Resolve) -> Json:
    """Return the data of a modal submission.

    Args:
        modal: The modal as the bot showed it.
        values: What was filled in, by custom id: text, a list of chosen values, or a boolean.
        resolve: Looks an entity up and adds it to the resolved block.

    Raises:
        ActError: A field is missing or does not fit.
    """
    resolved: Json = {}
    parts = [_part(part, values, resolved, resolve) for part in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": parts, "resolved": resolved}


def _part(part: Json, values: Mapping[str, Any], resolved: Json, resolve: Resolve) -> Json:
    kind = part["type"]
    sent: Json = {"type": kind, "id": part.get("id", 0)}
    if kind == ROW:
        return sent | {"components": [_part(child, values, resolved, resolve) for child in part["components"]]}
    if kind == LABEL:
        return sent | {"component": _part(part["component"], values, resolved, resolve)}
    if kind == TEXT:
        return sent
    sent["custom_id"] = part["custom_id"]
    value = values.get(part["custom_id"])
    required = part.get("required", kind in _REQUIRED_BY_DEFAULT)
    if kind == CHECK:
        return sent | {"value": bool(value)}
    if kind in {TEXT_INPUT, RADIO}:
        return sent | {"value": _text(part, value, required=required)}
    if kind in {STRING_SELECT, CHECK_GROUP, *ENTITY_SELECTS}:
        return sent | {"values": _chosen(part, value, resolved, resolve, required=required)}
    raise ActError("The playground cannot fill in this form; try the bot on a real server.")


def _text(part: Json, value: Any, *, required: bool) -> str | None:
    text = "" if value is None else str(value)
    if part["type"] == RADIO:
        if text and text not in {option["value"] for option in part["options"]}:
            raise ActError("Choose one of the offered answers.")
        return text or None
    if required and not text.strip():
        raise ActError("Fill in every field that is marked with a star.")
    if text and len(text) < (part.get("min_length") or 0):
        raise ActError(f"Write at least {part['min_length']} characters.")
    if len(text) > (part.get("max_length") or 4000):
        raise ActError(f"Write at most {part.get('max_length') or 4000} characters.")
    return text


def _chosen(part: Json, value: Any, resolved: Json, resolve: Resolve, *, required: bool) -> list[str]:
    chosen = [str(each) for each in value or []]
    if required and not chosen:
        raise ActError("Fill in every field that is marked with a star.")
    if chosen:
        check_choice(part, chosen, resolved, resolve)
    return chosen


def check_choice(menu: Json, chosen: list[str], resolved: Json, resolve: Resolve) -> None:
    """Check what was chosen in a select, and resolve people, roles and channels.

    Raises:
        ActError: Too few, too many, the same twice, or something the select does not offer.
    """
    offered = {option["value"] for option in menu.get("options") or []}
    most = len(offered) if menu["type"] == CHECK_GROUP else 1
    low, high = menu.get("min_values", 1), menu.get("max_values") or most
    if not low <= len(chosen) <= high or len(set(chosen)) != len(chosen):
        raise ActError(f"Choose {low} here." if low == high else f"Choose {low} to {high} here.")
    for value in chosen:
        known = resolve(value, resolved) if menu["type"] in ENTITY_SELECTS else value in offered
        if not known or not is_of_type(menu, value, resolved):
            raise ActError("That choice is no longer offered; look at the message again.")
