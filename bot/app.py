"""The bot: the one place that chooses the implementations and wires them together."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Protocol

import discord
from cachetools import LRUCache
from discord.ext import commands

from bot.among_others import AmongOthers
from bot.clock import SystemClock
from bot.daily.cleanup import Cleanup
from bot.daily.daily import Daily
from bot.daily.maker import make_puzzle
from bot.daily.practice import Practice
from bot.daily.stock import Stock
from bot.lines.days import DealDays
from bot.lines.lines import Deciders, Lines
from bot.operations.monitoring.metrics import CountingAnnouncer, Metrics, ShardState
from bot.players.analyst import Analyst
from bot.players.fingerprint import fingerprint
from bot.players.registry import DEFAULT_LEVEL, levels
from bot.players.workers import Workers
from bot.records.recorder import ResultRecorder
from bot.review.reviews import Reviews
from bot.sharding.client import ShardedBot, adapt_library
from bot.sharding.processes import Processes
from bot.tables.model.bounds import Bounds
from bot.tables.model.durations import DAY
from bot.tables.model.pace import Pace
from bot.tables.model.protocols import Thinkers
from bot.tables.runtime.departures import Departures
from bot.tables.runtime.tables import Tables
from bot.tables.table.background import ShieldedTasks
from bot.ui.art.emoji_uploads import EmojiUploads
from bot.ui.art.illustrations import Illustrator
from bot.ui.board.recent import can_tell_news
from bot.ui.daily.channel_posts import ChannelPosts
from bot.ui.interaction.command_names import CommandNames
from bot.ui.interaction.flood_control import CompletionLimit, ContactLimit, ExportLimit, PressLimit
from bot.ui.interaction.keyed_locks import KeyedLocks
from bot.ui.interaction.languages import Languages
from bot.ui.interaction.presence import DiscordPresence
from bot.ui.messages.announcer import DiscordAnnouncer
from bot.ui.messages.known_tables import KnownTables
from bot.ui.messages.services import MessageServices
from bot.ui.pacing.request_budget import RequestBudget
from bot.ui.pacing.scheduler import Scheduler
from bot.ui.plans.planned import Planned
from bot.ui.register import register
from cogs import add_commands
from cogs.events import Events
from db.engines.shielded import shielded
from db.store import open_store

if TYPE_CHECKING:
    from collections.abc import Hashable, MutableMapping
    from contextlib import AbstractAsyncContextManager
    from typing import Any

    from bot.daily.stock import PuzzleMaker
    from bot.operations.monitoring.request_figures import RequestFigures
    from bot.replay.steps import Steps
    from bot.review.reviews import Analyst as Reviewer
    from bot.settings import Settings
    from bot.tables.model.records import Phase
    from db.store import SqlStore

log = logging.getLogger(__name__)

MAX_SHARED = 1_000
MAX_REPLAYS = 32

# The bot uses no voice; the library's warning about voice packages would only confuse hosts.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False
adapt_library()


class ComputerPlayers(Thinkers, Deciders, Protocol):
    """The computer players, for tables and for games outside them."""


class RummyBot(ShardedBot):
    """The Discord client with its store, tables, computer players and announcer."""

    store: SqlStore
    clock: SystemClock
    processes: Processes
    among_others: AmongOthers
    tables: Tables
    announcer: DiscordAnnouncer
    languages: Languages
    illustrator: Illustrator
    departures: Departures
    recorder: ResultRecorder
    reviews: Reviews
    daily: Daily
    practice: Practice
    stock: Stock
    channel_posts: ChannelPosts
    planned: Planned
    lines: Lines
    deal_days: DealDays

    def __init__(
        self,
        settings: Settings,
        *,
        thinkers: ComputerPlayers | None = None,
        analyst: Reviewer | None = None,
        maker: PuzzleMaker = make_puzzle,
        metrics: Metrics | None = None,
        show_tables_at_start: bool = False,
    ) -> None:
        """Nothing is opened or started before `open`.

        Args:
            settings: the host's settings.
            thinkers: replaces the worker processes, for tests.
            analyst: replaces the process that reviews games, for tests.
            maker: replaces the processes that make puzzles, for tests.
            metrics: the registry for the bot's metrics; a private one if None.
            show_tables_at_start: update all boards and hands at start, for a simulated Discord that has forgotten the
                messages of the last run. On Discord itself that would cause a flood of edits.
        """
        scheduler = Scheduler(RequestBudget(settings.requests_per_second))
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            http_trace=scheduler.trace(),
            chunk_guilds_at_startup=False,
            shard_count=settings.bot_shard_count or None,
        )
        self.scheduler = scheduler
        self.settings = settings
        self.metrics = metrics or Metrics()
        self.replay_cache: MutableMapping[int, tuple[int, Steps]] = LRUCache(MAX_REPLAYS)
        self.contact_limit = ContactLimit()
        self.export_limit = ExportLimit()
        self.press_limit = PressLimit(settings.presses_a_second)
        self.completion_limit = CompletionLimit(settings.presses_a_second)
        self.keyed_locks = KeyedLocks()
        self.shared: MutableMapping[Hashable, str] = LRUCache(MAX_SHARED)
        self.workers: Workers | None = None
        if thinkers is None:
            thinkers = self.workers = Workers(settings.think_processes)
        self._thinkers = thinkers
        self._own_analyst: Analyst | None = None
        if analyst is None:
            analyst = self._own_analyst = Analyst()
        self._analyst = analyst
        self._maker = maker
        self._show_tables_at_start = show_tables_at_start
        self._opened = False
        self._releasing: asyncio.Future[None] | None = None
        self._serving = False
        self._tasks = ShieldedTasks()

    async def open(self) -> None:
        """Open the store, make the bot's parts and start the computer players.

        Raises:
            db.errors.StoreOpenError: the database cannot be used; the message says why.
        """
        if self._opened:
            return
        self.store = await open_store(self.settings.database_path, self.settings.database_url)
        self.clock = SystemClock()
        # Each part is given those made before it; what it needs of a later one, it asks for when it is used.
        self._make_messages()
        self._make_records()
        self._make_days()
        self._make_tables()
        self._make_processes()
        self._opened = True  # from here on there are resources to release, even if the workers never start
        if self.workers is not None:
            await self.workers.start()

    def _make_messages(self) -> None:
        """Make what words, draws and sends messages."""
        self.languages = Languages(self, self.store.people, self.settings.bot_language)
        self.illustrator = Illustrator()
        self.illustrator.warm_up()
        self.card_emojis = EmojiUploads(self, self.illustrator.emojis)
        services = MessageServices(
            client=self,
            store=self.store,
            languages=self.languages,
            illustrator=self.illustrator,
            contact_limit=self.contact_limit,
            scheduler=self.scheduler,
            clock=self.clock,
            tables=lambda: self.tables,
            known=KnownTables(self.store.messages),
        )
        self.announcer = DiscordAnnouncer(services, self.settings.board_edit_interval, self._hand_on)

    def _make_records(self) -> None:
        """Make what looks after finished games: results, reviews, deals played again."""
        self.recorder = ResultRecorder(self.store.records, self.store.tables)
        self.reviews = Reviews(self.store.records, self._analyst, self.clock.now)
        self.lines = Lines(self.store.records, self._thinkers, self.clock.now)

    def _make_days(self) -> None:
        """Make what looks after the puzzle and the deal of the day."""
        self.deal_days = DealDays(self.store.records, self.clock.now, fingerprint)
        self.stock = Stock(
            self.store.records, self._maker, self.clock, lambda: self.processes.leads, self.deal_days.fill
        )
        self.cleanup = Cleanup(self.store.records, self.store.reports, self.store.moderation, self.clock)
        request_puzzles = self.stock.check_now if self.settings.daily_puzzles == "on" else None
        self.daily = Daily(self.store.records, self.clock.now, request_puzzles)
        self.practice = Practice(self.store.records, self.daily)
        self.channel_posts = ChannelPosts(
            self,
            self.store.people,
            self.store.records,
            self.daily,
            self.illustrator,
            self.languages,
            self.clock,
            share=lambda: self.tables.share,
            trouble=self.announcer.trouble,
        )

    def _make_tables(self) -> None:
        """Make what runs tables and opens planned ones, and forgets those of servers that the bot has left."""
        settings = self.settings
        self.tables = Tables(
            self.store,
            self._thinkers,
            CountingAnnouncer(self.announcer, self.metrics),
            self.clock,
            levels,
            DEFAULT_LEVEL,
            _pace(settings),
            bounds=Bounds(settings.tables_a_person, settings.tables_a_server, settings.watched_tables),
            recorder=self.recorder,
            can_tell_news=can_tell_news,
            presence=DiscordPresence(self),
            on_wakeup=self._clock_was_set,
        )
        trouble = self.announcer.trouble
        self.planned = Planned(self, self.store, self.tables, self.languages, self.clock, self.keyed_locks, trouble)
        self.departures = Departures(self.tables, self.clock, settings.guild_grace_days)

    def _make_processes(self) -> None:
        """Make what lets this process be one of several."""
        self.among_others = AmongOthers(
            self.tree,
            self.languages,
            self.recorder,
            self.tables,
            self.announcer,
            self.scheduler.budget,
            notify=self.store.shards.notify,
            spawn=self._tasks.spawn,
        )
        self.processes = Processes(
            self,
            self.store.shards,
            self.store.database,
            self.clock,
            self.settings,
            self.among_others.apply_leases,
            self.announcer.answers.take_private_hand,
        )

    async def setup_hook(self) -> None:
        """Called between login and the gateway: set up everything that an interaction may need."""
        await self.open()
        await self.processes.join(self.tables)
        register(self)
        await self.tree.set_translator(CommandNames())
        await add_commands(self)
        await self.add_cog(Events(self, self, self.departures))
        await self.among_others.begin(leads=self.processes.leads)
        await self.tables.resume()
        self.processes.start(self.tables)
        self._tasks.spawn(
            self.processes.listen(self.among_others.check_tables, self.among_others.handle_notice),
            "hear other processes",
        )

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore messages: there are no prefix commands, and mentioning the bot is not an error."""

    # Gateway events

    async def on_shard_ready(self, shard: int) -> None:
        """Resume the shard's tables. Discord may send READY repeatedly, the first time possibly after a click."""
        self.mark_connected(shard)
        if self._opened:
            await self.tables.connected(shard)
            if shard in self.tables.share.shards:
                self.serve(shard)
            self.processes.claim_now()
        if self._serving:
            self.dispatch("servers_replaced")

    async def on_ready(self) -> None:
        """Every shard has been ready since the last time, though it may be cut off again by now, or the bot closed."""
        if not self._opened:
            return
        for shard in self.tables.share.shards:
            if self.is_connected(shard):
                await self.tables.connected(shard)
        if not self._serving:
            self._serving = True
            if self.settings.card_emojis != "off":
                self.card_emojis.start(self._uploads_emojis)
            self.dispatch("serving")
            if self.daily.makes_puzzles:
                self.stock.check_now()
            self.cleanup.check_now()
            self.channel_posts.check_now()
            self.planned.check_now()
            if self._show_tables_at_start:
                await self.tables.announce_live()
            servers = self.server_count
            log.info("Ready in %d server%s.", servers, "" if servers == 1 else "s")

    def _uploads_emojis(self) -> bool:
        return self.settings.card_emojis == "upload" and 0 in self.tables.share.shards

    async def on_shard_resumed(self, shard: int) -> None:
        """Resume the shard's tables after a short interruption."""
        self.mark_connected(shard)
        if self._opened:
            await self.tables.connected(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop the shard's clocks: the connection was lost, or an attempt to connect failed."""
        self.mark_disconnected(shard)
        if self._opened:
            self.tables.disconnected(shard)

    async def on_shard_data(self, shard: int) -> None:
        """Data from Discord arrived; it does so at least every 41 seconds, with a heartbeat acknowledgement."""
        if self._opened:
            self.tables.data_received(shard)

    def _clock_was_set(self) -> None:
        """The machine slept or its clock was set: connections are probably dead, and timers late."""
        self.planned.check_now()
        self.channel_posts.check_now()
        self.announcer.clock_was_set()
        self._tasks.spawn(self.renew_connections(), "renew the gateway's connections")

    async def _hand_on(self, home: int, hand: dict[str, Any]) -> None:
        """Give a private hand to the process that looks after its table; the announcer is made before `processes`."""
        await self.processes.hand_on(home, hand)

    def identify_turn(self, number: int) -> AbstractAsyncContextManager[None] | None:
        """The turn to identify, which one process at a time has in each group that Discord lets identify
        concurrently.
        """
        database = self.store.database
        return database.lock(f"identify {number}") if database.shared else None

    # Read by the monitor

    @property
    def is_serving(self) -> bool:
        """Whether the tables are resumed and interactions can arrive."""
        return self._serving and self._opened and not self.is_closed() and self.tables.can_be_played

    @property
    def server_count(self) -> int:
        """The servers that this process looks after; while a shard changes hands, the client knows more."""
        return sum(self.tables.share.has(guild.id) for guild in self.guilds) if self._opened else 0

    @property
    def process_name(self) -> str:
        return self.settings.process_name

    @property
    def shard_states(self) -> dict[int, ShardState]:
        """The shards whose tables this process looks after."""
        return {
            shard: ShardState(self.latency_of(shard), self.is_connected(shard) and self.tables.can_be_played_at(shard))
            for shard in (self.tables.share.shards if self._opened else ())
        }

    @property
    def request_figures(self) -> RequestFigures:
        """Counters of rate-limited requests, and of what is waiting for one."""
        return self.scheduler.request_figures()

    async def count_tables(self) -> dict[Phase, int]:
        """Live tables by phase."""
        return await self.store.tables.count_live()

    async def release(self) -> None:
        """Close the tables, the computer players and the file, after finishing pending writes. Concurrent calls wait
        for the same release.
        """
        if self._opened:
            self._opened = False
            self._releasing = asyncio.ensure_future(self._release())
        if self._releasing is not None:
            await shielded(self._releasing)

    async def _release(self) -> None:
        await self.processes.leave()
        self._tasks.cancel()
        await self.channel_posts.close()
        await self.planned.close()
        await self.stock.close()
        await self.cleanup.close()
        await self.card_emojis.close()
        await self.departures.close()
        await self.tables.close()
        await self.announcer.close()
        await self.illustrator.close()
        if self.workers is not None:
            await self.workers.close()
        if self._own_analyst is not None:
            await self._own_analyst.close()
        await self.store.close()

    async def close(self) -> None:
        """Stop the tables first, so that nothing is left half written or half sent, then Discord."""
        try:
            await self.release()
        finally:
            await super().close()


def _pace(settings: Settings) -> Pace:
    return Pace(
        move_delay=settings.bot_move_delay,
        lobby=settings.lobby_minutes * 60,
        idle=settings.idle_days * DAY,
    )
