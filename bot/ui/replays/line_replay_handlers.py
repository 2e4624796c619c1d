"""The replay of a line that is over: its steps, its file, and whether it was fair."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.lines.course import game_file_of
from bot.lines.deal import ID_OFFSET
from bot.replay.check import differences
from bot.replay.game_file import dumps
from bot.tables.model.errors import TableError
from bot.ui.interaction.dispatch import Click, on
from bot.ui.replays.day_words import day_file_words
from bot.ui.replays.ended import ended_game, number_of
from bot.ui.replays.line_handlers import deal_for, own_line, steps_of_line
from bot.ui.replays.line_page import VERBS
from bot.ui.replays.replay import Selection, chosen_turn
from bot.ui.replays.replay_handlers import open_replay, step_page
from bot.ui.replays.verify import verdict_page

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView

    from bot.lines.lines import Standing
    from bot.lines.stored import Line
    from bot.ui.interaction.reply import Reply

_REPLAYED = -1_000_000_000
"""Versions of a line's replayed positions count down from this, so that none equals one used in play."""


async def ended_line(reply: Reply, number: int) -> Line:
    """A finished line: the person's own, or one that they asked somebody to play.

    Raises:
        TableError: it is not over, or not theirs to see.
    """
    line = await own_line(reply, number, or_asked_for=True)
    if not line.is_over:
        raise TableError(_("This deal has not been played to its end yet."))
    return line


async def finished(reply: Reply, number: int) -> Standing:
    """A finished line, with all its cards.

    Raises:
        TableError: it is not over, or not theirs to see, or others are still playing the same cards.
    """
    line = await ended_line(reply, number)
    if line.day is not None and not reply.services.deal_days.is_over(line.day):
        raise TableError(_("Others are still playing today's deal; its cards are shown when the day is over."))
    return in_replay(await reply.services.lines.standing(await deal_for(reply, line), line))


def in_replay(standing: Standing) -> Standing:
    """The line's position for its replay, with versions of its own, because they distinguish pictures."""
    position = standing.position
    return replace(standing, position=replace(position, record=replace(position.record, version=_REPLAYED)))


@on("line-replay")
async def step(click: Click) -> None:
    """Show a step in place of another, or the first one in a new message."""
    if click.decision is None:
        await _open(click.reply, click.table_id)
    else:
        shown = await finished(click.reply, click.table_id)
        await click.reply.show(await _step(click.reply, shown, click.decision, click.argument.partition(":")[0]))


async def open_replay_of(reply: Reply, message: discord.Message) -> None:
    """Answer privately with the first step of the game that one of the bot's messages belongs to, or of the line.

    Raises:
        TableError: there is none, it is not over, or not theirs to see.
    """
    number = number_of(reply.interaction, message)
    if number > ID_OFFSET:
        await _open(reply, number)
    else:
        await open_replay(reply, await ended_game(reply.interaction, number))


async def _open(reply: Reply, number: int) -> None:
    """Answer privately with the line's first step."""
    shown = await finished(reply, number)
    await reply.private(await _step(reply, shown, 0, str(shown.line.seat)))


@on("line-replay-turn")
async def jump(click: Click) -> None:
    """Jump to a turn, or switch to another page of the list."""
    shown = await finished(click.reply, click.table_id)
    number, list_page = chosen_turn(click.chosen, click.decision or 0)
    await click.reply.show(await _step(click.reply, shown, number, click.argument, list_page))


@on("line-replay-view")
async def choose_viewer(click: Click) -> None:
    shown = await finished(click.reply, click.table_id)
    await click.reply.show(await _step(click.reply, shown, click.decision or 0, click.chosen))


async def _step(reply: Reply, shown: Standing, number: int, viewer: str, list_page: int | None = None) -> LayoutView:
    steps = await asyncio.to_thread(steps_of_line, shown)
    return await step_page(reply, shown.position, steps, Selection.of(steps, number, viewer, list_page, VERBS))


@on("line-replay-file")
async def save(click: Click) -> None:
    """Answer with the line as a file."""
    shown = await finished(click.reply, click.table_id)
    game = game_file_of(shown.deal, shown.line, shown.position)
    text = (
        day_file_words()
        if shown.line.day is not None
        else _(
            "The deal of table {number} as it was played again. `python -m bot replay` plays it back, next to the "
            "original game with `--beside`; `python -m bot verify` checks it."
        ).format(number=game.table)
    )
    await click.reply.file(text, dumps(game).encode(), game.name)


@on("line-verify")
async def check(click: Click) -> None:
    """Answer whether the line's cards are the deal's, and its moves legal."""
    shown = await finished(click.reply, click.table_id)
    steps = await asyncio.to_thread(steps_of_line, shown)
    found = await asyncio.to_thread(differences, steps)
    await click.reply.private(verdict_page(shown.position, steps, found, VERBS))
