"""Timers on the real loop, by the wall clock."""

from __future__ import annotations

import asyncio

import pytest

from bot import clock
from bot.clock import SystemClock


async def test_a_past_time_fires_at_once_and_a_cancelled_call_never() -> None:
    time, fired = SystemClock(), asyncio.Event()
    never = time.call_at(time.now() + 0.01, lambda: pytest.fail("it was cancelled"))
    never.cancel()
    time.call_at(time.now() - 100, fired.set)
    await asyncio.wait_for(fired.wait(), 1)
    await asyncio.sleep(0.03)


async def test_long_waits_are_cut_and_fire_at_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock may be set while a week-long timer waits, so it looks again now and then."""
    monkeypatch.setattr(clock, "LONGEST_TIMER", 0.01)
    time, fired = SystemClock(), asyncio.Event()
    due = time.now() + 0.12
    time.call_at(due, fired.set)
    await asyncio.wait_for(fired.wait(), 5)
    assert time.now() >= due - 0.05
