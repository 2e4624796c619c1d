"""Finds lines that a person may play or see, the best others of a day, and what is needed to show a line."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.lines.course import game_file_of
from bot.lines.deal import ID_OFFSET, deal_of
from bot.replay.steps import Steps
from bot.tables.model.errors import TableError
from bot.ui.interaction.whereabouts import home_of
from bot.ui.replays.ended import ended_game, steps_of

if TYPE_CHECKING:
    from bot.lines.deal import Deal
    from bot.lines.lines import Standing
    from bot.lines.stored import Line
    from bot.ui.interaction.reply import Reply

_REPLAYED = -1_000_000_000
"""Versions of a line's replayed positions count down from this, so that none equals one used in play."""


async def own_line(reply: Reply, number: int, *, or_asked_for: bool = False) -> Line:
    """The line of a control; with `or_asked_for` also one that the person asked for.

    Raises:
        TableError: it is somebody else's, or was deleted.
    """
    line = await reply.services.store.records.line(number - ID_OFFSET)
    person = reply.interaction.user.id
    if line is None:
        raise TableError(
            _(
                "The moves of this deal were deleted; start over with /daily deal, or with **Play this deal "
                "again** under a result."
            )
        )
    if person != line.person and not (or_asked_for and person == line.asked_by):
        raise TableError(_("This deal is not yours to play; press **Play this deal again** under the game's result."))
    return line


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


async def deal_for(reply: Reply, line: Line) -> Deal:
    """The deal of a line.

    Raises:
        TableError: the person may no longer see its game, or the rules have changed.
    """
    if line.day is not None:
        return await reply.services.deal_days.deal(line.day)
    position = await ended_game(reply.interaction, line.table_id or 0)
    return deal_of((await steps_of(reply.services, position)).game, line.seat)


async def best_other(reply: Reply, line: Line, day: int) -> int | None:
    """The best line of that day's deal that somebody else in this server finished, by its id."""
    home = home_of(reply.interaction)
    if home is None:
        return None
    board = await reply.services.store.records.deal_board(day, home, line.person, 2, 0)
    return next((ranked.line for ranked in board.lines if ranked.line != line.id), None)


async def steps_of_line(standing: Standing) -> Steps:
    """The line, step by step."""
    return await asyncio.to_thread(Steps, game_file_of(standing.deal, standing.line, standing.position))
