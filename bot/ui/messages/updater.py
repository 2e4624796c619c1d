"""Updates one message of a table when its turn comes; failures are fixed, retried or given up."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.language import speaking
from bot.logs import about
from bot.tables.model.sent_message import BOARD, PROPOSAL
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.messages import posting
from bot.ui.messages.at_tables import ANSWERED
from bot.ui.messages.board_keeper import BoardKeeper
from bot.ui.messages.calls import Calls
from bot.ui.messages.due_updates import DueUpdates
from bot.ui.messages.hand_sender import HandSender
from bot.ui.messages.invitations import Invitations
from bot.ui.messages.outdated import stray_hands
from bot.ui.messages.outside import OutsideKeeper
from bot.ui.messages.own_thread import OwnThreads
from bot.ui.messages.question_keeper import QuestionKeeper
from bot.ui.messages.refusals import Refusals
from bot.ui.messages.table_messages import BOARD_SHOWN, FOLD, INVITATIONS, PING, QUESTIONS, THREAD, TIDY
from bot.ui.messages.turn_ping import TurnPing
from bot.ui.pacing.update_queue import Urgency

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.ui.interaction.live_hands import LiveHands
    from bot.ui.messages.at_tables import AtTables
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import Kind, TableMessages

log = logging.getLogger(__name__)

MAX_TRIES = 6
FIRST_PAUSE, MAX_PAUSE_SECONDS = 2.0, 60.0
"""Seconds before a refused request is retried; the pause doubles each time."""
LATER_SECONDS, MAX_LATER = 600.0, 5
"""Seconds before a message that was given up in an outage of Discord is tried again; doubled each time, so often."""
_CHECKED_AFTER: dict[Kind, Kind] = {QUESTIONS: QUESTIONS, PING: TIDY}
"""What to check once a new message is posted, if the table has moved on: that change could not take it into account."""
TEMPORARY_ERRORS = (*REQUEST_FAILURES, StoreUnavailableError)


@dataclass(frozen=True, slots=True)
class Keepers:
    """The object that shows each kind of message."""

    board: BoardKeeper
    outside: OutsideKeeper
    hands: HandSender
    ping: TurnPing
    questions: QuestionKeeper
    calls: Calls
    invitations: Invitations
    threads: OwnThreads
    refusals: Refusals


class Updater:
    """Shows each message through the keeper of its kind."""

    def __init__(
        self,
        services: MessageServices,
        messenger: Messenger,
        keepers: Keepers,
        at_tables: AtTables,
        edit_interval: float,
        live_hands: LiveHands,
    ) -> None:
        self._languages = services.languages
        self._overlaps = services.overlaps
        self._scheduler = services.scheduler
        self._now = services.scheduler.now
        self._messenger = messenger
        self._keepers = keepers
        self._at_tables = at_tables
        self.due = DueUpdates(services, edit_interval, live_hands, self.update)

    async def update(self, messages: TableMessages, kind: Kind) -> None:
        """Update one message; if it gets outdated again meanwhile, it waits for its next turn."""
        messages.hold_exceeded = messages.hold_exceeded or messages.holds > 0
        messages.updated_at[kind] = self._now()
        with about(table=messages.table_id, interaction=None):
            try:
                if await self._try_to_show(messages, kind) and not self.due.is_queued(messages, kind):
                    messages.outdated.discard(kind)
                seen = messages.outdated | messages.updated_at.keys()
                self.due.add_all(messages, [one for one in stray_hands(messages) if one.kind not in seen])
                if messages.replaced and kind != TIDY:
                    self.due.add(messages, TIDY, Urgency.CLEANUP)
                await self._mark_announced(messages)
            except TEMPORARY_ERRORS as error:
                log.warning("Could not record what was announced of table %d: %s", messages.table_id, error)
                if kind in messages.outdated and not self.due.is_queued(messages, kind):
                    # Handling a refusal failed as well; otherwise, the message would count as being updated for ever.
                    self.due.add(messages, kind, Urgency.BOARD, MAX_PAUSE_SECONDS)
        if messages.forgotten or self.due.has_lapsed:
            await self._have_checked(messages, kind)

    async def _have_checked(self, messages: TableMessages, kind: Kind) -> None:
        """Have another process that may have the table by now check what the message shows: it may have shown something
        newer meanwhile.
        """
        sent = messages.to_edit(kind)
        if sent is not None:
            await self._at_tables.tell(ANSWERED, messages.position, sent.message_id)

    async def _mark_announced(self, messages: TableMessages) -> None:
        """Record in the store that everything but the clean-up has been announced."""
        version, untold = messages.position.record.version, messages.outdated - {TIDY, INVITATIONS}
        if not untold and not messages.refusals and version > messages.announced_version:
            messages.announced_version = version
            await messages.mark_announced(version)

    async def _try_to_show(self, messages: TableMessages, kind: Kind) -> bool:
        """Show the current state; return whether this is done, by success or by giving up."""
        try:
            await self._show(messages, kind)
        except TEMPORARY_ERRORS as error:
            return await self._handle_failure(messages, kind, error)
        except Exception:
            log.exception("Could not announce table %d.", messages.table_id)
            messages.announced_version = messages.position.record.version
        else:
            messages.refused.discard(kind)
            if kind == BOARD_SHOWN:
                messages.refusals = 0
        messages.failures.pop(kind, None)
        messages.given_up.pop(kind, None)
        return True

    async def _show(self, messages: TableMessages, kind: Kind) -> None:
        position, on_read = messages.position, partial(self.due.unqueue, messages, BOARD_SHOWN)
        # A task may start in the context of somebody's move, so its language must be set here.
        with speaking(await self._languages.of_table(position.record)):
            if isinstance(kind, int):
                await self._show_hand(messages, kind)
            elif position.record.outside:
                async with self._editing(messages, PROPOSAL if kind == QUESTIONS else BOARD):
                    await self._keepers.outside.show(messages, kind, on_read)
            elif kind == BOARD_SHOWN:
                async with self._editing(messages, BOARD):
                    await self._keepers.board.update(messages, on_read)
            elif kind == PING:
                await self._show_ping(messages)
            elif kind == QUESTIONS:
                async with self._editing(messages, PROPOSAL):
                    await self._keepers.questions.show(messages)
            elif kind == TIDY:
                await self._tidy(messages)
            elif kind == INVITATIONS:
                await self._keepers.invitations.show(messages)
            elif kind == FOLD:
                await self._keepers.board.fold(messages)
            elif kind == THREAD:
                await self._keepers.threads.show(messages.position.record)
        if kind in _CHECKED_AFTER and messages.position is not position:
            self.due.add(messages, _CHECKED_AFTER[kind], Urgency.BOARD)

    @asynccontextmanager
    async def _editing(self, messages: TableMessages, audience: int) -> AsyncIterator[None]:
        """While the audience's message is updated; what it shows is not known if it was pressed meanwhile."""
        old = (await messages.load()).get(audience)
        with self._overlaps.showing(None if old is None else old.message_id):
            yield
            if old is not None and self._overlaps.has_overlapped(old.message_id):
                messages.forget_shown(audience)

    async def _show_hand(self, messages: TableMessages, person: int) -> None:
        async with self._editing(messages, person):
            is_all = await self._keepers.hands.show(messages, person)
        if not is_all:
            self.due.add(messages, person, Urgency.OTHER)
        if person in messages.closed_dms and messages.position.person_to_act == person:
            self.due.add(messages, PING, Urgency.TURN)

    async def _show_ping(self, messages: TableMessages) -> None:
        now = self._now()
        due = await self._keepers.ping.show(messages, now)
        if due is not None:
            self.due.add(messages, PING, Urgency.TURN, due - now)

    async def _tidy(self, messages: TableMessages) -> None:
        refused = await self._delete_replaced(messages)
        await self._keepers.ping.tidy(messages)
        await self._keepers.calls.tidy(messages)
        if refused is not None:
            raise refused

    async def _delete_replaced(self, messages: TableMessages) -> discord.HTTPException | None:
        """Delete the replaced messages that Discord allows; return its last refusal of another."""
        refused = None
        for old in tuple(messages.replaced):
            if old not in messages.replaced:
                continue  # it has been pressed, and is the hand again
            try:
                await self._messenger.delete(old)
            except discord.HTTPException as error:
                refused = error
            else:
                messages.replaced = [each for each in messages.replaced if each != old]
        return refused

    async def _handle_failure(self, messages: TableMessages, kind: Kind, error: Exception) -> bool:
        """Give the message up if Discord's refusal is final, otherwise retry a few times with growing pauses."""
        # This version was not announced.
        messages.announced_version = max(messages.announced_version, messages.position.record.version)
        if isinstance(error, discord.HTTPException) and await self._is_final(messages, kind, error):
            return True
        tries = messages.failures[kind] = messages.failures.get(kind, 0) + 1
        log.warning("Could not announce table %d (try %d): %s", messages.table_id, tries, error)
        if tries >= MAX_TRIES:
            del messages.failures[kind]
            self._try_later(messages, kind)
            return True
        messages.announced_version = 0
        self.due.add(messages, kind, Urgency.BOARD, min(MAX_PAUSE_SECONDS, FIRST_PAUSE * 2 ** (tries - 1)))
        return False

    def _try_later(self, messages: TableMessages, kind: Kind) -> None:
        """Try a message again that was given up: if the table does not change any more, nothing else would."""
        times = messages.given_up.pop(kind, 0)
        if times < MAX_LATER:
            messages.given_up[kind] = times + 1
            key = (messages.table_id, kind, "given-up")
            due = self._now() + LATER_SECONDS * 2**times
            self._scheduler.schedule(key, Urgency.CLEANUP, due, partial(self._try_again, messages, kind), group=key)

    async def _try_again(self, messages: TableMessages, kind: Kind) -> None:
        if kind in messages.given_up and not messages.forgotten:
            self.due.add(messages, kind, Urgency.CLEANUP)

    async def _is_final(self, messages: TableMessages, kind: Kind, error: discord.HTTPException) -> bool:
        """Whether retrying is no use. Does what the refusal asks for: closes the table, tells people, or opens direct
        messages anew.
        """
        code = error.code
        if code == posting.UNKNOWN_CHANNEL:
            await self._keepers.refusals.channel_deleted(messages)
            self.due.drop(messages, BOARD_SHOWN, PING, QUESTIONS, TIDY, THREAD)
            messages.announced_version = 0
            return True
        if code in posting.CLOSED_THREAD:
            log.info("The thread of table %d is closed.", messages.table_id)
            if kind != TIDY:  # a failed deletion does not keep the board from being shown
                self._note_refusal(messages, kind)
            return True
        if code in posting.DMS_CLOSED:
            log.info("The person of table %d accepts no direct messages.", messages.table_id)
            self._note_refusal(messages, kind)
            return True
        if code in posting.PASSING_IN_DMS and _is_in_dms(messages, kind):
            if code == posting.MISSING_ACCESS:
                await self._keepers.refusals.open_dms_anew(messages, kind)
            return False
        if code in posting.NO_ACCESS:
            self._note_refusal(messages, kind)
            if kind != FOLD:  # which is tidying up, long after the game
                await self._keepers.refusals.may_not_write(messages)
            return True
        if posting.is_final(error):
            log.error("Discord refused a message of table %d.", messages.table_id, exc_info=error)
            return True
        return False

    def _note_refusal(self, messages: TableMessages, kind: Kind) -> None:
        messages.refusals, messages.refused_at = messages.refusals + 1, self._now()
        messages.refused.add(kind)


def _is_in_dms(messages: TableMessages, kind: Kind) -> bool:
    """Whether the message is in somebody's direct messages with the bot."""
    return isinstance(kind, int) or messages.position.record.in_own_dm
