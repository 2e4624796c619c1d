"""What moderators did in their servers: who ended a table, removed or barred somebody, or changed a setting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

SETTING: Final = "setting"
SEASON: Final = "season"
VOIDED: Final = "voided"
BARRED: Final = "barred"
LIFTED: Final = "lifted"
ENDED: Final = "ended"
REMOVED: Final = "removed"
CANCELLED: Final = "cancelled"


@dataclass(frozen=True, slots=True)
class Moderated:
    """An act of somebody who was allowed it by their permissions in the server.

    `moderator` did it, and `about` is whom it concerned, if anybody; each is None if their data has been deleted.
    `detail` is the name of the setting, the number of the season or table, or the game of the plan.
    """

    interaction: int
    guild_id: int
    at: float
    moderator: int | None
    act: str
    about: int | None = None
    detail: str = ""


class ModerationStore(Protocol):
    """Keeps what moderators did for as long as somebody may ask about it."""

    async def add(self, done: Moderated) -> None:
        """Save the act; one of the same interaction is kept."""
        ...

    async def of_guild(self, guild_id: int, limit: int, skip: int = 0) -> tuple[Moderated, ...]:
        """The server's acts, the newest first, without those to skip."""
        ...

    async def drop(self, before: float) -> None:
        """Delete the acts from before that time."""
        ...
