"""The stock of puzzles: made a week ahead by the process that leads, the one of today first; and the days' deals."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from bot.daily.calibration import seen, wanted_difficulty
from bot.daily.days import begins, date_of, day_at, day_span, week_span
from bot.daily.kept import PuzzleDay
from bot.daily.maker import MakingError
from bot.puzzles.choosing import Wanted
from bot.puzzles.kinds import KINDS, QUICK
from bot.puzzles.puzzle import read
from bot.recurring import Recurring
from bot.rules.codec import UnknownVersionError
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.daily.kept import DailyStore
    from bot.puzzles.puzzle import Puzzle
    from bot.tables.model.protocols import Clock

log = logging.getLogger(__name__)

AHEAD = 7
"""Days after today that have their puzzle."""
CANDIDATES = 8
PAUSE_SECONDS = 60.0
"""After a start the processor is for people; only today's puzzle is made before this has passed."""
LEARNED_FROM = 365
"""Days back from which it is learned how hard puzzles are."""
RETRY_SECONDS = 300.0
BOARDS_KEPT = 30
"""Days after which the board of a day, and of a week, is deleted."""
_FIRST = 20_458
"""A Monday. With six kinds and seven weekdays every kind meets every weekday within six weeks."""


class PuzzleMaker(Protocol):
    """Makes puzzles outside the event loop."""

    async def make(self, wanted: Wanted) -> Puzzle:
        """Raises: `bot.daily.maker.MakingError`."""
        ...


def kind_of(day: int) -> str:
    """The kind of puzzle that a day gets: all of them in turn."""
    kinds = tuple(KINDS)
    return kinds[(day - _FIRST) % len(kinds)]


def hardness(day: int) -> float:
    """How hard the day's puzzle is among those of its kind: 0 (easiest) on Mondays to 1 on Sundays."""
    return date_of(day).weekday() / 6


class Stock:
    """Fills the stock whenever a day turns; `deals` makes the days' deals, which takes no time.

    Use from one event loop.
    """

    def __init__(
        self,
        store: DailyStore,
        maker: PuzzleMaker,
        clock: Clock,
        leads: Callable[[], bool],
        deals: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._deals = deals
        self._store = store
        self._maker = maker
        self._clock = clock
        self._leads = leads
        self._looks = Recurring("stock of puzzles", clock, self._look)
        self._has_begun = False

    def hurry(self) -> None:
        """Look at once what is missing; a puzzle being made is made to its end."""
        if not self._looks.is_looking:
            self._looks.hurry()

    async def close(self) -> None:
        """Stop; a puzzle under way is given up."""
        await self._looks.close()

    async def _look(self) -> float:
        again = begins(day_at(self._clock.now()) + 1)
        try:
            if self._leads() and self._deals is not None:
                await self._deals()
            if not self._leads():
                again = min(again, self._clock.now() + RETRY_SECONDS)  # another process may stop leading
            elif self._has_begun:
                await self.fill()
            else:
                await self.begin()
                again = min(again, self._clock.now() + PAUSE_SECONDS)
        except (MakingError, StoreUnavailableError) as error:
            log.warning("The stock of puzzles could not be filled, it is tried again: %s", error)
            again = self._clock.now() + RETRY_SECONDS
        return again

    async def begin(self) -> None:
        """Make today's puzzle, if it is missing: quickly, as people may be waiting for it.

        Raises:
            MakingError: it could not be made.
        """
        today = day_at(self._clock.now())
        await self._drop_unreadable(today)
        if await self._store.puzzle_day(today) is None:
            await self._make(today, Wanted(QUICK, hardness(today), 1, secrets.token_hex(16)))
        self._has_begun = True

    async def fill(self) -> None:
        """Make what is missing from today to a week ahead; delete boards of long ago.

        Raises:
            MakingError: a puzzle could not be made; those before it are there.
        """
        await self.begin()
        today = day_at(self._clock.now())
        kept = await self._store.puzzle_days_since(today - LEARNED_FROM)
        for day in sorted(set(range(today, today + AHEAD + 1)) - {each.day for each in kept}):
            kind = kind_of(day)
            aim = wanted_difficulty(seen(kept, kind), hardness(day))
            await self._make(day, Wanted(kind, hardness(day), CANDIDATES, secrets.token_hex(16), difficulty=aim))
        for day in range(today - BOARDS_KEPT - AHEAD, today - BOARDS_KEPT):
            await self._store.drop_puzzle_boards((day_span(day), week_span(day)))

    async def _make(self, day: int, wanted: Wanted) -> None:
        """Give the day a new puzzle, none that another day has or had."""
        puzzle = await self._maker.make(wanted._replace(used=await self._store.used_puzzles()))
        puzzle = replace(puzzle, secret=secrets.token_hex(16))
        made = PuzzleDay(
            day,
            puzzle.kind,
            puzzle.game,
            puzzle.text,
            puzzle.fingerprint,
            puzzle.likeness,
            wanted.seed,
            self._clock.now(),
        )
        await self._store.add_puzzle_day(made)

    async def _drop_unreadable(self, today: int) -> None:
        """Take away what was made under rules or by a version that this one does not know."""
        for each in await self._store.puzzle_days_since(today):
            try:
                puzzle = read(each.content)
                is_known = puzzle.kind in KINDS and puzzle.state is not None
            except (ValueError, UnknownVersionError):
                is_known = False
            if not is_known:
                log.warning("The puzzle of %s cannot be read by this version; another is made.", date_of(each.day))
                await self._store.drop_puzzle_day(each.day)
