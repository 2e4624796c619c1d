"""Joining a table, returning to a seat, and the autopilot, for buttons and commands alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.acts.people import may_take_over
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.ui.interaction.presence import DiscordPresence
from bot.ui.interaction.services import person
from bot.ui.table.confirming import confirm_in_menu
from bot.ui.table.inviting import offer
from bot.ui.table.moderating import require_welcome_here
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction
    from bot.ui.table.confirming import Confirm


async def join(reply: Reply, table: Table, confirm: Confirm = confirm_in_menu) -> None:
    """Take a seat or return to one's own; in a running game, offer abandoned seats.

    Raises:
        TableError: there is no seat for this person.
    """
    who = person(reply.interaction)
    if _sits_out(table.record, who.id):
        await come_back(reply, table, confirm)
        return
    await require_welcome_here(reply.services, table.record.guild_id, who.id)
    if may_take_over(table.record, who.id):
        asked = reply.interaction
        is_there = asked.channel_id == table.record.channel_id
        await reply.in_place(offer(table.record, None if is_there else place_of(asked.client, table.record)))
    else:
        position = await table.join(who, reply.interaction.id)
        await confirm(reply, position, _("You are at table {number}.").format(number=table.id))


async def come_back(reply: Reply, table: Table, confirm: Confirm = confirm_in_menu) -> None:
    """Return to one's own seat from the autopilot or a computer player.

    Raises:
        TableError: they already play it, or have no seat.
    """
    record, who, interaction = table.record, person(reply.interaction), reply.interaction.id
    if record.seat_of(who.id) is not None:
        position = await table.turn_autopilot(who.id, interaction, on=False)
    elif who.id in {*(seat.person for seat in record.taken), *record.replaced, *record.barred}:
        position = await table.join(who, interaction)
    else:
        raise TableError(_("Only players who are away can come back; you have no seat at this table."))
    await confirm(reply, position, _("You are playing again; welcome back."))


async def turn_autopilot_on(reply: Reply, table: Table) -> None:
    """Let the computer play one's own seat.

    Raises:
        TableError: it already does, or no other person is playing.
    """
    position = await table.turn_autopilot(reply.interaction.user.id, reply.interaction.id, on=True)
    words = _("The autopilot plays for you until you press “I am back” or play yourself.")
    await confirm_in_menu(reply, position, words)


async def follow_invitation(reply: Reply, table: Table, confirm: Confirm) -> None:
    """Accept an invitation, if the guest is still in the table's server; one who is already seated is told so.

    Raises:
        TableError: they have left the server, or there is no seat for them.
    """
    who = person(reply.interaction)
    if table.record.seat_of(who.id) is not None:
        await confirm(reply, table.position, "")
        return
    await require_member(reply.interaction, table.record)
    await join(reply, table, confirm)


async def require_member(interaction: Interaction, table: TableRecord) -> None:
    """Refuse somebody who has left the table's server, and still has its buttons in their direct messages. Raises
    TableError.
    """
    is_there = interaction.guild_id == table.guild_id
    if not is_there and await DiscordPresence(interaction.client).has_left(table.home, interaction.user.id):
        raise TableError(_("You are no longer in that table's server; ask for a new invitation to it."))


def _sits_out(table: TableRecord, person: int) -> bool:
    """Whether the person owns a seat in the running game but is not playing it now."""
    own = [seat for seat in table.seats if seat.person == person]
    return table.phase is Phase.PLAYING and any(seat.plays_itself for seat in own)
