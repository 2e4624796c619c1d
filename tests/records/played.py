"""Short ways to write results that are rated and stored."""

from __future__ import annotations

from typing import Any

from bot.records.model import COMPUTERS, PEOPLE, Participant, Player, Result


def seat(who: int | str, rank: int, index: int | None = 0, *, helped: bool = False, left: bool = False) -> Participant:
    """Return a participant, given a person's id or a computer player's level."""
    player = Player(who) if isinstance(who, int) else Player(level=who)
    score = None if left else rank * 10
    return Participant(player, index, rank, score, helped or left, left)


def result(table_id: int, *participants: Participant, **values: Any) -> Result:
    """Return the result of a rated game in server 1."""
    kind = COMPUTERS if any(p.player.is_computer for p in participants) else PEOPLE
    known: dict[str, Any] = {
        "table_id": table_id,
        "guild_id": 1,
        "game": "three-thirteen",
        "ended_at": 1_800_000_000.0 + table_id,
        "ladder": kind,
        "participants": participants,
    }
    return Result(**known | values)
