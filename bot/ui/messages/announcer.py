"""Keeps messages up to date: notes which of a table's messages are outdated, and updates each when its turn comes."""

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
from bot.tables.model.records import BOARD
from bot.tables.runtime.tables import CHANGED, FOLLOWED
from bot.ui.interaction.asides import Asides
from bot.ui.interaction.free_edits import FreeEdits
from bot.ui.interaction.openings import Openings
from bot.ui.kit.layout import digest
from bot.ui.messages import posting
from bot.ui.messages.activity import Activity
from bot.ui.messages.board_keeper import ALWAYS, BoardKeeper
from bot.ui.messages.folding import Folding
from bot.ui.messages.hand_sender import HandSender
from bot.ui.messages.kept_hands import KEEPS, LETS, KeptHands
from bot.ui.messages.later import Later
from bot.ui.messages.lent_hands import LentHands
from bot.ui.messages.outdated import Outdated, outdated_by, stray_hands
from bot.ui.messages.outside import OutsideKeeper
from bot.ui.messages.own_thread import OwnThreads
from bot.ui.messages.private_hands import PrivateHands
from bot.ui.messages.question_keeper import QuestionKeeper
from bot.ui.messages.table_messages import BOARD_SHOWN, FOLD, PING, QUESTIONS, THREAD, TIDY, TableMessages
from bot.ui.messages.trouble import Trouble
from bot.ui.messages.turn_ping import TurnPing
from bot.ui.messages.update_queue import Urgency
from bot.ui.messages.uploads import Uploads
from bot.ui.turn.drawing import HandDrawer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.tables.model.position import Position
    from bot.tables.model.records import SentMessage
    from bot.tables.model.share import Share
    from bot.tables.runtime.tables import Tables
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.flood_control import ContactLimit
    from bot.ui.interaction.languages import Languages
    from bot.ui.interaction.live_hands import LiveHand
    from bot.ui.interaction.services import BotStore
    from bot.ui.kit.types import Interaction
    from bot.ui.messages.scheduler import Scheduler
    from bot.ui.messages.table_messages import Kind

log = logging.getLogger(__name__)

MAX_TABLES = 512
MAX_TRIES = 6
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds before a refused request is retried; the pause doubles each time."""
LONGEST_HOLD = 3.0
"""Seconds that a table's messages wait for the answer to a click, which would show the news itself."""
SHUTDOWN_GRACE = 3.0
"""Shutdown grace for sends in flight, in seconds."""
MAX_REFUSALS = 2
"""After this many refusals in a row, a channel is left alone until its permissions change, or for `REFUSAL_PAUSE`."""
REFUSAL_PAUSE = 600.0
TEMPORARY_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, StoreUnavailableError)


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
        *,
        process: str = "",
    ) -> None:
        """`tables` returns the tables; they are created after the announcer, which they notify. `process` is this
        process's name.
        """
        self._tables = tables
        self._client = client
        self._store = store.messages
        self._languages = languages
        self._interval = edit_interval
        self._scheduler = scheduler
        self.uploads = Uploads()
        self._activity = Activity(scheduler.now())
        self.free_edits = FreeEdits()
        self._openings = Openings()
        self.asides = Asides()
        self._later = Later(client, store, languages, tables, self._mention, self._is_away)
        self._board = BoardKeeper(client, store, illustrator, self.uploads, self.free_edits, contact_limit, self._later)
        self._outside = OutsideKeeper(store, self._board, self.uploads, self.free_edits, self._openings)
        drawer = HandDrawer(client, store, illustrator, self.asides)
        self._private = PrivateHands(
            client, store.people, languages, illustrator, drawer, scheduler, self._hand_goes_on
        )
        self._hands = HandSender(
            client,
            store,
            languages,
            illustrator,
            drawer,
            self.uploads,
            self.free_edits,
            self._private,
            later=self._later,
        )
        self.lent_hands = LentHands(scheduler.now, self._hand_returned)
        self._kept_hands = KeptHands(
            store.messages,
            scheduler,
            tables,
            self._hands.draw,
            self.free_edits,
            self.uploads,
            process=process,
            interval=edit_interval,
            held_until=self._held_until,
        )
        self._ping = TurnPing(client, store.messages, store.people, self._activity, self._private.live, self._later)
        self._questions = QuestionKeeper(client, store.messages, self._later)
        self._threads = OwnThreads(client, tables)
        self._folding = Folding(store.messages, self._board_is_old)
        self._trouble = Trouble(client, store.messages, languages, tables)
        self._by_table: OrderedDict[int, TableMessages] = OrderedDict()
        self._channels: dict[int, int] = {}
        self._closed = False

    # What the tables and the user interface call

    def announce(self, position: Position) -> None:
        """The table has a new saved version."""
        if self._closed:
            return
        table = position.record
        messages = self._messages_of(table.id)
        self._channels[table.channel_id] = table.id
        before = messages.last
        if before is not None and before.record.version == table.version and messages.outdated:
            return  # its messages are being updated already
        messages.advance_to(position, self._scheduler.now())
        if messages.ping is None and messages.warning is None:
            self._unqueue(messages, PING)
        self._queue_all(messages, *outdated_by(messages, before, self._private.live))
        self._folding.plan(table)

    async def catch_up(self, share: Share) -> None:
        """Go on with what the process that had the share would have done later."""
        await self._folding.plan_latest(share)
        await self._later.start()

    async def close(self) -> None:
        """Send what can be sent now, then stop."""
        self._closed = True
        self._threads.close()
        self._folding.close()
        self._later.close()
        self._private.live.close()
        await self._scheduler.finish(SHUTDOWN_GRACE)

    @asynccontextmanager
    async def hold_messages(self, table_id: int) -> AsyncIterator[None]:
        """Hold the table's messages back while an interaction is answered, since the answer shows the change itself."""
        messages = self._messages_of(table_id)
        if not messages.holds:
            messages.held_since = self._scheduler.now()
        messages.holds += 1
        try:
            yield
        finally:
            messages.holds -= 1
            if messages.hold_exceeded and messages.last is not None:
                # The messages did not wait for a late answer, which may have overwritten them with something older.
                messages.hold_exceeded = False
                self._queue_all(messages, *outdated_by(messages, None, self._private.live))
            self._scheduler.wake()

    async def record_answer(
        self, table_id: int, message_id: int, view: discord.ui.LayoutView, version: int = 0
    ) -> None:
        """Note that an interaction's answer has put this view into the message, so it need not be edited again; a hand
        of the newest version is not even built again.
        """
        if version and await self._kept_hands.keep(table_id, message_id, view, version):
            return
        messages = self._messages_of(table_id)
        for audience, sent in (await messages.load(self._store)).items():
            if sent.message_id == message_id:
                messages.digests[audience] = digest(view)
                if version:
                    messages.pointing.discard(audience)
                    self._private.moved_to(table_id, audience, posting.link_of(sent))
                if audience > 0 and messages.last is not None and version >= messages.last.record.version:
                    self._unqueue(messages, audience)

    async def hand_opened(self, hand: LiveHand) -> None:
        """Note a private answer that shows a person's hand: it is kept up to date and replaces older ones."""
        if self.lent_hands.take_back(hand.table_id, hand.person):
            await self._kept_hands.let(hand.table_id, hand.person)
        self._private.opened(hand)
        messages = self._messages_of(hand.table_id)
        if messages.last is None or hand.version < messages.last.record.version:
            return
        if hand.person in messages.pointing or hand.person not in await messages.load(self._store):
            self._unqueue(messages, hand.person)
        else:
            self._queue(messages, hand.person, Urgency.OTHER, 0.0)

    def repost(self, position: Position) -> None:
        """Post the board again at the end of the channel, as somebody asked for it."""
        messages = self._messages_of(position.record.id)
        messages.below = ALWAYS
        messages.last = messages.last or position
        messages.refusals = 0
        self._queue_all(messages, *outdated_by(messages, None, self._private.live))

    def refresh(self, position: Position) -> None:
        """Something beside the table has changed what its board says."""
        messages = self._messages_of(position.record.id)
        messages.last = messages.last or position
        self._queue(messages, BOARD_SHOWN, Urgency.OTHER, 0.0)

    async def may_tell(self, person: int, invited_to: int) -> bool:
        """Whether the person may be sent an invitation now; otherwise they are told of it later."""
        return await self._later.may_tell(person, invited_to)

    def take_closed_dm(self, table_id: int, person: int) -> bool:
        """Whether the person has yet to be told that no DM reached them; asked once."""
        messages = self._by_table.get(table_id)
        if messages is None or person not in messages.closed_dms:
            return False
        messages.closed_dms.discard(person)
        return True

    def someone_wrote(self, channel_id: int) -> None:
        """Note a new message in a channel, which moves the board there up by one."""
        messages = self._by_table.get(self._channels.get(channel_id, 0))
        if messages is not None:
            messages.below += 1

    def someone_acted(self, person: int) -> None:
        """Note that a person pressed or typed something, so they need no immediate mention."""
        self._activity.acted(person, self._scheduler.now())

    async def answered_outside(self, interaction: Interaction) -> None:
        """Note an interaction that was answered outside the bot's servers: what waited for one is said by it."""
        channel_id = interaction.channel_id or 0
        self._openings.note(channel_id, interaction)
        table = await self._tables().in_channel(channel_id)
        if table is None or not table.record.outside:
            return
        messages = self._messages_of(table.id)
        messages.last = messages.last or table.position
        if messages.ping == interaction.user.id:
            messages.ping = None
        if table.id in self._outside.behind or BOARD not in messages.digests:
            self._queue(messages, BOARD_SHOWN, Urgency.BOARD, 0.0)
            self._queue(messages, QUESTIONS, Urgency.BOARD, 0.0)

    def place_changed(self, guild_id: int) -> None:
        """Retry what was refused in a server, as its permissions may have changed."""
        for messages in self._by_table.values():
            if messages.refusals and messages.last is not None and messages.last.record.guild_id == guild_id:
                messages.refusals = 0
                self._queue_all(messages, *outdated_by(messages, None, self._private.live))

    def _is_away(self, person: int) -> bool:
        return self._activity.is_away(person, self._scheduler.now())

    def _mention(self, position: Position, person: int) -> None:
        """Mention somebody whom the list of waiting tables does not reach."""
        messages = self._messages_of(position.record.id)
        messages.last = messages.last or position
        messages.ping, messages.ping_at = person, self._scheduler.now()
        self._queue(messages, PING, Urgency.TURN, 0.0)

    def _board_is_old(self, table_id: int) -> None:
        key, job = (table_id, "to_fold"), partial(self._fold, table_id)
        self._scheduler.schedule(key, Urgency.CLEANUP, self._scheduler.now(), job, group=key, is_free=lambda: True)

    async def _fold(self, table_id: int) -> None:
        try:
            table = await self._tables().get(table_id)
        except StoreUnavailableError as error:
            log.warning("The board of table %d stays as it is: %s", table_id, error)
            return
        if table is not None and self._tables().share.has(table.record.home):
            messages = self._messages_of(table_id)
            messages.last = messages.last or table.position
            self._queue(messages, FOLD, Urgency.CLEANUP, 0.0)

    async def _hand_goes_on(self, table_id: int, person: int) -> None:
        """Show the hand in the person's direct message again, as their private answer is paused."""
        table = await self._tables().get(table_id)
        if table is not None and self._tables().share.has(table.record.home):
            messages = self._messages_of(table_id)
            messages.last = messages.last or table.position
            self._queue(messages, person, Urgency.OTHER, 0.0)

    def _hand_returned(self, table_id: int, person: int) -> None:
        """Keep the hand up to date here again; what it shows is not known."""
        messages = self._messages_of(table_id)
        if messages.last is not None:
            urgency = Urgency.HAND if messages.last.person_to_act == person else Urgency.OTHER
            self._queue(messages, person, urgency, 0.0)

    def _held_until(self, table_id: int) -> float:
        """Until when what a table shows waits for the answer to a click."""
        messages = self._by_table.get(table_id)
        return messages.held_since + LONGEST_HOLD if messages is not None and messages.holds else 0.0

    async def hear(self, notice: str) -> None:
        """Follow what another process says about a table's changes, or about a hand that it keeps up to date."""
        kind, *facts = notice.split(":", 6)
        if kind in (CHANGED, FOLLOWED):
            self._kept_hands.follow(int(facts[0]))
        elif kind == LETS:
            self._kept_hands.forget(int(facts[0]), int(facts[1]))
            self.lent_hands.let(int(facts[0]), int(facts[1]))
        elif kind == KEEPS:
            home, table_id, person, message_id, until = map(int, facts[:5])
            self.someone_acted(person)
            if self._tables().share.has(home):
                await self._lend(table_id, person, message_id, until, facts[5])

    async def _lend(self, table_id: int, person: int, message_id: int, until: float, process: str) -> None:
        """Leave a hand to the process that took a click on it, if it is the one that is kept up to date."""
        messages = self._messages_of(table_id)
        sent = (await messages.load(self._store)).get(person)
        if sent is None or sent.message_id != message_id:
            return
        self.lent_hands.lend(table_id, person, process, until)
        messages.digests.pop(person, None)
        messages.pointing.discard(person)
        self.uploads.forget(message_id)
        self._private.moved_to(table_id, person, posting.link_of(sent))
        self._unqueue(messages, person)

    # The work

    def _messages_of(self, table_id: int) -> TableMessages:
        messages = self._by_table.get(table_id)
        if messages is None:
            messages = self._by_table[table_id] = TableMessages(table_id)
        self._by_table.move_to_end(table_id)
        if len(self._by_table) > MAX_TABLES:
            self._forget_idle()
        return messages

    def _forget_idle(self) -> None:
        """Forget tables with nothing to do; the store restores them."""
        for table_id, messages in list(self._by_table.items())[:-1]:
            if len(self._by_table) <= MAX_TABLES:
                break
            if not messages.outdated and not messages.holds:
                del self._by_table[table_id]
        self._channels = {c: table for c, table in self._channels.items() if table in self._by_table}

    def _queue_all(self, messages: TableMessages, *outdated: Outdated) -> None:
        """Queue these updates."""
        for one in outdated:
            self._queue(messages, one.kind, one.urgency, one.wait * self._interval)

    def _queue(self, messages: TableMessages, kind: Kind, urgency: Urgency, wait: float) -> None:
        if isinstance(kind, int) and self.lent_hands.has(messages.table_id, kind):
            self._unqueue(messages, kind)
            return
        now = self._scheduler.now()
        if self._closed or (not isinstance(kind, int) and self._is_paused(messages, now)):
            self._unqueue(messages, kind)
            return
        messages.outdated.add(kind)
        pause = 0.0 if kind == PING or urgency is Urgency.HAND else self._interval
        due = max(now + wait, messages.updated_at.get(kind, 0.0) + pause)
        self._scheduler.schedule(
            (messages.table_id, kind),
            urgency,
            due,
            partial(self._update, messages, kind),
            group=(messages.table_id, kind if isinstance(kind, int) else "channel"),
            ready_at=partial(self._ready_at, messages, kind),
            is_free=partial(self._is_free, messages, kind),
        )

    @staticmethod
    def _is_paused(messages: TableMessages, now: float) -> bool:
        return messages.refusals >= MAX_REFUSALS and now - messages.refused_at < REFUSAL_PAUSE

    def _ready_at(self, messages: TableMessages, kind: Kind, now: float) -> float:
        """When the update may start: not while a click is answered (for a limited time), and not in a rate-limited
        channel.
        """
        if messages.holds and now < messages.held_since + LONGEST_HOLD:
            return messages.held_since + LONGEST_HOLD
        if messages.now.record.outside:
            return 0.0
        if kind == PING:
            return now + self._scheduler.channels.wait("POST", messages.now.record.channel_id)
        if isinstance(kind, int) and self._is_shown_privately(messages, kind):
            return 0.0
        sent = self._sent_message(messages, kind)
        if sent is None or self.free_edits.of(sent.message_id) is not None:
            return 0.0
        return now + self._scheduler.channels.wait("PATCH", sent.channel_id)

    def _is_free(self, messages: TableMessages, kind: Kind) -> bool:
        if messages.now.record.outside:
            return True
        if isinstance(kind, int) and self._is_shown_privately(messages, kind):
            return True
        sent = self._sent_message(messages, kind)
        return sent is not None and self.free_edits.of(sent.message_id) is not None

    def _is_shown_privately(self, messages: TableMessages, person: int) -> bool:
        """Whether the person's hand is in a private answer and their direct message already says so."""
        has_none = messages.sent is not None and person not in messages.sent
        return self._private.live.of(messages.table_id, person) is not None and (
            has_none or person in messages.pointing
        )

    @staticmethod
    def _sent_message(messages: TableMessages, kind: Kind) -> SentMessage | None:
        """The message to edit, if known."""
        audience = BOARD if kind == BOARD_SHOWN else kind
        return messages.sent.get(audience) if messages.sent and isinstance(audience, int) else None

    def _unqueue(self, messages: TableMessages, *kinds: Kind) -> None:
        """Remove these updates from the queue."""
        for kind in kinds:
            self._scheduler.queue.drop((messages.table_id, kind))
            messages.outdated.discard(kind)

    async def _update(self, messages: TableMessages, kind: Kind) -> None:
        """Update one message; if it gets outdated again meanwhile, it waits for its next turn."""
        messages.hold_exceeded = messages.hold_exceeded or messages.holds > 0
        messages.updated_at[kind] = self._scheduler.now()
        with about(table=messages.table_id, interaction=None):
            try:
                if await self._try_to_show(messages, kind) and (messages.table_id, kind) not in self._scheduler.queue:
                    messages.outdated.discard(kind)
                self._queue_all(
                    messages,
                    *(
                        one
                        for one in stray_hands(messages)
                        if one.kind not in messages.outdated | messages.updated_at.keys()
                    ),
                )
                if messages.replaced:
                    self._queue(messages, TIDY, Urgency.CLEANUP, 0.0)
                await self._mark_announced(messages)
            except TEMPORARY_ERRORS as error:
                log.warning("What was said of table %d could not be noted: %s", messages.table_id, error)

    async def _mark_announced(self, messages: TableMessages) -> None:
        """Record in the store that everything but the clean-up has been announced."""
        version = messages.now.record.version
        if not messages.outdated - {TIDY} and not messages.refusals and version > messages.announced_version:
            messages.announced_version = version
            await messages.mark_announced(self._store, version)

    async def _try_to_show(self, messages: TableMessages, kind: Kind) -> bool:
        """Show the current state; whether this is finished, by success or by giving up."""
        try:
            await self._show(messages, kind)
        except TEMPORARY_ERRORS as error:
            return await self._failed(messages, kind, error)
        except Exception:
            log.exception("Table %d could not be announced.", messages.table_id)
            messages.announced_version = messages.now.record.version
        else:
            if kind == BOARD_SHOWN:
                messages.refusals = 0
        messages.failures.pop(kind, None)
        return True

    async def _show(self, messages: TableMessages, kind: Kind) -> None:
        # A task may start in the context of somebody's move, so its language must be set here.
        with speaking(await self._languages.of_table(messages.now.record)):
            if isinstance(kind, int):
                await self._hands.show(messages, kind)
                if kind in messages.closed_dms and messages.now.person_to_act == kind:
                    self._queue(messages, PING, Urgency.TURN, 0.0)
            elif messages.now.record.outside:
                await self._outside.show(messages, kind, self._board_taken(messages))
            elif kind == BOARD_SHOWN:
                await self._board.update(messages, self._board_taken(messages))
            elif kind == PING:
                await self._show_ping(messages)
            elif kind == QUESTIONS:
                await self._questions.show(messages, messages.now)
            elif kind == TIDY:
                await self._tidy(messages)
            elif kind == FOLD:
                await self._board.fold(messages)
            elif kind == THREAD:
                await self._threads.show(messages.now.record)

    def _board_taken(self, messages: TableMessages) -> Callable[[], None]:
        """Drops any update queued meanwhile, because the board is drawn from the newest position."""
        return partial(self._scheduler.queue.drop, (messages.table_id, BOARD_SHOWN))

    async def _show_ping(self, messages: TableMessages) -> None:
        now = self._scheduler.now()
        due = await self._ping.show(messages, now)
        if due is not None:
            self._queue(messages, PING, Urgency.TURN, due - now)

    async def _tidy(self, messages: TableMessages) -> None:
        await self._ping.tidy(messages)
        while messages.replaced:
            await posting.delete(self._client, messages.replaced[0])
            messages.replaced.pop(0)

    async def _failed(self, messages: TableMessages, kind: Kind, error: BaseException) -> bool:
        """Handle a refusal by Discord or the store: fix it if possible, otherwise retry a few times with growing
        pauses.
        """
        code = error.code if isinstance(error, discord.HTTPException) else 0
        messages.announced_version = max(
            messages.announced_version, messages.now.record.version
        )  # this one was not said
        if code == posting.UNKNOWN_CHANNEL:
            await self._trouble.channel_is_gone(messages)
            self._unqueue(messages, BOARD_SHOWN, PING, QUESTIONS, TIDY, THREAD)
            messages.announced_version = 0
            return True
        if code in posting.NO_ACCESS:
            messages.refusals, messages.refused_at = messages.refusals + 1, self._scheduler.now()
            await self._trouble.may_not_write(messages, messages.now.record)
            return True
        if isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429:
            log.error("Discord refused a message of table %d.", messages.table_id, exc_info=error)
            return True
        tries = messages.failures[kind] = messages.failures.get(kind, 0) + 1
        log.warning("Table %d could not be announced (try %d): %s", messages.table_id, tries, error)
        if tries >= MAX_TRIES:
            del messages.failures[kind]
            return True
        messages.announced_version = 0
        self._queue(messages, kind, Urgency.BOARD, min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1)))
        return False
