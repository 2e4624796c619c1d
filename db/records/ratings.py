"""Ratings and how each result changed them, in the server's season and globally."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.records.model import EVERYWHERE, Change, Ladder, Player, Rating, Result
from bot.records.ratings import is_provisional, rate
from db.database import StorePart, reads
from db.records.listing import is_listed_everywhere
from db.records.stored_ratings import rating_before, rating_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from db.sql import Sql

Key: TypeAlias = tuple[Ladder, Player]
Differences: TypeAlias = dict[Key, tuple[Rating | None, Rating | None]]
Memory: TypeAlias = dict[Key, Rating]
"""Ratings during a rebuild, including those without a row: of people whose data was deleted."""


class Recorded(NamedTuple):
    """A stored result: its id, and the season of its server in which it counts."""

    id: int
    season: int
    result: Result


LOCK = "ratings"
"""Lock for reading ratings in order to change them, so that every result counts, in the order of their ids."""


class Ratings(StorePart):
    """Reads people's ratings."""

    @reads
    def ratings_of(self, sql: Sql, person: int, guild_id: int, season: int) -> dict[Ladder, Rating]:
        rows = sql.execute(
            """
            SELECT game, ladder, guild_id, season, mu, sigma, games FROM ratings
            WHERE person = ? AND person > 0 AND guild_id = ? AND season = ?
            """,
            (person, guild_id, season),
        )
        found = ((Ladder(*row[:4]), row[4:]) for row in rows.fetchall())
        return {ladder: rating_on(ladder, *values) for ladder, values in found}


def change(sql: Sql, recorded: Recorded, memory: Memory | None = None) -> None:
    """Update the ratings by a result; `memory`, used in a rebuild, overrides the stored ratings."""
    result = recorded.result
    if result.ladder is None:
        return
    everywhere = Ladder(result.game, result.ladder)
    here = Ladder(result.game, result.ladder, result.guild_id, recorded.season)
    players = {participant.player for participant in result.participants}
    for ladder in (everywhere,) if result.guild_id == EVERYWHERE else (here, everywhere):
        known = _stored(sql, ladder, players) if memory is None else _remembered(memory, ladder, players)
        changes = rate(result.participants, known)
        if memory is not None:
            memory.update({(ladder, player): made.after for player, made in changes.items()})
        _save(sql, recorded.id, ladder, changes)


def take_back(
    sql: Sql, ladder: Ladder, first: int, later: Sequence[Recorded], with_forgotten: Iterable[Recorded]
) -> None:
    """Recompute a ladder without result `first`, from the `later` results (in order) that count there.

    The earlier ones in which forgotten people play are only read if such a person plays in a later one, because their
    rating is stored nowhere else. For all others, the stored rating counts: results from servers whose data was deleted
    are part of it.
    """
    memory = _before(sql, ladder, first)
    if any(participant.player.person < 0 for each in later for participant in each.result.participants):
        memory |= _of_forgotten(sql, ladder, with_forgotten)
    touched = _undo(sql, ladder, first)
    for recorded in later:
        changes = rate(recorded.result.participants, memory)
        memory.update({player: made.after for player, made in changes.items()})
        _save(sql, recorded.id, ladder, changes)
        touched -= changes.keys()
    _restore(sql, ladder, {player: memory.get(player, Rating()) for player in touched})


def _of_forgotten(sql: Sql, ladder: Ladder, results: Iterable[Recorded]) -> dict[Player, Rating]:
    """The ratings of forgotten people after these results. Those of the others before each are stored with it."""
    found: dict[Player, Rating] = {}
    for recorded in results:
        rows = sql.execute(
            """
            SELECT person, level, mu_before, sigma_before, games_before FROM rating_changes
            WHERE result_id = ? AND guild_id = ?
            """,
            (recorded.id, ladder.guild_id),
        )
        stored = {
            Player(person, level): rating_before(recorded.id, *rating) for person, level, *rating in rows.fetchall()
        }
        changes = rate(recorded.result.participants, found | stored)
        found.update({player: made.after for player, made in changes.items() if not player.is_known})
    return found


_CHANGES_SINCE = """
FROM rating_changes JOIN results ON results.id = rating_changes.result_id
WHERE rating_changes.result_id >= :first AND rating_changes.guild_id = :guild
    AND results.game = :game AND results.ladder = :ladder AND (:guild = 0 OR results.season = :season)
"""


def _since(ladder: Ladder, first: int) -> dict[str, object]:
    game, kind, guild_id, season = ladder
    return {"first": first, "guild": guild_id, "game": game, "ladder": kind, "season": season}


def _before(sql: Sql, ladder: Ladder, first: int) -> dict[Player, Rating]:
    """The ratings, before that result, of everybody who has played since."""
    found: dict[Player, Rating] = {}
    rows = sql.execute(
        f"SELECT result_id, person, level, mu_before, sigma_before, games_before {_CHANGES_SINCE} ORDER BY result_id",
        _since(ladder, first),
    )
    for result_id, person, level, *rating in rows.fetchall():
        if Player(person, level) not in found:
            found[Player(person, level)] = rating_before(result_id, *rating)
    return found


def _undo(sql: Sql, ladder: Ladder, first: int) -> set[Player]:
    """Delete the ladder's changes from that result on; return the players affected."""
    rows = sql.execute(
        f"SELECT result_id, rating_changes.guild_id, person, level {_CHANGES_SINCE}", _since(ladder, first)
    ).fetchall()
    sql.executemany(
        "DELETE FROM rating_changes WHERE result_id = ? AND guild_id = ? AND person = ? AND level = ?",
        [tuple(row) for row in rows],
    )
    return {Player(person, level) for _, _, person, level in rows}


def _restore(sql: Sql, ladder: Ladder, ratings: Mapping[Player, Rating]) -> None:
    """Restore players' earlier ratings, or delete the ratings of those who had none."""
    where = "WHERE game = ? AND ladder = ? AND guild_id = ? AND season = ? AND person = ? AND level = ?"
    sql.executemany(
        f"DELETE FROM ratings {where}",  # noqa: S608  # constants
        [(*ladder, *player) for player, rating in ratings.items() if not rating.games],
    )
    sql.executemany(
        f"UPDATE ratings SET mu = ?, sigma = ?, games = ?, provisional = ? {where}",  # noqa: S608  # constants
        [(*rating, int(is_provisional(rating)), *ladder, *player) for player, rating in ratings.items()],
    )


def everything(sql: Sql) -> Memory:
    """All stored ratings."""
    rows = sql.execute("SELECT game, ladder, guild_id, season, person, level, mu, sigma, games FROM ratings")
    return {(Ladder(*row[:4]), Player(*row[4:6])): Rating(*row[6:]) for row in rows.fetchall()}


def _remembered(memory: Memory, ladder: Ladder, players: set[Player]) -> dict[Player, Rating]:
    return {player: memory[ladder, player] for player in players if (ladder, player) in memory}


def _stored(sql: Sql, ladder: Ladder, players: set[Player]) -> dict[Player, Rating]:
    found = {}
    for player in players:
        row = sql.execute(
            """
            SELECT mu, sigma, games FROM ratings
            WHERE game = ? AND ladder = ? AND guild_id = ? AND season = ? AND person = ? AND level = ?
            """,
            (*ladder, *player),
        ).fetchone()
        if row is not None:
            found[player] = rating_on(ladder, *row)
    return found


def _save(sql: Sql, result_id: int, ladder: Ladder, made: Mapping[Player, Change]) -> None:
    """Store the changes of players who have ratings."""
    changes = {player: change for player, change in made.items() if player.is_known}
    sql.executemany(
        """
        INSERT INTO rating_changes (
            result_id, guild_id, person, level, mu_before, sigma_before, games_before, mu_after, sigma_after
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (result_id, ladder.guild_id, *player, *before, after.mu, after.sigma)
            for player, (before, after) in changes.items()
        ],
    )
    sql.executemany(
        """
        INSERT INTO ratings (
            game, ladder, guild_id, season, person, level, mu, sigma, games, provisional, listed
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (guild_id, season, game, ladder, person, level) DO UPDATE SET mu = excluded.mu,
            sigma = excluded.sigma, games = excluded.games, provisional = excluded.provisional
        """,
        [
            (*ladder, *player, *after, is_provisional(after), _is_listed(sql, ladder, player))
            for player, (_before, after) in changes.items()
        ],
    )


def _is_listed(sql: Sql, ladder: Ladder, player: Player) -> bool:
    """Whether the player is listed: always in their server; globally if they are a computer player or opted in."""
    return ladder.guild_id != EVERYWHERE or player.is_computer or is_listed_everywhere(sql, player.person)
