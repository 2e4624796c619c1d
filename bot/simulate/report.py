"""Results of simulated games: all of them, and one line per level. `--json` writes the fields by their names."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from bot.arena.sheets import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.simulate.games import Recorded


@dataclass(frozen=True, slots=True)
class Line:
    """One level: seats played, first places (shared ones as fractions), mean rank and score, choices per second."""

    level: str
    seats: int
    wins: float
    mean_rank: float
    mean_score: float
    choices_per_second: float

    def cells(self) -> tuple[str, ...]:
        return (
            self.level, str(self.seats), f"{self.wins:g} ({100 * self.wins / self.seats:.1f}%)",
            f"{self.mean_rank:.2f}", f"{self.mean_score:.1f}", f"{self.choices_per_second:,.0f}",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """All levels, and the games as a whole; `seconds` is wall-clock time."""

    game: str
    games: int
    draws: int
    mean_actions: float
    longest: int
    seconds: float
    actions_per_second: float
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, game: str, recorded: Sequence[Recorded], levels: Sequence[str], seconds: float) -> Report:
        """Summarise the games."""
        lengths = [one.played.actions for one in recorded]
        return cls(
            game=game,
            games=len(recorded),
            draws=sum(one.played.ranks.count(1) > 1 for one in recorded),
            mean_actions=fmean(lengths),
            longest=max(lengths),
            seconds=seconds,
            actions_per_second=sum(lengths) / seconds if seconds else 0.0,
            lines=tuple(_line(recorded, level) for level in dict.fromkeys(levels)),
        )

    def as_sheet(self) -> Sheet:
        """For the terminal."""
        title = (
            f"{self.game}: {_counted(self.games, 'game')}, {_counted(self.draws, 'shared first place')}, "
            f"{self.mean_actions:.0f} actions a game "
            f"(longest {self.longest}), {self.actions_per_second:,.0f} actions/s in all"
        )
        head = ("player", "seats", "wins", "mean rank", "mean score", "choices/s")
        return Sheet(title, head, tuple(line.cells() for line in self.lines))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _line(recorded: Sequence[Recorded], level: str) -> Line:
    places = [
        (one.played, seat) for one in recorded for seat, who in enumerate(one.played.contest.levels) if who == level
    ]
    if not places:
        return Line(level, 0, 0.0, 0.0, 0.0, 0.0)
    seconds = [second for one in recorded for second in one.played.seconds.get(level, ())]
    return Line(
        level=level,
        seats=len(places),
        wins=sum(played.share(seat) for played, seat in places),
        mean_rank=fmean(played.ranks[seat] for played, seat in places),
        mean_score=fmean(played.scores[seat] for played, seat in places),
        choices_per_second=len(seconds) / sum(seconds) if sum(seconds) else 0.0,
    )
