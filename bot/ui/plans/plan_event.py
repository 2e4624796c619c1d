"""Discord's scheduled event of a planned table."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.ui.kit.failing import OUTAGES, log_failures

if TYPE_CHECKING:
    from bot.tables.model.plans import Plan

log = logging.getLogger(__name__)

EVENT_DURATION = timedelta(hours=2)
"""Duration of the event on Discord, which requires one; games vary."""


async def create_event(guild: discord.Guild | None, plan: Plan, name: str, link: str, reason: str) -> int | None:
    """Create it and return its id, if the bot happens to have the permission, which it never asks for. The server's
    audit log shows the `reason`.

    Raises one of REQUEST_FAILURES.
    """
    if guild is None or not guild.me.guild_permissions.create_events:
        return None
    start = datetime.fromtimestamp(plan.at, UTC)
    try:
        event = await guild.create_scheduled_event(
            name=name,
            start_time=start,
            end_time=start + EVENT_DURATION,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=link,
            reason=reason,
        )
    except OUTAGES:
        found = await _created(guild, link)
        if found is None:
            raise
        event = found
    return event.id


async def _created(guild: discord.Guild, link: str) -> discord.ScheduledEvent | None:
    """The event that leads to this message, which Discord may have created although its answer was lost."""
    found = await guild.fetch_scheduled_events(with_counts=False)
    return next((event for event in found if event.location == link and event.creator_id == guild.me.id), None)


async def remove_event(guild: discord.Guild | None, plan: Plan) -> None:
    """Delete Discord's event of a plan that is over, if it still exists. Raises one of REQUEST_FAILURES."""
    with suppress(discord.NotFound):
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
