"""Channels and threads that were deleted while the bot was not connected; Discord does not report them afterwards."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.messages.posting import UNKNOWN_CHANNEL
from bot.ui.pacing.scheduler import low_priority

if TYPE_CHECKING:
    from bot.tables.model.records import Place

log = logging.getLogger(__name__)


class LostChannels:
    """Finds out once for each channel whether it is still there.

    A server's channels and active threads come with the connection. Discord is asked only about those that are missing
    there, because a thread may be archived, or hidden from the bot.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._deleted: dict[int, bool] = {}

    async def of(self, place: Place) -> int | None:
        """The place's channel, or the parent of its thread, if that was deleted."""
        guild = self._client.get_guild(place.guild_id)
        if guild is None or guild.unavailable:
            return None
        for channel_id in filter(None, (place.parent_id, place.channel_id)):
            if guild.get_channel_or_thread(channel_id) is None and await self._is_deleted(channel_id):
                return channel_id
        return None

    async def _is_deleted(self, channel_id: int) -> bool:
        if channel_id not in self._deleted:
            self._deleted[channel_id] = await self._ask(channel_id)
        return self._deleted[channel_id]

    async def _ask(self, channel_id: int) -> bool:
        try:
            with low_priority():
                await self._client.fetch_channel(channel_id)
        except REQUEST_FAILURES as error:
            if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
                return True
            log.info("Could not ask whether a channel is still there: %s", error)
        return False
