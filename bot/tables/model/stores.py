"""What the tables need of the store, as Protocols, one for each of its parts; and the errors it raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bot.language import N_

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.bounds import Bounds
    from bot.tables.model.person_settings import PersonSettings
    from bot.tables.model.plans import PlanStore
    from bot.tables.model.records import Change, Deadline, Draft, OpenTables, Place, TableRecord
    from bot.tables.model.sent_message import SentMessage
    from bot.tables.model.share import Share


FORGOTTEN = "forgotten"
"""Notice, with tables' numbers: they were rewritten without a person, so those in memory are stale."""
SERVER_CHANGED = "server"
"""Notice, with a server's id: its settings have changed."""


class StoreConflictError(Exception):
    """The table was saved by somebody else first: reload it and retry."""


class RepeatedInteractionError(Exception):
    """This interaction was already handled: change nothing and show the current position."""


class ChannelTakenError(Exception):
    """The channel already has a live table."""


DISK_FULL = N_("Nothing was changed, because the bot's disk is full: tell its host.")
STORE_AWAY = N_("Nothing was changed, because the bot cannot use its database: try again soon.")
STORE_CLOSING = N_("Nothing was changed, because the bot is closing: try again soon.")
OUTCOME_UNKNOWN = N_(
    "The bot lost its database while saving: check whether it has been saved, and try again if it has not."
)


class StoreUnavailableError(Exception):
    """The store is temporarily unavailable (full disk, no server); nothing was changed by the request that failed. The
    text, one of those above in English, is for players.
    """


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A table whose game began and has ended; `at` is when (seconds since the epoch), `names` are those of its seats.

    `people` have or had a seat there; `parent_id` is the parent channel if `channel_id` is a public thread.
    """

    table_id: int
    game: str
    at: float
    names: tuple[str, ...]
    people: frozenset[int]
    channel_id: int
    parent_id: int | None


class TableStore(Protocol):
    """Stores tables. Every method is one atomic transaction, even when cancelled."""

    async def create(self, table: TableRecord, interaction: int | None, bounds: Bounds | None = None) -> TableRecord:
        """Save a new table (its `id` is 0) and return it with its id.

        Raises:
            ChannelTakenError: a live table is in that channel.
            TooManyTablesError: it would exceed the bounds.
            RepeatedInteractionError: the interaction was saved already.
        """
        ...

    async def save(self, change: Change) -> None:
        """Save the next version of a table, with its action and interaction; delete drafts of other decisions.

        Raises:
            StoreConflictError: the stored version is not `change.after.version - 1`.
            RepeatedInteractionError: the interaction was saved already.
        """
        ...

    async def close_unreadable(self, table_id: int, reason: str, now: float) -> None:
        """Close a live table that cannot be loaded, unrated. All else that is stored of it stays."""
        ...

    async def load(self, table_id: int) -> TableRecord | None: ...

    async def in_channel(self, channel_id: int) -> int | None:
        """The id of the channel's live table, or else of the last that ended there; None if there was none."""
        ...

    async def of_person(self, person: int) -> tuple[int, ...]:
        """The ids of the live tables where the person is playing, newest first."""
        ...

    async def live_in_guild(self, guild_id: int) -> tuple[int, ...]:
        """The ids of a server's live tables, oldest first."""
        ...

    async def live_places(self, share: Share) -> tuple[tuple[int, Place], ...]:
        """The share's live tables with where they are; those outside the bot's servers are left out."""
        ...

    async def open_tables(self, guild_id: int, person: int) -> OpenTables:
        """How many live tables there are in the server, and how many the person hosts anywhere."""
        ...

    async def newest_in_guild(self, guild_id: int, limit: int) -> tuple[TableRecord, ...]:
        """A server's live tables, newest first."""
        ...

    async def ended_in_guild(self, guild_id: int, limit: int, before: int | None = None) -> tuple[EndedGame, ...]:
        """A server's ended games, newest first; with `before`, only those with a lower table id."""
        ...

    async def ended_of(self, person: int, limit: int, before: int | None = None) -> tuple[EndedGame, ...]:
        """The ended games where the person had a seat, newest first; with `before`, only those with a lower table
        id.
        """
        ...

    async def actions(self, table_id: int) -> tuple[LoggedAction, ...]:
        """The log of a table's game, in the order of play.

        Raises:
            TableError: it is damaged.
        """
        ...

    async def draft(self, table_id: int, seat: int) -> Draft | None: ...

    async def save_draft(self, draft: Draft) -> bool:
        """Save or replace the draft; False if the table's decision has moved on."""
        ...


class DeadlineStore(Protocol):
    """When tables wake by themselves, and when the bot was last alive."""

    async def all(self) -> tuple[tuple[int, Deadline], ...]:
        """Every live table's deadline, by table id."""
        ...

    async def due(self, now: float, until: float, limit: int, share: Share) -> tuple[tuple[int, Deadline], ...]:
        """The earliest deadlines of the share's live tables up to that time, by table id, except leased ones."""
        ...

    async def claim(self, table_id: int, deadline: Deadline, owner: str, now: float, until: float) -> bool:
        """Take the lease on a deadline; False if it has changed or another process has the lease."""
        ...

    async def absences_over(self, now: float, share: Share) -> tuple[int, ...]:
        """The ids of the share's live tables that still record an expired absence."""
        ...

    async def beat(self, now: float, share: Share) -> None:
        """Record that people can play now at the share's tables."""
        ...

    async def last_beat(self, share: Share) -> float | None:
        """When people could last play; None before the first start."""
        ...

    async def shift(self, since: float, now: float, *, announce: bool, share: Share) -> None:
        """Move every deadline of the share by the time it was running since `since`, when nobody could play, and beat.

        Each table gets a new version, so that no older one can overwrite it; with `announce`, tables whose boards show
        the time (`SHOWN`) go into the outbox. If the clock was set back, `now` is before `since` and deadlines move
        earlier. Saves requested before this call are moved, later ones are not.
        """
        ...


class MessageStore(Protocol):
    """The messages that the bot keeps up to date, and which tables changed since."""

    async def of_table(self, table_id: int) -> tuple[SentMessage, ...]: ...

    async def save(self, message: SentMessage) -> None:
        """Save or replace the message for its table and audience, and clear its send attempt."""
        ...

    async def notify(self, notice: str) -> None:
        """Send a notice about a message to all processes, which share the work of updating it."""
        ...

    async def attempts(self, table_id: int) -> dict[int, str]:
        """Send attempts whose outcome is unknown, by audience."""
        ...

    async def note_attempt(self, table_id: int, audience: int, attempt: str) -> None:
        """Record that a message is about to be sent, replacing an earlier attempt."""
        ...

    async def unannounced(self, share: Share, ended_after: float = 0.0) -> tuple[int, ...]:
        """The ids of the share's tables changed since their last announcement (the outbox). Those that ended before
        that time are taken out of it for ever.
        """
        ...

    async def boards_in_words(self, share: Share) -> tuple[int, ...]:
        """The ids of running tables whose boards are without pictures because their channels forbid them."""
        ...

    async def lately_unannounced(self, ended_after: float, limit: int, share: Share) -> tuple[tuple[int, int], ...]:
        """The share's newest tables in the outbox with their versions, except those that ended before that time."""
        ...

    async def boards_of_ended(self, since: float) -> tuple[tuple[int, int, float], ...]:
        """Tables that ended since then and have a board: their ids, servers, and when they ended."""
        ...

    async def mark_announced(self, table_id: int, version: int, gone: Collection[int] = ()) -> None:
        """Record that this version was announced and that the messages for these audiences are gone. The version may be
        stored with whatever is written next; if the process is killed before that, it is announced once more.
        """
        ...


class PeopleStore(Protocol):
    """Stores settings of people and servers; exports and deletes their data."""

    async def settings(self, person: int) -> PersonSettings: ...

    async def change(self, person: int, **changes: Any) -> PersonSettings:
        """Save these fields of a person's settings, leave the others unchanged, and return all of them."""
        ...

    async def guild_settings(self, guild_id: int) -> Mapping[str, Any]:
        """The server's settings by name, as JSON values."""
        ...

    async def guild_settings_named(self, name: str) -> dict[int, Any]:
        """One setting's values by server, for servers that set it."""
        ...

    async def change_guild(self, guild_id: int, changes: Mapping[str, Any]) -> Mapping[str, Any]:
        """Save these settings of a server, leave the others unchanged, and return all of them, as stored."""
        ...

    async def all_about(self, person: int) -> dict[str, list[dict[str, Any]]]:
        """Every row about the person, by section."""
        ...

    async def tables_about(self, person: int) -> tuple[int, ...]:
        """The ids of all tables, live or ended, that name the person in any way."""
        ...

    async def forget_in_tables(self, person: int, table_ids: Sequence[int]) -> None:
        """Rewrite these tables without the person."""
        ...

    async def forget_person(self, person: int) -> None:
        """Delete everything about the person that is not part of a table."""
        ...

    async def known_guilds(self) -> tuple[int, ...]:
        """The servers with stored data."""
        ...

    async def note_departure(self, guild_id: int, delete_at: float) -> None:
        """Record that the bot left a server and when to delete its data; keeps an earlier date."""
        ...

    async def cancel_departure(self, guild_id: int) -> None: ...

    async def departures(self) -> tuple[tuple[int, float], ...]:
        """The servers that the bot left and when to delete their data, earliest first."""
        ...

    async def delete_tables(self, guild_id: int, limit: int) -> tuple[int, ...]:
        """Delete the newest tables of a server with all that belongs to them; return their ids."""
        ...

    async def delete_guild(self, guild_id: int) -> None:
        """Delete everything stored about a server."""
        ...


class News(NamedTuple):
    """What happened in a server in a person's quiet hours, in their language, if nothing else stored says so."""

    guild_id: int
    words: str


class ClaimedNotification(NamedTuple):
    """A claimed notification: the tables the person was invited to, the previous message, and news."""

    invited_to: tuple[int, ...]
    channel_id: int | None
    message_id: int | None
    news: tuple[News, ...] = ()


class NotificationStore(Protocol):
    """People to be notified later of waiting tables, because they have quiet hours, are away or chose a digest."""

    async def schedule(self, person: int, due: float, invited_to: int | None = None, news: News | None = None) -> None:
        """Note that the person is to be notified then, or earlier if noted before, perhaps with an invitation to this
        table or with news.
        """
        ...

    async def reschedule_earlier(self, person: int, due: float) -> bool:
        """Notify the person at `due` instead of later; False if none is planned for then or later."""
        ...

    async def next_due(self) -> float | None:
        """When the next person is to be notified."""
        ...

    async def due(self, now: float, limit: int) -> tuple[int, ...]:
        """The people to be notified by now, longest waiting first."""
        ...

    async def claim(self, person: int, now: float, until: float) -> ClaimedNotification | None:
        """Claim the notification of a person; None if another process has. If the claimant dies, another may claim it
        after `until`.
        """
        ...

    async def mark_sent(self, person: int, until: float, channel_id: int | None, message_id: int | None) -> None:
        """Record the message that notified them (None if nothing was left to say), for the claim that ends at
        `until`.
        """
        ...


class CallStore(Protocol):
    """Who wants to be called to a game in a server, and when they were."""

    async def wishes(self, guild_id: int, person: int) -> tuple[str, ...]:
        """The games for which the person wants to be called there."""
        ...

    async def set_wishes(self, guild_id: int, person: int, games: Collection[str]) -> None:
        """Replace the games for which the person wants to be called."""
        ...

    async def people_wishing(self, guild_id: int, game: str, limit: int) -> tuple[int, ...]:
        """The people who want to be called for the game, least recently called first."""
        ...

    async def note_call(self, person: int, at: float, since: float, limit: int) -> bool:
        """Count a call; False if the person was called `limit` times since then."""
        ...

    async def uncount_call(self, people: Sequence[int], at: float) -> None:
        """Stop counting the call of that time, because it did not reach them."""
        ...


class Store(Protocol):
    """The store, split by who uses it."""

    @property
    def tables(self) -> TableStore: ...
    @property
    def deadlines(self) -> DeadlineStore: ...
    @property
    def messages(self) -> MessageStore: ...
    @property
    def people(self) -> PeopleStore: ...
    @property
    def notifications(self) -> NotificationStore: ...
    @property
    def calls(self) -> CallStore: ...
    @property
    def plans(self) -> PlanStore: ...
