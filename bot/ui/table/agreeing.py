"""Proposals to all players and their answers, for buttons and commands alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import StaleControlError
from bot.ui.board import question
from bot.ui.table.telling import tell

if TYPE_CHECKING:
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.table.telling import Telling


async def ask_to_end(reply: Reply, table: Table) -> None:
    """Ask everybody to end the game without a winner.

    Raises:
        TableError: it is not theirs to ask, or something else is being asked.
    """
    position = await table.propose_end(reply.interaction.user.id, reply.interaction.id)
    await tell(reply, position, question.asked(position.record))


async def answer(reply: Reply, table: Table, *, yes: bool, about: str | None = None, told: Telling = tell) -> None:
    """Say yes or no to what is being asked; `about` marks the question that was read, None is whatever is asked now.

    Raises:
        TableError: nothing is asked, something else by now, or it is not theirs to say.
    """
    proposal = table.record.proposal
    if about is not None and proposal is not None and not question.is_about(proposal, about):
        raise StaleControlError(_("That question is settled already."))
    give = table.agree if yes else table.decline
    position = await give(reply.interaction.user.id, reply.interaction.id)
    await told(reply, position, question.told(position.record))
