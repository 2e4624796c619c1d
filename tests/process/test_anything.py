"""Six people press and type anything while two processes of a bot are killed, stopped and replaced.

Outside these moments everybody is answered. No game is lost, stands still or gets two boards, and no process logs an
error.
"""

from __future__ import annotations

import asyncio
import random
import re
import signal
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import AppCommandOptionType as Option
from discord import ComponentType as Part

from bot.playground import world
from bot.playground.options import ActError
from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.tables.model.share import shard_of
from tests.e2e.whole_games.test_every_command import NEVER_SHOWN, TYPED
from tests.process.conftest import CARDS, LOUNGE
from tests.process.test_kill import replayed
from tests.process.test_two_processes import GUILD_SHARD, SHARDS, Fleet, fleet
from tests.soaking import SOAKING
from tests.wire_client import components, text_of

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from tests.process.conftest import Machine
    from tests.wire_client import Json

__all__ = ["fleet"]

SECONDS = 300.0
"""How long people play."""
CALM = 20.0
"""Seconds between the end of a disturbance and the next one."""
RECOVERED = 8.0
"""Seconds after a disturbance from which everybody is answered again."""
AT_REST = 12.0
"""Seconds after the last act in which the computer players come to a person's turn and all boards are up to date."""
A_PAUSE = (1.0, 10.0)
"""Seconds for which a process is stopped, which may be longer than its lease."""
SETTINGS = {"BOT_MOVE_DELAY": "0.2", "TABLES_A_PERSON": "5", "TABLES_A_SERVER": "40"}
ENDING = re.compile(r"\b(end|leave|kick)-yes\b")
"""Controls that end a game early, and would end most of them if they were pressed as often as others."""
PLAYING = re.compile(r":(act|step|join|start)\b|-(act|step)\b")
"""Controls that carry a game, a puzzle or a lesson on."""
PRIVATE = 64
"""The flag of a message that only one person sees."""


def add_club(machine: Machine) -> int:
    """Add a server of the other shard, of which everybody but the last person is a member; return its channel's id."""
    backend = machine.wire.backend
    club = backend.create_guild("Club", id=world.GUILD_ID + (1 << 22), owner_id=world.HOST.id)
    assert shard_of(club.id, SHARDS) != GUILD_SHARD
    permissions = discord.Permissions(**dict.fromkeys(world.BOT_PERMISSIONS, True))
    for role in club.roles.values():
        role.permissions |= permissions.value
    for person in world.PEOPLE[1:-1]:
        backend.add_member(club.id, person.id)
    return int(backend.create_channel(club.id, "evenings", announce=False).id)


class Anybody:
    """A person who does anything that Discord offers them.

    Attributes:
        failed: The acts that nobody answered in time, each with the time.
    """

    def __init__(self, fleet: Fleet, person: world.Person, club: int, chance: random.Random) -> None:
        self._club = club
        self._machine = fleet.machine
        self._backend = fleet.machine.wire.backend
        self._person = person
        self._chance = chance
        self.failed: list[tuple[float, str]] = []

    async def act_until(self, end: float) -> None:
        """Act again and again, with short pauses."""
        while time.monotonic() < end:
            places = [place.id for place in self._backend.places(self._person.id)]
            if self._backend.sees(self._person.id, self._club):
                places.append(self._club)
            place = self._chance.choice(places if self._chance.random() < 0.6 else [self._person.dm])
            await (self._press(place) if self._chance.random() < 0.75 else self._type(place))
            await asyncio.sleep(self._chance.uniform(0, 0.25))

    async def _press(self, place: int) -> None:
        """Use a control of one of the latest messages."""
        shown = [message for message in self._backend.history_for(self._person.id, place) if usable(message)]
        if not shown:
            return
        message = self._chance.choice(shown[-4:])
        check_words(message)
        controls = usable(message)
        playing = [control for control in controls if PLAYING.search(control["custom_id"])]
        control = self._chance.choice(playing if playing and self._chance.random() < 0.6 else controls)
        if ENDING.search(control["custom_id"]) and self._chance.random() < 0.8:
            return
        chosen = {"place": place, "message": message["id"], "custom_id": control["custom_id"]}
        if Part(control["type"]) is Part.button:
            await self._do("click", **chosen)
        else:
            await self._do("select", **chosen, values=self._chosen(control))

    async def _type(self, place: int) -> None:
        """Use a command, with some of its options."""
        leaves = self._backend.leaves(self._person.id, place)
        if not leaves:
            return
        path, leaf, _command = self._chance.choice(leaves)
        command, given = " ".join(path), dict[str, Any]()
        for option in leaf.get("options") or []:
            if option.get("required") or self._chance.random() < 0.4:
                given[option["name"]] = await self._value(place, command, option, given)
        await self._do("slash", place=place, command=command, options=given)

    async def _value(self, place: int, command: str, option: Json, given: Json) -> object:
        name, kind = option["name"], Option(option["type"])
        if option.get("choices"):
            return self._chance.choice(option["choices"])["value"]
        if option.get("autocomplete") and self._chance.random() < 0.85:
            asked = {"place": place, "command": command, "focused": name, "options": given | {name: ""}}
            offered = (await self._do("autocomplete", **asked)).get("choices")
            if offered:
                return self._chance.choice(offered)["value"]
        values: dict[Option, object] = {
            Option.string: self._chance.choice(TYPED)[: option.get("max_length", 6000)] or "x",
            Option.integer: self._chance.randint(option.get("min_value", 0), min(option.get("max_value", 12), 12)),
            Option.boolean: self._chance.random() < 0.5,
            Option.user: str(self._chance.choice(world.PEOPLE).id),
            Option.channel: str(self._chance.choice((CARDS, LOUNGE))),
            Option.role: str(world.GUILD_ID),
        }
        return values[kind]

    def _chosen(self, select: Json) -> list[str]:
        kind = Part(select["type"])
        if kind is Part.user_select:
            return [str(self._chance.choice(world.PEOPLE).id)]
        if kind is Part.role_select:
            return [str(world.GUILD_ID)]  # everybody's role has the server's id
        if kind is Part.channel_select:
            return [str(self._chance.choice((CARDS, LOUNGE)))]
        offered = [option["value"] for option in select["options"]]
        most = min(select.get("max_values", 1), len(offered))
        return self._chance.sample(offered, self._chance.randint(min(select.get("min_values", 1), most), most))

    async def _do(self, act: str, **what: Any) -> Json:
        """Act, and fill in the form that may open."""
        try:
            answer = await self._machine.do(self._person.id, act, **what)
        except ActError:  # the message or the place has changed meanwhile
            return {}
        if answer["outcome"] == "failed":
            self.failed.append((time.monotonic(), f"{act} {what}"))
        if "modal" in answer:
            fields = [part.get("component", part) for part in answer["modal"]["components"]]
            values = {field["custom_id"]: self._filled(field) for field in fields if "custom_id" in field}
            await self._do("submit", interaction=answer["interaction"], values=values)
        return answer

    def _filled(self, field: Json) -> object:
        kind = Part(field["type"])
        if kind is Part.text_input:
            return self._chance.choice(TYPED)[: field.get("max_length", 4000)] or "x"
        if kind is Part.checkbox:
            return self._chance.random() < 0.5
        chosen = self._chosen(field)
        return chosen[0] if kind is Part.radio_group else chosen


def usable(message: Json) -> list[Json]:
    """The controls of a message that reach the bot when they are used."""
    return [part for part in components(message) if part.get("custom_id") and not part.get("disabled")]


def check_words(message: Json) -> None:
    """Check that the message has no word of the program's own."""
    said = text_of(message)
    assert not NEVER_SHOWN.search(said), said


async def disturb(fleet: Fleet, chance: random.Random, end: float) -> list[tuple[float, float]]:
    """Kill, stop or pause one of the processes from time to time; return when each of these began and was over."""
    names = (f"p{number}" for number in range(3, 100))
    disturbed: list[tuple[float, float]] = []
    while time.monotonic() + CALM < end:
        await asyncio.sleep(chance.uniform(0.8, 1.2) * CALM)
        name, kind = chance.choice(list(fleet.processes)), chance.choice(("kill", "stop", "pause"))
        began = time.monotonic()
        if kind == "pause":
            fleet.processes[name].send_signal(signal.SIGSTOP)
            await asyncio.sleep(chance.uniform(*A_PAUSE))
            fleet.processes[name].send_signal(signal.SIGCONT)
        else:
            await fleet.end(name, kill=kind == "kill")
            await fleet.start(next(names), **SETTINGS)
        await fleet.until(lambda owners: len(owners) == SHARDS)
        disturbed.append((began, time.monotonic()))
    return disturbed


def boards_of(fleet: Fleet, club: int) -> dict[str, list[str]]:
    """The texts of all messages in the servers' channels with the menu of a table, by table and place."""
    backend, found = fleet.machine.wire.backend, defaultdict[str, list[str]](list)
    for place in (CARDS, LOUNGE, club):
        for message in backend.history_for(world.HOST.id, place):
            if not message.get("flags", 0) & PRIVATE:
                ids = [control["custom_id"].split(":") for control in usable(message)]
                for table in {table for _kind, table, verb, *_rest in ids if verb == "menu"}:
                    found[f"table {table} in {place}"].append(text_of(message))
    return found


def check_hand(fleet: Fleet, club: int, record: TableRecord, person: int) -> None:
    """Check that somebody whose turn it is can play it: if the table has a message in their direct messages, that one
    offers it, or another one to which it may point.
    """
    backend, offered, is_told = fleet.machine.wire.backend, False, False
    dm = next(one.dm for one in world.PEOPLE if one.id == person)
    seen = [place.id for place in backend.places(person)] + ([club] if backend.sees(person, club) else [])
    for place in {*seen, dm}:
        for message in backend.history_for(person, place):
            ids = [control["custom_id"].split(":") for control in usable(message)]
            decisions = [decision for _kind, table, _verb, decision, *_rest in ids if table == str(record.id)]
            offered = offered or str(record.decision) in decisions
            is_told = is_told or (place == dm and bool(decisions) and not message.get("flags", 0) & PRIVATE)
    assert offered or not is_told, f"table {record.id} offers {person} no turn at decision {record.decision}"


async def check_tables(fleet: Fleet, club: int) -> None:
    """Check that every game is what its moves lead to, waits for a person who sees it, and is shown by one board."""
    rows: Any = await fleet.store.database.read(lambda sql: sql.execute("SELECT id FROM tables").fetchall())
    assert rows
    for (number,) in rows:
        record = await fleet.store.tables.load(number)
        assert record is not None
        if record.state is None:
            continue
        actions = await fleet.store.tables.actions(number)
        if not any(action.text.startswith("!") for action in actions):  # nothing was taken back
            assert replayed(record, actions) == record.state, number
        seat = GAMES[record.game].seat_to_act(codec.loads(record.state))
        if record.phase is Phase.PLAYING and not record.is_unattended and not record.awaits_return:
            assert seat is None or not record.seats[seat].plays_itself, number
            person = None if seat is None else record.seats[seat].present
            if person is not None:
                check_hand(fleet, club, record, person)
    twice = {board: texts for board, texts in boards_of(fleet, club).items() if len(texts) > 1}
    assert not twice


@pytest.mark.skipif(not SOAKING, reason="takes six minutes: SOAK=1")
@pytest.mark.parametrize("seed", range(2))
async def test_anything_can_be_done_while_processes_come_and_go(fleet: Fleet, seed: int) -> None:
    club = add_club(fleet.machine)
    await fleet.start("p1", **SETTINGS)
    await fleet.start("p2", **SETTINGS)
    await fleet.until(lambda owners: len(set(owners.values())) == SHARDS and GUILD_SHARD in owners)
    end = time.monotonic() + SECONDS
    people = [Anybody(fleet, one, club, random.Random(f"{seed} {one.name}")) for one in world.PEOPLE]
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.act_until(end))
        disturbed = await disturb(fleet, random.Random(seed), end)
    await asyncio.sleep(AT_REST)
    failed = [act for person in people for act in person.failed]
    unexplained = [
        act for when, act in failed if not any(began - 4 < when < over + RECOVERED for began, over in disturbed)
    ]
    assert not unexplained
    await check_tables(fleet, club)
