"""The order in which background messages are drawn when several wait for the drawing thread."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.tables.model.position import Position

AT_ONCE, SOON, LATER = 0.0, 3.0, 10.0
"""Seconds a drawing may wait before it overtakes the hand of whoever's turn it is: that hand, another hand, a board."""

Patience: TypeAlias = "Callable[[], float]"
"""How long a drawing may wait, which may become less while it does."""


def patience_for_hand(position: Position, person: int) -> float:
    """How long the drawing of the person's hand may wait."""
    return AT_ONCE if position.person_to_act == person else SOON


def patience_for_board() -> float:
    """How long the drawing of a board, or of anything that nobody is waiting for, may wait."""
    return LATER


@dataclass(slots=True, eq=False)
class _Waiting:
    """A drawing that has waited since then, in the event loop's seconds."""

    since: float
    patience: Patience
    turn: asyncio.Future[None]


class DrawingTurns:
    """Lets `limit` background messages be drawn at a time, by urgency, which grows with waiting."""

    def __init__(self, limit: int) -> None:
        self._free = limit
        self._waiting: list[_Waiting] = []

    @asynccontextmanager
    async def turn(self, patience: Patience) -> AsyncIterator[None]:
        """Wait for a turn and hold it during the block; `patience` returns `AT_ONCE`, `SOON` or `LATER`."""
        await self._wait(patience)
        try:
            yield
        finally:
            self._end()

    async def _wait(self, patience: Patience) -> None:
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        mine = _Waiting(loop.time(), patience, loop.create_future())
        self._waiting.append(mine)
        try:
            await mine.turn
        except asyncio.CancelledError:
            if not mine.turn.cancelled():
                self._end()  # the turn had come already
            raise

    def _end(self) -> None:
        """Give the turn to the most urgent one still waiting."""
        self._waiting = [one for one in self._waiting if not one.turn.done()]
        if not self._waiting:
            self._free += 1
            return
        first = min(self._waiting, key=lambda one: one.since + one.patience())
        first.turn.set_result(None)
