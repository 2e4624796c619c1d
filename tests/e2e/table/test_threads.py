"""A thread for a table is made only if the person may make one, and none is left behind without a table."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.tables.model.stores import StoreUnavailableError
from tests.e2e.table_talk import advice, control, sentence, text
from tests.e2e.threads import lock_thread_of_game

if TYPE_CHECKING:
    from tests.e2e.conftest import World


COMMANDS = ["table new", "table watch"]


def thread_requests(world: World) -> list[Any]:
    """Return the requests with which the bot asked Discord for a thread."""
    return [
        request for request in world.env.http_requests if request.method == "POST" and request.path.endswith("/threads")
    ]


@pytest.mark.parametrize("command", COMMANDS)
async def test_no_thread_is_made_for_a_person_who_may_not_make_one(world: World, command: str) -> None:
    """The refusal names the permission, and says what to do instead."""
    anna = world.person("anna")
    rule = {anna: discord.PermissionOverwrite(create_public_threads=False)}
    flat = world.guild.create_text_channel("flat", overwrites=rule)
    told = sentence(await anna.slash(flat, command, game="three-thirteen", thread=True))
    assert "“Create Public Threads”" in told
    assert "thread: out" in told
    assert not thread_requests(world)
    assert not flat.threads


async def test_no_thread_is_made_where_the_bot_lacks_a_permission(world: World) -> None:
    """The refusal names what is missing. In a channel that the bot cannot see, it guessed that too many were open."""
    rule = {world.env.bot.guilds[0].me: discord.PermissionOverwrite(view_channel=False)}
    unseen = world.guild.create_text_channel("unseen", overwrites=rule)
    told = sentence(await world.person("anna").slash(unseen, "table new", game="rummy", thread=True))
    assert told.startswith("I need the permission “View Channel” here; ask someone who manages the server")
    assert not thread_requests(world)
    await world.bot.store.people.change(world.person("anna").id, language="de")
    told = sentence(await world.person("anna").slash(unseen, "table new", game="rummy"))
    assert told.startswith("Ich brauche in diesem Kanal die Berechtigung „Kanal ansehen“;"), "in German quotation marks"


@pytest.mark.parametrize("command", ["table new", "solo", "table plan"])
async def test_a_private_thread_without_the_bot_gets_no_table(world: World, command: str) -> None:
    """Discord lets the bot answer in a private thread that it is not in, and refuses its messages there.

    The table used to be opened, and its host was told to ask for permissions that the bot had.
    """
    anna = world.person("anna")
    private = discord.ChannelType.private_thread.value
    made = world.env.backend.create_thread(world.channel.id, "friends", anna.id, type=private, broadcast=False)
    [thread] = [found for found in world.channel.threads if found.id == made.id]
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50001, times=None)
    options = {"when": "in 3 days"} if command == "table plan" else {}
    told = sentence(await anna.slash(thread, command, game="rummy", **options))
    assert told.startswith("I am not in this private thread")
    assert await world.table(thread) is None
    assert not [request for request in world.env.http_requests if request.path == f"/channels/{thread.id}/messages"]


@pytest.mark.parametrize("command", ["table new", "table plan"])
async def test_a_locked_thread_gets_no_table(world: World, command: str) -> None:
    """Only who may manage threads can write there, which the bot does not ask for. A table was opened that nobody could
    see, and planning one failed.
    """
    anna = world.person("anna")
    thread = await made_by_the_bot(world)
    with world.env._bot_scope():
        await world.open_thread(thread.id).edit(locked=True)
    await world.env.settle()
    assert world.bot.user is not None
    rule = Overwrite(world.bot.user.id, OverwriteType.MEMBER, deny=discord.Permissions(manage_threads=True).value)
    world.env.backend.set_overwrite(world.channel.id, rule)
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, f"/channels/{thread.id}/messages*", status=403, code=160005, times=None)
    options = {"when": "in 3 days"} if command == "table plan" else {}
    assert sentence(await anna.slash(thread, command, game="rummy", **options)).startswith("This thread is locked")
    assert await world.table(thread) is None


async def made_by_the_bot(world: World) -> Any:
    """Return a public thread with the bot."""
    with world.env._bot_scope():
        parent = world.bot.get_channel(world.channel.id)
        assert isinstance(parent, discord.TextChannel)
        await parent.create_thread(name="cards", type=discord.ChannelType.public_thread)
    await world.env.settle()
    [thread] = world.channel.threads
    return thread


async def test_a_taken_channel_offers_only_what_is_possible(world: World) -> None:
    """Somebody who already sat at its table was told to join it, and somebody who may not make a thread to open one."""
    anna, ben = world.person("anna"), world.person("ben")
    rule = {ben: discord.PermissionOverwrite(create_public_threads=False)}
    flat = world.guild.create_text_channel("flat", overwrites=rule)
    for channel, place in ((world.channel, "a thread with thread: True"), (flat, "another channel")):
        await anna.slash(channel, "table new", game="rummy")
        told = {who: sentence(await who.slash(channel, "solo", game="rummy")) for who in (anna, ben)}
        assert told[anna].endswith("): open yours in a thread with thread: True.")
        assert told[ben].endswith(f"): join it, or open yours in {place}.")


async def test_a_refused_table_makes_no_thread(world: World) -> None:
    """A table that is refused makes no thread, as the request is checked first."""
    wanted: tuple[tuple[str, dict[str, Any]], ...] = (
        ("table new", {"game": "three-thirteen", "seats": 2, "bots": 5}),
        ("table new", {"game": "huxxy", "seats": 10}),
        ("table new", {"game": "rummy", "options": "target=nonsense"}),
        ("table watch", {"game": "notty", "players": 10}),
    )
    for command, options in wanted:
        sentence(await world.person("anna").slash(world.channel, command, thread=True, **options))
        assert not thread_requests(world), options
        assert not world.channel.threads, options


async def test_a_thread_matches_the_kind_of_its_channel(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """An announcement channel takes only threads of its own kind, and Discord refuses others there."""
    monkeypatch.setattr("simcord.backend.models.channel.THREAD_TYPES", (10, 11, 12))  # simcord has no such threads
    anna, news = world.person("anna"), world.guild.create_news_channel("news")
    for channel in (world.channel, news):
        await anna.slash(channel, "table new", game="rummy", thread=True)
    kinds = [request.json["type"] for request in thread_requests(world)]
    assert kinds == [discord.ChannelType.public_thread.value, discord.ChannelType.news_thread.value]
    [thread] = news.threads
    assert (await world.table(thread)).record.parent_id == news.id


async def test_a_thread_is_named_in_the_servers_language(world: World) -> None:
    """It used to be named in the language of whoever opened the table. Who only watches is not named: they used to be
    announced as a player.
    """
    await guild_settings.save(world.bot.store.people, world.guild.id, language="de")
    world.slow_computers()
    anna = world.person("anna")
    told = sentence(await anna.slash(world.channel, "table new", game="rummy", thread=True))
    assert "is open" in told
    await anna.slash(world.channel, "table watch", game="rummy", thread=True)
    assert {thread.name for thread in world.channel.threads} == {"Rummy mit anna", "Rummy: Computerspieler"}


async def test_the_servers_audit_log_says_for_whom_a_thread_was_made(world: World) -> None:
    """It named only the bot; the name of a thread in which computers play names nobody."""
    world.slow_computers()
    anna = world.person("anna")
    await anna.slash(world.channel, "table watch", game="rummy", thread=True)
    assert [request.reason for request in thread_requests(world)] == [f"For anna ({anna.id})"]


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_thread_without_a_table_is_deleted_or_archived(
    world: World, monkeypatch: pytest.MonkeyPatch, *, may_delete: bool
) -> None:
    """The thread is deleted. Without “Manage Threads”, which the bot does not ask for, it is at least archived."""

    async def refuse(*_: object) -> None:
        raise TableError("Not now.")

    monkeypatch.setattr(world.bot.tables.opener, "open", refuse)
    if not may_delete:
        world.env.inject_error("DELETE", "/channels/*", status=403, code=50013, message="Missing Permissions")
    told = sentence(await world.person("anna").slash(world.channel, "table new", game="rummy", thread=True))
    assert told.endswith("Not now.")
    left = world.channel.threads
    if may_delete:
        assert not left
    else:
        [thread] = left
        assert world.env.backend.channels[thread.id].thread_metadata.archived


async def test_a_refused_thread_is_explained_in_one_sentence(world: World) -> None:
    """The server may have reached its limit of open threads. The person was once told that something went wrong."""
    refusal = {"status": 400, "code": 160006, "message": "Maximum number of active threads reached"}
    world.env.inject_error("POST", "/channels/*/threads", **refusal)
    told = await world.person("anna").slash(world.channel, "table new", game="rummy", thread=True)
    assert sentence(told).startswith("Discord lets me open no thread here")
    assert await world.table() is None


async def test_a_tables_thread_is_archived_and_reopened_by_a_rematch(world: World) -> None:
    """A table's own thread is archived ten minutes after its end, and a rematch reopens it."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True)
    [thread] = world.channel.threads
    await anna.click(world.board(thread), custom_id=control(world.board(thread), "start"))
    await world.play_beginning(await world.table(thread))
    await world.slash_and_confirm("anna", "table end", thread)
    await world.env.advance_time(5 * 60)
    metadata = world.env.backend.channels[thread.id].thread_metadata
    assert not metadata.archived
    await world.env.advance_time(6 * 60)
    assert metadata.archived
    board = world.board(thread)
    await anna.click(board, custom_id=control(board, "rematch"))
    assert not metadata.archived
    again = await world.table(thread)
    assert again.record.phase is Phase.LOBBY
    assert again.record.thread
    await world.env.advance_time(11 * 60)
    assert not metadata.archived


async def test_a_rematch_in_the_thread_keeps_it_open(world: World) -> None:
    """A rematch within the ten minutes keeps the thread open."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True)
    [thread] = world.channel.threads
    await world.slash_and_confirm("anna", "table end", thread)
    await anna.slash(thread, "table rematch")
    await world.env.advance_time(11 * 60)
    assert not world.env.backend.channels[thread.id].thread_metadata.archived


@pytest.mark.parametrize(("minutes", "clock", "days"), [(1, 60, 1), (15, 24 * 60 * 60, 7)], ids=["open", "archived"])
async def test_a_rematch_restores_the_threads_archive_duration(
    world: World, minutes: int, clock: int, days: int
) -> None:
    """A rematch restores the thread's archive duration, under a hand or on the board of an archived thread.

    Discord itself archives a thread after `auto_archive_duration` minutes of silence.
    """
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="rummy", bots=1, thread=True, clock=clock, start=True)
    [thread] = world.channel.threads
    metadata = world.env.backend.channels[thread.id].thread_metadata
    assert metadata.auto_archive_duration == days * 24 * 60
    table = await world.table(thread)
    await world.play_to_end(table)
    await world.env.advance_time(minutes * 60)
    assert metadata.auto_archive_duration == 60
    assert metadata.archived == (minutes > 10)
    presser, message = (anna, world.board(thread)) if metadata.archived else (anna.user, world.dm("anna"))
    await presser.click(message, custom_id=control(message, "rematch"))
    await world.env.advance_time(30)
    assert (await world.table(thread)).record.phase is Phase.LOBBY
    assert metadata.auto_archive_duration == days * 24 * 60


async def test_a_rematchs_result_keeps_the_thread_open_ten_minutes(world: World) -> None:
    """A rematch's result has its own ten minutes, even if the rematch ends within those of the first game."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True)
    [thread] = world.channel.threads
    await world.slash_and_confirm("anna", "table end", thread)
    await world.env.advance_time(5 * 60)
    await anna.slash(thread, "table rematch")
    await world.slash_and_confirm("anna", "table end", thread)
    metadata = world.env.backend.channels[thread.id].thread_metadata
    await world.env.advance_time(9 * 60)
    assert not metadata.archived
    await world.env.advance_time(2 * 60)
    assert metadata.archived


@pytest.mark.parametrize("failing", ["store", "network"])
async def test_a_thread_that_cannot_be_archived_is_left_open(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failing: str
) -> None:
    """If a thread cannot be archived now, Discord does it after an hour, and the host reads one line in the log."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True)
    [thread] = world.channel.threads
    await world.slash_and_confirm("anna", "table end", thread)

    async def fail(*_: object, **__: object) -> None:
        raise StoreUnavailableError if failing == "store" else aiohttp.ClientConnectionError

    target = world.bot.tables if failing == "store" else discord.Thread
    monkeypatch.setattr(target, "in_channel" if failing == "store" else "edit", fail)
    await world.env.advance_time(11 * 60)
    gc.collect()
    assert not world.env.backend.channels[thread.id].thread_metadata.archived
    assert len([said for said in caplog.messages if "could not be put away" in said]) == 1


async def test_a_thread_without_pictures_stays_archived(world: World) -> None:
    """The board in words used to be posted again whenever its thread was archived, which opened the thread."""
    anna = world.person("anna")
    assert world.bot.user is not None
    rule = Overwrite(world.bot.user.id, OverwriteType.MEMBER, deny=discord.Permissions(attach_files=True).value)
    world.env.backend.set_overwrite(world.channel.id, rule)
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True, start=True)
    [thread] = world.channel.threads
    board = world.board(thread)
    world.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083, times=None)
    with world.env._bot_scope():
        await world.open_thread(thread.id).edit(archived=True)
    await world.env.settle()
    assert world.board(thread).id == board.id


@pytest.mark.parametrize("code", [50083, 160005])
async def test_a_board_is_updated_when_its_thread_is_unlocked(world: World, code: int) -> None:
    """The board is updated when the thread is unlocked, without waiting for a move. Hands go on meanwhile."""
    anna = world.person("anna")
    thread, known = await lock_thread_of_game(world, code)
    table = await world.table(thread)
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    await world.env.advance_time(30)
    assert "discard one card" not in text(world.board(thread)).lower()
    world.env.backend.faults.clear()
    with world.env._bot_scope():
        await known.edit(archived=False, locked=False)
    await world.env.advance_time(5)
    assert "discard one card" in text(world.board(thread)).lower()
