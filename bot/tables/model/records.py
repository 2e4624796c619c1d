"""What a table is: plain frozen records that the runtime changes, the store keeps and the boards show."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from bot.language import N_
from bot.rules.game import Event

NOBODY = 0
"""Stands for a forgotten person where an id has to stand."""


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
    TURN_WARNING = "turn_warning"
    """A person's turn is nearly over: they are told once; `TURN_END` follows."""
    TURN_END = "turn_end"
    """A person's time is over: the autopilot plays the rest of the turn."""
    RETURN_EXPIRY = "return_expiry"
    """Everybody is away, and the game has waited long enough: they have left it."""


SHOWN = (Wake.TURN_WARNING, Wake.TURN_END, Wake.RETURN_EXPIRY)
"""The deadlines that boards show."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the table wakes by itself (seconds since the epoch, UTC) and why; and since when that runs."""

    kind: Wake
    at: float
    since: float


CHANNEL_GONE = N_("Its channel was deleted.")
HOST_ENDED = N_("The host ended it.")
"""The closing reason of a table that its host ended, which is a way of leaving the game."""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user as the tables know one."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. A computer player has a level and no person; a leaver's seat has both.

    `autopilot`: the level `classic` plays until the person, who still owns the seat, returns. `missed` counts the
    turns in a row that the clock played. `helped`: a hint or the autopilot was used, or a computer player had the
    seat, at any time in this game, so that nobody can gain rating on it. `kept`: in the lobby of a rematch the seat
    waits for its person, who has not said yet whether they play.
    """

    name: str
    person: int | None = None
    level: str | None = None
    helped: bool = False
    autopilot: bool = False
    missed: int = 0
    kept: bool = False

    @property
    def plays_itself(self) -> bool:
        """Whether a computer player, or the autopilot, makes this seat's moves."""
        return self.level is not None or self.autopilot

    @property
    def was_left(self) -> bool:
        """Whether a computer player plays for a person who left or was taken out."""
        return self.level is not None and self.person is not None

    @property
    def occupant(self) -> int | None:
        """The person whose seat it is, on autopilot or not; None where they left or have not come, and for a computer player."""
        return None if self.level is not None or self.kept else self.person

    @property
    def present(self) -> int | None:
        """The person who makes this seat's moves; None where the computer does."""
        return None if self.plays_itself or self.kept else self.person


@dataclass(frozen=True, slots=True)
class Former:
    """A person whose `seat` somebody else has taken over: up to the log's action `until` it was theirs.

    Who was forgotten has neither id nor name. Where games are older than this note, name and seat (-1) are not known.
    """

    person: int
    name: str
    seat: int
    until: int


class ProposalKind(StrEnum):
    """What all people at a table have to agree to."""

    END = "end"
    UNDO = "undo"
    KEEP_RATED = "keep_rated"
    """The host took somebody out of a rated game: whether it is rated all the same."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A request that waits for the agreement of all people who are asked.

    `by` asked first; `agreed` are those who said yes, `by` among them. `number`, of an undo, is the first action
    of the log that is to be taken back, with all that followed it.
    """

    kind: ProposalKind
    by: int
    agreed: tuple[int, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table, whole: what is stored, and what every change replaces.

    `version` counts every saved change; `decision` counts the game's actions, and is what controls carry.
    `state` is the game's state as `bot.rules.codec` text, None in the lobby. `recent` are the last public
    events, oldest first. `secret` is never shown before the end; its SHA-256, `commitment`, always is.
    `turn_seconds` is a person's time for a whole turn (None: no clock). `invited` are those who may join (None:
    everybody), `barred` those whom the host took out, `declined` those who did not want the seat that was kept for
    them. The `former` players left the running game, and another person took their seat. The host took those in `removed` out of the running game, and unless all who were left agreed otherwise
    that `voided` its rating. The seats `yet_to_play` are those whose people have not played once; who left before
    everybody had is `excused`, and not rated. A game `ended_by_agreement` is not rated. `thread`: the channel is the
    table's own thread. `parent_id` is the channel above, where the channel is a public thread.
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
    turn_seconds: int | None = None
    invited: tuple[int, ...] | None = None
    barred: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
    former: tuple[Former, ...] = ()
    removed: tuple[int, ...] = ()
    voided: bool = False
    yet_to_play: tuple[int, ...] = ()
    excused: tuple[int, ...] = ()
    proposal: Proposal | None = None
    ended_by_agreement: bool = False
    thread: bool = False
    parent_id: int | None = None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hex: shown from the lobby on, so that nobody can change the shuffle."""
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def counts(self) -> bool:
        """Whether the game counts for ratings, as far as is known by now."""
        return self.rated and not self.voided and not self.ended_by_agreement

    @property
    def is_beginning(self) -> bool:
        """Whether somebody has yet to play for the first time, so that leaving and ending are free."""
        return self.phase is Phase.PLAYING and bool(self.yet_to_play)

    @property
    def awaits_return(self) -> bool:
        """Whether everybody who plays is away, so that the game stands still until somebody is back."""
        if self.phase is not Phase.PLAYING:
            return False
        has_people = False
        for seat in self.seats:
            if seat.present is not None:
                return False
            has_people = has_people or seat.occupant is not None
        return has_people

    @property
    def was_unplayed(self) -> bool:
        """Whether the table was closed before everybody had played once, those included who left before that."""
        if self.phase is not Phase.CLOSED:
            return False
        return self.state is None or bool(self.yet_to_play) or self.ever_seated <= set(self.excused)

    @property
    def leavers(self) -> tuple[int, ...]:
        """The seats of people who did not play the game to its end: who left or was taken out, and the host who ended it."""
        ended = self.seat_of(self.host) if self.closing_reason == HOST_ENDED else None
        left = (i for i, seat in enumerate(self.seats) if seat.was_left and seat.person not in self.excused)
        return tuple(left) if ended is None else tuple(sorted({*left, ended}))

    def seat_of(self, person: int) -> int | None:
        """The 0-based seat that is the person's now, on autopilot or not."""
        for index, seat in enumerate(self.seats):
            if seat.occupant == person:
                return index
        return None

    @property
    def replaced(self) -> tuple[int, ...]:
        """The people who left the running game and whose seats other people have taken over."""
        return tuple(dict.fromkeys(one.person for one in self.former if one.person != NOBODY))

    @property
    def ever_seated(self) -> frozenset[int]:
        """The people who have or had a seat, also those who left the running game."""
        seated = {seat.person for seat in self.seats if seat.person is not None}
        return frozenset(seated | set(self.replaced))

    def seat_kept_for(self, person: int) -> int | None:
        """The 0-based seat of a lobby that waits for the person."""
        waiting = (i for i, seat in enumerate(self.seats) if seat.kept and seat.person == person)
        return next(waiting, None) if self.phase is Phase.LOBBY else None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The people for whom seats of a lobby are kept, in seat order."""
        return tuple(seat.person for seat in self.seats if seat.kept and seat.person is not None)

    @property
    def taken(self) -> tuple[Seat, ...]:
        """The seats of those who are here, computer players among them."""
        return tuple(seat for seat in self.seats if not seat.kept)

    @property
    def people(self) -> tuple[int, ...]:
        """The people whose seats these are, on autopilot or not, in seat order."""
        return tuple(seat.occupant for seat in self.seats if seat.occupant is not None)

    @property
    def present(self) -> tuple[int, ...]:
        """The people who make their moves themselves, in seat order."""
        return tuple(seat.present for seat in self.seats if seat.present is not None)

    def changed(self, **values: Any) -> TableRecord:
        """The record after one more change: the given fields, and the next version."""
        return replace(self, version=self.version + 1, **values)

    def with_seat(self, index: int, seat: Seat) -> TableRecord:
        """The table with one seat replaced."""
        return self.changed(seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def closed(self, reason: str) -> TableRecord:
        """The table closed before its game came to an end."""
        return self.changed(phase=Phase.CLOSED, closing_reason=reason, proposal=None)


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
    """A message the bot keeps up to date, with the table version that it was sent for (a turn ping: the decision).

    `audience` is the person whose hand it is, or one of `BOARD`, `TURN_PING`, `PROPOSAL` and `RETURN`.
    """

    table_id: int
    audience: int
    channel_id: int
    message_id: int
    sent_at: float
    version: int


BOARD = 0
TURN_PING = -1
PROPOSAL = -2
RETURN = -3
"""The message that asks people who are away to come back."""


NEVER, WHEN_AWAY, ALWAYS = MENTIONS = ("never", "away", "always")
"""When somebody is mentioned because it is their turn."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person chose, and what the bot learned about reaching them.

    `language` is a key of `bot.language.LANGUAGES`, None for that of their Discord, which `locale` names as Discord
    sent it last, such as `en-GB`. `everywhere`: leaderboards of all servers may show the person. `mentions` is when
    the person is mentioned because of a turn, one of `MENTIONS`; None leaves it to the server.
    """

    hand_by_dm: bool = True
    mentions: str | None = None
    hand_order: str = "suit"
    dm_closed: bool = False
    text_only: bool = False
    language: str | None = None
    locale: str | None = None
    everywhere: bool = False


class OpenTables(NamedTuple):
    """How many live tables there are: in a server, of one host in all servers, and in the server without people."""

    in_server: int
    of_person: int
    watched: int
