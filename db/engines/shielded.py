"""Waiting for work that can no longer be stopped."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


async def shielded(future: asyncio.Future[T], abandon: Callable[[], bool] = lambda: False) -> T:
    """Await the future; a cancellation of the caller is raised only once the future is done or was cancelled before it
    began.
    """
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError as error:
            if abandon():
                raise
            cancelled = error
    if cancelled is None:
        return future.result()
    if not future.cancelled():
        future.exception()  # retrieved, so that asyncio does not report it
    raise cancelled
