"""Ratings as they are stored. One that the model cannot have given is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.model import Change, Rating
from bot.records.ratings import is_rating
from bot.tables.model.damage import report_damage

if TYPE_CHECKING:
    from bot.records.model import Ladder

_CHANGES = "rating_changes.mu, sigma"


def rating_on(ladder: Ladder, mu: float, sigma: float, games: int) -> Rating:
    """The rating of a player on the ladder; a newcomer's with as many games if it is damaged."""
    return _sound(
        Rating(mu, sigma, games), "ratings.mu, sigma", f"of a {ladder.game} player in server {ladder.guild_id}"
    )


def rating_before(result_id: int, mu: float, sigma: float, games: int) -> Rating:
    """The rating of a player before a result; a newcomer's with as many games if it is damaged."""
    return _sound(Rating(mu, sigma, games), _CHANGES, f"of result {result_id}")


def change_by(table_id: int, mu: float, sigma: float, games: int, mu_after: float, sigma_after: float) -> Change | None:
    """The change of a player's rating by the game at the table; None if it is damaged."""
    change = Change(Rating(mu, sigma, games), Rating(mu_after, sigma_after, games + 1))
    if all(map(is_rating, change)):
        return change
    report_change(f"of table {table_id}")
    return None


def report_change(whose: str) -> None:
    """Report damaged changes of ratings."""
    report_damage(_CHANGES, whose)


def _sound(rating: Rating, column: str, whose: str) -> Rating:
    if is_rating(rating):
        return rating
    report_damage(column, whose)
    return Rating(games=rating.games)
