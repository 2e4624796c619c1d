"""A remembered value is never older than what was stored."""

from __future__ import annotations

import asyncio

import pytest

from db.cache import Cache


class Stored:
    """A stored number, and how often it was read."""

    def __init__(self) -> None:
        self.value = 1
        self.reads = 0

    async def read(self) -> int:
        self.reads += 1
        value = self.value
        await asyncio.sleep(0)
        return value

    async def write(self) -> None:
        self.value += 1

    async def rewrite(self) -> tuple[str, int]:
        await self.write()
        value = self.value
        await asyncio.sleep(0)
        return "changed", value


async def test_a_value_is_read_once_until_it_changes() -> None:
    stored, remembered = Stored(), Cache[int](10)
    assert [await remembered.get("a", stored.read) for _ in range(3)] == [1, 1, 1]
    await remembered.change("a", stored.write)
    assert [await remembered.get("a", stored.read) for _ in range(3)] == [2, 2, 2]
    assert stored.reads == 2


async def test_a_value_is_read_again_after_a_failed_change() -> None:
    """A change that failed may have been stored all the same."""
    stored, remembered = Stored(), Cache[int](10)
    await remembered.get("a", stored.read)

    async def failing() -> None:
        await stored.write()
        raise OSError

    with pytest.raises(OSError):  # it has no message
        await remembered.change("a", failing)
    assert await remembered.get("a", stored.read) == 2


async def test_a_value_read_before_a_change_is_not_cached_after_it() -> None:
    stored, remembered = Stored(), Cache[int](10)
    reading = asyncio.create_task(remembered.get("a", stored.read))
    await asyncio.sleep(0)
    await remembered.change("a", stored.write)
    assert await reading == 1
    assert await remembered.get("a", stored.read) == 2


async def test_a_rewrite_caches_the_value_it_returns() -> None:
    stored, remembered = Stored(), Cache[int](10)
    assert await remembered.rewrite("a", stored.rewrite) == "changed"
    assert await remembered.get("a", stored.read) == 2
    assert stored.reads == 0


async def test_concurrent_rewrites_cache_no_stale_value() -> None:
    stored, remembered = Stored(), Cache[int](10)
    await asyncio.gather(*(remembered.rewrite("a", stored.rewrite) for _ in range(2)))
    assert await remembered.get("a", stored.read) == 3
    assert await remembered.get("a", stored.read) == 3


async def test_a_value_is_read_again_after_a_failed_rewrite() -> None:
    stored, remembered = Stored(), Cache[int](10)
    await remembered.get("a", stored.read)

    async def failing() -> tuple[str, int]:
        await stored.write()
        raise OSError

    with pytest.raises(OSError):  # it has no message
        await remembered.rewrite("a", failing)
    assert await remembered.get("a", stored.read) == 2


async def test_the_least_recently_used_is_evicted_and_clear_removes_all() -> None:
    stored, remembered = Stored(), Cache[int](2)
    for key in "abac":  # c replaces b
        await remembered.get(key, stored.read)
    assert stored.reads == 3
    await remembered.get("a", stored.read)
    assert stored.reads == 3
    await remembered.get("b", stored.read)
    assert stored.reads == 4
    remembered.clear()
    await remembered.get("b", stored.read)
    assert stored.reads == 5
