"""A page of settings: one section, and buttons for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import GREY, page, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part
    from bot.ui.settings.setting import Chosen, Picker, Section, Setting


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
