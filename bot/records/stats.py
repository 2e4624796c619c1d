"""A person's statistics, from the games that they played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.records.model import Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.records.model import Played, Seated


@dataclass(frozen=True, slots=True)
class GameStats:
    """Figures for one game. Scores are None if no game was played to its end; `best` is the lowest."""

    game: str
    games: int
    wins: int
    mean_score: float | None
    best: int | None
    worst: int | None


@dataclass(slots=True)
class Duel:
    """Head-to-head record of two people: games won, lost and tied against each other."""

    player: Player
    name: str
    ahead: int = 0
    behind: int = 0
    tied: int = 0

    @property
    def games(self) -> int:
        return self.ahead + self.behind + self.tied


@dataclass(frozen=True, slots=True)
class Stats:
    """All figures of a person. `streak` counts the wins in a row up to now, `longest_streak` the most ever.

    `games` counts all games, including `left` (left early by the person), `removed` (from which the person was removed)
    and `broken_off` (ended early by others).
    """

    games: int
    wins: int
    streak: int
    longest_streak: int
    left: int = 0
    removed: int = 0
    broken_off: int = 0
    by_game: tuple[GameStats, ...] = ()
    duels: dict[Player, Duel] = field(default_factory=dict)

    @property
    def favourite(self) -> str | None:
        """The most played game."""
        return self.by_game[0].game if self.by_game else None


def stats_of(games: Sequence[Played]) -> Stats:
    """Statistics of these games, oldest first; games that do not count for the person are ignored."""
    played = [game for game in games if game.counts_for(game.own)]
    streak = longest = 0
    for game in played:
        streak = streak + 1 if game.won else 0
        longest = max(longest, streak)
    often = Counter(game.game for game in played)
    by_game = tuple(
        _game_stats(key, [game for game in played if game.game == key]) for key, _count in often.most_common()
    )
    return Stats(
        games=len(played),
        wins=sum(game.won for game in played),
        streak=streak,
        longest_streak=longest,
        left=sum(game.own.left and not game.own.taken_out for game in played),
        removed=sum(game.own.taken_out for game in played),
        broken_off=sum(game.broken_off for game in played),
        by_game=by_game,
        duels=_duels(played),
    )


def _game_stats(key: str, played: list[Played]) -> GameStats:
    scores = sorted(game.own.score for game in played if game.own.score is not None)
    return GameStats(
        game=key,
        games=len(played),
        wins=sum(game.won for game in played),
        mean_score=sum(scores) / len(scores) if scores else None,
        best=scores[0] if scores else None,
        worst=scores[-1] if scores else None,
    )


def _duels(played: Iterable[Played]) -> dict[Player, Duel]:
    """Head-to-head records against each known person, most frequent opponents first."""
    duels: dict[Player, Duel] = {}
    for game in played:
        for other in game.others:
            if other.player.person > 0 and game.counts_for(other):
                duel = duels.setdefault(other.player, Duel(other.player, other.name))
                duel.name = other.name or duel.name
                _count(duel, game.own, other)
    return dict(sorted(duels.items(), key=lambda item: -item[1].games))


def _count(duel: Duel, own: Seated, other: Seated) -> None:
    if own.rank < other.rank:
        duel.ahead += 1
    elif own.rank > other.rank:
        duel.behind += 1
    else:
        duel.tied += 1
