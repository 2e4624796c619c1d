"""A line's controls: a step of the turn, a move and the computer players' replies, and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import StaleControlError
from bot.ui.building.exercise import pressed
from bot.ui.help.rules_handlers import show_rules
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import others_read_answers
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.replays.both_page import beside
from bot.ui.replays.day_words import day_heading, day_result, todays_deal, yesterdays_deal
from bot.ui.replays.ended import ended_game, steps_of
from bot.ui.replays.line_lookup import best_other, deal_for, own_line, steps_of_line
from bot.ui.replays.line_page import VERBS, desk_of, ended_page, line_page
from bot.ui.settings.own_settings import save_choice

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.lines.lines import Standing
    from bot.lines.stored import Line
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.controls import Button


async def page_of(reply: Reply, standing: Standing) -> LayoutView:
    """The line's current page: the hand, or the result."""
    line = standing.line
    if line.is_over:
        return await _ended(reply, standing)
    style = await reply.hand_style(standing.deal.game, line.draft or None)
    pictures = await reply.services.illustrator.of_hand(standing.position, line.person, style)
    return line_page(_heading(reply, standing), standing, style, pictures, _to_today(reply, line))


def _heading(reply: Reply, standing: Standing) -> str:
    line, title = standing.line, standing.deal.rules.title
    if (day := line.day) is not None:
        return day_heading(title, line, day, reply.services.deal_days.today)
    return _("## {game}, played again\n-# The deal of table {number} · not rated, does not count").format(
        game=title, number=line.table_id
    )


async def _ended(reply: Reply, standing: Standing) -> LayoutView:
    """The result of a line, beside that of the game it comes from."""
    line = standing.line
    if (day := line.day) is not None:
        return await _ended_day(reply, standing, day)
    game = await ended_game(reply.interaction, line.table_id or 0)
    comparison = beside(await steps_of(reply.services, game), await steps_of_line(standing), line.seat)
    number = standing.position.record.id
    after = [
        button(number, f"{VERBS}both", _("Both games"), style=Style.primary),
        button(number, f"{VERBS}replay", _("Replay")),
        button(line.table_id or 0, "again", _("Play this deal again"), argument=str(line.seat)),
        *_share(reply, number),
    ]
    return ended_page(_heading(reply, standing), standing, comparison, after)


async def _ended_day(reply: Reply, standing: Standing, day: int) -> LayoutView:
    """The result of a day's deal, with its rank."""
    line, bot = standing.line, reply.services
    rank = await bot.store.records.rank_of(line) if line.ranked else None
    is_over = bot.deal_days.is_over(day)
    number = standing.position.record.id
    after = [button(NO_TABLE, "deal-board", _("Board"), decision=day)]
    if is_over:
        replay = button(number, f"{VERBS}replay", _("Replay"))
        after = [replay, button(number, f"{VERBS}verify", _("Check the shuffle")), *after]
        if await best_other(reply, line, day) is not None:
            after.append(button(number, f"{VERBS}both", _("Compare with the best here")))
    elif await bot.deal_days.has_deal(day - 1):
        after.append(yesterdays_deal(day))
    after += [*_share(reply, number), *_to_today(reply, line)]
    return ended_page(_heading(reply, standing), standing, day_result(day, rank, is_over=is_over), after)


def _to_today(reply: Reply, line: Line) -> list[Button]:
    """The way from an earlier day's deal to today's."""
    return [] if line.day in (None, reply.services.deal_days.today) else [todays_deal()]


def _share(reply: Reply, number: int) -> list[Button]:
    """The button that shows the line to everybody, where others see what it shows."""
    if not others_read_answers(reply.interaction):
        return []
    return [button(number, f"{VERBS}share", _("Share"))]


@on("line-act", "line-step", "line-series")
async def continue_line(click: Click) -> None:
    """Change the line as the control says, and show the result."""
    line = await own_line(click.reply, click.table_id)
    deal, bot = await deal_for(click.reply, line), click.services
    style = await click.reply.hand_style(deal.game)
    try:
        standing = await bot.lines.apply_change(
            deal,
            line,
            click.decision or 0,
            lambda now: pressed(desk_of(now, style), click.verb, click.argument, click.values),
            still_ranked=await bot.deal_days.is_ranked(line.day),
        )
    except StaleControlError:  # pressed twice, or on an older message: show the current state
        await resume(click)
        return
    await click.reply.show(await page_of(click.reply, standing))


@on("line")
async def resume(click: Click) -> None:
    """Show a line's current page in place of the clicked message."""
    line = await own_line(click.reply, click.table_id)
    standing = await click.services.lines.resume(await deal_for(click.reply, line), line)
    await click.reply.show(await page_of(click.reply, standing))


@on("line-sort")
async def sort(click: Click) -> None:
    """Change the order of the hand, and save it."""
    await save_choice(click.reply, "order", click.argument)
    await resume(click)


@on("line-rules")
async def rules(click: Click) -> None:
    """Show the rules of the line's game."""
    line = await own_line(click.reply, click.table_id)
    await show_rules(click.reply, (await deal_for(click.reply, line)).game)
