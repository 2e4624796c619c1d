"""Joining a table, taking a seat over, returning to one, and the autopilot, for buttons and commands alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.tables.acts.people import may_take_over
from bot.tables.model.errors import TableError, table_gone
from bot.tables.model.records import Phase
from bot.ui.board.show import board_in_place
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.presence import DiscordPresence
from bot.ui.interaction.services import person
from bot.ui.messages.invitations import too_late
from bot.ui.table.confirming import confirm_in_menu, confirm_on_board
from bot.ui.table.inviting import accepted, offer
from bot.ui.table.moderating import require_welcome_here
from bot.ui.turn.show import hand_in_place, hand_privately
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from bot.tables.model.position import Position
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


async def _follow_invitation(reply: Reply, table: Table, confirm: Confirm) -> None:
    """Accept an invitation, if the guest is still in the table's server; one who is already seated is told so.

    Raises:
        TableError: they have left the server, or there is no seat for them.
    """
    who = person(reply.interaction)
    if table.record.seat_of(who.id) is not None:
        await confirm(reply, table.position, "")
        return
    await _require_member(reply.interaction, table.record)
    await join(reply, table, confirm)


async def _require_member(interaction: Interaction, table: TableRecord) -> None:
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


@on("join")
async def sit_down(click: Click) -> None:
    await join(click.reply, await _table_here(click), confirm_on_board(click))


async def _table_here(click: Click) -> Table:
    """The table whose board was pressed; its number may be another's since an older backup was restored.

    Raises:
        NoTableError: it no longer exists.
    """
    table = await click.table()
    places = (table.record.channel_id, table.record.parent_id)
    if not click.reply.is_private and click.interaction.channel_id not in places:
        raise table_gone()
    return table


@on("no-thanks")
async def decline_seat(click: Click) -> None:
    """Free the seat reserved for the caller."""
    table = await click.table()
    await board_in_place(click, await table.decline_seat(click.interaction.user.id, click.interaction.id))


@on("back")
async def come_back_with_hand(click: Click) -> None:
    """Return to one's own seat and show the hand, wherever the button was."""

    async def with_the_hand(_reply: Reply, position: Position, _words: str) -> None:
        await hand_in_place(click, position)

    await come_back(click.reply, await click.table(), with_the_hand)


@on("return")
async def come_back_with_menu(click: Click) -> None:
    await come_back(click.reply, await click.table())


@on("autopilot")
async def choose_autopilot(click: Click) -> None:
    await turn_autopilot_on(click.reply, await click.table())


@on("takeover")
async def take_over(click: Click) -> None:
    """Take over a seat that somebody left; the newcomer sees its hand at once."""
    table = await click.table()
    await _require_member(click.interaction, table.record)
    await require_welcome_here(click.services, table.record.guild_id, click.interaction.user.id)
    seat = click.number(click.argument)
    await _show_to_newcomer(click, await table.take_over(person(click.interaction), seat, click.interaction.id))


async def _show_to_newcomer(click: Click, position: Position) -> None:
    """Show the hand in the invitation that was pressed; where all hands are open, beside it, because no direct message
    with one is kept up to date.
    """
    table, message = position.record, click.interaction.message
    by_dm = click.reply.is_private and message is not None and not message.flags.ephemeral
    if by_dm and text_of(table.game).open_hands and table.phase is Phase.PLAYING:
        await click.reply.show(accepted(table, place_of(click.interaction.client, table)))
        await hand_privately(click.reply, position)
    else:
        await hand_in_place(click, position)


@on("accept")
async def accept(click: Click) -> None:
    """Accept an invitation, and show in it that the person has joined, or that the table is gone."""

    async def in_the_invitation(_reply: Reply, position: Position, _words: str) -> None:
        if position.record.phase is Phase.LOBBY:
            place = place_of(click.interaction.client, position.record)
            await click.reply.in_place(accepted(position.record, place))
        else:
            await _show_to_newcomer(click, position)

    table = await click.table()
    try:
        await _follow_invitation(click.reply, table, in_the_invitation)
    except TableError as refused:
        if table.record.phase.is_live or not click.reply.is_private:
            raise
        place = place_of(click.interaction.client, table.record)
        await click.reply.in_place(too_late(table.record, place, str(refused)))
