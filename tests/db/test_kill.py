"""SIGKILL at any moment loses no acknowledged move, repeats none, and leaves nothing half done."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.model.records import Change
from bot.tables.model.stores import RepeatedInteractionError
from db.store import SqliteStore
from tests.db.examples import next_version

ROOT = Path(__file__).parents[2]
KILLS = 3


def play_and_kill(path: Path, seconds: float) -> dict[int, tuple[int, int]]:
    """Let the writer play that long after its first move, and kill it. Return its last acknowledged
    move at each table.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "tests.db.writer", path], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline()]
        assert said[0], "the writer could not start"
        time.sleep(seconds)
        writer.kill()
        said += writer.stdout.readlines()
    if not said[-1].endswith("\n"):
        said.pop()  # killed in the middle of a line
    moves = [tuple(map(int, line.split())) for line in said]
    return {table: (decision, interaction) for table, decision, interaction in moves}


async def test_a_killed_bot_keeps_every_acknowledged_move(path: Path) -> None:
    """The bot is killed again and again in the middle of many moves, each time on the file that the last kill left."""
    rng = random.Random(13)
    acknowledged: dict[int, tuple[int, int]] = {}
    for _ in range(KILLS):
        acknowledged |= play_and_kill(path, rng.uniform(0, 0.2))
        store = await SqliteStore.open(path)
        with closing(sqlite3.connect(path)) as sql:
            assert sql.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert sql.execute("PRAGMA foreign_key_check").fetchall() == []
        for table_id, (decision, interaction) in acknowledged.items():
            acknowledged[table_id] = (await stored(store, table_id, decision, interaction), interaction)
        await store.close()
    assert sum(decision for decision, _ in acknowledged.values()) >= KILLS


async def stored(store: SqliteStore, table_id: int, decision: int, interaction: int) -> int:
    """Check that the table is complete, and return its decision: the acknowledged one, or the next, saved just before
    the kill.
    """
    table = await store.tables.load(table_id)
    assert table is not None
    assert table.decision in (decision, decision + 1)
    assert [action.number for action in await store.tables.actions(table_id)] == list(range(1, table.decision + 1))
    assert table.version == table.decision + 1
    assert (table.state or "").startswith(f"after {table.decision} ")
    draft = await store.tables.draft(table_id, 0)
    assert draft is None or draft.content == {"of": table.decision}
    with pytest.raises(RepeatedInteractionError):
        await store.tables.save(Change(next_version(table), interaction))
    return table.decision
