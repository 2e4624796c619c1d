"""A rating or a season in the database that cannot be one concerns nobody else, and the next games are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.older.test_damaged_rows import told
from tests.e2e.rated import ratings
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import pictures, text

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from tests.e2e.conftest import World

GAME = "six-holes"


async def rated_game(world: World) -> TableRecord:
    """Store a rated game that Anna and Ben have finished, with its result."""
    table = await ended_game(world, GAME, "anna", "ben")
    await world.bot.recorder.catch_up()
    return table


async def leaderboard(world: World, who: Any, **options: str) -> str:
    """Everything on the leaderboard, also in its picture."""
    shown = (await who.slash(world.channel, "leaderboard", game=GAME, **options)).response
    return "\n".join([text(shown), *pictures(shown).values()])


async def put(world: World, change: str, *values: float) -> None:
    """Change what is stored, and start the bot again."""
    await world.bot.store.database.write(lambda sql: sql.execute(change, values))
    await world.restart()


@pytest.mark.parametrize(("column", "value"), [("mu", float("inf")), ("mu", float("-inf")), ("sigma", 1e300)])
async def test_rating_that_is_none_is_a_newcomers(
    world: World, caplog: pytest.LogCaptureFixture, column: str, value: float
) -> None:
    """The leaderboard was an error for everybody, and no game of that person was recorded any more."""
    anna, zoe = world.person("anna"), world.person("zoe")
    await rated_game(world)
    await put(world, f"UPDATE ratings SET {column} = ? WHERE person = {anna.id}", value)  # noqa: S608
    assert "ben" in await leaderboard(world, zoe)
    await anna.slash(world.channel, "stats")
    assert (await ratings(world, await rated_game(world)))["anna"][0] == 1500
    assert set(told(caplog)) == {
        f"In the database, ratings.mu, sigma of a {GAME} player in server {server}" for server in (world.guild.id, 0)
    }


@pytest.mark.parametrize(
    ("column", "value"), [("mu_before", float("inf")), ("sigma_before", -1.0), ("mu_after", 1e300)]
)
async def test_change_of_a_rating_that_is_none_is_not_shown(
    world: World, caplog: pytest.LogCaptureFixture, column: str, value: float
) -> None:
    """The history of everybody in that game, and the leaderboard of the month, were errors."""
    anna = world.person("anna")
    table = await rated_game(world)
    await put(world, f"UPDATE rating_changes SET {column} = ? WHERE person = {anna.id}", value)  # noqa: S608
    for name in ("anna", "ben"):
        who = world.person(name)
        assert "6 Holes" in text((await who.slash(world.channel, "history")).response)
        await who.slash(world.channel, "stats")
        await who.slash(world.channel, "replay", id=str(table.id))
        await who.slash(world.channel, "table board")
        assert "ben" in await leaderboard(world, world.person("zoe"), time="month")
    assert told(caplog)


@pytest.mark.parametrize("number", [0, 1, 2**62])
async def test_season_that_is_none_is_left_out(world: World, caplog: pytest.LogCaptureFixture, number: int) -> None:
    """The leaderboard was an error, as it offered the same season twice; and no season could follow the last one."""
    anna = world.person("anna")
    await rated_game(world)
    await put(world, "INSERT INTO seasons VALUES (?, ?, 1000000000.0)", world.guild.id, number)
    assert "ben" in await leaderboard(world, anna)
    assert told(caplog) == [f"In the database, seasons.number of server {world.guild.id}"]
    started = await world.bot.store.records.start_season(world.guild.id, 1_900_000_000.0)
    assert started is not None
    assert started.number == 2
