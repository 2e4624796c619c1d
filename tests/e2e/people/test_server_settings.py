"""`/server settings`: people who manage a server decide where, by whom and how its tables are opened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.language import decimal
from bot.tables.model import guild_settings
from bot.tables.model.guild_settings import GuildSettings
from bot.ui.kit.controls import NO_TABLE, button
from bot.ui.kit.layout import GREY
from bot.ui.kit.layout import page as built
from tests.e2e.people.test_hidden_channels import hidden
from tests.e2e.table_talk import control, parts, sentence, setting_shown, text

if TYPE_CHECKING:
    import pytest

    from tests.e2e.conftest import World


def manager(world: World, guild: Any = None) -> Any:
    """Return a member who may manage the server."""
    guild = guild or world.guild
    role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return guild.add_member(world.env.create_user("boss"), roles=[role])


async def page(world: World, who: Any, channel: Any = None) -> Any:
    answer = await who.slash(channel or world.channel, "server settings")
    assert answer.response.ephemeral
    return answer.response


async def choose(who: Any, shown: Any, argument: str, *values: Any) -> Any:
    """Choose in one of the page's selects, whichever section has it, and return the page as it is then."""
    shown = await setting_shown(who, shown, "server", argument)
    return (await who.select(shown, custom_id=control(shown, "server", argument), values=list(values))).response


async def section(who: Any, shown: Any, name: str) -> Any:
    """Open the page's section with this name."""
    return (await who.click(shown, custom_id=control(shown, "server-section", name))).response


async def open_table(world: World, who: Any, channel: Any = None, **options: Any) -> str:
    """Return the answer to `/table new`."""
    answer = await who.slash(channel or world.channel, "table new", game="rummy", **options)
    return text(answer.response)


async def stored(world: World) -> GuildSettings:
    return await guild_settings.load(world.bot.store.people, world.guild.id)


async def test_a_server_without_a_channel_for_the_puzzle_is_not_warned(world: World) -> None:
    who = manager(world)
    shown = await setting_shown(who, await page(world, who), "server", "puzzle-channel")
    assert "no channel" in text(shown)
    assert "⚠️" not in text(shown)


async def test_tables_can_be_opened_only_in_allowed_channels(world: World) -> None:
    """Threads count as part of their channel, and the refusal says where to go."""
    boss, anna = manager(world), world.person("anna")
    allowed = world.guild.create_text_channel("games")
    shown = await page(world, boss)
    assert "in every channel" in text(shown)
    shown = await choose(boss, shown, "channels", allowed)
    assert f"<#{allowed.id}>" in text(shown)
    refused = await open_table(world, anna)
    assert refused == f"In this server tables can only be opened in <#{allowed.id}>; try again there."
    assert await world.table() is None
    answer = await anna.slash(world.channel, "table watch", game="rummy")
    assert text(answer.response) == refused
    assert "is open" in await open_table(world, anna, allowed, thread=True)
    assert "is open" in await open_table(world, anna, allowed)
    await choose(boss, shown, "channels")
    assert "is open" in await open_table(world, anna)
    assert (await stored(world)).allowed_channels == ()


async def test_a_refusal_names_no_channel_or_role_that_is_gone(world: World) -> None:
    """It sent people to a deleted channel, or to people with a deleted role."""
    anna = world.person("anna")
    gone, left = (world.guild.create_text_channel(name) for name in ("old", "games"))
    settings = world.bot.store.people, world.guild.id
    await guild_settings.save(*settings, allowed_channels=[gone.id, left.id])
    world.env.backend.delete_channel(gone.id)
    await world.env.settle()
    assert await open_table(world, anna) == (
        f"In this server tables can only be opened in <#{left.id}>; try again there."
    )
    world.env.backend.delete_channel(left.id)
    await world.env.settle()
    assert "channels that are gone or that you cannot see; ask someone who" in await open_table(world, anna)
    await guild_settings.save(*settings, allowed_channels=None, who_may_start=guild_settings.role(1))
    assert "only people who may manage it can open tables" in await open_table(world, anna)


async def test_a_refusal_names_no_channel_that_the_person_cannot_see(world: World) -> None:
    """It sent them to a channel whose name Discord does not show them."""
    anna, secret = world.person("anna"), hidden(world, "ben")
    settings = world.bot.store.people, world.guild.id
    await guild_settings.save(*settings, allowed_channels=[secret.id])
    assert "channels that are gone or that you cannot see" in await open_table(world, anna)
    games = world.guild.create_text_channel("games")
    await guild_settings.save(*settings, allowed_channels=[secret.id, games.id])
    assert await open_table(world, anna) == (
        f"In this server tables can only be opened in <#{games.id}>; try again there."
    )
    assert f"<#{secret.id}>" in await open_table(world, world.person("ben"))


async def test_a_table_is_not_opened_where_the_person_may_not_write(world: World) -> None:
    """A lesson ends with a button that deals a game, and may be opened from any message of the bot."""
    anna = world.person("anna")
    silent = discord.PermissionOverwrite(send_messages=False)
    news = world.guild.create_text_channel("news", overwrites={anna: silent})
    shown = (await anna.slash(news, "help")).response
    deal = button(NO_TABLE, "solo", "Play against the computer", argument="rummy classic")
    world.env.backend.edit_message(news.id, shown.id, {"components": built([(deal,)], GREY).to_components()})
    told = sentence(await anna.click(shown, custom_id=str(deal.custom_id)))
    assert told == "You may not write in this channel, so open your table in another one."
    assert await world.table(news) is None


async def test_a_refusal_counts_the_allowed_channels_that_it_does_not_name(world: World) -> None:
    """It used to say that tables can only be opened in the first five."""
    anna = world.person("anna")
    ids = [world.guild.create_text_channel(f"games-{number}").id for number in range(7)]
    named = ", ".join(f"<#{each}>" for each in ids[:5])
    for allowed, more in ((ids[:6], "1 more channel"), (ids, "2 more channels")):
        await guild_settings.save(world.bot.store.people, world.guild.id, allowed_channels=allowed)
        assert await open_table(world, anna) == (
            f"In this server tables can only be opened in {named} or {more}; try again in one of them."
        )


async def test_a_forum_can_be_the_only_allowed_channel(world: World) -> None:
    """Every kind of channel that can have tables can be chosen. Discord's list once left out forums and stages."""
    boss, anna, forum = manager(world), world.person("anna"), world.guild.create_forum_channel("games")
    known: Any = world.bot.get_channel(forum.id)
    with world.env._bot_scope():
        made = await known.create_thread(name="Friday", content="Who plays?")
    [post] = [thread for thread in forum.threads if thread.id == made.thread.id]
    shown = await setting_shown(boss, await page(world, boss), "server", "channels")
    [kinds] = [
        part["channel_types"] for part in parts(shown) if part["type"] == discord.ComponentType.channel_select.value
    ]
    places = (discord.ChannelType.forum, discord.ChannelType.stage_voice, discord.ChannelType.text)
    assert {place.value for place in places} <= set(kinds)
    shown = await choose(boss, shown, "channels", forum)
    assert f"<#{forum.id}>" in await open_table(world, anna)
    assert "is open" in await open_table(world, anna, post)


async def test_a_rematch_is_refused_in_a_channel_no_longer_allowed(world: World) -> None:
    await world.play_beginning(await world.seated("anna", bots=2))
    anna = world.person("anna")
    await world.slash_and_confirm("anna", "table end")
    other = world.guild.create_text_channel("games")
    await guild_settings.save(world.bot.store.people, world.guild.id, allowed_channels=[other.id])
    answer = await anna.slash(world.channel, "table rematch")
    assert answer.response.content.startswith("In this server tables can only be opened in ")
    answer = await anna.click(world.board(), custom_id=control(world.board(), "rematch"))
    assert answer.response.content.startswith("In this server tables can only be opened in ")


async def test_opening_tables_can_be_limited_to_a_role(world: World) -> None:
    """People with the role and people who may manage the server can open tables."""
    boss, anna = manager(world), world.person("anna")
    role = world.guild.create_role("players")
    player = world.guild.add_member(world.env.create_user("player"), roles=[role])
    shown = await choose(boss, await page(world, boss), "role", role)
    assert f"<@&{role.id}>" in text(shown)
    refused = await open_table(world, anna)
    assert f"only people with the role <@&{role.id}> can open tables" in refused
    assert "is open" in await open_table(world, player, thread=True)
    assert "is open" in await open_table(world, boss)
    await choose(boss, shown, "role")
    assert (await stored(world)).who_may_start == guild_settings.EVERYONE


async def test_opening_tables_can_be_limited_to_managers(world: World) -> None:
    """Other people can still join them."""
    boss, anna = manager(world), world.person("anna")
    await choose(boss, await page(world, boss), "who", "managers")
    assert "only people who may manage it can open tables" in await open_table(world, anna)
    assert "is open" in await open_table(world, boss)
    await anna.click(world.board(), custom_id=control(world.board(), "join"))
    assert len((await world.table()).record.people) == 2


async def test_nobody_is_sent_to_a_channel_where_they_may_not_open_a_table_either(world: World) -> None:
    """They were sent to the allowed channel, and told only there that they may not open tables at all."""
    boss, anna = manager(world), world.person("anna")
    allowed = world.guild.create_text_channel("games")
    shown = await choose(boss, await page(world, boss), "channels", allowed)
    await choose(boss, shown, "who", "managers")
    assert "only people who may manage it can open tables" in await open_table(world, anna)
    assert f"<#{allowed.id}>" in await open_table(world, boss)


async def test_new_tables_begin_with_the_servers_clock_and_ratings(world: World) -> None:
    """Options of `/table new` take precedence over the server's clock and ratings."""
    boss, anna = manager(world), world.person("anna")
    shown = await choose(boss, await page(world, boss), "clock", "120")
    await choose(boss, shown, "rated", "off")
    await open_table(world, anna)
    record = (await world.table()).record
    assert record.turn_seconds == 120
    assert "2 minutes a turn" in text(world.board())
    assert not record.rated
    other = world.guild.create_text_channel("other")
    await open_table(world, anna, other, rated=True, clock=60)
    record = (await world.table(other)).record
    assert record.rated
    assert record.turn_seconds == 60


CHOICES: list[tuple[str, str, str, Any]] = [
    ("clock", "0", "turn_seconds", 0),
    ("clock", "usual", "turn_seconds", None),
    ("rated", "off", "rated", False),
    ("rated", "on", "rated", True),
    ("pause", "0.5", "move_delay", 0.5),
    ("pause", "usual", "move_delay", None),
    ("who", "managers", "who_may_start", "managers"),
    ("who", "everyone", "who_may_start", "everyone"),
    ("language", "de", "language", "de"),
    ("language", "usual", "language", None),
]


async def test_each_select_changes_only_its_own_setting(world: World) -> None:
    """A select changes its own setting and nothing else, and the setting survives a restart."""
    boss, before = manager(world), GuildSettings(turn_seconds=90, move_delay=1.25, rated=False)
    await guild_settings.save(world.bot.store.people, world.guild.id, turn_seconds=90, move_delay=1.25, rated=False)
    shown = await setting_shown(boss, await page(world, boss), "server", "clock")
    assert "Turn clock: 90 seconds a turn" in str(shown.components)
    assert "Turn clock: none" in str(shown.components)
    for argument, value, name, meaning in CHOICES:
        shown = await choose(boss, shown, argument, value)
        assert "✅" in text(shown)
        before = replace(before, **{name: meaning})
        assert await stored(world) == before
    await world.restart()
    assert await stored(world) == before


async def test_a_servers_pause_applies_at_once(world: World) -> None:
    boss = manager(world)
    await choose(boss, await page(world, boss), "pause", "5")
    here = (await world.seated("anna", "ben")).record
    assert world.bot.tables._services.pace_of(here).move_delay == 5
    assert world.bot.tables._services.pace_of(replace(here, guild_id=1)).move_delay == 0


async def test_a_new_season_begins_once_after_confirmation(world: World) -> None:
    """The old season stays. An outdated question that is confirmed starts no further season."""
    boss = manager(world)
    shown = await section(boss, await page(world, boss), "results")
    assert "Season 1" in text(shown)
    asked = (await boss.click(shown, custom_id=control(shown, "season-ask"))).response
    kept = (await boss.click(asked, custom_id=control(asked, "season-keep"))).response
    assert "Season 1" in text(kept)
    asked = (await boss.click(kept, custom_id=control(kept, "season-ask"))).response
    assert "Start season 2?" in text(asked)
    other = await section(boss, await page(world, boss), "results")
    begun = (await boss.click(asked, custom_id=control(asked, "season-start"))).response
    assert "Season 2 has begun" in text(begun)
    asked = (await boss.click(other, custom_id=control(other, "season-ask"))).response
    assert "Start season 3?" in text(asked)
    await world.bot.store.records.start_season(world.guild.id, 1_800_000_000.0)
    begun = (await boss.click(asked, custom_id=control(asked, "season-start"))).response
    assert "Season 3 had already begun." in text(begun)
    assert [season.number for season in await world.bot.store.records.seasons(world.guild.id)] == [1, 2, 3]
    assert [season.number for season in await world.bot.store.records.seasons(1)] == [1]


async def test_two_simultaneous_presses_begin_one_season(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second press may be a double tap, or another manager's, while the first is being answered."""
    boss = manager(world)
    shown = await section(boss, await page(world, boss), "results")
    asked = (await boss.click(shown, custom_id=control(shown, "season-ask"))).response
    records = world.bot.store.records
    start = records.start_season

    async def overtaken(guild_id: int, now: float, **more: int) -> Any:
        await start(guild_id, now - 0.05, **more)
        return await start(guild_id, now, **more)

    monkeypatch.setattr(records, "start_season", overtaken)
    answer = (await boss.click(asked, custom_id=control(asked, "season-start"))).response
    assert "Season 2 had already begun." in text(answer)
    assert [season.number for season in await records.seasons(world.guild.id)] == [1, 2]


async def test_only_managers_see_and_change_the_settings(world: World) -> None:
    """Discord hides the command from others, but a page stays open when its reader loses the permission."""
    boss, anna = manager(world), world.person("anna")
    command = next(found for found in world.bot.tree.get_commands() if found.name == "server")
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    [synced] = [found for found in await world.bot.tree.fetch_commands() if found.name == "server"]
    world.guild.set_command_permissions(synced, {anna: True})
    answer = await anna.slash(world.channel, "server settings")
    assert answer.response.content == "Only people who may manage this server can change its settings; ask one of them."
    shown = await setting_shown(boss, await page(world, boss), "server", "rated")
    for role in world.guild._guild.roles.values():
        if role.name == "managers":
            role.permissions = 0
    answer = await boss.select(shown, custom_id=control(shown, "server", "rated"), values=["off"])
    assert answer.response.content.startswith("Only people who may manage this server")
    assert (await stored(world)).rated


async def test_the_defaults_of_turns_are_named(world: World) -> None:
    """The lists only say that a clock or a pause is the default, which the host of the bot has set."""
    boss, settings = manager(world), world.bot.settings
    shown = await page(world, boss)
    assert "This bot's defaults" not in text(shown)
    seconds = decimal(settings.bot_move_delay)
    assert f"This bot's defaults: no clock; computer players wait {seconds} s." in text(
        await section(boss, shown, "turns")
    )


async def test_each_server_has_its_own_settings(world: World) -> None:
    boss = manager(world)
    await choose(boss, await page(world, boss), "who", "managers")
    other = world.env.create_guild("Others")
    channel = other.create_text_channel("cards")
    stranger = other.add_member(world.env.create_user("stranger"))
    assert "is open" in await open_table(world, stranger, channel)
    head = manager(world, other)
    assert "everybody" in text(await page(world, head, channel))
