"""How late the event loop is while pictures are drawn beside it.

Bar: while boards and hands are drawn without a pause, a timer is at most 50 ms late at p99, even on a busy machine.
Discord allows three seconds.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING

import pytest

from bot.players.registry import player
from bot.rules.catalogue import GAMES
from bot.tables.acts.play import apply, start
from bot.tables.model.position import Position
from bot.tables.model.records import Seat, TableRecord
from bot.ui.art.hand_style import HandStyle
from bot.ui.art.illustrations import Illustrator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_benchmark.fixture import BenchmarkFixture

MOVES = 200
DRAWN = 40


def positions(game: str) -> Sequence[Position]:
    """Return the last positions of a long random game."""
    seats = tuple(Seat(f"person {index}", 100 + index) for index in range(GAMES[game].seats[-1]))
    options = {option.name: option.default for option in GAMES[game].options}
    record = TableRecord(7, 1, 2, game, options, len(seats), 100, b"s" * 32, 0.0, seats=seats)
    position, chooser, rng = start(Position.of(record), 100, 5, 1.0), player(game, "random"), random.Random(1)
    found: list[Position] = []
    while len(found) < MOVES and (seat := position.seat_to_act) is not None:
        found.append(position)
        position = apply(position, seat, chooser.choose(position.view(seat), rng).action)
    return found[-DRAWN:]


async def lateness(until: asyncio.Event) -> list[float]:
    """Return by how many seconds each of many short sleeps overslept, in ascending order."""
    found: list[float] = []
    while not until.is_set():
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        found.append(time.perf_counter() - began - 0.001)
    return sorted(found)


async def drawn_in_a_row(shown: Sequence[Position]) -> list[float]:
    """Return the lateness of a timer while the board and a hand of every position are drawn."""
    illustrator, done = Illustrator(), asyncio.Event()
    await illustrator.of_board(shown[0])  # makes the sprites, once
    timer = asyncio.ensure_future(lateness(done))
    for position in shown:
        assert (await illustrator.of_board(position)).table is not None
        await asyncio.sleep(0)  # each is sent before the next is drawn
        await illustrator.of_hand(position, position.person_to_act or 100, HandStyle())
        await asyncio.sleep(0)
    done.set()
    late = await timer
    await illustrator.close()
    return late


@pytest.mark.usefixtures("draws")
@pytest.mark.parametrize("game", GAMES)
def test_the_event_loop_is_on_time_while_pictures_are_drawn(game: str, benchmark: BenchmarkFixture) -> None:
    shown = positions(game)
    late = benchmark.pedantic(lambda: asyncio.run(drawn_in_a_row(shown)), rounds=1)
    places = {"median": len(late) // 2, "p99": int(len(late) * 0.99), "worst": -1}
    benchmark.extra_info |= {name: f"{late[place] * 1000:.1f} ms late" for name, place in places.items()}
    assert late[places["p99"]] < 0.050, benchmark.extra_info
