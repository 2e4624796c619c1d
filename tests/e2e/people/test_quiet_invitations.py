"""Invitations in quiet hours are held back, and listed afterwards if their tables can still be joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.acts.setup import Setup
from bot.tables.model import guild_settings
from bot.ui.board import own_tables
from tests.e2e.people.week import MINUTE, on_friday
from tests.e2e.table_talk import choose_setting, control, parts, private, sentence, text

if TYPE_CHECKING:
    from collections.abc import Callable

    import simcord

    from tests.e2e.conftest import World


@pytest.fixture
def arrange() -> Callable[[simcord.Env], object]:
    return on_friday


async def test_after_quiet_hours_every_invitation_is_listed(world: World) -> None:
    """The list has all invitations, two of them with a button. The others were once not mentioned, then or later."""
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    hosts = [world.person(name) for name in ("ben", "cleo", "dora", "emil")]
    for host in hosts:
        channel = world.guild.create_text_channel(f"with-{host.user.name}")
        await host.slash(channel, "table new", game="rummy", invite_only=True)
        told = sentence(await host.slash(channel, "table invite", user=anna))
        assert "they have quiet hours or are away, and will be told afterwards" in told
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    said = text(message)
    assert all(f"<@{host.id}> invites you to Rummy, table {number}." in said for number, host in enumerate(hosts, 1))
    assert [part["custom_id"] for part in parts(message) if "custom_id" in part] == ["b:1:accept::", "b:2:accept::"]
    assert said.count("To the table") == 2
    assert "None of them waits for you." not in said, "there are no tables"


async def test_omitted_invitations_are_counted_as_such_in_german(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One invitation was once counted as “und 1 weitere Person”."""
    monkeypatch.setattr(own_tables, "MAX_IN_LINES", 1)
    anna = world.person("anna")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10", language="de")
    for name in ("ben", "cleo", "dora", "emil"):
        host, channel = world.person(name), world.guild.create_text_channel(f"with-{name}")
        await host.slash(channel, "table new", game="rummy", invite_only=True)
        await host.slash(channel, "table invite", user=anna)
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert text(message).endswith("und 1 weitere Einladung")


async def test_an_invitation_to_a_leavers_seat_is_listed_afterwards(world: World) -> None:
    """The host is told that the invitation will be delivered, but only lobbies were once listed."""
    anna, ben = world.person("anna"), world.person("ben")
    table = await world.seated("ben", "cleo", "dora")
    await world.play_beginning(table)
    await world.slash_and_confirm("dora", "table leave")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    told = sentence(await ben.context_menu(world.channel, "Invite to my table", anna))
    assert "will be told afterwards" in told
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert f"<@{ben.id}> invites you to Three Thirteen, table 1." in text(message)
    offer = private(await anna.user.click(message, custom_id=control(message, "accept")))
    assert control(offer, "takeover")


async def test_a_lobby_that_filled_up_meanwhile_is_not_listed(world: World) -> None:
    """A lobby that is full, or no longer invites the person, is not listed. One that keeps a seat for them is.

    The others were once listed too, with a button that was refused.
    """
    anna, hosts = world.person("anna"), [world.person(name) for name in ("ben", "cleo", "dora")]
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    channels = [world.guild.create_text_channel(f"with-{host.user.name}") for host in hosts]
    for host, channel in zip(hosts, channels, strict=True):
        await host.slash(channel, "table new", game="rummy", invite_only=True, seats=2)
        await host.slash(channel, "table invite", user=anna)
    await hosts[0].slash(channels[0], "table bot add")
    for only in (False, True):
        table = await world.table(channels[1])
        await table.set_up(hosts[1].id, Setup(invite_only=only))
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert "invites you to Rummy, table 3." in text(message)
    assert [part["custom_id"] for part in parts(message) if "custom_id" in part] == ["b:3:accept::"]


async def test_invitations_of_a_server_that_barred_one_are_not_listed(world: World) -> None:
    """An invitation by a server that has barred the person is not listed. Its button to join was refused."""
    anna, ben = world.person("anna"), world.person("ben")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    club = world.env.create_guild("Chess club")
    ben_there, anna_there = (club.add_member(who.user) for who in (ben, anna))
    there = club.create_text_channel("tables")
    for host, channel, guest in ((ben, world.channel, anna), (ben_there, there, anna_there)):
        await host.slash(channel, "table new", game="rummy", invite_only=True)
        await host.slash(channel, "table invite", user=guest)
    await guild_settings.save(world.bot.store.people, world.guild.id, barred=(anna.id,))
    await world.env.advance_time(11 * MINUTE)
    [message] = anna.user.dm_channel.history()
    assert [part["custom_id"] for part in parts(message) if "custom_id" in part] == ["b:2:accept::"]


async def test_a_person_without_dms_is_invited_at_the_table_afterwards(world: World) -> None:
    """People without direct messages are mentioned as at other times. No list reaches them, and it was once lost."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.user.slash("help")
    world.close_dms("anna")
    await world.bot.store.people.change(anna.id, quiet="12:00-12:10")
    await ben.slash(world.channel, "table new", game="rummy", invite_only=True)
    assert "will be told afterwards" in sentence(await ben.slash(world.channel, "table invite", user=anna))
    await world.env.advance_time(11 * MINUTE)
    [message] = [each for each in world.channel.history() if each.content]
    assert text(message).startswith(f"<@{anna.id}>, <@{ben.id}> invites you to Rummy at [table 1]")
    assert world.env.backend.messages[world.channel.id][message.id].ping_user_ids == [anna.id]
    await anna.click(message, custom_id=control(message, "accept"))
    assert (await world.table()).record.people == (ben.id, anna.id)


@pytest.mark.parametrize("way", ["away", "quiet", "settings"])
async def test_held_back_messages_are_sent_when_quiet_time_is_ended(world: World, way: str) -> None:
    """It used to come at the time planned before, however long the person had been back."""
    anna, ben = world.person("anna"), world.person("ben")
    if way == "away":
        await ben.slash(world.channel, "away", until="in 2 days")
    else:
        await ben.slash(world.channel, "quiet", hours="12:00-22:00", zone="Europe/Berlin")
    await anna.slash(world.channel, "table new", game="rummy", invite_only=True)
    told = sentence(await anna.slash(world.channel, "table invite", user=ben))
    assert "will be told afterwards" in told
    await world.env.advance_time(10 * MINUTE)
    assert not ben.user.dm_channel.history()
    if way == "settings":
        await choose_setting(ben, world.channel, "quiet", "none")
    else:
        await ben.slash(world.channel, way, **({"hours": "off"} if way == "quiet" else {}))
    await world.env.settle()
    [message] = ben.user.dm_channel.history()
    assert f"<@{anna.id}> invites you to Rummy, table 1." in text(message)


async def test_returning_in_quiet_hours_delays_messages_until_their_end(world: World) -> None:
    anna, ben = world.person("anna"), world.person("ben")
    await ben.slash(world.channel, "quiet", hours="12:00-13:20", zone="Europe/Berlin")
    await ben.slash(world.channel, "away", until="in 2 days")
    await anna.slash(world.channel, "table new", game="rummy", invite_only=True)
    await anna.slash(world.channel, "table invite", user=ben)
    await ben.slash(world.channel, "away")
    await world.env.advance_time(19 * MINUTE)
    assert not ben.user.dm_channel.history()
    await world.env.advance_time(2 * MINUTE)
    [message] = ben.user.dm_channel.history()
    assert "invites you" in text(message)
