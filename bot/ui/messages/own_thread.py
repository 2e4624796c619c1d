"""A table's own thread: open while a table is played there, archived some time after the table has ended."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

import discord

from bot.tables.model.durations import DAY
from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.kit.failing import NETWORK_FAILURES, log_failures
from bot.ui.pacing.update_queue import Urgency

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.tables.model.records import TableRecord
    from bot.ui.kit.types import Interaction
    from bot.ui.messages.services import MessageServices


log = logging.getLogger(__name__)

ARCHIVE_AFTER_SECONDS = 10 * 60.0
"""Seconds for looking at the result and asking for a rematch."""
ARCHIVE_MINUTES: Final = 60
"""Minutes after which Discord archives the thread itself, in case the bot is stopped before."""


class OwnThreads:
    """Archives threads that were opened for tables which have ended; what is left at a stop, Discord does."""

    def __init__(self, services: MessageServices) -> None:
        self._client = services.client
        self._tables = services.tables
        self._scheduler = services.scheduler

    async def show(self, table: TableRecord) -> None:
        """Schedule the archiving of an ended table's own thread, once; let Discord keep that of a rematch."""
        thread, key = self._thread(table), (table.id, "to_archive")
        if thread is None or thread.archived or key in self._scheduler.queue:
            return
        if table.phase.is_live:
            if thread.auto_archive_duration < longest_silence(table.turn_seconds):
                await _tried(table, thread.edit(auto_archive_duration=longest_silence(table.turn_seconds)))
            return
        due = self._scheduler.now() + ARCHIVE_AFTER_SECONDS
        self._scheduler.schedule(key, Urgency.CLEANUP, due, partial(self._archive, table), group=key)
        await _tried(table, thread.edit(auto_archive_duration=ARCHIVE_MINUTES))

    async def _archive(self, table: TableRecord) -> None:
        """Archive the thread, unless it has had another table since; if that fails, it is left to Discord."""
        try:
            newest = await self._tables().in_channel(table.channel_id)
            thread = self._thread(table)
            if thread is not None and not thread.archived and (newest is None or newest.id == table.id):
                await _tried(table, thread.edit(archived=True))
        except (StoreUnavailableError, UnknownRulesError, *NETWORK_FAILURES) as error:
            log.warning("The thread of table %d could not be put away: %r", table.id, error)

    def _thread(self, table: TableRecord) -> discord.Thread | None:
        guild = self._client.get_guild(table.guild_id)
        return guild.get_thread(table.channel_id) if guild else None


async def _tried(table: TableRecord, change: Awaitable[object]) -> None:
    """Await a change of the table's thread; that Discord refuses it is only logged."""
    try:
        await change
    except discord.HTTPException as error:
        log.info("The thread of table %d could not be changed (%d).", table.id, error.code)


def longest_silence(turn_seconds: float | None) -> Literal[1440, 10080]:
    """Minutes of inactivity before Discord archives the thread: longer than a turn of correspondence play."""
    return 1440 if turn_seconds is None or turn_seconds < DAY else 10080


async def unarchive_thread(interaction: Interaction) -> None:
    """Reopen an archived thread for a new table."""
    thread = interaction.channel
    if isinstance(thread, discord.Thread) and thread.archived:
        with log_failures(log, "A thread could not be opened again"):
            await thread.edit(archived=False)
