"""Hints: what the strongest computer player would do in a person's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cachetools import LRUCache

from bot.tables.acts import play
from bot.tables.model.pace import THINK_SECONDS
from bot.tables.model.seed import hint_stream

if TYPE_CHECKING:
    from bot.tables.model.protocols import Choice, LevelsOf, Thinkers
    from bot.tables.table.table import Table

_CACHE_SIZE = 128


class Hints:
    """Asks the thinkers and caches a few answers, so that asking again gives the same hint."""

    def __init__(self, thinkers: Thinkers, levels: LevelsOf) -> None:
        self._thinkers = thinkers
        self._levels = levels
        self._cached: LRUCache[tuple[int, int, int], Choice] = LRUCache(_CACHE_SIZE)

    async def hint(self, table: Table, person: int) -> Choice:
        """The suggested move in the current position. If that costs rating, the seat is marked as helped before it is
        shown.

        Raises:
            TableError: it is not this person's turn, or the position moves on meanwhile.
        """
        decision = table.record.decision
        play.seat_to_play(table.position, person, decision)
        position = await table.mark_helped(person)
        seat = play.seat_to_play(position, person, decision)
        key = (table.id, position.record.decision, seat)
        choice = self._cached.get(key)
        if choice is None:
            record = position.record
            stream = hint_stream(record.secret, record.decision, seat)
            strongest = self._levels(record.game)[-1]
            choice = await self._thinkers.choose(record.game, strongest, position.view(seat), stream, THINK_SECONDS)
            self._cached[key] = choice
        return choice
