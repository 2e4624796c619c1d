"""Reconnecting to Discord's gateway: after a minute at most."""

from __future__ import annotations

import random

import discord
from discord.backoff import ExponentialBackoff

LONGEST_PAUSE = 60.0


class BoundedBackoff(ExponentialBackoff[bool]):
    """discord.py's backoff between attempts, limited to one minute instead of 17."""

    def delay(self) -> float:
        """Seconds to wait now."""
        return min(super().delay(), random.uniform(LONGEST_PAUSE / 2, LONGEST_PAUSE))


def bound_pauses() -> None:
    """Limit the backoff of every client in this process to a minute; discord.py has no setting for it."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = BoundedBackoff
