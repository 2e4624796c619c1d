"""How the bot comes back to Discord's gateway: after a minute at most, and at once when the machine slept."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import discord
from discord.backoff import ExponentialBackoff

if TYPE_CHECKING:
    import asyncio

LONGEST_PAUSE = 60.0
_TRY_TO_RESUME = 4000
"""The code with which discord.py itself closes a connection that does not answer, to resume its session."""


class BoundedBackoff(ExponentialBackoff[bool]):
    """discord.py's pauses between two attempts, which grow to 17 minutes: here to one."""

    def delay(self) -> float:
        """Seconds to wait now."""
        return min(super().delay(), random.uniform(LONGEST_PAUSE / 2, LONGEST_PAUSE))


def bound_pauses() -> None:
    """Let every client of this process wait a minute at most; discord.py has no setting for it."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = BoundedBackoff


def renew(client: discord.Client) -> asyncio.Task[None] | None:
    """Close the connection, and so open it anew: it may be dead without anybody having noticed."""
    if client.ws is None or not client.ws.open:
        return None  # it is being opened already
    return client.loop.create_task(client.ws.close(_TRY_TO_RESUME), name="renew the gateway's connection")
