"""Finds ended games that a person may see."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.language import _, written_date
from bot.render.names import FORMER_PLAYER, label, quoted
from bot.replay.saved import game_file
from bot.replay.steps import Steps
from bot.tables.model.errors import NoTableError, TableError
from bot.tables.model.zones import local
from bot.ui.interaction.offering import MAX_CHOICES, Choices, offered_by_number, safely
from bot.ui.interaction.services import services_of
from bot.ui.interaction.table_lookup import require_own_message, table_number
from bot.ui.interaction.visibility import may_see_ended, visible_table
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import table_in
from bot.ui.kit.types import CompletionEntry
from bot.ui.wording.games import search_words, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.tables.model.position import Position
    from bot.tables.model.stores import EndedGame
    from bot.tables.table.table import Table
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction

PAGE = 100
"""Games read at a time while searching for those the person may see."""
MAX_SEARCHED = 500


async def named_game(interaction: Interaction, named: str) -> Position:
    """The ended game with the number that was typed.

    Raises:
        TableError: there is none that this person may see here, or it has not ended.
    """
    number = table_number(named)
    table = None if number is None else await visible_table(interaction, number)
    if table is None:
        shown = quoted(named if number is None else str(number))
        words = _("There is no game “{number}” that you can see here; pick one from the list that id: offers.")
        raise NoTableError(words.format(number=shown))
    return _ended(table)


def number_of(interaction: Interaction, message: discord.Message) -> int:
    """The number of the table or line that one of the bot's messages belongs to.

    Raises:
        TableError: the message is not the bot's, or belongs to no game.
    """
    require_own_message(interaction, message)
    number = table_in(message.components)
    if number is None:
        raise TableError(_("That message belongs to no game; choose a board or a hand."))
    return number


async def ended_game(interaction: Interaction, table_id: int) -> Position:
    """The ended game of the table that a control or a message belongs to.

    Raises:
        TableError: there is none that this person may see here, or it has not ended.
    """
    table = await visible_table(interaction, table_id)
    if table is None:
        words = _(
            "I cannot show you the game at table {number} here: it is gone, or you cannot see its channel's history."
        )
        raise NoTableError(words.format(number=table_id))
    return _ended(table)


def _ended(table: Table) -> Position:
    """The table's game. Raises TableError if it has not ended, or was never begun."""
    record = table.record
    if record.phase.is_live:
        raise TableError(_("Table {number} is still open; come back when its game is over.").format(number=table.id))
    if record.start_interaction is None:
        raise TableError(_("Table {number} was closed before its game began.").format(number=table.id))
    return table.position


async def steps_of(bot: BotServices, position: Position) -> Steps:
    """The game's steps, cached if recently viewed."""
    table = position.record
    version, steps = bot.replay_cache.get(table.id, (None, None))
    if steps is None or version != table.version:
        game = game_file(position, await bot.store.tables.actions(table.id))
        steps = await asyncio.to_thread(Steps, game)
        bot.replay_cache[table.id] = table.version, steps
    return steps


async def all_steps_of(bot: BotServices, position: Position) -> Steps:
    """As `steps_of`, for what needs the whole game.

    Raises:
        TableError: it cannot be replayed as it was recorded, for example because the rules have changed since.
    """
    steps = await steps_of(bot, position)
    if steps.problem is not None:
        raise TableError(_("This game can no longer be replayed: {why}").format(why=steps.problem))
    return steps


@safely
async def ended_games(interaction: Interaction, typed: str) -> Choices:
    """For `id:`: the latest ended games in this server that the person may see; in a DM, their own."""
    zone = (await services_of(interaction).store.people.settings(interaction.user.id)).zone
    offers, before = _offers(interaction, await _game_numbered(interaction, typed), zone), None
    for _page in range(0, MAX_SEARCHED, PAGE):
        games = await _games_before(interaction, before, PAGE)
        offers += _offers(interaction, games, zone)
        choices = offered_by_number(offers, typed)
        if len(games) < PAGE or len(choices) == MAX_CHOICES:
            break
        before = games[-1].table_id
    return choices


async def _game_numbered(interaction: Interaction, typed: str) -> list[EndedGame]:
    """The game with the typed number, however old."""
    number = table_number(typed)
    games = [] if number is None else await _games_before(interaction, number + 1, 1)
    return [game for game in games if game.table_id == number]


async def _games_before(interaction: Interaction, before: int | None, most: int) -> Sequence[EndedGame]:
    store, guild = services_of(interaction).store, home_of(interaction)
    if guild is None:
        return await store.tables.ended_of(interaction.user.id, most, before)
    return await store.tables.ended_in_guild(guild, most, before)


def _offers(interaction: Interaction, games: Sequence[EndedGame], zone: str | None) -> list[CompletionEntry]:
    """The games that the person may see, with their dates in that time zone."""
    return [
        CompletionEntry(_named(game, zone), str(game.table_id), search_words(game.game))
        for game in games
        if may_see_ended(interaction, game.people, game.channel_id, game.parent_id)
    ]


def _named(game: EndedGame, zone: str | None) -> str:
    day = written_date(local(game.at, zone))
    people = ", ".join(label(name or _(FORMER_PLAYER)) for name in game.names)
    return _("Table {number}: {game}, {day}, {people}").format(
        number=game.table_id,
        game=title_of(game.game),
        day=day,
        people=people,
    )
