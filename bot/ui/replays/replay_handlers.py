"""Handlers of a replay's controls, `/replay` and `/verify`: for a table's game, and for a line that is over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _
from bot.lines.deal import ID_OFFSET
from bot.replay.check import differences
from bot.replay.game_file import DEAL_OF_THE_DAY, dumps
from bot.replay.steps import Steps
from bot.tables.model.position import Position
from bot.ui.art.illustrations import PLAIN
from bot.ui.interaction.dispatch import Click, on
from bot.ui.replays.ended import ended_game, number_of, steps_of
from bot.ui.replays.line_lookup import finished, steps_of_line
from bot.ui.replays.line_page import VERBS
from bot.ui.replays.replay import SPECTATOR, Selection, build_replay, chosen_turn, position_at
from bot.ui.replays.verify import verdict_page
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord
    from discord.ui import LayoutView

    from bot.records.model import RatedGame
    from bot.replay.game_file import GameFile
    from bot.review.report import Finding
    from bot.ui.interaction.reply import Reply


class Replayed(NamedTuple):
    """A finished game, step by step: a table's or a line. `verbs` is as in a `Selection`, and `viewer` is whose view is
    shown at first, as custom ids encode it.
    """

    position: Position
    steps: Steps
    verbs: str = ""
    viewer: str = SPECTATOR


async def of_table(reply: Reply, position: Position) -> Replayed:
    """A table's finished game."""
    return Replayed(position, await steps_of(reply.services, position))


async def _of_number(reply: Reply, number: int) -> Replayed:
    """The finished game of the table or line with the number that a control or a message carries.

    Raises:
        TableError: there is none, it is not over, or not theirs to see.
    """
    if number <= ID_OFFSET:
        return await of_table(reply, await ended_game(reply.interaction, number))
    line = await finished(reply, number)
    return Replayed(line.position, await steps_of_line(line), VERBS, str(line.line.seat))


async def open_replay(reply: Reply, game: Replayed) -> None:
    """Answer privately with the game's first step."""
    await reply.private(await _page(reply, game, 0, game.viewer))


async def open_replay_of(reply: Reply, message: discord.Message) -> None:
    """Answer privately with the first step of the game that one of the bot's messages belongs to, or of the line.

    Raises:
        TableError: there is none, it is not over, or not theirs to see.
    """
    await open_replay(reply, await _of_number(reply, number_of(reply.interaction, message)))


async def _page(reply: Reply, game: Replayed, step: int, viewer: str, list_page: int | None = None) -> LayoutView:
    """The step in the person's preferred form (pictures or words) and card order; that of a table's game with its
    rating changes and the person's findings.
    """
    bot, position, steps = reply.services, game.position, game.steps
    rated: RatedGame | None = None
    findings: Sequence[Finding] = ()
    if not game.verbs:
        rated = await rated_of(bot.store.records, position)
        kept = await bot.reviews.find(position.record.id, reply.interaction.user.id)
        findings = () if kept is None else kept.findings
    selected = Selection.of(steps, step, viewer, list_page, game.verbs)
    style, pictures = await reply.hand_style(position.record.game), PLAIN
    if steps.last >= 0:
        then = position_at(position, steps, selected.step)
        pictures = await bot.illustrator.of_replay(then, selected.seat, style)
    return build_replay(position, steps, selected, style, pictures, rated, findings)


async def give_file(reply: Reply, game: Replayed) -> None:
    """Answer with the game as a file."""
    file = game.steps.game
    await reply.file(_file_words(file), dumps(file).encode(), file.name)


def _file_words(file: GameFile) -> str:
    """The message with a file: what it is for."""
    if file.table == DEAL_OF_THE_DAY:
        return _(
            "A deal of the day as you played it. `python -m bot replay` plays it back, `python -m bot verify` checks "
            "it."
        )
    if file.again is not None:
        return _(
            "The deal of table {number} as it was played again. `python -m bot replay` plays it back, next to the "
            "original game with `--beside`; `python -m bot verify` checks it."
        ).format(number=file.table)
    return _(
        "The whole game of table {number}. `python -m bot replay` plays it back, `python -m bot verify` checks it."
    ).format(number=file.table)


async def give_verdict(reply: Reply, game: Replayed) -> None:
    """Answer whether the stored game was dealt fairly and played legally."""
    position, steps = game.position, game.steps
    found = await asyncio.to_thread(differences, steps)
    if not found and steps.state(steps.last) != position.state:
        found = (_("The final cards are not the ones that the actions lead to."),)
    await reply.private(verdict_page(position, steps, found, game.verbs))


@on("replay", "line-replay")
async def step(click: Click) -> None:
    """Show a step in the clicked private message, or the first one in a new message."""
    game = await _of_number(click.reply, click.table_id)
    if click.decision is None:
        await open_replay(click.reply, game)
    else:
        viewer = click.argument.partition(":")[0]
        await click.reply.in_place(await _page(click.reply, game, click.decision, viewer))


@on("replay-turn", "line-replay-turn")
async def jump(click: Click) -> None:
    """Jump to a turn, or switch to another page of the list."""
    game = await _of_number(click.reply, click.table_id)
    number, list_page = chosen_turn(click.chosen, click.decision or 0)
    await click.reply.in_place(await _page(click.reply, game, number, click.argument, list_page))


@on("replay-view", "line-replay-view")
async def choose_viewer(click: Click) -> None:
    game = await _of_number(click.reply, click.table_id)
    await click.reply.in_place(await _page(click.reply, game, click.decision or 0, click.chosen))


@on("replay-file", "line-replay-file")
async def save(click: Click) -> None:
    await give_file(click.reply, await _of_number(click.reply, click.table_id))


@on("verify", "line-verify")
async def check(click: Click) -> None:
    await give_verdict(click.reply, await _of_number(click.reply, click.table_id))
