"""What a game did to the ratings, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.records.ratings import shown

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def ratings(world: World, table: Any) -> dict[str, tuple[int, int]]:
    """Each rated player's rating before and after, by name or level; empty where the game was not rated."""
    rated = await world.bot.store.rated_game(table.id)
    if rated is None:
        return {}
    names = {person.id: name for name, person in world.people.items()}
    return {
        names.get(player.person, player.level): (shown(change.before), shown(change.after))
        for player, change in rated.changes.items()
    }
