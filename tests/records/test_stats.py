"""A person's statistics, computed from their games."""

from __future__ import annotations

from dataclasses import replace

from bot.records.model import Played, Player, Seated
from bot.records.stats import stats_of

ME, YOU = Player(1), Player(2)


def game(rank: int, score: int | None = 10, key: str = "rummy", other: int = 2, left: bool = False) -> Played:
    own = Seated(ME, "me", rank, score, left)
    return Played(1, 1, key, 0.0, 1, "people", own, (Seated(YOU, "you", other, 1, False),), None, 1, None)


def test_stats_without_games_are_empty() -> None:
    stats = stats_of([])
    assert (stats.games, stats.wins, stats.streak, stats.longest_streak, stats.favourite) == (
        0,
        0,
        0,
        0,
        None,
    )


def test_streaks_count_wins_in_a_row() -> None:
    """The current streak ends with the last game, and a game that the person left is not a win."""
    ranks = [1, 1, 1, 2, 1, 1]
    stats = stats_of([game(rank) for rank in ranks])
    assert (stats.wins, stats.streak, stats.longest_streak) == (5, 2, 3)
    assert stats_of([game(1), game(3, None, left=True)]).streak == 0


def test_scores_are_listed_by_game_with_fewest_points_as_best() -> None:
    """A game that the person left has no score."""
    stats = stats_of([game(1, 5), game(2, 40), game(3, None, left=True), game(1, 0, "notty")])
    rummy, notty = stats.by_game
    assert (rummy.game, rummy.games, rummy.best, rummy.worst, rummy.mean_score) == ("rummy", 3, 5, 40, 22.5)
    assert (notty.games, notty.best) == (1, 0)
    assert stats.favourite == "rummy"
    [left] = stats_of([game(3, None, left=True)]).by_game
    assert (left.games, left.best, left.worst, left.mean_score) == (1, None, None, None)


def test_an_unrated_game_with_a_removed_player_counts_for_nobody() -> None:
    """A host cannot end another player's streak, or come out ahead, by removing them.

    If everybody agreed to rate the game, it counts.
    """
    me, you = Seated(ME, "me", 3, None, True, taken_out=True), Seated(YOU, "you", 1, 1, False)
    kicked = replace(game(3), ladder=None, own=me, others=(you,))
    stats = stats_of([game(1), kicked, game(1)])
    assert (stats.games, stats.left, stats.streak) == (2, 0, 2)
    assert stats_of([kicked]).favourite is None
    rated = stats_of([replace(kicked, ladder="people")])
    assert (rated.games, rated.left, rated.removed) == (1, 0, 1)
    theirs = replace(kicked, own=you, others=(me,))
    assert stats_of([theirs]).duels == {}
    assert stats_of([replace(theirs, ladder="people")]).duels[ME].ahead == 1


def test_duels_count_who_finished_ahead() -> None:
    duel = stats_of([game(1, other=2), game(2, other=1), game(1, other=1), game(1, other=3)]).duels[YOU]
    assert (duel.games, duel.ahead, duel.behind, duel.tied) == (4, 2, 1, 1)
