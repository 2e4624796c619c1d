"""People who open tables and play at them, with a record of what they leave behind."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import discord

from bot.players.registry import player
from tests.e2e.older.kept_discord import MANAGERS
from tests.e2e.table_talk import choose_setting, parts
from tests.ui.building.explorer import Explorer
from tests.ui.building.test_parity import card_groups

if TYPE_CHECKING:
    from tests.e2e.conftest import World

    Json = dict[str, Any]

MANAGE = discord.Permissions(manage_guild=True)


class Maker:
    """Two servers with their people. The test compares the database with `facts`."""

    def __init__(self, world: World) -> None:
        self.world, self.env = world, world.env
        self.channels: dict[str, Any] = {}
        self.members: dict[tuple[str, str], Any] = {}
        self.facts: Json = {"games": {}, "tables": {}, "controls": {}, "finished": [], "asked": []}

    def channel(self, name: str, guild: Any = None) -> Any:
        """Return the channel with that name, creating it on first use."""
        if name not in self.channels:
            self.channels[name] = (guild or self.world.guild).create_text_channel(name)
        return self.channels[name]

    def member(self, channel: Any, name: str) -> Any:
        """Return the person as a member of the channel's server. A boss manages it."""
        guild = channel.guild
        if (guild.name, name) not in self.members:
            known = self.world.people.get(name)
            roles = [guild.create_role(MANAGERS, permissions=MANAGE)] if name.startswith("boss ") else []
            member = guild.add_member(known.user if known else self.env.create_user(name), roles=roles)
            self.members[guild.name, name] = member
            self.world.people.setdefault(name, member)
        return self.members[guild.name, name]

    async def opened(
        self, channel: Any, game: str, names: str, *, bots: int = 0, start: bool = True, **options: Any
    ) -> Any:
        """Open a table of these people, the first as its host."""
        people = [self.member(channel, name) for name in names.split()]
        asked = {"seats": len(people) + bots, "bots": bots, "level": "easy"} | options
        await people[0].slash(channel, "table new", game=game, **asked)
        for other in people[1:]:
            await other.slash(channel, "table join")
        if start:
            await people[0].slash(channel, "table start")
        return await self.world.table(channel)

    async def finished(self, channel: Any, game: str, names: str, **options: Any) -> None:
        """Play a game to its end."""
        await self.to_its_end(channel, await self.opened(channel, game, names, **options))

    async def to_its_end(self, channel: Any, table: Any) -> None:
        await self.world.play_to_end(table)
        self.facts["finished"].append({"table": table.id, "channel": channel.id})

    async def until(self, table: Any, name: str, begins: str, least: int) -> str:
        """Play until the person is about to do something that begins with this text, and return that action."""
        person = self.world.person(name).id

        def reached() -> bool:
            position = table.position
            late = table.record.decision >= least
            return late and position.person_to_act == person and advised(table).startswith(begins)

        await self.world.play_on(table, until=reached)
        return advised(table)

    async def half_a_turn(self, channel: Any, table: Any, name: str, begins: str, least: int) -> None:
        """Stop where the person has one more control to use for an action that begins with this text."""
        action = await self.until(table, name, begins, least)
        who, position = self.member(channel, name), table.position
        message = (await who.slash(channel, "hand")).response
        route = Explorer(position).route(action, card_groups(position.game.parse_action(action)))
        for use in route[:-1]:
            shown = again(who, channel, message)
            custom_id = used(shown, use)
            if use.kind == 3:
                await who.select(shown, list(use.values), custom_id=custom_id)
            else:
                await who.click(shown, custom_id=custom_id)
        shown, last = again(who, channel, message), route[-1]
        key = table.record.game
        self.note_table(key, channel, table)
        self.note_control(key, name, channel, shown, used(shown, last), list(last.values))
        self.facts["games"][key] = {"action": action, "steps_before": len(route) - 1}

    async def choose_for_server(self, channel: Any, **choices: Any) -> None:
        """Choose on the settings page of the channel's server."""
        boss = self.member(channel, f"boss of {channel.guild.name}")
        for argument, value in choices.items():
            await choose_setting(boss, channel, argument, value, command="server settings")

    def note_table(self, key: str, channel: Any, table: Any) -> None:
        record = table.record
        self.facts["tables"][key] = {"id": table.id, "channel": channel.id, "decision": record.decision}

    def note_control(
        self, key: str, by: str, channel: Any, message: Any, custom_id: str, values: list[str] | None = None
    ) -> None:
        """Record an existing control: who may use it, where, and how."""
        self.facts["controls"][key] = {
            "by": by, "channel": channel.id, "message": message.id, "custom_id": custom_id, "values": values or [],
        }  # fmt: skip


def advised(table: Any) -> str:
    """Return a computer player's choice for the seat to act, in text form."""
    position = table.position
    view = position.view(position.seat_to_act)
    action = player(table.record.game, "classic").choose(view, random.Random(1)).action
    return str(position.game.format_action(action))


def again(who: Any, channel: Any, message: Any) -> Any:
    """Return the message as it is now."""
    return next(found for found in channel.history(viewer=who) if found.id == message.id)


def used(message: Any, use: Any) -> str:
    """Return the custom id of the message's control for this use."""
    [custom_id] = [
        part["custom_id"]
        for part in parts(message)
        if part["type"] == use.kind and part.get("custom_id", "").split(":", 4)[2::2] == [use.verb, use.argument]
    ]
    return str(custom_id)
