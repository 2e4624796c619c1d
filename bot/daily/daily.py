"""The puzzle of the day for one person: today's puzzle with their try, a step of the try, its result, and
yesterday's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.daily.days import day_at
from bot.daily.stored import PuzzleDay, PuzzleTry
from bot.daily.tries import after_completion, after_step, attempt_of, day_of, decision_number, is_over, play_on
from bot.language import _
from bot.puzzles.kinds import read_known
from bot.puzzles.puzzle import Attempt, Puzzle
from bot.tables.model.errors import StaleControlError, TableError
from bot.tables.model.saved import note_saved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from bot.daily.stored import DailyStore

    Change = Callable[["Standing"], tuple[Sequence[str], Mapping[str, Any]]]
    """What a press does to a try: actions to play in text form, if any, and the draft after them."""


class DayTurnedError(Exception):
    """The control belongs to the puzzle of a day that is over."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A day's puzzle and a person's try at it; `ended` is the attempt they just completed."""

    of_day: PuzzleDay
    puzzle: Puzzle
    tried: PuzzleTry
    ended: Attempt | None = None

    @property
    def attempt(self) -> Attempt:
        """The try in progress."""
        return attempt_of(self.puzzle, self.tried)

    def after(self, change: Change, completed: Callable[[PuzzleTry, Attempt], PuzzleTry]) -> Standing:
        """The standing after a press; `completed` makes the stored try of a complete attempt.

        Raises:
            TableError, ActionError: the change is not possible.
        """
        forms, draft = change(self)
        attempt = play_on(self.attempt, forms)
        if not attempt.is_complete:
            return replace(self, tried=after_step(self.tried, attempt, draft))
        return replace(self, tried=completed(self.tried, attempt), ended=attempt)


class Daily:
    """Reads the day's puzzle and lets people try it."""

    def __init__(self, store: DailyStore, now: Callable[[], float], request_puzzles: Callable[[], None] | None) -> None:
        """`request_puzzles` asks for missing puzzles to be made at once; None if this bot makes none."""
        self._store = store
        self._now = now
        self._request_puzzles = request_puzzles

    @property
    def today(self) -> int:
        return day_at(self._now())

    @property
    def makes_puzzles(self) -> bool:
        """Whether this bot makes a puzzle for every day."""
        return self._request_puzzles is not None

    async def of_day(self, day: int) -> PuzzleDay | None:
        """The day's puzzle as stored, with the results of its tries."""
        return await self._store.puzzle_day(day)

    @staticmethod
    def puzzle(of_day: PuzzleDay) -> Puzzle:
        """The puzzle, decoded.

        Raises:
            TableError: another version of the bot made it.
        """
        try:
            return read_known(of_day.content)
        except ValueError as error:
            raise TableError(
                _("This puzzle was made by another version of the bot; this one can no longer show it.")
            ) from error

    async def open(self, person: int) -> Standing:
        """Today's puzzle with the person's try; opening it for the first time begins the graded try.

        Raises:
            TableError: it is still being made, or this bot makes none.
        """
        of_day = await self._store.puzzle_day(self.today)
        if of_day is None:
            raise self._missing()
        return await self.standing_of(person, of_day)

    async def standing_of(self, person: int, of_day: PuzzleDay) -> Standing:
        """A day's puzzle with the person's try, which begins when they open it for the first time.

        Raises:
            TableError: this version of the bot cannot show the puzzle.
        """
        tried = await self._store.puzzle_try(person, of_day.day)
        if tried is None:
            tried = await self._store.begin_puzzle_try(PuzzleTry(person, of_day.day, self._now()))
        return Standing(of_day, self.puzzle(of_day), tried)

    async def apply_change(self, person: int, number: int, guild_id: int, name: str, change: Change) -> Standing:
        """Save and return the try after a press of the control with this decision number.

        Raises:
            DayTurnedError: the control belongs to another day.
            StaleControlError: the try has gone on since.
            TableError, ActionError: the change is not possible; the try is unchanged.
        """
        if day_of(number) != self.today:
            raise DayTurnedError
        standing = await self.open(person)
        tried = standing.tried
        if decision_number(tried) != number:
            if is_over(number, tried):
                raise TableError(_("You have already finished this try; use /daily puzzle to see its result."))
            raise _continued_elsewhere()
        changed = standing.after(change, lambda tried, attempt: after_completion(tried, attempt, self._now()))
        await self._save(tried, changed.tried, guild_id, name)
        if changed.ended is None:
            return changed
        return replace(changed, of_day=await self._store.puzzle_day(tried.day) or changed.of_day)

    def _missing(self) -> TableError:
        if self._request_puzzles is None:
            return TableError(_("The host of this bot has switched off the puzzle of the day."))
        self._request_puzzles()
        return TableError(_("Today's puzzle is just being made; use /daily puzzle again in half a minute."))

    async def _save(self, before: PuzzleTry, after: PuzzleTry, guild_id: int, name: str) -> None:
        if before.quality is None and after.quality is not None:
            saved = await self._store.grade_puzzle_try(before, after, guild_id, name)
        else:
            saved = await self._store.save_puzzle_try(before, after)
        if not saved:
            raise _continued_elsewhere()
        note_saved()


def _continued_elsewhere() -> StaleControlError:
    return StaleControlError(_("You have continued this puzzle elsewhere; use /daily puzzle to see it."))
