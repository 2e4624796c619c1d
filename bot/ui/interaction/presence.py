"""Whether a person is still in a server; only checked when they keep a table waiting, as it costs a request."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.tables.model.records import NO_GUILD
from bot.ui.kit.failing import NETWORK_FAILURES

log = logging.getLogger(__name__)

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013
TIMEOUT_SECONDS = 10.0
"""Timeout for Discord's answer, in seconds."""


async def find_guild(client: discord.Client, guild_id: int) -> discord.Guild | None:
    """The server, which may belong to another process; None if the bot is not in it. Raises one of REQUEST_FAILURES."""
    try:
        return client.get_guild(guild_id) or await client.fetch_guild(guild_id)
    except (discord.NotFound, discord.Forbidden):
        return None


async def find_member(guild: discord.Guild, person: int) -> discord.Member | None:
    """The person as a member of the server; None if they are not one, according to Discord. Raises one of
    REQUEST_FAILURES.
    """
    try:
        return await guild.fetch_member(person)
    except discord.NotFound as error:
        if error.code in (_UNKNOWN_MEMBER, _UNKNOWN_USER):
            return None
        raise


class DiscordPresence:
    """Asks Discord, because without the members intent the bot is not notified of departures."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def has_left(self, guild_id: int, person: int) -> bool | None:
        """Whether the person is not a member, according to Discord; None if Discord does not answer."""
        if guild_id == NO_GUILD:
            return False
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                guild = await find_guild(self._client, guild_id)
                return guild is not None and await find_member(guild, person) is None
        except discord.HTTPException as error:
            log.info("Discord did not say whether a player is still in server %d: %s", guild_id, error)
        except NETWORK_FAILURES as error:
            log.warning("Discord does not answer, so no turn ends now: %r", error)
            return None
        return False
