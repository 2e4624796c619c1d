"""Store whole games at once, for tests of what comes afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.replay.steps import Steps
from bot.rules import codec
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.records import Phase, Seat, TableRecord
from db.tables.store import log_action
from tests.replay.games import finished

if TYPE_CHECKING:
    from tests.e2e.conftest import World

ENDED_AT = 1_767_225_600.0


async def ended_game(world: World, key: str, *people: str, channel: Any = None) -> TableRecord:
    """Store a game that these people have finished in the channel. Computer players take the other seats."""
    channel = channel or world.channel
    game = finished(key)
    seats = [Seat(name, world.person(name).id) for name in people]
    seats += [Seat(f"Computer {number}", None, "easy") for number in range(len(people), len(game.players))]
    host = world.person(people[0] if people else "anna").id
    record = TableRecord(
        0, channel.guild.id, channel.id, key, game.options, len(seats), host, game.secret, ENDED_AT - 600,
        Phase.OVER, tuple(seats), 9, len(game.moves), codec.dumps(Steps(game).state(-1)), game.start_interaction,
        ENDED_AT - 500, ENDED_AT,
    )  # fmt: skip
    created = await world.bot.store.tables.create(record, None)

    def log(sql: Any) -> None:
        for number, move in enumerate(game.moves, 1):
            by = seats[move.seat].person
            log_action(sql, created.id, LoggedAction(number, move.seat, move.text, by, ENDED_AT - 400))

    await world.bot.store.database.write(log)
    await world.bot.store.messages.mark_announced(created.id, created.version)
    return created
