"""Postpones notifications that people do not want now: later they get one direct message with the tables that wait for
them.

They may have quiet hours, be away, or have chosen a digest. The store only records whom to tell and when; the message
lists the tables as they are when it is sent, and replaces the previous one.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import speaking
from bot.tables.acts.people import may_sit_down
from bot.tables.acts.turn_clock import margin, turn_end
from bot.tables.model import guild_settings
from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.quiet_hours import digest_due, quiet_until
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.recurring import Recurring
from bot.ui.board.own_tables import Waiting, by_urgency, waiting_page, waits_for
from bot.ui.board.unshown import cannot_be_shown
from bot.ui.kit.controls import NO_TABLE
from bot.ui.kit.failing import REQUEST_FAILURES, log_failures
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY
from bot.ui.messages import posting
from bot.ui.messages.at_tables import MENTION
from bot.ui.messages.invitations import invite_in_channel
from bot.ui.messages.sending import make_nonce, safe_send
from bot.ui.pacing.scheduler import low_priority

if TYPE_CHECKING:
    from bot.tables.model.person_settings import PersonSettings
    from bot.tables.model.position import Position
    from bot.tables.model.stores import ClaimedNotification, News
    from bot.ui.messages.activity import Activity
    from bot.ui.messages.at_tables import AtTables
    from bot.ui.messages.services import MessageServices

log = logging.getLogger(__name__)

LEASE_SECONDS = 120.0
"""Seconds after which telling somebody is retried, perhaps by another process, if it failed: soon enough that Discord
still knows a message whose answer was lost.
"""
MAX_WAIT_SECONDS = 3600.0
"""Longest time between two checks of the store, in seconds, as another process may have died with its timer."""
BATCH_SIZE = 50


class Notifications:
    """Holds notifications back, and later sends those still relevant.

    Args:
        at_tables: has people mentioned at tables because no direct message reaches them.
        activity: knows who has acted lately.
    """

    def __init__(self, services: MessageServices, at_tables: AtTables, activity: Activity) -> None:
        self._client = services.client
        self._people, self._store = services.store.people, services.store.notifications
        self._languages = services.languages
        self._tables = services.tables
        self._at_tables = at_tables
        self._activity = activity
        self._clock = services.clock
        self._now = services.scheduler.now
        self._recurring = Recurring("notifications held back", self._clock, self._send_due)

    # Asked before somebody is notified

    async def may_notify(self, person: int, invited_to: int | None = None, news: News | None = None) -> bool:
        """Whether the person may be notified now; otherwise they will be later, including of this invitation or of
        these news.
        """
        until = quiet_until(await self._people.settings(person), self._clock.now())
        if until is None:
            return True
        await self._schedule(person, until, invited_to, news)
        return False

    async def is_quiet(self, person: int) -> bool:
        """Whether the person wants no notifications now."""
        return quiet_until(await self._people.settings(person), self._clock.now()) is not None

    async def postpones_hand(self, position: Position, person: int, *, is_turn: bool) -> bool:
        """Whether a new message with the hand has to wait; it does not if the person is active despite their quiet
        hours.
        """
        if self._activity.is_active(person, self._now()) or not await self.is_quiet(person):
            return False
        return not is_turn or await self.postpones_turn(position, person, urgent=False)

    async def postpones_turn(self, position: Position, person: int, *, urgent: bool) -> bool:
        """Whether the person is notified of their turn later because they do not want to be now."""
        due = self.listed_at(position, await self._people.settings(person), urgent=urgent)
        if due is not None:
            await self._schedule(person, due)
        return due is not None

    def listed_at(self, position: Position, chosen: PersonSettings, *, urgent: bool = False) -> float | None:
        """When the person's digest, or the list after their quiet hours, will tell them of their turn; None if neither
        does.
        """
        digest = None if urgent else self._digest_for(position, chosen)
        return digest if digest is not None else quiet_until(chosen, self._clock.now())

    def _digest_for(self, position: Position, chosen: PersonSettings) -> float | None:
        """When the person's digest will tell them of their turn; None if they have none or it would come too late."""
        if chosen.dm_closed:
            return None
        due, end = digest_due(chosen, self._clock.now()), turn_end(position.record)
        if due is None or end is None:
            return due
        return due if due <= end - margin(position.record.turn_seconds or 0) else None

    async def reconsider(self, person: int) -> None:
        """Send held-back notifications sooner, if the person's settings now allow it; never raises."""
        try:
            chosen, now = await self._people.settings(person), self._clock.now()
            due = quiet_until(chosen, now) or digest_due(chosen, now) or now
            if await self._store.reschedule_earlier(person, due):
                self._recurring.run_by(due)
        except StoreUnavailableError as error:  # the settings themselves are saved
            log.warning("What is held back for a person comes as late as planned: %s", error)

    async def _schedule(self, person: int, due: float, invited_to: int | None = None, news: News | None = None) -> None:
        await self._store.schedule(person, due, invited_to, news)
        self._recurring.run_by(due)

    # Telling

    def check_now(self) -> None:
        """Check at once, including what an earlier run or another process has noted."""
        self._recurring.run_now()

    async def close(self) -> None:
        """Leave the rest to the next process."""
        await self._recurring.close()

    async def _send_due(self) -> float:
        """Send what is due; return when to look again."""
        try:
            for person in await self._store.due(self._clock.now(), BATCH_SIZE):
                await self._try(person)
            latest = self._clock.now() + MAX_WAIT_SECONDS
            return min(await self._store.next_due() or latest, latest)
        except (StoreUnavailableError, *REQUEST_FAILURES) as error:
            log.warning("Could not notify people of waiting tables; trying again: %s", error)
            return self._clock.now() + LEASE_SECONDS

    async def _try(self, person: int) -> None:
        """Notify the person; if Discord refuses that one message, they are due again when the claim is over, and the
        others are not delayed.
        """
        try:
            await self._notify(person)
        except discord.HTTPException as error:
            if error.code == posting.DMS_TOO_FAST:
                raise  # the others would be refused as well
            log.warning("Could not notify a person of waiting tables; trying again: %s", error)

    async def _notify(self, person: int) -> None:
        now = self._clock.now()
        still = quiet_until(await self._people.settings(person), now)
        until = now + LEASE_SECONDS if still is None else still
        claimed = await self._store.claim(person, now, until)
        if claimed is None or still is not None:
            return
        message = await self._deliver(person, claimed)
        ids = (None, None) if message is None else (message.channel.id, message.id)
        await self._store.mark_sent(person, until, *ids)
        with low_priority():
            await self._delete(claimed)

    async def _deliver(self, person: int, claimed: ClaimedNotification) -> discord.Message | None:
        """Send the list; None if nothing waits any more or no direct message reaches them."""
        what = await self._what_waits(person, claimed)
        about = [position.record.guild_id for position in (*what.tables, *what.invited, *what.unshown)]
        about += [one.guild_id for one in claimed.news]
        if not about:
            return None
        try:
            target = await posting.direct(self._client, person)
            with speaking(await self._languages.of_person(person, about[0])):
                view = waiting_page(self._client, what, person)
            return await safe_send(
                target,
                view=view,
                allowed_mentions=NOBODY,
                silent=Sent.WAITING.is_silent,
                nonce=make_nonce(NO_TABLE, person, "waiting", str(claimed.message_id)),
            )
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code == posting.MISSING_ACCESS:
                await posting.open_anew(self._client, person)
            if error.code in posting.PASSING_IN_DMS:
                raise
            log.info("A person cannot be sent direct messages (%d) and is mentioned instead.", error.code)
            if error.code != posting.FLAGGED_AS_SPAM:
                await self._people.change(person, dm_closed=True)
            await self._tell_in_channels(person, what)
            return None

    async def _what_waits(self, person: int, claimed: ClaimedNotification) -> Waiting:
        """What the person has yet to be told, as the tables are now."""
        tables = [table.position for table in await self._tables().of_person(person)]
        waiting = by_urgency([position for position in tables if waits_for(position, person)], person)
        invited = [position for table_id in claimed.invited_to if (position := await self._joinable(table_id, person))]
        hosted = [position for position in tables if position.record.host == person]
        unshown = [position for position in hosted if cannot_be_shown(self._client, position.record)]
        return Waiting(waiting, invited, unshown, [one.words for one in claimed.news])

    async def _tell_in_channels(self, person: int, what: Waiting) -> None:
        """Mention the person where it is their turn and where they are invited, in place of the list."""
        for position in what.tables:
            if position.person_to_act == person:
                await self._at_tables.do(MENTION, position, person)
        for position in what.invited:
            with log_failures(log, f"An invitation to table {position.record.id} could not be posted"):
                await invite_in_channel(self._client, self._languages, position.record, person, "later")

    async def _joinable(self, table_id: int, person: int) -> Position | None:
        """The table to which the person was invited, if they may still join it or take over a seat there."""
        try:
            table = await self._tables().get(table_id)
        except UnknownRulesError:
            return None
        if table is None:
            return None
        record = table.record
        barred = (await guild_settings.load(self._people, record.guild_id)).barred
        return table.position if may_sit_down(record, person) and person not in barred else None

    async def _delete(self, claimed: ClaimedNotification) -> None:
        """Delete the previous message, so that there is only one; if Discord fails, it stays."""
        if claimed.channel_id is None or claimed.message_id is None:
            return
        with log_failures(log, "Could not delete an earlier list of waiting tables"):
            await posting.partial_message(self._client, claimed.channel_id, claimed.message_id).delete()
