"""A running game that cannot be read keeps its channel until somebody who may end it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.forged import forge
from tests.e2e.people.moderators import moderator
from tests.e2e.table.questions import board, question
from tests.e2e.table_talk import choose_setting, control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

DAMAGED = (
    ("snapshots", "state", "table_id", "{"),
    ("snapshots", "drawn", "table_id", '["x"]'),
    ("tables", "barred", "id", '["x"]'),
)


async def spoil(world: World, table: Any, where: str, column: str, key: str, value: str) -> None:
    """Store this value, and start the bot again."""
    put = f"UPDATE {where} SET {column} = ? WHERE {key} = ?"  # noqa: S608
    await world.bot.store.database.write(lambda sql: sql.execute(put, (value, table.id)))
    await world.restart()


async def unlike(world: World, table: Any) -> dict[str, Any]:
    """Everything stored of the table, except what its end changes."""
    read = "SELECT * FROM tables JOIN snapshots ON table_id = tables.id WHERE tables.id = ?"
    row = await world.bot.store.database.read(lambda sql: sql.execute(read, (table.id,)).fetchone())
    changed = ("phase", "closing_reason", "ended_at", "voided", "version", "announced_version", "lease_owner")
    kept = {name: row[name] for name in row.keys() if name not in changed}  # noqa: SIM118
    return {name: value for name, value in kept.items() if not name.startswith(("deadline", "lease"))}


@pytest.mark.parametrize(("where", "column", "key", "value"), DAMAGED)
async def test_host_ends_a_damaged_game_and_the_channel_is_free(
    world: World, where: str, column: str, key: str, value: str
) -> None:
    """Nobody could open another table there until the bot's host had mended the database."""
    anna, zoe = world.person("anna"), world.person("zoe")
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await spoil(world, table, where, column, key, value)
    before = await unlike(world, table)
    told = sentence(await zoe.slash(world.channel, "table new", game="notty"))
    assert f"Table {table.id} is in this channel, but cannot be read" in told
    assert "end it with /table end" in sentence(await anna.slash(world.channel, "hand"))
    assert "Only the host" in sentence(await zoe.slash(world.channel, "table end"))
    asked = (await anna.slash(world.channel, "table end")).response
    assert "nobody is rated" in text(asked)
    assert "cannot be read" in sentence(await zoe.slash(world.channel, "table new", game="notty"))
    old, show_hand = world.board(), control(world.board(), "hand")
    done = await anna.click(asked, custom_id=control(asked, "end-yes"))
    assert f"Table {table.id} is closed." in text(done.response)
    await zoe.slash(world.channel, "table new", game="notty")
    assert (await world.table()).record.game == "notty"
    assert await unlike(world, table) == before
    await world.restart()
    assert await world.bot.store.records.tables_without_result() == ()
    assert (await world.table()).record.game == "notty"
    assert "is damaged" in sentence(await forge(world, anna, old, show_hand))


async def test_an_ended_damaged_game_says_so_wherever_it_was_shown(world: World) -> None:
    """Its board, its hands and its question stayed as if it went on, each with controls that only said why not."""
    anna, ben = world.person("anna"), world.person("ben")
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await ben.slash(world.channel, "table ask", what="end")
    [hand] = ben.user.dm_channel.history()
    assert "Your hand" in text(hand)
    assert question(world) is not None
    await spoil(world, table, *DAMAGED[0])
    await choose_setting(ben, world.channel, "language", "de")
    asked = (await anna.slash(world.channel, "table end")).response
    await anna.click(asked, custom_id=control(asked, "end-yes"))
    shown, [hand] = board(world), ben.user.dm_channel.history()
    assert text(shown).strip() == (
        f"## Three Thirteen\n-# Table {table.id} · closed\n"
        "This table was closed. It could not be read any more, so it is not rated."
    )
    assert "Dieser Tisch wurde geschlossen" in text(hand)
    for message in (shown, hand):
        assert not [part for part in parts(message) if "custom_id" in part]
    assert question(world) is None


async def test_moderator_ends_a_game_of_another_version(world: World) -> None:
    """Its host may have left long ago, and the update that knows the game may never come back."""
    table = await world.seated("anna", "ben")
    state = table.record.state.replace('"rules":1', '"rules":99')
    await spoil(world, table, "snapshots", "state", "table_id", state)
    mod = moderator(world, manage_channels=True)
    asked = (await mod.slash(world.channel, "table end")).response
    await mod.click(asked, custom_id=control(asked, "end-yes"))
    assert await world.table() is None
    await world.env.advance_time(3600)


async def test_damaged_game_ends_with_its_channel(world: World) -> None:
    """It counted towards its host's tables for good."""
    table = await world.seated("anna", "ben")
    await spoil(world, table, "snapshots", "state", "table_id", "{")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert (await world.bot.store.tables.open_tables(world.guild.id, world.person("anna").id)).of_person == 0


async def test_damaged_solo_game_ends_in_direct_messages(world: World) -> None:
    """In direct messages there is no other channel."""
    user = world.person("anna").user
    await user.slash("solo", game="notty")
    table = await world.table(user.dm_channel)
    await spoil(world, table, "snapshots", "state", "table_id", "{")
    assert "end it with /table end" in sentence(await user.slash("solo", game="notty"))
    asked = (await user.slash("table end")).response
    await user.click(asked, custom_id=control(asked, "end-yes"))
    await user.slash("solo", game="notty")
    assert (await world.table(user.dm_channel)).id != table.id


async def test_the_rules_can_be_read_beside_a_damaged_game(world: World) -> None:
    """Their open page only leads to no table any more."""
    anna, table = world.person("anna"), await world.seated("anna", "ben")
    await world.play_beginning(table)
    shown = (await anna.slash(world.channel, "rules")).response
    assert control(shown, "now")
    await anna.click(shown, custom_id=control(shown, "examples"))
    await spoil(world, table, *DAMAGED[0])
    await anna.click(shown, custom_id=control(shown, "all-rules"))
    assert "In short" in text(shown)
    assert not any(":now:" in part.get("custom_id", "") for part in parts(shown))
