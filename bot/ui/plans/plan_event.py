"""Discord's scheduled event of a planned table."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.ui.kit.failing import log_failures

if TYPE_CHECKING:
    from bot.tables.model.plans import Plan

log = logging.getLogger(__name__)

EVENT_DURATION = timedelta(hours=2)
"""Duration of the event on Discord, which requires one; games vary."""


async def create_event(guild: discord.Guild | None, plan: Plan, name: str, link: str, reason: str) -> int | None:
    """Create it and return its id, if the bot happens to have the permission, which it never asks for. The server's
    audit log shows the `reason`.
    """
    if guild is None or not guild.me.guild_permissions.create_events:
        return None
    start = datetime.fromtimestamp(plan.at, UTC)
    event = await guild.create_scheduled_event(
        name=name,
        start_time=start,
        end_time=start + EVENT_DURATION,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=link,
        reason=reason,
    )
    return event.id


async def remove_event(guild: discord.Guild | None, plan: Plan) -> None:
    """Delete Discord's event of a plan that is over."""
    with log_failures(log, "Could not delete the event of a planned table"):
        event = await _event_of(guild, plan)
        if event is not None:
            await event.delete()


async def move_event(guild: discord.Guild | None, plan: Plan, link: str) -> None:
    """Let Discord's event lead to the plan's new message."""
    with log_failures(log, "Could not change the event of a planned table"):
        event = await _event_of(guild, plan)
        if event is not None and event.entity_type is discord.EntityType.external:
            await event.edit(location=link)


async def _event_of(guild: discord.Guild | None, plan: Plan) -> discord.ScheduledEvent | None:
    """Discord's event of a plan, if it has one. Raises discord.HTTPException."""
    if guild is None or plan.event_id is None:
        return None
    return guild.get_scheduled_event(plan.event_id) or await guild.fetch_scheduled_event(plan.event_id)
