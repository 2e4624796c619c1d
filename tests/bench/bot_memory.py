"""How large the bot's process grows while tables are opened and played: python -m tests.bench.bot_memory.

Computer players play all games in sixty channels, where the next game begins as soon as one is over; twelve pairs of
people play beside them. Nothing is limited by Discord.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from pathlib import Path

from bot.playground import world
from bot.rules.catalogue import GAMES
from tests.bench.worker_memory import resident_of, say
from tests.process.conftest import COMMAND, Machine
from tests.process.pairs import Boards, Figures, pairs_at_play, play_for

CHANNELS = 60
PAIRS = 12
A_TURN = 3
SETTINGS = {"WATCHED_TABLES": "1000", "REQUESTS_PER_SECOND": "1000", "BOT_MOVE_DELAY": "0.05"}


async def open_tables(machine: Machine) -> None:
    """Open a table in each channel, again and again; a channel whose game goes on refuses another."""
    places = [await machine.client.create_channel(f"watched-{number}") for number in range(CHANNELS)]
    for place, game in zip(itertools.cycle(places), itertools.cycle(GAMES)):
        await machine.do(world.PEOPLE[0].id, "slash", place=place, command="table watch", options={"game": game})
        await asyncio.sleep(0.1)


async def measure(folder: Path, minutes: float) -> None:
    async with Machine(folder) as machine:
        machine.command = COMMAND  # a forked bot would share the memory of the process it was forked from
        await machine.start_bot(**SETTINGS)
        assert machine.bot is not None
        say(f"{resident_of(machine.bot.pid):6.1f} MiB at the start")
        figures = Figures(Boards(machine))
        pairs = await pairs_at_play(machine, PAIRS, by_buttons=True, a_turn=A_TURN)
        opening = asyncio.create_task(open_tables(machine))
        playing = asyncio.create_task(play_for(pairs, minutes * 60, figures))
        began = time.monotonic()
        while (passed := time.monotonic() - began) < minutes * 60:
            await asyncio.sleep(60)
            say(f"{resident_of(machine.bot.pid):6.1f} MiB after {passed / 60 + 1:2.0f} minutes, {figures.turns} turns")
        opening.cancel()
        playing.cancel()
        await machine.stop_bot()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), options.minutes))


if __name__ == "__main__":
    main()
