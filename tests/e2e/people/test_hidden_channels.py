"""A channel's games are visible to people who can view it and to their players, and nobody else learns of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.ui.replays.ended import MAX_SEARCHED
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, private, sentence, text
from tests.e2e.threads import create_thread_in

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def hidden(world: World, *names: str, **granted: bool) -> Any:
    """Create a channel that only these people and the bot can see."""
    rules = {world.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    rules |= {world.person(name): discord.PermissionOverwrite(view_channel=True, **granted) for name in names}
    rules[world.bot.user] = discord.PermissionOverwrite(view_channel=True, send_messages=True)
    return world.guild.create_text_channel("secret", overwrites=rules)


async def offered(world: World, name: str, typed: str = "") -> list[int]:
    """Return the games that `/replay` offers to the person in the open channel."""
    found = await world.person(name).autocomplete(world.channel, "replay", "id", typed)
    same = await world.person(name).autocomplete(world.channel, "verify", "id", typed)
    assert found == same
    return [int(choice["value"]) for choice in found]


async def refused(world: World, name: str, table: int, channel: Any = None) -> bool:
    """Return whether `/replay` and `/verify` answer as for a game that does not exist."""
    answers = [
        (await world.person(name).slash(channel or world.channel, command, id=number)).response.content
        for command in ("replay", "verify")
        for number in (str(table), f" #{table}")
    ]
    gone = await world.person(name).slash(channel or world.channel, "replay", id="999999")
    unknown = gone.response.content.replace("999999", str(table))
    told = [answer.replace("“ #", "“") for answer in answers]
    assert set(told) <= {unknown, ""}, answers
    return told == [unknown] * 4


async def test_a_hidden_channels_games_are_shown_to_viewers_and_players(world: World) -> None:
    """A hidden channel's games are shown to people who can see it, and to their players even if they no longer can."""
    secret = hidden(world, "anna", "zoe")
    table = (await ended_game(world, "three-thirteen", "anna", "ben", channel=secret)).id
    world.person("cleo")
    for name in ("anna", "ben", "zoe"):
        assert await offered(world, name) == [table], name
        assert await offered(world, name, str(table)) == [table], name
        assert not await refused(world, name, table), name
    assert await offered(world, "cleo") == []
    assert await offered(world, "cleo", str(table)) == []
    assert await refused(world, "cleo", table)


async def test_games_are_hidden_without_access_to_the_history(world: World) -> None:
    """People who can see a channel but not its history do not see its old games."""
    secret = hidden(world, "zoe", read_message_history=False)
    table = (await ended_game(world, "three-thirteen", "anna", "ben", channel=secret)).id
    assert await offered(world, "zoe") == []
    assert await refused(world, "zoe", table)
    assert await refused(world, "zoe", table, secret)


async def test_a_hidden_live_table_seems_not_to_exist(world: World) -> None:
    """For people who cannot see the channel, commands answer as if its table did not exist, and so does a replay."""
    secret = hidden(world, "anna")
    await world.person("anna").slash(secret, "table new", game="three-thirteen", bots=1, seats=2)
    await world.person("anna").slash(secret, "table start")
    number = (await world.table(secret)).id
    zoe = world.person("zoe")
    for command, options in (("hand", {}), ("hint", {}), ("move", {"action": "draw stock"}), ("undo", {})):
        told = sentence(await zoe.slash(world.channel, command, table=str(number), **options))
        unknown = sentence(await zoe.slash(world.channel, command, table="999", **options))
        assert told == unknown.replace("999", str(number)), command
    assert await refused(world, "zoe", number)


async def test_only_a_friend_who_may_see_a_game_is_asked_to_play_its_deal(world: World) -> None:
    """Cleo used to be mentioned, and was refused when she pressed. Zoe is refused if she may not see it any more; she
    used to be sent to the list of `id:`.
    """
    secret = hidden(world, "anna", "zoe")
    table = await ended_game(world, "six-holes", "anna", "ben", channel=secret)
    anna, cleo, zoe = world.person("anna"), world.person("cleo"), world.person("zoe")
    shown = (await anna.slash(world.channel, "replay", id=str(table.id))).response
    offer = (await anna.click(shown, custom_id=control(shown, "again"))).response
    ask = control(offer, "again-friend")
    told = sentence(await anna.select(offer, [cleo], custom_id=ask))
    assert told.startswith(f"<@{cleo.id}> cannot see the channel of that game")
    asked = private(await anna.select(offer, [zoe], custom_id=ask))
    rule = Overwrite(zoe.id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(secret.id, rule)
    await world.env.settle()
    told = sentence(await zoe.click(asked, custom_id=control(asked, "again-asked")))
    assert told.startswith(f"I cannot show you the game at table {table.id} here")
    assert "id:" not in told


async def archive(world: World, thread: Any) -> None:
    """Archive the thread. Discord sends bots no such threads unasked."""
    with world.env._bot_scope():
        await world.open_thread(thread.id).edit(archived=True)
    await world.env.settle()
    assert world.thread(thread.id) is None


async def play_game_in(world: World, thread: Any) -> int:
    """Play a game of Anna's in the thread, end it, and return its number."""
    anna = world.person("anna")
    await anna.slash(thread, "table new", game="three-thirteen", bots=1, seats=2)
    await anna.slash(thread, "table start")
    table = (await world.table(thread)).id
    await world.slash_and_confirm("anna", "table end", thread)
    return int(table)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_threads_games_are_visible_to_viewers_of_its_channel(world: World, archived: bool) -> None:
    """People who see a channel see the games of its threads, even archived ones, and no request is made for it."""
    secret = hidden(world, "anna", "zoe")
    thread = await create_thread_in(world, secret, discord.ChannelType.public_thread)
    table = await play_game_in(world, thread)
    world.person("cleo")
    if archived:
        await archive(world, thread)
    before = len(world.env.http_requests)
    assert await offered(world, "zoe") == [table]
    assert not await refused(world, "zoe", table)
    assert await offered(world, "cleo") == []
    assert await refused(world, "cleo", table)
    made = {request.path for request in world.env.http_requests[before:] if request.method == "GET"}
    assert made == set()


async def test_a_tables_own_thread_is_visible_to_viewers_of_its_channel(world: World) -> None:
    """Games in a table's own thread, rematches included, are visible to people who see the channel above."""
    secret, anna = hidden(world, "anna", "zoe"), world.person("anna")
    await anna.slash(secret, "table new", game="three-thirteen", bots=1, seats=2, thread=True)
    [thread] = secret.threads
    await anna.slash(thread, "table start")
    await world.slash_and_confirm("anna", "table end", thread)
    await anna.slash(thread, "table rematch")
    await anna.slash(thread, "table start")
    await world.slash_and_confirm("anna", "table end", thread)
    await archive(world, thread)
    world.person("cleo")
    assert len(await offered(world, "zoe")) == 2
    assert await offered(world, "cleo") == []


@pytest.mark.parametrize("archived", [False, True])
async def test_a_private_threads_games_are_for_members_and_moderators(world: World, archived: bool) -> None:
    """Members of the thread and people who may manage threads see its games. Others in the channel above do not."""
    thread = await create_thread_in(world, world.channel, discord.ChannelType.private_thread)
    table = await play_game_in(world, thread)
    zoe = world.person("zoe")
    role = world.guild.create_role("minders", permissions=discord.Permissions(manage_threads=True))
    world.people["dan"] = world.guild.add_member(world.env.create_user("dan"), roles=[role])
    with world.env._bot_scope():
        await world.open_thread(thread.id).add_user(discord.Object(zoe.id))
    await world.env.settle()
    if archived:
        await archive(world, thread)
    world.person("cleo")
    assert await offered(world, "anna") == [table]
    assert not await refused(world, "anna", table)
    assert not await refused(world, "zoe", table)
    assert not await refused(world, "dan", table)
    assert await offered(world, "cleo") == []
    assert await refused(world, "cleo", table)


async def test_members_of_a_private_thread_have_to_see_its_channel(world: World) -> None:
    """Ben is in the thread, but not in the channel above any more. In Discord, he does not see the thread either."""
    secret = hidden(world, "anna", "zoe")
    thread = await create_thread_in(world, secret, discord.ChannelType.private_thread)
    table = await play_game_in(world, thread)
    for member in (world.person("ben"), world.person("zoe")):
        with world.env._bot_scope():
            await world.open_thread(thread.id).add_user(discord.Object(member.id))
    await world.env.settle()
    assert not await refused(world, "zoe", table)
    assert await refused(world, "ben", table)


async def test_an_ended_table_of_another_server_is_found_there_and_in_direct_messages(world: World) -> None:
    """A live table is found wherever its player asks for it. An ended one is not shown to another server."""
    table, anna = await world.seated("anna", "ben"), world.person("anna")
    club = world.env.create_guild("Chess club")
    there, member = club.create_text_channel("tables"), club.add_member(anna.user)
    assert "## Your hand" in text((await member.slash(there, "hand", table=str(table.id))).response)
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table end")
    assert sentence(await member.slash(there, "hand", table=str(table.id))).startswith("I found no table “1”")
    for found in (await anna.user.slash("hand", table="1"), await anna.slash(world.channel, "hand", table="1")):
        assert "The host ended it." in text(found.response)


async def test_discord_is_asked_about_an_unrecorded_thread(world: World) -> None:
    """For an archived thread that was not recorded, Discord is asked when one of its games is named."""
    secret = hidden(world, "anna", "zoe")
    thread = await create_thread_in(world, secret, discord.ChannelType.public_thread)
    table = await play_game_in(world, thread)
    await world.bot.store.database.write(lambda sql: sql.execute("UPDATE tables SET parent_id = NULL"))
    await archive(world, thread)
    await world.restart()
    world.person("cleo")
    assert not await refused(world, "zoe", table)
    assert await refused(world, "cleo", table)
    assert await offered(world, "cleo") == []
    assert await offered(world, "anna") == [table]


async def test_a_deleted_channels_games_are_shown_only_to_players(world: World) -> None:
    """Games in a deleted channel are visible to their players only."""
    secret = hidden(world, "anna", "zoe")
    table = (await ended_game(world, "three-thirteen", "anna", "ben", channel=secret)).id
    world.env.backend.delete_channel(secret.id)
    await world.env.settle()
    assert await offered(world, "anna") == [table]
    assert await offered(world, "zoe") == []
    assert await refused(world, "zoe", table)


async def test_games_behind_many_hidden_ones_are_offered(world: World) -> None:
    """The list searches further back until it is full."""
    seen = await ended_game(world, "six-holes", "ben")
    secret = hidden(world, "anna")
    games = [await ended_game(world, "six-holes", "anna", channel=secret) for _ in range(3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.ui.replays.ended.PAGE", 2)
        assert await offered(world, "zoe") == [seen.id]
        assert await offered(world, "anna") == [*reversed([game.id for game in games]), seen.id]
        patch.setattr("bot.ui.replays.ended.MAX_SEARCHED", 2)
        assert await offered(world, "zoe") == []
    assert MAX_SEARCHED >= 300


async def test_a_history_names_no_hidden_game(world: World) -> None:
    """Another person's history shows neither number nor players of games in channels that one cannot see."""
    secret = hidden(world, "anna", "zoe")
    await world.person("anna").slash(secret, "table new", game="rummy", seats=2)
    await world.person("zoe").slash(secret, "table join")
    await world.person("anna").slash(secret, "table start")
    table = await world.table(secret)
    await world.play_on(table, until=lambda: table.position.outcome is not None)
    number = f"#{table.id}"
    for name in ("anna", "zoe"):
        page = await world.person(name).slash(world.channel, "history", user=world.person("anna"))
        assert number in text(page.response)
        assert f"<@{world.person('zoe').id}>" in text(page.response)
    page = await world.person("cleo").slash(world.channel, "history", user=world.person("anna"))
    assert "Rummy" in text(page.response)
    assert number not in text(page.response)
    assert f"<@{world.person('zoe').id}>" not in text(page.response)


def hide_from_the_bot(world: World) -> None:
    """Take from the bot the permission to view the open channel."""
    assert world.bot.user is not None
    rule = Overwrite(world.bot.user.id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(world.channel.id, rule)


async def test_a_channel_that_the_bot_cannot_view_is_named_by_discord(world: World) -> None:
    """Discord does not tell the bot its name. Hands and lists said “___hidden___”."""
    await world.seated("anna", "ben")
    hide_from_the_bot(world)
    await world.env.settle()
    anna = world.person("anna")
    hand, mine = (await anna.slash(world.channel, "hand")).response, private(await anna.user.slash("tables"))
    for shown in (hand, mine):
        assert f"<#{world.channel.id}>" in text(shown)
        assert "hidden" not in text(shown)


async def test_games_of_a_channel_that_the_bot_cannot_view_are_offered_there(world: World) -> None:
    """Discord does not tell the bot who can view the channel, but whoever types a command there can."""
    table = (await ended_game(world, "three-thirteen", "anna", "ben")).id
    world.person("cleo")
    assert await offered(world, "cleo") == [table]
    hide_from_the_bot(world)
    await world.env.settle()
    assert await offered(world, "cleo") == [table]
    assert not await refused(world, "cleo", table)
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert await refused(world, "cleo", table, elsewhere)
