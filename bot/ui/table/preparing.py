"""Before the game, by button and by command alike: computer players come and go, and the cards are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.ui.help.texts import dealt
from bot.ui.table.opening import read_level
from bot.ui.table.telling import tell
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.table.telling import Telling


async def start(reply: Reply, table: Table, told: Telling = tell) -> None:
    """Deal the cards.

    Raises:
        TableError: it is not theirs to do, or too few sit here.
    """
    position = await table.start(reply.interaction.user.id, reply.interaction.id)
    await told(reply, position, dealt(position.record.game))


async def add_computer(reply: Reply, table: Table, level: str | None, told: Telling = tell) -> None:
    """Seat a computer player of that level, or of the usual one.

    Raises:
        TableError: there is no such level or no seat, or it is not theirs to do.
    """
    wanted = read_level(table.record.game, level)
    position = await table.add_computer(reply.interaction.user.id, wanted, reply.interaction.id)
    await told(reply, position, _("{name} sits down.").format(name=cast_of(position.record).short(-1)))


async def remove_computer(reply: Reply, table: Table, told: Telling = tell) -> None:
    """Remove the computer player seated last.

    Raises:
        TableError: there is none, or it is not theirs to do.
    """
    position = await table.remove_computer(reply.interaction.user.id, reply.interaction.id)
    await told(reply, position, _("A computer player has left."))
