"""Hands that this process keeps up to date for tables of other processes; `lent_hands.py` is the other side.

A click in direct messages reaches the process of shard 0, whatever the table. Its token edits the hand without a
counted request, so this process tells the others that it keeps the hand until the token expires, and follows notices
about the table.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import aiohttp

from bot.tables.model.records import Phase
from bot.tables.model.sent_message import SentMessage
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.interaction.free_edits import MARGIN, TOKEN_SECONDS
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.outdated import WITHIN_A_TURN
from bot.ui.messages.table_messages import last_mover
from bot.ui.messages.update_queue import Urgency

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from typing import Any, TypeAlias

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.stores import MessageStore
    from bot.tables.runtime.tables import Tables
    from bot.ui.interaction.free_edits import FreeEdits
    from bot.ui.messages.scheduler import Scheduler
    from bot.ui.messages.uploads import Uploads

    Job: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)

KEEPS, LETS = "keeps", "lets"
"""Notices: this process keeps a person's hand (with its message and the time it ends), or no longer does."""
TOLD_SECONDS = 60.0
"""Seconds after which the notice is repeated while somebody clicks, as the table may have moved to another process."""
MOST_KEPT = 5_000


@dataclass(slots=True)
class _Kept:
    """A hand's message, what it shows and of which version, and when a notice about it was last sent."""

    home: int
    message_id: int
    shown: str
    version: int
    told_at: float


class KeptHands:
    """The hands kept here for other processes' tables.

    Args:
        draw: builds a person's hand.
        process: this process's name.
        interval: seconds between two edits of a message.
        held_until: returns until when a table's messages wait for an answer.
    """

    def __init__(
        self,
        store: MessageStore,
        scheduler: Scheduler,
        tables: Callable[[], Tables],
        draw: Callable[[Position, int], Awaitable[LayoutView]],
        free_edits: FreeEdits,
        uploads: Uploads,
        *,
        process: str,
        interval: float,
        held_until: Callable[[int], float],
    ) -> None:
        self._store = store
        self._scheduler = scheduler
        self._tables = tables
        self._draw = draw
        self._free_edits = free_edits
        self._uploads = uploads
        self._process = process
        self._interval = interval
        self._held_until = held_until
        self._kept: OrderedDict[tuple[int, int], _Kept] = OrderedDict()
        self._newest: dict[int, int] = {}

    async def keep(self, table_id: int, message_id: int, view: LayoutView, version: int) -> bool:
        """Keep the hand whose click was answered with this view; False if its table is this process's own."""
        tables = self._tables()
        table, token = tables.in_memory(table_id), self._free_edits.of(message_id)
        if table is None or tables.share.has(table.record.home):
            return False
        if token is None:
            return True
        now, key = self._scheduler.now(), (table_id, token.interaction.user.id)
        before = self._kept.pop(key, None)
        told_at = before.told_at if before is not None and before.message_id == message_id else 0.0
        kept = self._kept[key] = _Kept(table.record.home, message_id, digest(view), version, told_at)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        if now - told_at >= TOLD_SECONDS:
            kept.told_at = now
            until = now + TOKEN_SECONDS - MARGIN
            await self._tell(KEEPS, kept.home, *key, message_id, int(until), self._process)
        return True

    def follow(self, table_id: int, version: int) -> None:
        """Note a table's new version, which may make hands kept here outdated."""
        if any(key[0] == table_id for key in self._kept):
            self._newest[table_id] = max(version, self._newest.get(table_id, 0))
            self._schedule(("kept_table", table_id), table_id, 0.0, partial(self._look, table_id))

    async def _look(self, table_id: int) -> None:
        """Schedule outdated hands: at once for whoever's turn it is, the others when the turn is likely to be over."""
        version = self._newest.pop(table_id, 0)
        try:
            table = self._tables().in_memory(table_id)
            if table is None or table.record.version < version:
                table = await self._tables().get(table_id)
        except StoreUnavailableError as error:
            log.info("Could not update the hands kept here for table %d: %s", table_id, error)
            return
        for key in [key for key in self._kept if key[0] == table_id]:
            kept = self._kept[key]
            if table is None or self._tables().share.has(kept.home):
                del self._kept[key]  # it was deleted, or is this process's own by now
            elif table.record.version > kept.version:
                due = self._scheduler.now() + _wait(table.position, key[1]) * self._interval
                self._schedule(("kept_hand", *key), table_id, due, partial(self._update, *key))

    def _schedule(self, key: tuple[object, ...], table_id: int, due: float, job: Job) -> None:
        self._scheduler.schedule(
            key,
            Urgency.HAND,
            due,
            job,
            group=key,
            ready_at=lambda _now: self._held_until(table_id),
            is_free=lambda: True,
        )

    def forget(self, table_id: int, person: int) -> None:
        """Note that another process keeps the hand from now on."""
        self._kept.pop((table_id, person), None)

    async def let(self, table_id: int, person: int) -> None:
        """Leave the hand to the table's process."""
        self.forget(table_id, person)
        await self._tell(LETS, table_id, person)

    async def _update(self, table_id: int, person: int) -> None:
        kept = self._kept.get((table_id, person))
        if kept is None:
            return
        try:
            table = self._tables().in_memory(table_id) or await self._tables().get(table_id)
            is_true = table is not None and await self._show(kept, table.position, person)
        except (aiohttp.ClientError, OSError, StoreUnavailableError) as error:
            log.info("Could not keep a hand at table %d up to date here: %s", table_id, error)
            is_true = False
        if not is_true:
            await self.let(table_id, person)

    async def _show(self, kept: _Kept, position: Position, person: int) -> bool:
        """Edit the hand; False if the table's process has to, because no token can or the hand has been replaced."""
        table = position.record
        if table.version <= kept.version:
            return True
        token = self._free_edits.of(kept.message_id)
        is_played = table.phase is Phase.PLAYING and table.seat_of(person) is not None
        if token is None or not is_played or posting.is_old(kept.message_id):
            return False
        view = await self._draw(position, person)
        shown = digest(view)
        if self._kept.get((table.id, person)) is not kept:
            return True  # it was clicked meanwhile, and the answer shows it
        if shown != kept.shown:
            sent = SentMessage(table.id, person, token.interaction.channel_id or 0, kept.message_id, 0.0, table.version)
            post = posting.Post(table.id, person, table.version, view)
            if not await posting.edit_freely(sent, post, self._uploads, self._free_edits):
                return False
        kept.shown, kept.version = shown, table.version
        return True

    async def _tell(self, *facts: object) -> None:
        try:
            await self._store.tell(":".join(map(str, facts)))
        except StoreUnavailableError as error:
            log.info("Could not tell other processes about a hand: %s", error)


def _wait(position: Position, person: int) -> float:
    """The number of intervals a hand may wait, as at one's own tables: within a turn, until that is over."""
    if position.person_to_act == person or position.record.phase is not Phase.PLAYING:
        return 0.0
    return WITHIN_A_TURN if position.seat_to_act == last_mover(position) else 1.0
