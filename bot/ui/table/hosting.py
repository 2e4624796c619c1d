"""The host's actions on people: passing on the table and inviting, for selects and commands alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.ui.table.inviting import require_human, tell_invited
from bot.ui.table.telling import tell

if TYPE_CHECKING:
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply


async def pass_host(reply: Reply, table: Table, person: int) -> None:
    """Make another player the host.

    Raises:
        TableError: it is not theirs to do, or that person does not sit here.
    """
    position = await table.pass_host(reply.interaction.user.id, person, reply.interaction.id)
    await tell(reply, position, _("<@{host}> is the host now.").format(host=person))


async def invite(reply: Reply, table: Table, guest: int) -> None:
    """Let somebody join, and tell them.

    Raises:
        TableError: it is not theirs to do, or that person needs no invitation.
    """
    interaction = reply.interaction
    require_human(interaction, guest)
    position = await table.invite(interaction.user.id, guest, interaction.id)
    await tell(reply, position, await tell_invited(interaction, position.record, guest))
