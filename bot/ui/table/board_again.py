"""`/table board`: the channel's table and the tables planned there, if their messages are far up or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import TableError
from bot.ui.board.unshown import cannot_be_shown, unshown_sentence
from bot.ui.interaction.table_lookup import table_here
from bot.ui.messages.board_keeper import is_shown_by_the_hand
from bot.ui.table.plans_here import planned_here
from bot.ui.turn.show import instead_of_a_board

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply


async def show_again(reply: Reply) -> None:
    """Post the table's board at the end of the channel, and answer where it and the planned tables are.

    Raises:
        TableError: there is neither, or the bot may not post there.
    """
    interaction = reply.interaction
    words = await planned_here(reply)
    if not words or await reply.services.tables.in_channel(interaction.channel_id or 0) is not None:
        table = await table_here(interaction)
        if is_shown_by_the_hand(table.record):
            await instead_of_a_board(reply, table.position)
            return
        if cannot_be_shown(interaction.client, table.record):
            raise TableError(unshown_sentence(interaction.client, table.record))
        await reply.services.announcer.repost(table.position)
        words.insert(0, _("Here is table {number}.").format(number=table.id))
    await reply.sentence("\n".join(words))
