"""The processor time of a move in each process when two run as one bot, compared with one alone, in the same run.

People play with the buttons of their hands at eight tables of one server, which is on shard 1. The bot uses PostgreSQL,
and Discord's limits are off. At first one process does everything. Then a second one takes shard 0, so it receives the
clicks in direct messages and hands them on to the first, which runs the tables. Hands in direct messages and hands
opened in the server are both measured; for the latter, the first process does everything and the second nothing.

With equally many tables on either shard, the busier process limits how much two can play: for presses in direct
messages, the process of shard 0 plays its own half and hands on the other.

`python -m tests.bench.two_processes` prints the figures as JSON. It needs Debian's PostgreSQL.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests import postgres as servers
from tests.bench.move_time import Unlimited, button, processor_time
from tests.process.conftest import COMMAND
from tests.process.pairs import Boards, Figures, pairs_at_play, play_for
from tests.process.test_two_processes import GUILD_SHARD, running

if TYPE_CHECKING:
    from tests.process.pairs import Pair
    from tests.process.test_two_processes import Fleet

TABLES, ROUNDS, SECONDS = 4, 3, 9.0
A_TURN = 1.0
"""Seconds from one turn of a table to the next."""
MOVES_A_TURN = 2
ANSWERED = "answered after"
"""Key for the answers: milliseconds of wall-clock time from a press to its first answer."""


async def open_hands(pairs: list[Pair]) -> None:
    """Open everybody's hand in the server, where it is shown from then on."""
    for pair in pairs:
        for person in pair.people:
            board = await pair.machine.seen(person, pair.place, partial(button, verb="hand"))
            custom_id = button(board, "hand")
            await pair.machine.do(person, "click", place=pair.place, message=board["id"], custom_id=custom_id)


async def cost(fleet: Fleet, pairs: list[Pair]) -> dict[str, float]:
    """Return each process's milliseconds per move, without its idle load, and the milliseconds until the answer."""
    idle = await spent(fleet, asyncio.sleep(SECONDS / 3))
    figures = Figures(Boards(fleet.machine))
    busy = await spent(fleet, play_for(pairs, SECONDS, figures))
    found = {name: 1000 * (busy[name] - 3 * idle[name]) / (MOVES_A_TURN * figures.turns) for name in busy}
    return found | {ANSWERED: 1000 * median(figures.answers)}


async def spent(fleet: Fleet, work: object) -> dict[str, float]:
    before = {name: processor_time(process.pid) for name, process in fleet.processes.items()}
    await work  # type: ignore[misc]
    return {name: processor_time(process.pid) - before[name] for name, process in fleet.processes.items()}


async def measure(folder: Path, url: str) -> dict[str, dict[str, float]]:
    """Return the median milliseconds of a move per process and until the answer, by processes and place of hands."""
    found: dict[str, dict[str, float]] = {}
    async with running(folder, url, Unlimited()) as fleet:
        fleet.machine.command = COMMAND
        await fleet.start("a")
        pairs = await pairs_at_play(fleet.machine, 2 * TABLES, by_buttons=True, a_turn=A_TURN)
        kinds = {"messages": pairs[:TABLES], "server": pairs[TABLES:]}
        await open_hands(kinds["server"])
        for number in ("one", "two"):
            if number == "two":
                await fleet.start("b")
                await fleet.until(lambda owners: owners == {0: "b", GUILD_SHARD: "a"})
            for pairs in kinds.values():
                await play_for(pairs, SECONDS, Figures(Boards(fleet.machine)))
            taken: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
            for _ in range(ROUNDS):
                for kind, pairs in kinds.items():
                    taken[kind].append(await cost(fleet, pairs))
            for kind, costs in taken.items():
                found[f"{number}, {kind}"] = {name: round(median(it[name] for it in costs), 2) for name in costs[0]}
    return found


def at_most(found: dict[str, dict[str, float]]) -> dict[str, float]:
    """Return the ratio of the moves that two processes can play to those of one, by where the hands are."""
    alone, handed = found["one, messages"]["a"], found["two, messages"]
    in_messages = alone / max((alone + handed["b"]) / 2, handed["a"] / 2)
    in_servers = 2 * found["one, server"]["a"] / (found["two, server"]["a"] + found["two, server"]["b"])
    return {"messages": round(in_messages, 2), "server": round(in_servers, 2)}


def main() -> None:
    server = servers.started()
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(measure(Path(folder), server.empty()))
    finally:
        server.control("-m", "immediate", "stop")
        shutil.rmtree(server.folder)
    sys.stdout.write(json.dumps({"milliseconds a move": found, "times the moves of one": at_most(found)}) + "\n")


if __name__ == "__main__":
    main()
