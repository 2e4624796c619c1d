"""Places where the bot may not write, whatever its permissions: it says why, and goes on by itself afterwards."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.backend.serializers import channel_payload, guild_create_payload
from simcord.enums import OverwriteType
from simcord.intents import EVENT_INTENTS

from bot.tables.model.share import ALL
from bot.ui.messages.due_updates import MAX_REFUSALS, REFUSAL_PAUSE
from cogs.events import CLOCK_MARGIN_SECONDS
from tests.e2e.denied import deny, give_back
from tests.e2e.table_talk import advice, control, pictures, sentence, text
from tests.e2e.threads import create_thread_in, lock_thread_of_game

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def told_by_dm(world: World, name: str) -> list[str]:
    """Return what the person's direct messages say about tables that cannot be shown."""
    history = world.person(name).user.dm_channel.history()
    return [message.content for message in history if "cannot be shown there" in message.content]


async def move(world: World, table: Any) -> None:
    """Let Anna play in her direct messages, and wait until the messages are updated."""
    hand = next(each for each in reversed(world.person("anna").user.dm_channel.history()) if each.components)
    await world.person("anna").user.click(hand, custom_id=control(hand, "act", advice(table, world.person("anna").id)))
    await world.env.advance_time(5)


@pytest.fixture
def reported_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report changes of the bot's own membership, as Discord does without an intent; the simulation asks for one."""
    monkeypatch.setitem(EVENT_INTENTS, "GUILD_MEMBER_UPDATE", ("guilds", None))


@pytest.mark.usefixtures("reported_to_itself")
async def test_a_timeout_of_the_bot_is_named(world: World) -> None:
    """The host was told to give permissions that the bot had. Boards get their pictures and moves when it is over."""
    anna, table = world.person("anna"), await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)
    assert world.bot.user is not None
    over = world.env.now() + timedelta(hours=1)
    world.env.backend.edit_member(world.guild.id, world.bot.user.id, {"timed_out_until": over.isoformat()})
    world.env.backend.delete_message(world.channel.id, world.board().id)
    await world.env.settle()
    await move(world, table)
    words = f"This server has given me a timeout until <t:{int(over.timestamp())}:f>; a moderator can end it earlier."
    assert [said.endswith(words) for said in told_by_dm(world, "anna")] == [True]
    assert sentence(await anna.slash(world.channel, "table board")).endswith(words)
    den = world.guild.create_text_channel("den")
    for thread in (False, True):
        assert sentence(await anna.slash(den, "table new", game="rummy", thread=thread)) == words
    await world.env.advance_time(3600 + CLOCK_MARGIN_SECONDS)
    assert "Discard one card" in text(world.board())
    assert "table.png" in pictures(world.board())


async def test_tables_are_up_to_date_once_an_outage_of_their_server_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes no messages there, and the bot gives up trying after a while. It tried again within the hour."""
    monkeypatch.setattr("bot.ui.messages.updater.MAX_TRIES", 1)
    table, guild = await world.seated("anna", bots=2), {"id": str(world.guild.id)}
    world.bot.announcer.free_edits.forget(world.board().id)
    world.env.backend.emit("GUILD_DELETE", {**guild, "unavailable": True})
    world.env.inject_error("*", f"/channels/{world.channel.id}/*", status=503, code=0, times=None)
    await move(world, table)
    world.env.backend.faults.clear()
    assert "Discard one card" not in text(world.board())
    payload = guild_create_payload(world.env.backend, world.env.backend.guilds[world.guild.id])
    world.env.backend.emit("GUILD_CREATE", {**payload, "unavailable": False})
    await world.env.settle()
    assert "Discard one card" in text(world.board())


async def test_no_rematch_opens_where_the_bot_may_not_write(world: World) -> None:
    """A table was opened whose board and question could not be posted, and the answer was that others were asked."""
    anna, old = world.person("anna"), await world.seated("anna", bots=2, game="rummy")
    await world.play_on(old, until=lambda: not old.record.phase.is_live)
    deny(world, world.channel, world.bot.user, send_messages=True)
    for who, message in ((anna, world.board()), (anna.user, world.dm("anna"))):
        told = sentence(await who.click(message, custom_id=control(message, "rematch")))
        assert "“Send Messages”" in told
        assert (await world.table()).id == old.id


async def test_what_changes_elsewhere_in_a_server_makes_no_refused_request(world: World) -> None:
    """Each change of another channel, role or thread used to try the board again where the bot still may not write,
    and Discord bans those who are refused too often.
    """
    table, other = await world.seated("anna", bots=2), world.guild.create_text_channel("other")
    backend = world.env.backend
    deny(world, world.channel, world.bot.user, send_messages=True)
    backend.delete_message(world.channel.id, world.board().id)
    await move(world, table)
    before = len(world.env.http_requests)
    for topic in ("one", "two", "three"):
        backend.edit_channel(other.id, {"topic": topic})
        await world.env.settle()
    assert not world.env.http_requests[before:]
    give_back(world, world.channel, world.bot.user)
    await world.env.settle()
    assert "Discard one card" in text(world.board())


async def test_a_closed_thread_is_left_alone_until_it_is_opened(world: World) -> None:
    """Whatever happened to other threads of the server, the board was posted to the closed one again, and refused."""
    anna = world.person("anna")
    thread, _known = await lock_thread_of_game(world, 50083)
    table = await world.table(thread)
    await move(world, table)
    before = len(world.env.http_requests)
    world.env.backend.create_thread(world.channel.id, "talk", anna.id)
    world.env.backend.edit_channel(world.channel.id, {"topic": "cards"})
    await world.env.settle()
    assert not world.env.http_requests[before:]


async def test_a_thread_in_a_channel_that_the_bot_cannot_see_shows_no_table(world: World) -> None:
    """After a restart, the bot does not know the thread. `/table board` said that the table was there."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True, start=True)
    [thread] = world.channel.threads
    deny(world, world.channel, world.bot.user, view_channel=True)
    await world.restart()
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild._threads.clear()  # which the simulation tells the bot
    assert "“View Channel”" in sentence(await anna.slash(thread, "table board"))


async def test_a_restart_repeats_no_message_about_a_place(world: World) -> None:
    """The host and the server's owner were told again at each start, about every table that could not be shown."""
    table = await world.seated("anna", bots=2)
    deny(world, world.channel, world.bot.user, view_channel=True)
    world.bot.announcer.free_edits.forget(world.board().id)
    await move(world, table)
    assert len(told_by_dm(world, "anna")) == 1
    await world.restart()
    await world.env.settle()
    assert len(told_by_dm(world, "anna")) == 1


@pytest.mark.parametrize("is_edited", [False, True])
async def test_a_question_that_nobody_can_read_is_no_question_that_was_asked(world: World, is_edited: bool) -> None:
    """The answer was that the other player had been asked in the channel. It is posted there once the bot may write.

    A board can be edited where nothing new can be written. It was then taken for granted that nothing was missing, and
    the question never came.
    """
    table = await world.seated("anna", "ben")
    deny(world, world.channel, world.bot.user, send_messages=True)
    told = sentence(await world.person("anna").slash(world.channel, "table ask", what="end"))
    assert told.startswith("Nobody can read your question yet. I am not allowed to write in")
    assert table.record.proposal is not None
    if is_edited:
        with world.env._bot_scope():
            world.bot.announcer.refresh(table.position)
        await world.env.settle()
    give_back(world, world.channel, world.bot.user)
    await world.env.settle()
    assert "Do you agree" in text(next(world.newest(world.channel)))


async def test_the_text_of_a_voice_channel_needs_connect(world: World) -> None:
    """A table was opened that nobody could see there, and its host was told to give permissions that the bot had."""
    voice = world.guild.create_voice_channel("talk")
    deny(world, voice, world.bot.user, connect=True)
    told = sentence(await world.person("anna").slash(voice, "table new", game="rummy"))
    assert told == "I need the permission “Connect” in this channel; ask someone who manages the server."
    assert await world.table(voice) is None


async def test_a_voice_channels_table_is_hidden_from_people_who_may_not_connect(world: World) -> None:
    """They see that there is such a channel, but not what is written in it. Nor are they called there."""
    voice, zoe = world.guild.create_voice_channel("talk"), world.person("zoe")
    await world.bot.store.calls.set_wishes(world.guild.id, zoe.id, ["notty"])
    await world.person("anna").slash(voice, "table new", game="rummy")
    assert "Rummy, table 1" in text((await zoe.slash(world.channel, "table list")).response)
    deny(world, voice, zoe, connect=True)
    assert "No table is open" in text((await zoe.slash(world.channel, "table list")).response)
    await world.slash_and_confirm("anna", "table end", voice)
    told = sentence(await world.person("anna").slash(voice, "table new", game="notty", call=True))
    assert "Nobody who asked to be called for Notty here can be called now" in told


async def test_a_bot_that_is_removed_from_a_private_thread_says_how_to_add_it(world: World) -> None:
    """The host was told to give permissions that the bot had. Once the bot is back, it shows the table at once."""
    anna = world.person("anna")
    assert world.bot.user is not None
    thread = await create_thread_in(world, world.channel, discord.ChannelType.private_thread)
    deny(world, world.channel, world.bot.user, manage_threads=True)
    await anna.slash(thread, "table new", game="three-thirteen", bots=1, start=True)
    table = await world.table(thread)
    world.bot.announcer.free_edits.forget(world.board(thread).id)
    world.env.backend.remove_thread_member(thread.id, world.bot.user.id)
    await world.env.settle()
    await move(world, table)
    words = "I am not in this private thread; mention "
    assert [words in said for said in told_by_dm(world, "anna")] == [True]
    assert words in sentence(await anna.slash(thread, "table board"))
    shown = text(world.board(thread))
    world.env.backend.add_thread_member(thread.id, world.bot.user.id)
    found = world.env.backend.channels[thread.id]
    world.env.backend.emit("THREAD_CREATE", dict(channel_payload(world.env.backend, found)))
    await world.env.settle()
    assert text(world.board(thread)) != shown


@pytest.mark.usefixtures("reported_to_itself")
async def test_the_rules_of_a_deleted_role_no_longer_apply(world: World) -> None:
    """Discord reports only that the role is gone, and the library goes on applying its rules in channels. The board
    waited for the next move, and the puzzle of the day for the next start.
    """
    table, backend = await world.seated("anna", bots=2), world.env.backend
    assert world.bot.user is not None
    role = world.guild.create_role("no games")
    held = backend.guilds[world.guild.id].members[world.bot.user.id].role_ids
    backend.edit_member(world.guild.id, world.bot.user.id, {"role_ids": [*held, role.id]})
    denied = discord.Permissions(send_messages=True).value
    backend.set_overwrite(world.channel.id, Overwrite(role.id, OverwriteType.ROLE, deny=denied))
    backend.delete_message(world.channel.id, world.board().id)
    await move(world, table)
    assert len(told_by_dm(world, "anna")) == 1
    backend.delete_role(world.guild.id, role.id)
    await world.env.settle()
    assert "Discard one card" in text(world.board())
    assert "table.png" in pictures(world.board())


async def test_a_permission_that_is_taken_away_again_is_named_again(world: World) -> None:
    """Whoever had been told once heard nothing of it in the weeks that a game may take. One permission is asked for
    where the bot sees nothing, and not all of them: without View Channel, it knows of no other.
    """
    table = await world.seated("anna", bots=2)
    for times in (1, 2):
        deny(world, world.channel, world.bot.user, view_channel=True)
        world.bot.announcer.free_edits.forget(world.board().id)
        await move(world, table)
        await move(world, table)
        told = told_by_dm(world, "anna")
        assert len(told) == times
        assert "permissions in that channel: “View Channel”. Then use" in told[-1]
        give_back(world, world.channel, world.bot.user)
        await move(world, table)


async def test_a_refusal_without_a_known_reason_is_told_once(world: World) -> None:
    """Whatever else changes in the server meanwhile: nobody knows whether that was the reason."""
    table, other = await world.seated("anna", bots=2), world.guild.create_text_channel("other")
    world.bot.announcer.free_edits.forget(world.board().id)
    world.env.inject_error("*", f"/channels/{world.channel.id}/*", status=403, code=50013, times=None)
    for topic in ("one", "two"):
        await move(world, table)
        world.env.backend.edit_channel(other.id, {"topic": topic})
        await world.env.settle()
    assert len(told_by_dm(world, "anna")) == 1


async def test_an_owner_is_told_once_about_the_threads_of_a_channel(world: World) -> None:
    """They got a message about each of its tables. If it happens again, they are told again."""
    anna, backend = world.person("anna"), world.env.backend
    for _ in range(3):
        await anna.slash(world.channel, "table new", game="three-thirteen", bots=2, thread=True, start=True)
    for times in (1, 2):
        deny(world, world.channel, world.bot.user, send_messages_in_threads=True)
        for thread in world.channel.threads:
            backend.delete_message(thread.id, world.board(thread).id)
            table = await world.table(thread)
            await anna.slash(thread, "move", action=advice(table, anna.id))
        await world.env.settle()
        owners = backend.dm_channels[backend.guilds[world.guild.id].owner_id]
        assert len(backend.messages[owners]) == times
        assert len(told_by_dm(world, "anna")) == 3 * times, "each of their tables is their host's concern"
        give_back(world, world.channel, world.bot.user)
        await world.env.settle()


async def test_what_keeps_pictures_off_the_board_is_named(world: World) -> None:
    """Boards were in words, and nobody knew why. Where pictures are possible, nothing is said."""
    anna, note = world.person("anna"), "for pictures, I need the permission “Attach Files” in this channel"
    deny(world, world.channel, world.bot.user, attach_files=True)
    for command, options in (("table new", {}), ("solo", {"thread": True}), ("table board", {})):
        asked = {} if command == "table board" else {"game": "rummy", **options}
        assert note in sentence(await anna.slash(world.channel, command, **asked)), command
    assert "“Attach" not in sentence(await anna.user.slash("solo", game="rummy"))
    give_back(world, world.channel, world.bot.user)
    assert "“Attach" not in sentence(await anna.slash(world.channel, "table board"))


async def test_a_bot_that_is_invited_again_tells_of_what_it_lacks_then(world: World) -> None:
    """The host had been told once of this table: that the bot was no longer in the server. They used to be told to give
    permissions there. The game goes on by direct message.
    """
    table, backend = await world.seated("anna", bots=2), world.env.backend
    world.bot.announcer.free_edits.forget(world.board().id)
    world.env.inject_error("*", f"/channels/{world.channel.id}/*", status=403, code=50001, times=None)
    backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await move(world, table)
    backend.faults.clear()
    joined = {**guild_create_payload(backend, backend.guilds[world.guild.id])}
    joined.pop("unavailable", None)
    backend.emit("GUILD_CREATE", joined)
    await world.env.settle()
    assert "Discard one card" in text(world.board())
    deny(world, world.channel, world.bot.user, view_channel=True)
    world.bot.announcer.free_edits.forget(world.board().id)
    await move(world, table)
    removed, lacking = told_by_dm(world, "anna")
    assert removed.endswith("I am no longer in that server; whoever manages it can add me again.")
    assert "“View Channel”" in lacking


async def test_a_table_whose_mention_was_refused_counts_as_announced_afterwards(world: World) -> None:
    """It was drawn again every hour and at every start, until somebody moved."""
    table = await world.seated("anna", "ben")
    deny(world, world.channel, world.bot.user, send_messages=True)
    name = world.name_to_act(table)
    for _ in range(2):
        await world.person(name).slash(world.channel, "move", action=advice(table, world.person(name).id))
    await world.env.advance_time(90)
    assert await world.bot.store.messages.unannounced(ALL) == (table.id,)
    give_back(world, world.channel, world.bot.user)
    await world.env.settle()
    assert "it's your turn at" in text(next(world.newest(world.channel)))
    assert await world.bot.store.messages.unannounced(ALL) == ()


async def test_a_refused_mention_that_nobody_needs_any_more_is_not_missing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the player had moved, it was never posted, and counted as missing for good: each change of any channel or
    role of the server drew all of the table's messages again.
    """
    table, other = await world.seated("anna", "ben"), world.guild.create_text_channel("other")
    deny(world, world.channel, world.bot.user, send_messages=True)
    for name, moves in ((world.name_to_act(table), 2), (None, 1)):
        who = world.person(name or world.name_to_act(table))
        for _ in range(moves):
            await who.slash(world.channel, "move", action=advice(table, who.id))
        await world.env.advance_time(90)
    give_back(world, world.channel, world.bot.user)
    await world.env.settle()
    drawn, draw = [], world.bot.illustrator.of_board

    async def of_board(*args: Any) -> Any:
        drawn.append(args)
        return await draw(*args)

    monkeypatch.setattr(world.bot.illustrator, "of_board", of_board)
    for topic in ("one", "two", "three"):
        world.env.backend.edit_channel(other.id, {"topic": topic})
        await world.env.advance_time(5)
    assert not drawn


async def test_an_owner_is_told_again_although_the_bot_has_forgotten_the_table(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps several hundred in mind. Only a table told that the channel was open again, so that its owner heard
    nothing of it the next time.
    """
    monkeypatch.setattr("bot.ui.messages.known_tables.MAX_TABLES", 1)
    backend, other = world.env.backend, world.guild.create_text_channel("other")
    for times in (1, 2):
        table = await world.seated("anna", bots=2)
        deny(world, world.channel, world.bot.user, view_channel=True)
        world.bot.announcer.free_edits.forget(world.board().id)
        await move(world, table)
        assert len(backend.messages[backend.dm_channels[backend.guilds[world.guild.id].owner_id]]) == times
        await world.slash_and_confirm("anna", "table end")
        await world.person("ben").slash(other, "table new", game="rummy")
        give_back(world, world.channel, world.bot.user)
        await world.env.settle()


@pytest.mark.parametrize("refusals", [1, MAX_REFUSALS])
async def test_a_permission_taken_away_after_refusals_without_a_known_reason_is_named(
    world: World, refusals: int
) -> None:
    """Nobody knows when those are over, so host and owner heard nothing of what was taken away later. After two
    refusals, they heard of nothing any more, however often that happened.
    """
    table, backend = await world.seated("anna", bots=2), world.env.backend
    world.bot.announcer.free_edits.forget(world.board().id)
    world.env.inject_error("*", f"/channels/{world.channel.id}/*", status=403, code=50013, times=None)
    for _ in range(refusals):
        await move(world, table)
    backend.faults.clear()
    await world.env.advance_time(REFUSAL_PAUSE)
    for times in (2, 3):
        deny(world, world.channel, world.bot.user, view_channel=True)
        await move(world, table)
        assert len(backend.messages[backend.dm_channels[backend.guilds[world.guild.id].owner_id]]) == times
        assert len(told_by_dm(world, "anna")) == times
        assert "permissions in that channel: “View Channel”. Then use" in told_by_dm(world, "anna")[-1]
        give_back(world, world.channel, world.bot.user)
        await move(world, table)
