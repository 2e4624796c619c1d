"""Ratings in words: what a game did to them, and how a number is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.records.model import COMPUTERS, PEOPLE, Player
from bot.records.ratings import gained, is_provisional, shown
from bot.ui.seats import cast_of

if TYPE_CHECKING:
    from bot.records.model import Change, RatedGame, Rating
    from bot.records.protocols import RecordsStore
    from bot.tables.model import Seat
    from bot.tables.position import Position


def number(rating: Rating) -> str:
    """The rating as people see it; one from few games has a question mark."""
    return f"{shown(rating)}?" if is_provisional(rating) else str(shown(rating))


def signed(points: int) -> str:
    """A change with its sign, such as `+12`, `-3` or `±0`."""
    return f"{points:+d}" if points else "±0"


def ladder_name(kind: str) -> str:
    """A ladder as a choice."""
    return _("People only") if kind == PEOPLE else _("With computer players")


async def rated_of(store: RecordsStore, position: Position) -> RatedGame | None:
    """What the table's game did to the ratings; None while there is nothing to tell."""
    return None if position.record.phase.is_live else await store.rated_game(position.record.id)


def rating_lines(position: Position, rated: RatedGame | None) -> str:
    """For the final board: each player's rating before and after, or why there is none."""
    table, cast = position.record, cast_of(position.record)
    if rated is None:
        return ""
    if rated.ladder is None:
        return _("-# Not rated: that was chosen before the game.") if not table.rated else _("-# Not rated.")
    told = [
        _rating(cast.name(index, marked=seat.person is None), seat, rated.changes[player])
        for index, seat in enumerate(table.seats)
        if (player := _player(seat)) in rated.changes
    ]
    title = (
        _("Rated among games with computer players, which have a leaderboard of their own:")
        if rated.ladder == COMPUTERS
        else _("Rated among people, season {season}:").format(season=rated.season)
    )
    return "\n".join([title, *told])


def _player(seat: Seat) -> Player:
    return Player(seat.person) if seat.person else Player(level=seat.level or "")


def _rating(name: str, seat: Seat, change: Change) -> str:
    values = {
        "name": name,
        "before": number(change.before),
        "after": number(change.after),
        "change": signed(gained(change)),
    }
    if seat.was_left:
        return _("-# {name} left early and is rated last: {before} → {after} ({change})").format(**values)
    if seat.helped and change.before.mu == change.after.mu:
        return _("-# {name} was helped and cannot gain: {before} → {after} ({change})").format(**values)
    return _("-# {name}: {before} → {after} ({change})").format(**values)
