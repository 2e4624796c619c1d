"""The puzzle of the day in a server's channel: one message, which replaces yesterday's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest

from bot.tables.model.durations import DAY, HOUR
from bot.tables.model.share import Share, shard_of
from bot.tables.runtime.tables import Tables
from bot.ui.daily.channel_posts import RETRY_SECONDS
from tests.e2e.cut import cut
from tests.e2e.daily.test_puzzle import playing, plays
from tests.e2e.people.test_server_settings import choose, manager, section
from tests.e2e.people.test_server_settings import page as settings
from tests.e2e.table_talk import control, private, text
from tests.puzzles.ready import for_day, of_kind

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def posted(world: World) -> list[Any]:
    """Return the channel's messages with a puzzle."""
    return [message for message in world.channel.history() if "Puzzle of the day" in text(message)]


async def test_the_daily_message_names_yesterdays_solvers(world: World) -> None:
    """The message is posted in the chosen channel, played from there, and replaced on the next day.

    A restart posts nothing twice. The next message says who solved yesterday's puzzle.
    """
    bot, today = world.bot, world.bot.daily.today
    for day in (today, today + 1):
        await bot.store.records.add_puzzle_day(for_day(day, of_kind("notty-empty")))
    owner = manager(world)
    page = await section(owner, await settings(world, owner), "daily")
    assert "Channel for the puzzle of the day: no channel" in text(page).replace("**", "")
    page = await choose(owner, page, "puzzle-hour", "0")
    page = await choose(owner, page, "puzzle-channel", world.channel)
    assert f"Channel for the puzzle of the day: <#{world.channel.id}>" in text(page).replace("**", "")
    await world.env.settle()
    [first] = posted(world)
    assert first.attachments
    assert "solved" not in text(first), "there was no puzzle yesterday"
    tomorrow = await bot.daily.of_day(today + 1)
    assert tomorrow is not None
    assert tomorrow.fingerprint in text(first)

    anna, puzzle = world.person("anna"), of_kind("notty-empty")
    shown = private(await anna.click(first, custom_id=control(first, "daily")))
    assert shown.ephemeral
    assert "This try counts" in text(shown)
    for step, action in enumerate(puzzle.solution):
        await bot.daily.apply_change(anna.id, today * 10_000 + step, world.guild.id, "anna", playing(action))

    await world.restart()
    await world.env.settle()
    assert [message.id for message in posted(world)] == [first.id]
    await world.env.advance_time(DAY)
    [second] = posted(world)
    assert second.id != first.id
    assert f"solved here by <@{anna.id}>" in text(second)


async def test_the_daily_message_is_posted_at_its_hour(world: World) -> None:
    """A day begins at 00:00, and the channel keeps yesterday's message until its hour."""
    bot, today = world.bot, world.bot.daily.today
    for day in (today, today + 1):
        await bot.store.records.add_puzzle_day(for_day(day, of_kind("notty-empty")))
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 9})
    assert world.env.now().hour == 0
    with world.env._bot_scope():
        bot.channel_posts.check_now()
    found: list[int] = []
    for hours in (8.9, 0.2, 23.7, 0.3):
        await world.env.advance_time(hours * HOUR)
        found.append(posted(world)[0].id if posted(world) else 0)
    before, first, kept, second = found
    assert before == 0
    assert first == kept != second
    assert second


async def test_a_clock_that_was_wrong_silences_the_channel_for_an_hour_at_most(world: World) -> None:
    """The machine's clock was two days fast. The puzzle of the day after tomorrow stayed until that day was over."""
    bot, today = world.bot, world.bot.daily.today
    for day in (today, today + 2):
        await bot.store.records.add_puzzle_day(for_day(day, of_kind("notty-empty")))
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    bot.clock.correct(2 * DAY)
    with world.env._bot_scope():
        bot.channel_posts.check_now()
    await world.env.settle()
    [fast] = posted(world)
    bot.clock.correct(0)
    await world.env.advance_time(HOUR)
    [right] = posted(world)
    assert right.id != fast.id
    assert (await bot.store.records.puzzle_posts())[world.guild.id].day == today


async def test_only_people_who_solved_yesterdays_puzzle_are_named(world: World) -> None:
    bot, today = world.bot, world.bot.daily.today
    for day in (today, today + 1):
        await bot.store.records.add_puzzle_day(for_day(day, of_kind("six-holes-move")))
    anna, ben, cleo = world.person("anna"), world.person("ben"), world.person("cleo")
    right = of_kind("six-holes-move").solution[0]
    wrong = next(
        action for action in plays((await ben.slash(world.channel, "daily puzzle")).response) if action != right
    )
    for who, action in ((anna, right), (ben, wrong), (cleo, right)):
        await bot.daily.apply_change(who.id, today * 10_000, world.guild.id, "x", playing(action))
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    with world.env._bot_scope():
        bot.channel_posts.check_now()
    await world.env.advance_time(DAY)
    assert f"Yesterday's was solved here by <@{anna.id}> and <@{cleo.id}>." in text(posted(world)[0])


async def test_an_outdated_play_button_does_not_begin_the_new_puzzle(world: World) -> None:
    """The message stays after its day until the next one is due.

    Its button once showed the new day's puzzle instead, and started the time for it.
    """
    bot, today, anna = world.bot, world.bot.daily.today, world.person("anna")
    await bot.store.records.add_puzzle_day(for_day(today, of_kind("notty-empty")))
    await bot.store.records.add_puzzle_day(for_day(today + 1, of_kind("six-holes-move")))
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    bot.channel_posts.check_now()
    await world.env.settle()
    await bot.store.people.change_guild(world.guild.id, {"puzzle_hour": 23})
    await world.env.advance_time(DAY - world.env.now().timestamp() % DAY + 3600)
    [post] = posted(world)
    told = private(await anna.click(post, custom_id=control(post, "daily")))
    assert "A new day has begun" in text(told)
    assert await bot.store.records.puzzle_try(anna.id, today + 1) is None
    shown = (await anna.click(told, custom_id=control(told, "daily"))).response
    assert "This try counts" in text(shown)


async def test_a_missing_permission_is_shown_in_the_settings(world: World) -> None:
    """No request is made without the permission. The puzzle is posted in the channel that is chosen next."""
    bot = world.bot
    await bot.store.records.add_puzzle_day(for_day(bot.daily.today, of_kind("notty-empty")))
    denied = {world.env.bot.guilds[0].me: discord.PermissionOverwrite(send_messages=False)}
    silent = world.guild.create_text_channel("silent", overwrites=denied)
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": silent.id, "puzzle_hour": 0})
    bot.channel_posts.check_now()
    await world.env.settle()
    assert not silent.history()
    owner = manager(world)
    page = await section(owner, await settings(world, owner), "daily")
    assert "give me Send Messages there" in text(page).replace("**", "")
    await bot.store.people.change(owner.id, language="de")
    page = await section(owner, await settings(world, owner), "daily")
    assert "Ich brauche dort Nachrichten senden" in text(page).replace("**", ""), "as Discord names it in German"
    await choose(owner, page, "puzzle-channel", world.channel)
    await world.env.settle()
    assert len(posted(world)) == 1


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_failed_deletion_of_an_old_puzzle_is_repeated(world: World, restarted: bool) -> None:
    """A server never keeps two puzzles, even if the puzzle moves back to its first channel. A restart before the old
    message could be deleted once left it there for good.
    """
    await world.bot.store.records.add_puzzle_day(for_day(world.bot.daily.today, of_kind("notty-empty")))
    other = world.guild.create_text_channel("other")

    async def move_to(channel: Any) -> None:
        await world.bot.store.people.change_guild(world.guild.id, {"puzzle_channel": channel.id, "puzzle_hour": 0})
        with world.env._bot_scope():
            world.bot.channel_posts.check_now()
        await world.env.settle()

    await move_to(world.channel)
    world.env.inject_error("DELETE", f"/channels/{world.channel.id}/*", status=500, message="no", times=9)
    await move_to(other)
    assert len(posted(world)) == 1
    world.env.backend.faults.clear()
    if restarted:
        await world.restart()
    await world.env.advance_time(RETRY_SECONDS + 60)
    assert not posted(world)
    assert len(other.history()) == 1
    await move_to(world.channel)
    assert len(posted(world)) == 1
    assert not other.history()


async def test_a_refused_puzzle_is_tried_again_in_an_hour(world: World) -> None:
    """Discord may refuse what a channel's permissions allow. It was asked once a minute for the rest of the day."""
    await world.bot.store.records.add_puzzle_day(for_day(world.bot.daily.today, of_kind("notty-empty")))
    await world.bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, message="no", times=None)
    with world.env._bot_scope():
        world.bot.channel_posts.check_now()
    await world.env.settle()
    await world.env.advance_time(HOUR / 2)
    assert sum(one.method == "POST" and one.path == path for one in world.env.http_requests) == 1
    world.env.backend.faults.clear()
    await world.env.advance_time(HOUR)
    assert len(posted(world)) == 1


async def test_an_unreadable_puzzle_is_logged_once_an_hour(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """After a return to an older version, it filled the log with a warning a minute for the rest of the day."""
    newer = for_day(world.bot.daily.today, of_kind("notty-empty"))
    newer = replace(newer, content=newer.content.replace('"rules":1', '"rules":99'))
    await world.bot.store.records.add_puzzle_day(newer)
    await world.bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    with world.env._bot_scope():
        world.bot.channel_posts.check_now()
    await world.env.advance_time(HOUR / 2)
    assert sum("made by another version of the bot" in said for said in caplog.messages) == 1
    assert not posted(world)


@pytest.mark.parametrize("times", [1, 2])
async def test_a_puzzle_with_a_lost_answer_is_posted_once(world: World, times: int) -> None:
    """Only Discord's answer is lost. The bot once repeated the post after Discord had forgotten it, and two stayed."""
    await world.bot.store.records.add_puzzle_day(for_day(world.bot.daily.today, of_kind("notty-empty")))
    await world.bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    with cut("POST /channels/*/messages", done=True, times=times):
        with world.env._bot_scope():
            world.bot.channel_posts.check_now()
        await world.env.settle()
        await world.env.advance_time(15 * 60)
    [post] = posted(world)
    assert (await world.bot.store.records.puzzle_posts())[world.guild.id].message_id == post.id


async def test_a_process_taking_over_a_shard_posts_due_puzzles(world: World) -> None:
    """The previous process may have stopped or died just as the puzzle was due. The puzzle was once an hour late."""
    bot = world.bot
    await bot.store.records.add_puzzle_day(for_day(bot.daily.today, of_kind("notty-empty")))
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    await world.dispatch("shard_served", 0)
    assert len(posted(world)) == 1


async def test_a_process_that_lost_a_shard_posts_nothing_there(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord's library keeps the shard's servers. The process used to go on posting there beside the other one, by
    permissions and channels that it no longer hears of, and counted the servers among its own.
    """
    bot, elsewhere = world.bot, Share.one(1 - shard_of(world.guild.id, 2), 2)
    await bot.store.records.add_puzzle_day(for_day(bot.daily.today, of_kind("notty-empty")))
    await bot.store.people.change_guild(world.guild.id, {"puzzle_channel": world.channel.id, "puzzle_hour": 0})
    assert bot.server_count == 1
    with monkeypatch.context() as lost:
        lost.setattr(Tables, "share", property(lambda _: elsewhere))
        bot.channel_posts.check_now()
        await world.env.settle()
        assert not posted(world)
        assert bot.server_count == 0
    bot.channel_posts.check_now()
    await world.env.settle()
    assert len(posted(world)) == 1


async def test_a_broken_connection_delays_no_other_servers_puzzle(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """aiohttp's error is not an OSError. It once ended the round of posts as a failure of the bot."""
    await world.bot.store.records.add_puzzle_day(for_day(world.bot.daily.today, of_kind("notty-empty")))
    club = world.env.create_guild("Chess club")
    there = club.create_text_channel("cards")
    send = discord.TextChannel.send

    async def broken(channel: Any, *content: Any, **how: Any) -> Any:
        if channel.id == world.channel.id:
            raise aiohttp.ServerDisconnectedError
        return await send(channel, *content, **how)

    with monkeypatch.context() as patched:
        patched.setattr(discord.TextChannel, "send", broken)
        for guild, channel in ((world.guild, world.channel), (club, there)):
            await world.bot.store.people.change_guild(guild.id, {"puzzle_channel": channel.id, "puzzle_hour": 0})
        with world.env._bot_scope():
            world.bot.channel_posts.check_now()
        await world.env.settle()
    assert not posted(world)
    assert len(there.history()) == 1
    await world.env.advance_time(RETRY_SECONDS + 60)
    assert len(posted(world)) == 1
