"""Command names in other languages are valid and unique, and the names underneath stay English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from discord import AppCommandType, Locale, app_commands

from bot.language import LANGUAGES, SOURCE, language_for
from bot.ui.interaction.command_names import CONTEXTS, CommandNames
from tests.commands import loaded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from discord.ext import commands

LOCALES = [locale.value for locale in Locale if language_for(locale.value) != SOURCE]
"""Discord's locales in which the bot speaks another language than English."""
GROUPS = (1, 2)
"""Discord's option types for subcommands and subcommand groups."""
NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.fixture
async def bot() -> AsyncIterator[commands.AutoShardedBot]:
    async with loaded() as bot:
        yield bot


@pytest.fixture
async def payloads(bot: commands.AutoShardedBot) -> list[dict[str, Any]]:
    """What is sent to Discord for all slash commands."""
    return await _sent(bot, AppCommandType.chat_input)


async def _sent(bot: commands.AutoShardedBot, kind: AppCommandType) -> list[dict[str, Any]]:
    translator = CommandNames()
    await bot.tree.set_translator(translator)
    return [await root.get_translated_payload(bot.tree, translator) for root in bot.tree.get_commands(type=kind)]


def nodes(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command, its subcommands and all options."""
    yield payload
    for option in payload.get("options", ()):
        yield from nodes(option)


async def test_commands_are_sent_under_their_english_names(
    bot: commands.AutoShardedBot, payloads: list[dict[str, Any]]
) -> None:
    """Translations are sent in addition to the English name, which Discord sends back."""
    plain = [root.to_dict(bot.tree) for root in bot.tree.get_commands(type=AppCommandType.chat_input)]
    for payload, english in zip(payloads, plain, strict=True):
        for node, base in zip(nodes(payload), nodes(english), strict=True):
            assert (node["name"], node["description"]) == (base["name"], base["description"])


async def test_translated_names_are_valid_for_discord(payloads: list[dict[str, Any]]) -> None:
    """Names have 1 to 32 lower-case letters, digits, hyphens and underscores; other texts have up to 100 characters."""
    for node in (node for payload in payloads for node in nodes(payload)):
        for name in node.get("name_localizations", {}).values():
            assert NAME.fullmatch(name), name
            assert name == name.lower(), name
        for text in node.get("description_localizations", {}).values():
            assert 1 <= len(text) <= 100, text
        for choice in node.get("choices", ()):
            for text in (choice.get("name_localizations") or {}).values():
                assert 1 <= len(text) <= 100, text


def _siblings(payloads: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the groups of names that must differ: all commands, and the options of each command."""
    yield payloads
    for node in (node for payload in payloads for node in nodes(payload)):
        yield node.get("options", [])


async def test_no_two_commands_or_options_share_a_name(payloads: list[dict[str, Any]]) -> None:
    """No two commands and no two options of a command share a name, in any language with English as the fallback."""
    for locale in LOCALES:
        for siblings in _siblings(payloads):
            names = [(node.get("name_localizations") or {}).get(locale, node["name"]) for node in siblings]
            assert len(names) == len(set(names)), names


async def test_every_description_is_translated(payloads: list[dict[str, Any]]) -> None:
    """Every description is sent for every one of Discord's locales that the bot speaks."""
    assert {language_for(locale) for locale in LOCALES} == set(LANGUAGES) - {SOURCE}
    for node in (node for payload in payloads for node in nodes(payload)):
        assert set(node["description_localizations"]) == set(LOCALES), node["name"]


async def test_names_are_translated_to_german(payloads: list[dict[str, Any]]) -> None:
    """“table new” is called “tisch neu”."""
    [table] = [payload for payload in payloads if payload["name"] == "table"]
    assert table["name_localizations"]["de"] == "tisch"
    new = next(option for option in table["options"] if option["name"] == "new")
    assert new["name_localizations"]["de"] == "neu"


async def test_board_has_a_different_german_name_in_each_group(payloads: list[dict[str, Any]]) -> None:
    """A table's board and the daily leaderboard have different German names, though English has one word for both."""
    called = {
        f"{root['name']} {node['name']}": node["name_localizations"]["de"]
        for root in payloads
        for node in root.get("options", [])
        if node["name"] == "board"
    }
    assert called == {"table board": "anzeige", "daily board": "rangliste"}


async def test_context_menus_have_valid_names(bot: commands.AutoShardedBot) -> None:
    """Menu entries have names of up to 32 characters, none twice in a menu."""
    for kind in (AppCommandType.user, AppCommandType.message):
        sent = await _sent(bot, kind)
        for locale in LOCALES:
            names = [(entry["name_localizations"] or {}).get(locale, entry["name"]) for entry in sent]
            assert names
            assert len(names) == len(set(names))
            assert all(1 <= len(name) <= 32 for name in names), names


def test_every_kind_of_command_text_has_a_context() -> None:
    """discord.py requests exactly the kinds of text that the catalogue distinguishes."""
    kinds = set(app_commands.TranslationContextLocation) - {app_commands.TranslationContextLocation.other}
    assert set(CONTEXTS) == kinds
