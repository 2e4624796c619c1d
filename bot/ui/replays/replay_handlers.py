"""Handlers of a replay's controls, `/replay` and `/verify`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.language import _
from bot.replay.check import differences
from bot.replay.game_file import dumps
from bot.replay.saved import game_file
from bot.ui.art.illustrations import PLAIN
from bot.ui.interaction.dispatch import Click, on
from bot.ui.replays.ended import ended_game, steps_of
from bot.ui.replays.replay import Selection, build_replay, chosen_turn, position_at
from bot.ui.replays.verify import verdict_page
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import LayoutView

    from bot.records.model import RatedGame
    from bot.replay.steps import Steps
    from bot.review.report import Finding
    from bot.tables.model.position import Position
    from bot.ui.interaction.reply import Reply


async def open_replay(reply: Reply, position: Position) -> None:
    """Answer privately with the game's first step."""
    steps = await steps_of(reply.services, position)
    await reply.private(await _page(reply, position, steps, Selection()))


async def _page(reply: Reply, position: Position, steps: Steps, selected: Selection) -> LayoutView:
    """The step of a table's game, with its rating changes and the person's findings."""
    bot = reply.services
    rated = await rated_of(bot.store.records, position)
    kept = await bot.reviews.find(position.record.id, reply.interaction.user.id)
    return await step_page(reply, position, steps, selected, rated, () if kept is None else kept.findings)


async def step_page(
    reply: Reply,
    position: Position,
    steps: Steps,
    selected: Selection,
    rated: RatedGame | None = None,
    findings: Sequence[Finding] = (),
) -> LayoutView:
    """The step in the person's preferred form (pictures or words) and card order."""
    style, pictures = await reply.hand_style(position.record.game), PLAIN
    if steps.last >= 0:
        then = position_at(position, steps, selected.step)
        pictures = await reply.services.illustrator.of_replay(then, selected.seat, style)
    return build_replay(position, steps, selected, style, pictures, rated, findings)


async def give_file(reply: Reply, position: Position) -> None:
    """Answer with the game as a file."""
    table_id = position.record.id
    game = game_file(position, await reply.services.store.tables.actions(table_id))
    text = _(
        "The whole game of table {number}. `python -m bot replay` plays it back, `python -m bot verify` checks it."
    ).format(number=table_id)
    await reply.file(text, dumps(game).encode(), game.name)


async def give_verdict(reply: Reply, position: Position) -> None:
    """Answer whether the stored game was dealt fairly and played legally."""
    steps = await steps_of(reply.services, position)
    found = await asyncio.to_thread(differences, steps)
    if not found and steps.state(steps.last) != position.state:
        found = (_("The final cards are not the ones that the actions lead to."),)
    await reply.private(verdict_page(position, steps, found))


@on("replay")
async def step(click: Click) -> None:
    """Show a step in the clicked private message, or in a new one if the click was on a board."""
    position = await ended_game(click.interaction, click.table_id)
    if click.decision is None:
        await open_replay(click.reply, position)
    else:
        await _show(click, position, click.decision, click.argument.partition(":")[0])


@on("replay-turn")
async def jump(click: Click) -> None:
    """Jump to a turn, or switch to another page of the list."""
    position = await ended_game(click.interaction, click.table_id)
    number, list_page = chosen_turn(click.chosen, click.decision or 0)
    await _show(click, position, number, click.argument, list_page)


@on("replay-view")
async def choose_viewer(click: Click) -> None:
    position = await ended_game(click.interaction, click.table_id)
    await _show(click, position, click.decision or 0, click.chosen)


@on("replay-file")
async def save(click: Click) -> None:
    await give_file(click.reply, await ended_game(click.interaction, click.table_id))


@on("verify")
async def check(click: Click) -> None:
    await give_verdict(click.reply, await ended_game(click.interaction, click.table_id))


async def _show(click: Click, position: Position, step: int, viewer: str, list_page: int | None = None) -> None:
    steps = await steps_of(click.services, position)
    view = await _page(click.reply, position, steps, Selection.of(steps, step, viewer, list_page))
    await click.reply.in_place(view)
