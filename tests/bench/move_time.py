"""The processor time of a durable move, compared with the least that a bot with pictures can do, in the same run.

The real bot and a trivial one (`trivial_bot.py`) each run in their own process, on a simulated Discord in this process,
so its work is in neither figure. On the real bot, two people play with the buttons of their hands. Each press of Draw
and each Discard is a complete move: it is saved and answered, then the board and the hands are drawn and sent. The time
of a press is all the processor time that its process spends until it is idle again.

The board shows a turn once if the player discards within four seconds, and otherwise twice. Both cases are measured.

`python -m tests.bench.move_time` prints the figures as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.playground.limits import Limits, Verdict
from bot.playground.wire import Wire
from tests.process.conftest import CARDS, COMMAND, LOUNGE, ROOT, Machine, controls, people_of, place_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

ROUNDS, TURNS = 3, 12
WARM_TURNS = 150
"""Turns played before measuring.

A bot that has run for a while has drawn all cards in all sizes, and misses its cache in one move of a thousand.
"""
REST = 0.1
"""A bot that spends no processor time for this many seconds has finished everything that a press causes."""
MAX_ROUNDS, MAX_SECONDS = 50, 120
QUICK, SLOW = "0.5", "0"
"""Shortest pause between two edits of a board, in seconds: a turn fits within four of them, or there is no pause."""


class Unlimited(Limits):
    """Limits that accept every request, because presses follow one another faster than any person's."""

    def judge(self, method: str, path: str) -> Verdict:
        return Verdict(None)


class RealMachine(Machine):
    """A wire without limits, connected to the real bot."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.wire = Wire(limits=Unlimited())
        self.command = COMMAND


class TrivialMachine(RealMachine):
    """A wire without limits, connected to the trivial bot."""

    async def _start(self, environment: Mapping[str, str]) -> None:
        self.bot = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.bench.trivial_bot",
            cwd=ROOT,
            env={**os.environ, "DISCORD_TOKEN": self._address.token, "WIRE_URL": self._address.url},
        )


def processor_time(pid: int) -> float:
    """Return the processor time of all threads of a process, in seconds. Linux derives the clock's id from the pid."""
    return time.clock_gettime(~pid << 3 | 2)


async def pressed(machine: Machine, person: int, message: dict[str, Any], custom_id: str) -> float:
    """Press the button and return the processor time that the bot spent on it, in milliseconds."""
    assert machine.bot is not None
    began = processor_time(machine.bot.pid)
    place = int(message["channel_id"])
    await machine.do(person, "click", place=place, message=message["id"], custom_id=custom_id)
    return 1000 * (await at_rest(machine.bot.pid) - began)


async def at_rest(pid: int) -> float:
    """Return a process's processor time once it stops growing, however busy the machine is."""
    spent = processor_time(pid)
    for _ in range(MAX_ROUNDS):
        await asyncio.sleep(REST)
        before, spent = spent, processor_time(pid)
        if spent - before < 0.0001:
            break
    return spent


@asynccontextmanager
async def running(kind: type[RealMachine], **settings: str) -> AsyncIterator[Machine]:
    """Yield a machine whose bot is connected."""
    with tempfile.TemporaryDirectory() as folder:
        async with kind(Path(folder)) as machine:
            await machine.start_bot(**settings)
            yield machine


async def trivial() -> dict[str, list[float]]:
    """Return the milliseconds of each press, by button."""
    async with running(TrivialMachine) as machine:
        (anna,) = people_of(machine, 1)
        await machine.do(anna, "slash", place=CARDS, command="begin", options={})
        message = await machine.seen(anna, CARDS, lambda message: bool(controls(message)))
        found = {}
        for name in ("wait", "ready", "draw"):
            found[name] = [await pressed(machine, anna, message, name) for _ in range(2 * TURNS)][TURNS:]
        return found


async def durable(interval: str) -> dict[str, list[float]]:
    """Return the milliseconds of each press in the bot's second game, by what it does.

    `interval` is the shortest pause between two edits of a board.
    """
    async with running(RealMachine, BOARD_EDIT_INTERVAL=interval) as machine:
        people = people_of(machine, 2)
        await begin_game(machine, people, LOUNGE)
        await play_fast(machine, people)
        await begin_game(machine, people, CARDS)
        return await timed_turns(machine, people)


async def begin_game(machine: Machine, people: list[int], place: int) -> None:
    """Begin a game between the two people in the channel."""
    first, second = people
    options = {"game": "three-thirteen", "seats": 2}
    await machine.do(first, "slash", place=place, command="table new", options=options)
    for person, verb in ((second, "join"), (first, "start")):
        board = await machine.seen(first, place, partial(button, verb=verb))
        await machine.do(person, "click", place=place, message=board["id"], custom_id=button(board, verb))
    await asyncio.sleep(1)


async def play_fast(machine: Machine, people: list[int]) -> None:
    """Play the warm-up turns one press after another, without waiting for the bot to be idle."""
    last = ""
    async with asyncio.timeout(MAX_SECONDS):
        for _ in range(2 * WARM_TURNS):
            while (act := to_act(machine, people)) is None or act[2] == last:
                await asyncio.sleep(0.01)
            person, hand, last = act
            await machine.do(person, "click", place=int(hand["channel_id"]), message=hand["id"], custom_id=last)


async def timed_turns(machine: Machine, people: list[int]) -> dict[str, list[float]]:
    """Return the milliseconds of each press, by what it does."""
    found: dict[str, list[float]] = {"draw": [], "discard": []}
    for _ in range(TURNS):
        for times in found.values():
            act = to_act(machine, people)
            assert act is not None
            times.append(await pressed(machine, *act))
    return found


def to_act(machine: Machine, people: list[int]) -> tuple[int, dict[str, Any], str] | None:
    """Return the person to act, their hand, and the button of its first action (Draw, or a discard), or None."""
    for person in people:
        hand = machine.wire.backend.history_for(person, place_of(person))[-1]
        if button(hand, "act"):
            return person, hand, button(hand, "act")
    return None


def button(message: dict[str, Any], verb: str) -> Any:
    """Return the custom id of the message's first button with that verb, or an empty string."""
    ids = (part["custom_id"] for part in controls(message))
    return next((each for each in ids if each.split(":")[2:3] == [verb]), "")


def measure() -> dict[str, float]:
    """Return the medians over all rounds. The contestants take turns."""
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        taken = {"": asyncio.run(trivial()), "quick ": asyncio.run(durable(QUICK)), "slow ": asyncio.run(durable(SLOW))}
        for who, times in taken.items():
            for name, milliseconds in times.items():
                found[who + name] += milliseconds
    medians = {name: round(statistics.median(times), 2) for name, times in found.items()}
    reply = medians["ready"]
    return medians | {
        "ratio": round((medians["quick draw"] + medians["quick discard"]) / 2 / reply, 2),
        "ratio_slow": round((medians["slow draw"] + medians["slow discard"]) / 2 / reply, 2),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
