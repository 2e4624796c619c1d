"""Handlers of controls about people: returning, the autopilot, taking over, hosting, invitations, proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import speaking
from bot.render.catalogue import text_of
from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.ui.board import question
from bot.ui.board.show import board_privately
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.services import person
from bot.ui.messages.invitations import too_late
from bot.ui.table import agreeing, hosting, joining
from bot.ui.table.inviting import accepted
from bot.ui.table.moderating import require_welcome_here
from bot.ui.turn.show import hand_in_place, hand_privately
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.ui.interaction.reply import Reply


@on("back")
async def back(click: Click) -> None:
    """Return to one's own seat and show the hand, wherever the button was."""

    async def with_the_hand(_reply: Reply, position: Position, _words: str) -> None:
        await hand_in_place(click, position)

    await joining.come_back(click.reply, await click.table(), with_the_hand)


@on("return")
async def come_back(click: Click) -> None:
    await joining.come_back(click.reply, await click.table())


@on("autopilot")
async def autopilot(click: Click) -> None:
    await joining.turn_autopilot_on(click.reply, await click.table())


@on("takeover")
async def take_over(click: Click) -> None:
    """Take over a seat that somebody left; the newcomer sees its hand at once."""
    table = await click.table()
    await joining.require_member(click.interaction, table.record)
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


@on("watch")
async def watch(click: Click) -> None:
    """Show a fresh board that only the person sees."""
    await board_privately(click.reply, (await click.table()).position)


@on("host")
async def pass_host(click: Click) -> None:
    await hosting.pass_host(click.reply, await click.table(), click.number(click.chosen))


@on("invite")
async def invite(click: Click) -> None:
    await hosting.invite(click.reply, await click.table(), click.number(click.chosen))


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
        await joining.follow_invitation(click.reply, table, in_the_invitation)
    except TableError as refused:
        if table.record.phase.is_live or not click.reply.is_private:
            raise
        place = place_of(click.interaction.client, table.record)
        await click.reply.in_place(too_late(table.record, place, str(refused)))


# Agreeing


@on("ask-end")
async def ask_end(click: Click) -> None:
    await agreeing.ask_to_end(click.reply, await click.table())


@on("ask-undo")
async def ask_undo(click: Click) -> None:
    await agreeing.take_back(click.reply, await click.table())


@on("agree", "decline")
async def answer(click: Click) -> None:
    """Answer the button's question, whose message then shows the outcome."""

    async def in_the_question(_reply: Reply, position: Position, _words: str) -> None:
        message = click.interaction.message
        with click.services.announcer.overlaps.showing(None if message is None else message.id):
            with speaking(await click.services.languages.of_table(position.record)):
                view = question.after_answer(position)
            await click.reply.show(view)
            await click.note_shown(view)

    yes = click.verb == "agree"
    await agreeing.answer(click.reply, await click.table(), yes=yes, about=click.argument, confirm=in_the_question)
