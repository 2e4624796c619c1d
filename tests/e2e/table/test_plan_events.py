"""The scheduled event of a planned table under Discord's rules: created, deleted, refused, and gone before its time."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.playground.backend.scheduled_events import MAX_EVENTS
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from tests.e2e.one_moment import one_moment
from tests.e2e.table.plans import HOUR, ask_to_cancel, confirm_cancelling, plan_of
from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def events_of(world: World) -> list[Any]:
    """Return the server's scheduled events."""
    return list(world.env.backend.guilds[world.guild.id].scheduled_events.values())


async def allow(world: World, **granted: bool) -> None:
    """Give the bot's role these permissions in addition to those that it asks for."""
    guild = world.env.backend.guilds[world.guild.id]
    [role] = [role for role in guild.roles.values() if role.name != "@everyone"]
    usual = discord.Permissions(role.permissions)
    usual.update(**{"create_events": False, "manage_events": False, **granted})
    world.env.backend.edit_role(guild.id, role.id, {"permissions": usual.value})
    await world.env.settle()


async def plan_table(world: World, when: str = "in 2 hours") -> str:
    """Plan a table as Anna, and return what she is told."""
    return sentence(await world.person("anna").slash(world.channel, "table plan", game="rummy", when=when))


async def test_a_plan_has_an_event_until_its_table_opens(world: World) -> None:
    """The event says what and when, and links to the plan, where people sign up."""
    await allow(world, create_events=True)
    told = await plan_table(world)
    [event] = events_of(world)
    assert event.name == "Rummy"
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{plan_of(world.channel).id}"
    assert event.entity_metadata == {"location": link}
    assert link in told
    assert f"<t:{int(discord.utils.parse_time(event.scheduled_start_time).timestamp())}:F>" in told
    [noted] = world.env.backend.guilds[world.guild.id].audit_log_entries
    assert noted.reason == f"For anna ({world.person('anna').id})"
    await world.restart()
    await world.env.advance_time(2 * HOUR + 60)
    assert "table 1 is open" in text(plan_of(world.channel))
    assert events_of(world) == []


async def test_cancelling_a_plan_deletes_its_event(world: World) -> None:
    await allow(world, create_events=True)
    await plan_table(world)
    message = plan_of(world.channel)
    await world.person("anna").click(message, custom_id=control(message, "plan-cancel"))
    assert "It was cancelled." in text(plan_of(world.channel))
    assert events_of(world) == []


@pytest.mark.parametrize(("read", "is_shown"), [("settings", True), ("guild_settings", False)])
async def test_an_event_goes_also_if_the_database_fails_before_people_are_told(
    world: World, monkeypatch: pytest.MonkeyPatch, read: str, is_shown: bool
) -> None:
    """The plan was over, but the server's list of events went on announcing its table."""
    await allow(world, create_events=True)
    await plan_table(world)
    anna, ben, message = world.person("anna"), world.person("ben"), plan_of(world.channel)
    await ben.click(message, custom_id=control(message, "plan-join"))
    await world.env.advance_time(2 * HOUR - 300)
    asked = await ask_to_cancel(anna, message)
    with monkeypatch.context() as failing:
        refuse = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
        failing.setattr(world.bot.store.people, read, refuse)
        await confirm_cancelling(anna, asked)
    assert ("It was cancelled." in text(plan_of(world.channel))) is is_shown
    assert events_of(world) == []


async def test_deleting_ones_data_in_another_process_deletes_the_event(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Direct messages go to the process with the first shard, which need not know the plan's server."""
    await allow(world, create_events=True)
    await plan_table(world)
    anna = world.person("anna")
    monkeypatch.setattr(type(world.bot), "get_guild", lambda _bot, _number: None)
    asked = (await anna.user.slash("privacy delete")).response
    await anna.user.click(asked, custom_id=control(asked, "forget-me"))
    assert "It was cancelled." in text(plan_of(world.channel))
    assert events_of(world) == []


async def test_a_failed_update_of_the_plan_leaves_no_event_when_its_host_deletes_their_data(world: World) -> None:
    """The server's list of events went on announcing the table, and those who had been reminded were told nothing."""
    await allow(world, create_events=True)
    await plan_table(world)
    message = plan_of(world.channel)
    await world.person("ben").click(message, custom_id=control(message, "plan-join"))
    await world.env.advance_time(2 * HOUR - 300)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=503, times=None)
    anna = world.person("anna")
    asked = (await anna.user.slash("privacy delete")).response
    await anna.user.click(asked, custom_id=control(asked, "forget-me"))
    assert events_of(world) == []
    assert "was cancelled" in text(world.channel.history()[-1])


async def test_the_event_links_to_the_reposted_plan(world: World) -> None:
    await allow(world, create_events=True)
    await plan_table(world)
    world.env.backend.delete_message(world.channel.id, plan_of(world.channel).id)
    await world.env.settle()
    await world.person("anna").slash(world.channel, "table board")
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{plan_of(world.channel).id}"
    [event] = events_of(world)
    assert event.entity_metadata == {"location": link}
    await world.person("anna").click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-cancel"))
    assert events_of(world) == []


async def test_deleting_or_moving_an_event_does_not_change_its_plan(world: World) -> None:
    """The plan alone decides, so its table opens at its own time."""
    await allow(world, create_events=True)
    await plan_table(world)
    await plan_table(world, "in 3 hours")
    first, second = events_of(world)
    world.env.backend.delete_scheduled_event(world.guild.id, first.id)
    later = (world.env.now() + timedelta(days=1)).isoformat()
    end = (world.env.now() + timedelta(days=2)).isoformat()
    changes = {"scheduled_start_time": later, "scheduled_end_time": end}
    world.env.backend.edit_scheduled_event(world.guild.id, second.id, changes)
    await world.env.advance_time(2 * HOUR + 60)
    assert "Table 1 · waiting for players" in text(world.board())
    await world.slash_and_confirm("anna", "table end")
    await world.env.advance_time(HOUR)
    assert "table 2 is open" in text(plan_of(world.channel))
    assert events_of(world) == []


async def test_a_plan_works_without_permission_to_create_events(world: World) -> None:
    """The bot never asks for that permission, and makes no request about events, even if it may manage them."""
    await allow(world, manage_events=True)
    assert "list of events" not in await plan_table(world)
    assert not [one for one in world.env.http_requests if "scheduled-events" in one.path]
    await world.env.advance_time(2 * HOUR + 60)
    assert "table 1 is open" in text(plan_of(world.channel))


@pytest.mark.parametrize("reason", ["refused", "full"])
async def test_the_planner_is_told_that_discord_refused_the_event(world: World, reason: str) -> None:
    await allow(world, create_events=True)
    if reason == "full":
        start = (world.env.now() + timedelta(days=9)).isoformat()
        for _ in range(MAX_EVENTS):
            world.env.backend.create_scheduled_event(
                world.guild.id, name="Talk", entity_type=3, scheduled_start_time=start
            )
    else:
        world.env.inject_error("POST", "/guilds/*/scheduled-events", status=403, code=50013, message="no")
    told = await plan_table(world)
    assert "Planned for <t:" in told
    assert "the server's list of events does not have it" in told
    await world.env.advance_time(2 * HOUR + 60)
    assert "table 1 is open" in text(plan_of(world.channel))


async def test_the_simulation_refuses_invalid_events(world: World) -> None:
    await allow(world, create_events=True)
    body: dict[str, Any] = {
        "name": "Rummy", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "here"},
        "scheduled_start_time": "2031-01-01T10:00:00+00:00", "scheduled_end_time": "2031-01-01T12:00:00+00:00",
    }  # fmt: skip
    http = world.bot.http
    await http.create_guild_scheduled_event(world.guild.id, **body)
    wrong: tuple[dict[str, Any], ...] = (
        {"scheduled_end_time": None}, {"entity_metadata": None}, {"entity_metadata": {"location": "x" * 101}},
        {"name": ""}, {"description": ""}, {"channel_id": "1"}, {"privacy_level": 1},
        {"scheduled_start_time": "2020-01-01T10:00:00+00:00"}, {"scheduled_end_time": "2031-01-01T09:00:00+00:00"},
    )  # fmt: skip
    for change in wrong:
        with pytest.raises(discord.HTTPException) as refused:
            await http.create_guild_scheduled_event(world.guild.id, **{**body, **change})
        assert refused.value.code == 50035, change


async def test_a_plan_whose_channel_is_gone_ends_with_its_event(world: World) -> None:
    """If a plan's channel is gone, no table opens, nobody is notified, and nothing is logged as an error."""
    await allow(world, create_events=True)
    den = world.guild.create_text_channel("den")
    await world.person("anna").slash(den, "table plan", game="rummy", when="in 2 hours")
    assert len(events_of(world)) == 1
    world.env.backend.delete_channel(den.id)
    await world.env.advance_time(2 * HOUR + 60)
    assert events_of(world) == []
    assert await world.bot.store.plans.next_due(0.0, 0.0) is None
    assert await world.bot.store.tables.open_tables(world.guild.id, world.person("anna").id) == (0, 0, 0)


async def test_the_host_is_told_if_the_bot_may_not_write_at_the_time(world: World) -> None:
    """A plan opens even if the bot may no longer write in its channel, and its host is told so."""
    await allow(world)
    await plan_table(world)
    assert world.bot.user is not None
    deny = discord.Permissions(send_messages=True).value
    world.env.backend.set_overwrite(world.channel.id, Overwrite(world.bot.user.id, OverwriteType.MEMBER, deny=deny))
    await world.env.advance_time(2 * HOUR + 60)
    [ahead, told] = [text(message) for message in world.person("anna").user.dm_channel.history()]
    assert "so nobody can be reminded of Rummy" in ahead
    assert "so table 1 cannot be shown there" in told
    assert await world.table() is not None


async def test_deleting_ones_data_cancels_ones_plans_and_sign_ups(world: World) -> None:
    """Deleting one's data cancels one's plan and its event. Guests once came to a table that nobody had opened."""
    await allow(world, create_events=True)
    await plan_table(world)
    ben = world.person("ben")
    await ben.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    for name, told in (("ben", "(1, at most "), ("anna", "It was cancelled.")):
        asked = (await world.person(name).slash(world.channel, "privacy delete")).response
        await world.person(name).click(asked, custom_id=control(asked, "forget-me"))
        assert told in text(plan_of(world.channel))
        assert f"<@{world.person(name).id}>" not in text(plan_of(world.channel))
    assert events_of(world) == []


async def test_deleting_a_channel_removes_its_plan_and_event(world: World) -> None:
    """The plan once took one of its host's three places for up to a month, and its event led nowhere."""
    await allow(world, create_events=True)
    await plan_table(world)
    assert len(events_of(world)) == 1
    known: Any = world.bot.get_channel(world.channel.id)
    with world.env._bot_scope():
        await known.delete()
    await world.env.settle()
    assert events_of(world) == []
    assert await world.bot.store.plans.of_person(world.person("anna").id) == ()


async def test_cancelling_a_plan_while_its_event_is_created_leaves_none(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord limits how fast events are created, so the bot waits. The event was once created later, and stayed."""
    await allow(world, create_events=True)
    create, called_off = discord.Guild.create_scheduled_event, asyncio.Event()

    async def slowly(guild: discord.Guild, **event: Any) -> Any:
        await world.env.external_wait(called_off.wait(), reason="Discord is slow")
        return await create(guild, **event)

    monkeypatch.setattr(discord.Guild, "create_scheduled_event", slowly)
    anna = world.person("anna")
    with one_moment(world):
        await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
        await anna.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-cancel"))
    called_off.set()
    await world.env.settle()
    assert "It was cancelled." in text(plan_of(world.channel))
    assert events_of(world) == []
