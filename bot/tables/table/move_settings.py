"""What servers have set for all their moves, in memory: each move asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bot.tables.model import guild_settings
from bot.tables.model.guild_settings import GuildSettings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.stores import PeopleStore

T = TypeVar("T")


class MoveSettings:
    """The pause before a computer player's turn, and who makes draws that nobody can choose, by server."""

    def __init__(self) -> None:
        self._delays: dict[int, float] = {}
        self._by_hand: set[int] = set()
        self._changes = 0

    def delay(self, guild_id: int, default: float) -> float:
        """The pause before a computer player's turn, in seconds."""
        return self._delays.get(guild_id, default)

    def draws_by_itself(self, guild_id: int) -> bool:
        """Whether a server's tables make the draws that their players cannot choose."""
        return guild_id not in self._by_hand

    def update(self, guild_id: int, chosen: GuildSettings) -> None:
        """Note what a server has set."""
        self._changes += 1
        if chosen.move_delay is None:
            self._delays.pop(guild_id, None)
        else:
            self._delays[guild_id] = chosen.move_delay
        (self._by_hand.discard if chosen.forced_draws else self._by_hand.add)(guild_id)

    async def load(self, people: PeopleStore) -> None:
        """Read what all servers have set, also those of other processes: people may play there from elsewhere."""

        async def read() -> tuple[dict[int, float], dict[int, bool]]:
            load = guild_settings.load_named
            return await load(people, "move_delay"), await load(people, "forced_draws")

        delays, forced = await self._unchanged(read)
        for guild_id in {*self._delays, *self._by_hand, *delays, *forced}:
            chosen = GuildSettings(move_delay=delays.get(guild_id), forced_draws=forced.get(guild_id, True))
            self.update(guild_id, chosen)

    async def reload(self, people: PeopleStore, guild_id: int) -> None:
        """Read what a server has set, because a process has changed it."""
        self.update(guild_id, await self._unchanged(lambda: guild_settings.load(people, guild_id)))

    async def _unchanged(self, read: Callable[[], Awaitable[T]]) -> T:
        """Read settings, again if any have changed meanwhile: what was read may be older."""
        while True:
            changes = self._changes
            found = await read()
            if changes == self._changes:
                return found
