"""The announcer's state for one table: the newest position, what its messages show, and what holds them back."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from bot.tables.acts.turn_clock import margin
from bot.tables.model.position import Position
from bot.tables.model.records import Phase, Wake
from bot.tables.model.sent_message import BOARD, IN_WORDS, PROPOSAL, SETTLED, SentMessage
from bot.tables.model.stores import MessageStore

if TYPE_CHECKING:
    from collections.abc import Sequence

BOARD_SHOWN: Final = "board"
PING: Final = "ping"
QUESTIONS: Final = "questions"
TIDY: Final = "tidy"
THREAD: Final = "thread"
FOLD: Final = "fold"
INVITATIONS: Final = "invitations"
Kind: TypeAlias = int | Literal["board", "ping", "questions", "tidy", "thread", "fold", "invitations"]
"""What may be outdated: the hand of a person, by their id, or one of those above."""

UNKNOWN = -1
"""Replaces SETTLED as the version of a message that may show something older; never stored."""
ASKED_AGAIN_AFTER = 600.0
"""Seconds for which a question that is asked again mentions nobody whom it has mentioned."""


def kind_of(audience: int) -> Kind:
    """The kind of the message to an audience, which is a hand, the board or a question."""
    if audience == BOARD:
        return BOARD_SHOWN
    return audience if audience > 0 else QUESTIONS


_AUDIENCES: dict[Kind, int] = {BOARD_SHOWN: BOARD, QUESTIONS: PROPOSAL}
"""The audience of the message that an update of this kind most likely edits; a hand's is its person."""


@dataclass(slots=True)
class TableMessages:
    """What the bot has sent about one table, and what is outdated.

    `newest` is the last position, `first_version` the version of the first one. `sent` holds the messages by audience,
    None until read from the store; `digests` what they show. `attempts` are sends with an unknown outcome, by audience.
    `deleted` are audiences whose messages are gone, which the store learns with the next announced version.

    `holds` counts the clicks being answered, the first since `held_since`; `hold_exceeded` if a message did not wait
    for one of them. `outdated` is what has to be updated, `updated_at` when each kind last was; `failures` counts
    refusals by kind, `given_up` how often a kind was given up because Discord failed for too long. `announced_version`
    is the last version that was announced or given up.

    `pointing` are the people whose direct message only says that a private answer shows their hand. `ping` is the
    person whose turn came at `ping_at`, `warning` the one whose turn is nearly over. `below` counts messages under the
    board, which `is_pictured` if its channel allowed attachments when it was last drawn; `board_asked_for`: somebody
    wants it posted again. `first_mentions` are the people to mention on the first board, None until it is posted.
    `replaced` are messages to delete, `invitations` those in direct messages that are still open. `asked` identifies
    the proposal last asked about, `asked_at` when a question last mentioned somebody, by its audience, its proposal and
    the person. `refusals` counts consecutive refusals to write in the channel, the last one at `refused_at`; `refused`
    are the kinds given up for that and not shown since, also if the board was edited meanwhile; `is_closed` if the bot
    knew that it may not write there, which the hosts in `notified_of_refusal` have been told. `dms_refused_at` is when
    each person could not be written to because the bot is flagged for spam. `behind` are the audiences whose message
    has yet to be sent by the token of the next press, where only tokens can. `forgotten`: another process has the table
    by now, or had it until now, or others were used more lately.
    """

    table_id: int
    store: MessageStore
    newest: Position | None = None
    first_version: int = 0
    holds: int = 0
    held_since: float = 0.0
    hold_exceeded: bool = False
    outdated: set[Kind] = field(default_factory=set)
    updated_at: dict[Kind, float] = field(default_factory=dict)
    sent: dict[int, SentMessage] | None = None
    attempts: dict[int, str] = field(default_factory=dict)
    digests: dict[int, str] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    ping: int | None = None
    ping_at: float = 0.0
    warning: int | None = None
    below: int = 0
    board_asked_for: bool = False
    is_pictured: bool = True
    failures: dict[Kind, int] = field(default_factory=dict)
    given_up: dict[Kind, int] = field(default_factory=dict)
    refusals: int = 0
    refused_at: float = 0.0
    refused: set[Kind] = field(default_factory=set)
    is_closed: bool = False
    notified_of_refusal: set[int] = field(default_factory=set)
    replaced: list[SentMessage] = field(default_factory=list)
    invitations: list[SentMessage] = field(default_factory=list)
    announced_version: int = 0
    closed_dms: set[int] = field(default_factory=set)
    dms_refused_at: dict[int, float] = field(default_factory=dict)
    pointing: set[int] = field(default_factory=set)
    first_mentions: list[int] | None = None
    behind: set[int] = field(default_factory=set)
    asked: str = ""
    asked_at: dict[tuple[int, str, int], float] = field(default_factory=dict)
    forgotten: bool = False

    async def load(self) -> dict[int, SentMessage]:
        """The messages that the bot keeps up to date for this table."""
        if self.sent is None:
            attempts = await self.store.attempts(self.table_id)
            found = {sent.audience: sent for sent in await self.store.of_table(self.table_id)}
            if self.sent is None:  # otherwise another task was faster and may have added messages
                self.attempts, self.sent = attempts, found
                self.is_pictured = BOARD not in found or found[BOARD].version != IN_WORDS
        return self.sent

    async def keep(self, sent: SentMessage, shown: str) -> None:
        """Remember a message and what it shows."""
        messages = await self.load()
        if messages.get(sent.audience) != sent:
            await self.store.save(sent)
            messages[sent.audience] = sent
            self.attempts.pop(sent.audience, None)
            self.deleted.discard(sent.audience)
            if sent.audience == BOARD:
                self.below, self.board_asked_for = 0, False
        self.digests[sent.audience] = shown

    async def attempt(self, audience: int) -> tuple[str, bool]:
        """The attempt id for the next message to the audience, stored before sending; and whether it is a repeat."""
        await self.load()
        if audience in self.attempts:
            return self.attempts[audience], True
        fresh = uuid.uuid4().hex
        await self.store.note_attempt(self.table_id, audience, fresh)
        self.attempts[audience] = fresh
        return fresh, False

    async def forget(self, audience: int) -> None:
        """Forget a deleted message. If a crash keeps this from the store, the message is looked for once more and not
        found.
        """
        if (await self.load()).pop(audience, None) is not None:
            self.deleted.add(audience)
        self.digests.pop(audience, None)

    async def mark_announced(self, version: int) -> None:
        """Record that this version has been announced completely."""
        deleted = tuple(self.deleted)
        await self.store.mark_announced(self.table_id, version, deleted)
        self.deleted.difference_update(deleted)

    def forget_shown(self, audience: int) -> None:
        """Note that it is not known what the message to this audience shows, nor whether it says what was settled."""
        self.digests.pop(audience, None)
        if self.sent and (sent := self.sent.get(audience)) is not None and sent.version == SETTLED:
            self.sent[audience] = replace(sent, version=UNKNOWN)

    def replace_question(self, mark: str) -> bool:
        """Note the proposal that is asked about now; returns whether another one was before, whose message mentions
        others.
        """
        before, self.asked = self.asked, mark
        return before not in ("", mark)

    def not_asked_lately(self, audience: int, people: Sequence[int], now: float) -> list[int]:
        """Those of the people whom the same question has not mentioned for a while."""
        self.asked_at = {key: at for key, at in self.asked_at.items() if now - at < ASKED_AGAIN_AFTER}
        return [person for person in people if self._question(audience, person) not in self.asked_at]

    def note_asked(self, audience: int, people: Sequence[int], now: float) -> None:
        """Note that the question has mentioned these people."""
        self.asked_at.update({self._question(audience, person): now for person in people})

    def _question(self, audience: int, person: int) -> tuple[int, str, int]:
        return audience, self.asked if audience == PROPOSAL else "", person

    @property
    def position(self) -> Position:
        """The newest position. Raises LookupError before the first announcement."""
        if self.newest is None:
            raise LookupError(self.table_id)
        return self.newest

    def to_edit(self, kind: Kind) -> SentMessage | None:
        """The message that an update of this kind most likely edits, if known."""
        audience = kind if isinstance(kind, int) else _AUDIENCES.get(kind)
        return self.sent.get(audience) if self.sent and audience is not None else None

    def may_have(self, audience: int) -> bool:
        """Whether there may be a message to the audience."""
        return self.sent is None or audience in self.sent

    def needs_pointer(self, person: int) -> bool:
        """Whether the person may have a direct message that does not yet say that a private answer shows their hand."""
        return person not in self.pointing and self.may_have(person)

    def advance_to(self, position: Position, now: float) -> None:
        """Move on to a newer position, and note whether another player's move gave a person the turn."""
        before, self.newest, self.announced_version = self.newest, position, 0
        self.first_version = self.first_version or position.record.version
        seat = position.seat_to_act
        mover = last_mover(position)
        if (before is None and mover is None) or (before is not None and before.record.phase is Phase.LOBBY):
            # The deal: the host already knows, if they pressed Start.
            moved = position.record.starts_full or position.person_to_act != position.record.host
        elif before is None:
            moved = seat is not None and mover != seat
        else:
            moved = before.seat_to_act != seat
        if moved:
            self.ping, self.ping_at = position.person_to_act, now
        elif position.person_to_act is None or (before and before.record.decision != position.record.decision):
            self.ping = None  # nobody's turn, or they are playing already
        if _is_warned(before, position):
            self.warning = position.person_to_act


def _is_warned(before: Position | None, position: Position) -> bool:
    """Whether the turn's clock has just come close to its end, as far as is known after a restart.

    Also if the end moved far from what the warning said, because nobody could play for a while.
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
    """The seat behind the latest public event."""
    events = reversed(position.record.recent)
    return next((event.seat for event in events if event.seat is not None), None)
