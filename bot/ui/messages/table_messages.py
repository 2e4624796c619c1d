"""What the announcer remembers of a table: the newest position, what its messages show, who holds it back."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from bot.tables.acts.turn_clock import margin
from bot.tables.model.position import Position
from bot.tables.model.records import BOARD, Phase, SentMessage, Wake

if TYPE_CHECKING:
    from bot.tables.model.protocols import MessageStore


Kind: TypeAlias = "int | str"
"""What may be behind: the hand of a person, by their id, or one of these."""
BOARD_SHOWN, CALL, QUESTIONS, TIDY, THREAD = "board", "call", "questions", "tidy", "thread"


@dataclass(slots=True, weakref_slot=True)
class Room:
    """One table's announcing. `messages` is None until it was read from the store; digests are by audience.

    `attempts` are those to send a new message of which it is not known how they ended, by audience.
    `gone` are the audiences whose messages are deleted, which the store is told when all is said.
    `holders` counts the clicks that are being answered, the first of them since `held_at`; `overtaken` says that the
    messages did not wait for one of them.
    `behind` is what is not said yet, and `said_at` when each kind of it was said last; `failures` counts by kind how
    often Discord refused.
    `said_version` is the last one that was noted as said, or given up.
    `pointing` are the people whose direct message only says that a private answer shows their hand.
    `ping` is the person to tell that the turn came to them at `ping_at`, `warning` the one whose turn is nearly
    over; `below` counts messages under the board.
    `called` are those whom the first board mentions, None until it is posted. `leftovers` are messages that were
    replaced.
    `refusals` counts how often in a row nobody could write in the channel, since `barred_at` for the last time.
    """

    table_id: int
    last: Position | None = None
    holders: int = 0
    held_at: float = 0.0
    overtaken: bool = False
    behind: set[Kind] = field(default_factory=set)
    said_at: dict[Kind, float] = field(default_factory=dict)
    messages: dict[int, SentMessage] | None = None
    attempts: dict[int, str] = field(default_factory=dict)
    digests: dict[int, str] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    ping: int | None = None
    ping_at: float = 0.0
    warning: int | None = None
    below: int = 0
    failures: dict[Kind, int] = field(default_factory=dict)
    refusals: int = 0
    barred_at: float = 0.0
    leftovers: list[SentMessage] = field(default_factory=list)
    told_host: bool = False
    said_version: int = 0
    closed_dms: set[int] = field(default_factory=set)
    pointing: set[int] = field(default_factory=set)
    called: list[int] | None = None

    async def load(self, store: MessageStore) -> dict[int, SentMessage]:
        """The messages that the bot keeps up to date for this table."""
        if self.messages is None:
            attempts = await store.attempts(self.table_id)
            found = {sent.audience: sent for sent in await store.of_table(self.table_id)}
            if self.messages is None:  # else somebody else was faster, and may have added to it
                self.attempts, self.messages = attempts, found
        return self.messages

    async def keep(self, store: MessageStore, sent: SentMessage, shown: str) -> None:
        """Remember a message and what it shows."""
        messages = await self.load(store)
        if messages.get(sent.audience) != sent:
            await store.save(sent)
            messages[sent.audience] = sent
            self.attempts.pop(sent.audience, None)
            self.gone.discard(sent.audience)
        self.digests[sent.audience] = shown
        if sent.audience == BOARD:
            self.below = 0

    async def attempt(self, store: MessageStore, audience: int) -> tuple[str, bool]:
        """What the next message to the audience is sent under, stored now; and whether that was tried before."""
        await self.load(store)
        if audience in self.attempts:
            return self.attempts[audience], True
        fresh = uuid.uuid4().hex
        await store.note_attempt(self.table_id, audience, fresh)
        self.attempts[audience] = fresh
        return fresh, False

    async def forget(self, store: MessageStore, audience: int) -> None:
        """A message is gone. A crash before the store is told does no harm: it is looked for once more, and not
        found.
        """
        if (await self.load(store)).pop(audience, None) is not None:
            self.gone.add(audience)
        self.digests.pop(audience, None)

    async def said(self, store: MessageStore, version: int) -> None:
        """All that this version changed was said."""
        gone = tuple(self.gone)
        await store.mark_announced(self.table_id, version, gone)
        self.gone.difference_update(gone)

    @property
    def now(self) -> Position:
        """The table as it is. Raises LookupError before anything was announced."""
        if self.last is None:
            raise LookupError(self.table_id)
        return self.last

    def may_have(self, audience: int) -> bool:
        """Whether there may be a message of that kind."""
        return self.messages is None or audience in self.messages

    def came_to(self, position: Position, now: float) -> None:
        """A newer position: work out whether the turn came to a person by someone else's move."""
        before, self.last = self.last, position
        seat = position.seat_to_act
        if before is not None and before.record.phase is Phase.LOBBY:
            # The deal: who pressed Start knows it already.
            moved = position.person_to_act != position.record.host
        elif before is None:
            moved = seat is not None and last_mover(position) not in (None, seat)
        else:
            moved = before.seat_to_act != seat
        if moved:
            self.ping, self.ping_at = position.person_to_act, now
        elif position.person_to_act is None or (before and before.record.decision != position.record.decision):
            self.ping = None  # nobody's turn, or they are playing already
        if _is_warned(before, position):
            self.warning = position.person_to_act


def _is_warned(before: Position | None, position: Position) -> bool:
    """Whether the turn's clock has just come near its end, as far as can be known after a restart.

    Also when the end that the warning named is far from the truth, because nobody could play for a while.
    """
    now, was = position.record.deadline, before.record.deadline if before is not None else None
    if now is None or now.kind is not Wake.TURN_END:
        return False
    if was is None:
        return before is None
    if was.kind is Wake.TURN_END:
        return now.at - was.at > max(5.0, margin(position.record.turn_seconds or 0) / 4)
    return was.kind is Wake.TURN_WARNING and was.at < now.at


def last_mover(position: Position) -> int | None:
    """The seat that did the last thing that everybody saw."""
    events = reversed(position.record.recent)
    return next((event.seat for event in events if event.seat is not None), None)
