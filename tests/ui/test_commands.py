"""Checks of all commands: names, descriptions, contexts, and completion or choices for everything that is typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
import pytest

from tests.commands import leaves, loaded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from discord.ext import commands

CHAT, PERSON, MESSAGE = discord.AppCommandType.chat_input, discord.AppCommandType.user, discord.AppCommandType.message


@pytest.fixture
async def bot() -> AsyncIterator[commands.AutoShardedBot]:
    async with loaded() as bot:
        yield bot


async def test_every_command_and_option_has_a_description(bot: commands.AutoShardedBot) -> None:
    """Every command and option has a description."""
    for command in leaves(bot):
        assert len(command.description) > 5, command.qualified_name
        for option in command.parameters:
            assert len(option.description) > 2, f"{command.qualified_name} {option.name}"
            assert option.description != "…"


async def test_commands_are_within_discords_limits(bot: commands.AutoShardedBot) -> None:
    """The limits are on names, descriptions, numbers of options and choices, and the total size of each command."""
    roots = [root.to_dict(bot.tree) for root in bot.tree.get_commands(type=CHAT)]
    assert len(roots) <= 100
    for root in roots:
        assert characters(root) <= 8_000, root["name"]
        for part in walked(root):
            check_command_part(part, f"{root['name']} {part['name']}")


def walked(part: dict[str, Any]) -> list[dict[str, Any]]:
    """A command with its groups, subcommands and options."""
    return [part, *(inner for option in part.get("options", ()) for inner in walked(option))]


def check_command_part(part: dict[str, Any], where: str) -> None:
    """Check one command, group or option."""
    assert re.fullmatch(r"[a-z0-9_-]{1,32}", part["name"]), where
    for described in (part["description"], *(part.get("description_localizations") or {}).values()):
        assert 1 <= len(described) <= 100, where
    options, choices = part.get("options") or [], part.get("choices") or []
    assert len(options) <= 25, where
    assert len({option["name"] for option in options}) == len(options), where
    if options and "required" in options[0]:
        needed = [bool(option.get("required")) for option in options]
        assert needed == sorted(needed, reverse=True), f"{where}: a required option after another"
    assert len(choices) <= 25, where
    assert not (choices and part.get("autocomplete")), where
    for choice in choices:
        assert 1 <= len(choice["name"]) <= 100, where
        assert 1 <= len(str(choice["value"])) <= 100, where
        assert all(1 <= len(name) <= 100 for name in (choice.get("name_localizations") or {}).values()), where


def characters(root: dict[str, Any]) -> int:
    """The number of characters that Discord counts for a command: its names, descriptions and values."""
    return sum(
        len(part["name"])
        + len(part["description"])
        + sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices") or ())
        for part in walked(root)
    )


async def test_every_text_option_has_choices_or_autocomplete(bot: commands.AutoShardedBot) -> None:
    """Every text option has choices or completion."""
    for command in leaves(bot):
        for option in command.parameters:
            if option.type is discord.AppCommandOptionType.string:
                assert option.choices or option.autocomplete, f"{command.qualified_name} {option.name}"


async def test_contexts_and_installations_are_explicit(bot: commands.AutoShardedBot) -> None:
    """Commands about a server exist only in servers. All others also work for people who add the bot to their own
    account.
    """
    for root in bot.tree.get_commands():
        payload = root.to_dict(bot.tree)
        places = [0] if root.name in ("server", "calls") else [0, 1, 2]
        assert payload["integration_types"] == ([0, 1] if 2 in places else [0]), root.name
        assert payload["contexts"] == places, root.name


async def test_context_menus_are_within_discords_limits(bot: commands.AutoShardedBot) -> None:
    """The menus of people and of messages have at most five entries each, which is Discord's limit, and their names are
    short enough.
    """
    for kind, names in ((PERSON, {"Invite to my table", "Statistics"}), (MESSAGE, {"Replay", "Report a problem"})):
        menus = bot.tree.get_commands(type=kind)
        assert {menu.name for menu in menus} == names
        assert len(menus) <= 5
        assert all(len(name) <= 32 for name in names)


async def test_commands_for_playing_have_a_table_option(bot: commands.AutoShardedBot) -> None:
    """Every command for playing has an option `table:`, completed with the person's own tables."""
    playing = {"hand", "move", "draw", "discard", "play", "lay", "layoff", "swap", "take", "open", "place"}
    playing |= {"end", "undo", "reset"}
    found = {command.name: command for command in leaves(bot) if command.parent is None}
    assert playing <= set(found)
    for name in playing:
        [table] = [option for option in found[name].parameters if option.name == "table"]
        assert table.autocomplete
        assert not table.required


async def test_command_names_do_not_change(bot: commands.AutoShardedBot) -> None:
    """The names of commands do not change."""
    names = {command.qualified_name for command in leaves(bot)}
    tables = {"new", "join", "leave", "start", "board", "status", "end", "rematch", "kick", "watch"}
    assert {f"table {name}" for name in tables} | {"table bot add", "table bot remove"} <= names
    assert {"rules", "settings", "help", "about", "replay", "verify"} <= names
    assert {"privacy export", "privacy delete", "leaderboard", "stats", "history"} <= names
