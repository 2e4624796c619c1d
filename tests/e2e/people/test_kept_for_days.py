"""Data that the privacy page limits to some days is deleted in time, even if the host has turned puzzles off."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.durations import DAY
from tests.e2e.table_talk import control

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, daily_puzzles="off")


def count_rows(world: World, table: str) -> int:
    with closing(sqlite3.connect(world.settings.database_path)) as sql:
        return int(sql.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608  # the tests' own


async def test_a_note_about_a_seen_deal_is_kept_for_its_day_only(world: World) -> None:
    """A deletion leaves a note about the day, which is removed at the bot's first start after that day."""
    anna = world.person("anna")
    deal = (await anna.slash(world.channel, "daily deal")).response
    await anna.click(deal, custom_id=control(deal, "deal-begin"))
    asked = (await anna.slash(world.channel, "privacy delete")).response
    await anna.click(asked, custom_id=control(asked, "forget-me"))
    assert count_rows(world, "spent_days") == 1
    await world.restart()
    assert count_rows(world, "spent_days") == 1, "the day is not over"
    await world.env.advance_time(DAY)
    await world.restart()
    assert count_rows(world, "spent_days") == 0
