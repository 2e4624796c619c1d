"""Settings of people and servers. A setting added later has its default until it is set."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, get_type_hints

from bot.tables.model.damage import report_damage
from bot.tables.model.person_settings import NEVER, PersonSettings
from bot.tables.model.shapes import fits
from bot.tables.model.stores import SERVER_CHANGED
from db.cache import MAX_CACHED, Cache
from db.database import reads, writes
from db.people.guilds import Guilds
from db.people.privacy import Privacy
from db.records.listing import list_everywhere
from db.values import read_setting, read_settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.tables.model.records import Draft
    from db.database import Database
    from db.sql import Sql


class PeopleStore(Privacy, Guilds):
    """`bot.tables.model.stores.PeopleStore` in SQL, with a cache."""

    def __init__(self, database: Database, draft_cache: Cache[dict[int, Draft]]) -> None:
        super().__init__(database)
        self._draft_cache = draft_cache
        limit = 0 if database.shared else MAX_CACHED
        self._people: Cache[PersonSettings] = Cache(limit)
        self._guilds: Cache[dict[str, Any]] = Cache(limit)

    async def settings(self, person: int) -> PersonSettings:
        return await self._people.get(person, lambda: self._settings(person))

    async def change(self, person: int, **changes: Any) -> PersonSettings:
        return await self._people.rewrite(person, lambda: self._change(person, changes))

    async def guild_settings(self, guild_id: int) -> Mapping[str, Any]:
        return await self._guilds.get(guild_id, lambda: self._guild_settings(guild_id))

    async def change_guild(self, guild_id: int, changes: Mapping[str, Any]) -> Mapping[str, Any]:
        return await self._guilds.rewrite(guild_id, lambda: self._change_guild(guild_id, changes))

    @reads
    def guild_settings_named(self, sql: Sql, name: str) -> dict[int, Any]:
        rows = sql.execute("SELECT guild_id, value FROM guild_settings WHERE name = ?", (name,))
        found = {guild_id: read_setting(value, guild_id, name) for guild_id, value in rows.fetchall()}
        return {guild_id: value for guild_id, value in found.items() if value is not None}

    async def forget_in_tables(self, person: int, table_ids: Sequence[int]) -> None:
        try:
            await super().forget_in_tables(person, table_ids)
        finally:
            self._draft_cache.clear()

    async def forget_person(self, person: int) -> None:
        await self._people.change(person, partial(super().forget_person, person))

    async def delete_tables(self, guild_id: int, limit: int) -> tuple[int, ...]:
        try:
            return await super().delete_tables(guild_id, limit)
        finally:
            self._draft_cache.clear()

    async def delete_guild(self, guild_id: int) -> None:
        await self._guilds.change(guild_id, partial(super().delete_guild, guild_id))

    @reads
    def _settings(self, sql: Sql, person: int) -> PersonSettings:
        return _choices(read_settings(_text(sql, person)) or {})

    @writes
    def _change(self, sql: Sql, person: int, changes: Mapping[str, Any]) -> tuple[PersonSettings, PersonSettings]:
        """Save the changes; return the settings twice, for the caller and for the cache."""
        _check(changes)
        text = _text(sql, person)
        if read_settings(text) is None:  # the changes cannot be merged into it, and it must not be lost
            sql.execute("UPDATE people SET settings = ? WHERE id = ?", (json.dumps({_UNREADABLE: text}), person))
        merged = sql.dialect.merge_settings
        # Fields set to null are removed: null is the default of every nullable field.
        [(settings,)] = sql.execute(
            f"""
            INSERT INTO people (id, settings) VALUES (:person, {merged.format("'{}'", ":changes")})
            ON CONFLICT (id) DO UPDATE SET settings = {merged.format("people.settings", ":changes")}
            RETURNING settings
            """,  # noqa: S608  # constants
            {
                "person": person,
                "changes": json.dumps({**changes, **_REPLACED} if "mentions" in changes else changes),
            },
        ).fetchall()
        if "everywhere" in changes:
            list_everywhere(sql, person, changes["everywhere"])
        chosen = _choices(json.loads(settings))
        return chosen, chosen

    @reads
    def _guild_settings(self, sql: Sql, guild_id: int) -> dict[str, Any]:
        return _of_guild(sql, guild_id)

    @writes
    def _change_guild(
        self, sql: Sql, guild_id: int, changes: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Save the changes; return the settings twice, for the caller and for the cache."""
        sql.executemany(
            """
            INSERT INTO guild_settings (guild_id, name, value) VALUES (?, ?, ?)
            ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value
            """,
            [(guild_id, name, json.dumps(value)) for name, value in changes.items()],
        )
        sql.notify(f"{SERVER_CHANGED}:{guild_id}")
        stored = _of_guild(sql, guild_id)
        return stored, stored


_REPLACED = {"turn_pings": None}
"""How mentions were stored when they could only be on or off."""
_UNREADABLE = "unreadable"
"""Under this name, what could not be read is kept when the person changes a setting."""


def _of_guild(sql: Sql, guild_id: int) -> dict[str, Any]:
    rows = sql.execute("SELECT name, value FROM guild_settings WHERE guild_id = ?", (guild_id,))
    return {name: read_setting(value, guild_id, name) for name, value in rows.fetchall()}


def _text(sql: Sql, person: int) -> str:
    row = sql.execute("SELECT settings FROM people WHERE id = ?", (person,)).fetchone()
    return "{}" if row is None else str(row["settings"])


def _choices(stored: dict[str, Any]) -> PersonSettings:
    if stored.get("turn_pings") is False:
        stored.setdefault("mentions", NEVER)
    return PersonSettings(**{name: value for name, value in stored.items() if _is_readable(name, value)})


def _is_readable(name: str, value: Any) -> bool:
    """Whether there is such a setting, and values of that kind; another version may have others."""
    if name not in _KINDS:
        return False
    if fits(_KINDS[name], value):
        return True
    report_damage("people.settings", f"of a person (“{name}”)")
    return False


_KINDS = get_type_hints(PersonSettings)


def _check(changes: Mapping[str, Any]) -> None:
    unknown = changes.keys() - _KINDS.keys()
    if unknown:
        raise TypeError(f"People have no such settings: {', '.join(sorted(unknown))}.")
