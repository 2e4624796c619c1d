"""Puzzles of past days, for practice: people may try them as often as they like, and nothing counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.daily.tries import after_practice, day_of, decision_number, is_over
from bot.language import _
from bot.tables.model.errors import StaleControlError, TableError
from bot.tables.model.saved import note_saved

if TYPE_CHECKING:
    from bot.daily.daily import Change, Daily, Standing
    from bot.daily.stored import DailyStore, PuzzleDay


class Practice:
    """Finds puzzles that a person has not solved yet, and lets them try again."""

    def __init__(self, store: DailyStore, daily: Daily) -> None:
        self._store = store
        self._daily = daily
        self._unreadable: set[int] = set()

    async def has_unsolved(self, person: int) -> bool:
        """Whether there is a puzzle left that the person has not solved."""
        return await self._next_unsolved(person) is not None

    async def next(self, person: int) -> Standing | None:
        """The unsolved puzzle that the person has tried least, newest first; None if they have solved them all."""
        of_day = await self._next_unsolved(person)
        return None if of_day is None else await self._daily.standing_of(person, of_day)

    async def at(self, person: int, number: int) -> Standing:
        """The try in progress to which the control with this decision number belongs.

        Raises:
            TableError: the puzzle is gone.
        """
        of_day = await self._store.puzzle_day(day_of(number))
        if of_day is None or of_day.day >= self._daily.today:
            raise TableError(_("This puzzle is gone; use /train for another one."))
        return await self._daily.standing_of(person, of_day)

    async def apply_change(self, person: int, number: int, change: Change) -> Standing:
        """Save and return the try after a press of the control with this decision number.

        Raises:
            StaleControlError: the try has gone on since.
            TableError, ActionError: the change is not possible; the try is unchanged.
        """
        standing = await self.at(person, number)
        before = standing.tried
        if decision_number(before) != number:
            if is_over(number, before):
                raise TableError(_("You have already finished this try; use /train for another puzzle."))
            raise _continued_elsewhere()
        changed = standing.after(change, after_practice)
        if not await self._store.save_puzzle_try(before, changed.tried):
            raise _continued_elsewhere()
        note_saved()
        return changed

    async def _next_unsolved(self, person: int) -> PuzzleDay | None:
        """The next puzzle among those that this version of the bot can show."""
        while True:
            without = tuple(self._unreadable)
            of_day = await self._store.puzzle_to_practise(person, self._daily.today, without)
            if of_day is None:
                return None
            try:
                self._daily.puzzle(of_day)
            except TableError:
                self._unreadable.add(of_day.day)
            else:
                return of_day


def _continued_elsewhere() -> StaleControlError:
    return StaleControlError(_("You have continued this puzzle elsewhere; use /train to see it."))
