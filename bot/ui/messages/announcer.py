"""Keeps messages up to date: notes which of a table's messages are outdated, for whatever reason."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.records import NO_GUILD
from bot.tables.model.sent_message import BOARD, PROPOSAL
from bot.ui.board.unshown import cannot_be_shown
from bot.ui.interaction.asides import Asides
from bot.ui.interaction.follow_ups import FollowUps
from bot.ui.messages import posting
from bot.ui.messages.activity import Activity
from bot.ui.messages.answers import Answers
from bot.ui.messages.at_tables import ANSWERED, HAND, LANGUAGE, MENTION, QUESTION, REPOST, AtTables
from bot.ui.messages.board_keeper import BoardKeeper
from bot.ui.messages.calls import Calls
from bot.ui.messages.changed_settings import ChangedSettings
from bot.ui.messages.folding import Folding
from bot.ui.messages.hand_sender import HandSender
from bot.ui.messages.invitations import Invitations, has_room
from bot.ui.messages.messenger import Messenger
from bot.ui.messages.notifications import Notifications
from bot.ui.messages.outdated import outdated_by
from bot.ui.messages.outside import OutsideKeeper
from bot.ui.messages.own_thread import OwnThreads
from bot.ui.messages.private_hands import PrivateHands
from bot.ui.messages.question_keeper import QuestionKeeper
from bot.ui.messages.refusals import Refusals
from bot.ui.messages.table_messages import BOARD_SHOWN, FOLD, INVITATIONS, PING, QUESTIONS, TIDY, TableMessages
from bot.ui.messages.trouble import Trouble
from bot.ui.messages.turn_ping import TurnPing
from bot.ui.messages.unreadable import UnreadableEndings
from bot.ui.messages.updater import Keepers, Updater
from bot.ui.pacing.update_queue import Urgency
from bot.ui.turn.drawing import HandDrawer
from bot.ui.wording.place import channel_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence
    from typing import Any

    import discord

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.model.share import Share
    from bot.ui.kit.types import Interaction
    from bot.ui.messages.services import MessageServices

SHUTDOWN_GRACE_SECONDS = 3.0
"""Shutdown grace for sends in flight, in seconds."""


class DiscordAnnouncer:
    """Keeps Discord's messages up to date with the tables; its state can be rebuilt from the store."""

    def __init__(
        self,
        services: MessageServices,
        edit_interval: float,
        hand_on: Callable[[int, dict[str, Any]], Awaitable[None]],
    ) -> None:
        """`hand_on` gives a private hand to the process that looks after its table."""
        self._client = services.client
        self._tables = services.tables
        self._store = services.store.messages
        self._scheduler = services.scheduler
        self._known = services.known
        self.uploads = services.uploads
        self.free_edits = services.free_edits
        self.overlaps = services.overlaps
        self.asides = Asides()
        self._follow_ups = FollowUps()
        self._activity = Activity(services.scheduler.now())
        acts = {
            HAND: self._refresh_hand,
            MENTION: self._mention,
            QUESTION: self._ask_again,
            LANGUAGE: self._translate,
            REPOST: self._repost,
            ANSWERED: self._check_again,
        }
        self.at_tables = AtTables(services, acts)
        self.changed_settings = ChangedSettings(services, self.at_tables)
        drawer = HandDrawer(services.client, services.store, services.illustrator, self.asides)
        notifications = self._notifications = Notifications(services, self.at_tables, self._activity)
        self._private = PrivateHands(services, drawer, notifications, self._resume_direct_hand)
        messenger = Messenger(services)
        self.trouble = Trouble(services, notifications)
        board = BoardKeeper(services, messenger, notifications)
        self._keepers = Keepers(
            board,
            OutsideKeeper(services, messenger, notifications, board, self._follow_ups),
            HandSender(services, messenger, notifications, drawer, self._private),
            TurnPing(services, messenger, notifications, self._activity, self._private.live),
            QuestionKeeper(services, messenger, notifications),
            Calls(services, messenger),
            Invitations(services, messenger),
            OwnThreads(services),
            Refusals(services, self.trouble),
        )
        updater = Updater(services, messenger, self._keepers, self.at_tables, edit_interval, self._private.live)
        self._due = updater.due
        self._folding = Folding(services, self._due)
        self._unreadable = UnreadableEndings(services, messenger)
        self.answers = Answers(services, self._due, self._private, self.at_tables, hand_on)

    # What the tables and the user interface call

    def announce(self, position: Position) -> None:
        """The table has a new saved version."""
        if self._due.closed:
            return
        table = position.record
        messages = self._known.register(table)
        before = messages.newest
        if before is not None and before.record.version == table.version and messages.outdated:
            return  # its messages are being updated already
        messages.advance_to(position, self._scheduler.now())
        if messages.ping is None and messages.warning is None:
            self._due.drop(messages, PING)
        self._due.add_all(messages, outdated_by(messages, before, self._private.live))
        self._folding.plan(table)

    async def catch_up(self, share: Share) -> None:
        """Continue what the process that had the share before had planned."""
        self._notifications.check_now()
        await self._folding.plan_latest(share)
        for table_id in await self._store.boards_in_words(share):
            with suppress(UnknownRulesError):
                await self._know_board(table_id)

    async def _know_board(self, table_id: int) -> None:
        """Draw the table's board again if its channel allows pictures by now, or as soon as it does."""
        table = await self._tables().get(table_id)
        if table is not None:
            messages = self._known.of_position(table.position)
            await messages.load()
            self._draw_otherwise(messages)

    def clock_was_set(self) -> None:
        """The clock was set or the machine slept: check at once what people have to be told."""
        self._notifications.check_now()

    def pause_hands(self, share: Share) -> None:
        """Pause the private hands at a share's tables, which another process looks after from now on."""
        of_share = [it for it in self._known if it.newest is not None and share.has(it.newest.record.home)]
        self._private.pause_at({messages.table_id for messages in of_share})

    def forget(self, share: Share) -> None:
        """Forget what the messages of a share's tables show: another process takes them over, or had them until now."""
        for messages in self._known.forget(share):
            self._due.drop(messages, *tuple(messages.outdated))
            for sent in (messages.sent or {}).values():
                self.uploads.forget(sent.message_id)

    def go_on_for(self, seconds: float) -> None:
        """Update messages for that long, or until this is called again: then another process may look after them."""
        self._due.lease_end = self._scheduler.now() + seconds
        self._scheduler.wake()

    async def close(self) -> None:
        """Send what can be sent now, then stop."""
        self._private.pause()
        self._due.closed = True
        await self._notifications.close()
        await self._scheduler.finish(SHUTDOWN_GRACE_SECONDS)

    @contextmanager
    def hold_messages(self, table_id: int) -> Iterator[None]:
        """Hold the table's messages back while an interaction is answered, since the answer shows the change itself."""
        messages = self._known.of(table_id)
        if not messages.holds:
            messages.held_since = self._scheduler.now()
        messages.holds += 1
        try:
            yield
        finally:
            messages.holds -= 1
            if messages.hold_exceeded and messages.newest is not None:
                # The messages did not wait for a late answer, which may have overwritten them with something older.
                messages.hold_exceeded = False
                self._check_all(messages)
            self._scheduler.wake()

    async def repost(self, position: Position) -> None:
        """Post the board again at the end of the channel, because somebody asked for it."""
        await self.at_tables.do(REPOST, position)

    def _repost(self, position: Position, _about: int) -> None:
        messages = self._known.of_position(position)
        messages.board_asked_for = True
        messages.refusals = 0
        if position.record.proposal is not None:
            messages.forget_shown(PROPOSAL)
        self._check_all(messages)

    async def ask_again(self, position: Position, person: int) -> None:
        """Post the open question that kept the person from asking again, if its message was deleted, which Discord may
        not report.
        """
        await self.at_tables.do(QUESTION, position, person)

    def _ask_again(self, position: Position, _person: int) -> None:
        """Check the message with the table's open question."""
        messages = self._known.of_position(position)
        messages.forget_shown(PROPOSAL)
        self._due.add(messages, QUESTIONS, Urgency.BOARD)

    def _translate(self, position: Position, _about: int) -> None:
        """Update the public messages, and in servers the hands: some people have no language of their own."""
        messages = self._known.of_position(position)
        self._due.add(messages, BOARD_SHOWN, Urgency.OTHER)
        self._due.add(messages, QUESTIONS, Urgency.OTHER)
        for person in position.record.people if position.record.home != NO_GUILD else ():
            self._refresh_hand(position, person)

    def refresh(self, position: Position) -> None:
        """Update the board, because something outside the table has changed what it shows."""
        messages = self._known.of_position(position)
        self._due.add(messages, BOARD_SHOWN, Urgency.OTHER)

    async def refresh_hand(self, position: Position, person: int) -> None:
        """Update the person's hand, because something outside the table has changed how or where it is shown."""
        await self.at_tables.do(HAND, position, person)

    def _refresh_hand(self, position: Position, person: int) -> None:
        hand = self._private.live.of(position.record.id, person)
        if hand is not None:
            hand.version = 0  # otherwise an answer that shows this position is not drawn again
            hand.shown = ""  # an answer may have been lost, or another process may have paused the hand
        self.overlaps.changed((position.record.id, person))
        self._due.add(self._known.of_position(position), person, Urgency.OTHER)

    def unreadable_closed(self, table: TableRecord) -> None:
        """Show that a table that cannot be read is closed."""
        self._unreadable.show(table)

    async def call(self, table: TableRecord, people: Sequence[int]) -> None:
        """Mention these people in the table's channel, with a button to join. Raises one of REQUEST_FAILURES."""
        messages = self._known.of(table.id)
        await self._keepers.calls.post(messages, table, people)
        if messages.newest is not None:  # nobody knew of the call if the table has begun or ended meanwhile
            self._due.add(messages, TIDY, Urgency.CLEANUP)

    def note_invitation(self, table: TableRecord, guest: int, message: discord.Message) -> None:
        """Note an invitation by direct message, which is to say once that the game has begun or is over."""
        messages = self._known.of(table.id)
        messages.invitations.append(posting.sent(message, table.id, guest, table.version))
        if messages.newest is not None and not has_room(messages.newest.record):  # it began or ended meanwhile
            self._due.add(messages, INVITATIONS, Urgency.CLEANUP)

    async def may_notify(self, person: int, invited_to: int) -> bool:
        """Whether the person may be sent an invitation now; otherwise they will be told of it later."""
        return await self._notifications.may_notify(person, invited_to)

    async def quiet_changed(self, person: int) -> None:
        """Handle a change in when the person wants to be notified: held-back notifications may be due sooner."""
        await self._notifications.reconsider(person)

    def take_closed_dm(self, table_id: int, person: int) -> bool:
        """Whether the person has yet to be told that no DM reached them; True only once."""
        closed = self._known.of(table_id).closed_dms
        is_untold = person in closed
        closed.discard(person)
        return is_untold

    def record_message(self, channel_id: int) -> None:
        """Note a new message in a channel, which moves the board there up by one."""
        self._known.count_message(channel_id)

    def record_activity(self, person: int) -> None:
        """Note that a person pressed or typed something, so they need no immediate mention."""
        self._activity.record(person, self._scheduler.now())

    def only_answers_in(self, channel_id: int) -> bool:
        """Whether a channel's table is known to be shown by answers alone, even if its server has the bot by now."""
        messages = self._known.in_channel(channel_id)
        return messages is not None and messages.newest is not None and messages.newest.record.outside

    async def answered_outside(self, interaction: Interaction) -> None:
        """Note an interaction answered where a table is shown by answers alone: its token sends whatever has been
        waiting for one.
        """
        channel_id = interaction.channel_id or 0
        self._follow_ups.remember(channel_id, interaction)
        try:
            table = await self._tables().in_channel(channel_id)
        except UnknownRulesError:
            return
        if table is None or not table.record.outside:
            return
        messages = self._known.of_position(table.position)
        if interaction.message is not None:
            await self._keepers.outside.keep_one_board(messages, interaction.message)
        # Played by this press, at another process's table.
        is_news = messages.position.record.version < table.record.version
        if is_news:
            messages.advance_to(table.position, self._scheduler.now())
        if messages.ping == interaction.user.id:
            messages.ping = None
        if is_news or messages.behind or BOARD not in messages.digests:
            self._due.add(messages, BOARD_SHOWN, Urgency.BOARD)
            self._due.add(messages, QUESTIONS, Urgency.BOARD)

    def permissions_changed(self, guild_id: int) -> None:
        """Retry what was refused in a server, as its permissions may have changed, and draw its boards with pictures or
        without; not where the bot knows that it still may not write, nor in a thread that is closed or hidden, which it
        does not know.
        """
        self.trouble.permissions_changed(guild_id)
        for messages, table in self._of_server(guild_id):
            if channel_of(self._client, table) is None or cannot_be_shown(self._client, table):
                continue
            self._keepers.refusals.may_write_again(messages)
            if messages.refused:
                is_fold_refused = FOLD in messages.refused
                messages.refusals = 0
                messages.refused.clear()  # also of what nobody needs any more, which is not tried again
                self._check_all(messages)
                if is_fold_refused:
                    self._due.add(messages, FOLD, Urgency.CLEANUP)
            self._draw_otherwise(messages)

    def server_is_back(self, guild_id: int) -> None:
        """Check the messages of a server's running tables, which may have been given up during an outage."""
        for messages, table in self._of_server(guild_id):
            if table.phase.is_live:
                messages.refusals = 0
                self._check_all(messages)

    def _of_server(self, guild_id: int) -> list[tuple[TableMessages, TableRecord]]:
        every = [(messages, messages.newest.record) for messages in self._known if messages.newest is not None]
        return [(messages, table) for messages, table in every if table.guild_id == guild_id]

    def _draw_otherwise(self, messages: TableMessages) -> None:
        if messages.position.record.phase.is_live and self._keepers.board.is_drawn_otherwise(messages):
            self._due.add(messages, BOARD_SHOWN, Urgency.OTHER)

    def _check_all(self, messages: TableMessages) -> None:
        """Check all of the table's messages, as any of them may be outdated, also those that were given up."""
        messages.announced_version = 0
        self._due.add_all(messages, outdated_by(messages, None, self._private.live))

    def _mention(self, position: Position, person: int) -> None:
        """Mention somebody who could not be sent the list of waiting tables."""
        messages = self._known.of_position(position)
        messages.ping, messages.ping_at = person, self._scheduler.now()
        self._due.add(messages, PING, Urgency.TURN)

    def _check_again(self, position: Position, message_id: int) -> None:
        """Check a message of a table again that another process has changed."""
        self.answers.check_again(position, message_id)

    async def _resume_direct_hand(self, table_id: int, person: int) -> None:
        """Show the hand in the person's direct message again, because their private answer is paused."""
        table = await self._tables().get(table_id)
        if table is not None:
            await self.refresh_hand(table.position, person)
