"""Handlers of `/leaderboard` and its controls."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.language import _
from bot.records.model import EVERYWHERE, LADDERS
from bot.render.names import quoted, visible
from bot.rules.catalogue import GAMES
from bot.tables.model.errors import TableError, UnknownRulesError
from bot.ui.interaction.advice import how_to_play
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.services import services_of
from bot.ui.interaction.whereabouts import home_of
from bot.ui.records.leaderboard import LINES, build_leaderboard, leaderboard_card
from bot.ui.records.scope import EVER, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.records.model import Leaderboard, Season
    from bot.ui.interaction.reply import Reply
    from bot.ui.interaction.services import BotServices
    from bot.ui.kit.types import Interaction


async def open_leaderboard(
    reply: Reply, game: str | None, everywhere: bool | None, season: str | None, period: str
) -> None:
    """Answer with the first page; the defaults are the game played last here and the current season.

    Raises:
        TableError: this is not a server, there is no such season, or a season was chosen together with a period or
            with the leaderboard of everywhere.
    """
    if season is not None and period:
        raise TableError(_("A season has its own time: choose season: or time:, not both."))
    interaction = reply.interaction
    seasons = await _seasons(interaction)
    if everywhere is False and not seasons:
        raise TableError(_("A server's leaderboard is only shown in that server; here, choose scope: everywhere."))
    if everywhere is None:
        everywhere = not seasons
    if everywhere and season is not None:
        raise TableError(_("Only a server's own leaderboard has seasons; leave season: out here."))
    number = EVERYWHERE if everywhere else _season(seasons, season)
    scope = Scope(game or await _usual_game(interaction), season=number, period=period).checked()
    await reply.private(await _leaderboard(interaction, await _with_ladder(interaction, scope, seasons)))


def _season(seasons: Sequence[Season], named: str | None) -> int:
    if named is None:
        return seasons[-1].number
    typed = visible(named).casefold()
    for season in seasons:
        if typed in _named(season):
            return season.number
    if len(seasons) == 1:
        raise TableError(_("There is only one season here so far; leave season: out."))
    raise TableError(
        _("There is no season “{name}” here; choose one from 1 to {last}.").format(
            name=quoted(named), last=seasons[-1].number
        )
    )


def _named(season: Season) -> tuple[str, ...]:
    """The ways to type a season: its number, alone or as the list of `season:` shows it."""
    shown = _("Season {number}").format(number=season.number).casefold()
    return str(season.number), f"#{season.number}", f"season {season.number}", shown


async def _seasons(interaction: Interaction) -> Sequence[Season]:
    """The server's seasons; none in a DM."""
    guild_id = home_of(interaction)
    return () if guild_id is None else await services_of(interaction).store.records.seasons(guild_id)


async def _usual_game(interaction: Interaction) -> str:
    """The game played last in this channel, or by this person, or the first in the catalogue."""
    bot = services_of(interaction)
    with suppress(UnknownRulesError):
        table = await bot.tables.in_channel(interaction.channel_id or 0)
        if table is not None:
            return table.record.game
    last = await bot.store.records.games_of(interaction.user.id, home_of(interaction), 1)
    return last[0].game if last and last[0].game in GAMES else next(iter(GAMES))


async def _with_ladder(interaction: Interaction, scope: Scope, seasons: Sequence[Season]) -> Scope:
    """Choose the ladder without computer players, unless only games with them were played: for a period of a server,
    in the last of the `seasons` that had any.
    """
    records, home = services_of(interaction).store.records, home_of(interaction)
    across = scope.period and not scope.is_everywhere
    for number in [season.number for season in reversed(seasons)] if across else [scope.season]:
        ladder = scope.with_changes(season=number).ladder(home)
        found = await records.ladders_played(ladder.guild_id, ladder.season)
        kinds = [kind for kind in LADDERS if (scope.game, kind) in found]
        if kinds:
            return scope.with_changes(kind=kinds[0])
    return scope


async def _leaderboard(interaction: Interaction, scope: Scope) -> LayoutView:
    bot, person = services_of(interaction), interaction.user.id
    seasons = await _seasons(interaction)
    if not seasons or scope.season > seasons[-1].number:
        scope = scope.with_changes(season=EVERYWHERE, page=scope.page)
    if scope.is_everywhere and scope.period == EVER:
        scope = scope.with_changes(period="", page=scope.page)
    board = await _board(bot, interaction, scope)
    if board.total and not board.rows:  # the page is gone: fewer people are listed than when the button was shown
        scope = scope.with_changes(page=(board.total - 1) // LINES)
        board = await _board(bot, interaction, scope)
    chosen = await bot.store.people.settings(person)
    picture = None
    if board.rows and not chosen.text_only:
        picture = await asyncio.to_thread(leaderboard_card, scope, board, person)
    advice = await how_to_play(interaction)
    return build_leaderboard(scope, board, seasons, person, advice, listed=chosen.everywhere, picture=picture)


async def _board(bot: BotServices, interaction: Interaction, scope: Scope) -> Leaderboard:
    ladder, person, skip = scope.ladder(home_of(interaction)), interaction.user.id, scope.page * LINES
    if scope.period:
        return await bot.store.records.gains(ladder, scope.since(bot.clock.now()), person, LINES, skip)
    return await bot.store.records.leaderboard(ladder, person, LINES, skip)


@on("leaderboard")
async def turn_leaderboard(click: Click) -> None:
    await click.reply.in_place(await _leaderboard(click.interaction, Scope.of(click.argument)))


@on("leaderboard-game")
async def choose_game(click: Click) -> None:
    await _show_chosen(click, game=click.chosen)


@on("leaderboard-ladder")
async def choose_ladder(click: Click) -> None:
    await _show_chosen(click, kind=click.chosen)


@on("leaderboard-season")
async def choose_season(click: Click) -> None:
    await _show_chosen(click, season=click.chosen, period="")


async def _show_chosen(click: Click, **changes: str) -> None:
    """Show the leaderboard after a choice."""
    scope = Scope.of(click.argument).with_changes(**changes).checked()
    await click.reply.in_place(await _leaderboard(click.interaction, scope))
