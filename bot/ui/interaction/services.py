"""What the user interface needs from the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from bot.daily.stored import DailyStore
from bot.lessons.stored import LessonStore
from bot.lines.stored import DealDayStore, LineStore
from bot.records.protocols import RecordStore
from bot.review.stored import ReviewStore
from bot.tables.model import guild_settings
from bot.tables.model.records import NO_GUILD, Person
from bot.tables.model.stores import Store
from bot.ui.interaction.whereabouts import home_of

if TYPE_CHECKING:
    from collections.abc import Hashable, MutableMapping, Sequence
    from contextlib import AbstractContextManager

    import discord
    from discord.ui import LayoutView

    from bot.daily.daily import Daily
    from bot.daily.practice import Practice
    from bot.lines.days import DealDays
    from bot.lines.lines import Lines
    from bot.operations.monitoring.metrics import Metrics
    from bot.operations.monitoring.request_figures import RequestFigures
    from bot.replay.steps import Steps
    from bot.review.reviews import Reviews
    from bot.settings import Settings
    from bot.tables.model.guild_settings import GuildSettings
    from bot.tables.model.moderation import ModerationStore
    from bot.tables.model.plans import Plan
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Clock
    from bot.tables.model.records import TableRecord
    from bot.tables.model.reports import ReportStore
    from bot.tables.model.sent_message import SentMessage
    from bot.tables.model.share import Share
    from bot.tables.runtime.tables import Tables
    from bot.ui.art.illustrations import Illustrator
    from bot.ui.interaction.asides import Asides
    from bot.ui.interaction.flood_control import CompletionLimit, ContactLimit, ExportLimit, PressLimit
    from bot.ui.interaction.free_edits import FreeEdits
    from bot.ui.interaction.keyed_locks import KeyedLocks
    from bot.ui.interaction.languages import Languages
    from bot.ui.interaction.live_hands import LiveHand
    from bot.ui.interaction.overlaps import Overlaps
    from bot.ui.interaction.uploads import Uploads
    from bot.ui.kit.types import Interaction


class Records(RecordStore, ReviewStore, DailyStore, LessonStore, LineStore, DealDayStore, Protocol):
    """The store of finished games, and of puzzles, lessons and deals played without a table."""


class BotStore(Store, Protocol):
    """The tables' store, with the records of ended games."""

    @property
    def records(self) -> Records: ...
    @property
    def reports(self) -> ReportStore: ...

    @property
    def moderation(self) -> ModerationStore: ...


class Answers(Protocol):
    """Knows what answers to interactions have put into tables' messages."""

    async def record(self, table_id: int, message_id: int, view: LayoutView, version: int = 0) -> None:
        """Note that an interaction's answer has put this view into the message, so it need not be edited again.

        With the table's `version`, the announcer does not even build its own view of that version.
        """
        ...

    async def note_direct_hand(self, position: Position, sent: SentMessage, view: LayoutView) -> None:
        """Note a direct message that shows a person's hand: it replaces any other and is kept up to date."""
        ...

    async def note_private_hand(self, hand: LiveHand) -> None:
        """Note a private answer that shows a person's hand: it replaces any other and is kept up to date."""
        ...


class ChangedSettings(Protocol):
    """Has messages updated that depend on a setting, now that it is saved."""

    async def of_person(self, person: int, shown_at: int | None) -> None:
        """Update the person's hands, except the one at the table `shown_at`, and the boards in their language."""
        ...

    async def language_of_server(self, guild_id: int) -> None:
        """Translate the messages at a server's tables."""
        ...


class Announcer(Protocol):
    """Keeps boards and hands up to date, as seen by answers to interactions."""

    @property
    def uploads(self) -> Uploads: ...

    @property
    def free_edits(self) -> FreeEdits: ...

    @property
    def asides(self) -> Asides: ...

    @property
    def overlaps(self) -> Overlaps: ...

    @property
    def answers(self) -> Answers: ...

    @property
    def changed_settings(self) -> ChangedSettings: ...

    def hold_messages(self, table_id: int) -> AbstractContextManager[None]:
        """Hold the table's messages back while an interaction is answered, since the answer shows the change itself."""
        ...

    async def repost(self, position: Position) -> None:
        """Post a new board at the end of its channel."""
        ...

    async def catch_up(self, share: Share) -> None:
        """Continue what the process that had the share before had planned."""
        ...

    def refresh(self, position: Position) -> None:
        """Update the board, because something outside the table has changed what it shows."""
        ...

    async def ask_again(self, position: Position, person: int) -> None:
        """Post the open question that kept the person from asking again, if its message was deleted."""
        ...

    async def refresh_hand(self, position: Position, person: int) -> None:
        """Update the person's hand, because something outside the table has changed how or where it is shown."""
        ...

    def unreadable_closed(self, table: TableRecord) -> None:
        """Show that a table that cannot be read is closed."""
        ...

    async def call(self, table: TableRecord, people: Sequence[int]) -> None:
        """Mention these people in the table's channel, with a button to join. Raises one of REQUEST_FAILURES."""
        ...

    def note_invitation(self, table: TableRecord, guest: int, message: discord.Message) -> None:
        """Note an invitation by direct message, which is to say once that the game has begun or is over."""
        ...

    async def may_notify(self, person: int, invited_to: int) -> bool:
        """Whether the person may be sent an invitation to the table now; otherwise they will be told of it later."""
        ...

    async def quiet_changed(self, person: int) -> None:
        """Handle a change in when the person wants to be notified."""
        ...

    def take_closed_dm(self, table_id: int, person: int) -> bool:
        """Whether the person has yet to be told that no DM reached them; True only once."""
        ...

    def only_answers_in(self, channel_id: int) -> bool:
        """Whether a channel's table is known to be shown by answers alone, even if its server has the bot by now."""
        ...

    async def answered_outside(self, interaction: Interaction) -> None:
        """Note an interaction answered where the bot can only answer: its token sends whatever has been waiting for
        one.
        """
        ...

    def record_activity(self, person: int) -> None:
        """Note that a person pressed or typed something."""
        ...

    def server_is_back(self, guild_id: int) -> None:
        """Note that an outage of a server on Discord is over."""
        ...

    def permissions_changed(self, guild_id: int) -> None:
        """Note that the bot's permissions in a server may have changed."""
        ...

    def record_message(self, channel_id: int) -> None:
        """Note a new message in a channel, which moves a board there up by one."""
        ...


class ChannelPosts(Protocol):
    """Posts the puzzle of the day in channels."""

    def check_now(self) -> None:
        """Check at once whether something is due."""
        ...

    def permissions_changed(self, guild_id: int) -> None:
        """Check at once if the server's channel was closed, and is open by now."""
        ...


class Planned(Protocol):
    """Opens planned tables."""

    def check_now(self) -> None:
        """Check at once what is due, and when the next table is."""
        ...

    async def show_departure(self, person: int, plan: Plan) -> None:
        """Show in the plan's message that this person is not coming, or that their plan is cancelled."""
        ...

    async def show_cancelled(self, plan: Plan, by: int, *, is_shown: bool = False) -> None:
        """Show everywhere that somebody has cancelled a plan, and mention the others if they were reminded of it.

        `is_shown`: the plan's message says so already.
        """
        ...

    async def channel_deleted(self, channel_id: int) -> None:
        """Call off the plans of a channel that was deleted."""
        ...


class BotServices(Protocol):
    """The bot as seen by its buttons and commands."""

    tables: Tables

    @property
    def clock(self) -> Clock:
        """The clock by which everything that is stored is dated; the machine's may show another time."""
        ...

    @property
    def announcer(self) -> Announcer: ...

    @property
    def channel_posts(self) -> ChannelPosts: ...

    @property
    def planned(self) -> Planned: ...

    languages: Languages
    illustrator: Illustrator
    settings: Settings
    metrics: Metrics
    replay_cache: MutableMapping[int, tuple[int, Steps]]
    """Replays viewed lately, by table, each with the table's version: in a later one, a name may have been deleted."""
    contact_limit: ContactLimit
    export_limit: ExportLimit
    press_limit: PressLimit
    completion_limit: CompletionLimit
    keyed_locks: KeyedLocks
    shared: MutableMapping[Hashable, str]
    """Links to what buttons have posted for everybody, by button; after a restart, each can post once more."""
    reviews: Reviews
    daily: Daily
    practice: Practice
    lines: Lines
    deal_days: DealDays

    @property
    def store(self) -> BotStore: ...

    @property
    def request_figures(self) -> RequestFigures: ...


def services_of(interaction: Interaction) -> BotServices:
    """The bot that received the interaction."""
    return cast("BotServices", interaction.client)


async def settings_here(interaction: Interaction) -> GuildSettings:
    """The server's settings; the defaults where the bot is in no server."""
    return await guild_settings.load(services_of(interaction).store.people, home_of(interaction) or NO_GUILD)


def person(interaction: Interaction) -> Person:
    """The caller, under the name shown in the server."""
    return Person(interaction.user.id, interaction.user.display_name)
