"""A table whose game was stored by another version of the bot, or is damaged: one sentence, and everything else works.

Two versions share a PostgreSQL database during an update, and an older one uses it if the update is undone.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import Phase
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.e2e.conftest import World

SAID = "uses rules that this version of the bot does not know"
KNOWN, UNKNOWN = '"rules":1', '"rules":99'


async def of_another_version(world: World, table: Any) -> None:
    """Store the table as a version with other rules would, and then start this version."""
    changed = "UPDATE snapshots SET state = replace(state, ?, ?) WHERE table_id = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(changed, (KNOWN, UNKNOWN, table.id)))
    await world.restart()


async def damage(world: World, table: Any) -> None:
    """Cut the stored state of the table off, as a failing disk may, and start the bot again."""
    cut = "UPDATE snapshots SET state = substr(state, 1, 50) WHERE table_id = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(cut, (table.id,)))
    await world.restart()


async def damage_column(world: World, table: Any) -> None:
    """Store what cannot be read in a column of the table itself, and start the bot again."""
    spoilt = "UPDATE tables SET former = '{' WHERE id = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(spoilt, (table.id,)))
    await world.restart()


@pytest.mark.parametrize(("spoil", "said"), [(of_another_version, SAID), (damage, "is damaged")])
async def test_an_unknown_live_table_does_not_block_other_tables(
    world: World, spoil: Callable[[World, Any], Awaitable[None]], said: str
) -> None:
    """All its players' commands used to fail, at each of their tables, and so did each of its deadlines."""
    anna, ben = world.person("anna"), world.person("ben")
    there = world.guild.create_text_channel("elsewhere")
    await anna.slash(there, "solo", game="six-holes")
    table = await world.seated("anna", "ben")
    await spoil(world, table)
    board = world.board()
    assert said in sentence(await ben.click(board, custom_id=control(board, "hand")))
    for command in ("hand", "table board"):
        assert said in sentence(await anna.slash(world.channel, command))
    assert "cannot be read" in sentence(await ben.slash(world.channel, "table new", game="notty"))
    assert "6 Holes" in text((await anna.slash(there, "tables")).response)
    assert "## Your hand" in text((await anna.slash(there, "hand")).response)
    await world.env.advance_time(4 * 24 * 3600)
    kept = await world.bot.store.tables.load(table.id)
    assert kept is not None
    assert kept.phase.is_live


async def test_a_lobby_with_options_of_another_version_can_be_started(world: World) -> None:
    """Options or values that a game no longer has are left out. The game could not be dealt, which was an error."""
    await world.person("anna").slash(world.channel, "table new", game="notty", bots=1, options="hand_limit=20")
    table = await world.table()
    options = '{"map":{"hand_limit":20,"round_limit":7,"wild":true}}'
    changed = "UPDATE tables SET options = ? WHERE id = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(changed, (options, table.id)))
    await world.restart()
    await world.person("anna").click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    assert table.record.phase is Phase.PLAYING
    assert table.position.view(None).options == {"hand_limit": 20, "round_limit": 40}


async def test_an_unknown_finished_game_does_not_block_its_channel(world: World) -> None:
    """No table could be opened there afterwards."""
    table = await world.seated("anna", "ben")
    await world.slash_and_confirm("anna", "table end")
    await of_another_version(world, table)
    await world.seated("anna", "ben")
    assert (await world.table()).id != table.id


@pytest.mark.parametrize("spoil", [damage, damage_column])
async def test_a_damaged_finished_game_does_not_keep_the_bot_from_starting(
    world: World, spoil: Callable[[World, Any], Awaitable[None]]
) -> None:
    """It has no result yet. Every start failed when it was to be made, and the later games had none either. Whoever had
    played it had no history.
    """
    damaged, sound = [await ended_game(world, key, "anna", "ben") for key in ("notty", "six-holes")]
    await spoil(world, damaged)
    assert await world.bot.store.records.tables_without_result() == (damaged.id,)
    assert "6 Holes" in text((await world.person("anna").slash(world.channel, "history")).response)
    assert "is damaged" in sentence(await world.person("anna").slash(world.channel, "replay", id=str(damaged.id)))
    assert sound.id != damaged.id


async def test_deleted_channel_closes_its_other_tables(world: World) -> None:
    """The table of unknown rules was an error, and those in threads that sleep stayed open until their next move."""
    cleo = world.person("cleo")
    await cleo.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True, start=True)
    [thread] = world.channel.threads
    await of_another_version(world, await world.seated("anna", "ben"))
    with world.env._bot_scope():
        await world.open_thread(thread.id).edit(archived=True)
    await world.env.settle()
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert not (await world.table(thread)).record.phase.is_live


async def test_reinvited_bot_posts_the_other_boards(world: World) -> None:
    await of_another_version(world, await world.seated("anna", "ben"))
    there = world.guild.create_text_channel("elsewhere")
    await world.person("cleo").slash(there, "table new", game="notty")
    before = world.board(there).id
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    with world.env._bot_scope():
        world.bot.dispatch("guild_join", guild)
    await world.env.settle()
    assert world.board(there).id != before


async def test_board_of_an_ended_game_is_left_as_it_is(world: World) -> None:
    """An hour after its end it is shortened to one line. That was an error in the log, at each start."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table end")
    await of_another_version(world, table)
    before = text(world.board())
    await world.env.advance_time(3700)
    assert text(world.board()) == before


async def test_invitation_there_does_not_delay_other_peoples_lists(world: World) -> None:
    """The first one's invitation was an error every two minutes, and everybody else was told that much later."""
    zoe, anna, there = world.person("zoe"), world.person("anna"), world.guild.create_text_channel("elsewhere")
    table = await world.seated("ben", "cleo", "dora")
    await world.play_beginning(table)
    await world.slash_and_confirm("dora", "table leave")
    await world.person("emil").slash(there, "table new", game="rummy", invite_only=True)
    now = world.env.now()
    for guest, minutes in ((zoe, 10), (anna, 11)):
        end = now + timedelta(minutes=minutes)
        await world.bot.store.people.change(guest.id, quiet=f"{now:%H:%M}-{end:%H:%M}")
    await world.person("ben").context_menu(world.channel, "Invite to my table", zoe)
    await world.person("emil").slash(there, "table invite", user=anna)
    await of_another_version(world, table)
    await world.env.advance_time(11 * 60 + 10)
    assert not zoe.user.dm_channel.history()
    [message] = anna.user.dm_channel.history()
    assert "invites you to Rummy" in text(message)


async def test_leaderboard_still_opens_in_its_channel(world: World) -> None:
    """It was answered with the sentence about the table of unknown rules."""
    await of_another_version(world, await world.seated("anna", "ben"))
    assert SAID not in text((await world.person("ben").slash(world.channel, "leaderboard")).response)


async def test_list_of_tables_has_one_of_a_game_that_this_version_lacks(world: World) -> None:
    """No table of the server was listed: “Something went wrong”."""
    table = await world.seated("anna", "ben")
    await world.person("cleo").slash(world.guild.create_text_channel("elsewhere"), "table new", game="notty")
    changed = "UPDATE tables SET game = 'canasta' WHERE id = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(changed, (table.id,)))
    await world.restart()
    listed = text((await world.person("cleo").slash(world.channel, "table list")).response)
    assert "Notty, table 2" in listed
    assert "canasta, table 1" in listed


async def test_table_in_a_phase_that_this_version_lacks_is_left_alone(world: World) -> None:
    """Its buttons and its number were answered with “Something went wrong”, and each was an error in the log."""
    table = await world.seated("anna", "ben")
    board, anna = world.board(), world.person("anna")
    await world.bot.store.database.write(lambda sql: sql.execute("UPDATE tables SET phase = 'paused'"))
    await world.restart()
    assert SAID in text((await anna.click(board, custom_id=control(board, "menu"))).response)
    assert SAID in sentence(await anna.slash(world.channel, "hand", table=str(table.id)))
    await anna.slash(world.channel, "table new", game="notty")
    assert (await world.table()).record.game == "notty"


@pytest.mark.parametrize("occupied", [False, True])
async def test_plan_of_a_game_that_this_version_lacks_does_not_delay_other_plans(
    world: World, *, occupied: bool
) -> None:
    """Its reminder was an error every two minutes, and no later plan was carried out. So was its end if somebody had
    opened a table in the channel, which was taken for the planned one.
    """
    there = world.guild.create_text_channel("elsewhere")
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 1 hours")
    await world.person("ben").slash(there, "table plan", game="rummy", when="in 1 hours")
    await world.bot.store.database.write(
        lambda sql: sql.execute("UPDATE plans SET game = 'canasta' WHERE channel_id = ?", (world.channel.id,))
    )
    await world.env.advance_time(3700)
    assert await world.table(there) is not None
    assert await world.table() is None
    if occupied:
        await world.person("cleo").slash(world.channel, "table new", game="notty")
    await world.env.advance_time(3800)
    assert "I was offline at that time" in text(world.channel.history()[0])
