"""Calls for players: three people in two servers, of whom a call mentions only those who asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model import guild_settings
from bot.tables.model.records import Phase
from bot.ui.messages.sending import send_mention
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.people.test_hidden_channels import hidden
from tests.e2e.table_talk import choose_setting, control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def calls(channel: Any) -> list[Any]:
    """Return the calls in the channel."""
    return [message for message in channel.history() if "is looking for" in text(message)]


async def ask_for_calls(who: Any, channel: Any, *games: str) -> Any:
    """Choose for which games the person wants to be called in this server."""
    page = (await who.slash(channel, "calls")).response
    return await who.select(page, list(games), custom_id=control(page, "calls"))


async def test_a_call_mentions_only_people_who_asked_to_be_called(world: World) -> None:
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    club = world.env.create_guild("Chess club")
    there = club.create_text_channel("tables")
    anna_there, ben_there, zoe_there = (club.add_member(who.user) for who in (anna, ben, zoe))

    # Nobody has asked to be called yet: the answer says so in one sentence, and the table is open.
    opened = await anna.slash(world.channel, "table new", game="rummy", seats=2, call=True)
    assert "Table 1 is open" in sentence(opened)
    assert "Nobody who asked to be called for Rummy here can be called now" in sentence(opened)
    assert calls(world.channel) == []
    await world.slash_and_confirm("anna", "table end")

    # Ben asked for Rummy here, Zoe for Notty here and for Rummy in the other server.
    await ask_for_calls(ben, world.channel, "rummy", "notty")
    await ask_for_calls(zoe, world.channel, "notty")
    await ask_for_calls(zoe_there, there, "rummy")
    opened = await anna.slash(
        world.channel, "table new", game="rummy", seats=2, call=True, start_when_full=True, rated=False
    )
    assert "I have called 1 person." in sentence(opened)
    [call] = calls(world.channel)
    assert text(call).startswith(f"<@{ben.id}>: <@{anna.id}> is looking for 1 more player for Rummy at [table 2]")
    assert "the game starts when the last seat is taken" in text(world.board())
    await ben.click(call, custom_id=control(call, "accept"))
    table = await world.table()
    assert table.record.phase is Phase.PLAYING
    await world.play_on(table, until=lambda: table.record.decision > 0)
    assert calls(world.channel) == []
    await world.env.settle()

    # In the other server it is Zoe, but not in her quiet hours, and not more often than she allows.
    opened = await ben_there.slash(there, "table new", game="rummy", seats=2, call=True)
    assert f"<@{zoe.id}>:" in text(calls(there)[0])
    await choose_setting(zoe, world.channel, "calls-a-day", "1")
    await ben_there.slash(there, "table end")
    await world.env.advance_time(1)
    opened = await ben_there.slash(there, "table new", game="rummy", seats=2, call=True)
    assert "Nobody who asked" in sentence(opened)
    await ben_there.slash(there, "table end")
    await choose_setting(zoe, world.channel, "calls-a-day", "10")
    now = world.env.now()
    await zoe.slash(world.channel, "quiet", hours=f"{now.hour}-{(now.hour + 2) % 24}")
    opened = await anna_there.slash(there, "table new", game="rummy", seats=2, call=True)
    assert "Nobody who asked" in sentence(opened)


async def test_a_call_mentions_nobody_who_cannot_come(world: World) -> None:
    """People who have left the server or cannot see the channel were once mentioned, and had one call less that day.
    People whom the moderators have barred could not join either.
    """
    anna, ben, cleo, dora, eve = (world.person(name) for name in ("anna", "ben", "cleo", "dora", "eve"))
    for person in (eve, ben, cleo, dora):
        await ask_for_calls(person, world.channel, "rummy")
        await choose_setting(person, world.channel, "calls-a-day", "1")
    await guild_settings.save(world.bot.store.people, world.guild.id, barred=(eve.id,))
    secret = hidden(world, "anna", "dora", "eve")
    world.guild.remove_member(ben)
    opened = await anna.slash(secret, "table new", game="rummy", call=True)
    assert "I have called 1 person." in sentence(opened)
    [call] = calls(secret)
    assert text(call).startswith(f"<@{dora.id}>: <@{anna.id}> is looking for")
    await world.env.advance_time(1)
    opened = await anna.slash(world.channel, "table new", game="rummy", call=True)
    assert text(calls(world.channel)[0]).startswith(f"<@{cleo.id}>: ")
    assert set(await world.bot.store.calls.people_wishing(world.guild.id, "rummy", 9)) == {dora.id, cleo.id, eve.id}


@pytest.mark.parametrize("why", ["outside their hours", "barred"])
async def test_people_are_called_only_when_they_want_it_and_may_come(world: World, why: str) -> None:
    """It is midnight. Ben wants to be called by day, or the server's moderators have barred him for a while."""
    anna, ben, people = world.person("anna"), world.person("ben"), world.bot.store.people
    await ask_for_calls(ben, world.channel, "rummy")
    if why == "barred":
        await guild_settings.save(people, world.guild.id, barred=(ben.id,))
    else:
        await choose_setting(ben, world.channel, "call-hours", "08:00-18:00")
    opened = await anna.slash(world.channel, "table new", game="rummy", call=True)
    assert "Nobody who asked" in sentence(opened)
    assert calls(world.channel) == []
    await anna.slash(world.channel, "table end")
    await guild_settings.save(people, world.guild.id, barred=())
    await world.env.advance_time(9 * 3600)
    opened = await anna.slash(world.channel, "table new", game="rummy", call=True)
    assert "I have called 1 person." in sentence(opened)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"invite_only": True}, "only people you invite may join"),
        ({"seats": 2, "bots": 1}, "no seat is free"),
        ({"bots": 1, "start": True}, "nobody can join this table any more"),
    ],
)
async def test_nobody_is_called_to_a_table_that_they_cannot_join(
    world: World, options: dict[str, Any], why: str
) -> None:
    """People who were called once pressed Join and were told that they are not invited, or that no seat is left."""
    anna, ben = world.person("anna"), world.person("ben")
    await ask_for_calls(ben, world.channel, "rummy")
    opened = await anna.slash(world.channel, "table new", game="rummy", call=True, **options)
    assert "Table 1 is open" in sentence(opened)
    assert why in sentence(opened)
    assert calls(world.channel) == []


@pytest.mark.parametrize("way", ["full", "begun"])
async def test_nobody_is_called_to_a_table_that_fills_up_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Discord is asked about each person to call, and others may have joined before it answers."""
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    await ask_for_calls(ben, world.channel, "rummy")
    fetched = discord.Guild.fetch_member

    async def slowly(guild: discord.Guild, person: int) -> discord.Member:
        await turns(10 * LONG)
        return await fetched(guild, person)

    monkeypatch.setattr(discord.Guild, "fetch_member", slowly)
    options = {"game": "rummy", "seats": 2, "call": True, "start_when_full": way == "begun"}
    with one_moment(world):
        opened = await anna.slash(world.channel, "table new", **options)
        await turns(LONG)
        await cleo.click(world.board(), custom_id=control(world.board(), "join"))
    await world.env.settle()
    why = "no seat is free" if way == "full" else "nobody can join this table any more"
    assert f"I have called nobody, as {why}." in sentence(opened)
    assert calls(world.channel) == []
    assert await world.bot.store.calls.note_call(ben.id, 5.0, 0.0, 1), "nor does it count for his day"


@pytest.mark.parametrize("end", ["table start", "table end"])
async def test_a_call_is_deleted_if_its_table_begins_or_ends_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """Such a call is deleted. It once stayed until the next move, or forever if there was none."""
    anna, ben = world.person("anna"), world.person("ben")
    await ask_for_calls(ben, world.channel, "rummy")

    async def slowly(*call: Any, **more: Any) -> Any:
        await turns(10 * LONG)
        return await send_mention(*call, **more)

    monkeypatch.setattr("bot.ui.messages.calls.send_mention", slowly)
    with one_moment(world):
        await anna.slash(world.channel, "table new", game="rummy", seats=3, bots=1, call=True)
        await turns(LONG)
        await anna.slash(world.channel, end)
    await world.env.settle()
    assert (await world.table()).record.phase is not Phase.LOBBY
    assert calls(world.channel) == []
