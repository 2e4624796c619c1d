"""Finds lines that are over, for people who may see all of their cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import TableError
from bot.ui.replays.line_handlers import deal_for, own_line

if TYPE_CHECKING:
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
