"""Sitting down at a table, coming back to one's seat, the autopilot, and taking over: by button and by command
alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.ui.interaction.pages import page_in_place
from bot.ui.interaction.presence import DiscordPresence
from bot.ui.interaction.services import person
from bot.ui.table.inviting import may_take_over, offer
from bot.ui.table.telling import tell

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.table.telling import Telling


async def join(reply: Reply, table: Table, told: Telling = tell) -> None:
    """Sit down, or take one's own seat back; in a running game that somebody left, their seat is offered.

    Raises:
        TableError: there is no seat for this person.
    """
    who = person(reply.interaction)
    if _is_away(table.record, who.id):
        await come_back(reply, table, told)
    elif may_take_over(table.record, who.id):
        await page_in_place(reply, offer(table.record))
    else:
        position = await table.join(who, reply.interaction.id)
        await told(reply, position, _("You are at table {number}.").format(number=table.id))


async def come_back(reply: Reply, table: Table, told: Telling = tell) -> None:
    """Take one's own seat back, from the autopilot or from the computer player that took it over.

    Raises:
        TableError: they play it already, or have none.
    """
    record, who, interaction = table.record, person(reply.interaction), reply.interaction.id
    if record.seat_of(who.id) is not None:
        position = await table.turn_autopilot(who.id, False, interaction)
    elif who.id in {*(seat.person for seat in record.taken), *record.replaced, *record.barred}:
        position = await table.join(who, interaction)
    else:
        raise TableError(_("Only players who are away can come back; you have no seat at this table."))
    await told(reply, position, _("You are playing again; welcome back."))


async def turn_autopilot_on(reply: Reply, table: Table) -> None:
    """Let the computer play one's own seat.

    Raises:
        TableError: it does already, or there is nobody else who plays by hand.
    """
    position = await table.turn_autopilot(reply.interaction.user.id, True, reply.interaction.id)
    words = _("The autopilot plays for you until you press “I am back” or play yourself.")
    await tell(reply, position, words)


async def follow_invitation(reply: Reply, table: Table, told: Telling) -> None:
    """Join as one was invited to, if one is still in the table's server; who sits there already is shown so.

    Raises:
        TableError: they have left the server, or there is no seat for them.
    """
    who = person(reply.interaction)
    if table.record.seat_of(who.id) is not None:
        await told(reply, table.position, "")
        return
    if await DiscordPresence(reply.interaction.client).has_left(table.record.guild_id, who.id):
        raise TableError(_("You are no longer in that table's server; ask for a new invitation to it."))
    await join(reply, table, told)


def _is_away(table: TableRecord, person: int) -> bool:
    """Whether a seat of the running game is theirs that they do not play now."""
    own = [seat for seat in table.seats if seat.person == person]
    return table.phase is Phase.PLAYING and any(seat.plays_itself for seat in own)
