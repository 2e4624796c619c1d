"""Whether a person is still in a server; asked only when one keeps a table waiting, as it costs a request."""

from __future__ import annotations

import logging

import aiohttp
import discord

log = logging.getLogger(__name__)

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


class DiscordPresence:
    """Asks Discord: without the members intent, nobody tells the bot who left."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def has_left(self, guild_id: int, person: int) -> bool:
        """Whether Discord says that the person is not a member there."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            await guild.fetch_member(person)
        except discord.NotFound as error:
            return error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("Discord did not say whether a player is still in server %d: %s", guild_id, error)
        return False
