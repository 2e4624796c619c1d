"""What cannot be said in a plan's channel, its host is told by direct message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.model import guild_settings
from bot.tables.model.records import Phase
from tests.e2e.denied import deny, give_back
from tests.e2e.table.plans import HOUR, MINUTE, plan_of
from tests.e2e.table_talk import control, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def planned(world: World) -> None:
    """Let Anna plan a table in two hours, and Ben sign up for it."""
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message = plan_of(world.channel)
    await world.person("ben").click(message, custom_id=control(message, "plan-join"))


def told(world: World, name: str) -> list[str]:
    """Return what the person has been sent by direct message."""
    channel = world.person(name).user.dm_channel
    return [message.content for message in world.newest(channel)][::-1]


@pytest.mark.parametrize("mended", [True, False])
async def test_a_host_is_told_that_nobody_can_be_reminded(world: World, *, mended: bool) -> None:
    """They heard only when the table was open, in a channel where nobody could see it: there was no time to mend it."""
    await planned(world)
    at = int(world.env.now().timestamp()) // 60 * 60 + 2 * HOUR
    deny(world, world.channel, world.bot.user, send_messages=True)
    before = len(world.channel.history())
    await world.env.advance_time(2 * HOUR - 14 * MINUTE)
    [said] = told(world, "anna")
    assert said.endswith(
        f"so nobody can be reminded of Notty, planned for <t:{at}:F>. Whoever manages the server can give me these "
        "permissions in that channel: “Send Messages”."
    )
    assert not told(world, "ben")
    if mended:
        give_back(world, world.channel, world.bot.user)
    await world.env.advance_time(15 * MINUTE)
    assert (await world.table()).record.phase is Phase.LOBBY
    assert (len(told(world, "anna")) == 1) == mended
    assert (len(world.channel.history()) > before) == mended
    if mended:
        assert f"<@{world.person('ben').id}>, the table that" in text(world.board())


async def test_a_host_is_told_that_the_channel_of_a_plan_was_deleted(world: World) -> None:
    """The plan was called off without a word."""
    await planned(world)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    [said] = told(world, "anna")
    assert said.startswith("The channel for Notty, planned for <t:")
    assert "in Friends, was deleted, so the table is called off; plan it elsewhere with </table plan" in said
    await world.env.advance_time(3 * HOUR)
    assert len(told(world, "anna")) == 1


async def test_a_host_is_told_why_a_table_could_not_open_where_nothing_can_be_said(world: World) -> None:
    """In their own language, and of which table: direct messages say nothing of where they belong."""
    await planned(world)
    at = int(world.env.now().timestamp()) // 60 * 60 + 2 * HOUR
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_start=guild_settings.MANAGERS)
    await world.bot.store.people.change(world.person("anna").id, language="de")
    deny(world, world.channel, world.bot.user, view_channel=True)
    await world.env.advance_time(3 * HOUR)
    [said] = told(world, "anna")
    table = f"Der Tisch für Notty, geplant für <t:{at}:F> auf Friends, konnte nicht eröffnet werden"
    assert said.startswith(f"{table}: Auf diesem Server dürfen nur Leute Tische eröffnen, die ihn verwalten")


async def test_a_host_is_told_in_their_language_that_another_table_is_in_the_way(world: World) -> None:
    """The reason came in the server's language, within a sentence in theirs."""
    await planned(world)
    await world.bot.store.people.change(world.person("anna").id, language="de")
    await world.env.advance_time(2 * HOUR - 5 * MINUTE)
    await world.person("zoe").slash(world.channel, "table new", game="rummy")
    deny(world, world.channel, world.bot.user, view_channel=True)
    await world.env.advance_time(HOUR)
    said = told(world, "anna")[-1]
    assert "konnte nicht eröffnet werden: In " in said
    assert "steht schon Tisch 1: Spiel dort mit oder eröffne deinen" in said


@pytest.mark.parametrize("what", ["reminder", "deleted", "refused"])
async def test_a_host_in_their_quiet_hours_is_told_afterwards(world: World, what: str) -> None:
    """They were never told: a plan that is over leaves nothing that a list of waiting tables could find."""
    await planned(world)
    anna, now = world.person("anna"), world.env.now()
    hours = f"{now:%H}:00-{(now.hour + 6) % 24:02}:00"
    await world.bot.store.people.change(anna.id, quiet=hours, language="de")
    if what == "deleted":
        world.env.backend.delete_channel(world.channel.id)
    elif what == "refused":
        await guild_settings.save(world.bot.store.people, world.guild.id, who_may_start=guild_settings.MANAGERS)
        deny(world, world.channel, world.bot.user, view_channel=True)
    else:
        deny(world, world.channel, world.bot.user, send_messages=True)
    await world.env.advance_time(3 * HOUR)
    assert world.dm("anna") is None
    await world.restart()
    await world.env.advance_time(4 * HOUR)
    said = {
        "reminder": "wurde niemand an Notty, geplant für",
        "deleted": "wurde gelöscht",
        "refused": "konnte nicht eröffnet werden: Auf diesem Server dürfen nur Leute Tische eröffnen,",
    }
    assert said[what] in text(world.dm("anna"))
    assert len(list(world.newest(anna.user.dm_channel))) == 1
