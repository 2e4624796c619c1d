"""Tables of two people who play at a human pace, and what a load test measures."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.process.conftest import ADA, Machine, controls, people_of, place_of

LATEST = 20.0
"""Seconds after which a turn that was not handed over is lost."""


class Boards:
    """How long the boards of channels showed an older turn than the latest."""

    def __init__(self, machine: Machine) -> None:
        self._since: dict[int, float] = {}
        self._backend = machine.wire.backend
        self.ages: list[float] = []
        self._backend.message_listeners.append(self._changed)

    def is_behind(self, place: int) -> None:
        """Note that a turn of the channel's table ends, so its board is behind from now on."""
        self._since.setdefault(place, time.monotonic())

    def close(self) -> None:
        """Count the boards that are still behind."""
        for place in tuple(self._since):
            self._caught_up(place)

    def _changed(self, place: int, message: int) -> None:
        """Note that a board has changed. Private answers in the channel are not boards."""
        held = self._backend.messages.get(place, {}).get(message)
        if held is not None and held.visible_to(ADA):
            self._caught_up(place)

    def _caught_up(self, place: int) -> None:
        since = self._since.pop(place, None)
        if since is not None:
            self.ages.append(time.monotonic() - since)


@dataclass
class Figures:
    """What was measured."""

    boards: Boards
    turns: int = 0
    hand_overs: list[float] = field(default_factory=list)
    lost: int = 0
    failed: int = 0
    """Clicks and commands that Discord reports as failed, because nobody answered in time."""
    answers: list[float] = field(default_factory=list)


@dataclass
class Pair:
    """Two people at one table in a channel of its own."""

    machine: Machine
    place: int
    people: tuple[int, int]
    by_buttons: bool
    chance: random.Random
    a_turn: float = 6
    """Seconds from one turn to the next, on average."""
    decision: int = 0
    """The number of the next turn's first decision; hands that show an earlier one are not up to date yet."""

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
        """Play the turns of both people, each after some time to think. Stop when a turn is lost."""
        await asyncio.sleep(self.chance.uniform(0, self.a_turn))
        person = await self._turn()
        while person and time.monotonic() < until:
            began = time.monotonic()
            await self._draw_and_discard(person, figures)
            discarded = time.monotonic()
            person = await self._turn()
            if not person:
                figures.lost += 1
                return
            figures.turns += 1
            figures.hand_overs.append(time.monotonic() - discarded)
            await asyncio.sleep(max(0.0, self.chance.uniform(0.5, 1.5) * self.a_turn - (time.monotonic() - began)))

    async def _turn(self) -> int:
        """Wait for a hand that shows its owner's turn, and return the owner, or 0 if no hand shows it in time."""
        waits = [asyncio.ensure_future(self._is_shown(person)) for person in self.people]
        done, rest = await asyncio.wait(waits, timeout=LATEST, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        if not done:
            return 0
        person, self.decision = next(iter(done)).result()
        return person

    async def _is_shown(self, person: int) -> tuple[int, int]:
        since = self.decision
        hand = await self.machine.seen(
            person, place_of(person), lambda message: bool(acts(message, since=since)), self.place, seconds=600
        )
        return person, decision_of(acts(hand, since=since)[0])

    async def _draw_and_discard(self, person: int, figures: Figures) -> None:
        """Take a turn with the hand's buttons, or with commands, whose answer is the hand from then on."""
        for since, verb in enumerate(("draw", "discard"), self.decision):
            hand = await self.machine.seen(person, place_of(person), partial(offers, verb, since), self.place)
            form = self.chance.choice(acts(hand, verb, since))
            if verb == "discard":
                figures.boards.is_behind(self.place)
            began = time.monotonic()
            if self.by_buttons:
                place = int(hand["channel_id"])
                done = await self.machine.do(person, "click", place=place, message=hand["id"], custom_id=form)
            else:
                options = {"action": form.split(":", 4)[4]}
                done = await self.machine.do(person, "slash", place=self.place, command="move", options=options)
            figures.failed += done["outcome"] == "failed"
            figures.answers.append(time.monotonic() - began)
        self.decision += 2


async def pairs_at_play(machine: Machine, tables: int, by_buttons: bool, a_turn: float) -> list[Pair]:
    """Deal tables of two people, each in a channel of its own."""
    people = people_of(machine, 2 * tables)
    pairs = []
    for number in range(tables):
        place = await machine.client.create_channel(f"budget-{number}")
        who = (people[2 * number], people[2 * number + 1])
        pairs.append(Pair(machine, place, who, by_buttons, random.Random(number), a_turn))
    for pair in pairs:
        await pair.begin()
    return pairs


async def play_for(pairs: list[Pair], seconds: float, figures: Figures) -> Figures:
    """Let all pairs play for that many seconds, and return what was measured."""
    until = time.monotonic() + seconds
    await asyncio.gather(*(pair.play(figures, until) for pair in pairs))
    figures.boards.close()
    return figures


def offers(verb: str, since: int, message: Any) -> bool:
    return bool(acts(message, verb, since))


def acts(message: Any, verb: str = "", since: int = 0, table: int | None = None) -> list[str]:
    """The custom ids of a hand's buttons that play an action of that verb, at the decision `since` or a later one; at
    one table, if given.
    """
    ids = [part["custom_id"] for part in controls(message)]
    if table is not None:
        ids = [each for each in ids if each.split(":")[1] == str(table)]
    played = [each for each in ids if each.split(":")[2] == "act" and each.split(":", 4)[4].startswith(verb)]
    return [each for each in played if decision_of(each) >= since]


def decision_of(custom_id: str) -> int:
    """The number of the decision that a control is about."""
    return int(custom_id.split(":")[3])


def verb_of(message: Any, verb: str) -> str:
    """The custom id of the message's button with that verb, if it has one."""
    return next((each for part in controls(message) if (each := part["custom_id"]).split(":")[2] == verb), "")
