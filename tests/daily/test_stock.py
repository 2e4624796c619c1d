"""The stock of puzzles is made ahead, day by day, by one process, and no puzzle is made twice."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from bot.daily.daily import Daily
from bot.daily.days import begins
from bot.daily.maker import BOOT, MakingError, make_puzzle
from bot.daily.stock import DAYS_AHEAD, PAUSE_SECONDS, RETRY_SECONDS, Stock, kind_of
from bot.puzzles.choosing import PuzzleRequest, choose
from bot.puzzles.kinds import QUICK
from bot.puzzles.making import is_proved
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from tests import fresh_database
from tests.daily.standing import TODAY, Clock
from tests.puzzles.ready import READY, for_day, of_kind

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.puzzles.puzzle import Puzzle
    from db.store import SqliteStore


class Shelf:
    """A maker that hands out ready puzzles."""

    def __init__(self) -> None:
        self.asked: list[PuzzleRequest] = []

    async def make(self, puzzle_request: PuzzleRequest) -> Puzzle:
        self.asked.append(puzzle_request)
        return next(puzzle for puzzle in READY if puzzle.likeness not in puzzle_request.used)


class Failing(Shelf):
    """A maker that never succeeds."""

    async def make(self, puzzle_request: PuzzleRequest) -> Puzzle:
        self.asked.append(puzzle_request)
        raise MakingError("it ended with code 1")


async def make_no_deals() -> None:
    """The deals of the day have tests of their own."""


def a_stock(store: SqliteStore, maker: Shelf, clock: Clock, *, leads: bool = True) -> Stock:
    return Stock(store.records, maker.make, clock, lambda: leads, make_no_deals)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = await fresh_database.opened(tmp_path / "bot.db")
    yield store
    await store.close()


async def test_today_is_stocked_first_and_then_a_week_ahead(store: SqliteStore) -> None:
    """A day later, one more puzzle is made. The seeds are random, and each puzzle is stored whole."""
    clock, shelf = Clock(), Shelf()
    stock = a_stock(store, shelf, clock)
    await stock.fill()
    kept = await store.records.puzzle_days_since(TODAY)
    assert [each.day for each in kept] == list(range(TODAY, TODAY + DAYS_AHEAD + 1))
    assert shelf.asked[0][:3] == (QUICK, 0.0, 1)
    assert [puzzle_request.kind for puzzle_request in shelf.asked[1:]] == [kind_of(each.day) for each in kept[1:]]
    assert (
        len({puzzle_request.seed for puzzle_request in shelf.asked})
        == len({each.fingerprint for each in kept})
        == DAYS_AHEAD + 1
    )
    assert shelf.asked[-1].used == {each.likeness for each in kept[:-1]}
    clock.at += DAY
    await stock.fill()
    assert len(shelf.asked) == DAYS_AHEAD + 2


async def checked(clock: Clock, times: int = 1) -> None:
    """Wait until the stock has been checked so often, and the timer for the next check is set."""
    while len(clock.timers) < times:
        await asyncio.sleep(0.01)


async def test_the_week_is_made_soon_after_todays_puzzle(store: SqliteStore) -> None:
    """Once it is complete, nothing is made until the next day."""
    clock, shelf = Clock(), Shelf()
    stock = a_stock(store, shelf, clock)
    for checks, made, next_check in ((1, 1, clock.now() + PAUSE_SECONDS), (2, DAYS_AHEAD + 1, begins(TODAY + 1))):
        stock.check_now()
        await checked(clock, checks)
        assert (len(shelf.asked), clock.timers[-1]) == (made, next_check)
    await stock.close()


@pytest.mark.parametrize(("solved", "monday", "sunday"), [(1.0, 2.0, 7.5), (0.9, 1.0, 6.5)])
async def test_each_weekday_aims_at_a_share_of_solvers(
    store: SqliteStore, solved: float, monday: float, sunday: float
) -> None:
    """Each weekday aims at a share of people who solve its puzzle: 4 in 5 on Mondays, 1 in 4 on Sundays.

    In the data, the share that solved a puzzle is `solved` minus a tenth for each step of difficulty. If fewer people
    solve, a weekday gets easier puzzles.
    """
    aimed = {TODAY + 6: sunday, TODAY + 7: monday}
    for number, (kind, hard) in enumerate(product(map(kind_of, aimed), (2, 3, 5, 6, 8)), 1):
        old = for_day(TODAY - number, replace(of_kind(kind), difficulty=hard))
        await store.records.add_puzzle_day(old)
        await store.database.write(partial(seen, day=old.day, solved=round(100 * solved) - 10 * hard))
    shelf = Shelf()
    await a_stock(store, shelf, Clock()).fill()
    asked = dict(enumerate(shelf.asked, TODAY))
    assert {day: asked[day].difficulty for day in aimed} == pytest.approx(aimed)
    others = [
        puzzle_request.difficulty
        for puzzle_request in shelf.asked[1:]
        if puzzle_request.kind not in map(kind_of, aimed)
    ]
    assert set(others) == {None}, "nobody has tried these kinds yet"


def seen(sql: Any, day: int, solved: int) -> None:
    """Record that a hundred people have tried that day's puzzle."""
    sql.execute("UPDATE puzzle_days SET tried = 100, solved = ? WHERE day = ?", (solved, day))


async def test_only_the_leader_makes_puzzles(store: SqliteStore) -> None:
    """A process that does not lead looks again soon, because it may lead by then."""
    clock, shelf = Clock(), Shelf()
    stock = a_stock(store, shelf, clock, leads=False)
    stock.check_now()
    await checked(clock)
    assert not shelf.asked
    assert 0 < clock.timers[-1] - clock.now() < 3600
    await stock.close()


async def test_making_a_puzzle_is_retried_soon_after_a_failure(store: SqliteStore) -> None:
    clock, maker = Clock(), Failing()
    stock = a_stock(store, maker, clock)
    stock.check_now()
    await checked(clock)
    assert maker.asked
    assert clock.timers[-1] - clock.now() == RETRY_SECONDS
    await stock.close()


OF_AN_UNKNOWN_KIND, OF_AN_UNKNOWN_GAME = (json.dumps(READY[0].document | {name: "gone"}) for name in ("kind", "game"))
UNDER_OTHER_RULES = json.dumps(READY[0].document | {"position": json.loads(READY[0].position) | {"rules": 99}})


@pytest.mark.parametrize(
    "content", ['{"kind": "gone"}', OF_AN_UNKNOWN_KIND, OF_AN_UNKNOWN_GAME, UNDER_OTHER_RULES, "damaged"]
)
async def test_an_unreadable_puzzle_that_nobody_has_tried_is_replaced(store: SqliteStore, content: str) -> None:
    """Nobody could be shown it on its day."""
    broken = replace(for_day(TODAY, READY[0]), content=content, likeness="x")
    await store.records.add_puzzle_day(broken)
    with pytest.raises(TableError, match="another version"):
        await Daily(store.records, Clock().now, None).open(1)
    await a_stock(store, Shelf(), Clock()).begin()
    kept = await store.records.puzzle_day(TODAY)
    assert kept is not None
    assert kept.content != content


async def test_an_unreadable_puzzle_that_somebody_has_tried_stays(store: SqliteStore) -> None:
    """Their tries and places refer to it; a newer version can read it."""
    broken = replace(for_day(TODAY + 1, READY[0]), content='{"kind": "gone"}', likeness="x")
    await store.records.add_puzzle_day(broken)
    await store.database.write(partial(seen, day=TODAY + 1, solved=50))
    await a_stock(store, Shelf(), Clock()).fill()
    kept = await store.records.puzzle_day(TODAY + 1)
    assert kept is not None
    assert kept.content == broken.content


def test_the_candidate_nearest_to_the_difficulty_is_chosen() -> None:
    known = [choose(PuzzleRequest(QUICK, place, 4, "seed")).difficulty for place in (0.0, 1 / 3, 2 / 3, 1.0)]
    for aim in (known[0] - 9, (known[0] + known[-1]) / 2, known[-1] + 9):
        nearest = min(abs(each - aim) for each in known)
        assert abs(choose(PuzzleRequest(QUICK, 0.5, 4, "seed", difficulty=aim)).difficulty - aim) == nearest


def test_hardness_selects_an_easy_or_a_hard_candidate() -> None:
    easy, hard = (choose(PuzzleRequest(QUICK, hardness, 4, "seed")) for hardness in (0.0, 1.0))
    assert easy.difficulty < hard.difficulty
    assert choose(PuzzleRequest(QUICK, 0.0, 4, "seed", {easy.likeness})).likeness != easy.likeness


async def test_a_maker_process_ends_when_its_input_closes() -> None:
    """When a bot was killed, the process that made its puzzle used to go on for minutes."""
    request = json.dumps(PuzzleRequest(QUICK, 0.5, 10_000, "seed")).encode() + b"\n"
    command = (sys.executable, "-c", BOOT, json.dumps(sys.path))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    process.stdin.write(request)
    await process.stdin.drain()
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 60) != 0


async def test_a_bot_that_makes_no_puzzles_says_so(store: SqliteStore) -> None:
    with pytest.raises(TableError, match="switched off"):
        await Daily(store.records, Clock().now, None).open(1)


async def test_a_maker_process_makes_a_proved_puzzle_or_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has answered is not killed. It used to be while it was ending, and asyncio could then take it for
    an unknown child, and a warning appeared in the log.
    """
    killed: list[int] = []
    monkeypatch.setattr(asyncio.subprocess.Process, "kill", lambda process: killed.append(process.pid))
    assert is_proved(await make_puzzle(PuzzleRequest(QUICK, 0.5, 1, "seed")))
    assert killed == []
    with pytest.raises(MakingError):
        await make_puzzle(PuzzleRequest("no such kind", 0.5, 1, "seed"))
