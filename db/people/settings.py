"""What people and servers chose. A setting that is added later takes its default for those who never chose."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from bot.tables.model.records import PersonSettings
from db.records import ratings

if TYPE_CHECKING:
    import sqlite3

_KNOWN = {field.name for field in fields(PersonSettings)}


def settings(sql: sqlite3.Connection, person: int) -> PersonSettings:
    row = sql.execute("SELECT settings FROM people WHERE id = ?", (person,)).fetchone()
    stored = {} if row is None else json.loads(row["settings"])
    return PersonSettings(**{name: value for name, value in stored.items() if name in _KNOWN})


def save_settings(sql: sqlite3.Connection, person: int, chosen: PersonSettings) -> None:
    sql.execute(
        """
        INSERT INTO people (id, settings) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET settings = excluded.settings
        """,
        (person, json.dumps(asdict(chosen))),
    )
    ratings.list_person(sql, person, chosen.everywhere)


def guild_setting(sql: sqlite3.Connection, guild_id: int, name: str) -> Any | None:
    row = sql.execute(
        "SELECT value FROM guild_settings WHERE guild_id = ? AND name = ?", (guild_id, name)
    ).fetchone()
    return None if row is None else json.loads(row["value"])


def guild_settings_named(sql: sqlite3.Connection, name: str) -> dict[int, Any]:
    """One setting of all servers where it was set."""
    rows = sql.execute("SELECT guild_id, value FROM guild_settings WHERE name = ?", (name,))
    return {guild_id: json.loads(value) for guild_id, value in rows.fetchall()}


def save_guild_setting(sql: sqlite3.Connection, guild_id: int, name: str, value: Any) -> None:
    sql.execute(
        """
        INSERT INTO guild_settings (guild_id, name, value) VALUES (?, ?, ?)
        ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value
        """,
        (guild_id, name, json.dumps(value)),
    )
