"""A table whose game was stored by another version of the bot: one sentence, and its players' other tables still work.

Two versions share a PostgreSQL database during an update, and an older one uses it if the update is undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

SAID = "uses rules that this version of the bot does not know"
KNOWN, UNKNOWN = '"rules":1', '"rules":99'


async def of_another_version(world: World, table: Any) -> None:
    """Store the table as a version with other rules would, and then start this version."""
    changed = "UPDATE snapshots SET state = replace(state, ?, ?) WHERE table_id = ?"
    await world.bot.store.database.write(lambda sql: sql.execute(changed, (KNOWN, UNKNOWN, table.id)))
    await world.restart()


async def test_an_unknown_live_table_does_not_block_other_tables(world: World) -> None:
    """All its players' commands used to fail, at each of their tables, and so did each of its deadlines."""
    anna, ben = world.person("anna"), world.person("ben")
    there = world.guild.create_text_channel("elsewhere")
    await anna.slash(there, "solo", game="six-holes")
    table = await world.seated("anna", "ben")
    await of_another_version(world, table)
    board = world.board()
    assert SAID in sentence(await ben.click(board, custom_id=control(board, "hand")))
    for command in ("hand", "table board", "table end"):
        assert SAID in sentence(await anna.slash(world.channel, command))
    assert SAID in sentence(await ben.slash(world.channel, "table new", game="notty"))
    assert "6 Holes" in text((await anna.slash(there, "tables")).response)
    assert "## Your hand" in text((await anna.slash(there, "hand")).response)
    await world.env.advance_time(4 * 24 * 3600)
    kept = await world.bot.store.tables.load(table.id)
    assert kept is not None
    assert kept.phase.is_live


async def test_an_unknown_finished_game_does_not_block_its_channel(world: World) -> None:
    """No table could be opened there afterwards."""
    table = await world.seated("anna", "ben")
    await world.for_sure("anna", "table end")
    await of_another_version(world, table)
    await world.seated("anna", "ben")
    assert (await world.table()).id != table.id
