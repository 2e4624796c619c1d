"""The order in which background messages are drawn when several wait for the drawing thread."""

from __future__ import annotations

import asyncio
import heapq
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.tables.model.position import Position

AT_ONCE, SOON, LATER = 0.0, 3.0, 10.0
"""Seconds a drawing may wait before it overtakes the hand of whoever's turn it is: that hand, another hand, a board."""


def patience_for_hand(position: Position, person: int) -> float:
    """How long the drawing of the person's hand may wait."""
    return AT_ONCE if position.person_to_act == person else SOON


class DrawingTurns:
    """Lets `most` background messages be drawn at a time, by urgency, which grows with waiting."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()

    @asynccontextmanager
    async def turn(self, patience: float) -> AsyncIterator[None]:
        """Wait for a turn and hold it during the block; `patience` is `AT_ONCE`, `SOON` or `LATER`."""
        await self._wait(patience)
        try:
            yield
        finally:
            self._end()

    async def _wait(self, patience: float) -> None:
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        mine: asyncio.Future[None] = loop.create_future()
        heapq.heappush(self._waiting, (loop.time() + patience, next(self._number), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._end()  # the turn had come already
            raise

    def _end(self) -> None:
        """Give the turn to the most urgent one still waiting."""
        while self._waiting:
            _, _, first = heapq.heappop(self._waiting)
            if not first.done():
                first.set_result(None)
                return
        self._free += 1
