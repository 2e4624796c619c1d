"""Servers that the bot left: their data is deleted after a grace period, unless the bot returns."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.tables.model.durations import DAY
from bot.tables.model.guild_settings import GuildSettings
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.recurring import NEVER, Recurring

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.tables.model.protocols import Clock
    from bot.tables.model.share import Share
    from bot.tables.runtime.tables import Tables

log = logging.getLogger(__name__)

RETRY_SECONDS = 300.0
BATCH_SIZE = 20
"""Tables that are deleted in one transaction."""


class Departures:
    """Stores when to delete the data of servers the bot left, and deletes it then."""

    def __init__(self, tables: Tables, clock: Clock, grace_days: float) -> None:
        self._tables = tables
        self._people = tables.store.people
        self._clock = clock
        self._grace = grace_days * DAY
        self._waiting: frozenset[int] = frozenset()
        self._deleting = Recurring("delete left servers", clock, self._delete_due)
        self._lock = asyncio.Lock()
        """Locked while a coming or going is noted, because `_waiting` is only right after it."""

    async def start(self, present: Collection[int], share: Share) -> None:
        """Compare the share's stored servers with those the bot is in: it may have been removed or invited while
        offline.
        """
        async with self._lock:
            for guild_id in await self._people.known_guilds():
                if guild_id not in present and share.has(guild_id):
                    await self._people.note_departure(guild_id, self._clock.now() + self._grace)
            for guild_id, _at in await self._people.departures():
                if guild_id in present and share.has(guild_id):
                    await self._people.cancel_departure(guild_id)
            self._deleting.run_by(await self._next_due())

    async def left(self, guild_id: int) -> None:
        """Note that the bot was removed from a server."""
        async with self._lock:
            await self._people.note_departure(guild_id, self._clock.now() + self._grace)
            log.info("Removed from a server; its data is deleted in %g days.", self._grace / DAY)
            self._deleting.run_by(await self._next_due())

    async def joined(self, guild_id: int) -> bool:
        """Note that the bot is in a server; called for every server at startup. Returns whether it had left it."""
        async with self._lock:
            if guild_id not in self._waiting:
                return False
            await self._people.cancel_departure(guild_id)
            self._deleting.run_by(await self._next_due())
            return True

    async def _own_departures(self) -> list[tuple[int, float]]:
        """The servers that this process has to delete and when, earliest first."""
        share = self._tables.share
        return [(guild_id, at) for guild_id, at in await self._people.departures() if share.has(guild_id)]

    async def close(self) -> None:
        """Stop; what is not deleted yet is deleted after the next start."""
        await self._deleting.close()

    async def _next_due(self) -> float:
        """When the next server has to be deleted; the caller holds the lock."""
        waiting = await self._own_departures()
        self._waiting = frozenset(guild_id for guild_id, _at in waiting)
        return waiting[0][1] if waiting else NEVER

    async def _delete_due(self) -> float:
        try:
            for guild_id, at in await self._own_departures():
                if at <= self._clock.now():
                    await self._delete(guild_id)
            async with self._lock:
                return await self._next_due()
        except StoreUnavailableError as error:
            log.warning("Could not delete a left server's data; trying again: %s", error)
            return self._clock.now() + RETRY_SECONDS

    async def _delete(self, guild_id: int) -> None:
        """Delete a server's data in small parts that block nobody; what is left stays if the bot is invited again."""
        gone: tuple[int, ...] | None = None
        while gone is None or len(gone) == BATCH_SIZE:
            if guild_id not in self._waiting:
                return
            gone = await self._people.delete_tables(guild_id, BATCH_SIZE)
            self._tables.drop(gone)
        if guild_id not in self._waiting:
            return
        await self._people.delete_guild(guild_id)
        self._tables.move_settings.update(guild_id, GuildSettings())
        log.info("The data of a server that the bot has left was deleted.")
