"""Opens tables: lobbies, games that start at once, and rematches."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.acts import absence, closing, lobby, people
from bot.tables.acts.opening import Opening, new_record, rematch_record
from bot.tables.model import guild_settings
from bot.tables.model.errors import TableError
from bot.tables.model.position import Position
from bot.tables.model.records import NO_GUILD, Deadline, Person, Phase, TableRecord, Wake
from bot.tables.model.saved import note_saved
from bot.tables.model.stores import ChannelTakenError, RepeatedInteractionError, StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.bounds import Bounds
    from bot.tables.model.stores import Store
    from bot.tables.table.services import Services
    from bot.tables.table.table import Table


class Opener:
    """Opens tables.

    Args:
        bounds: the limits on the number of tables.
        add: called with the position of each new table; returns the table.
        in_channel: the table to show in a channel, or None.
    """

    def __init__(
        self,
        store: Store,
        services: Services,
        bounds: Bounds,
        add: Callable[[Position], Table],
        in_channel: Callable[[int], Awaitable[Table | None]],
    ) -> None:
        self._store = store
        self._services = services
        self._bounds = bounds
        self._add = add
        self._in_channel = in_channel

    async def open(self, opening: Opening, interaction: int) -> Table:
        """Open a lobby with its host seated, or a game that starts at once.

        Raises:
            TableError: the game does not allow these options, the channel has a table, or a limit on tables is reached.
        """
        record = self._new_record(opening)
        work = self._create_and_start(record, interaction, at_once=opening.watch or opening.start)
        return await self._services.tasks.uninterrupted(work, "open a table")

    def check(self, opening: Opening) -> None:
        """Raise TableError if `open` would refuse such a table in a free channel, regardless of limits."""
        self._new_record(opening)

    async def require_room(self, guild_id: int, person: int, *, watch: bool = False) -> None:
        """Raise TableError if the person or the server has reached the limit on tables."""
        live = await self._store.tables.open_tables(guild_id, person)
        self._bounds.require_room(live, guild_id, watch=watch)

    async def require_free(self, opening: Opening) -> None:
        """Raise TableError if a table is open in the channel."""
        here = await self._in_channel(opening.channel_id)
        if here is not None and here.record.phase.is_live:
            raise TableError(await self._taken(self._new_record(opening)))

    async def rematch(self, table: Table, host: Person, interaction: int) -> Table:
        """Open a lobby in the same channel with the same players, rotated by one seat; the game starts at once if it
        starts when every seat is taken, and nobody has to be asked.
        """
        work = self._rematch(table.record, host, interaction)
        return await self._services.tasks.uninterrupted(work, "open a table again")

    async def _rematch(self, old: TableRecord, host: Person, interaction: int) -> Table:
        barred = (await guild_settings.load(self._store.people, old.guild_id)).barred
        record = rematch_record(old, host, self._services.clock.now(), self._lobby_deadline(), barred)
        return await self._create_and_start(record, interaction, at_once=False)

    async def _create_and_start(self, record: TableRecord, interaction: int, *, at_once: bool) -> Table:
        """Open the table; start its game if that is wanted `at_once`, or if it starts when full and is full."""
        table = await self._create(record, interaction)
        if (at_once or lobby.starts_now(record)) and table.record.phase is Phase.LOBBY:
            await table.start(record.host, interaction, just_opened=True)
        return table

    async def _create(self, record: TableRecord, interaction: int) -> Table:
        away = await self._services.away_until(record.host)
        record = absence.seated(record, record.host, away)
        try:
            created = await self._store.tables.create(record, interaction, self._bounds)
        except ChannelTakenError as error:
            raise TableError(await self._taken(record)) from error
        except RepeatedInteractionError as error:
            note_saved()
            table = await self._in_channel(record.channel_id)
            if table is None:
                raise TableError(_("That has already been done; see /table status.")) from error
            return table
        note_saved()
        table = self._add(Position.of(created))
        await self._notify(created)
        return table

    async def _notify(self, table: TableRecord) -> None:
        """Tell the process that looks after a new table, if it is another one.

        If that fails, that process finds the table at its next check.
        """
        notice = self._services.notice_of(table)
        if notice is not None:
            with suppress(StoreUnavailableError):
                await self._store.messages.notify(notice)

    async def _taken(self, wanted: TableRecord) -> str:
        """Why the table cannot be opened where there is one; the person may have pressed somewhere else."""
        here = await self._in_channel(wanted.channel_id)
        if here is None:
            return _("A table was open in <#{channel}> just now; try again.").format(channel=wanted.channel_id)
        if wanted.home == NO_GUILD:
            return closing.in_the_way(here.record, wanted.host)
        words = _("Table {number} is open in <#{channel}>: open yours in another channel with /table new.")
        if people.may_sit_down(here.record, wanted.host):
            words = _("Table {number} is open in <#{channel}>: join it, or open yours in another channel.")
        return words.format(number=here.id, channel=wanted.channel_id)

    def _new_record(self, opening: Opening) -> TableRecord:
        services = self._services
        now = services.clock.now()
        return new_record(opening, services.levels, services.default_level, now, self._lobby_deadline())

    def _lobby_deadline(self) -> Deadline:
        now = self._services.clock.now()
        return Deadline(Wake.LOBBY_EXPIRY, now + self._services.pace.lobby, now)
