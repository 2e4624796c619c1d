"""The cost of one press of “Draw”: how many of our functions run, in how many files, and how often the store is asked.

CPython 3.11 runs each comprehension and lambda as a function of its own, and they are counted as such; later versions
run most comprehensions inline. The number of functions with a name shows how many there are to read.

The real bot runs in a simulated Discord. Two people are in mid-game, and one of them presses the button under the hand
in their direct messages, shown as a picture. Everything that follows until the bot is idle is counted: the answer, the
board, and the other player's hand.

`python -m tests.bench.press` prints the figures as JSON, for the code in the working directory.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any
from unittest import mock

import simcord

from bot import app
from bot.app import RummyBot
from bot.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

ROOT = Path(app.__file__).parents[1]
OURS = tuple(f"{ROOT / folder}{os.sep}" for folder in ("bot", "cogs", "db"))
RULES = f"{os.sep}rules{os.sep}"
TURNS_BEFORE = 6
"""Turns played first, so that everything is loaded and no hand is new."""
PRESSES = 5
"""Presses counted; the median is reported. Counts differ slightly if two requests to the store share a transaction."""


@dataclass
class Count:
    """Counts calls in all threads started within `hooked`, and SQL statements, while `on` is true."""

    on: bool = False
    calls: Counter[CodeType] = field(default_factory=Counter)
    sql: list[str] = field(default_factory=list)

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        if self.on and event == "call" and frame.f_code.co_filename.startswith(OURS):
            self.calls[frame.f_code] += 1

    @contextmanager
    def hooked(self) -> Iterator[None]:
        """Observe every call and every statement within the block."""
        connect = sqlite3.connect

        def traced(*arguments: Any, **named: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*arguments, **named)
            connection.set_trace_callback(self._hear)
            return connection

        threading.setprofile(self)
        sys.setprofile(self)
        try:
            with (
                mock.patch("sqlite3.connect", traced),
                mock.patch("secrets.token_bytes", bytes),  # the same cards each time
                # The simulation waits for timers that are due soon, and the next round is always due soon.
                mock.patch("bot.tables.runtime.downtime.CHECK_SECONDS", 1e9),
            ):
                yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _hear(self, statement: str) -> None:
        if self.on:
            self.sql.append(" ".join(statement.split()))

    def take(self) -> dict[str, int]:
        """Return the figures since the last call, and start again from zero."""
        functions, sql = self.calls.copy(), self.sql.copy()
        self.calls.clear()
        self.sql.clear()
        return {
            "functions": len(functions),
            "functions_with_a_name": sum(not code.co_name.startswith("<") for code in functions),
            "files": len({code.co_filename for code in functions}),
            "calls": functions.total(),
            "transactions": sum(statement.startswith("BEGIN") for statement in sql),
            "draft_reads": sum(statement.startswith("SELECT") and " drafts" in statement for statement in sql),
            "views_made": _called(functions, "view", within=RULES),
        }


def _called(functions: Counter[CodeType], name: str, within: str = "") -> int:
    return sum(times for code, times in functions.items() if code.co_qualname == name and within in code.co_filename)


async def press(folder: Path) -> dict[str, int]:
    """Play some turns, then count several presses and return the medians."""
    count = Count()
    with count.hooked():
        settings = Settings(
            card_emojis="off",
            database_path=folder / "bot.sqlite3",
            bot_move_delay=0,
            board_edit_interval=0,
            think_processes=1,
            bot_shard_count=1,
            presses_a_second=0,
        )
        bot = RummyBot(settings)
        async with simcord.run(bot, settle_timeout=10) as env:
            try:
                figures = await _presses(env, count)
            finally:
                await bot.release()
    return {name: round(statistics.median(each[name] for each in figures)) for name in figures[0]}


async def _presses(env: Any, count: Count) -> list[dict[str, int]]:
    """Return the figures of several presses, with a turn between each and the next."""
    _, people = await a_table(env)
    figures = []
    for turn in range(TURNS_BEFORE + PRESSES):
        person, button = to_draw(people)
        count.on = turn >= TURNS_BEFORE
        await person.user.click(hand_of(person), custom_id=button)
        count.on = False
        figures.append(count.take())
        await discard(person)
    return figures[TURNS_BEFORE:]


async def a_table(env: Any) -> tuple[Any, list[Any]]:
    """Start a game for two in a channel, and return the channel and the two players."""
    guild = env.create_guild("Friends")
    channel = guild.create_text_channel("cards")
    people = [guild.add_member(env.create_user(name)) for name in ("anna", "ben")]
    await people[0].slash(channel, "table new", game="three-thirteen", seats=2)
    await people[1].slash(channel, "table join")
    await people[0].slash(channel, "table start")
    return channel, people


def hand_of(person: Any) -> Any:
    """Return the message that shows the person's cards."""
    return person.user.dm_channel.history()[-1]


def to_draw(people: list[Any]) -> tuple[Any, str]:
    """Return the person to act, and the custom id of the button that draws from the stock."""
    for person in people:
        for custom_id, form in _offered(hand_of(person)):
            if form == "draw stock":
                return person, custom_id
    raise LookupError("nobody is offered to draw")


async def discard(person: Any) -> None:
    """Press the first card that the person's hand offers to discard. A command would open the hand somewhere else."""
    hand = hand_of(person)
    custom_id = next(custom_id for custom_id, form in _offered(hand) if form.startswith("discard "))
    await person.user.click(hand, custom_id=custom_id)


def _offered(message: Any) -> Iterator[tuple[str, str]]:
    """Yield the custom ids of a message's controls, each with the text form of the action that it plays."""
    waiting = [part.to_dict() for part in message.components]
    while waiting:
        part = waiting.pop()
        waiting += part.get("components", ())
        custom_id = part.get("custom_id", "")
        if "options" in part:
            yield from ((custom_id, option["value"]) for option in part["options"])
        elif custom_id:
            yield custom_id, custom_id.split(":", 4)[-1]


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(json.dumps(asyncio.run(press(Path(folder)))) + "\n")


if __name__ == "__main__":
    main()
