"""Settings: the text and the select of each, what a choice changes, and the page that shows a section of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.language import _
from bot.ui.kit.controls import NO_TABLE, Entry, Select, Style, button, select
from bot.ui.kit.layout import GREY, page, rows

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part

Chosen: TypeAlias = Any
"""All stored settings of a server or a person: `GuildSettings` or `PersonSettings`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a setting: its value in the select, its text (marked with `N_`), and the fields it stores."""

    value: str
    label: str
    stores: Mapping[str, Any]

    def is_chosen(self, chosen: Chosen) -> bool:
        return all(getattr(chosen, field) == value for field, value in self.stores.items())


def _no_more(_chosen: Chosen) -> Sequence[Entry]:
    return ()


def _nothing(_value: str) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that is one of several choices, the first of which is the default.

    `title` and `note`, marked with `N_`, are shown above the select. `more` are further entries that are numerous or
    depend on what is stored, such as languages; `read` makes the changes for a value that is not among `choices`.
    """

    name: str
    title: str
    note: str
    choices: tuple[Choice, ...]
    more: Callable[[Chosen], Sequence[Entry]] = _no_more
    read: Callable[[str], Mapping[str, Any]] = _nothing

    def heading(self, _chosen: Chosen) -> str:
        """The text above the select."""
        return f"**{_(self.title)}**\n-# {_(self.note)}"

    def control(self, verb: str, chosen: Chosen) -> Select:
        """The select, showing the current choice."""
        default, *others = self.choices
        entries = [
            Entry(default.value, _(default.label), _("The default"), default.is_chosen(chosen)),
            *(Entry(choice.value, _(choice.label), chosen=choice.is_chosen(chosen)) for choice in others),
            *self.more(chosen),
        ]
        return select(NO_TABLE, verb, _(self.title), entries, argument=self.name)

    def changes(self, values: Sequence[str]) -> Mapping[str, Any]:
        """The fields to store when these values are chosen."""
        value = values[0] if values else self.choices[0].value
        return next((choice.stores for choice in self.choices if choice.value == value), None) or self.read(value)


@dataclass(frozen=True, slots=True)
class Picker:
    """A setting chosen from the server's channels or roles, with Discord's own select."""

    name: str
    title: str
    heading: Callable[[Chosen], str]
    control: Callable[[str, Chosen], Select]
    changes: Callable[[Sequence[str]], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Section:
    """At most ten settings shown together; `title` and the shorter `label` are marked with `N_`."""

    name: str
    label: str
    title: str
    settings: tuple[Setting | Picker, ...]


def section_page(
    verb: str, head: str, sections: Sequence[Section], name: str, chosen: Chosen, more: Sequence[Part] = ()
) -> LayoutView:
    """The section with this name, or the first one; each setting has its text above its select."""
    shown = next((section for section in sections if section.name == name), sections[0])
    parts: list[Part] = [head, *_section_buttons(verb, sections, shown), f"### {_(shown.title)}"]
    for setting in shown.settings:
        parts += [setting.heading(chosen), setting.control(verb, chosen)]
    return page([*parts, *more], GREY)


def _section_buttons(verb: str, sections: Sequence[Section], shown: Section) -> list[Sequence[Button]]:
    """One press each; the section that is shown is marked by its colour."""
    buttons = [
        button(
            NO_TABLE,
            f"{verb}-section",
            _(section.label),
            style=Style.primary if section is shown else Style.secondary,
            argument=section.name,
        )
        for section in sections
    ]
    return rows(buttons)


def find(sections: Sequence[Section], name: str) -> tuple[Section, Setting | Picker] | None:
    """The setting with this name and its section; None if this version has no such setting."""
    for section in sections:
        for setting in section.settings:
            if setting.name == name:
                return section, setting
    return None
