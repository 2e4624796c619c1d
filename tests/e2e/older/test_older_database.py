"""A database written by version 0.1.0: its games continue with the existing buttons, and nothing is lost.

README.md explains how the two files were made. They do not change with the code.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.__main__ import main
from tests.e2e.older.older import Older, stored
from tests.e2e.older.reading import digest
from tests.e2e.table_talk import parts

if TYPE_CHECKING:
    from pathlib import Path

    from bot.settings import Settings

FACTS, DATABASE = stored("0.1.0")
CLOCK_LEFT = 200
"""Seconds left in the turn at the table with a clock."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """That version's settings, with a copy of its database."""
    settings.database_path.write_bytes(DATABASE)
    return replace(settings, bot_move_delay=60)


async def actions(older: Older, table: Any) -> list[str]:
    return [action.text for action in await older.world.bot.store.tables.actions(table.id)]


async def test_the_new_version_posts_nothing_at_its_start(older: Older) -> None:
    """All tables are as they were. The old messages are the ones that are kept up to date."""
    posted = [r for r in older.world.env.http_requests if r.method == "POST" and "/messages" in r.path]
    assert not posted
    for key, fact in FACTS["tables"].items():
        assert (await older.table(key)).record.decision == fact["decision"], key


@pytest.mark.parametrize("game", FACTS["games"])
async def test_an_old_control_continues_a_game_to_its_end(older: Older, game: str, tmp_path: Path) -> None:
    """A half-built turn is kept and can be finished, and the whole game is verified from its first action."""
    fact, place = FACTS["games"][game], FACTS["controls"][game]
    table = await older.table(game)
    played, draft = await actions(older, table), fact["steps_before"] > 0
    hand = await older.ask(place["by"], place["channel"], "hand")
    if draft:
        assert place["custom_id"] in [part.get("custom_id") for part in parts(hand)]
    await older.press(game)
    assert (await actions(older, table))[: len(played) + 1] == [*played, fact["action"]]
    await older.world.play_to_end(table)
    file = tmp_path / "game.json"
    file.write_bytes(await older.saved_game(place["by"], place["channel"], table.id))
    assert main(["verify", str(file)]) == 0


async def test_a_lobby_fills_and_starts(older: Older) -> None:
    """A person who was removed stays out, and a person who was invited may join."""
    table, place = await older.table("lobby"), FACTS["tables"]["lobby"]["channel"]
    refused = await older.ask("ben", place, "table join")
    assert refused.content
    assert len(table.record.people) == 1
    await older.press("join")
    assert len(table.record.people) == 2
    await older.press("start")
    assert table.record.started_at is not None


async def test_an_old_question_can_be_answered(older: Older) -> None:
    """The discarded card is back in the hand, and can be discarded again."""
    table, place = await older.table("question"), FACTS["tables"]["question"]["channel"]
    *_, discarded = await actions(older, table)
    await older.press("agree")
    assert table.record.proposal is None
    await older.ask("anna", place, "discard", cards=discarded.removeprefix("discard "))
    assert (await actions(older, table))[-1] == discarded
    assert table.position.person_to_act == older.world.people["ben"].id


async def test_an_absent_player_comes_back(older: Older) -> None:
    table = await older.table("autopilot")
    assert len(table.record.present) == 1
    await older.press("back")
    assert len(table.record.present) == 2


async def test_a_table_in_a_thread_continues(older: Older) -> None:
    table, place = await older.table("thread"), FACTS["tables"]["thread"]["channel"]
    await older.world.play_on(table, until=lambda: table.record.decision >= 12)
    hand = await older.ask("anna", place, "hand")
    assert f":{table.id}:" in str(parts(hand))


async def test_clocks_exclude_the_time_without_a_bot(older: Older) -> None:
    """A person's turn has the time that was left, and computer players move when they would have."""
    clock, watched = await older.table("clock"), await older.table("watched")
    await older.world.env.advance_time(65)
    assert watched.record.decision > 0
    await older.world.env.advance_time(CLOCK_LEFT - 65 - 10)
    assert clock.record.decision == FACTS["tables"]["clock"]["decision"]
    await older.world.env.advance_time(20)
    assert clock.record.decision > FACTS["tables"]["clock"]["decision"]


async def test_finished_games_are_replayed_and_verified(older: Older, tmp_path: Path) -> None:
    """An old board's button and the command both work. Each file has the same content as before, and is verified."""
    shown = (await older.press("replay")).response
    assert ":replay-turn:" in str(parts(shown))
    file = tmp_path / "game.json"
    for fact in FACTS["finished"]:
        saved = await older.saved_game("anna", fact["channel"], fact["table"])
        assert digest(saved) == fact["digest"], fact
        file.write_bytes(saved)
        assert main(["verify", str(file)]) == 0
        told = await older.ask("anna", fact["channel"], "verify", id=str(fact["table"]))
        assert json.loads(saved)["secret"] in str(parts(told))


async def test_an_old_boards_button_opens_a_rematch(older: Older) -> None:
    """The person who presses Rematch takes a seat, and the other seat is kept."""
    await older.press("rematch")
    table = await older.world.table(older.kept.channels[FACTS["tables"]["again"]["channel"]])
    assert table.record.rematch_of == FACTS["tables"]["again"]["id"]
    assert (len(table.record.people), len(table.record.awaited)) == (1, 1)


def as_chosen_now(chosen: dict[str, list[str]]) -> dict[str, list[str]]:
    """Translate the old setting for mentions, which was on or off: on now means that the server decides."""
    if "s:0:set::pings" not in chosen:
        return chosen
    mentions = {"on": "server", "off": "never"}[chosen["s:0:set::pings"][0]]
    return {k: v for k, v in chosen.items() if k != "s:0:set::pings"} | {"s:0:set::mentions": [mentions]}


async def test_ratings_statistics_and_settings_are_unchanged(older: Older) -> None:
    """Ratings, numbers and choices stay the same, whatever else the pages say by now and however they are worded."""
    for fact in FACTS["asked"]:
        page = await older.read(fact["by"], fact["channel"], fact["command"], **fact["options"])
        assert page["ratings"] == [tuple(pair) for pair in fact["ratings"]], fact
        chosen = as_chosen_now(fact["chosen"])
        assert {name: page["chosen"][name] for name in chosen} == chosen, fact
        assert not Counter(fact["numbers"]) - Counter(page["numbers"]), fact


async def test_recomputed_ratings_equal_the_stored_ones(
    older: Older, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Recomputed ratings equal the stored ones to the last digit."""
    before = tmp_path / "before.sqlite3"
    before.write_bytes(DATABASE)
    path = older.world.settings.database_path
    assert ratings(path) == ratings(before)
    await older.world.bot.release()
    monkeypatch.setenv("DATABASE_PATH", str(path))
    assert await asyncio.get_running_loop().run_in_executor(None, main, ["ratings", "rebuild"]) == 0
    assert ratings(path) == ratings(before)


def ratings(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as sql:
        query = """SELECT guild_id, season, game, ladder, person, level, mu, sigma, games FROM ratings
                   ORDER BY 1, 2, 3, 4, 5, 6"""
        return sql.execute(query).fetchall()
