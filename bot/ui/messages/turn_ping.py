"""The mention that tells a person that their turn has come or is nearly over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.tables.acts.turn_clock import margin, turn_end
from bot.tables.model import guild_settings
from bot.tables.model.person_settings import ALWAYS, NEVER
from bot.tables.model.sent_message import TURN_PING
from bot.ui.kit.controls import Style, button
from bot.ui.kit.loudness import Sent
from bot.ui.kit.timestamps import relative
from bot.ui.messages import posting
from bot.ui.messages.hand_sender import has_hands
from bot.ui.messages.sending import make_nonce, send_mention
from bot.ui.wording.place import link_to

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.interaction.live_hands import LiveHands
    from bot.ui.messages.activity import Activity
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages

CLOSED = N_("I could not send you your cards by direct message: press **My hand** on the board instead.")


PING_AFTER_SECONDS = 45.0
"""Seconds before the person to act is mentioned, or a third of the turn's clock if that is less."""


class TurnPing:
    """Posts a table's newest turn ping and deletes the previous one."""

    def __init__(
        self,
        services: MessageServices,
        messenger: Messenger,
        notifications: Notifications,
        activity: Activity,
        live_hands: LiveHands,
    ) -> None:
        self._client = services.client
        self._people = services.store.people
        self._messenger = messenger
        self._notifications = notifications
        self._activity = activity
        self._live_hands = live_hands

    async def show(self, messages: TableMessages, now: float) -> float | None:
        """Ping the person to act if it is time; otherwise return when it will be, if ever."""
        old = (await messages.load()).get(TURN_PING)
        position, warned = messages.position, messages.warning
        urgent = warned is not None and warned == position.person_to_act and not _has_warned(old, position)
        person = warned if urgent else messages.ping
        # An earlier ping may come from a process that died before recording it.
        is_sent = old is not None and old.version == position.record.decision and not urgent
        if person is None or is_sent or _is_over(position) or person != position.person_to_act:
            messages.ping = messages.warning = None
            return None
        due = await self._due(messages, position, person, urgent=urgent)
        is_due = due is not None and due <= now
        is_postponed = is_due and await self._notifications.postpones_turn(position, person, urgent=urgent)
        if messages.position is not position:
            return now  # the turn may have been played meanwhile, or be nearly over
        if is_due and not is_postponed:
            await self._try_to_post(messages, position, person, urgent=urgent)
            return None
        messages.warning = None
        if due is None or is_postponed:
            messages.ping = None
            return None
        return due

    async def _try_to_post(self, messages: TableMessages, position: Position, person: int, *, urgent: bool) -> None:
        """Post a ping; if that fails, it is still due, unless another decision is due by then."""
        ping, warning = messages.ping, messages.warning
        messages.ping = messages.warning = None
        try:
            await self._post(messages, position, person, urgent=urgent)
        except Exception:
            if messages.position.record.decision == position.record.decision:
                # What was noted meanwhile counts more.
                messages.ping, messages.warning = messages.ping or ping, messages.warning or warning
            raise

    async def tidy(self, messages: TableMessages) -> None:
        """Delete a ping that was answered or is outdated."""
        old = (await messages.load()).get(TURN_PING)
        if old is not None and (_is_over(messages.position) or old.version < messages.position.record.decision):
            await self._messenger.remove(messages, old)

    async def _due(self, messages: TableMessages, position: Position, person: int, *, urgent: bool) -> float | None:
        """When to mention the person; None for never."""
        if person in messages.closed_dms:
            return 0.0  # they must be told about their closed DMs
        chosen, table = await self._people.settings(person), position.record
        when = chosen.mentions or (await guild_settings.load(self._people, table.guild_id)).mentions
        if when == NEVER and not urgent:
            return None if self._notifications.listed_at(position, chosen) is None else 0.0
        sees_no_hand = not chosen.gets_hand_by_dm and has_hands(table) and self._live_hands.of(table.id, person) is None
        if urgent or sees_no_hand or when == ALWAYS or self._activity.is_idle(person, messages.ping_at):
            return 0.0
        clock = table.turn_seconds
        return messages.ping_at + (PING_AFTER_SECONDS if clock is None else min(PING_AFTER_SECONDS, clock / 3))

    async def _post(self, messages: TableMessages, position: Position, person: int, *, urgent: bool) -> None:
        """Post a ping in place of the previous one."""
        await self._messenger.delete_now_or_later(messages, TURN_PING)
        table = position.record
        closed = _(CLOSED) if person in messages.closed_dms else ""
        words = {
            "who": f"<@{person}>",
            "table": link_to(table),
            "when": relative(turn_end(table) or 0),
        }
        attempt, _again = await messages.attempt(TURN_PING)
        message = await send_mention(
            self._client,
            table.channel_id,
            " ".join(filter(None, [_sentence(table, urgent=urgent).format(**words), closed])),
            [person],
            button(table.id, "hand", _("My hand"), style=Style.primary),
            kind=Sent.TURN,
            nonce=make_nonce(table.id, TURN_PING, f"{table.decision} {urgent}", attempt),
        )
        messages.closed_dms.discard(person)
        # A ping's `version` is its decision, so that the next decision deletes it.
        await messages.keep(posting.sent(message, table.id, TURN_PING, table.decision), "")


def _is_over(position: Position) -> bool:
    """Whether nobody needs a ping for a turn there."""
    return not position.record.phase.is_live or position.record.awaits_return


def _sentence(table: TableRecord, *, urgent: bool) -> str:
    if urgent:
        return _("{who}, your turn at {table} ends {when}; then the computer plays it for you.")
    if turn_end(table) is not None:
        return _("{who}, it's your turn at {table}; it ends {when}.")
    return _("{who}, it's your turn at {table}.")


def _has_warned(old: SentMessage | None, position: Position) -> bool:
    """Whether the last ping was this turn's warning, from a process that died before recording it."""
    end, seconds = turn_end(position.record), position.record.turn_seconds
    if old is None or end is None or seconds is None or old.version != position.record.decision:
        return False
    return old.sent_at >= end - margin(seconds) - 1
