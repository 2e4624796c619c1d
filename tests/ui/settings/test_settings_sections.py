"""The settings pages: each choice stores what it says, and a section has room for ten settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.language import LANGUAGES, _, speaking
from bot.tables.model.guild_settings import GuildSettings
from bot.tables.model.person_settings import PersonSettings
from bot.ui.settings.own_choices import OWN
from bot.ui.settings.sections import Choice, Section, Setting, section_page
from bot.ui.settings.server_choices import SERVER

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGES: dict[str, tuple[Sequence[Section], Any]] = {
    "set": (OWN, PersonSettings()),
    "server": (SERVER, GuildSettings()),
}
SETTINGS = [
    (verb, setting)
    for verb, (sections, _usual) in PAGES.items()
    for section in sections
    for setting in section.settings
    if isinstance(setting, Setting)
]


def entries(page: Any, setting: Setting) -> list[dict[str, Any]]:
    [box] = page.to_components()
    controls = [part for row in box["components"] for part in row.get("components", ())]
    [found] = [part for part in controls if "options" in part and part["custom_id"].endswith(f"::{setting.name}")]
    return list(found["options"])


@pytest.mark.parametrize(("verb", "setting"), SETTINGS, ids=lambda value: getattr(value, "name", value))
def test_chosen_entries_are_shown_as_chosen(verb: str, setting: Setting) -> None:
    """Every entry, including languages and clocks, is shown as chosen once it is chosen. Before any choice, the first
    entry is shown: the default.
    """
    sections, usual = PAGES[verb]
    [section] = [each for each in sections if setting in each.settings]
    shown = entries(section_page(verb, "Settings", sections, section.name, usual), setting)
    assert [entry["value"] for entry in shown if entry["default"]] == [setting.choices[0].value]
    assert shown[0]["description"] == "The default"
    for value in [entry["value"] for entry in shown]:
        chosen = replace(usual, **setting.changes([value]))
        page = section_page(verb, "Settings", sections, section.name, chosen)
        assert [entry["value"] for entry in entries(page, setting) if entry["default"]] == [value]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_current_choice_fits_on_a_phone(language: str) -> None:
    """A closed select shows about 45 characters there; the end of a longer choice cannot be read."""
    with speaking(language):
        for verb, (sections, usual) in PAGES.items():
            for section in sections:
                page = section_page(verb, "Settings", sections, section.name, usual)
                settings = [each for each in section.settings if isinstance(each, Setting)]
                labels = [entry["label"] for each in settings for entry in entries(page, each)]
                assert [label for label in labels if len(label) > 45] == []


def test_a_section_has_room_for_ten_settings() -> None:
    """Each of ten settings has its own text above its select, below the buttons for five sections."""
    settings = tuple(
        Setting(f"s{n}", f"Title {n}", "What it does.", (Choice("on", "On", {"rated": True}),)) for n in range(10)
    )
    sections = [Section(f"all{n}", "All", "All of them", settings) for n in range(5)]
    [box] = section_page("server", "Settings", sections, "all1", GuildSettings()).to_components()  # type: ignore[no-untyped-call]
    words = [part["content"] for part in box["components"] if "content" in part]
    assert words[:2] == ["Settings", "### All of them"]
    assert len(words) == 2 + 10
    assert sum(1 + len(part.get("components", ())) for part in box["components"]) + 1 <= 40


def test_every_section_is_one_press_away() -> None:
    """Sections used to be a list, which took two clicks where a single page of all settings had taken none."""
    for verb, (sections, usual) in PAGES.items():
        [box] = section_page(verb, "Settings", sections, sections[1].name, usual).to_components()  # type: ignore[no-untyped-call]
        buttons = box["components"][1]["components"]
        assert [button["style"] for button in buttons] == [2, 1, *(2 for _ in buttons[2:])]
        assert [button["custom_id"].rpartition(":")[2] for button in buttons] == [one.name for one in sections]


def test_names_of_settings_are_unique() -> None:
    """Names are unique, because a select in any message finds its setting by its name alone."""
    for sections, _usual in PAGES.values():
        names = [setting.name for section in sections for setting in section.settings]
        assert len(names) == len(set(names))
        assert all(len(section.settings) <= 10 for section in sections)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verb", PAGES)
def test_a_sections_button_says_a_word_of_its_title(verb: str, language: str) -> None:
    """“Channels” opened “Messages”, and where tables may be opened was elsewhere."""
    with speaking(language):
        for section in PAGES[verb][0]:
            assert _(section.label).casefold() in _(section.title).casefold()
