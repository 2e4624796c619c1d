"""Tables of two people at a person's pace, with Discord's limits on: what a turn costs, and how fast it is handed
over.

In the suite six tables play for five seconds, to show that it works; `make soak` runs the whole of
docs/performance.md and logs its figures.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass, field
from functools import partial
from statistics import quantiles
from typing import TYPE_CHECKING, Any

import pytest

from bot.playground.limits import Limits
from bot.playground.wire import Wire
from tests.process.conftest import Machine, controls, people_of, place_of
from tests.soaking import bounded

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)

TABLES = bounded(6, 60)
SECONDS = bounded(5, 300)
A_TURN = bounded(2, 6)
"""Seconds from one turn of a table to the next: sixty tables make ten turns a second."""
LATEST = 20.0
"""A turn that was not handed over after so many seconds is lost."""


@dataclass
class Figures:
    """What was seen."""

    turns: int = 0
    hand_overs: list[float] = field(default_factory=list)
    lost: int = 0
    answers: list[float] = field(default_factory=list)


@dataclass
class Pair:
    """Two people at one table in a channel of its own."""

    machine: Machine
    place: int
    people: tuple[int, int]
    by_buttons: bool
    chance: random.Random

    async def begin(self) -> None:
        """Open a table, sit down, deal."""
        first, second = self.people
        do = self.machine.do
        await do(
            first,
            "slash",
            place=self.place,
            command="table new",
            options={"game": "three-thirteen", "seats": 2},
        )
        board = await self.machine.seen(first, self.place, lambda message: bool(verb_of(message, "join")))
        await do(second, "click", place=self.place, message=board["id"], custom_id=verb_of(board, "join"))
        board = await self.machine.seen(first, self.place, lambda message: bool(verb_of(message, "start")))
        await do(first, "click", place=self.place, message=board["id"], custom_id=verb_of(board, "start"))

    async def play(self, figures: Figures, until: float) -> None:
        """Turn by turn, each after a while of thinking, whoever's it is; a lost one ends it."""
        await asyncio.sleep(self.chance.uniform(0, A_TURN))
        person, decision = await self._turn(0)
        while person and time.monotonic() < until:
            began = time.monotonic()
            await self._draw_and_discard(person, decision, figures)
            discarded = time.monotonic()
            person, decision = await self._turn(decision + 2)
            if not person:
                figures.lost += 1
                return
            figures.turns += 1
            figures.hand_overs.append(time.monotonic() - discarded)
            await asyncio.sleep(max(0.0, self.chance.uniform(0.5, 1.5) * A_TURN - (time.monotonic() - began)))

    async def _turn(self, since: int) -> tuple[int, int]:
        """Whose hand shows that it is their turn, for a decision from that one on, and which; (0, 0) if nobody's
        does.
        """
        waits = [asyncio.ensure_future(self._is_shown(person, since)) for person in self.people]
        done, rest = await asyncio.wait(waits, timeout=LATEST, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        return next(iter(done)).result() if done else (0, 0)

    async def _is_shown(self, person: int, since: int) -> tuple[int, int]:
        hand = await self.machine.seen(
            person, place_of(person), lambda message: bool(acts(message, since=since)), self.place, seconds=600
        )
        return person, decision_of(acts(hand, since=since)[0])

    async def _draw_and_discard(self, person: int, decision: int, figures: Figures) -> None:
        """By the hand's buttons; or by commands, whose answer is the hand from then on."""
        for since, verb in enumerate(("draw", "discard"), decision):
            place = place_of(person)
            hand = await self.machine.seen(person, place, partial(offers, verb, since), self.place)
            form = self.chance.choice(acts(hand, verb, since))
            began = time.monotonic()
            if self.by_buttons:
                await self.machine.do(person, "click", place=place, message=hand["id"], custom_id=form)
            else:
                action = form.split(":", 4)[4]
                await self.machine.do(person, "slash", place=self.place, command="move", options={"action": action})
            figures.answers.append(time.monotonic() - began)


def offers(verb: str, since: int, message: Any) -> bool:
    return bool(acts(message, verb, since))


def acts(message: Any, verb: str = "", since: int = 0) -> list[str]:
    """The custom ids of a hand's buttons that play an action of that verb, for a decision from that one on."""
    ids = [part["custom_id"] for part in controls(message)]
    played = [each for each in ids if each.split(":")[2] == "act" and each.split(":", 4)[4].startswith(verb)]
    return [each for each in played if decision_of(each) >= since]


def decision_of(custom_id: str) -> int:
    """The number of the decision that a control is about."""
    return int(custom_id.split(":")[3])


def verb_of(message: Any, verb: str) -> str:
    """The custom id of the message's button with that verb, if it has one."""
    return next((each for part in controls(message) if (each := part["custom_id"]).split(":")[2] == verb), "")


@pytest.mark.parametrize("by_buttons", [True, False], ids=["buttons", "commands"])
async def test_people_play_within_discords_budget(machine: Machine, by_buttons: bool) -> None:
    """Nothing is refused, no turn is lost; whose turn it is is told while the one before still looks at the table."""
    await machine.start_bot(BOARD_EDIT_INTERVAL="1", BOT_MOVE_DELAY="0.5")
    people = people_of(machine, 2 * TABLES)
    pairs = []
    for number in range(TABLES):
        place = await machine.client.create_channel(f"budget-{number}")
        who = (people[2 * number], people[2 * number + 1])
        pairs.append(Pair(machine, place, who, by_buttons, random.Random(number)))
    for pair in pairs:
        await pair.begin()
    await asyncio.sleep(bounded(1, 10))
    before, figures = await machine.client.limits(), Figures()
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(pair.play(figures, until) for pair in pairs))
    after = await machine.client.limits()
    assert await machine.stop_bot() == 0
    report("buttons" if by_buttons else "commands", figures, before, after)
    assert "ERROR" not in machine.log
    assert figures.turns >= TABLES
    assert figures.lost == 0
    assert after["401"] == before["401"]
    assert after["403"] == before["403"]


async def test_what_discord_refuses_is_sent_later_and_once(tmp_path: Path) -> None:
    """Discord takes half of what the bot was told: it waits as long as Retry-After says, slows down, loses nothing."""
    machine = Machine(tmp_path)
    machine.wire = Wire(limits=Limits(a_second=3))
    async with machine:
        await machine.start_bot(BOARD_EDIT_INTERVAL="0.1", REQUESTS_PER_SECOND="6")
        first, second = people_of(machine, 2)
        place, figures = await machine.client.create_channel("refused"), Figures()
        pair = Pair(machine, place, (first, second), by_buttons=False, chance=random.Random(1))
        await pair.begin()
        person, decision = await pair._turn(0)
        for _ in range(3):
            await pair._draw_and_discard(person, decision, figures)
            person, decision = await pair._turn(decision + 2)
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


def report(how: str, figures: Figures, before: dict[str, float], after: dict[str, float]) -> None:
    """Log what docs/performance.md has in its table."""
    spent = {name: after[name] - before[name] for name in after}
    overs = quantiles(figures.hand_overs, n=100) if len(figures.hand_overs) > 1 else figures.hand_overs * 99
    answers = quantiles(figures.answers, n=100)
    asked = spent["counted"] + spent["429"]
    log.info(
        "%d tables of two by %s: %d turns, %.2f counted requests a turn, %.2f %% of %d refused; "
        "handed over in %.2f s (median), %.2f s (p99), %d lost; answered in %.0f ms (median), %.0f ms (p99)",
        TABLES,
        how,
        figures.turns,
        spent["counted"] / max(1, figures.turns),
        100 * spent["429"] / max(1, asked),
        asked,
        overs[49],
        overs[98],
        figures.lost,
        1000 * answers[49],
        1000 * answers[98],
    )
