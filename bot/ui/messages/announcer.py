"""Tells people what changed: notes what is behind at which table, and brings each up to date when its turn comes."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.language import speaking
from bot.logs import about
from bot.tables.model.protocols import StoreUnavailableError
from bot.tables.model.records import BOARD, Phase
from bot.ui.interaction.asides import Asides
from bot.ui.interaction.free_edits import FreeEdits
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.activity import Activity
from bot.ui.messages.asking import AskingKeeper
from bot.ui.messages.behind import Behind, left_behind, strays
from bot.ui.messages.board_keeper import ALWAYS, BoardKeeper
from bot.ui.messages.hand_sender import HandSender
from bot.ui.messages.own_thread import OwnThreads
from bot.ui.messages.private_hands import PrivateHands
from bot.ui.messages.table_messages import BOARD_SHOWN, CALL, QUESTIONS, THREAD, TIDY, Room
from bot.ui.messages.trouble import Trouble
from bot.ui.messages.turn_ping import TurnPing
from bot.ui.messages.uploads import Uploads
from bot.ui.messages.waiting import Urgency
from bot.ui.turn.drawing import HandDrawer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.tables.model.position import Position
    from bot.tables.model.records import SentMessage
    from bot.tables.runtime.tables import Tables
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.flood_control import ContactLimit
    from bot.ui.interaction.languages import Languages
    from bot.ui.interaction.live_hands import LiveHand
    from bot.ui.interaction.services import BotStore
    from bot.ui.messages.scheduler import Scheduler
    from bot.ui.messages.table_messages import Kind

log = logging.getLogger(__name__)

MAX_ROOMS = 512
MAX_TRIES = 6
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds before a refused request is retried; the pause doubles each time."""
LONGEST_HOLD = 3.0
"""Seconds that a table's messages wait for the answer to a click, which would show the news itself."""
LAST_WORDS = 3.0
"""Shutdown grace for sends in flight, in seconds."""
LONELY = 10.0
"""Boards of tables without people, all together, are edited so often a second: the more there are, the slower each.
"""
MAX_REFUSALS = 2
"""After so many refusals in a row nothing is tried in a channel until something changes there, or for `BARRED`."""
BARRED = 600.0
PASSING = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, StoreUnavailableError)


class DiscordAnnouncer:
    """Keeps Discord's messages up to date with the tables; its state can be rebuilt from the store."""

    def __init__(
        self,
        client: discord.Client,
        store: BotStore,
        languages: Languages,
        illustrator: Illustrator,
        contact_limit: ContactLimit,
        edit_interval: float,
        tables: Callable[[], Tables],
        scheduler: Scheduler,
    ) -> None:
        """`tables` is asked when a table has to be found: the tables tell the announcer, and are made after it."""
        self._tables = tables
        self._client = client
        self._messages = store.messages
        self._languages = languages
        self._interval = edit_interval
        self._scheduler = scheduler
        self.uploads = Uploads()
        self._activity = Activity(scheduler.now())
        self.free_edits = FreeEdits()
        self.asides = Asides()
        self._board = BoardKeeper(client, store, illustrator, self.uploads, self.free_edits, contact_limit)
        drawer = HandDrawer(client, store, illustrator, self.asides)
        self._private = PrivateHands(
            client, store.people, languages, illustrator, drawer, scheduler, self._hand_goes_on
        )
        self._hands = HandSender(
            client, store, languages, illustrator, drawer, self.uploads, self.free_edits, self._private
        )
        self._ping = TurnPing(client, store.messages, store.people, self._activity, self._private.live)
        self._asking = AskingKeeper(client, store.messages)
        self._threads = OwnThreads(client, tables)
        self._trouble = Trouble(client, store.messages, languages, tables)
        self._rooms: OrderedDict[int, Room] = OrderedDict()
        self._channels: dict[int, int] = {}
        self._lonely: set[int] = set()
        self._closed = False

    # What the tables and the user interface call

    def announce(self, position: Position) -> None:
        """The table has a new saved version."""
        if self._closed:
            return
        table = position.record
        room = self._room(table.id)
        self._channels[table.channel_id] = table.id
        is_lonely = table.phase is Phase.PLAYING and not table.people
        (self._lonely.add if is_lonely else self._lonely.discard)(table.id)
        before = room.last
        if before is not None and before.record.version == table.version and room.behind:
            return  # it is being told already
        room.came_to(position, self._scheduler.now())
        if room.ping is None and room.warning is None:
            self._forget(room, CALL)
        self._note(room, *left_behind(room, before, self._private.live))

    async def close(self) -> None:
        """Send what can be sent now, then stop."""
        self._closed = True
        self._threads.close()
        self._private.live.close()
        await self._scheduler.finish(LAST_WORDS)

    @asynccontextmanager
    async def held(self, table_id: int) -> AsyncIterator[None]:
        """Wait with the table's messages: an interaction that is being answered will show the news itself."""
        room = self._room(table_id)
        if not room.holders:
            room.held_at = self._scheduler.now()
        room.holders += 1
        try:
            yield
        finally:
            room.holders -= 1
            if room.overtaken and room.last is not None:
                # The messages went ahead of a late answer, which may have put something older in place of the news.
                room.overtaken = False
                self._note(room, *left_behind(room, None, self._private.live))
            self._scheduler.stir()

    async def noted(self, table_id: int, message_id: int, view: discord.ui.LayoutView, version: int = 0) -> None:
        """An interaction's answer has put this view into the message: it need not be edited again, nor even be built,
        where that is a hand of the newest version.
        """
        room = self._room(table_id)
        for audience, sent in (await room.load(self._messages)).items():
            if sent.message_id == message_id:
                room.digests[audience] = digest(view)
                if version:
                    room.pointing.discard(audience)
                    self._private.moved_to(table_id, audience, posting.link_of(sent))
                if audience > 0 and room.last is not None and version >= room.last.record.version:
                    self._forget(room, audience)

    async def hand_opened(self, hand: LiveHand) -> None:
        """A private answer shows a person's hand: it is kept up to date, and is the only one."""
        self._private.opened(hand)
        room = self._room(hand.table_id)
        if room.last is None or hand.version < room.last.record.version:
            return
        if hand.person in room.pointing or hand.person not in await room.load(self._messages):
            self._forget(room, hand.person)
        else:
            self._want(room, hand.person, Urgency.OTHER, 0.0)

    def repost(self, position: Position) -> None:
        """Somebody asked for the board: post it anew at the end of the channel."""
        room = self._room(position.record.id)
        room.below = ALWAYS
        room.last = room.last or position
        room.refusals = 0
        self._note(room, *left_behind(room, None, self._private.live))

    def refresh(self, position: Position) -> None:
        """Something beside the table has changed what its board says."""
        room = self._room(position.record.id)
        room.last = room.last or position
        self._want(room, BOARD_SHOWN, Urgency.OTHER, 0.0)

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

    def someone_acted(self, person: int) -> None:
        """A person pressed or typed something: whoever is here needs no mention at once."""
        self._activity.acted(person, self._scheduler.now())

    def place_changed(self, guild_id: int) -> None:
        """Permissions may have changed in a server: what was refused there is tried again."""
        for room in self._rooms.values():
            if room.refusals and room.last is not None and room.last.record.guild_id == guild_id:
                room.refusals = 0
                self._note(room, *left_behind(room, None, self._private.live))

    async def _hand_goes_on(self, table_id: int, person: int) -> None:
        """Their private answer is paused: the direct message is their hand again."""
        table = await self._tables().get(table_id)
        if table is not None:
            room = self._room(table_id)
            room.last = room.last or table.position
            self._want(room, person, Urgency.OTHER, 0.0)

    # The work

    def _room(self, table_id: int) -> Room:
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = Room(table_id)
        self._rooms.move_to_end(table_id)
        if len(self._rooms) > MAX_ROOMS:
            self._forget_idle()
        return room

    def _forget_idle(self) -> None:
        """Let go of rooms where nothing happens; the store gives them back."""
        for table_id, room in list(self._rooms.items())[:-1]:
            if len(self._rooms) <= MAX_ROOMS:
                break
            if not room.behind and not room.holders:
                del self._rooms[table_id]
        self._channels = {c: table for c, table in self._channels.items() if table in self._rooms}

    def _note(self, room: Room, *behind: Behind) -> None:
        """Let these wait for their turns."""
        for one in behind:
            self._want(room, one.kind, one.urgency, one.wait * self._interval)

    def _want(self, room: Room, kind: Kind, urgency: Urgency, wait: float) -> None:
        now = self._scheduler.now()
        if self._closed or (not isinstance(kind, int) and self._is_barred(room, now)):
            self._forget(room, kind)
            return
        room.behind.add(kind)
        due = max(now + wait, room.said_at.get(kind, 0.0) + self._pause(room, kind, urgency))
        self._scheduler.want(
            (room.table_id, kind),
            urgency,
            due,
            partial(self._work, room, kind),
            lane=(room.table_id, kind if isinstance(kind, int) else "channel"),
            opens=partial(self._opens, room, kind),
            is_free=partial(self._is_free, room, kind),
        )

    def _pause(self, room: Room, kind: Kind, urgency: Urgency) -> float:
        """The shortest time between two edits of a message."""
        if kind == BOARD_SHOWN and room.table_id in self._lonely:
            return max(self._interval, self._interval * len(self._lonely) / LONELY)
        return 0.0 if kind == CALL or urgency is Urgency.HAND else self._interval

    @staticmethod
    def _is_barred(room: Room, now: float) -> bool:
        return room.refusals >= MAX_REFUSALS and now - room.barred_at < BARRED

    def _opens(self, room: Room, kind: Kind, now: float) -> float:
        """When it may be told: not while a click is answered, but that is not waited for long; not in a full
        channel.
        """
        if room.holders and now < room.held_at + LONGEST_HOLD:
            return room.held_at + LONGEST_HOLD
        if kind == CALL:
            return now + self._scheduler.channels.wait("POST", room.now.record.channel_id)
        if isinstance(kind, int) and self._is_shown_privately(room, kind):
            return 0.0
        sent = self._kept(room, kind)
        if sent is None or self.free_edits.of(sent.message_id) is not None:
            return 0.0
        return now + self._scheduler.channels.wait("PATCH", sent.channel_id)

    def _is_free(self, room: Room, kind: Kind) -> bool:
        if isinstance(kind, int) and self._is_shown_privately(room, kind):
            return True
        sent = self._kept(room, kind)
        return sent is not None and self.free_edits.of(sent.message_id) is not None

    def _is_shown_privately(self, room: Room, person: int) -> bool:
        """Whether a private answer is the person's hand, and their direct message says so already."""
        has_none = room.messages is not None and person not in room.messages
        return self._private.live.of(room.table_id, person) is not None and (has_none or person in room.pointing)

    @staticmethod
    def _kept(room: Room, kind: Kind) -> SentMessage | None:
        """The message that is edited, as far as it is known."""
        audience = BOARD if kind == BOARD_SHOWN else kind
        return room.messages.get(audience) if room.messages and isinstance(audience, int) else None

    def _forget(self, room: Room, *kinds: Kind) -> None:
        """Drop these from the queue."""
        for kind in kinds:
            self._scheduler.line.drop((room.table_id, kind))
            room.behind.discard(kind)

    async def _work(self, room: Room, kind: Kind) -> None:
        """Bring one thing up to date; what is behind again meanwhile waits for its next turn."""
        room.overtaken = room.overtaken or room.holders > 0
        room.said_at[kind] = self._scheduler.now()
        with about(table=room.table_id, interaction=None):
            try:
                if await self._try_to_show(room, kind) and (room.table_id, kind) not in self._scheduler.line:
                    room.behind.discard(kind)
                self._note(room, *(one for one in strays(room) if one.kind not in room.behind | room.said_at.keys()))
                if room.leftovers:
                    self._want(room, TIDY, Urgency.CLEANUP, 0.0)
                await self._note_said(room)
            except PASSING as error:
                log.warning("What was said of table %d could not be noted: %s", room.table_id, error)

    async def _note_said(self, room: Room) -> None:
        """Note in the store that everything was said, except what is only to be cleaned up."""
        version = room.now.record.version
        if not room.behind - {TIDY} and not room.refusals and version > room.said_version:
            room.said_version = version
            await room.said(self._messages, version)

    async def _try_to_show(self, room: Room, kind: Kind) -> bool:
        """Show it as it is now; whether that is done with, said or given up."""
        try:
            await self._show(room, kind)
        except PASSING as error:
            return await self._failed(room, kind, error)
        except Exception:
            log.exception("Table %d could not be announced.", room.table_id)
            room.said_version = room.now.record.version
        else:
            if kind == BOARD_SHOWN:
                room.refusals = 0
        room.failures.pop(kind, None)
        return True

    async def _show(self, room: Room, kind: Kind) -> None:
        # A task may begin in the context of somebody's move: the language is never the task's own.
        with speaking(await self._languages.of_guild(room.now.record.guild_id)):
            if isinstance(kind, int):
                await self._hands.show(room, kind)
                if kind in room.closed_dms and room.now.person_to_act == kind:
                    self._want(room, CALL, Urgency.TURN, 0.0)
            elif kind == BOARD_SHOWN:
                # What waits for its next turn meanwhile is shown by this one: the board is drawn as the table is then.
                await self._board.update(room, partial(self._scheduler.line.drop, (room.table_id, BOARD_SHOWN)))
            elif kind == CALL:
                await self._call(room)
            elif kind == QUESTIONS:
                await self._asking.show(room, room.now)
            elif kind == TIDY:
                await self._tidy(room)
            elif kind == THREAD:
                await self._threads.show(room.now.record)

    async def _call(self, room: Room) -> None:
        now = self._scheduler.now()
        due = await self._ping.show(room, now)
        if due is not None:
            self._want(room, CALL, Urgency.TURN, due - now)

    async def _tidy(self, room: Room) -> None:
        await self._ping.tidy(room)
        while room.leftovers:
            await posting.delete(self._client, room.leftovers[0])
            room.leftovers.pop(0)

    async def _failed(self, room: Room, kind: Kind, error: BaseException) -> bool:
        """Discord or the store refused: mend what can be mended, else try again a few times, later each time."""
        code = error.code if isinstance(error, discord.HTTPException) else 0
        room.said_version = max(room.said_version, room.now.record.version)  # this one was not said
        if code == posting.UNKNOWN_CHANNEL:
            await self._trouble.channel_is_gone(room)
            self._forget(room, BOARD_SHOWN, CALL, QUESTIONS, TIDY, THREAD)
            room.said_version = 0
            return True
        if code in posting.NO_ACCESS:
            room.refusals, room.barred_at = room.refusals + 1, self._scheduler.now()
            await self._trouble.may_not_write(room, room.now.record)
            return True
        if isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429:
            log.error("Discord refused a message of table %d.", room.table_id, exc_info=error)
            return True
        tries = room.failures[kind] = room.failures.get(kind, 0) + 1
        log.warning("Table %d could not be announced (try %d): %s", room.table_id, tries, error)
        if tries >= MAX_TRIES:
            del room.failures[kind]
            return True
        room.said_version = 0
        self._want(room, kind, Urgency.BOARD, min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1)))
        return False
