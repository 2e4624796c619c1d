"""What is stored about people, by table: how each row of it is exported and deleted.

`PEOPLE` lists every column that names a person; a test walks the schema and fails for a missing one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from bot.daily.days import date_of, days_of
from bot.tables.model.damage import DAMAGES
from db import values
from db.records import ratings
from db.sql import Row
from db.tables.naming import former_of, people_of, proposal_of

if TYPE_CHECKING:
    from bot.tables.model.records import Former

Facts: TypeAlias = dict[str, Any]


class PersonalData(NamedTuple):
    """One kind of data stored about people.

    `columns` of `table` name a person. `export` selects the rows about `:person`. They receive what `to_facts` makes of
    each row (None: nothing), which never contains other people's ids or anything that a running game hides. `erase` are
    the statements that delete the rows, or replace the person with `:former`: a random negative number, new for each
    deletion, which identifies nobody but keeps one person's rows together. Statements with `:limit` are repeated until
    fewer rows are left. Whoever holds the `lock` may be writing such rows, so the deletion waits for it. Tables, seats
    and snapshots are rewritten by `forget_in_tables`.
    """

    table: str
    columns: tuple[str, ...]
    export: str
    erase: tuple[str, ...] = ()
    to_facts: Callable[[Row, int], Facts | None] = lambda row, _person: dict(row)
    lock: str | None = None


def _table_facts(row: Row, person: int) -> Facts | None:
    """What a card table that names the person has stored about them."""
    number = row["table_id"]
    listed = {name: person in people_of(number, name, row[name]) for name in _LISTS}
    proposal = proposal_of(number, row["proposal"])
    wanted, asks, agrees = None, False, False
    if proposal is not None:
        wanted, asks, agrees = proposal.kind.value, proposal.by == person, person in proposal.agreed
    about: dict[str, bool] = {
        "you_are_its_host": row["host"] == person,
        "you_are_invited": listed["invited"],
        "you_were_taken_out": listed["barred"],
        "you_declined_a_seat": listed["declined"],
        "you_left_and_were_replaced": _was_replaced(row, person),
        "you_were_taken_out_of_its_game": listed["removed"],
        "you_left_at_its_beginning": listed["excused"],
        "you_asked_or_agreed": asks or agrees,
        "you_closed_it": f"<@{person}>" in (row["closing_reason"] or ""),
    }
    if not any(about.values()):
        return None
    facts = {name: row[name] for name in ("table_id", "guild_id", "channel_id", "game", "created_at")}
    if about["you_are_its_host"]:
        facts |= {name: row[name] for name in _SETUP} | {"options": values.plain(row["options"])}
    return (
        facts
        | {name: int(is_so) for name, is_so in about.items()}
        | {
            "you_asked_for": wanted if asks else None,
            "you_agreed_to": wanted if agrees else None,
            "seats_you_left": [
                {"seat": one.seat + 1, "name": one.name}
                for one in _former(row)
                if one.person == person and one.seat >= 0
            ],
        }
    )


def _snapshot_facts(row: Row, person: int) -> Facts | None:
    """Whether the snapshot names the person in news about leaving or joining."""
    tells = '"name"' in row["recent"] or '"before"' in row["recent"]
    if not tells or not (row["seated"] or _was_replaced(row, person)):
        return None
    return {"table_id": row["table_id"], "tells_of_leaving_and_coming_with_names": 1}


def _draft_facts(row: Row, _person: int) -> Facts:
    """A turn that the person is building, in plain JSON."""
    return dict(row) | {"content": values.plain(row["content"])}


def _plan_facts(row: Row, _person: int) -> Facts:
    """A table that the person planned, with its options in plain JSON."""
    return dict(row) | {"options": values.plain(row["options"])}


def _bar_facts(row: Row, person: int) -> Facts | None:
    """Whether the server's moderators have barred the person from its tables."""
    barred = person in (values.read_setting(row["value"], row["guild_id"], "barred", tuple[int, ...]) or ())
    return {"guild_id": row["guild_id"], "you_are_barred_from_its_tables": 1} if barred else None


def _moderation_facts(row: Row, person: int) -> Facts:
    """What the person did as a moderator, or what a moderator did about them."""
    facts = {name: row[name] for name in ("at", "guild_id", "act", "detail")}
    return facts | {"you_did_it": int(row["moderator"] == person), "it_was_about_you": int(row["about"] == person)}


def _was_replaced(row: Row, person: int) -> bool:
    return any(one.person == person for one in _former(row))


def _former(row: Row) -> tuple[Former, ...]:
    return former_of(row["table_id"], row["former"])


def _date(day: int) -> str | int:
    """The date of a day; the number as it is stored if it has none."""
    try:
        return date_of(day).isoformat()
    except DAMAGES:
        return day


def _puzzle_facts(row: Row, _person: int) -> Facts:
    """A try, with its day as a date."""
    return dict(row) | {"day": _date(row["day"])}


def _board_facts(row: Row, _person: int) -> Facts:
    """A place on a board, with the board's days in words."""
    try:
        return dict(row) | {"span": days_of(row["span"])}
    except DAMAGES:
        return dict(row)


def _line_facts(row: Row, person: int) -> Facts:
    """The person's own line, or only the fact that they asked somebody to play that deal."""
    if row["person"] == person:
        own = {name: row[name] for name in row.keys() if name not in ("person", "asked_by")}  # noqa: SIM118
        return own | {"day": None if row["day"] is None else _date(row["day"])}
    return {"table_id": row["table_id"], "seat": row["seat"], "you_asked_somebody_to_play_it": 1}


def _delete_some(table: str, key: str, where: str) -> str:
    """A statement that deletes at most `:limit` of these rows, which the columns `key` tell apart."""
    return f"DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {table} WHERE {where} LIMIT :limit)"  # noqa: S608  # constants


_SETUP = ("places", "turn_seconds", "rated", "starts_full", "clock_rests")
_LISTS = ("invited", "barred", "declined", "removed", "excused")

PEOPLE = (
    PersonalData(
        "people",
        ("id",),
        "SELECT settings FROM people WHERE id = :person",
        ("DELETE FROM people WHERE id = :person",),
    ),
    PersonalData(
        "tables",
        (
            "host",
            "invited",
            "barred",
            "declined",
            "former",
            "removed",
            "excused",
            "proposal",
            "closing_reason",
        ),
        f"""
        SELECT id AS table_id, guild_id, channel_id, game, created_at, host, {", ".join(_LISTS)}, former, proposal,
            closing_reason, {", ".join(_SETUP)}, options
        FROM table_people JOIN tables ON tables.id = table_people.table_id
        WHERE table_people.person = :person ORDER BY table_people.table_id
        """,  # noqa: S608  # constants
        to_facts=_table_facts,
    ),
    PersonalData(
        "table_people",
        ("person",),
        "SELECT table_id FROM table_people WHERE person = :person ORDER BY table_id",
    ),
    PersonalData(
        "seats",
        ("person", "name"),
        """
        SELECT seats.table_id, tables.guild_id, tables.game, seats.seat + 1 AS seat, seats.name, seats.level,
            seats.helped, seats.autopilot, seats.missed AS turns_missed, seats.kept AS kept_for_you,
            seats.away_until, tables.started_at, tables.ended_at
        FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.person = :person
        ORDER BY seats.table_id, seats.seat
        """,
    ),
    PersonalData(
        "snapshots",
        ("recent",),
        """
        SELECT snapshots.table_id, snapshots.recent, tables.former,
            EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.person = :person) AS seated
        FROM table_people JOIN snapshots ON snapshots.table_id = table_people.table_id
        JOIN tables ON tables.id = snapshots.table_id
        WHERE table_people.person = :person ORDER BY snapshots.table_id
        """,
        to_facts=_snapshot_facts,
    ),
    PersonalData(
        "drafts",
        (),
        """
        SELECT drafts.table_id, drafts.seat + 1 AS seat, drafts.content FROM drafts
        JOIN seats ON seats.table_id = drafts.table_id AND seats.seat = drafts.seat WHERE seats.person = :person
        """,
        to_facts=_draft_facts,
    ),
    PersonalData(
        "actions",
        ("by",),
        "SELECT table_id, number, seat + 1 AS seat, text, at FROM actions WHERE by = :person AND by > 0 ORDER BY 1, 2",
        (
            """
            UPDATE actions SET by = 0 WHERE (table_id, number) IN (
                SELECT table_id, number FROM actions WHERE by = :person AND by > 0 LIMIT :limit
            )
            """,
        ),
    ),
    PersonalData(
        "result_seats",
        ("person",),
        """
        SELECT results.table_id, results.guild_id, results.game, results.season, results.ended_at, results.ladder,
            results.drawn, results.voided_at, result_seats.seat + 1 AS seat, rank, score, helped, left_early, taken_out
        FROM result_seats JOIN results ON results.id = result_id WHERE person = :person AND person > 0 ORDER BY 1
        """,
        # Keep the row: other people's ratings are computed from it.
        (
            """
            UPDATE result_seats SET person = :former WHERE (result_id, number) IN (
                SELECT result_id, number FROM result_seats WHERE person = :person AND person > 0 LIMIT :limit
            )
            """,
        ),
    ),
    PersonalData(
        "rating_changes",
        ("person",),
        """
        SELECT results.table_id, rating_changes.guild_id, mu_before, sigma_before, games_before, mu_after, sigma_after
        FROM rating_changes JOIN results ON results.id = result_id
        WHERE person = :person AND person > 0 ORDER BY 1
        """,
        (_delete_some("rating_changes", "result_id, guild_id, person, level", "person = :person AND person > 0"),),
        lock=ratings.LOCK,
    ),
    PersonalData(
        "guild_settings",
        (),
        "SELECT guild_id, value FROM guild_settings WHERE name = 'barred' AND value <> 'null'",
        # Kept when the person is forgotten; otherwise they could lift a ban themselves.
        to_facts=_bar_facts,
    ),
    PersonalData(
        "ratings",
        ("person",),
        """
        SELECT game, ladder, guild_id, season, mu, sigma, games, provisional, listed FROM ratings
        WHERE person = :person AND person > 0 ORDER BY guild_id, season, game, ladder
        """,
        ("DELETE FROM ratings WHERE person = :person AND person > 0",),
    ),
    PersonalData(
        "messages",
        ("audience",),
        "SELECT table_id, channel_id, message_id, sent_at FROM messages WHERE audience = :person AND audience > 0",
        (_delete_some("messages", "table_id, audience", "audience = :person AND audience > 0"),),
    ),
    PersonalData(
        "sends",
        ("audience",),
        "SELECT table_id FROM sends WHERE audience = :person",
        ("DELETE FROM sends WHERE audience = :person",),
    ),
    PersonalData(
        "tellings",
        ("person",),
        "SELECT due, channel_id, message_id FROM tellings WHERE person = :person",
        ("DELETE FROM tellings WHERE person = :person",),
    ),
    PersonalData(
        "invitations_to_tell",
        ("person",),
        "SELECT table_id FROM invitations_to_tell WHERE person = :person ORDER BY table_id",
        ("DELETE FROM invitations_to_tell WHERE person = :person",),
    ),
    PersonalData(
        "news_to_tell",
        ("person", "words"),
        "SELECT guild_id, words FROM news_to_tell WHERE person = :person ORDER BY words",
        ("DELETE FROM news_to_tell WHERE person = :person",),
    ),
    PersonalData(
        "call_wishes",
        ("person",),
        "SELECT guild_id, game FROM call_wishes WHERE person = :person ORDER BY 1, 2",
        ("DELETE FROM call_wishes WHERE person = :person",),
    ),
    PersonalData(
        "plans",
        ("host",),
        """
        SELECT id AS plan_id, guild_id, channel_id, parent_id, game, places, turn_seconds, rated, options, at,
            message_id, event_id, reminded
        FROM plans WHERE host = :person ORDER BY at
        """,
        ("DELETE FROM plans WHERE host = :person",),
        to_facts=_plan_facts,
    ),
    PersonalData(
        "plan_people",
        ("person", "name"),
        """
        SELECT plan_id, plans.guild_id, plans.channel_id, plans.game, plans.at, name
        FROM plan_people JOIN plans ON plans.id = plan_id WHERE person = :person ORDER BY plan_id
        """,
        ("DELETE FROM plan_people WHERE person = :person",),
    ),
    PersonalData(
        "calls_made",
        ("person",),
        "SELECT at FROM calls_made WHERE person = :person ORDER BY at",
        ("DELETE FROM calls_made WHERE person = :person",),
    ),
    PersonalData(
        "reviews",
        ("person",),
        "SELECT table_id, at, version, content FROM reviews WHERE person = :person ORDER BY table_id",
        (_delete_some("reviews", "person, table_id", "person = :person"),),
    ),
    PersonalData(
        "exercises",
        ("person",),
        "SELECT table_id, step, passed, due, content, begun FROM exercises WHERE person = :person ORDER BY 1, 2",
        (_delete_some("exercises", "person, table_id, step", "person = :person"),),
    ),
    PersonalData(
        "puzzle_tries",
        ("person",),
        """
        SELECT day, begun_at, tries, moves, draft, quality, seconds, played, solved_on FROM puzzle_tries
        WHERE person = :person ORDER BY day
        """,
        (_delete_some("puzzle_tries", "person, day", "person = :person"),),
        to_facts=_puzzle_facts,
    ),
    PersonalData(
        "puzzle_boards",
        ("person", "name"),
        """
        SELECT span, guild_id, name, listed, tried, solved, quality, seconds FROM puzzle_boards
        WHERE person = :person ORDER BY guild_id, span
        """,
        (_delete_some("puzzle_boards", "span, guild_id, person", "person = :person"),),
        to_facts=_board_facts,
    ),
    PersonalData(
        "lessons",
        ("person",),
        "SELECT game, content, finished_at FROM lessons WHERE person = :person ORDER BY game",
        ("DELETE FROM lessons WHERE person = :person",),
    ),
    PersonalData(
        "lines",
        ("person", "name", "asked_by"),
        """
        SELECT person, asked_by, name, guild_id, table_id, day, seat + 1 AS seat, begun_at, moves, draft, ended_at,
            place, score, margin, ranked, listed
        FROM lines WHERE person = :person OR asked_by = :person AND asked_by <> 0
        """,
        (
            _delete_some("lines", "id", "person = :person"),
            """
            UPDATE lines SET asked_by = 0
            WHERE id IN (SELECT id FROM lines WHERE asked_by = :person AND asked_by <> 0 LIMIT :limit)
            """,
        ),
        to_facts=_line_facts,
    ),
    PersonalData(
        "reports",
        ("person",),
        "SELECT at, guild_id, channel_id, message_id, table_id, words FROM reports WHERE person = :person ORDER BY at",
        ("DELETE FROM reports WHERE person = :person",),
    ),
    PersonalData(
        "moderation",
        ("moderator", "about"),
        """
        SELECT at, guild_id, moderator, act, about, detail FROM moderation
        WHERE moderator = :person OR about = :person ORDER BY at, interaction
        """,
        (
            "UPDATE moderation SET moderator = NULL WHERE moderator = :person",
            "UPDATE moderation SET about = NULL WHERE about = :person",
        ),
        to_facts=_moderation_facts,
    ),
)
