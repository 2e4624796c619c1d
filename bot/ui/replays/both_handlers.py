"""Two lines of a deal side by side, turn by turn, and sharing their results in the channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, speaking
from bot.tables.model.errors import TableError
from bot.ui.art.pictured_parts import as_seen
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import home_of
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import GOLD, page
from bot.ui.replays.both_page import Side, beside, both_page, first_difference, last_turn, moments
from bot.ui.replays.day_words import day_shared
from bot.ui.replays.ended import ended_game, steps_of
from bot.ui.replays.line_lookup import best_other, ended_line, finished, in_replay, steps_of_line
from bot.ui.replays.line_page import VERBS
from bot.ui.replays.replay import position_at

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.lines.lines import Standing
    from bot.lines.stored import Line
    from bot.ui.interaction.reply import Reply


async def open_both(reply: Reply, number: int, turn: int | None = None) -> LayoutView:
    """The line beside the game it comes from, at that turn of the seat, or where they diverge."""
    shown = await finished(reply, number)
    game, line = await _sides(reply, shown)
    seat, bot = shown.line.seat, reply.services
    wanted = first_difference(game, line, seat) if turn is None else min(turn, last_turn(game, line, seat))
    style = await reply.hand_style(shown.deal.game)
    seen = [
        await as_seen(bot.illustrator, position_at(side.position, side.steps, step), seat, style, own=False)
        for side, step in moments(game, line, seat, wanted)
    ]
    return both_page(game, line, seat, wanted, seen)


async def _sides(reply: Reply, shown: Standing) -> tuple[Side, Side]:
    if (day := shown.line.day) is not None:
        best = await _best_here(reply, shown, day)
        game = Side(best.position, await steps_of_line(best), "")
    else:
        position = await ended_game(reply.interaction, shown.line.table_id or 0)
        game = Side(position, await steps_of(reply.services, position), "replay")
    return game, Side(shown.position, await steps_of_line(shown), f"{VERBS}replay")


async def _best_here(reply: Reply, shown: Standing, day: int) -> Standing:
    """The best other line of the day in this server.

    Raises:
        TableError: there is none.
    """
    if home_of(reply.interaction) is None:
        raise TableError(_("The best game of a server is only shown in that server."))
    other = await best_other(reply, shown.line, day)
    best = None if other is None else await reply.services.store.records.line(other)
    if best is None:
        raise TableError(_("Nobody else in this server has finished that day's deal."))
    return in_replay(await reply.services.lines.standing(shown.deal, best))


@on("line-both")
async def both(click: Click) -> None:
    """Show both lines: in a new message from a result, in place from the page itself."""
    view = await open_both(click.reply, click.table_id, click.decision)
    await (click.reply.private(view) if click.decision is None else click.reply.show(view))


@on("line-share")
async def share(click: Click) -> None:
    """Show both results to everybody in the channel, without any card."""
    ended = await ended_line(click.reply, click.table_id)
    if (day := ended.day) is not None:
        await click.reply.share(await _shared_day(click.reply, ended, day))
        return
    shown = await finished(click.reply, click.table_id)
    game, line = await _sides(click.reply, shown)
    with speaking(await click.services.languages.of_channel(click.interaction)):
        both = _shared(game, line, shown.line.seat)
    await click.reply.share(both)


def _shared(game: Side, line: Side, seat: int) -> LayoutView:
    """The message that shares both results of a deal, without any card."""
    title = _("## The same deal of {game} twice\n-# Table {number}").format(
        game=game.position.game.title, number=line.steps.game.table
    )
    again = button(game.position.record.id, "again", _("Play this deal again"), style=Style.success, argument=str(seat))
    return page([title, beside(game.steps, line.steps, seat), (again,)], GOLD)


async def _shared_day(reply: Reply, line: Line, day: int) -> LayoutView:
    """The message that shares the person's result in a day's deal, without any card."""
    bot = reply.services
    game = (await bot.deal_days.of_day(day)).game
    rank = await bot.store.records.rank_of(line) if line.ranked else None
    is_over = bot.deal_days.is_over(day)
    with speaking(await bot.languages.of_channel(reply.interaction)):
        deal = button(NO_TABLE, "deal", _("Deal of the day"), style=Style.success)
        return page([day_shared(line, day, game, rank, is_over=is_over), (deal,)], GOLD)
