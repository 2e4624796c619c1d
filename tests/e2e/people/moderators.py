"""A server's moderators, and who may use their commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def moderator(world: World, **granted: bool) -> Any:
    """Return a member who may manage the server, or who has other permissions instead."""
    permissions = discord.Permissions(**granted or {"manage_guild": True})
    role = world.guild.create_role("mods", permissions=permissions)
    return world.guild.add_member(world.env.create_user("mod"), roles=[role])


async def let_use(world: World, *people: Any) -> None:
    """Let these people use `/server`, as the server's owner can do in Discord's settings."""
    synced = next(command for command in await world.bot.tree.fetch_commands() if command.name == "server")
    world.guild.set_command_permissions(synced, dict.fromkeys(people, True))
