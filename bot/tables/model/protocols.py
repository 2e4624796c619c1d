"""What the tables need from outside, as Protocols; `bot/app.py` picks the parts that serve."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from bot.rules.game import AnyAction, AnyView
    from bot.tables.model.ended import EndedGame
    from bot.tables.model.position import Position
    from bot.tables.model.records import (
        Change,
        Deadline,
        Draft,
        LoggedAction,
        OpenTables,
        PersonSettings,
        SentMessage,
        TableRecord,
    )


class StoreConflictError(Exception):
    """Someone else saved the table first: load it again and retry."""


class RepeatedInteractionError(Exception):
    """This interaction was saved already: change nothing and show what is."""


class ChannelTakenError(Exception):
    """The channel has a live table already."""


class StoreUnavailableError(Exception):
    """The store refused for now (a full disk, an I/O error): nothing was changed; the text is for people."""


class TableStore(Protocol):
    """Where tables are kept. Every method is one transaction, whole or not at all, also when cancelled."""

    async def create(self, table: TableRecord, interaction: int | None) -> TableRecord:
        """Save a new table (its `id` is 0) and return it with its id.

        Raises:
            ChannelTakenError: a live table is in that channel.
            RepeatedInteractionError: the interaction was saved already.
        """
        ...

    async def save(self, change: Change) -> None:
        """Save the next version of a table, with its action and interaction; drafts of other decisions go.

        Raises:
            StoreConflictError: the stored version is not `change.after.version - 1`.
            RepeatedInteractionError: the interaction was saved already.
        """
        ...

    async def load(self, table_id: int) -> TableRecord | None: ...

    async def in_channel(self, channel_id: int) -> int | None:
        """The id of the channel's live table, else of the last one there that ended; None if there was none."""
        ...

    async def of_person(self, person: int) -> tuple[int, ...]:
        """The ids of the live tables where the person plays now, newest first."""
        ...

    async def live_in_guild(self, guild_id: int) -> tuple[int, ...]:
        """The ids of a server's live tables, oldest first."""
        ...

    async def open_tables(self, guild_id: int, person: int) -> OpenTables:
        """How many live tables there are in the server, and how many the person hosts anywhere."""
        ...

    async def newest_in_guild(self, guild_id: int, most: int) -> tuple[TableRecord, ...]:
        """A server's live tables, newest first, all at once."""
        ...

    async def ended_in_guild(
        self, guild_id: int, most: int, before: int | None = None
    ) -> tuple[EndedGame, ...]:
        """A server's games that began and have ended, newest first; with `before` those with a lower number."""
        ...

    async def ended_of(self, person: int, most: int, before: int | None = None) -> tuple[EndedGame, ...]:
        """The ended games where the person had a seat, newest first; with `before` those with a lower number."""
        ...

    async def actions(self, table_id: int, after: int = 0) -> tuple[LoggedAction, ...]:
        """The log of a table's game from action number `after` + 1 on."""
        ...

    async def draft(self, table_id: int, seat: int) -> Draft | None: ...

    async def save_draft(self, draft: Draft) -> bool:
        """Save or replace; False when the table's decision is no longer the draft's."""
        ...


class DeadlineStore(Protocol):
    """When tables wake by themselves, and when the bot was last alive."""

    async def all(self) -> tuple[tuple[int, Deadline], ...]:
        """Every live table's deadline, by table id."""
        ...

    async def due(self, now: float, until: float, most: int) -> tuple[tuple[int, Deadline], ...]:
        """The first live tables' deadlines up to that time, by table id, but for those that are leased now."""
        ...

    async def claim(self, table_id: int, deadline: Deadline, owner: str, now: float, until: float) -> bool:
        """Take the lease on a deadline; False when it has changed or another process holds it."""
        ...

    async def beat(self, now: float) -> None:
        """Note that people can play."""
        ...

    async def last_beat(self) -> float | None:
        """When people could play last; None before the first start."""
        ...

    async def shift(self, since: float, now: float, *, tell: bool) -> None:
        """Move every deadline by the time from `since` on that it ran (nobody could play), and beat.

        The tables are new versions, so that no older one is saved over them; with `tell`, those whose boards show the
        time (`SHOWN`) are in the outbox. `now` is before `since` when the clock was set back: deadlines come sooner by
        that. Saves that were asked for before are moved, saves asked for after it are not.
        """
        ...


class MessageStore(Protocol):
    """The messages that the bot keeps up to date, and which tables changed since."""

    async def of_table(self, table_id: int) -> tuple[SentMessage, ...]: ...

    async def save(self, message: SentMessage) -> None:
        """Save or replace the message for its table and audience; the attempt to send it is over."""
        ...

    async def attempts(self, table_id: int) -> dict[int, str]:
        """The attempts to send a message of which nobody noted how they ended, by audience."""
        ...

    async def note_attempt(self, table_id: int, audience: int, attempt: str) -> None:
        """Note that a message is about to be sent, in place of an earlier attempt."""
        ...

    async def unannounced(self) -> tuple[int, ...]:
        """The ids of tables changed since their last announcement (the outbox)."""
        ...

    async def lately_unannounced(self, ended_after: float, most: int) -> tuple[tuple[int, int], ...]:
        """The newest tables in the outbox with their stored versions, but for those that ended before that time."""
        ...

    async def mark_announced(self, table_id: int, version: int, gone: Collection[int] = ()) -> None:
        """Note that this version was announced, and that the messages for these audiences are gone."""
        ...


class PeopleStore(Protocol):
    """What people and servers chose, all else that is kept about one, and forgetting it."""

    async def settings(self, person: int) -> PersonSettings: ...

    async def change(self, person: int, **changes: Any) -> PersonSettings:
        """Save these fields of a person's settings and leave the others as they are; all of them then."""
        ...

    async def guild_settings(self, guild_id: int) -> Mapping[str, Any]:
        """What was set for a server, by name, as JSON values."""
        ...

    async def guild_settings_named(self, name: str) -> dict[int, Any]:
        """One setting of all servers where it was set, by server."""
        ...

    async def change_guild(self, guild_id: int, changes: Mapping[str, Any]) -> None:
        """Save these settings of a server, and leave the others as they are."""
        ...

    async def all_about(self, person: int) -> dict[str, list[dict[str, Any]]]:
        """Every row about the person, by the name of what it belongs to."""
        ...

    async def tables_about(self, person: int) -> tuple[int, ...]:
        """The ids of all tables, live or ended, that name the person in any way."""
        ...

    async def forget_in_tables(self, person: int, table_ids: Sequence[int]) -> None:
        """Save these tables as if the person had had no name."""
        ...

    async def forget_person(self, person: int) -> None:
        """Delete all about the person that is not part of a table."""
        ...

    async def known_guilds(self) -> tuple[int, ...]:
        """The servers about which anything is stored."""
        ...

    async def note_departure(self, guild_id: int, delete_at: float) -> None:
        """Note that the bot has left a server, and when its data goes; a time noted before stays."""
        ...

    async def cancel_departure(self, guild_id: int) -> None: ...

    async def departures(self) -> tuple[tuple[int, float], ...]:
        """The servers that the bot has left and when their data goes, the soonest first."""
        ...

    async def delete_tables(self, guild_id: int, most: int) -> tuple[int, ...]:
        """Delete the newest tables of a server with all that belongs to them; their ids."""
        ...

    async def delete_guild(self, guild_id: int) -> None:
        """Delete all that is stored about a server."""
        ...


class Store(Protocol):
    """The store, by who needs what of it."""

    @property
    def tables(self) -> TableStore: ...
    @property
    def deadlines(self) -> DeadlineStore: ...
    @property
    def messages(self) -> MessageStore: ...
    @property
    def people(self) -> PeopleStore: ...


class Choice(Protocol):
    """A computer player's choice."""

    @property
    def action(self) -> AnyAction: ...
    @property
    def thought(self) -> Any: ...


class Thinkers(Protocol):
    """The computer players, thinking elsewhere than on the event loop."""

    async def choose(self, game_key: str, level: str, view: AnyView, stream: bytes, budget: float) -> Choice:
        """A legal action for the view's seat within the budget in seconds, queueing included."""
        ...


class Presence(Protocol):
    """Knows who is in a server."""

    async def has_left(self, guild_id: int, person: int) -> bool | None:
        """Whether the person is certainly no longer in the server; None when Discord does not answer at all."""
        ...


class Announcer(Protocol):
    """Who tells people what changed. Calls return at once and never raise."""

    def announce(self, position: Position) -> None:
        """The table has a new saved version."""
        ...


class Recorder(Protocol):
    """Who remembers how games ended."""

    async def record(self, position: Position) -> None:
        """A game ended by its rules, and that was saved: keep its result, once, before anybody is told."""
        ...


class Handle(Protocol):
    """A timer that can be cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Time, so that tests can move it."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        """Call back once at that time, or as soon as possible when it is past."""
        ...

    def behind(self) -> float:
        """Seconds by which the machine's clock is ahead: it was set, or the machine slept."""
        ...

    def follow(self) -> None:
        """Say from now on what the machine's clock says."""
        ...


LevelsOf = Callable[[str], Sequence[str]]
"""The levels of computer players for a game key, weakest first."""
