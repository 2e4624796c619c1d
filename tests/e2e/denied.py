"""Permissions that are taken away in one channel, and given back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def deny(world: World, channel: Any, who: Any, **denied: bool) -> None:
    """Take these permissions away from a member in a channel."""
    rule = Overwrite(who.id, OverwriteType.MEMBER, deny=discord.Permissions(**denied).value)
    world.env.backend.set_overwrite(channel.id, rule)


def give_back(world: World, channel: Any, who: Any) -> None:
    """Give back whatever was taken away from a member in a channel."""
    world.env.backend.delete_overwrite(channel.id, who.id)
