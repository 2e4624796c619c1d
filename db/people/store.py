"""What people and servers chose. A setting that is added later takes its default for those who never chose."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.tables.model.records import PersonSettings
from db.people.guilds import Guilds
from db.people.privacy import Privacy
from db.records import ratings
from db.remembered import MAX_REMEMBERED, Remembered

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from bot.tables.model.records import Draft
    from db.database import Database

_KNOWN = {field.name for field in fields(PersonSettings)}


class PeopleStore(Privacy, Guilds):
    """`bot.tables.model.protocols.PeopleStore` in SQL, with a memory of what was chosen."""

    def __init__(self, database: Database, built: Remembered[dict[int, Draft]]) -> None:
        super().__init__(database)
        self._built = built
        self._people: Remembered[PersonSettings] = Remembered(MAX_REMEMBERED)
        self._guilds: Remembered[Any | None] = Remembered(MAX_REMEMBERED)

    async def settings(self, person: int) -> PersonSettings:
        return await self._people.get(person, lambda: self.database.read(lambda sql: _settings(sql, person)))

    async def save_settings(self, person: int, settings: PersonSettings) -> None:
        await self._people.change(
            person, lambda: self.database.write(lambda sql: _save_settings(sql, person, settings))
        )

    async def guild_setting(self, guild_id: int, name: str) -> Any | None:
        return await self._guilds.get(
            (guild_id, name), lambda: self.database.read(lambda sql: _guild_setting(sql, guild_id, name))
        )

    async def guild_settings_named(self, name: str) -> dict[int, Any]:
        return await self.database.read(lambda sql: _guild_settings_named(sql, name))

    async def save_guild_setting(self, guild_id: int, name: str, value: Any) -> None:
        await self._guilds.change(
            (guild_id, name),
            lambda: self.database.write(lambda sql: _save_guild_setting(sql, guild_id, name, value)),
        )

    async def forget_in_tables(self, person: int, table_ids: Iterable[int]) -> None:
        try:
            await super().forget_in_tables(person, table_ids)
        finally:
            self._built.clear()

    async def forget_person(self, person: int) -> None:
        await self._people.change(person, partial(super().forget_person, person))

    async def delete_guild(self, guild_id: int) -> tuple[int, ...]:
        try:
            return await super().delete_guild(guild_id)
        finally:
            self._guilds.clear()
            self._built.clear()


def _settings(sql: sqlite3.Connection, person: int) -> PersonSettings:
    row = sql.execute("SELECT settings FROM people WHERE id = ?", (person,)).fetchone()
    stored = {} if row is None else json.loads(row["settings"])
    return PersonSettings(**{name: value for name, value in stored.items() if name in _KNOWN})


def _save_settings(sql: sqlite3.Connection, person: int, chosen: PersonSettings) -> None:
    sql.execute(
        """
        INSERT INTO people (id, settings) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET settings = excluded.settings
        """,
        (person, json.dumps(asdict(chosen))),
    )
    ratings.list_person(sql, person, chosen.everywhere)


def _guild_setting(sql: sqlite3.Connection, guild_id: int, name: str) -> Any | None:
    row = sql.execute(
        "SELECT value FROM guild_settings WHERE guild_id = ? AND name = ?", (guild_id, name)
    ).fetchone()
    return None if row is None else json.loads(row["value"])


def _guild_settings_named(sql: sqlite3.Connection, name: str) -> dict[int, Any]:
    """One setting of all servers where it was set."""
    rows = sql.execute("SELECT guild_id, value FROM guild_settings WHERE name = ?", (name,))
    return {guild_id: json.loads(value) for guild_id, value in rows.fetchall()}


def _save_guild_setting(sql: sqlite3.Connection, guild_id: int, name: str, value: Any) -> None:
    sql.execute(
        """
        INSERT INTO guild_settings (guild_id, name, value) VALUES (?, ?, ?)
        ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value
        """,
        (guild_id, name, json.dumps(value)),
    )
