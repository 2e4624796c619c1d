"""Recurring work: one look at a time, and none that was requested is forgotten."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.tables.runtime.recurring import AFTER_FAILURE, Recurring
from tests.tables.conftest import HandClock

if TYPE_CHECKING:
    import pytest

EVERY = 60.0


class Looks:
    """Looks that go on until the test lets them end."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.begun = 0
        self.may_end = asyncio.Event()
        self.recurring = Recurring("looks of a test", self.clock, self._look)

    async def _look(self) -> float:
        self.begun += 1
        await self.may_end.wait()
        return self.clock.now() + EVERY

    async def rest(self) -> None:
        """Let the looks end, and wait until none is under way."""
        self.may_end.set()
        while self.recurring.is_running:
            await asyncio.sleep(0)


async def test_a_look_requested_during_another_follows_it() -> None:
    """A channel chosen while the puzzles of others were being posted used to wait for the next hour."""
    looks = Looks()
    for _ in range(3):
        looks.recurring.run_now()
        await asyncio.sleep(0)
    assert looks.begun == 1
    await looks.rest()
    assert looks.begun == 2
    await looks.clock.advance(EVERY - 1)
    assert looks.begun == 2
    await looks.clock.advance(2)
    await looks.rest()
    assert looks.begun == 3
    await looks.recurring.close()


async def test_a_look_due_earlier_than_the_next_takes_its_place() -> None:
    """A later one does not, and one requested during another follows it, which may have begun too early to know."""
    looks = Looks()
    looks.recurring.run_now()
    await asyncio.sleep(0)
    looks.recurring.run_by(looks.clock.now() + EVERY)
    await looks.rest()
    assert looks.begun == 2
    for late in (2 * EVERY, EVERY / 2, EVERY):
        looks.recurring.run_by(looks.clock.now() + late)
    await looks.clock.advance(EVERY / 2 + 1)
    await looks.rest()
    assert looks.begun == 3
    await looks.clock.advance(EVERY - 2)
    assert looks.begun == 3
    await looks.recurring.close()


async def test_a_failed_look_is_logged_and_repeated(caplog: pytest.LogCaptureFixture) -> None:
    clock, begun = HandClock(), 0

    async def fail() -> float:
        nonlocal begun
        begun += 1
        raise LookupError

    recurring = Recurring("looks that fail", clock, fail)
    recurring.run_now()
    await clock.advance(AFTER_FAILURE + 1)
    while recurring.is_running:
        await asyncio.sleep(0)
    assert begun == 2
    assert [record.levelno for record in caplog.records if "looks that fail" in record.message] == [logging.ERROR] * 2
    await recurring.close()


async def test_closing_abandons_the_current_look_and_all_later_ones() -> None:
    """A look under way is abandoned."""
    looks = Looks()
    looks.recurring.run_now()
    await asyncio.sleep(0)
    await looks.recurring.close()
    looks.recurring.run_now()
    await looks.clock.advance(2 * EVERY)
    assert looks.begun == 1
    assert not looks.recurring.is_running
