"""How the bot comes back to Discord's gateway: after a minute at most."""

from __future__ import annotations

import random

import discord
from discord.backoff import ExponentialBackoff

LONGEST_PAUSE = 60.0


class BoundedBackoff(ExponentialBackoff[bool]):
    """discord.py's pauses between two attempts, which grow to 17 minutes: here to one."""

    def delay(self) -> float:
        """Seconds to wait now."""
        return min(super().delay(), random.uniform(LONGEST_PAUSE / 2, LONGEST_PAUSE))


def bound_pauses() -> None:
    """Let every client of this process wait a minute at most; discord.py has no setting for it."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = BoundedBackoff
