"""Ratings as people see them: how a game changed them, and what they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.records.model import Ladder
from bot.records.ratings import shown

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def ratings(world: World, table: Any) -> dict[str, tuple[int, int]]:
    """Return each rated player's rating before and after, by name or level, or nothing if the game was not rated."""
    rated = await world.bot.store.records.rated_game(table.id)
    if rated is None:
        return {}
    names = {person.id: name for name, person in world.people.items()}
    return {
        names.get(player.person, player.level): (shown(change.before), shown(change.after))
        for player, change in rated.changes.items()
    }


async def standing(world: World, *names: str, game: str = "three-thirteen") -> list[int]:
    """Return the ratings of these people on the server's ladder of people. People without a rating are at 1500."""
    ladder = Ladder(game, "people", world.guild.id, 1)
    found = []
    for name in names:
        own = await world.bot.store.records.ratings_of(world.person(name).id, world.guild.id, 1)
        found.append(shown(own[ladder]) if ladder in own else 1500)
    return found
