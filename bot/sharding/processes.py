"""This process among all that run the same bot: finding its shards, and hearing from the others."""

from __future__ import annotations

import logging
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Protocol

from discord.app_commands import Command

from bot.sharding.keeper import ShardKeeper, check_named
from bot.tables.model.leases import SHARDS_CHANGED, Claim
from bot.tables.model.protocols import Clock
from bot.tables.model.share import Share, shard_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from discord.app_commands import CommandTree

    from bot.settings import Settings
    from bot.sharding.client import ShardedBot
    from bot.sharding.forwarding import Forwarding
    from bot.tables.model.leases import Leases, ShardStore
    from bot.tables.runtime.tables import Tables

log = logging.getLogger(__name__)


class SharedDatabase(Protocol):
    """The database that the processes share."""

    @property
    def shared(self) -> bool:
        """Whether other processes may use it too."""
        ...

    async def clock_offset(self) -> float:
        """Seconds to add to this machine's clock to have the database's, which all processes share."""
        ...

    def notices(self) -> AsyncGenerator[str | None, None]:
        """Notices of all processes; None whenever some may have been missed."""
        ...


class CorrectedClock(Clock, Protocol):
    """A clock that goes by the database's."""

    def correct(self, seconds: float) -> None:
        """Add this to the machine's clock from now on."""
        ...

    def check_correction(self, seconds: float) -> None:
        """Compare: if the difference has changed, somebody has set one of the clocks."""
        ...


class Processes:
    """Finds this process's shards, keeps them, and hears what the other processes say."""

    def __init__(
        self,
        bot: ShardedBot,
        store: ShardStore,
        database: SharedDatabase,
        clock: CorrectedClock,
        settings: Settings,
        changed: Callable[[Leases, float], None],
        keep: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """`changed` is called with the result of each claim and for how many seconds it holds, `keep` with a private
        hand that another process has shown.
        """
        self._bot = bot
        self._store = store
        self._database = database
        self._clock = clock
        self._settings = settings
        self._changed = changed
        self._keep = keep
        self._keeper: ShardKeeper | None = None
        self._forwarding: Forwarding | None = None

    async def join(self, tables: Tables) -> None:
        """Find out which shards this process has, before it connects to any; it may have to wait for one.

        Raises:
            LeaseRefusedError: another process has this one's name, or another number of shards, or the host named a
                shard that does not exist.
        """
        bot, settings, shared = self._bot, self._settings, self._database.shared
        count = bot.shard_count = await self._count_shards()
        if shared:
            claim = Claim(settings.process_name, count, settings.shards, life=token_hex(8))
        else:
            claim = Claim("the only one", count, settings.shards)
            if count == 1:
                check_named(claim)
                await self._store.use_single_shard()
                return
            self._warn_if_some_are_left_out(count)
        keeper = self._keeper = ShardKeeper(
            self._store, self._clock, claim, bot, self._check_clock, self._changed, settings.shard_lease_seconds
        )
        leases = await keeper.join()
        bot.shard_ids = sorted(leases.own | leases.incoming)
        tables.set_share(Share(leases.own, count), keeper.holds)
        answer_without_server = bot.parse_interaction
        if shared:
            self._forwarding = self._create_forwarding(keeper, tables)
            answer_without_server = self._forwarding.receive
        bot.parse_interactions(keeper.answer_delay, answer_without_server)

    async def _count_shards(self) -> int:
        """The number of shards: the host's, or else that of the other processes, or else what Discord recommends."""
        count = self._settings.bot_shard_count
        if self._database.shared:
            self._clock.correct(await self._database.clock_offset())
            count = count or await self._store.planned(self._clock.now()) or 0
        elif count:
            return count
        advised = await self._bot.ask_discord()  # which also notes how many shards may identify at a time
        return count or advised

    def _warn_if_some_are_left_out(self, count: int) -> None:
        """Warn of shards that the host did not name where no other process can have them."""
        left_out = sorted(set(range(count)) - (self._settings.shards or set(range(count))))
        if left_out:
            log.warning(
                "BOT_SHARDS leaves out %s, and no other process can use this database: their servers get no answer. "
                "Set BOT_SHARDS=auto, or use DATABASE_URL.",
                ", ".join(map(str, left_out)),
            )

    def _create_forwarding(self, keeper: ShardKeeper, tables: Tables) -> Forwarding:
        """Imported only here: what seals the interactions is installed with PostgreSQL's packages alone."""
        from bot.sharding.forwarding import Forwarding
        from bot.sharding.sealing import Seal

        seal = Seal(self._settings.discord_token)
        is_about = partial(is_about_a_table, self._bot.tree)
        waiting, answer = partial(shard_of_waiting, tables), self._bot.parse_interaction
        return Forwarding(self._store, self._clock, keeper, seal, is_about, waiting, answer, self._keep)

    async def _check_clock(self) -> None:
        """All processes go by the database's clock, even if a machine's own is set; a file's clock is the machine's."""
        self._clock.check_correction(await self._database.clock_offset())

    @property
    def leads(self) -> bool:
        """Whether this process does the work that only one of them may do."""
        leases = None if self._keeper is None else self._keeper.leases
        return leases is None or leases.leads

    def start(self, tables: Tables) -> None:
        """Go on claiming; the tables follow the shards that are won and lost."""
        if self._keeper is not None:
            self._keeper.start(tables)

    def claim_now(self) -> None:
        """Claim again at once."""
        if self._keeper is not None:
            self._keeper.claim_now()

    async def listen(
        self, on_missed: Callable[[], Awaitable[None]], on_notice: Callable[[str], Awaitable[None]]
    ) -> None:
        """Follow each notice of another process; `on_missed` looks for what changed when some may have been lost."""
        if self._keeper is None:
            return
        async for notice in self._database.notices():
            if notice is None:
                await on_missed()
            elif notice == SHARDS_CHANGED:
                self._keeper.claim_now()
            elif self._forwarding is None or not self._forwarding.handle_notice(notice):
                await on_notice(notice)

    async def hand_on(self, home: int, hand: dict[str, Any]) -> None:
        """Give a private hand to the process that looks after its table, which is at this home."""
        if self._forwarding is not None:
            await self._forwarding.hand_on(shard_of(home, self._bot.shard_count or 1), hand)

    async def leave(self) -> None:
        """Hand the shards over to the other processes."""
        if self._keeper is not None:
            await self._keeper.leave()
        if self._forwarding is not None:
            await self._forwarding.close()


def is_about_a_table(commands: CommandTree[Any], name: str) -> bool:
    """Whether the command of that name is about one of the person's tables, which they may choose."""
    command = commands.get_command(name)
    return isinstance(command, Command) and any(option.name == "table" for option in command.parameters)


async def shard_of_waiting(tables: Tables, person: int) -> int | None:
    """The shard of the only table that waits for the person; None if there are none or several."""
    mine = await tables.of_person(person)
    waiting = [table.record.home for table in mine if table.position.person_to_act == person]
    return shard_of(waiting[0], tables.share.of) if len(waiting) == 1 else None
