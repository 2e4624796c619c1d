"""docs/commands.md lists exactly the commands that Discord receives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.render.catalogue import text_of as game_text
from bot.rules.catalogue import GAMES
from tests.commands import leaves, loaded
from tests.docs.pages import PAGES, name_of, rows, section, text_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from discord import app_commands

PAGE = text_of("docs/commands.md")
HEADINGS = ("Tables", "Playing", "Knowing, looking back, comparing", "Yours, and the server's")


@pytest.fixture
async def tree() -> AsyncIterator[dict[str, app_commands.Command[Any, ..., Any]]]:
    """Every command that can be called, by its full name."""
    async with loaded() as bot:
        yield {f"/{command.qualified_name}": command for command in leaves(bot)}


def listed() -> dict[str, list[str]]:
    """Return the options of every command in the page's tables, as written there."""
    found: dict[str, list[str]] = {}
    for heading in HEADINGS:
        for command, _what, _who in (row for row in rows(section(PAGE, heading)) if len(row) == 3):
            name, *options = re.findall(r"`([^`]+)`", command)
            assert name not in found, f"{name} is listed twice"
            found[name] = options
    return found


async def test_every_command_is_listed_in_the_tables(tree: dict[str, Any]) -> None:
    assert set(listed()) == set(tree)


async def test_the_listed_options_match_the_commands(tree: dict[str, Any]) -> None:
    """Options are listed in Discord's order, with optional ones in brackets."""
    for name, options in listed().items():
        real = [f"{p.display_name}:" if p.required else f"[{p.display_name}:]" for p in tree[name].parameters]
        assert options == real, name


async def test_the_page_says_where_each_command_works() -> None:
    """The table matches the contexts and installation types that are sent to Discord."""
    told = {}
    for names, *places in rows(section(PAGE, "Where they work")):
        for name in re.findall(r"`/(\w+)`", names):
            assert name not in told, f"{name} is listed twice"
            told[name] = [place.startswith("yes") for place in places]
    async with loaded() as bot:
        for root in bot.tree.get_commands(type=discord.AppCommandType.chat_input):
            payload = root.to_dict(bot.tree)
            contexts, installs = payload["contexts"], payload["integration_types"]
            assert told.pop(root.name) == [0 in contexts, 1 in contexts, 2 in contexts and 1 in installs], root.name
    assert not told


async def test_every_context_menu_is_listed() -> None:
    """All context menus are listed by name."""
    async with loaded() as bot:
        kinds = (discord.AppCommandType.user, discord.AppCommandType.message)
        menus = {menu.name for kind in kinds for menu in bot.tree.get_commands(type=kind)}
    assert {row[0].strip("*") for row in rows(section(PAGE, "In the menus of people and messages"))} == menus


async def test_every_command_says_what_it_does_and_for_whom() -> None:
    for heading in HEADINGS:
        for row in rows(section(PAGE, heading)):
            assert all(row), row


async def test_the_listed_commands_of_each_game_match_its_verbs() -> None:
    """The replies to `/draw` and the like, in a game that has no such command, use the same list."""
    known = {row[0]: re.findall(r"`/(\w+)`", row[1]) for row in rows(section(PAGE, "Playing")) if len(row) == 2}
    for key, game in GAMES.items():
        verbs = set(game_text(key).verbs) - {"move"}  # is played through /move
        assert set(known.pop(game.title)) == verbs
    assert not known


async def test_documents_name_only_existing_commands(tree: dict[str, Any]) -> None:
    """Every command that a page mentions exists, so readers can type it."""
    groups = {" ".join(name.split()[:size]) for name in tree for size in (1, 2)}
    for page in PAGES:
        for code in re.findall(r"`(/[a-z][a-z ]*[a-z])(?: [a-z_]+:[^`]*)?`", page.read_text(encoding="utf-8")):
            known = groups | set(tree) | {"/healthz", "/readyz", "/metrics", "/tisch neu"}
            assert code in known, f"{name_of(page)}: {code}"
