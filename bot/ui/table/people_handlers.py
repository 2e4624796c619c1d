"""What the controls about people do: coming back, the autopilot, taking over, the host, invitations, agreeing."""

from __future__ import annotations

from bot.language import _, speaking
from bot.tables.model.errors import StaleControlError, TableError
from bot.tables.model.records import Phase
from bot.ui.board import question
from bot.ui.board.show import board_in_place, board_privately
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.pages import note_shown, page_in_place
from bot.ui.interaction.presence import DiscordPresence
from bot.ui.interaction.services import person
from bot.ui.table.inviting import accepted, may_take_over, offer, require_human, tell_invited
from bot.ui.table.menu import tell
from bot.ui.table.taking_back import take_back
from bot.ui.turn.show import hand_in_place, hand_privately
from bot.ui.wording.place import place_of


@on("back")
async def back(click: Click) -> None:
    """Take one's own seat back, wherever the button was: the hand follows."""
    table = await click.table()
    seat = table.record.seat_of(click.interaction.user.id)
    if seat is not None and not table.record.seats[seat].autopilot:
        raise TableError(_("You play your seat yourself already."))
    if not any(other.person == click.interaction.user.id for other in table.record.seats):
        raise TableError(_("That button is for players who are away; you have no seat at this table."))
    position = await table.join(person(click.interaction), click.interaction.id)
    await hand_in_place(click, position)


@on("autopilot")
async def autopilot(click: Click) -> None:
    table = await click.table()
    position = await table.turn_autopilot(click.interaction.user.id, True, click.interaction.id)
    await tell(
        click.reply, position, _("The autopilot plays for you until you press “I am back” or play yourself.")
    )


@on("takeover")
async def take_over(click: Click) -> None:
    """Play on in a seat that somebody left; the newcomer sees its hand at once."""
    table = await click.table()
    seat = int(click.argument) if click.argument.isdigit() else -1
    position = await table.take_over(person(click.interaction), seat, click.interaction.id)
    await hand_privately(click.reply, position)


@on("watch")
async def watch(click: Click) -> None:
    """A fresh board that only who asked sees."""
    await board_privately(click.reply, (await click.table()).position)


@on("host")
async def pass_host(click: Click) -> None:
    table = await click.table()
    position = await table.pass_host(click.interaction.user.id, int(click.values[0]), click.interaction.id)
    await tell(click.reply, position, _("<@{host}> is the host now.").format(host=position.record.host))


@on("invite")
async def invite(click: Click) -> None:
    table, guest = await click.table(), int(click.values[0])
    require_human(click.interaction, guest)
    position = await table.invite(click.interaction.user.id, guest, click.interaction.id)
    await tell(click.reply, position, await tell_invited(click.interaction, position.record, guest))


@on("accept")
async def accept(click: Click) -> None:
    """Follow an invitation: take a seat, or be offered one that somebody left; who sits there sees so."""
    table, guest = await click.table(), person(click.interaction)
    if table.record.seat_of(guest.id) is None:
        if await DiscordPresence(click.interaction.client).has_left(table.record.guild_id, guest.id):
            raise TableError(_("You are no longer in that table's server; ask for a new invitation to it."))
        if may_take_over(table.record, guest.id):
            await click.reply.private(offer(table.record))
            return
        await table.join(guest, click.interaction.id)
    position = table.position
    if position.record.phase is Phase.LOBBY:
        place = place_of(click.interaction.client, position.record)
        await page_in_place(click.reply, accepted(position.record, place))
    else:
        await hand_in_place(click, position)


@on("invited-only")
async def invited_only(click: Click) -> None:
    table = await click.table()
    only = table.record.invited is None
    await board_in_place(
        click, await table.set_invite_only(click.interaction.user.id, only, click.interaction.id)
    )


# Agreeing


@on("ask-end")
async def ask_end(click: Click) -> None:
    table = await click.table()
    position = await table.propose_end(click.interaction.user.id, click.interaction.id)
    await tell(click.reply, position, question.asked(position.record))


@on("ask-undo")
async def ask_undo(click: Click) -> None:
    await take_back(click.reply, await click.table())


@on("agree", "decline")
async def answer(click: Click) -> None:
    """Say yes or no to the question that the button belongs to."""
    table = await click.table()
    if not question.is_about(table.record.proposal, click.argument):
        raise StaleControlError(_("That question is settled already."))
    give = table.agree if click.verb == "agree" else table.decline
    position = await give(click.interaction.user.id, click.interaction.id)
    with speaking(await click.house.languages.of_guild(position.record.guild_id)):
        view = question.after_answer(position.record)
    await click.reply.show(view)
    await note_shown(click, view)
