"""What answers to interactions have put into a table's messages, so that these are not edited again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import NO_GUILD
from bot.ui.interaction.live_hands import LiveHand
from bot.ui.kit.layout import digest
from bot.ui.kit.mentions import discord_link
from bot.ui.messages.at_tables import ANSWERED
from bot.ui.messages.hand_sender import has_hands
from bot.ui.messages.table_messages import TIDY, kind_of
from bot.ui.pacing.update_queue import Urgency

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.messages.at_tables import AtTables
    from bot.ui.messages.due_updates import DueUpdates
    from bot.ui.messages.private_hands import PrivateHands
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages


class Answers:
    """Notes answers that show a board or a hand, and schedules updates of those that something newer has overtaken.

    Args:
        hand_on: gives a private hand, in JSON's types, to the process that looks after the table, which is at this
            home.
    """

    def __init__(
        self,
        services: MessageServices,
        due: DueUpdates,
        private: PrivateHands,
        at_tables: AtTables,
        hand_on: Callable[[int, dict[str, Any]], Awaitable[None]],
    ) -> None:
        self._client = services.client
        self._tables = services.tables
        self._known = services.known
        self._uploads = services.uploads
        self._overlaps = services.overlaps
        self._due = due
        self._private = private
        self._at_tables = at_tables
        self._hand_on = hand_on

    async def record(self, table_id: int, message_id: int, view: LayoutView, version: int = 0) -> None:
        """Note that an interaction's answer has put this view into the message, so it need not be edited again; a hand
        of the newest version is not even built again.
        """
        table = self._tables().loaded.of(table_id)
        if table is not None and not self._tables().share.has(table.record.home):
            await self._at_tables.do(ANSWERED, table.position, message_id)
            return
        if table is not None and self._due.has_lapsed:
            await self._at_tables.tell(ANSWERED, table.position, message_id)
        messages = self._known.of(table_id)
        for audience, sent in (await messages.load()).items():
            if sent.message_id == message_id:
                messages.digests[audience] = digest(view)
                if version:
                    messages.pointing.discard(audience)
                    link = discord_link(NO_GUILD, sent.channel_id, sent.message_id)
                    self._private.record_moved(table_id, audience, link)
                if table is not None and self._overlaps.has_overlapped(message_id):
                    self._schedule_redraw(messages, table.position, sent)
                elif audience > 0 and messages.newest is not None:
                    self._schedule_update(messages, audience, version)

    def check_again(self, position: Position, message_id: int) -> None:
        """Schedule an update of a message that an answer of another process has changed."""
        self._uploads.forget(message_id)  # also if nothing else is known of it
        messages = self._known.of(position.record.id)
        for sent in (messages.sent or {}).values():
            if sent.message_id == message_id:
                messages.pointing.discard(sent.audience)
                self._schedule_redraw(messages, position, sent)

    async def note_direct_hand(self, position: Position, sent: SentMessage, view: LayoutView) -> None:
        """Note an answer that put a person's hand into one of their direct messages: from now on that one is kept up to
        date, and any other is deleted. A question asked there remains one, which is deleted once it is answered.
        """
        table, messages = position.record, self._known.of(sent.table_id)
        known = await messages.load()
        before = known.get(sent.audience)
        is_new = all(each.message_id != sent.message_id for each in known.values())
        if is_new and has_hands(table) and self._tables().share.has(table.home):
            await messages.keep(sent, digest(view))
            messages.replaced = [old for old in messages.replaced if old.message_id != sent.message_id]
            if before is not None:
                messages.newest = messages.newest or position
                messages.replaced.append(before)
                self._due.add(messages, TIDY, Urgency.CLEANUP)
        await self.record(sent.table_id, sent.message_id, view, sent.version)

    async def note_private_hand(self, hand: LiveHand) -> None:
        """Note a private answer that shows a person's hand: the process that looks after the table keeps it up to date,
        and it replaces older ones.
        """
        table = self._tables().loaded.of(hand.table_id)
        if table is not None and not self._tables().share.has(table.record.home):
            await self._hand_on(table.record.home, hand.to_data())
            return
        self._private.record_opened(hand)
        messages = self._known.of(hand.table_id)
        if messages.newest is None and table is not None:
            messages.newest = table.position  # nobody has moved since the bot started
        if messages.newest is None:
            return
        await messages.load()  # the table may move on meanwhile
        if self._overlaps.has_overlapped(hand.token.message_id):
            hand.shown = ""
        if not hand.shown or self._is_overtaken(messages, hand.person):
            hand.version = 0
            self._due.add(messages, hand.person, Urgency.OTHER)
            return
        if hand.version < messages.newest.record.version:
            if not self._due.is_queued(messages, hand.person):  # the newer version was announced meanwhile
                self._due.add(messages, hand.person, Urgency.OTHER)
            return
        if messages.needs_pointer(hand.person):
            self._due.add(messages, hand.person, Urgency.OTHER)
        else:
            self._due.drop(messages, hand.person)

    async def take_private_hand(self, data: dict[str, Any]) -> None:
        """Note a private hand that another process has shown, if its table is this process's. It is drawn again if the
        other did not know the latest move; otherwise a hint that it shows stays.
        """
        hand = LiveHand.from_data(data, self._client)
        table = await self._tables().get(hand.table_id)
        if table is not None and self._tables().share.has(table.record.home):
            await self.note_private_hand(hand)

    def _schedule_redraw(self, messages: TableMessages, position: Position, sent: SentMessage) -> None:
        """Schedule an update of a message of which it is not known which answer it shows."""
        messages.newest = messages.newest or position  # nobody has moved since the bot started
        messages.forget_shown(sent.audience)
        self._uploads.forget(sent.message_id)
        self._due.add(messages, kind_of(sent.audience), Urgency.OTHER)

    def _schedule_update(self, messages: TableMessages, person: int, version: int) -> None:
        """Schedule an update of the hand that an answer shows at this version, unless it needs none."""
        if self._is_overtaken(messages, person):
            self._due.add(messages, person, Urgency.OTHER)
        elif version >= messages.position.record.version:
            self._due.drop(messages, person)
        elif version and not self._due.is_queued(messages, person):  # the newer version was announced meanwhile
            self._due.add(messages, person, Urgency.OTHER)

    def _is_overtaken(self, messages: TableMessages, person: int) -> bool:
        """Whether a request beside the answer may show or have seen something newer, or arrive after it."""
        return self._overlaps.has_overlapped((messages.table_id, person)) or self._due.is_running(messages, person)
