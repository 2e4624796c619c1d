"""People who open tables and play at them, with a record of what they leave behind."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bot.players.registry import player

if TYPE_CHECKING:
    from tests.e2e.conftest import World

    Json = dict[str, Any]


class Maker:
    """A server with its people. The test compares the database with `facts`."""

    def __init__(self, world: World) -> None:
        self.world, self.env = world, world.env
        self.channels: dict[str, Any] = {}
        self.members: dict[tuple[str, str], Any] = {}
        self.facts: Json = {"tables": {}, "controls": {}, "finished": []}

    def channel(self, name: str) -> Any:
        """Return the channel with that name, creating it on first use."""
        if name not in self.channels:
            self.channels[name] = self.world.guild.create_text_channel(name)
        return self.channels[name]

    def member(self, channel: Any, name: str) -> Any:
        """Return the person as a member of the channel's server."""
        guild = channel.guild
        if (guild.name, name) not in self.members:
            known = self.world.people.get(name)
            member = guild.add_member(known.user if known else self.env.create_user(name))
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
        table = await self.opened(channel, game, names, **options)
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

    def note_table(self, key: str, channel: Any, table: Any) -> None:
        record = table.record
        self.facts["tables"][key] = {"id": table.id, "channel": channel.id, "decision": record.decision}

    def note_control(self, key: str, by: str, channel: Any, message: Any, custom_id: str) -> None:
        """Record an existing control: who may use it, and where."""
        self.facts["controls"][key] = {
            "by": by, "channel": channel.id, "message": message.id, "custom_id": custom_id, "values": [],
        }  # fmt: skip


def advised(table: Any) -> str:
    """Return a computer player's choice for the seat to act, in text form."""
    position = table.position
    view = position.view(position.seat_to_act)
    action = player(table.record.game, "classic").choose(view, random.Random(1)).action
    return str(position.game.format_action(action))
