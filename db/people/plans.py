"""Planned tables as rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model.damage import time_or
from bot.tables.model.plans import Plan, PlanCount, TooManyPlansError
from bot.tables.model.records import Person, Place
from db import values
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from bot.tables.model.share import Share
    from db.sql import Row, Sql

_INSERT = """
INSERT INTO plans (guild_id, channel_id, parent_id, host, game, places, turn_seconds, rated, options, at, interaction)
VALUES (:guild_id, :channel_id, :parent_id, :host, :game, :places, :turn_seconds, :rated, :options, :at, :interaction)
RETURNING id
"""
_BY_COMMAND = "SELECT * FROM plans WHERE guild_id = ? AND host = ? AND interaction = ?"
_SIGN_UP = "INSERT INTO plan_people (plan_id, person, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CAN_OPEN = "guild_id NOT IN (SELECT guild_id FROM departures)"
"""A condition on `plans`: the bot has not left the server."""
_COUNT = f"""
SELECT count(*) FILTER (WHERE guild_id = :guild), count(*) FILTER (WHERE host = :person AND {_CAN_OPEN}) FROM plans
"""  # noqa: S608  # constant
_NEXT_DUE = f"""
SELECT min(due) FROM (
    SELECT CASE WHEN claimed_until > at THEN claimed_until WHEN reminded = 1 THEN at
        WHEN claimed_until > at - :ahead THEN claimed_until ELSE at - :ahead END AS due
    FROM plans WHERE {_CAN_OPEN}
) AS times WHERE due > :after
"""  # noqa: S608  # constant
_DUE = f"""
SELECT * FROM plans
WHERE claimed_until <= :now AND at <= CASE WHEN reminded = 0 THEN :reminded ELSE :now END AND {_CAN_OPEN}
ORDER BY at
"""  # noqa: S608  # constant
_UNPOSTED = f"""
SELECT * FROM plans WHERE message_id IS NULL AND refusal IS NULL AND at > ? AND {_CAN_OPEN} ORDER BY at
"""  # noqa: S608  # constant


class PlanStore(StorePart):
    """`bot.tables.model.plans.PlanStore` in SQL."""

    @writes
    def add(self, sql: Sql, plan: Plan, limits: PlanCount | None = None) -> Plan:
        sql.lock(f"plans of {plan.host.id}")
        done = sql.execute(_BY_COMMAND, (plan.guild_id, plan.host.id, plan.interaction)).fetchone()
        if done is not None:  # a retry: the connection was lost after the first attempt was committed
            return _plan(sql, done)
        if limits is not None:
            _require_room(sql, plan, limits)
        row = {name: getattr(plan, name) for name in ("guild_id", "channel_id", "parent_id", "game", "places", "at")}
        row |= {"turn_seconds": plan.turn_seconds, "rated": plan.rated, "interaction": plan.interaction}
        row |= {"host": plan.host.id, "options": values.dumps(dict(plan.options))}
        [(number,)] = sql.execute(_INSERT, row).fetchall()
        sql.execute(_SIGN_UP, (number, plan.host.id, plan.host.name))
        return replace(plan, id=number, people=(plan.host,))

    @reads
    def get(self, sql: Sql, plan_id: int) -> Plan | None:
        row = sql.execute("SELECT * FROM plans WHERE id = ?", (plan_id,)).fetchone()
        return None if row is None else _plan(sql, row)

    @reads
    def of_person(self, sql: Sql, person: int) -> tuple[Plan, ...]:
        found = sql.execute(
            "SELECT * FROM plans WHERE id IN (SELECT plan_id FROM plan_people WHERE person = ?) ORDER BY id", (person,)
        ).fetchall()
        return tuple(_plan(sql, row) for row in found)

    @reads
    def in_channel(self, sql: Sql, channel_id: int) -> tuple[Plan, ...]:
        found = sql.execute(
            "SELECT * FROM plans WHERE channel_id = ? OR parent_id = ? ORDER BY id", (channel_id, channel_id)
        ).fetchall()
        return tuple(_plan(sql, row) for row in found)

    @reads
    def places(self, sql: Sql, share: Share) -> tuple[Place, ...]:
        found = sql.execute("SELECT DISTINCT guild_id, channel_id, parent_id FROM plans").fetchall()
        return tuple(Place(*row) for row in found if share.has(row["guild_id"]))

    @writes
    def sign_up(self, sql: Sql, plan_id: int, person: Person, limit: int) -> bool:
        # The update makes other people who sign up at the same time wait.
        found = sql.execute("UPDATE plans SET at = at WHERE id = ? AND refusal IS NULL", (plan_id,)).rowcount
        others = sql.execute(
            "SELECT count(*) FROM plan_people WHERE plan_id = ? AND person <> ?", (plan_id, person.id)
        ).fetchone()[0]
        if not found or others >= limit:
            return False
        sql.execute(_SIGN_UP, (plan_id, person.id, person.name))
        return True

    @writes
    def sign_off(self, sql: Sql, plan_id: int, person: int) -> None:
        sql.execute("DELETE FROM plan_people WHERE plan_id = ? AND person = ?", (plan_id, person))

    @writes
    def note_posted(self, sql: Sql, plan_id: int, message_id: int, event_id: int | None) -> bool:
        posted = sql.execute(
            "UPDATE plans SET message_id = ?, event_id = coalesce(?, event_id) WHERE id = ? AND refusal IS NULL",
            (message_id, event_id, plan_id),
        )
        return posted.rowcount > 0

    @reads
    def next_due(self, sql: Sql, ahead: float, after: float) -> float | None:
        found: float | None = sql.execute(_NEXT_DUE, {"ahead": ahead, "after": after}).fetchone()[0]
        return found

    @reads
    def due(self, sql: Sql, now: float, ahead: float, share: Share) -> tuple[Plan, ...]:
        found = sql.execute(_DUE, {"now": now, "reminded": now + ahead}).fetchall()
        return tuple(_plan(sql, row) for row in found if share.has(row["guild_id"]))

    @reads
    def unposted(self, sql: Sql, now: float, share: Share) -> tuple[Plan, ...]:
        found = sql.execute(_UNPOSTED, (now,)).fetchall()
        return tuple(_plan(sql, row) for row in found if share.has(row["guild_id"]))

    @writes
    def claim(self, sql: Sql, plan_id: int, now: float, until: float) -> bool:
        # If it ends at the same time, this is a retry: the connection was lost after the first attempt was committed.
        claimed = sql.execute(
            "UPDATE plans SET claimed_until = :until WHERE id = :plan AND (claimed_until <= :now"
            " OR claimed_until = :until)",
            {"until": until, "plan": plan_id, "now": now},
        )
        return claimed.rowcount > 0

    @writes
    def note_reminded(self, sql: Sql, plan_id: int) -> None:
        sql.execute("UPDATE plans SET reminded = 1, claimed_until = 0 WHERE id = ?", (plan_id,))

    @writes
    def note_outcome(self, sql: Sql, plan_id: int, words: str) -> None:
        sql.execute("UPDATE plans SET refusal = ? WHERE id = ?", (words, plan_id))

    @writes
    def remove(self, sql: Sql, plan_id: int) -> None:
        sql.execute("DELETE FROM plans WHERE id = ?", (plan_id,))


def _require_room(sql: Sql, plan: Plan, limits: PlanCount) -> None:
    """Refuse a plan beyond the limits. The locks keep the same host or server from getting another one meanwhile."""
    sql.lock(f"plans in {plan.guild_id}")
    count = PlanCount(*sql.execute(_COUNT, {"guild": plan.guild_id, "person": plan.host.id}).fetchone())
    if count.in_server >= limits.in_server or count.of_person >= limits.of_person:
        raise TooManyPlansError(count)


def _plan(sql: Sql, row: Row) -> Plan:
    found = sql.execute("SELECT person, name FROM plan_people WHERE plan_id = ?", (row["id"],)).fetchall()
    people = sorted((Person(*each) for each in found), key=lambda person: (person.id != row["host"], person.id))
    named = ("id", "guild_id", "channel_id", "game", "interaction", "parent_id", "places", "turn_seconds")
    return Plan(
        **{name: row[name] for name in (*named, "message_id", "event_id")},
        host=next((person for person in people if person.id == row["host"]), Person(row["host"], "")),
        at=time_or(0.0, row["at"], "plans.at", f"of plan {row['id']}"),
        rated=bool(row["rated"]),
        options=values.loads_or({}, row["options"], Mapping[str, object], "plans.options", f"of plan {row['id']}"),
        reminded=bool(row["reminded"]),
        outcome=row["refusal"],
        people=tuple(people),
    )
