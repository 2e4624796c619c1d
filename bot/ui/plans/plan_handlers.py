"""The buttons of a plan's message: signing up, signing off, and cancelling the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, listing, ngettext, speaking
from bot.numbers import whole_number
from bot.tables.model.errors import TableError
from bot.tables.model.moderation import CANCELLED
from bot.tables.model.saved import note_saved
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.moderated import note_act
from bot.ui.interaction.services import person
from bot.ui.kit.controls import NO_TABLE, Style, button
from bot.ui.kit.layout import GOLD, GREY, page
from bot.ui.plans.plan_page import cancelled_page, most_people, plan_page
from bot.ui.plans.planning import OVER, quiet_hours_note
from bot.ui.table.moderating import require_welcome_here
from bot.ui.wording.games import title_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractAsyncContextManager

    from discord.ui import LayoutView

    from bot.tables.model.plans import Plan


@on("plan-join")
async def sign_up(click: Click) -> None:
    """Sign the caller up, and update the message."""
    async with _plan_lock(click):
        planned = await _plan_of(click)
        await require_welcome_here(click.services, planned.guild_id, click.interaction.user.id)
        if not await click.services.store.plans.sign_up(planned.id, person(click.interaction), most_people(planned)):
            await _plan_of(click)  # if another process has opened it meanwhile, its seats need not be taken
            raise TableError(_("All seats of this plan are taken; ask whether somebody would rather not come."))
        note_saved()
        await _show(click, planned)
    chosen = await click.services.store.people.settings(click.interaction.user.id)
    for sentence in quiet_hours_note(chosen, planned):
        await click.reply.sentence(sentence)


@on("plan-leave")
async def sign_off(click: Click) -> None:
    """Take the caller off the list, and update the message."""
    async with _plan_lock(click):
        planned = await _plan_of(click)
        if click.interaction.user.id == planned.host.id:
            raise TableError(_("You planned it; press “Cancel it” if you want to call it off."))
        await click.services.store.plans.sign_off(planned.id, click.interaction.user.id)
        note_saved()
        await _show(click, planned)


@on("plan-cancel")
async def cancel(click: Click) -> None:
    """Cancel the plan, if the caller is its host or may manage the channel's messages. Ask first if others have signed
    up.
    """
    by = click.interaction.user.id
    async with _plan_lock(click):
        planned = await _plan_of(click)
        _require_to_cancel(click, planned)
        others = [f"<@{each.id}>" for each in planned.people if each.id != by]
        if not others:
            await _remove(click, planned)
    if others:
        await click.reply.private(_question(click, planned, others))
        return
    is_shown = False
    try:
        with speaking(await click.services.languages.of_guild(planned.guild_id)):
            await click.reply.show(cancelled_page(planned))
        is_shown = True
    finally:  # also if the answer is lost
        await click.services.planned.show_cancelled(planned, by, is_shown=is_shown)


@on("plan-cancel-yes")
async def cancel_for_all(click: Click) -> None:
    """Cancel the plan, as the caller has confirmed in a private message."""
    number, _comma, named = click.argument.partition(",")
    message = click.number(named)
    async with click.services.keyed_locks.hold(message):
        planned = await _plan(click, number, message)
        _require_to_cancel(click, planned)
        await _remove(click, planned)
    try:
        await click.reply.show(cancelled_page(planned))
    finally:  # also if the answer is lost
        await click.services.planned.show_cancelled(planned, click.interaction.user.id)


@on("plan-cancel-no")
async def keep(click: Click) -> None:
    await click.reply.show(page([_("The table stays planned.")], GREY))


def _question(click: Click, planned: Plan, others: Sequence[str]) -> LayoutView:
    """Ask whether to cancel a plan for which these people have signed up."""
    words = ngettext(
        "## Cancel {game}?\n{names} has signed up.", "## Cancel {game}?\n{names} have signed up.", len(others)
    )
    which = f"{planned.id},{_message_of(click)}"
    buttons = (
        button(NO_TABLE, "plan-cancel-yes", _("Cancel it"), style=Style.danger, argument=which),
        button(NO_TABLE, "plan-cancel-no", _("Keep it")),
    )
    return page([words.format(game=title_of(planned.game), names=listing(others)), buttons], GOLD)


async def _remove(click: Click, planned: Plan) -> None:
    await click.services.store.plans.remove(planned.id)
    note_saved()
    if click.interaction.user.id != planned.host.id:
        await note_act(click.reply, CANCELLED, planned.game, about=planned.host.id)


def _require_to_cancel(click: Click, planned: Plan) -> None:
    if click.interaction.user.id != planned.host.id and not click.interaction.permissions.manage_messages:
        raise TableError(
            _(
                "Only whoever planned it and people who can manage messages here can cancel it; press “Not me” if you "
                "will not come."
            )
        )


async def _plan_of(click: Click) -> Plan:
    return await _plan(click, click.argument, _message_of(click))


async def _plan(click: Click, number: str, message_id: int | None) -> Plan:
    """The plan with this number that the message shows in this channel. Raises TableError if it is over."""
    plan_id = whole_number(number)
    found = None if plan_id is None else await click.services.store.plans.get(plan_id)
    # Older databases gave later plans the numbers of those that were over, whose messages may have their buttons yet.
    is_its = message_id is not None and found is not None and found.message_id in (None, message_id)
    is_here = found is not None and found.channel_id == click.interaction.channel_id
    if found is None or found.outcome is not None or not (is_its and is_here):
        raise TableError(_(OVER))
    return found


def _message_of(click: Click) -> int | None:
    return None if click.interaction.message is None else click.interaction.message.id


def _plan_lock(click: Click) -> AbstractAsyncContextManager[None]:
    """While a press changes a plan and its message, other presses on it wait, and so does what is due."""
    return click.services.keyed_locks.hold(_message_of(click))


async def _show(click: Click, planned: Plan) -> None:
    """Update the message, unless the plan is over by now, which the message says already."""
    now = await click.services.store.plans.get(planned.id)
    if now is not None and now.outcome is None:
        with speaking(await click.services.languages.of_guild(now.guild_id)):
            await click.reply.show(plan_page(now))
