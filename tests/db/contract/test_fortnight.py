"""A fortnight of daily puzzles, on a clock that the test moves: whatever happens, what people see follows from what is
stored.

Every person tries every day's puzzle in their own way. In between, the bot restarts in the middle of tries, two
processes receive the same press at once, a day ends in the middle of a try, and somebody's data is deleted.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.daily.daily import Daily, DayTurnedError
from bot.daily.days import ALL_TIME, begins, date_of, day_span, longest, streak, week_span
from bot.daily.tries import decision_number
from bot.puzzles.making import tried_by_computer
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from db.store import PostgresStore
from tests.db.contract.stores import Opener
from tests.puzzles.ready import READY, for_day
from tests.soaking import bounded

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Puzzle

FIRST, DAYS = 20_780, 14  # a Monday
PEOPLE = range(1, bounded(3, 30) + 1)
GUILD = 77
RESTART, TURN, FORGOTTEN = FIRST + 3, FIRST + 8, FIRST + 10
LATE, LEAVER = 2, 3


@dataclass
class Fortnight:
    """The clock, the processes, and the tries as the test knows them."""

    opener: Opener
    now: float = begins(FIRST)
    stores: list[Any] = field(default_factory=list)
    known: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Whether each person's graded try of each day solved the puzzle."""

    async def start(self) -> None:
        first = await self.opener()
        second = await self.opener() if isinstance(first, PostgresStore) else first
        self.stores = [first, second]

    async def stop(self) -> None:
        for store in dict.fromkeys(self.stores):
            await store.close()

    def processes(self) -> list[Daily]:
        """Both processes. On SQLite they share one store, because only one may have the file."""
        return [Daily(store.records, lambda: self.now, lambda: None) for store in self.stores]

    async def press(self, daily: Daily, person: int, number: int, action: str) -> bool:
        """Make one press. Return False if the try has gone on elsewhere."""
        try:
            await daily.apply_change(person, number, GUILD, f"Person {person}", lambda _standing: ([action], {}))
        except TableError:
            return False
        return True

    async def play(self, person: int, actions: tuple[str, ...]) -> None:
        """Make these presses. Each arrives at both processes at once and counts once."""
        for action in actions:
            standing = await self.processes()[0].open(person)
            number = decision_number(standing.tried)
            self.now += 7
            done = await asyncio.gather(*(self.press(daily, person, number, action) for daily in self.processes()))
            assert any(done)


def choose_actions(puzzle: Puzzle, person: int, day: int) -> tuple[str, ...]:
    """How a person plays on a day: person 1 is always right; the others are right by chance, and otherwise wrong like
    the computer player that misses it.
    """
    wrong = tried_by_computer(puzzle)
    missed = wrong.actions if wrong.is_complete else None
    is_right = person == 1 or random.Random(f"{person} {day}").random() < 0.6
    return puzzle.solution if is_right or missed is None else missed


async def test_a_fortnight(opener: Opener) -> None:
    world = Fortnight(opener)
    await world.start()
    for day in range(FIRST, FIRST + DAYS):
        puzzle = READY[day % len(READY)]
        await world.stores[0].records.add_puzzle_day(for_day(day, puzzle))
        for person in PEOPLE:
            world.now = begins(day) + 60.0 * person
            actions = choose_actions(puzzle, person, day)
            if day == TURN and person == LATE:
                await _press_after_the_days_end(world, person, actions)
                continue
            if day == RESTART:
                await world.play(person, actions[:-1])
                await world.stop()
                await world.start()
                await world.play(person, actions[-1:])
            else:
                await world.play(person, actions)
            world.known[person, day] = actions == puzzle.solution
            if day % 4 == 0:
                await world.play(person, puzzle.solution)  # for fun: it changes nothing
        if day == FORGOTTEN:
            await world.stores[0].people.forget_person(LEAVER)
            world.known = {(person, at): solved for (person, at), solved in world.known.items() if person != LEAVER}
        await _check_stored_results(world, day)
    await world.stop()


async def _press_after_the_days_end(world: Fortnight, person: int, actions: tuple[str, ...]) -> None:
    """Let the day end before the last press, which then does not count."""
    await world.play(person, actions[:-1])
    standing = await world.processes()[0].open(person)
    before, world.now = world.now, begins(TURN + 1) + 1
    for daily in world.processes():
        try:
            await daily.apply_change(
                person, decision_number(standing.tried), GUILD, "Late", lambda _standing: ([actions[-1]], {})
            )
        except DayTurnedError:
            continue
        raise AssertionError("a try counts only within its day")
    world.now = before


async def _check_stored_results(world: Fortnight, day: int) -> None:
    """Check that streaks and boards match the tries, in both processes."""
    for store in world.stores:
        for person in PEOPLE:
            solved = sorted((at for (who, at), right in world.known.items() if who == person and right), reverse=True)
            assert await store.records.days_solved(person) == tuple(solved)
            assert streak(solved, day) <= longest(solved) <= len(solved)
        assert streak(await store.records.days_solved(1), day + 1) == day - FIRST + 1, "one never misses"
        monday = day - date_of(day).weekday()
        for span, since in ((day_span(day), day), (week_span(day), monday), (ALL_TIME, FIRST)):
            board = await store.records.puzzle_board(span, GUILD, 1, 100, 0)
            found = {line.person: (line.tried, line.solved) for line in board.lines}
            tries = [(who, right) for (who, at), right in world.known.items() if at >= since]
            assert found == {
                who: (sum(one == who for one, _ in tries), sum(right for one, right in tries if one == who))
                for who, _right in tries
            }
            assert [line.place for line in board.lines] == list(range(1, len(found) + 1))
            last = board.lines[-1]
            page = await store.records.puzzle_board(span, GUILD, last.person, 1, 0)
            assert (page.lines, page.own) == (board.lines[:1], last), "their own line is shown below the page"
            assert sorted(board.lines, key=lambda line: (-line.solved, -line.quality, line.seconds)) == list(
                board.lines
            )
            assert not (await store.records.puzzle_board(span, 0, 1, 100, 0)).lines, "nobody chose to be shown"
        kept = await store.records.puzzle_day(day)
        assert kept is not None
        place = await store.records.puzzle_place(1, day)
        assert place is not None
        assert 1 <= place <= len(PEOPLE)
        assert kept.tried == len(PEOPLE) - (day == TURN)
    assert world.now < begins(day) + DAY
