"""Threads that people make, and one that was closed over a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def create_thread_in(world: World, channel: Any, kind: discord.ChannelType) -> Any:
    """Create a thread of this kind with Anna and the bot in it."""
    anna = world.person("anna")
    with world.env._bot_scope():
        parent = world.bot.get_channel(channel.id)
        assert isinstance(parent, discord.TextChannel)
        thread = await parent.create_thread(name="cards", type=kind)
        await thread.add_user(discord.Object(anna.id))
    await world.env.settle()
    return next(found for found in channel.threads if found.id == thread.id)


async def lock_thread_of_game(world: World, code: int) -> tuple[Any, discord.Thread]:
    """Start a game of Anna's in its own thread, and archive and lock that, so that Discord refuses every message there.

    Return the thread, and as the bot knows it.
    """
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True, start=True)
    [thread] = world.channel.threads
    known = world.open_thread(thread.id)
    world.bot.announcer.free_edits.forget(world.board(thread).id)
    with world.env._bot_scope():
        await known.edit(archived=True, locked=True)
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, f"/channels/{thread.id}/messages*", status=400, code=code, times=None)
    return thread, known
