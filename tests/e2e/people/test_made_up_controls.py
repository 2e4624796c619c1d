"""A made-up control, as only an altered client sends it, opens no table that its sender may not know about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model import guild_settings
from bot.ui.interaction.dispatch import _HANDLERS
from bot.ui.kit.controls import custom_id
from bot.ui.settings.server_choices import SERVER
from tests.e2e.forged import forge
from tests.e2e.older.test_ending_unreadable import spoil
from tests.e2e.people.moderators import let_use, moderator
from tests.e2e.people.test_hidden_channels import hidden
from tests.e2e.table.plans import plan_of
from tests.e2e.table_talk import control, parts, raw_text, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

NO_TABLE = 990_990
"""A number that no table has."""


async def hidden_table(world: World) -> Any:
    """Start a game of Anna's and Ben's in a channel that Zoe cannot see, in which Ben's seat is free by now."""
    secret = hidden(world, "anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(secret, "table new", game="three-thirteen", seats=2)
    await ben.slash(secret, "table join")
    await anna.slash(secret, "table start")
    table = await world.table(secret)
    await world.play_beginning(table)
    await world.slash_and_confirm("ben", "table leave", secret)
    return table


async def table_in_a_dm(world: World) -> Any:
    await world.person("anna").user.slash("solo", game="three-thirteen")
    [table] = await world.bot.tables.of_person(world.person("anna").id)
    return table


async def unreadable_table(world: World) -> Any:
    """Start the hidden game, and damage what is stored of it."""
    table = await hidden_table(world)
    await spoil(world, table, "snapshots", "state", "table_id", "{")
    return table


async def told(world: World, who: Any, message: Any, number: int, verb: str) -> tuple[str, ...]:
    """Return the answers to a made-up control of that table, without its number."""
    custom = custom_id("s", number, verb, argument="1")
    result = await forge(world, who, message, custom, ["1"])
    answers = [raw_text(each) for each in (result.response, *result.followups) if each is not None]
    answers += [] if result.modal is None else [str(result.modal)]
    return tuple(answer.replace(str(number), "#") for answer in answers)


@pytest.mark.parametrize("opened", [hidden_table, table_in_a_dm, unreadable_table])
async def test_a_made_up_control_is_answered_as_if_the_table_did_not_exist(world: World, opened: Any) -> None:
    """Zoe pressed `watch`, `accept` or `takeover` with another table's number on a page of her own: she saw the
    table of a hidden channel, sat down there, and was shown the hand of somebody who had left.
    """
    await world.bot.store.database.write(
        lambda sql: sql.execute("INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES ('tables', 880880)")
    )
    table, zoe = await opened(world), world.person("zoe")
    page, before = (await zoe.slash(world.channel, "help")).response, table.record.version
    for verb in sorted(each for each in _HANDLERS if not each.startswith("plan-")):
        assert await told(world, zoe, page, table.id, verb) == await told(world, zoe, page, NO_TABLE, verb), verb
    assert table.record.version == before


async def test_the_rules_lead_to_no_table_that_was_made_up(world: World) -> None:
    """The page of rules had a real button for the table whose number was made up, which said whether a game runs."""
    table, zoe = await hidden_table(world), world.person("zoe").user
    page = (await zoe.slash("help")).response
    for verb in ("all-rules", "examples"):
        made_up = custom_id("b", table.id, verb, argument="three-thirteen")
        await forge(world, zoe, page, made_up)
        assert f":{table.id}:" not in str(parts(page)), verb


STRANGE = ("", "x", "1 2", "9" * 30)
"""Arguments and values that no control of the bot has."""


async def test_a_made_up_control_is_no_error(world: World) -> None:
    """A select without a choice, or a control with a strange argument, was an error in the log with its traceback, as
    often as somebody liked.
    """
    await world.seated("anna", "ben")
    board, zoe = world.board(), world.person("zoe")
    for verb in sorted(_HANDLERS):
        for strange, values in (("", None), ("", []), *((strange, [strange]) for strange in STRANGE)):
            result = await forge(world, zoe, board, custom_id("s", 1, verb, argument=strange), values)
            assert result.acknowledged, (verb, strange, values)


async def test_a_setting_of_a_server_takes_no_strange_value(world: World) -> None:
    manager = moderator(world)
    await let_use(world, manager)
    page = (await manager.slash(world.channel, "server settings")).response
    for section in SERVER:
        for setting in section.settings:
            for strange in STRANGE:
                await forge(world, manager, page, custom_id("s", 0, "server", argument=setting.name), [strange])
    kept = await guild_settings.load(world.bot.store.people, world.guild.id)
    assert kept == replace(kept, allowed_channels=(), move_delay=None, puzzle_channel=None)


async def test_a_made_up_control_cancels_no_plan_of_another_channel(world: World) -> None:
    """Whoever could manage messages in a channel, such as in their own server, could cancel the plans of others."""
    ben, zoe = world.person("ben"), world.person("zoe")
    await world.person("anna").slash(world.channel, "table plan", game="rummy", when="in 2 days")
    message = plan_of(world.channel)
    await ben.click(message, custom_id=control(message, "plan-join"))
    [plan] = await world.bot.store.plans.of_person(ben.id)
    club = world.env.create_guild("Chess club")
    there = club.create_text_channel("tables")
    role = club.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    moderator_there = club.add_member(zoe.user, roles=[role])
    page = (await moderator_there.slash(there, "help")).response
    confirmed = custom_id("b", 0, "plan-cancel-yes", argument=f"{plan.id},{message.id}")
    said = sentence(await forge(world, moderator_there, page, confirmed))
    assert said.startswith("This plan is over")
    assert await world.bot.store.plans.of_person(ben.id) == (plan,)


async def test_a_made_up_control_replaces_no_board(world: World) -> None:
    """Everybody read “Everything stored about you has been deleted” in place of the board, or somebody's settings."""
    await world.seated("anna", "ben")
    board, zoe = world.board(), world.person("zoe")
    other = world.guild.create_text_channel("other")
    await zoe.slash(other, "table new", game="rummy")
    before = text(board)
    for verb in sorted(_HANDLERS):
        for number in (0, (await world.table(other)).id):
            result = await forge(world, zoe, board, custom_id("s", number, verb, argument="0"), ["rummy"])
            assert result.acknowledged, (verb, number)
            assert text(next(each for each in world.newest(world.channel) if each.id == board.id)) == before, verb
