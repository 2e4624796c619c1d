"""Handing interactions, and the private hands that answered some, to the process that looks after their table.

Discord sends every interaction in direct messages through shard 0, but any process may answer any interaction by its
token. So the process with shard 0 hands interactions about another process's table to that process, by a notice through
the database. That process does all the work: it plays, draws, answers, and keeps the token for later edits, as for
interactions from Discord itself.

A process that takes an interaction confirms it. If nobody does soon, the interaction is answered where it arrived: the
other process may be dead, cut off, busy, or an older version. If both answer after all, it is carried out only once,
because an interaction's id is saved with its change, and Discord shows the first answer. The database cannot read the
contents (`sealing.py`).

Interactions from servers are answered where they arrive, because other processes do not know the server. But whatever
shows a person's hand there is handed on with the interaction's token, so that the table's process can edit it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from typing import TYPE_CHECKING, Any, Protocol

from cachetools import LRUCache

from bot.numbers import whole_number
from bot.sharding.sealing import UnreadableError
from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.table.background import ShieldedTasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable

    from bot.sharding.sealing import Data, Seal
    from bot.tables.model.leases import ShardStore
    from bot.tables.model.protocols import Clock

log = logging.getLogger(__name__)

PRESS, TAKEN, SHOWN = "press", "taken", "shown"
"""Notices: an interaction for the process with a shard, and its deadline; the ids of interactions that a process has
taken; a private hand for the process with a shard.
"""
TAKE_TIMEOUT_SECONDS = 1.0
"""Seconds after which an interaction that nobody takes is answered where it arrived; Discord waits for three."""
UNRESPONSIVE_SECONDS = 10.0
"""Seconds for which nothing more is handed to a shard whose process failed to take an interaction."""
CONFIRM_SECONDS = 0.05
"""Seconds within which interactions taken are confirmed in a single notice."""
MAX_NOTICE_BYTES = 7900
"""Longest notice in bytes; PostgreSQL's limit is 8000."""
MAX_KNOWN, MAX_RECENT = 10_000, 256
_COMMAND, _CONTROL, _FORM = 2, 3, 5
_PRIVATE_CHANNEL = 2
"""The `context` of an interaction from a group or from direct messages between people."""
_TABLE = re.compile(r"[a-z]:([1-9]\d{0,17}):")
"""The beginning of the custom id of a table's control or form."""


class Lease(Protocol):
    """The leases of this process."""

    @property
    def has_others(self) -> bool:
        """Whether other processes are alive."""
        ...

    def holds(self, shard: int) -> bool:
        """Whether this process has the shard now."""
        ...


class Forwarding:
    """Hands interactions to other processes, and takes theirs.

    Args:
        is_about_a_table: whether a command, given its name, is about a table at which the person plays.
        shard_of_waiting: the shard of the only table that waits for the person; None if there are none or several.
        answer: answers an interaction in this process.
        keep: keeps a private hand up to date in this process.
    """

    def __init__(
        self,
        store: ShardStore,
        clock: Clock,
        lease: Lease,
        seal: Seal,
        is_about_a_table: Callable[[str], bool],
        shard_of_waiting: Callable[[int], Awaitable[int | None]],
        answer: Callable[[Data], None],
        keep: Callable[[Data], Awaitable[None]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._lease = lease
        self._seal = seal
        self._is_about_a_table = is_about_a_table
        self._shard_of_waiting = shard_of_waiting
        self._answer = answer
        self._keep = keep
        self._shard_by_table: LRUCache[int, int] = LRUCache(MAX_KNOWN)
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._unresponsive_until: dict[int, float] = {}
        self._taken: list[int] = []
        self._recently_taken: deque[int] = deque(maxlen=MAX_RECENT)
        self._tasks = ShieldedTasks()

    def receive(self, data: Data) -> None:
        """Answer an interaction that came from none of the bot's servers, or hand it on."""
        if self._lease.has_others and (_table_of(data) or self._is_command_at_a_table(data)):
            self._spawn(self._forward(data))
        else:
            self._answer(data)

    def handle_notice(self, notice: str) -> bool:
        """Handle another process's notice; False if it is about something else."""
        kind, *facts = notice.split(":")
        try:
            if kind == PRESS:
                self._handle_press(*facts)
            elif kind == TAKEN:
                self._handle_taken(facts)
            elif kind == SHOWN:
                self._handle_shown(*facts)
        except UnreadableError:
            log.warning("Another process has a different DISCORD_TOKEN, so its interactions cannot be answered here.")
        except Exception:
            log.exception("Could not handle another process's notice about an interaction.")
        return kind in (PRESS, TAKEN, SHOWN)

    async def close(self) -> None:
        """Wait until every interaction handed on is taken and confirmed, but not for an unreachable database."""
        await self._tasks.finish_within(2 * TAKE_TIMEOUT_SECONDS)

    # Handing on

    def _is_command_at_a_table(self, data: Data) -> bool:
        return data["type"] == _COMMAND and self._is_about_a_table(data["data"]["name"])

    async def _forward(self, data: Data) -> None:
        shard = None
        try:
            async with asyncio.timeout(TAKE_TIMEOUT_SECONDS):
                shard = await asyncio.shield(self._shard_of(data))  # a read in progress cannot be cancelled
        except (StoreUnavailableError, TimeoutError):
            pass  # the answer tells the person, or is deferred
        except Exception:
            log.exception("Could not find out whose an interaction is; answering it here.")
        if shard is None or self._lease.holds(shard) or self._clock.now() < self._unresponsive_until.get(shard, 0.0):
            self._answer(data)
        else:
            await self._forward_to(data, shard)

    async def _shard_of(self, data: Data) -> int | None:
        """The shard of the table that an interaction is about; None if that is unknown."""
        table = _table_of(data)
        if not table:
            return await self._shard_of_person(_person_of(data), in_own_dm=_is_in_own_dm(data))
        shard = self._shard_by_table.get(table)
        if shard is None:
            shard = await self._store.of_table(table)
            if shard is not None:
                self._shard_by_table[table] = shard
        return shard

    async def _shard_of_person(self, person: int, *, in_own_dm: bool) -> int | None:
        """The shard of the table that a person's command is about if it names none; None if that is unknown."""
        shards = await self._store.of_person(person)
        if len(shards) > 1:  # elsewhere than in their direct messages, it may be about the table there
            return await self._shard_of_waiting(person) if in_own_dm else None
        return next(iter(shards), None)

    async def _forward_to(self, data: Data, shard: int) -> None:
        """Hand the interaction on, and answer it here if nobody takes it."""
        number, until = int(data["id"]), self._clock.now() + TAKE_TIMEOUT_SECONDS
        notice = f"{PRESS}:{shard}:{until:.3f}:{self._seal.encrypt(data)}"
        if len(notice) > MAX_NOTICE_BYTES:
            self._answer(data)
            return
        taken = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(TAKE_TIMEOUT_SECONDS):
                await asyncio.shield(self._store.notify(notice))
                await taken
        except StoreUnavailableError:
            self._answer(data)
        except TimeoutError:
            self._unresponsive_until[shard] = self._clock.now() + UNRESPONSIVE_SECONDS
            log.info("Nobody took an interaction about a table of shard %d; answering it here.", shard)
            self._answer(data)
        finally:
            del self._waiting[number]

    def _handle_taken(self, numbers: Iterable[str]) -> None:
        for number in numbers:
            waiting = self._waiting.get(int(number))
            if waiting is not None and not waiting.done():
                waiting.set_result(None)

    async def hand_on(self, shard: int, hand: Data) -> None:
        """Give a private hand to the process with that shard. If it gets lost, the hand stays as it is until it is
        pressed.
        """
        try:
            await self._store.notify(f"{SHOWN}:{shard}:{self._seal.encrypt(hand)}")
        except StoreUnavailableError as error:
            log.info("Could not hand on a private hand: %s", error)

    # Taking

    def _handle_press(self, shard: str, until: str, text: str) -> None:
        """Take an interaction meant for this process, unless it is so late that the other process is answering it by
        now.
        """
        if not self._lease.holds(int(shard)):
            return
        if self._clock.now() < float(until):
            self._take(self._seal.decrypt(text))
        else:
            log.info("An interaction about a table of shard %s arrived too late.", shard)

    def _handle_shown(self, shard: str, text: str) -> None:
        if self._lease.holds(int(shard)):
            self._spawn(self._keep_or_log(self._seal.decrypt(text)))

    async def _keep_or_log(self, hand: Data) -> None:
        try:
            await self._keep(hand)
        except (StoreUnavailableError, UnknownRulesError) as error:
            log.info("Could not keep another process's private hand up to date: %s", error)
        except Exception:
            log.exception("Could not take over another process's private hand.")

    def _take(self, data: Data) -> None:
        number = int(data["id"])
        self._taken.append(number)
        if len(self._taken) == 1:
            self._spawn(self._confirm_taken())
        if number not in self._recently_taken:  # while shard 0 changes hands, two processes hand it on
            self._recently_taken.append(number)
            self._answer(data)

    async def _confirm_taken(self) -> None:
        await asyncio.sleep(CONFIRM_SECONDS)
        taken, self._taken = self._taken, []
        try:
            await self._store.notify(":".join((TAKEN, *map(str, taken))))
        except StoreUnavailableError as error:
            log.info("Could not tell another process that an interaction was taken: %s", error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.spawn(work, "hand interactions on")


def _table_of(data: Data) -> int:
    """The table that a control, a form or a command names; 0 if it names none."""
    what = data.get("data") or {}
    if data["type"] in (_CONTROL, _FORM):
        found = _TABLE.match(str(what.get("custom_id", "")))
        return int(found[1]) if found else 0
    if data["type"] == _COMMAND:
        named = next((str(it["value"]) for it in what.get("options", ()) if it["name"] == "table"), "")
        return whole_number(named.strip().lstrip("#")) or 0
    return 0


def _is_in_own_dm(data: Data) -> bool:
    """Whether it comes from the person's direct messages with the bot, rather than a group or a server."""
    return not data.get("guild_id") and data.get("context") != _PRIVATE_CHANNEL


def _person_of(data: Data) -> int:
    person = data.get("user") or data["member"]["user"]
    return int(person["id"])
