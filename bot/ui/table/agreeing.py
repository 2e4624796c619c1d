"""What needs everybody's agreement, asked and answered by buttons and commands alike: ending the game, and taking an
action back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, speaking
from bot.tables.model.errors import AlreadyAskedError, StaleControlError
from bot.tables.model.sent_message import PROPOSAL
from bot.ui.board import question
from bot.ui.commands.perform import perform_verb_at
from bot.ui.interaction.dispatch import Click, on
from bot.ui.kit.mentions import discord_link
from bot.ui.table.confirming import confirm_in_menu
from bot.ui.turn.drafting import has_step_to_undo

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.position import Position
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.table.confirming import Confirm


async def ask_to_end(reply: Reply, table: Table) -> None:
    """Ask everybody to end the game without a winner.

    Raises:
        TableError: they may not ask, or another proposal is open.
    """
    await _ask(reply, table, table.propose_end)


async def take_back(reply: Reply, table: Table) -> None:
    """Undo the caller's last step: one of an unfinished turn at once, a finished action if everybody agrees.

    Raises:
        TableError, ActionError: there is nothing to undo, or it is too late; the message says why.
    """
    if await has_step_to_undo(table, reply.interaction.user.id):
        await perform_verb_at(reply, table, "undo")
    else:
        await _ask(reply, table, table.propose_undo)


async def _ask(reply: Reply, table: Table, propose: Callable[[int, int], Awaitable[Position]]) -> None:
    """Propose it, and say that the others are asked. If an open question is in the way, refuse with a link to it, and
    post it again if its message was deleted.
    """
    try:
        position = await propose(reply.interaction.user.id, reply.interaction.id)
    except AlreadyAskedError as error:
        await reply.services.announcer.ask_again(table.position, reply.interaction.user.id)
        link = await _link_to_question(reply, table)
        raise (AlreadyAskedError(f"{error}\n{link}") if link else error) from None
    await confirm_in_menu(reply, position, question.request_confirmation(reply.interaction.client, position.record))


async def _link_to_question(reply: Reply, table: Table) -> str:
    """The link to the message with the open question; empty if none is known."""
    for message in await reply.services.store.messages.of_table(table.id):
        if message.audience == PROPOSAL:
            return discord_link(table.record.guild_id, message.channel_id, message.message_id)
    return ""


async def answer(
    reply: Reply, table: Table, *, yes: bool, about: str | None = None, confirm: Confirm = confirm_in_menu
) -> None:
    """Answer the open proposal; `about` is the mark of the question the person saw, None for whatever is open.

    Raises:
        TableError: no proposal is open, another one is open by now, or they have no say in it.
    """
    proposal = table.record.proposal
    if about is not None and proposal is not None and about != question.mark_of(proposal):
        raise StaleControlError(_("That question is settled already."))
    give = table.agree if yes else table.decline
    position = await give(reply.interaction.user.id, reply.interaction.id)
    await confirm(reply, position, question.answer_confirmation(position.record))


@on("ask-end")
async def choose_to_end(click: Click) -> None:
    await ask_to_end(click.reply, await click.table())


@on("ask-undo")
async def choose_to_undo(click: Click) -> None:
    await take_back(click.reply, await click.table())


@on("agree", "decline")
async def press_answer(click: Click) -> None:
    """Answer the button's question, whose message then shows the outcome."""

    async def in_the_question(_reply: Reply, position: Position, _words: str) -> None:
        message = click.interaction.message
        with click.services.announcer.overlaps.showing(None if message is None else message.id):
            with speaking(await click.services.languages.of_table(position.record)):
                view = question.after_answer(position)
            await click.reply.show(view)
            await click.note_shown(view)

    yes = click.verb == "agree"
    await answer(click.reply, await click.table(), yes=yes, about=click.argument, confirm=in_the_question)
