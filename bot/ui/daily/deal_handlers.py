"""`/daily deal` and its controls: today's deal, dealing it, yesterday's, and the board."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.lines.days import playable_setup
from bot.lines.deal import deal_of_day
from bot.lines.stored import Line
from bot.tables.model.errors import TableError
from bot.ui.daily.board_handlers import require_home
from bot.ui.daily.board_page import DAY
from bot.ui.daily.deal_page import LINES, UNRANKED, DealScope, deal_board_page, missed_page, offer_page
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import home_of
from bot.ui.replays.line_handlers import page_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.lines.stored import DealDay
    from bot.ui.interaction.reply import Reply


async def open_deal(reply: Reply, day: int | None = None) -> LayoutView:
    """A day's deal (today's by default): the offer, the hand of the line in progress, or its result."""
    bot, person = reply.services, reply.interaction.user.id
    today = bot.deal_days.today
    day = today if day is None else min(day, today)
    of_day = await bot.deal_days.of_day(day)
    deal = deal_of_day(of_day, playable_setup(of_day))
    line = await bot.store.records.line_of_day(person, day)
    if line is not None:
        return await page_of(reply, await bot.lines.resume(deal, line))
    if day < today:
        return missed_page(day, deal, of_day.secret.hex())
    tomorrow = await bot.deal_days.of_day(day + 1)
    had_yesterday = await bot.deal_days.has_deal(day - 1)
    counts = await bot.deal_days.can_be_ranked(person, of_day)
    commitments = _commitment(of_day), _commitment(tomorrow)
    return offer_page(day, deal, *commitments, had_yesterday=had_yesterday, counts=counts)


def _commitment(of_day: DealDay) -> str:
    return hashlib.sha256(of_day.secret).hexdigest()


@on("deal")
async def today(click: Click) -> None:
    """Today's deal."""
    await click.reply.in_place(await open_deal(click.reply))


@on("deal-yesterday")
async def yesterday(click: Click) -> None:
    """Show the deal of a past day."""
    last = click.services.deal_days.today - 1
    await click.reply.in_place(await open_deal(click.reply, min(click.decision or 0, last)))


@on("deal-begin")
async def begin(click: Click) -> None:
    """Deal the cards; if the day has ended since, say first that its deal no longer counts."""
    bot, user = click.services, click.interaction.user
    day = min(click.decision or 0, bot.deal_days.today)
    if day < bot.deal_days.today and click.argument != UNRANKED:
        await click.reply.show(await open_deal(click.reply, day))
        return
    of_day = await bot.deal_days.of_day(day)
    setup, home = playable_setup(of_day), home_of(click.interaction) or 0
    ranked = await bot.deal_days.is_ranked(day)
    line = Line(0, user.id, user.display_name, home, None, day, setup.seat, 0.0, ranked=ranked)
    standing = await bot.lines.begin(deal_of_day(of_day, setup), line)
    await click.reply.show(await page_of(click.reply, standing))


async def first_deal_board(reply: Reply, when: str | None, everywhere: bool | None) -> LayoutView:
    """The first page of today's board; the default is this server's.

    Raises:
        TableError: this is not a server with the bot, or the board of more than a day was asked for.
    """
    if when not in (None, DAY):
        raise TableError(_("The deal of the day has no board for several days; leave when: out here."))
    require_home(reply, everywhere)
    return await open_deal_board(reply, DealScope(reply.services.deal_days.today, bool(everywhere)))


async def open_deal_board(reply: Reply, scope: DealScope) -> LayoutView:
    """A page of the board of a day's deal."""
    bot, person, home = reply.services, reply.interaction.user.id, home_of(reply.interaction)
    days = bot.deal_days
    scope = replace(scope, day=min(scope.day, days.today), everywhere=scope.everywhere or home is None)
    is_today = scope.day == days.today
    of_day = await days.of_day(scope.day)
    board = await bot.store.records.deal_board(
        scope.day, 0 if scope.everywhere else home or 0, person, LINES, scope.page * LINES
    )
    return deal_board_page(
        scope,
        of_day.game,
        board,
        person,
        in_server=home is not None,
        listed=(await bot.store.people.settings(person)).everywhere,
        is_today=is_today,
        has_neighbour=await days.has_deal(scope.day + (-1 if is_today else 1)),
    )


@on("deal-board")
async def board(click: Click) -> None:
    """A page of a board."""
    day = click.services.deal_days.today if click.decision is None else click.decision
    scope = DealScope.of(day, click.argument)
    await click.reply.in_place(await open_deal_board(click.reply, scope))


@on("deal-where")
async def choose_where(click: Click) -> None:
    """Show the board of this server or the global one."""
    scope = DealScope(click.decision or 0, click.chosen == "1")
    await click.reply.in_place(await open_deal_board(click.reply, scope))
