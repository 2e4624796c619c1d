"""Table records: plain frozen data that the runtime replaces, the store saves and the boards show."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from bot.language import N_
from bot.rules.cards import Card
from bot.rules.game import Event
from bot.tables.model.action_log import LoggedAction

NOBODY = 0
"""Replaces a forgotten person's id where one is required."""
NO_GUILD = 0
"""In place of a server's id, for tables in direct messages."""


class Phase(StrEnum):
    """The phases of a table's life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """The game ended by its rules; a rematch may follow."""
    CLOSED = "closed"
    """Closed before the game was over: an expired lobby, ended by the host, or everybody left."""

    @property
    def is_live(self) -> bool:
        """Whether the table occupies its channel, so that no other may be opened there."""
        return self in (Phase.LOBBY, Phase.PLAYING)


class Wake(StrEnum):
    """What a table's deadline is for."""

    LOBBY_EXPIRY = "lobby_expiry"
    COMPUTER_MOVE = "computer_move"
    IDLE_EXPIRY = "idle_expiry"
    TURN_WARNING = "turn_warning"
    """A person's turn is nearly over: warn them once; `TURN_END` follows."""
    TURN_END = "turn_end"
    """A person's time is up: the autopilot plays the rest of the turn."""
    RETURN_EXPIRY = "return_expiry"
    """Everybody has been away for too long: they have left the game."""


SHOWN = (Wake.TURN_WARNING, Wake.TURN_END, Wake.RETURN_EXPIRY)
"""The deadlines that boards show."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the table next wakes up (seconds since the epoch, UTC), why, and when the wait began."""

    kind: Wake
    at: float
    since: float


CHANNEL_GONE = N_("Its channel was deleted.")
NOBODY_PLAYED = N_("Nobody played in time, so it is not rated.")
HOST_ENDED = N_("The host ended it.")
"""Closing reason of a table ended by its host, who has thereby left the game."""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user as tables know them."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and its player. A computer player has a level and no person; a leaver's seat has both.

    `autopilot`: the level `classic` plays until the person, who still owns the seat, returns. `missed` counts the turns
    in a row that the clock played. `helped`: a hint, the autopilot or a computer player was used in the seat at any
    time in this game, so that nobody can gain rating in it. `kept`: in the lobby of a rematch, the seat is reserved for
    its person, who has not answered yet. `away_until`: the person has announced an absence until then, for which a
    correspondence table waits.
    """

    name: str
    person: int | None = None
    level: str | None = None
    helped: bool = False
    autopilot: bool = False
    missed: int = 0
    kept: bool = False
    away_until: float | None = None

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
        """The person who owns the seat, on autopilot or not; None for leavers, reserved seats and computer players."""
        return None if self.level is not None or self.kept else self.person

    @property
    def present(self) -> int | None:
        """The person who makes this seat's moves; None if the computer does."""
        return None if self.plays_itself or self.kept else self.person


@dataclass(frozen=True, slots=True)
class Former:
    """A person whose `seat` somebody else took over; it was theirs up to action `until` of the log.

    A forgotten person has neither id nor name. Games older than this record lack the name and the seat (-1).
    """

    person: int
    name: str
    seat: int
    until: int


class ProposalKind(StrEnum):
    """What everybody at a table has to agree to."""

    END = "end"
    UNDO = "undo"
    KEEP_RATED = "keep_rated"
    """Keep a game rated although its host removed somebody."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A request that needs everybody's agreement.

    `by` made it; `agreed` are the people who agreed, including `by`. For an undo, `number` is the first action of the
    log to undo, together with everything after it.
    """

    kind: ProposalKind
    by: int
    agreed: tuple[int, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A whole table, as stored; every change makes a new record.

    `version` counts the saved changes, and is set when one is saved; `decision` counts the game's actions, and is
    carried by controls. `state` is the game's state as `bot.rules.codec` text, None in the lobby. `drawn` holds for
    each seat the card whose drawing ended its last turn, which nobody else may know; () if no turn ended like that.
    `recent` are the last public events, oldest first. `secret` is never shown before the end; its SHA-256,
    `commitment`, always is.
    `turn_seconds` is a person's time for a whole turn (None: no clock). `invited` are the people who may join (None:
    everybody), `barred` those the host removed, `declined` those who did not want the seat kept for them. `former`
    players left the running game and were replaced by another person. `removed` are people the host removed from the
    running game; unless everybody left agrees otherwise, that has `voided` its rating. `yet_to_play` are the seats
    whose people have not played yet; those who left before everybody had played, or never turned up, are `excused` and
    not rated. A game `ended_by_agreement` is not rated. `thread`: the channel is the table's own thread. `parent_id` is
    the parent channel if the channel is a public thread. `outside`: the bot is not a member there, as in a server
    without it or in direct messages among people. `clock_rests`: the clock stops in the quiet hours of whoever's turn
    it is. `starts_full`: the cards are dealt when somebody takes the last seat. `clock_left`: the seconds that the
    person to play had left, on the clock or until the game stops waiting, when the computer took the turn over; they
    have them again when they take it back.
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
    outside: bool = False
    clock_rests: bool = False
    starts_full: bool = False
    clock_left: float | None = None
    drawn: tuple[Card | None, ...] = field(default=(), repr=False)

    @property
    def home(self) -> int:
        """The server whose shard looks after the table; 0 where the bot is not a member, because clicks there come
        through shard 0.
        """
        return NO_GUILD if self.outside else self.guild_id

    @property
    def in_own_dm(self) -> bool:
        """Whether the table is in its host's direct messages with the bot."""
        return self.guild_id == NO_GUILD and not self.outside

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hex: shown from the lobby on, so that nobody can change the shuffle later."""
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def counts(self) -> bool:
        """Whether the game counts for ratings, as far as known."""
        return self.rated and not self.voided and not self.ended_by_agreement

    @property
    def is_beginning(self) -> bool:
        """Whether somebody has yet to play for the first time, so that leaving and ending are free."""
        return self.phase is Phase.PLAYING and bool(self.yet_to_play)

    @property
    def is_unattended(self) -> bool:
        """Whether only computer players play, for whoever may be watching."""
        return self.phase is Phase.PLAYING and not self.people

    @property
    def awaits_return(self) -> bool:
        """Whether every player is away, so that the game waits for one to return."""
        if self.phase is not Phase.PLAYING:
            return False
        has_people = False
        for seat in self.seats:
            if seat.present is not None:
                return False
            has_people = has_people or seat.occupant is not None
        return has_people

    @property
    def was_called_off(self) -> bool:
        """Whether the table was closed before everybody, including early leavers, had played once, but not because
        nobody played in time.
        """
        if self.phase is not Phase.CLOSED or self.closing_reason == NOBODY_PLAYED:
            return False
        return self.state is None or bool(self.yet_to_play) or self.ever_seated <= set(self.excused)

    @property
    def leavers(self) -> tuple[int, ...]:
        """The seats of people who did not finish the game: those who left or were removed, and a host who ended it."""
        ended = self.seat_of(self.host) if self.closing_reason == HOST_ENDED else None
        left = (i for i, seat in enumerate(self.seats) if seat.was_left and seat.person not in self.excused)
        return tuple(left) if ended is None else tuple(sorted({*left, ended}))

    def seat_of(self, person: int) -> int | None:
        """The person's 0-based seat, on autopilot or not."""
        for index, seat in enumerate(self.seats):
            if seat.occupant == person:
                return index
        return None

    def plays(self, person: int) -> bool:
        """Whether the person has a seat in a running game."""
        return self.phase is Phase.PLAYING and self.seat_of(person) is not None

    def has_own_seat(self, person: int) -> bool:
        """Whether a seat is the person's: they sit there, have left it and may return, or it is kept for them."""
        return any(seat.person == person for seat in self.seats)

    @property
    def replaced(self) -> tuple[int, ...]:
        """The people who left the running game and were replaced by other people."""
        return tuple(dict.fromkeys(one.person for one in self.former if one.person != NOBODY))

    @property
    def ever_seated(self) -> frozenset[int]:
        """The people who have or had a seat, including those who left the running game."""
        seated = {seat.person for seat in self.seats if seat.person is not None}
        return frozenset(seated | set(self.replaced))

    def seat_kept_for(self, person: int) -> int | None:
        """The 0-based seat that a lobby keeps for the person."""
        waiting = (i for i, seat in enumerate(self.seats) if seat.kept and seat.person == person)
        return next(waiting, None) if self.phase is Phase.LOBBY else None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The people a lobby keeps seats for, in seat order."""
        return tuple(seat.person for seat in self.seats if seat.kept and seat.person is not None)

    @property
    def taken(self) -> tuple[Seat, ...]:
        """The occupied seats, including computer players'."""
        return tuple(seat for seat in self.seats if not seat.kept)

    @property
    def people(self) -> tuple[int, ...]:
        """The people who own seats, on autopilot or not, in seat order."""
        return tuple(seat.occupant for seat in self.seats if seat.occupant is not None)

    @property
    def present(self) -> tuple[int, ...]:
        """The people who make their moves themselves, in seat order."""
        return tuple(seat.present for seat in self.seats if seat.present is not None)

    def with_seat(self, index: int, seat: Seat) -> TableRecord:
        """The table with one seat replaced."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def closed(self, reason: str) -> TableRecord:
        """The table, closed before its game was over."""
        return replace(self, phase=Phase.CLOSED, closing_reason=reason, proposal=None)


@dataclass(frozen=True, slots=True)
class Change:
    """What one transaction saves: the table's next version and its cause.

    `interaction` is Discord's id of the click or command, None for the clock; it is saved as unique, so that a repeated
    delivery changes nothing. `notice` is sent to other processes once this is saved. `before` is the previous version,
    if known, so that unchanged parts need not be looked up.
    """

    after: TableRecord
    interaction: int | None = None
    action: LoggedAction | None = None
    notice: str | None = None
    before: TableRecord | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn being built, for one decision of one seat; deleted when the decision changes."""

    table_id: int
    seat: int
    decision: int
    content: Mapping[str, Any]


class Place(NamedTuple):
    """A channel of a server; `parent_id` is its parent channel if it is a public thread."""

    guild_id: int
    channel_id: int
    parent_id: int | None


class OpenTables(NamedTuple):
    """Counts of live tables: in a server, of one host in all servers, and without people in the server."""

    in_server: int
    of_person: int
    watched: int
