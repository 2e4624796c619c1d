"""A week of correspondence play, in which the clocks go forward in Berlin."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.e2e.table_talk import control, text

if TYPE_CHECKING:
    import simcord

    from tests.e2e.conftest import World

FRIDAY = datetime(2026, 3, 27, 12, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def on_friday(env: simcord.Env) -> None:
    """Start at 13:00 in Berlin, on the Friday before the clocks go forward there."""
    env.backend.clock._epoch = FRIDAY


class Week:
    """Two tables of Anna and Ben in two servers, one with a clock of a day per turn; at both, Ben begins the week."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables: list[Any] = []
        self.channels: list[Any] = []

    async def begin(self) -> None:
        world = self.world
        club = world.env.create_guild("Chess club")
        places = [(world.guild, world.channel, {"clock": DAY}), (club, club.create_text_channel("tables"), {})]
        for guild, channel, options in places:
            anna, ben = (guild.add_member(world.person(name).user) for name in ("anna", "ben"))
            await anna.slash(channel, "table new", game="three-thirteen", seats=2, **options)
            if options:
                assert "the clock pauses in the quiet hours" in text(world.board(channel))
            await ben.click(world.board(channel), custom_id=control(world.board(channel), "join"))
            await anna.click(world.board(channel), custom_id=control(world.board(channel), "start"))
            self.tables.append(await world.table(channel))
            self.channels.append(channel)
            await self._until(self.tables[-1], "ben", is_turn=True)

    async def at(self, moment: str) -> None:
        """Let time pass until then, in UTC."""
        until = datetime.fromisoformat(f"2026-{moment}+00:00")
        await self.world.env.advance_time((until - self.world.env.now()).total_seconds())

    async def turn_of(self, name: str, *tables: Any) -> None:
        """Let the others play until it is this person's turn."""
        for table in tables or self.tables:
            await self._until(table, name, is_turn=False)  # so that a new turn begins
            await self._until(table, name, is_turn=True)

    async def _until(self, table: Any, name: str, *, is_turn: bool) -> None:
        who = self.world.person(name).id
        await self.world.play_on(table, until=lambda: (table.position.person_to_act == who) is is_turn)

    async def restart(self) -> None:
        """Stop the bot and start it again."""
        await self.world.restart()
        self.tables = [await self.world.table(channel) for channel in self.channels]

    def told(self, name: str) -> list[str]:
        """Return the person's messages that still exist: direct messages other than hands, and mentions in a server."""
        user = self.world.person(name).user
        direct = [text(message) for message in user.dm_channel.history() if "## Your hand" not in text(message)]
        public = [text(message) for channel in self.channels for message in channel.history()]
        return direct + [said for said in public if said.startswith(f"<@{user.id}>, it's your turn")]

    def lists(self, name: str) -> list[str]:
        """Return the messages that list what waits for the person."""
        return [said for said in self.told(name) if "wait for you." in said or "waits for you." in said]

    def hands(self, name: str) -> int:
        """Return how many messages with hands the person has."""
        return sum("## Your hand" in text(message) for message in self.world.person(name).user.dm_channel.history())
