"""When each outdated message is updated: its delay, what it waits for, and whether it costs a request."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bot.ui.messages.table_messages import INVITATIONS, PING
from bot.ui.pacing.update_queue import NEVER, Urgency

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Hashable, Iterable

    from bot.ui.interaction.live_hands import LiveHands
    from bot.ui.messages.outdated import Outdated
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import Kind, TableMessages

MAX_HOLD_SECONDS = 3.0
"""Seconds that a table's messages wait for the answer to a click, which would show the news itself."""
MAX_REFUSALS = 2
"""After this many refusals in a row, a channel is left alone until its permissions change, or for `REFUSAL_PAUSE`."""
REFUSAL_PAUSE = 600.0
_CHANNEL = "channel"


class DueUpdates:
    """Schedules outdated messages, with everything that the scheduler has to know about them.

    Args:
        interval: seconds between two edits of a message.
        update: what updates one message when its turn comes.
    """

    def __init__(
        self,
        services: MessageServices,
        interval: float,
        live: LiveHands,
        update: Callable[[TableMessages, Kind], Coroutine[Any, Any, None]],
    ) -> None:
        self._scheduler = services.scheduler
        self._free_edits = services.free_edits
        self._interval = interval
        self._live = live
        self._update = update
        self.closed = False
        self.lease_end = NEVER
        """When the lease runs out; no update starts from then on."""

    @property
    def has_lapsed(self) -> bool:
        """Whether the lease has run out, so that another process may look after the tables by now."""
        return self._scheduler.now() >= self.lease_end

    def add_all(self, messages: TableMessages, outdated: Iterable[Outdated]) -> None:
        """Schedule updates of these messages, each after its own delay."""
        for one in outdated:
            self.add(messages, one.kind, one.urgency, one.wait * self._interval)

    def add(self, messages: TableMessages, kind: Kind, urgency: Urgency, wait: float = 0.0) -> None:
        """Schedule the update of a message after a delay in seconds; ignored once this is `closed`."""
        now = self._scheduler.now()
        is_left_alone = self._is_left_alone(messages, kind, now)
        if is_left_alone:
            messages.refused.add(kind)
        if self.closed or is_left_alone:
            self.drop(messages, kind)
            return
        messages.outdated.add(kind)
        pause = 0.0 if kind == PING or urgency is Urgency.HAND else self._interval
        self._scheduler.schedule(
            (messages.table_id, kind),
            urgency,
            max(now + wait, messages.updated_at.get(kind, 0.0) + pause),
            partial(self._update, messages, kind),
            group=_group(messages, kind),
            ready_at=partial(self._ready_at, messages, kind),
            is_free=partial(self._is_free, messages, kind),
        )

    def drop(self, messages: TableMessages, *kinds: Kind) -> None:
        """Cancel the updates of these messages."""
        for kind in kinds:
            self.unqueue(messages, kind)
            messages.outdated.discard(kind)

    def unqueue(self, messages: TableMessages, kind: Kind) -> None:
        """Take the message's update out of the queue, because one in progress covers it."""
        self._scheduler.queue.drop((messages.table_id, kind))

    def is_queued(self, messages: TableMessages, kind: Kind) -> bool:
        """Whether an update of the message is scheduled."""
        return (messages.table_id, kind) in self._scheduler.queue

    def is_running(self, messages: TableMessages, kind: Kind) -> bool:
        """Whether the message is being updated now."""
        return _group(messages, kind) in self._scheduler.queue.busy

    def _ready_at(self, messages: TableMessages, kind: Kind, now: float) -> float:
        """When the update may start: not while the lease has run out, nor while a click is answered (for a limited
        time), nor in a rate-limited channel.
        """
        if now >= self.lease_end:
            return NEVER
        held_until = messages.held_since + MAX_HOLD_SECONDS
        if messages.holds and now < held_until:
            return held_until
        if kind == PING:
            return now + self._scheduler.channels.wait("POST", messages.position.record.channel_id)
        if self._is_free(messages, kind):
            return 0.0
        sent = messages.to_edit(kind)
        return 0.0 if sent is None else now + self._scheduler.channels.wait("PATCH", sent.channel_id)

    def _is_left_alone(self, messages: TableMessages, kind: Kind, now: float) -> bool:
        """Whether the message is in a channel that refuses messages."""
        is_refused = messages.refusals >= MAX_REFUSALS and now - messages.refused_at < REFUSAL_PAUSE
        return is_refused and _group(messages, kind) == (messages.table_id, _CHANNEL)

    def _is_free(self, messages: TableMessages, kind: Kind) -> bool:
        if messages.position.record.outside or kind == PING:  # whether anybody is to be mentioned is not known yet
            return True
        if isinstance(kind, int) and self._is_shown_privately(messages, kind):
            return True
        sent = messages.to_edit(kind)
        return sent is not None and self._free_edits.of(sent.message_id) is not None

    def _is_shown_privately(self, messages: TableMessages, person: int) -> bool:
        """Whether the person's hand is in a private answer that is out of date, or needs no pointer to it."""
        hand = self._live.of(messages.table_id, person)
        if hand is None:
            return False
        return hand.version < messages.position.record.version or not messages.needs_pointer(person)


def _group(messages: TableMessages, kind: Kind) -> tuple[int, Hashable]:
    """Updates of one group run one at a time: those of a hand, those of invitations, and all in the channel."""
    return messages.table_id, kind if isinstance(kind, int) or kind == INVITATIONS else _CHANNEL
