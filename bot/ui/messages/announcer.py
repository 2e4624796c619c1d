"""Tells people what changed: the board at most once a second a table, hands where they changed, one turn ping."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.language import speaking
from bot.tables.model.protocols import StoreUnavailableError
from bot.ui.interaction.free_edits import FreeEdits
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.asking import AskingKeeper
from bot.ui.messages.board_keeper import ALWAYS, BoardKeeper
from bot.ui.messages.hand_sender import HandSender
from bot.ui.messages.own_thread import OwnThreads
from bot.ui.messages.table_messages import Room
from bot.ui.messages.trouble import Trouble
from bot.ui.messages.turn_ping import TurnPing
from bot.ui.messages.uploads import Uploads

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.tables.model.position import Position
    from bot.tables.runtime.tables import Tables
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.flood_control import Pestering
    from bot.ui.interaction.languages import Languages
    from bot.ui.interaction.services import BotStore

log = logging.getLogger(__name__)

MOST_ROOMS = 512
MOST_TRIES = 6
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds before what was refused is tried again; the pause doubles each time."""
LONGEST_HOLD = 3.0
"""Seconds that a table's messages wait for the answer to a click, which would show the news itself."""
LAST_WORDS = 3.0
"""Seconds that what is being said may still take when the bot stops."""
PASSING = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, StoreUnavailableError)


class DiscordAnnouncer:
    """Brings Discord's messages up to date with the tables; it keeps nothing that the store could not give back."""

    def __init__(
        self,
        client: discord.Client,
        store: BotStore,
        languages: Languages,
        illustrator: Illustrator,
        pestering: Pestering,
        edit_interval: float,
        tables: Callable[[], Tables],
    ) -> None:
        """`tables` is asked when a table has to be found: the tables tell the announcer, and are made after it."""
        self._client = client
        self._messages = store.messages
        self._languages = languages
        self._interval = edit_interval
        self.uploads = Uploads()
        self.free_edits = FreeEdits()
        self._board = BoardKeeper(client, store, illustrator, self.uploads, self.free_edits, pestering)
        self._hands = HandSender(client, store, languages, illustrator, self.uploads, self.free_edits)
        self._ping = TurnPing(client, store.messages, store.people)
        self._asking = AskingKeeper(client, store.messages)
        self._threads = OwnThreads(client, tables)
        self._trouble = Trouble(client, store.messages, languages, tables)
        self._rooms: OrderedDict[int, Room] = OrderedDict()
        self._channels: dict[int, int] = {}
        self._closed = False

    # What the tables and the user interface call

    def announce(self, position: Position) -> None:
        """The table has a new saved version."""
        if self._closed:
            return
        room = self._room(position.record.id)
        self._channels[position.record.channel_id] = room.table_id
        room.came_to(position)
        self._wake(room)

    async def close(self) -> None:
        """Say what is being said, then stop."""
        self._closed = True
        self._threads.close()
        tasks = [room.task for room in self._rooms.values() if room.task is not None]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=LAST_WORDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    @asynccontextmanager
    async def held(self, table_id: int) -> AsyncIterator[None]:
        """Wait with the table's messages: an interaction that is being answered will show the news itself."""
        room = self._room(table_id)
        room.holders += 1
        try:
            yield
        finally:
            room.holders -= 1
            if not room.holders:
                room.free.set()
            if room.overtaken:
                self._show_again(room)

    async def noted(
        self, table_id: int, message_id: int, view: discord.ui.LayoutView, version: int = 0
    ) -> None:
        """An interaction's answer has put this view into the message: it need not be edited again."""
        room = self._room(table_id)
        for audience, sent in (await room.load(self._messages)).items():
            if sent.message_id == message_id:
                room.digests[audience] = digest(view)
                room.answered[audience] = version

    def repost(self, position: Position) -> None:
        """Somebody asked for the board: post it anew at the end of the channel."""
        room = self._room(position.record.id)
        room.below = ALWAYS
        room.latest = room.latest or position
        self._wake(room)

    def take_closed_dm(self, table_id: int, person: int) -> bool:
        """Whether the person has yet to be told that no DM reached them; asked once."""
        room = self._rooms.get(table_id)
        if room is None or person not in room.closed_dms:
            return False
        room.closed_dms.discard(person)
        return True

    def someone_wrote(self, channel_id: int) -> None:
        """A message was posted in a channel: the board there scrolls up by one."""
        room = self._rooms.get(self._channels.get(channel_id, 0))
        if room is not None:
            room.below += 1

    def _show_again(self, room: Room) -> None:
        """The messages went ahead of a late answer, which may have put something older in place of the news."""
        room.overtaken = False
        room.latest = room.latest or room.last
        self._wake(room)

    # The work

    def _room(self, table_id: int) -> Room:
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = Room(table_id)
        self._rooms.move_to_end(table_id)
        if len(self._rooms) > MOST_ROOMS:
            self._forget_idle()
        return room

    def _forget_idle(self) -> None:
        """Let go of rooms where nothing happens; the store gives them back."""
        for table_id, room in list(self._rooms.items())[:-1]:
            if len(self._rooms) <= MOST_ROOMS:
                break
            if room.task is None and not room.holders:
                del self._rooms[table_id]
        self._channels = {c: table for c, table in self._channels.items() if table in self._rooms}

    def _wake(self, room: Room) -> None:
        if room.task is None and not self._closed:
            room.task = asyncio.get_running_loop().create_task(
                self._work(room), name=f"announce table {room.table_id}"
            )

    async def _work(self, room: Room) -> None:
        """Show the newest position until there is none newer."""
        try:
            while room.latest is not None:
                await self._until_free(room)
                position, room.latest = room.latest, None
                if position is not None:
                    pause = await self._try_to_show(room, position)
                    if pause and not self._closed:
                        await asyncio.sleep(pause)
        finally:
            room.task = None

    @staticmethod
    async def _until_free(room: Room) -> None:
        """Wait until no click is being answered any more, but not for long."""
        try:
            async with asyncio.timeout(LONGEST_HOLD):
                while room.holders:
                    room.free.clear()
                    await room.free.wait()
        except TimeoutError:
            room.overtaken = True

    async def _try_to_show(self, room: Room, position: Position) -> float:
        """Show a position; the seconds to wait before the next one."""
        try:
            await self._show(room, position)
        except PASSING as error:
            return await self._failed(room, position, error)
        except Exception:
            log.exception("Table %d could not be announced.", room.table_id)
            return self._interval
        room.failures = 0
        return self._interval

    async def _show(self, room: Room, position: Position) -> None:
        # A room's task began in the context of whoever made the first move: the language is never the task's own.
        with speaking(await self._languages.of_guild(position.record.guild_id)):
            position, view = await self._board.drawn(room, position)
            try:
                await self._board.show(room, position, view)
            finally:
                # Who can still be reached by DM plays on, whatever became of the channel.
                await self._hands.show_all(room, position)
            await self._ping.show(room, position)
            await self._asking.show(room, position)
        if position.record.thread:
            await self._threads.show(position.record)
        await room.said(self._messages, position.record.version)

    async def _failed(self, room: Room, position: Position, error: BaseException) -> float:
        """Discord or the store refused: mend what can be mended, else try again a few times, later each time."""
        code = error.code if isinstance(error, discord.HTTPException) else 0
        if code == posting.UNKNOWN_CHANNEL:
            await self._channel_is_gone(room)
            return 0.0
        if code in posting.NO_ACCESS:
            await self._trouble.may_not_write(room, position.record)
            return 0.0
        if isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429:
            log.error("Discord refused a message of table %d.", room.table_id, exc_info=error)
            return self._interval
        room.failures += 1
        log.warning("Table %d could not be announced (try %d): %s", room.table_id, room.failures, error)
        if room.failures >= MOST_TRIES:
            room.failures = 0
            return 0.0
        room.latest = room.latest or room.last or position
        return float(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (room.failures - 1)))

    async def _channel_is_gone(self, room: Room) -> None:
        """The table is closed, and whoever has a hand by DM is told so there."""
        position = await self._trouble.channel_is_gone(room)
        if position is not None:
            await self._hands.show_all(room, position)
            await room.said(self._messages, position.record.version)
