"""Tables of two people who play at a human pace, with Discord's limits enforced: what a turn costs, and how fast it is
handed over.

In the suite, three tables play for four seconds, to show that it works. `make soak` runs everything in
docs/performance.md and logs the figures.
"""

from __future__ import annotations

import asyncio
import logging
import random
from statistics import median, quantiles
from typing import TYPE_CHECKING

import pytest

from bot.playground import world
from bot.playground.limits import Limits
from bot.playground.wire import Wire
from bot.rules.catalogue import GAMES
from tests.process.conftest import Machine, people_of
from tests.process.pairs import Boards, Figures, Pair, pairs_at_play, play_for, verb_of
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)

TABLES = bounded(3, 60)
SECONDS = bounded(4, 300)
A_TURN = bounded(2, 6)
"""Seconds from one turn of a table to the next. Sixty tables make ten turns a second."""
soaking = pytest.mark.skipif(not SOAKING, reason="takes minutes and a quiet machine: SOAK=1")
UNNOTICED = 0.01
"""A difference in seconds that is within the variation between runs."""
QUICK = {"BOARD_EDIT_INTERVAL": "1", "BOT_MOVE_DELAY": "0.5"}
MANY = {"WATCHED_TABLES": "1000"}


@pytest.mark.parametrize("by_buttons", [True, False] if SOAKING else [True])
async def test_play_stays_within_discords_rate_limits(machine: Machine, by_buttons: bool) -> None:
    """No turn is lost. Discord answers no request with 401 or 403, and at most one in two hundred with 429."""
    figures, spent = await measure_play(machine, TABLES, SECONDS, by_buttons=by_buttons)
    report("buttons" if by_buttons else "commands", TABLES, figures, spent)
    assert "ERROR" not in machine.log
    assert figures.turns >= TABLES
    assert figures.lost == 0
    assert spent["401"] == spent["403"] == 0
    assert spent["429"] <= 0.005 * (spent["counted"] + spent["429"])


@soaking
async def test_two_hundred_tables_show_whose_turn_it_is_in_time(machine: Machine) -> None:
    """With more turns than fifty requests a second could show one by one, turns are shown first, and
    boards catch up.
    """
    figures, spent = await measure_play(machine, 200, 120, by_buttons=False)
    report("commands", 200, figures, spent)
    assert figures.lost == 0
    assert quantiles(figures.hand_overs, n=100)[98] <= 5
    assert max(figures.boards.ages) <= 30
    assert spent["401"] == spent["403"] == 0


@soaking
async def test_computer_players_do_not_slow_people_down(tmp_path: Path) -> None:
    """Thirty tables of people play alone, then beside two hundred where computer players play on. This is done three
    times.
    """
    alone: list[float] = []
    beside: list[float] = []
    for run in range(3):
        for watched, into in ((0, alone), (200, beside)):
            folder = tmp_path / f"{run}-{watched}"
            folder.mkdir()
            async with Machine(folder) as machine:
                figures, spent = await measure_play(machine, 30, 60, by_buttons=True, watched=watched)
            report(f"buttons beside {watched} tables of computer players", 30, figures, spent)
            assert figures.lost == 0
            into.append(quantiles(figures.hand_overs, n=100)[98])
    log.info("p99 alone %s, beside %s", alone, beside)
    assert median(beside) <= max(1.1 * median(alone), median(alone) + UNNOTICED)


async def measure_play(
    machine: Machine, tables: int, seconds: float, *, by_buttons: bool, watched: int = 0
) -> tuple[Figures, dict[str, float]]:
    """Play, and return what was measured, and what was used of Discord's limits."""
    await machine.start_bot(**QUICK, **MANY)
    await watch_computers(machine, watched)
    pairs = await pairs_at_play(machine, tables, by_buttons, A_TURN)
    await asyncio.sleep(bounded(1, 10))
    before = await machine.client.limits()
    figures = await play_for(pairs, seconds, Figures(Boards(machine)))
    after = await machine.client.limits()
    assert await machine.stop_bot() == 0
    return figures, {name: after[name] - before[name] for name in after}


async def watch_computers(machine: Machine, tables: int) -> None:
    """Open tables of all games that play by themselves."""
    games = tuple(GAMES)
    for number in range(tables):
        place = await machine.client.create_channel(f"watched-{number}")
        options = {"game": games[number % len(games)]}
        await machine.do(world.PEOPLE[0].id, "slash", place=place, command="table watch", options=options)


async def test_rate_limited_messages_are_sent_later_and_once(tmp_path: Path) -> None:
    """Discord accepts half as many requests as the bot was told. The bot waits as long as Retry-After says, slows down,
    and loses nothing.
    """
    machine = Machine(tmp_path)
    machine.wire = Wire(limits=Limits(a_second=3))
    async with machine:
        await machine.start_bot(BOARD_EDIT_INTERVAL="0.1", REQUESTS_PER_SECOND="6")
        first, second = people_of(machine, 2)
        place, figures = await machine.client.create_channel("refused"), Figures(Boards(machine))
        pair = Pair(machine, place, (first, second), by_buttons=False, chance=random.Random(1))
        await pair.begin()
        person = await pair._turn()
        for _ in range(3):
            await pair._draw_and_discard(person, figures)
            person = await pair._turn()
            assert person, "a turn was lost"
        refused = (await machine.client.limits())["429"]
        assert await machine.stop_bot() == 0
        shown = machine.wire.backend.history_for(first, place)
        boards = [message for message in shown if verb_of(message, "hand")]
        _, actions = await machine.stored()
    assert 0 < refused < 10
    assert len(boards) == 1
    assert len(actions) == len(figures.answers) == 6
    assert not machine.errors


def report(how: str, tables: int, figures: Figures, spent: dict[str, float]) -> None:
    """Log the figures of the table in docs/performance.md."""
    overs = quantiles(figures.hand_overs, n=100) if len(figures.hand_overs) > 1 else figures.hand_overs * 99
    answers = quantiles(figures.answers, n=100)
    asked = spent["counted"] + spent["429"]
    log.info(
        "%d tables of two by %s: %d turns, %.2f counted requests a turn, %.2f %% of %d refused, %d of 401, %d of 403; "
        "handed over in %.2f s (median), %.2f s (p99), %d lost; answered in %.0f ms (median), %.0f ms (p99); "
        "a board was behind for %.1f s at most",
        tables,
        how,
        figures.turns,
        spent["counted"] / max(1, figures.turns),
        100 * spent["429"] / max(1, asked),
        asked,
        spent["401"],
        spent["403"],
        overs[49],
        overs[98],
        figures.lost,
        1000 * answers[49],
        1000 * answers[98],
        max(figures.boards.ages, default=0),
    )
