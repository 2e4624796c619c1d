"""What can be filled into options and forms, with the limits of Discord's own client."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.modals import submission
from bot.playground.options import ActError, option_value


def label(component: dict[str, Any]) -> dict[str, Any]:
    return {"type": 18, "id": 1, "label": "What", "component": {"id": 2, "custom_id": "it", **component}}


def filled(component: dict[str, Any], value: object = None) -> Any:
    """Fill one field and return what would be sent for it."""
    modal = {"custom_id": "form", "components": [label(component)]}
    sent = submission(modal, {} if value is None else {"it": value})
    field = sent["components"][0]["component"]
    return field.get("value", field.get("values"))


AB = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]


@pytest.mark.parametrize(
    ("component", "value", "sent"),
    [
        ({"type": 4, "required": False}, None, ""),
        ({"type": 4, "min_length": 2, "max_length": 3}, "abc", "abc"),
        ({"type": 3, "options": AB}, ["a"], ["a"]),
        ({"type": 3, "options": AB, "required": False}, None, []),
    ],
)
def test_a_field_sends_what_was_filled_in(component: dict[str, Any], value: object, sent: object) -> None:
    assert filled(component, value) == sent


@pytest.mark.parametrize(
    ("component", "value", "sentence"),
    [
        ({"type": 4}, "  ", "marked with a star"),
        ({"type": 4, "min_length": 5}, "abc", "at least 5"),
        ({"type": 4, "max_length": 2}, "abc", "at most 2"),
        ({"type": 3, "options": AB}, None, "marked with a star"),
        ({"type": 3, "options": AB}, ["c"], "no longer offered"),
        ({"type": 3, "options": AB}, ["a", "b"], "Choose 1 here"),
        ({"type": 3, "options": AB, "min_values": 1, "max_values": 2}, ["a", "a"], "Choose 1 to 2"),
        ({"type": 19}, "file", "cannot fill in this form"),
    ],
)
def test_a_field_refuses_what_discord_would_not_send(component: dict[str, Any], value: object, sentence: str) -> None:
    with pytest.raises(ActError, match=sentence):
        filled(component, value)


@pytest.mark.parametrize(
    ("kind", "typed", "sent"),
    [
        (3, "x", "x"),
        (4, "7", 7),
        (4, 7, 7),
        (5, True, True),
        (5, "false", False),
        (6, "99", "99"),
    ],
)
def test_an_option_is_sent_with_its_type(kind: int, typed: object, sent: object) -> None:
    value = option_value({"name": "it", "type": kind}, typed)
    assert value == sent
    assert type(value) is type(sent)


@pytest.mark.parametrize(
    ("option", "typed", "sentence"),
    [
        ({"type": 4}, "1.5", "needs a number"),
        ({"type": 4, "min_value": 2}, "1", "at least 2"),
        ({"type": 3, "max_length": 2}, "abc", "at most 2 characters"),
        ({"type": 6}, "Ada", "Choose a person"),
        ({"type": 11}, "file", "cannot fill in it"),
    ],
)
def test_an_option_refuses_what_discord_would_not_send(option: dict[str, Any], typed: object, sentence: str) -> None:
    with pytest.raises(ActError, match=sentence):
        option_value({"name": "it", **option}, typed)
