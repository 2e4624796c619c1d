"""The pace of a table: delays and limits in seconds."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.model.durations import DAY

THINK_SECONDS = 1.0
"""The longest a computer player may think about a move or a hint."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Delays and limits, in seconds.

    `move_delay` is the pause before a computer player's turn, `lobby` how long an untouched lobby stays open, `idle`
    how long a game waits for a person's move.
    """

    move_delay: float = 1.5
    lobby: float = 30 * 60.0
    idle: float = 3 * DAY
