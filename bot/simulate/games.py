"""Plays many games on all cores; equal seeds give equal games, whatever the number of processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.arena.contest import Contest, Played, play
from bot.arena.spreading import spread
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Recorded:
    """A finished game with its actions as (seat, text form)."""

    played: Played
    actions: tuple[tuple[int, str], ...]

    def document(self) -> dict[str, Any]:
        """The game as JSON: everything needed to replay it, and its result."""
        contest = self.played.contest
        return {
            "game": contest.game_key,
            "rules": GAMES[contest.game_key].version,
            "options": dict(contest.options),
            "players": list(contest.levels),
            "seed": contest.seed.hex(),
            "actions": [list(action) for action in self.actions],
            "ranks": list(self.played.ranks),
            "scores": list(self.played.scores),
        }


def contests(
    game: str, levels: Sequence[str], seats: int, games: int, seed: str, options: Mapping[str, object]
) -> list[Contest]:
    """The games to play: levels are assigned to seats in order, rotated by one seat each game."""
    return [
        Contest(
            game,
            tuple(levels[(seat + number) % len(levels)] for seat in range(seats)),
            f"{seed}/{number}",
            options,
        )
        for number in range(games)
    ]


def record(contest: Contest) -> Recorded:
    """Play one game and keep its actions."""
    actions: list[tuple[int, str]] = []
    written = GAMES[contest.game_key].format_action
    played = play(contest, lambda seat, action: actions.append((seat, written(action))))
    return Recorded(played, tuple(actions))


def record_all(chosen: Sequence[Contest], jobs: int) -> Iterator[Recorded]:
    """Play all games with the given number of processes; results in order."""
    return spread(record, chosen, jobs, max(1, min(50, len(chosen) // (jobs * 4))))
