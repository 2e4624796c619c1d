"""People who press, choose, type and fill in anything that Discord offers them."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING, Any

import discord
from discord import AppCommandOptionType as Option
from discord import ComponentType as Part

from bot.playground import world
from bot.playground.options import ActError
from bot.tables.model.share import shard_of
from tests.e2e.whole_games.test_every_command import NEVER_SHOWN, TYPED
from tests.process.conftest import CARDS, LOUNGE
from tests.process.test_two_processes import GUILD_SHARD, SHARDS
from tests.wire_client import components, text_of

if TYPE_CHECKING:
    import random

    from tests.process.conftest import Machine
    from tests.process.test_two_processes import Fleet
    from tests.wire_client import Json

CLUB_ID = world.GUILD_ID + (1 << 22)
"""A second server, of the other shard."""
ENDING = re.compile(r"\b(end|leave|kick)-yes\b")
"""Controls that end a game early, and would end most of them if they were pressed as often as others."""
PLAYING = re.compile(r":(act|step|join|start)\b|-(act|step)\b")
"""Controls that carry a game, a puzzle or a lesson on."""


def add_club(machine: Machine) -> int:
    """Add the second server, of which everybody but the last person is a member; return its channel's id."""
    backend = machine.wire.backend
    club = backend.create_guild("Club", id=CLUB_ID, owner_id=world.HOST.id)
    assert shard_of(CLUB_ID, SHARDS) != GUILD_SHARD
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
