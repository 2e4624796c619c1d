"""`/tables` lists all of a person's tables, wherever they are, and first those that wait for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.tables.model.records import CHANNEL_GONE, Seat
from tests.db.examples import saved
from tests.e2e.table_talk import control, parts, private, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_tables_lists_ones_own_tables_in_all_servers(world: World) -> None:
    """The tables are in two servers. The list is opened in one and by direct message, and has nobody else's tables."""
    anna, ben = world.person("anna"), world.person("ben")
    assert "You are not at a table" in text((await anna.slash(world.channel, "tables")).response)
    first = await world.seated("anna", "ben")
    elsewhere = world.env.create_guild("Chess club")
    there = elsewhere.create_text_channel("tables")
    anna_there, ben_there = (elsewhere.add_member(who.user) for who in (anna, ben))
    await anna_there.slash(there, "table new", game="notty", seats=2, clock=86400)
    await ben_there.click(world.board(there), custom_id=control(world.board(there), "join"))
    await anna_there.click(world.board(there), custom_id=control(world.board(there), "start"))
    second = await world.table(there)
    await world.play_on(first, until=lambda: first.position.person_to_act == ben.id)
    await world.play_on(second, until=lambda: second.position.person_to_act == anna.id)

    page = (await anna.slash(world.channel, "tables")).response
    assert "1 table waits for you." in text(page)
    assert re.findall(r"\*\*\[(.+?)\]", text(page)) == ["Notty, table 2", "Three Thirteen, table 1"]
    assert "#tables · Chess club\n**your turn** · ends <t:" in text(page)
    assert "ben's turn" in text(page)
    links = [part["url"] for part in parts(page) if "url" in part]
    assert links == [f"https://discord.com/channels/{place.guild_id}/{place.channel_id}" for place in (
        second.record, first.record)]  # fmt: skip

    by_dm = private(await anna.user.slash("tables"))
    open_hand = next(part["custom_id"] for part in parts(by_dm) if part.get("custom_id", "").startswith("b:1:hand"))
    assert "Your hand" in text(private(await anna.user.click(by_dm, custom_id=open_hand)))
    assert "You are not at a table" in text((await world.person("zoe").slash(world.channel, "tables")).response)


async def test_a_full_lobby_is_not_said_to_wait_for_players(world: World) -> None:
    await world.seated("anna", "ben", start=False)
    listed = text((await world.person("anna").slash(world.channel, "tables")).response)
    assert "all seats taken, not begun yet" in listed
    assert "waiting for players" not in listed


async def test_a_long_list_of_tables_has_pages(world: World) -> None:
    """The message stays within Discord's limits. The next page has the rest. If it is gone, the last one is shown."""
    anna = world.person("anna")
    for _ in range(8):
        await saved(world.bot.store, guild_id=world.guild.id, game="rummy", seats=(Seat("anna", anna.id),))
    page = (await anna.slash(world.channel, "tables")).response
    first = list(page.components)
    assert text(page).count("3 seats free") == 6
    second = (await anna.click(page, custom_id=control(page, "mine", "1,next"))).response
    assert text(second).count("3 seats free") == 2
    for table in (await world.bot.tables.of_person(anna.id))[:2]:
        with world.env._bot_scope():
            await table.close(CHANNEL_GONE)
    world.put_back(second, first)
    again = (await anna.click(second, custom_id=control(second, "mine", "1,next"))).response
    assert text(again).count("3 seats free") == 6


async def test_a_command_for_a_tables_channel_is_sent_there_from_direct_messages(world: World) -> None:
    """A player who typed `/table status` in their direct messages was told to open a table."""
    anna = world.person("anna").user
    assert "open one with /table new" in sentence(await anna.slash("table status"))
    await world.seated("anna", "ben")
    told = sentence(await anna.slash("table status"))
    assert told == "Your table is not here; use this in its channel, to which /tables has a link."


async def test_a_table_whose_channel_a_player_can_no_longer_see_is_left_from_direct_messages(world: World) -> None:
    """Without a name it is their only table; of several, they have to say which."""
    first = await world.seated("anna", "ben")
    anna = world.person("anna")
    await world.play_beginning(first)
    denied = Overwrite(anna.id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value)
    world.env.backend.edit_channel(world.channel.id, {}, overwrites=[denied])
    asked = await anna.user.slash("table leave")
    assert "You will be rated last." in text(private(asked))
    other = world.guild.create_text_channel("other")
    await anna.slash(other, "table new", game="rummy", seats=2)
    assert "You are at several tables; choose one with table:" in sentence(await anna.user.slash("table leave"))
    asked = await anna.user.slash("table leave", table="1")
    done = await anna.user.click(private(asked), custom_id=control(private(asked), "quit-yes"))
    assert "You have left table 1." in text(private(done))
    assert not first.record.plays(anna.id)
    assert "You have left table 2." in sentence(await anna.user.slash("table leave"))
