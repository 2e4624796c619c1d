"""Hands in private answers: kept up to date by token, linked from older copies, and paused when the token expires
or the bot stops.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.clock import SystemClock
from bot.language import speaking
from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.records import CHANNEL_GONE
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.art.drawing_turns import patience_for_hand
from bot.ui.interaction.live_hands import LiveHands
from bot.ui.kit.failing import is_unknown_emoji, log_failures
from bot.ui.kit.layout import digest
from bot.ui.pacing.update_queue import Urgency
from bot.ui.turn.past_hand import build_past_hand, heading
from bot.ui.turn.pointers import moved, paused
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Coroutine
    from typing import Any

    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.live_hands import LiveHand
    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages
    from bot.ui.turn.drawing import HandDrawer

log = logging.getLogger(__name__)


class PrivateHands:
    """Keeps each person's newest private answer about a table up to date.

    Args:
        ended: called with a table and a person whose hand continues by direct message.
    """

    def __init__(
        self,
        services: MessageServices,
        drawer: HandDrawer,
        notifications: Notifications,
        ended: Callable[[int, int], Awaitable[None]],
    ) -> None:
        self._client = services.client
        self._people = services.store.people
        self._languages = services.languages
        self._illustrator = services.illustrator
        self._scheduler = services.scheduler
        self._overlaps = services.overlaps
        self._uploads = services.uploads
        self._drawer = drawer
        self._notifications = notifications
        self._ended = ended
        self.live = LiveHands(SystemClock(), self._token_expiring)

    def record_opened(self, hand: LiveHand) -> None:
        """Note an answer that shows a hand, or a message in its place; the previous answer then links to it."""
        table_id, person = hand.table_id, hand.person
        older = self.live.put(hand) if hand.plays else self.live.drop(table_id, person)
        if older is not None and older.token.message_id != hand.token.message_id:
            self._point(older, hand.link)

    def record_moved(self, table_id: int, person: int, link: str) -> None:
        """Note that the hand is now in another message that is not an answer; the old one then links to it."""
        older = self.live.drop(table_id, person)
        if older is not None:
            self._point(older, link)

    def pause(self) -> None:
        """Pause all hands because the bot is stopping: while it can still be edited, each says so and how to
        continue.
        """
        for hand in self.live.close():
            self._schedule(hand, partial(self._say_paused, hand, by_dm=False))

    def pause_at(self, tables: Container[int]) -> None:
        """Pause the hands at these tables, because another process looks after them now and has no token for them."""
        for hand in self.live.take(tables):
            self._schedule(hand, partial(self._leave, hand))

    async def _leave(self, hand: LiveHand) -> None:
        """Pause the hand, and have the other process show it: in the direct message, or in this very message if it has
        been pressed there meanwhile.
        """
        await self._say_paused(hand, by_dm=False)
        await self._ended(hand.table_id, hand.person)

    async def refresh(self, messages: TableMessages, hand: LiveHand) -> None:
        """Edit an outdated answer; forget it once the table has ended."""
        table = messages.position.record
        try:
            if can_drop_hands(table):
                await hand.token.delete()
            else:
                await self._edit(messages, hand)
        except discord.HTTPException as error:
            is_alone = isinstance(error, discord.DiscordServerError) and hand.person not in (messages.sent or ())
            if is_alone or is_unknown_emoji(error):
                raise  # tried again: no direct message can take over, or none needs to
            log.info("A private hand at table %d can no longer be edited (%d).", table.id, error.code)
            self._forget(hand)
        else:
            if not table.phase.is_live:
                self._forget(hand)

    async def _edit(self, messages: TableMessages, hand: LiveHand) -> None:
        async with self._illustrator.background.turn(lambda: patience_for_hand(messages.position, hand.person)):
            position = messages.position
            table, person = position.record, hand.person
            place = place_of(self._client, table)
            hand.plays, hand.heading = table.plays(person), heading(position, place)
            if hand.plays:
                view = await self._drawer.draw(position, person)
            else:
                view = build_past_hand(position, person, place)
        shown = digest(view)
        if hand.shown != shown and self.live.of(table.id, person) is hand:  # otherwise it was pressed meanwhile
            with self._overlaps.showing(hand.token.message_id):
                await self._uploads.edit(hand.token.message_id, view, partial(hand.token.edit, view))
                hand.shown = "" if self._overlaps.has_overlapped(hand.token.message_id) else shown
        if (table.id, person) not in self._scheduler.queue:  # otherwise it is looked at again
            hand.version = table.version

    def _forget(self, hand: LiveHand) -> None:
        if self.live.of(hand.table_id, hand.person) is hand:
            self.live.drop(hand.table_id, hand.person)

    def _point(self, older: LiveHand, link: str) -> None:
        self._schedule(older, partial(self._edit_last_time, older, partial(moved, link)))

    def _token_expiring(self, hand: LiveHand) -> None:
        self._schedule(hand, partial(self._pause, hand))

    def _schedule(self, hand: LiveHand, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Schedule the job, which costs no counted request, unless the message shows the hand again by then."""
        key, group = ("private_hand", hand.token.message_id), (hand.table_id, hand.person)

        async def work() -> None:
            now = self.live.of(hand.table_id, hand.person)
            if now is not None and now.token.message_id == hand.token.message_id:
                return
            try:
                with self._overlaps.showing(hand.token.message_id):
                    await job()
            except (StoreUnavailableError, UnknownRulesError) as error:
                log.info("Could not update a private hand at table %d: %s", hand.table_id, error)

        self._scheduler.schedule(key, Urgency.OTHER, self._scheduler.now(), work, group=group, is_free=lambda: True)

    async def _pause(self, hand: LiveHand) -> None:
        """Use the expiring token to say how to continue: by a press or by direct message."""
        chosen = await self._people.settings(hand.person)
        by_dm = hand.is_sent and (hand.in_own_dm or chosen.gets_hand_by_dm)
        is_quiet = await self._notifications.is_quiet(hand.person)  # a message there is edited, but none sent
        await self._say_paused(hand, by_dm=by_dm and not is_quiet)
        if by_dm:
            await self._ended(hand.table_id, hand.person)

    async def _say_paused(self, hand: LiveHand, *, by_dm: bool) -> None:
        if hand.plays:
            await self._edit_last_time(hand, partial(paused, hand.heading, hand.table_id, by_dm=by_dm))

    async def _edit_last_time(self, hand: LiveHand, build: Callable[[], LayoutView]) -> None:
        """Edit an answer for the last time, in its person's language, if it still exists."""
        with speaking(await self._languages.of_person(hand.person, hand.token.guild_id)):
            view = build()
        with log_failures(log, f"Could not update an older hand at table {hand.table_id}"):
            await self._uploads.edit(hand.token.message_id, view, partial(hand.token.edit, view))


def can_drop_hands(table: TableRecord) -> bool:
    """Whether the table's hands can go without explanation; after a lost channel, people need one."""
    return table.was_called_off and table.closing_reason != CHANNEL_GONE
