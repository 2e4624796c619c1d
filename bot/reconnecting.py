"""Reconnecting to Discord's gateway: after a minute at most, and at once after the machine slept."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import discord
from discord.backoff import ExponentialBackoff

if TYPE_CHECKING:
    import asyncio

LONGEST_PAUSE = 60.0
_TRY_TO_RESUME = 4000
"""Close code that discord.py uses for an unresponsive connection, so that the session is resumed."""


class BoundedBackoff(ExponentialBackoff[bool]):
    """discord.py's backoff between attempts, limited to one minute instead of 17."""

    def delay(self) -> float:
        """Seconds to wait now."""
        return min(super().delay(), random.uniform(LONGEST_PAUSE / 2, LONGEST_PAUSE))


def bound_pauses() -> None:
    """Limit the backoff of every client in this process to a minute; discord.py has no setting for it."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = BoundedBackoff


def renew(client: discord.Client) -> asyncio.Task[None] | None:
    """Reopen the connection, which may be dead without anybody having noticed."""
    if client.ws is None or not client.ws.open:
        return None  # already reconnecting
    return client.loop.create_task(client.ws.close(_TRY_TO_RESUME), name="renew the gateway's connection")
