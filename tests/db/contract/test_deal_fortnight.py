"""A fortnight of deals of the day, on a clock that the test moves: whatever happens, who played what, and how they
rank, follows from what is stored.

Every person plays every day's deal once. In between, the bot restarts in the middle of a deal, two processes receive
the same press at once, a day ends in the middle of a deal, and somebody's data is deleted.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field, replace
from typing import Any

from bot.daily.days import begins
from bot.lines.days import DealDays, new_deal
from bot.lines.lines import Lines, Standing
from bot.lines.stored import Line, Rank, Setup
from bot.players.player import Choice, Thought
from bot.rules.catalogue import GAMES
from bot.rules.game import AnyView, resolve_options
from bot.rules.notty.actions import End
from bot.tables.model.durations import DAY
from bot.tables.model.errors import StaleControlError
from db.store import PostgresStore
from tests.db.contract.stores import Opener
from tests.soaking import bounded

FIRST, DAYS = 20_780, 14
PEOPLE = range(1, bounded(3, 30) + 1)
GUILD = 77
GAME = GAMES["notty"]
RESTART, TURN, FORGOTTEN = FIRST + 3, FIRST + 8, FIRST + 10
LATE, LEAVER = 2, 3
ALIKE = 2
"""People whose numbers are equal modulo this play alike, so they must meet the same game."""
TOGETHER = 4
"""One action out of this many arrives at both processes."""


class Passing:
    """Computer players that pass. This keeps games of Notty short: they end after three rounds of passes."""

    async def decide(self, game_key: str, level: str, view: AnyView, stream: bytes) -> Choice:
        del game_key, level, view, stream
        return Choice(End(), Thought("passed"))


@dataclass
class Process:
    """One of the two processes that serve the people."""

    lines: Lines
    days: DealDays


@dataclass
class Fortnight:
    """The clock, the processes, and the lines as the test knows them."""

    opener: Opener
    now: float = begins(FIRST)
    stores: list[Any] = field(default_factory=list)
    processes: list[Process] = field(default_factory=list)
    known: dict[tuple[int, int], Line] = field(default_factory=dict)
    """The line of each person on each day, as it ended."""
    deal: Any = None
    """The deal that is being played."""

    async def start(self) -> None:
        """Start both processes, as after a restart. On SQLite they share one store, because only one
        may have the file.
        """
        first = await self.opener()
        second = await self.opener() if isinstance(first, PostgresStore) else first
        self.stores = [first, second]
        self.processes = [
            Process(
                Lines(store.records, Passing(), lambda: self.now),
                DealDays(store.records, lambda: self.now, lambda: "these players"),
            )
            for store in self.stores
        ]

    async def stop(self) -> None:
        for store in dict.fromkeys(self.stores):
            await store.close()

    async def begin(self, person: int, day: int) -> Standing:
        """Begin the day's deal at both processes. The second one finds what the first has begun."""
        found = []
        for process in self.processes:
            line = Line(0, person, f"Person {person}", GUILD, None, day, 0, 0.0)
            line = replace(line, ranked=await process.days.is_ranked(line.day))
            self.deal = await process.days.deal(day)
            found.append(await process.lines.begin(self.deal, line))
        assert found[0].line == found[1].line
        return found[0]

    async def press(self, process: Process, line: Line, action: str) -> Standing | None:
        """Make one press. Return None if the line has gone on elsewhere."""
        is_first = len(line.moves) < TOGETHER
        days = process.days
        ranked = line.ranked if not is_first and line.day == days.today else await days.is_ranked(line.day)
        try:
            return await process.lines.apply_change(
                self.deal, line, len(line.moves), lambda _: ([action], {}), still_ranked=ranked
            )
        except StaleControlError:
            return None

    async def play(self, standing: Standing, presses: int) -> Standing:
        """Make at most `presses` presses in the person's own way. Some of them arrive at both processes at once."""
        for _press in range(presses):
            line = standing.line
            if line.is_over:
                break
            self.now += 7
            action = chosen(standing)
            served = self.processes if len(line.moves) % TOGETHER == 0 else self.processes[:1]
            done = await asyncio.gather(*(self.press(process, line, action) for process in served))
            standing = next(each for each in done if each is not None)
            if len(served) > 1:
                await self.press(served[0], line, action)
                assert await self.stores[0].records.line(line.id) == standing.line, "nor does it count later"
        return standing


def chosen(standing: Standing) -> str:
    """Choose an action at random, the same for everybody who plays alike."""
    line, position = standing.line, standing.position
    rng = random.Random(f"{line.day} {line.person % ALIKE} {len(line.moves)}")
    action = rng.choice(position.view(line.seat).legal_actions) if rng.random() < 0.4 else End()
    return str(position.game.format_action(action))


async def test_a_fortnight(opener: Opener) -> None:
    world = Fortnight(opener)
    await world.start()
    options = resolve_options(GAME.options, {})
    for day in range(FIRST, FIRST + DAYS):
        world.now = begins(day)
        setup = Setup(GAME.version, options, ("easy",), 0)
        deal = replace(new_deal(day, world.now), game=GAME.key, setup=setup, secret=bytes([day % 256] * 32))
        await world.stores[0].records.add_deal_day(deal)
        for person in PEOPLE:
            world.now = begins(day) + 60.0 * person
            standing = await world.begin(person, day)
            if day == TURN and person == LATE:
                world.known[person, day] = await _play_past_the_days_end(world, standing)
                continue
            if day == RESTART:
                half = await world.play(standing, 3)
                await world.stop()
                await world.start()
                standing = await world.begin(person, day)
                assert standing.line == half.line, "it goes on where it was"
            world.known[person, day] = (await world.play(standing, 100)).line
        if day == FORGOTTEN:
            await world.stores[0].people.forget_person(LEAVER)
            world.known = {(who, at): line for (who, at), line in world.known.items() if who != LEAVER}
        for at in {day, TURN, max(FIRST, day - 1)} & set(range(FIRST, day + 1)):
            await _check_stored_results(world, at)
        assert world.now < begins(day) + DAY
    await world.stop()


async def _play_past_the_days_end(world: Fortnight, standing: Standing) -> Line:
    """Play a deal in the middle of which the day ends: it is played to its end, but is no longer ranked."""
    half = await world.play(standing, 3)
    before, world.now = world.now, begins(TURN + 1) + 1
    over = await world.play(half, 100)
    assert half.line.ranked
    assert over.line.is_over
    assert not over.line.ranked
    world.now = before
    return over.line


async def _check_stored_results(world: Fortnight, day: int) -> None:
    """Check that lines, ranks and boards match what was played, in both processes."""
    lines = [line for (_who, at), line in world.known.items() if at == day]
    for one in lines:
        assert one.is_over
        alike = [line.moves for line in lines if line.person % ALIKE == one.person % ALIKE]
        assert len(set(alike)) == 1, "the same moves bring the same game"
    ranked = sorted((line for line in lines if line.ranked), key=result)
    for store in world.stores:
        for line in lines:
            assert await store.records.line_of_day(line.person, day) == line
        for line in ranked:
            better = sum(result(other) < result(line) for other in ranked)
            same = sum(result(other) == result(line) for other in ranked)
            assert await store.records.rank_of(line) == Rank(better, same, len(ranked))
        board = await store.records.deal_board(day, GUILD, LATE, 100, 0)
        assert [result(world.known[line.person, day]) for line in board.lines] == list(map(result, ranked))
        assert {line.person for line in board.lines} == {line.person for line in ranked}
        assert not (await store.records.deal_board(day, 0, LATE, 100, 0)).lines, "nobody chose to be shown"
    percents = [(await world.stores[0].records.rank_of(line)).percent for line in ranked]
    assert percents == sorted(percents, reverse=True)


def result(line: Line) -> tuple[int, int]:
    """The key by which lines are ranked."""
    assert line.place is not None
    assert line.margin is not None
    return line.place, line.margin
