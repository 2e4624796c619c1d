"""Forms (Discord's modals) with selects and text lines, recognized by custom ids like controls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discord import ComponentType, TextStyle, ui

from bot.render.words import fitted
from bot.ui.kit.controls import Entry, custom_id, options_of

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Field:
    """A select in a form: its name in the answer, label, description and entries, one of them chosen."""

    name: str
    label: str
    entries: Sequence[Entry]
    description: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """A text input in a form: its name in the answer, label, description and maximum length."""

    name: str
    label: str
    description: str
    longest: int


def form(table_id: int, verb: str, title: str, fields: Sequence[Field | Lines], argument: str = "") -> ui.Modal:
    """A form whose answer goes to the verb's handler, with a value per field. It is stopped at once, so that discord.py
    does not keep it in memory.
    """
    modal = ui.Modal(title=fitted(title, 45), timeout=None, custom_id=custom_id("m", table_id, verb, argument=argument))
    for field in fields:
        modal.add_item(_label(field))
    modal.stop()
    return modal


def _label(field: Field | Lines) -> ui.Label[Any]:
    chooser: ui.Select[Any] | ui.TextInput[Any]
    if isinstance(field, Lines):
        chooser = ui.TextInput(custom_id=field.name, style=TextStyle.paragraph, max_length=field.longest)
    else:
        chooser = ui.Select(custom_id=field.name, options=options_of(field.entries))
    description = fitted(field.description, 100) if field.description else None
    return ui.Label(text=fitted(field.label, 45), component=chooser, description=description)


def answers(data: Mapping[str, Any]) -> dict[str, str]:
    """The value of each field, from Discord's data."""
    found = {}
    for part in data.get("components", ()):
        field = part.get("component", {}) if part.get("type") == ComponentType.label.value else {}
        if field.get("values"):
            found[str(field["custom_id"])] = str(field["values"][0])
        elif field.get("value"):
            found[str(field["custom_id"])] = str(field["value"])
    return found
