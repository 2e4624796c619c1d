"""A setting in the database that cannot be read: the bot starts without it and says which it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.table_talk import text

if TYPE_CHECKING:
    import pytest

    from tests.e2e.conftest import World


async def test_a_bot_starts_and_plays_without_an_unreadable_setting(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """A server's kept the bot from starting, and a person's every press of theirs from being answered."""
    await world.seated("anna", "ben")
    anna = world.person("anna")
    stored = (
        ("INSERT INTO guild_settings (guild_id, name, value) VALUES (?, 'move_delay', '{')", world.guild.id),
        ("UPDATE people SET settings = '{' WHERE id = ?", anna.id),
    )
    await world.bot.store.database.write(lambda sql: [sql.execute(each, (whose,)) for each, whose in stored])
    await world.restart()
    assert "## Your hand" in text((await anna.slash(world.channel, "hand")).response)
    said = [record.getMessage() for record in caplog.records if "cannot be read" in record.getMessage()]
    assert [line.partition(" cannot")[0] for line in said] == [
        f"In the database, guild_settings.value of server {world.guild.id} (“move_delay”)",
        "In the database, people.settings of a person",
    ]
