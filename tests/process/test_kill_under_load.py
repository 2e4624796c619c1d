"""SIGKILL and other trouble at random moments while many tables play: no acknowledged action is lost,
repeated or torn.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.playground import world
from bot.rules.catalogue import GAMES
from bot.tables.model.action_log import effective
from bot.tables.model.stores import OUTCOME_UNKNOWN
from bot.tables.runtime.downtime import CHECK_SECONDS
from bot.ui.interaction.failures import SAVED
from db.store import open_store
from tests.process import skewed
from tests.process.conftest import controls
from tests.process.test_kill import chosen, is_within, replayed
from tests.soaking import bounded
from tests.wire_client import PersonClient, RefusedError, text_of

if TYPE_CHECKING:
    from bot.tables.model.action_log import LoggedAction
    from tests.process.conftest import Machine
    from tests.wire_client import Json

log = logging.getLogger(__name__)
ROUNDS = bounded(2, 100)
TABLES = bounded(3, 20)
CLOCK = bounded(60, 120)
"""Seconds per turn. None of these troubles makes a person miss one. A random player also takes plays back, so a turn at
one of many tables can last for more than a minute while the machine is busy.
"""

Trouble = Callable[["Machine", random.Random], Awaitable[None]]


@dataclass
class Player:
    """A person at one table, and those of their actions whose outcome they saw."""

    person: PersonClient
    place: int
    game: str
    acknowledged: list[str] = field(default_factory=list)
    refused: int = 0
    lost: int = 0

    async def open(self) -> None:
        bots = GAMES[self.game].seats[0] - 1
        await self.person.slash(self.place, "table new", game=self.game, bots=bots, clock=CLOCK)
        await self.person.until(self.place, lambda board: bool(controls(board)), seconds=60)
        await self.person.slash(self.place, "table start")

    async def play(self, chance: random.Random) -> None:
        """Play legal actions until cancelled. An action is acknowledged when the hand after it is seen.

        An answer that the bot deferred, because it draws pictures for many, is waited for. One that never comes is
        lost.
        """
        while True:
            choices = await self._offered()
            if choices:
                await self._act(chance.choice(choices)["value"])
            else:
                await asyncio.sleep(0.05)

    async def _offered(self) -> list[Json]:
        """The legal actions, or none while no bot is there to ask."""
        with contextlib.suppress(RefusedError):
            return await self.person.autocomplete(self.place, "move", "action", action="")
        return []

    async def _act(self, action: str) -> None:
        self.lost += 1  # until the answer is seen
        with contextlib.suppress(RefusedError, TimeoutError):
            answer = await self.person.slash(self.place, "move", action=action)
            if "message" not in answer:
                return
            seen = await self.person.until(self.place, partial(_is_answer, answer["message"]))
            if OUTCOME_UNKNOWN in text_of(seen):
                return  # the person is asked to check whether it was done
            self.lost -= 1
            if text_of(seen).startswith(("## Your hand", SAVED)):
                self.acknowledged.append(action)
            else:
                self.refused += 1
                log.info("refused: %s", text_of(seen))


# What happens to a bot that is about to be killed


async def nothing(_machine: Machine, _chance: random.Random) -> None:
    """Do nothing but kill the bot."""


async def lose_answers(machine: Machine, chance: random.Random) -> None:
    """Let Discord refuse some acknowledgements: the interaction is over, or something fails there."""
    status, code = chance.choice([(404, 10062), (500, 0), (503, 0)])
    await machine.client.fail("POST", "/interactions/*", status, code, times=chance.randint(1, 5))


async def cut_gateway(machine: Machine, chance: random.Random) -> None:
    """Cut the gateway: politely, for a moment, or for a while."""
    seconds = chance.choice([0.0, 1.0, bounded(2, 20)])
    await machine.client.cut_gateway(politely=not seconds, seconds=seconds)
    await asyncio.sleep(seconds)
    await machine.client.until_online(seconds=90)


async def set_clock(machine: Machine, chance: random.Random) -> None:
    """Set the clock back or forward, by up to a whole night. The bot has time to notice."""
    machine.set_clock(chance.choice([-600, 900, 8 * 3600, -3 * 3600]))
    await asyncio.sleep(chance.uniform(0, bounded(1, int(CHECK_SECONDS) + 1)))


async def pause(machine: Machine, chance: random.Random) -> None:
    """Stop the process for a while, as in a machine that is paused."""
    await machine.pause(chance.uniform(0.5, bounded(1, 15)))


TROUBLES: tuple[Trouble, ...] = (lose_answers, set_clock, cut_gateway, pause, nothing)


def _is_answer(answer_id: str, message: Json) -> bool:
    """Whether this is the answer, rather than the note that one will come."""
    return message["id"] == answer_id and bool(text_of(message))


@pytest.fixture
async def players(machine: Machine) -> list[Player]:
    """Players at tables that are dealt, each in a channel of its own, on a machine whose clock can be set."""
    machine.program = skewed.run
    return await seated(machine)


async def seated(machine: Machine) -> list[Player]:
    """Start the bot and open the tables."""
    await machine.start_bot()
    people = [machine.client.person(person.id) for person in world.PEOPLE]
    games, players = tuple(GAMES), []
    for number in range(TABLES):
        place = await machine.client.create_channel(f"table-{number}")
        player = Player(people[number % len(people)], place, games[number % len(games)])
        await player.open()
        players.append(player)
    return players


async def test_repeated_kills_under_load_lose_and_repeat_nothing(machine: Machine, players: list[Player]) -> None:
    """Trouble may lose answers to actions, and nothing else. The clock plays no person's turn."""
    chance = random.Random(5)
    for number in range(ROUNDS):
        trouble = TROUBLES[number % len(TROUBLES)]
        await _play_until_killed(machine, players, chance, trouble)
        await machine.start_bot()
    assert await machine.stop_bot() == 0
    for player in players:
        await check(machine, player)
    with contextlib.closing(sqlite3.connect(machine.database)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA foreign_key_check").fetchone() is None
    assert machine.errors == []
    acknowledged = sum(len(player.acknowledged) for player in players)
    refused, lost = sum(player.refused for player in players), sum(player.lost for player in players)
    log.info("%d kills, %d acknowledged actions, %d refused, %d lost answers", ROUNDS, acknowledged, refused, lost)


async def _play_until_killed(machine: Machine, players: list[Player], chance: random.Random, trouble: Trouble) -> None:
    tasks = [asyncio.create_task(player.play(chance)) for player in players]
    async with asyncio.timeout(60):
        while not any(player.acknowledged for player in players):
            await asyncio.sleep(0.05)
    await asyncio.sleep(chance.uniform(0.2, 1.5))
    await trouble(machine, chance)
    await asyncio.sleep(chance.uniform(0.2, 1.5))
    await machine.kill_bot()
    await stop_players(tasks)


async def stop_players(tasks: list[asyncio.Task[None]]) -> None:
    """Stop the players, and check that none of them has failed."""
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(result, asyncio.CancelledError | RefusedError | aiohttp.ClientError), result


async def check(machine: Machine, player: Player) -> None:
    store = await open_store(machine.database, machine.database_url)
    try:
        table_id = await store.tables.in_channel(player.place)
        assert table_id is not None
        record = await store.tables.load(table_id)
        actions: tuple[LoggedAction, ...] = await store.tables.actions(table_id)
    finally:
        await store.close()
    assert record is not None
    assert [entry.number for entry in actions] == list(range(1, len(actions) + 1))
    seat = record.seat_of(player.person.id)
    assert [entry for entry in actions if entry.seat == seat and entry.by is None] == []
    assert is_within(player.acknowledged, [entry.text for entry in actions if entry.by == player.person.id])
    played = effective(actions)
    assert replayed(record, played) == record.state
    mine = [entry for entry in chosen(record, played) if entry.by == player.person.id]
    assert len(mine) <= len(player.acknowledged) + player.lost
