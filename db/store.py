"""`SqliteStore`: the tables' store, each promise one transaction."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.engines.sqlite.connection import Connection
from db.people import guilds, privacy
from db.people import settings as people
from db.people.remembered import Remembered
from db.records import history, leaderboard, ratings, results, seasons
from db.tables import actions, deadlines, drafts, ended, interactions, messages, outbox, seats, tables

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence

    from bot.records.model import Ladder, Leaderboard, Played, RatedGame, Rating, Result, Season
    from bot.tables.model.ended import EndedGame
    from bot.tables.model.records import (
        Change,
        Deadline,
        Draft,
        LoggedAction,
        PersonSettings,
        SentMessage,
        TableRecord,
    )
    from db.engines.sqlite.schema import Migration


MOST_REMEMBERED = 5_000
"""People's settings, servers', and tables' turns being built, that are read from memory: every click asks for some."""


class SqliteStore:
    """Keeps the promises of `bot.tables.model.protocols.Store` and `bot.records.protocols.RecordsStore` in one SQLite file.

    Every method may also raise StoreUnavailableError: the file or the disk refused, and nothing was changed.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._people: Remembered[PersonSettings] = Remembered(MOST_REMEMBERED)
        self._guilds: Remembered[Any | None] = Remembered(MOST_REMEMBERED)
        self._drafts: Remembered[dict[int, Draft]] = Remembered(MOST_REMEMBERED)

    @classmethod
    async def open(cls, path: Path | str, migrations: Sequence[Migration] | None = None) -> SqliteStore:
        """Open or create the file (and its folder) and bring its schema up to date.

        Raises:
            StoreOpenError: another copy of the bot uses the file, it cannot be written, it is damaged or no
                database of this bot, or a newer version wrote it; the text is one line for the host.
        """
        return cls(await Connection.open(Path(path), migrations))

    async def close(self) -> None:
        """Wait for the transaction under way, then close the file and free it; more than once does nothing."""
        await self._connection.close()

    async def create_table(self, table: TableRecord, interaction: int | None) -> TableRecord:
        def work(sql: sqlite3.Connection) -> TableRecord:
            interactions.note(sql, interaction)
            return tables.create(sql, table)

        return await self._connection.write(work)

    async def save(self, change: Change) -> None:
        table = change.after

        def work(sql: sqlite3.Connection) -> tuple[None, dict[int, Draft]]:
            interactions.note(sql, change.interaction)
            tables.overwrite(sql, table)
            if change.action is not None:
                actions.append(sql, table.id, change.action)
            drafts.drop_others(sql, table.id, table.decision)
            return None, drafts.of_table(sql, table.id)

        await self._drafts.rewrite(table.id, lambda: self._connection.write(work))

    async def load_table(self, table_id: int) -> TableRecord | None:
        return await self._connection.read(lambda sql: tables.load(sql, table_id))

    async def table_in_channel(self, channel_id: int) -> int | None:
        return await self._connection.read(lambda sql: tables.in_channel(sql, channel_id))

    async def tables_of(self, person: int) -> tuple[int, ...]:
        return await self._connection.read(lambda sql: seats.live_tables_of(sql, person))

    async def live_tables_in_guild(self, guild_id: int) -> tuple[int, ...]:
        return await self._connection.read(lambda sql: tables.live_in_guild(sql, guild_id))

    async def ended_games_in_guild(
        self, guild_id: int, most: int, before: int | None = None
    ) -> tuple[EndedGame, ...]:
        return await self._connection.read(lambda sql: ended.in_guild(sql, guild_id, most, before))

    async def ended_games_of(
        self, person: int, most: int, before: int | None = None
    ) -> tuple[EndedGame, ...]:
        return await self._connection.read(lambda sql: ended.of_person(sql, person, most, before))

    async def count_live_tables(self) -> dict[str, int]:
        """Live tables by phase, for whoever watches the bot."""
        return await self._connection.read(tables.count_live)

    async def actions(self, table_id: int, after: int = 0) -> tuple[LoggedAction, ...]:
        return await self._connection.read(lambda sql: actions.after(sql, table_id, after))

    async def deadlines(self) -> tuple[tuple[int, Deadline], ...]:
        return await self._connection.read(deadlines.of_live_tables)

    async def due_deadlines(self, now: float, until: float, most: int) -> tuple[tuple[int, Deadline], ...]:
        return await self._connection.read(lambda sql: deadlines.due(sql, now, until, most))

    async def claim_deadline(
        self, table_id: int, deadline: Deadline, owner: str, now: float, until: float
    ) -> bool:
        return await self._connection.write(
            lambda sql: deadlines.claim(sql, table_id, deadline, owner, now, until)
        )

    async def beat(self, now: float) -> None:
        await self._connection.write(lambda sql: deadlines.beat(sql, now))

    async def last_beat(self) -> float | None:
        return await self._connection.read(deadlines.last_beat)

    async def shift_deadlines(self, since: float, now: float, *, tell: bool) -> None:
        await self._connection.write(lambda sql: deadlines.shift(sql, since, now, tell=tell))

    async def unannounced(self) -> tuple[int, ...]:
        return await self._connection.read(outbox.unannounced)

    async def lately_unannounced(self, ended_after: float, most: int) -> tuple[tuple[int, int], ...]:
        return await self._connection.read(lambda sql: outbox.lately_unannounced(sql, ended_after, most))

    async def mark_announced(self, table_id: int, version: int, gone: Collection[int] = ()) -> None:
        def work(sql: sqlite3.Connection) -> None:
            outbox.mark(sql, table_id, version)
            messages.forget(sql, table_id, gone)

        await self._connection.write(work)

    async def messages(self, table_id: int) -> tuple[SentMessage, ...]:
        return await self._connection.read(lambda sql: messages.of_table(sql, table_id))

    async def save_message(self, message: SentMessage) -> None:
        await self._connection.write(lambda sql: messages.save(sql, message))

    async def draft(self, table_id: int, seat: int) -> Draft | None:
        built = await self._drafts.get(
            table_id, lambda: self._connection.read(lambda sql: drafts.of_table(sql, table_id))
        )
        return built.get(seat)

    async def save_draft(self, draft: Draft) -> bool:
        def work(sql: sqlite3.Connection) -> tuple[bool, dict[int, Draft]]:
            return drafts.save(sql, draft), drafts.of_table(sql, draft.table_id)

        return await self._drafts.rewrite(draft.table_id, lambda: self._connection.write(work))

    async def person_settings(self, person: int) -> PersonSettings:
        return await self._people.get(
            person, lambda: self._connection.read(lambda sql: people.settings(sql, person))
        )

    async def save_person_settings(self, person: int, settings: PersonSettings) -> None:
        await self._people.change(
            person, lambda: self._connection.write(lambda sql: people.save_settings(sql, person, settings))
        )

    async def guild_setting(self, guild_id: int, name: str) -> Any | None:
        return await self._guilds.get(
            (guild_id, name),
            lambda: self._connection.read(lambda sql: people.guild_setting(sql, guild_id, name)),
        )

    async def guild_settings_named(self, name: str) -> dict[int, Any]:
        return await self._connection.read(lambda sql: people.guild_settings_named(sql, name))

    async def save_guild_setting(self, guild_id: int, name: str, value: Any) -> None:
        await self._guilds.change(
            (guild_id, name),
            lambda: self._connection.write(lambda sql: people.save_guild_setting(sql, guild_id, name, value)),
        )

    async def all_about(self, person: int) -> dict[str, list[dict[str, Any]]]:
        return await self._connection.read(lambda sql: privacy.all_about(sql, person))

    async def tables_about(self, person: int) -> tuple[int, ...]:
        return await self._connection.read(lambda sql: privacy.tables_about(sql, person))

    async def forget_in_tables(self, person: int, table_ids: Sequence[int]) -> None:
        try:
            await self._connection.write(lambda sql: privacy.forget_in_tables(sql, person, table_ids))
        finally:
            self._drafts.clear()

    async def forget_person(self, person: int) -> None:
        await self._people.change(
            person, lambda: self._connection.write(lambda sql: privacy.forget_person(sql, person))
        )

    async def known_guilds(self) -> tuple[int, ...]:
        return await self._connection.read(guilds.known)

    async def note_departure(self, guild_id: int, delete_at: float) -> None:
        await self._connection.write(lambda sql: guilds.note_departure(sql, guild_id, delete_at))

    async def cancel_departure(self, guild_id: int) -> None:
        await self._connection.write(lambda sql: guilds.cancel_departure(sql, guild_id))

    async def departures(self) -> tuple[tuple[int, float], ...]:
        return await self._connection.read(guilds.departures)

    async def delete_guild(self, guild_id: int) -> tuple[int, ...]:
        try:
            return await self._connection.write(lambda sql: guilds.delete(sql, guild_id))
        finally:
            self._guilds.clear()
            self._drafts.clear()

    async def record_result(self, result: Result) -> None:
        await self._connection.write(lambda sql: results.record(sql, result))

    async def tables_without_result(self) -> tuple[int, ...]:
        return await self._connection.read(results.without)

    async def rated_game(self, table_id: int) -> RatedGame | None:
        return await self._connection.read(lambda sql: results.rated_game(sql, table_id))

    async def rebuild_ratings(self) -> ratings.Differences:
        return await self._connection.write(results.rebuild)

    async def seasons(self, guild_id: int) -> tuple[Season, ...]:
        return await self._connection.read(lambda sql: seasons.all_of(sql, guild_id))

    async def start_season(self, guild_id: int, now: float) -> Season:
        return await self._connection.write(lambda sql: seasons.start(sql, guild_id, now))

    async def leaderboard(self, ladder: Ladder, person: int, most: int, skip: int) -> Leaderboard:
        return await self._connection.read(lambda sql: leaderboard.page(sql, ladder, person, most, skip))

    async def ladders_played(self, guild_id: int, season: int) -> tuple[tuple[str, str], ...]:
        return await self._connection.read(lambda sql: leaderboard.played(sql, guild_id, season))

    async def games_of(
        self, person: int, guild_id: int | None, most: int | None = None, skip: int = 0
    ) -> tuple[Played, ...]:
        return await self._connection.read(lambda sql: history.games_of(sql, person, guild_id, most, skip))

    async def count_games_of(self, person: int, guild_id: int | None) -> int:
        return await self._connection.read(lambda sql: history.count_of(sql, person, guild_id))

    async def ratings_of(self, person: int, guild_id: int, season: int) -> dict[Ladder, Rating]:
        return await self._connection.read(lambda sql: ratings.of_person(sql, person, guild_id, season))
