"""A server's channel in which the bot may not post the puzzle of the day: the owner hears of it, and it comes when it
can.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from simcord.backend.serializers import guild_create_payload

from bot.tables.model.durations import DAY, HOUR
from tests.e2e.daily.test_channel import posted
from tests.e2e.denied import deny, give_back
from tests.e2e.discord.test_closed_places import reported_to_itself
from tests.e2e.people.test_server_settings import manager, section
from tests.e2e.people.test_server_settings import page as settings
from tests.e2e.table_talk import text
from tests.puzzles.ready import for_day, of_kind

if TYPE_CHECKING:
    from tests.e2e.conftest import World

__all__ = ["reported_to_itself"]


async def chosen(world: World, hour: int = 0) -> None:
    """Have the puzzle posted in the channel from now on, at this hour."""
    bot = world.bot
    for day in range(bot.daily.today, bot.daily.today + 6):
        await bot.store.records.add_puzzle_day(for_day(day, of_kind("notty-empty")))
    wanted = {"puzzle_channel": world.channel.id, "puzzle_hour": hour}
    await bot.store.people.change_guild(world.guild.id, wanted)
    with world.env._bot_scope():
        bot.channel_posts.check_now()
    await world.env.settle()


def told(world: World) -> list[str]:
    """Return what the server's owner has been sent about the puzzle."""
    backend = world.env.backend
    messages = backend.messages.get(backend.dm_channels.get(backend.guilds[world.guild.id].owner_id, 0), {})
    return [message.content for message in messages.values() if "puzzle of the day" in message.content]


async def warning(world: World, who: Any) -> str:
    """Return the end of the page with the puzzle's settings."""
    return text(await section(who, await settings(world, who), "daily")).splitlines()[-1].replace("**", "")


async def test_an_owner_is_told_once_that_the_puzzle_is_not_posted(world: World) -> None:
    """Nobody heard of it, and it stayed away for good. Once it is mended it comes at once, not with the next hour."""
    await chosen(world)
    [first] = posted(world)
    for times in (1, 2):
        deny(world, world.channel, world.bot.user, send_messages=True)
        await world.env.advance_time(DAY)
        assert [message.id for message in posted(world)] == [first.id]
        assert len(told(world)) == times
        assert told(world)[-1].endswith(
            "so the puzzle of the day is not posted there. Whoever manages the server can give me these permissions in "
            "that channel: “Send Messages”."
        )
        await world.env.advance_time(HOUR)
        await world.restart()
        await world.env.advance_time(DAY)
        assert len(told(world)) == times
        give_back(world, world.channel, world.bot.user)
        await world.env.settle()
        [second] = posted(world)
        assert second.id != first.id
        first = second


async def test_an_owner_with_quiet_hours_is_told_of_the_puzzle_afterwards(world: World) -> None:
    await chosen(world)
    owner = world.env.backend.guilds[world.guild.id].owner_id
    await world.bot.store.people.change(owner, quiet="22:00-03:00", zone="UTC")
    deny(world, world.channel, world.bot.user, view_channel=True)
    await world.env.advance_time(DAY + HOUR)
    assert not told(world)
    await world.env.advance_time(3 * HOUR)
    assert [said.endswith("in that channel: “View Channel”.") for said in told(world)] == [True]


async def test_an_owner_is_told_that_the_puzzles_channel_was_deleted(world: World) -> None:
    await chosen(world)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.advance_time(3 * DAY)
    [said] = told(world)
    assert said.startswith("The channel for the puzzle of the day in Friends is gone; choose another there with ")


@pytest.mark.usefixtures("reported_to_itself")
async def test_a_timeout_of_the_bot_is_named_beside_the_puzzles_channel(world: World) -> None:
    """The settings asked for a permission that the bot had. The puzzle comes when the timeout is over."""
    await chosen(world)
    [first] = posted(world)
    assert world.bot.user is not None
    over = world.env.now() + timedelta(hours=30)
    world.env.backend.edit_member(world.guild.id, world.bot.user.id, {"timed_out_until": over.isoformat()})
    await world.env.advance_time(DAY)
    words = f"This server has given me a timeout until <t:{int(over.timestamp())}:f>; a moderator can end it earlier."
    assert [said.endswith(words) for said in told(world)] == [True]
    assert (await warning(world, manager(world))).endswith(words)
    await world.env.advance_time(6 * HOUR + 60)
    assert [message.id for message in posted(world)] != [first.id]


async def test_the_settings_name_the_permissions_for_the_puzzle(world: World) -> None:
    """Where the bot sees nothing, it knows of no other missing permission than that one. Without Attach Files the
    puzzle came in words, and nobody knew why.
    """
    await chosen(world, hour=23)
    owner = manager(world)
    deny(world, world.channel, world.bot.user, view_channel=True)
    assert (await warning(world, owner)).endswith("give me View Channel there.")
    deny(world, world.channel, world.bot.user, attach_files=True)
    assert (await warning(world, owner)).endswith("give me Attach Files there.")


async def test_a_channel_is_not_called_gone_during_an_outage_of_its_server(world: World) -> None:
    """While Discord cannot show a server, as it may be at a start, the bot knows of no channel there."""
    await chosen(world)
    [first] = posted(world)
    backend, guild = world.env.backend, world.bot.get_guild(world.guild.id)
    assert guild is not None
    backend.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
    await world.env.settle()
    guild._channels.clear()
    await world.env.advance_time(DAY)
    assert [message.id for message in posted(world)] == [first.id]
    payload = guild_create_payload(backend, backend.guilds[guild.id])
    backend.emit("GUILD_CREATE", {**payload, "unavailable": False})
    await world.env.settle()
    assert not told(world)
    [second] = posted(world)
    assert second.id != first.id


async def test_a_bot_that_is_invited_again_posts_the_puzzle_at_once(world: World) -> None:
    """It came with the next hour."""
    await chosen(world)
    [first] = posted(world)
    backend = world.env.backend
    backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.advance_time(DAY)
    assert [message.id for message in posted(world)] == [first.id]
    joined = {**guild_create_payload(backend, backend.guilds[world.guild.id])}
    joined.pop("unavailable", None)
    backend.emit("GUILD_CREATE", joined)
    await world.env.settle()
    [second] = posted(world)
    assert second.id != first.id


async def test_a_puzzle_that_is_no_longer_wanted_is_not_waited_for(world: World) -> None:
    """Each change of a channel or role of the server had the settings of all servers read, for good."""
    await chosen(world)
    deny(world, world.channel, world.bot.user, send_messages=True)
    await world.env.advance_time(DAY)
    await world.bot.store.people.change_guild(world.guild.id, {"puzzle_channel": None})
    give_back(world, world.channel, world.bot.user)
    await world.env.settle()
    other, checks = world.guild.create_text_channel("other"), 0

    def check_now() -> None:
        nonlocal checks
        checks += 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.bot.channel_posts, "check_now", check_now)
        for topic in ("one", "two"):
            world.env.backend.edit_channel(other.id, {"topic": topic})
            await world.env.settle()
    assert checks == 0


async def test_an_owner_is_told_again_although_nobody_reported_that_the_channel_was_open(world: World) -> None:
    """A permission may be given back while the bot is cut off. That a puzzle could be posted says it, too."""
    await chosen(world)
    for times in (1, 2):
        deny(world, world.channel, world.bot.user, send_messages=True)
        await world.env.advance_time(DAY)
        assert len(told(world)) == times
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(world.bot.announcer, "permissions_changed", lambda _: None)
            patch.setattr(world.bot.channel_posts, "permissions_changed", lambda _: None)
            give_back(world, world.channel, world.bot.user)
            await world.env.settle()
        await world.env.advance_time(DAY)
