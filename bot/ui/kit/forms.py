"""Forms that Discord opens over the page: lists with labels. Like controls, they are known by their custom ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discord import ui

from bot.render.words import fitted
from bot.ui.kit.controls import Entry, custom_id, options_of

if TYPE_CHECKING:
    from collections.abc import Mapping


MAX_FIELDS = 5
_LABEL = 18


@dataclass(frozen=True, slots=True)
class Field:
    """A list of a form: its name in the answer, its label, what it says below, and its entries, one of them chosen."""

    name: str
    label: str
    entries: Sequence[Entry]
    description: str = ""


def form(table_id: int, verb: str, title: str, fields: Sequence[Field], argument: str = "") -> ui.Modal:
    """A form whose answer comes to the verb's handler, with a value a field.

    It is stopped at once: discord.py would keep it in its memory, and lose it with that.
    """
    modal = ui.Modal(title=fitted(title, 45), timeout=None, custom_id=custom_id("m", table_id, verb, argument=argument))
    for field in fields[:MAX_FIELDS]:
        modal.add_item(_label(field))
    modal.stop()
    return modal


def _label(field: Field) -> ui.Label[Any]:
    chooser: ui.Select[Any] = ui.Select(custom_id=field.name, options=options_of(field.entries))
    description = fitted(field.description, 100) if field.description else None
    return ui.Label(text=fitted(field.label, 45), component=chooser, description=description)


def answers(data: Mapping[str, Any]) -> dict[str, str]:
    """The chosen value of each field, from what Discord sends."""
    found = {}
    for part in data.get("components", ()):
        field = part.get("component", {}) if part.get("type") == _LABEL else {}
        if field.get("values"):
            found[str(field["custom_id"])] = str(field["values"][0])
    return found
