"""SIGKILL at random moments while many tables play: nothing acknowledged is lost, nothing doubled, nothing torn."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import sqlite3
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.playground import world
from bot.playground.client import PersonClient, RefusedError, text_of
from bot.rules.catalogue import GAMES
from bot.tables.model.action_log import effective
from db.store import SqliteStore
from tests.process.conftest import controls
from tests.process.test_kill import is_within, replayed
from tests.soaking import bounded

if TYPE_CHECKING:
    from bot.playground.client import Json
    from bot.tables.model.records import LoggedAction
    from tests.process.conftest import Machine

log = logging.getLogger(__name__)
ROUNDS = bounded(2, 100)
TABLES = bounded(3, 20)


@dataclass
class Player:
    """A person at one table, and the actions of theirs whose outcome they saw."""

    person: PersonClient
    place: int
    game: str
    acknowledged: list[str] = field(default_factory=list)
    refused: int = 0

    async def open(self) -> None:
        bots = GAMES[self.game].seats[0] - 1
        await self.person.slash(self.place, "table new", game=self.game, bots=bots)
        await self.person.until(self.place, lambda board: bool(controls(board)), seconds=30)
        await self.person.slash(self.place, "table start")

    async def play(self, chance: random.Random) -> None:
        """Play legal actions until somebody stops it; one is acknowledged when the hand after it is seen.

        An answer that the bot put off (it draws pictures for many) is waited for.
        """
        while True:
            choices = await self.person.autocomplete(self.place, "move", "action", action="")
            if not choices:
                await asyncio.sleep(0.05)
                continue
            action = chance.choice(choices)["value"]
            answer = await self.person.slash(self.place, "move", action=action)
            seen = await self.person.until(self.place, partial(_tells, answer["message"]))
            if text_of(seen).startswith("## Your hand"):
                self.acknowledged.append(action)
            else:
                self.refused += 1
                log.info("refused: %s", text_of(seen))


def _tells(answer_id: str, message: Json) -> bool:
    """Whether this is the answer, and no longer the note that one will come."""
    return message["id"] == answer_id and bool(text_of(message))


@pytest.fixture
async def players(machine: Machine) -> list[Player]:
    """A table in each of so many channels, dealt."""
    await machine.start_bot()
    people = [machine.client.person(person.id) for person in world.PEOPLE]
    games, seated = tuple(GAMES), []
    for number in range(TABLES):
        place = await machine.client.create_channel(f"table-{number}")
        player = Player(people[number % len(people)], place, games[number % len(games)])
        await player.open()
        seated.append(player)
    return seated


async def test_killed_again_and_again_under_load_nothing_is_lost_or_doubled(
    machine: Machine, players: list[Player]
) -> None:
    """Each kill may swallow the answer to one action of each table, and nothing else."""
    chance = random.Random(5)
    for _ in range(ROUNDS):
        await _play_until_killed(machine, players, chance)
        await machine.start_bot()
    assert await machine.stop_bot() == 0
    for player in players:
        await _check(machine, player)
    with contextlib.closing(sqlite3.connect(machine.database)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA foreign_key_check").fetchone() is None
    assert "ERROR" not in machine.log
    acknowledged = sum(len(player.acknowledged) for player in players)
    refused = sum(player.refused for player in players)
    log.info("%d kills, %d acknowledged actions, %d refused", ROUNDS, acknowledged, refused)


async def _play_until_killed(machine: Machine, players: list[Player], chance: random.Random) -> None:
    tasks = [asyncio.create_task(player.play(chance)) for player in players]
    await asyncio.sleep(chance.uniform(0.2, 1.5))
    await machine.kill_bot()
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(result, asyncio.CancelledError | RefusedError | aiohttp.ClientError), result


async def _check(machine: Machine, player: Player) -> None:
    store = await SqliteStore.open(machine.database)
    try:
        table_id = await store.tables.in_channel(player.place)
        assert table_id is not None
        record = await store.tables.load(table_id)
        actions: tuple[LoggedAction, ...] = await store.tables.actions(table_id)
    finally:
        await store.close()
    assert record is not None
    assert [entry.number for entry in actions] == list(range(1, len(actions) + 1))
    mine = [entry.text for entry in actions if entry.by == player.person.id]
    assert len(player.acknowledged) <= len(mine) <= len(player.acknowledged) + ROUNDS
    assert is_within(player.acknowledged, mine)
    assert replayed(record, effective(actions)) == record.state
