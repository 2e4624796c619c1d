"""This process as one of several that run the same bot: one leads, and each hears what the others say."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.tables.model.share import Share
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.mentions import ids_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from typing import Any

    from discord.app_commands import CommandTree

    from bot.records.recorder import ResultRecorder
    from bot.tables.model.leases import Leases
    from bot.tables.runtime.tables import Tables
    from bot.ui.interaction.languages import Languages
    from bot.ui.messages.announcer import DiscordAnnouncer
    from bot.ui.pacing.request_budget import RequestBudget

log = logging.getLogger(__name__)

COMMANDS = "commands"
"""The notice that the leading process has registered the commands, some of which may have new ids."""


class AmongOthers:
    """Does what only the process that leads does, and follows the leases and the notices of the others."""

    def __init__(
        self,
        tree: CommandTree[Any],
        languages: Languages,
        recorder: ResultRecorder,
        tables: Tables,
        announcer: DiscordAnnouncer,
        request_budget: RequestBudget,
        *,
        notify: Callable[[str], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, None], str], None],
    ) -> None:
        """`notify` says something to all processes; `spawn` starts a task with a name, which ends with the bot."""
        self._tree = tree
        self._languages = languages
        self._recorder = recorder
        self._tables = tables
        self._announcer = announcer
        self._request_budget = request_budget
        self._notify = notify
        self._spawn = spawn
        self._leads: bool | None = None
        """Whether this process was known to lead; None before its commands are ready."""

    async def begin(self, *, leads: bool) -> None:
        """Register the commands or, where another process has done so, ask for their ids. Record missing results: the
        last run of this process may have been killed.
        """
        self._leads = leads
        if leads:
            await self._register_commands()
        else:
            await self._find_commands()
        await self._recorder.catch_up()

    async def _register_commands(self) -> None:
        self._languages.command_ids = ids_of(await self._tree.sync())
        await self._log_errors(self._notify(COMMANDS))

    async def _find_commands(self) -> None:
        self._languages.command_ids = ids_of(await self._tree.fetch_commands())

    async def _find_commands_again(self) -> None:
        """Ask for the commands' ids now that another process has registered them."""
        try:
            await self._find_commands()
        except (discord.DiscordException, *REQUEST_FAILURES) as error:
            log.warning("Texts may name commands that cannot be pressed until the next start: %s", error)

    async def _record_missing(self) -> None:
        """Record results that are missing: the process that had the shards may have been killed."""
        try:
            await self._recorder.catch_up()
        except StoreUnavailableError as error:
            log.warning("Results that a crash left unrecorded will be saved at the next start: %s", error)

    async def _begin_to_lead(self) -> None:
        """Register the commands: the last leader may have been an older version."""
        try:
            await self._register_commands()
        except (discord.DiscordException, *REQUEST_FAILURES) as error:
            log.warning("Discord may show another version's commands until the next start: %s", error)

    def apply_leases(self, leases: Leases, seconds: float) -> None:
        """Each process has its part of the requests that Discord allows the bot; what a shard's messages show is not
        known to whoever wins or loses it. The leases hold for so many seconds.
        """
        if self._leads is False and leases.leads:
            self._spawn(self._begin_to_lead(), "begin to lead")
        share = self._tables.share
        if self._leads is not None:
            self._leads = leases.leads
            if leases.own - share.shards:
                self._spawn(self._record_missing(), "record missing results")
        self._request_budget.share(leases.processes)
        if lost := share.shards - leases.own:
            self._announcer.pause_hands(Share(lost, share.of))
        if leases.own != share.shards:
            self._announcer.forget(Share(leases.own ^ share.shards, share.of))
        self._announcer.go_on_for(seconds)

    async def check_tables(self) -> None:
        """Look for changes by other processes, because notices may have been missed."""
        if not self._languages.command_ids:
            await self._find_commands_again()
        await self._log_errors(self._tables.check())

    async def handle_notice(self, notice: str) -> None:
        """Act on another process's notice."""
        await self._log_errors(self._act_on(notice))

    async def _act_on(self, notice: str) -> None:
        if notice == COMMANDS and not self._leads:
            self._spawn(self._find_commands_again(), "find the commands")
        self._tables.handle_notice(notice)
        await self._announcer.at_tables.handle_notice(notice)

    async def _log_errors(self, work: Awaitable[None]) -> None:
        """Await the work and log any error, so that the next notice is still handled."""
        try:
            await work
        except StoreUnavailableError as error:
            log.warning("A notice to or from another process has no effect now: %s", error)
        except Exception:
            log.exception("Could not handle another process's notice.")
