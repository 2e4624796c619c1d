"""What a table is: plain frozen records that the runtime changes, the store keeps and the boards show."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bot.rules.game import Event


class Phase(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """The game ended by its rules; a rematch may follow."""
    CLOSED = "closed"
    """Ended before its end: an expired lobby, ended by the host, or nobody left."""

    @property
    def is_live(self) -> bool:
        """Whether the table takes its channel, so that no second one may be opened there."""
        return self in (Phase.LOBBY, Phase.PLAYING)


class Wake(StrEnum):
    """What a table's deadline is for."""

    LOBBY_EXPIRY = "lobby_expiry"
    COMPUTER_MOVE = "computer_move"
    IDLE_EXPIRY = "idle_expiry"


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the table wakes by itself (seconds since the epoch, UTC) and why."""

    kind: Wake
    at: float


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user as the tables know one."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. A computer player has a level and no person; a leaver's seat has both."""

    name: str
    person: int | None = None
    level: str | None = None

    @property
    def plays_itself(self) -> bool:
        """Whether a computer player makes this seat's moves."""
        return self.level is not None

    @property
    def occupant(self) -> int | None:
        """The person who plays here now; None for a computer player and for a seat that was left."""
        return None if self.plays_itself else self.person


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table, whole: what is stored, and what every change replaces.

    `version` counts every saved change; `decision` counts the game's actions, and is what controls carry.
    `state` is the game's state as `bot.rules.codec` text, None in the lobby. `recent` are the last public
    events, oldest first. `secret` is never shown before the end; its SHA-256, `commitment`, always is.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    options: Mapping[str, object]
    places: int
    host: int
    secret: bytes = field(repr=False)
    created_at: float
    phase: Phase = Phase.LOBBY
    seats: tuple[Seat, ...] = ()
    version: int = 1
    decision: int = 0
    state: str | None = field(default=None, repr=False)
    start_interaction: int | None = None
    started_at: float | None = None
    ended_at: float | None = None
    closing_reason: str | None = None
    deadline: Deadline | None = None
    rematch_of: int | None = None
    rated: bool = True
    recent: tuple[Event, ...] = field(default=())

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hex: shown from the lobby on, so that nobody can change the shuffle."""
        return hashlib.sha256(self.secret).hexdigest()

    def seat_of(self, person: int) -> int | None:
        """The 0-based seat that the person plays now."""
        for index, seat in enumerate(self.seats):
            if seat.occupant == person:
                return index
        return None

    @property
    def people(self) -> tuple[int, ...]:
        """The people who play now, in seat order."""
        return tuple(seat.occupant for seat in self.seats if seat.occupant is not None)

    def changed(self, **values: Any) -> TableRecord:
        """The record after one more change: the given fields, and the next version."""
        return replace(self, version=self.version + 1, **values)


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """One action of a game's log: `number` counts from 1; `by` is the person, None for a computer player."""

    number: int
    seat: int
    text: str
    by: int | None
    at: float


@dataclass(frozen=True, slots=True)
class Change:
    """What one transaction saves: the table's next version, and what made it.

    `interaction` is Discord's id of the click or command, None for what the clock does; it is saved as unique,
    so that a repeated delivery changes nothing.
    """

    after: TableRecord
    interaction: int | None = None
    action: LoggedAction | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn being built: it belongs to one decision of one seat and is gone when the decision changes."""

    table_id: int
    seat: int
    decision: int
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message the bot keeps up to date, with the table version it shows.

    `audience` is the person whose hand it is, or one of `BOARD` and `TURN_PING`.
    """

    table_id: int
    audience: int
    channel_id: int
    message_id: int
    sent_at: float
    version: int


BOARD = 0
TURN_PING = -1


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person chose, and what the bot learned about reaching them."""

    hand_by_dm: bool = True
    turn_pings: bool = True
    hand_order: str = "suit"
    dm_closed: bool = False
    text_only: bool = False
