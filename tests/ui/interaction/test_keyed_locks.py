"""Presses on one private message are answered one after another, but none waits for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.ui.interaction.keyed_locks import KeyedLocks

if TYPE_CHECKING:
    import pytest


async def test_work_that_hangs_holds_later_work_up_only_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord does not answer the first press. Later ones are done in order, and not at the same time."""
    monkeypatch.setattr("bot.ui.interaction.keyed_locks.MAX_WAIT_SECONDS", 0.02)
    locks, done = KeyedLocks(), list[str]()

    async def work(name: str, seconds: float) -> None:
        async with locks.hold("message"):
            done.append(f"{name} begins")
            await asyncio.sleep(seconds)
            done.append(f"{name} ends")

    hanging = asyncio.create_task(work("first", 60))
    await asyncio.sleep(0)
    await asyncio.wait_for(work("second", 0), 10)
    assert done == ["first begins", "second begins", "second ends"]
    hanging.cancel()
    await asyncio.gather(hanging, return_exceptions=True)
    done.clear()
    monkeypatch.undo()
    await asyncio.wait_for(asyncio.gather(work("third", 0.001), work("fourth", 0)), 2)
    assert done == ["third begins", "third ends", "fourth begins", "fourth ends"]
