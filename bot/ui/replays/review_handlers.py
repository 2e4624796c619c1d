"""“How did I play?”: the button under a result, `/review`, its controls, and sharing the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import speaking
from bot.render.names import plain
from bot.tables.model.action_log import effective
from bot.ui.art.pictured_parts import as_seen
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.whereabouts import others_read_answers
from bot.ui.replays.ended import all_steps_of, ended_game
from bot.ui.replays.replay import position_at
from bot.ui.replays.review import review_page, shared_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.replay.steps import Steps
    from bot.review.report import Report
    from bot.tables.model.position import Position
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.layout import Part


async def open_review(reply: Reply, position: Position) -> None:
    """Answer with how the person played the game, for their eyes only.

    Raises:
        TableError: there is no review; the message says why.
    """
    steps, made = await review_of(reply, position)
    await reply.private(await _page(reply, position, steps, made, 0))


async def review_of(reply: Reply, position: Position) -> tuple[Steps, Report]:
    """The person's review of the game, computed if there is none yet.

    Raises:
        TableError: there can be none; the message says why.
    """
    bot, person = reply.services, reply.interaction.user.id
    steps = await all_steps_of(bot, position)
    log = effective(await bot.store.tables.actions(position.record.id))
    return steps, await bot.reviews.review(position, steps.game, log, person)


async def _page(reply: Reply, position: Position, steps: Steps, made: Report, index: int) -> LayoutView:
    """The report as the person likes to see cards."""
    bot = reply.services
    style = await reply.hand_style(position.record.game)
    index = min(index, max(0, len(made.costliest) - 1))
    seen: Sequence[Part] = ()
    if made.costliest:
        step = made.costliest[index].step
        then = position_at(position, steps, step)
        seen = await as_seen(bot.illustrator, then, steps.game.moves[step].seat, style)
    return review_page(position, steps, made, index, seen, shareable=others_read_answers(reply.interaction))


@on("review", at_once=True)
async def review(click: Click) -> None:
    """Show the report: in a new private message from a board; from the report itself, its next decision in place."""
    position = await ended_game(click.interaction, click.table_id)
    if click.decision is None:
        await open_review(click.reply, position)
        return
    steps, made = await review_of(click.reply, position)
    view = await _page(click.reply, position, steps, made, click.decision)
    await click.reply.in_place(view)


@on("review-share")
async def share(click: Click) -> None:
    """Show the figures to everybody in the channel; only their owner can."""
    position = await ended_game(click.interaction, click.table_id)
    _steps, made = await review_of(click.reply, position)
    with speaking(await click.services.languages.of_channel(click.interaction)):
        shared = shared_page(position, made, plain(click.interaction.user.display_name))
    await click.reply.share(shared)
