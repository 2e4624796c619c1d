"""Whether a person is still in a server; only checked when they keep a table waiting, as it costs a request."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

log = logging.getLogger(__name__)

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
PATIENCE = 10.0
"""Timeout for Discord's answer, in seconds."""


class DiscordPresence:
    """Asks Discord, because without the members intent the bot is not notified of departures."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def has_left(self, guild_id: int, person: int) -> bool | None:
        """Whether the person is not a member, according to Discord; None if Discord does not answer."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await guild.fetch_member(person)
        except discord.NotFound as error:
            return error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except discord.HTTPException as error:
            log.info("Discord did not say whether a player is still in server %d: %s", guild_id, error)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("Discord does not answer, so no turn ends now: %r", error)
            return None
        return False
