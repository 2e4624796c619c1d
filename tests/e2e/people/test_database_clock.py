"""Where several processes share a database, they go by its clock, also where a machine's own is an hour slow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.acts.absence import time_left
from tests.e2e.people.test_server_settings import manager, page, section
from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

HOUR = 3600.0


@pytest.fixture
def world_an_hour_slow(world: World) -> World:
    """The bot on a machine whose clock is an hour behind the database's."""
    world.bot.clock.correct(HOUR)
    return world


async def test_times_that_people_type_are_read_by_the_databases_clock(world_an_hour_slow: World) -> None:
    """By the machine's, a table opened an hour early, and an absence of 50 minutes was over before it began."""
    world, anna = world_an_hour_slow, world_an_hour_slow.person("anna")
    now = world.bot.clock.now()
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    [plan] = await world.bot.store.plans.of_person(anna.id)
    assert plan.at == pytest.approx(now + 2 * HOUR, abs=60)
    await anna.slash(world.channel, "away", until="in 50 minutes")
    chosen = await world.bot.store.people.settings(anna.id)
    assert chosen.away_until == pytest.approx(now + 50 * 60, abs=60)
    assert "Welcome back" in sentence(await anna.slash(world.channel, "away"))
    chosen = await world.bot.store.people.settings(anna.id)
    assert time_left(chosen.absences, now) == pytest.approx(time_left((), now), abs=60)


async def test_a_board_names_an_absence_by_the_databases_clock(world: World) -> None:
    """By the clock of a machine that is an hour fast, the absence was over, and the board did not say what the game
    waits for.
    """
    world.bot.clock.correct(-HOUR)
    await world.seated("anna", "ben")
    await world.person("ben").slash(world.channel, "away", until="in 50 minutes")
    assert "-# ben is away until <t:" in text(world.board())


async def test_a_season_begins_by_the_databases_clock(world_an_hour_slow: World) -> None:
    """By the machine's, it began an hour ago, and a game that ended before it counted for it."""
    world, boss = world_an_hour_slow, manager(world_an_hour_slow)
    shown = await section(boss, await page(world, boss), "results")
    asked = (await boss.click(shown, custom_id=control(shown, "season-ask"))).response
    await boss.click(asked, custom_id=control(asked, "season-start"))
    [_first, second] = await world.bot.store.records.seasons(world.guild.id)
    assert second.started_at == pytest.approx(world.bot.clock.now(), abs=60)
