"""Inviting somebody to one's own table, from the menu on their name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import TableError
from bot.ui.interaction.advice import how_to_play
from bot.ui.table import hosting

if TYPE_CHECKING:
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply


async def invite_by_name(reply: Reply, guest: int) -> None:
    """Invite a person to the table that the caller hosts.

    Raises:
        TableError: the caller hosts no such table or several, or the person cannot join it.
    """
    await hosting.invite(reply, await _hosted(reply), guest)


async def _hosted(reply: Reply) -> Table:
    """The caller's table in this channel, or the only one that they host."""
    interaction, tables = reply.interaction, reply.services.tables
    here = await tables.in_channel(interaction.channel_id or 0)
    person = interaction.user.id
    if here is not None and here.record.phase.is_live and here.record.host == person:
        return here
    hosted = [table for table in await tables.of_person(person) if table.record.host == person]
    if not hosted:
        raise TableError(
            _("You host no table now; {advice}, then invite people to it.").format(
                advice=await how_to_play(interaction)
            )
        )
    if len(hosted) > 1:
        raise TableError(_("You host several tables; use this in the channel of the one you mean."))
    return hosted[0]
