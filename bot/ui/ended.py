"""Games that are over, for those who may look at them: in the table's server, and in a DM who played there."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.language import _
from bot.replay.saved import game_file
from bot.replay.steps import Steps
from bot.rules.catalogue import GAMES
from bot.rules.codec import UnknownVersionError
from bot.tables.errors import NoTableError, TableError
from bot.ui.completion import offered, safely
from bot.ui.house import house
from bot.ui.seats import names

if TYPE_CHECKING:
    from discord import app_commands

    from bot.tables.ended import EndedGame
    from bot.tables.model import TableRecord
    from bot.tables.position import Position
    from bot.ui.house import House, Interaction

MOST_OFFERED = 100


async def named_game(interaction: Interaction, named: str) -> Position:
    """The ended game with that number.

    Raises:
        TableError: there is none that this person may see here, or it has not ended.
    """
    number = named.strip().lstrip("#")
    if number.isascii() and number.isdigit() and len(number) < 19:
        return await ended_game(interaction, int(number))
    raise _unknown(named)


async def ended_game(interaction: Interaction, table_id: int) -> Position:
    """The ended game of that table.

    Raises:
        TableError: there is none that this person may see here, or it has not ended.
    """
    try:
        table = await house(interaction).tables.get(table_id)
    except UnknownVersionError as error:
        raise TableError(
            _(
                "That game was played under other rules than this version of the bot knows; it cannot be shown."
            )
        ) from error
    if table is None or not may_see(interaction, table.record):
        raise _unknown(str(table_id))
    record = table.record
    if record.phase.is_live:
        raise TableError(
            _("Table {number} is still open; come back when its game is over.").format(number=table_id)
        )
    if record.start_interaction is None:
        raise TableError(_("Table {number} was closed before its game began.").format(number=table_id))
    return table.position


def may_see(interaction: Interaction, table: TableRecord) -> bool:
    """Whether this person may know of the table here."""
    if interaction.guild_id is not None:
        return table.guild_id == interaction.guild_id
    return interaction.user.id in {seat.person for seat in table.seats} | set(table.replaced)


async def steps_of(bot: House, position: Position) -> Steps:
    """The game played again, from the shelf where it was looked at lately."""
    table = position.record
    found = bot.shelf.get(table.id)
    if found is not None:
        return found
    log = await bot.store.actions(table.id)
    game = game_file(table, log, position.outcome, names(table))
    return bot.shelf.put(table.id, await asyncio.to_thread(Steps, game))


@safely
async def ended_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """For `id:`: the last games that ended in this server; in a DM, one's own."""
    store = house(interaction).store
    if interaction.guild_id is not None:
        games = await store.ended_games_in_guild(interaction.guild_id, MOST_OFFERED)
    else:
        games = await store.ended_games_of(interaction.user.id, MOST_OFFERED)
    return offered(((_named(game), str(game.table_id)) for game in games), typed)


def _named(game: EndedGame) -> str:
    day = datetime.fromtimestamp(game.at, UTC).date().isoformat()
    people = ", ".join(name or _("a former player") for name in game.names)
    return _("Table {number}: {game}, {day}, {people}").format(
        number=game.table_id,
        game=GAMES[game.game].title if game.game in GAMES else game.game,
        day=day,
        people=people,
    )


def _unknown(named: str) -> NoTableError:
    return NoTableError(
        _(
            "There is no game “{number}” that you can see here; pick one from the list that id: offers."
        ).format(number=named[:20])
    )
