"""`/daily board` and its controls."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import TableError
from bot.ui.daily.board_page import DAY, LINES, BoardScope, board_card, board_page, period
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import home_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.interaction.reply import Reply


async def open_board(reply: Reply, when: str | None, everywhere: bool | None) -> LayoutView:
    """The first page of a board; the defaults are today's and this server's.

    Raises:
        TableError: this is not a server with the bot.
    """
    require_home(reply, everywhere)
    return await _board(reply, BoardScope(period(when or DAY), bool(everywhere)))


def require_home(reply: Reply, everywhere: bool | None) -> None:
    """Refuse a server's board, if that was chosen, where there is none. Raises TableError."""
    if everywhere is False and home_of(reply.interaction) is None:
        raise TableError(_("A server's board is only shown in that server; here, choose where: everywhere."))


async def _board(reply: Reply, scope: BoardScope) -> LayoutView:
    """A page of the server's board, or of everybody's where the bot is in no server."""
    bot, person, home = reply.services, reply.interaction.user.id, home_of(reply.interaction)
    if home is None:
        scope = replace(scope, everywhere=True)
    today = bot.daily.today
    board = await bot.store.records.puzzle_board(
        scope.span(today), 0 if scope.everywhere else home or 0, person, LINES, scope.page * LINES
    )
    chosen = await bot.store.people.settings(person)
    picture = None
    if board.lines and not chosen.text_only:
        picture = await asyncio.to_thread(board_card, scope, board, person)
    return board_page(
        scope,
        board,
        person,
        today,
        in_server=home is not None,
        listed=chosen.everywhere,
        picture=picture,
        has_puzzle=bot.daily.makes_puzzles or await bot.daily.of_day(today) is not None,
    )


@on("daily-board")
async def turn_board(click: Click) -> None:
    """Show a page of a board; from a puzzle's result, today's board of this server."""
    await click.reply.in_place(await _board(click.reply, BoardScope.of(click.argument)))


@on("daily-when")
async def choose_when(click: Click) -> None:
    scope = BoardScope.of(click.argument)
    await click.reply.in_place(await _board(click.reply, BoardScope(period(click.chosen), scope.everywhere)))


@on("daily-where")
async def choose_where(click: Click) -> None:
    scope = BoardScope.of(click.argument)
    await click.reply.in_place(await _board(click.reply, BoardScope(scope.when, click.chosen == "1")))
