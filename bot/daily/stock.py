"""The stock of puzzles and deals: the leading process makes them a week ahead, today's first."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.daily.calibration import observed_results, target_difficulty
from bot.daily.days import begins, date_of, day_at
from bot.daily.maker import MakingError
from bot.daily.stored import PuzzleDay
from bot.puzzles.choosing import PuzzleRequest
from bot.puzzles.kinds import KINDS, QUICK, read_known
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.recurring import Recurring

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.daily.stored import DailyStore
    from bot.puzzles.puzzle import Puzzle
    from bot.tables.model.protocols import Clock

    PuzzleMaker = Callable[[PuzzleRequest], Awaitable[Puzzle]]
    """Makes a puzzle outside the event loop, as `bot.daily.maker.make_puzzle`, or raises MakingError."""

log = logging.getLogger(__name__)

DAYS_AHEAD = 7
"""How many days ahead puzzles are made."""
CANDIDATES = 8
PAUSE_SECONDS = 60.0
"""Seconds after a start in which only today's puzzle is made, to leave the processor to the people playing."""
CALIBRATION_DAYS = 365
"""Number of past days from which the difficulty is calibrated."""
RETRY_SECONDS = 300.0
_FIRST = 20_458
"""A Monday. Each kind falls on every weekday in turn: with six kinds, within six weeks."""


def kind_of(day: int) -> str:
    """The kind of puzzle for a day; the kinds take turns."""
    return turn_of(day - _FIRST, tuple(KINDS))


def turn_of(days: int, kinds: Sequence[str]) -> str:
    """The kind whose turn it is after so many days.

    If the number of kinds is a multiple of seven, each round begins with another kind, because each kind would always
    have the same weekday, and its difficulty, otherwise.
    """
    rounds, place = divmod(days, len(kinds))
    return kinds[(place + (0 if len(kinds) % 7 else rounds)) % len(kinds)]


def hardness(day: int) -> float:
    """How hard the day's puzzle should be among those of its kind: from 0 (easiest) on Mondays to 1 on Sundays."""
    return date_of(day).weekday() / 6


class Stock:
    """Fills the stock whenever a new day begins. Use from one event loop."""

    def __init__(
        self,
        store: DailyStore,
        maker: PuzzleMaker,
        clock: Clock,
        leads: Callable[[], bool],
        make_deals: Callable[[], Awaitable[None]],
    ) -> None:
        """`leads` says whether this process makes puzzles; `make_deals` makes the deals of the day, which is quick."""
        self._store = store
        self._maker = maker
        self._clock = clock
        self._leads = leads
        self._make_deals = make_deals
        self._recurring = Recurring("stock of puzzles", clock, self._run)
        self._has_begun = False

    def check_now(self) -> None:
        """Check at once what is missing, unless that is being done already."""
        if not self._recurring.is_running:
            self._recurring.run_now()

    async def close(self) -> None:
        """Stop; a puzzle being made is abandoned."""
        await self._recurring.close()

    async def _run(self) -> float:
        tomorrow = begins(day_at(self._clock.now()) + 1)
        if not self._leads():
            return min(tomorrow, self._clock.now() + RETRY_SECONDS)  # another process may have stopped leading
        try:
            await self._make_deals()
            if self._has_begun:
                await self.fill()
                return tomorrow
            await self.begin()
            return min(tomorrow, self._clock.now() + PAUSE_SECONDS)
        except (MakingError, StoreUnavailableError) as error:
            log.warning("Could not fill the stock of puzzles; trying again: %s", error)
            return self._clock.now() + RETRY_SECONDS

    async def begin(self) -> None:
        """Make today's puzzle if it is missing, quickly, because people may be waiting for it.

        Raises:
            MakingError: it could not be made.
        """
        today = day_at(self._clock.now())
        await self._drop_unreadable(today)
        if await self._store.puzzle_day(today) is None:
            await self._make(today, QUICK, 1)
        self._has_begun = True

    async def fill(self) -> None:
        """Make whatever is missing from today to a week ahead.

        Raises:
            MakingError: a puzzle could not be made; the ones before it were saved.
        """
        await self.begin()
        today = day_at(self._clock.now())
        past_days = await self._store.puzzle_days_since(today - CALIBRATION_DAYS)
        for day in sorted(set(range(today, today + DAYS_AHEAD + 1)) - {each.day for each in past_days}):
            kind = kind_of(day)
            aim = target_difficulty(observed_results(past_days, kind), hardness(day))
            await self._make(day, kind, CANDIDATES, aim)

    async def _make(self, day: int, kind: str, candidates: int, difficulty: float | None = None) -> None:
        """Give the day a puzzle that no other day has ever had."""
        seed, used = secrets.token_hex(16), await self._store.used_puzzles()
        wanted = PuzzleRequest(kind, hardness(day), candidates, seed, used, difficulty)
        puzzle = replace(await self._maker(wanted), secret=secrets.token_hex(16))
        made = PuzzleDay(
            day,
            puzzle.kind,
            puzzle.game,
            puzzle.text,
            puzzle.fingerprint,
            puzzle.likeness,
            seed,
            self._clock.now(),
        )
        await self._store.add_puzzle_day(made)

    async def _drop_unreadable(self, today: int) -> None:
        """Delete puzzles that this version cannot show."""
        for each in await self._store.puzzle_days_since(today):
            try:
                read_known(each.content)
            except ValueError:
                log.warning("This version cannot read the puzzle of %s; making another.", date_of(each.day))
                await self._store.drop_puzzle_day(each.day)
