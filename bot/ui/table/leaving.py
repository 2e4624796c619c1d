"""Leaving and ending a table, for buttons and commands alike: first the question, then the outcome."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.language import N_, _, ngettext
from bot.records.results import result_of
from bot.tables.acts import closing
from bot.tables.acts.autopilot import LEVEL
from bot.tables.acts.leaving import has_outstayed_all, has_rating_at_stake
from bot.tables.model.errors import NotAgreedError, UnknownRulesError
from bot.tables.model.moderation import ENDED
from bot.tables.model.records import Phase
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.moderated import note_act
from bot.ui.interaction.visibility import may_manage_channel
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GOLD, GREY, page
from bot.ui.table.confirming import confirm_in_menu

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply


FREE = "free"
"""Marks a question asked while leaving or ending was free."""


class _Way(NamedTuple):
    """Leaving or ending as its question offers it: the verb and the label of the button, and what to say if it is free
    at the beginning.
    """

    yes: str
    label: str
    free: str
    ends: bool


_LEAVE = _Way(
    "quit-yes", N_("Leave the game"), N_("Not everybody has played yet, so you will not be rated."), ends=False
)
_END = _Way("end-yes", N_("End the game"), N_("Not everybody has played yet, so nobody is rated."), ends=True)


async def leave(reply: Reply, table: Table, answered: str | None = None) -> None:
    """Give up the seat; during a game, ask first. `answered` is the mark of a question answered with yes.

    Raises:
        NotSeatedError: they have no seat there.
    """
    person, was_kept = reply.interaction.user.id, table.record.seat_kept_for(reply.interaction.user.id) is not None

    def has_agreed(record: TableRecord) -> bool:
        return record.phase is not Phase.PLAYING or _is_still_confirmed(record, person, _LEAVE, answered)

    try:
        position = await table.leave(person, reply.interaction.id, has_agreed)
    except NotAgreedError:
        await reply.in_place(_question(table.record, person, _LEAVE, _leaving(table.record, person)))
        return
    freed = _("A seat at table {number} is no longer kept for you.").format(number=table.id)
    await confirm_in_menu(reply, position, freed if was_kept else _left(position.record))


async def end(reply: Reply, table: Table, answered: str | None) -> None:
    """Close the table; while people are playing, ask first. `answered` is as for `leave`.

    Raises:
        TableError: they may not end it, or it has already ended.
    """
    person, may_manage = reply.interaction.user.id, may_manage_channel(reply.interaction, table.record)
    host = table.record.host

    def has_agreed(record: TableRecord) -> bool:
        is_free = not (record.phase is Phase.PLAYING and record.people)
        return is_free or _is_still_confirmed(record, person, _END, answered)

    try:
        position = await table.end(person, reply.interaction.id, has_agreed, may_manage=may_manage)
    except NotAgreedError:
        await reply.in_place(_question(table.record, person, _END, _ending(table.position, person)))
        return
    if person != host:
        await note_act(reply, ENDED, table.id)
    await confirm_in_menu(reply, position, _("Table {number} is closed.").format(number=table.id))


async def end_found(reply: Reply, found: Awaitable[Table], answered: str | None = None) -> None:
    """End the table that is found, also one that cannot be read.

    Raises:
        TableError: as for `end`.
    """
    try:
        table = await found
    except UnknownRulesError as error:
        await _end_unreadable(reply, error, answered)
    else:
        await end(reply, table, answered)


async def _end_unreadable(reply: Reply, error: UnknownRulesError, answered: str | None) -> None:
    """Close a table that occupies its channel although nobody can play there; ask first, because the bot's host may be
    able to mend it.
    """
    table, interaction = error.table, reply.interaction
    if not table.phase.is_live:
        raise error
    closing.require_may_end(table, interaction.user.id, may_manage=may_manage_channel(interaction, table))
    if answered is None:
        what = _(
            "## End the game?\nThis game cannot be read now, but the bot's host may be able to mend that. Once it is "
            "ended, it does not go on, and nobody is rated."
        )
        yes = button(table.id, _END.yes, _(_END.label), style=Style.danger)
        await reply.in_place(page([what, (yes,)], GOLD))
        return
    await reply.services.tables.close_unreadable(table, closing.UNREADABLE_ENDED)
    reply.services.announcer.unreadable_closed(table)
    if interaction.user.id != table.host:
        await note_act(reply, ENDED, table.id)
    await reply.in_place(page([_("Table {number} is closed.").format(number=table.id)], GREY))


def _leaving(table: TableRecord, person: int) -> str:
    if set(table.present) - {person}:
        return _("## Leave the game?\nA computer player takes your seat until you come back.")
    others = len(set(table.people) - {person})
    if others and not has_outstayed_all(table, person):
        return ngettext(
            "## Leave the game?\nThe other player is away, and the game waits for them.",
            "## Leave the game?\nThe others are away, and the game waits for them.",
            others,
        )
    return _("## Leave the game?\nNobody else is playing, so it ends.")


def _ending(position: Position, person: int) -> str:
    if has_outstayed_all(position.record, person):
        return _("## End the game?\nEverybody else has left it.")
    if _has_winners(replace(position, record=closing.end(position.record, person, LEVEL, may_manage=True))):
        return _("## End the game?\nIt ends for everybody, and whoever has not left it has won.")
    return _("## End the game?\nIt ends for everybody, without a winner.")


def _has_winners(ended: Position) -> bool:
    """Whether the game's result names people who have won."""
    result = result_of(ended)
    return result is not None and any(each.rank == 1 and each.player.person > 0 for each in result.participants)


def _is_still_confirmed(table: TableRecord, person: int, way: _Way, answered: str | None) -> bool:
    """Whether a yes still counts: leaving may have been free when asked but cost rating now."""
    return answered is not None and not (answered == FREE and has_rating_at_stake(table, person, ends=way.ends))


def _question(table: TableRecord, person: int, way: _Way, what: str) -> LayoutView:
    """Ask for confirmation and state the cost."""
    costs, rating = has_rating_at_stake(table, person, ends=way.ends), ""
    if costs:
        rating = _("You will be rated last.")
    elif table.counts and table.is_beginning:
        rating = _(way.free)
    elif table.counts and table.leavers and has_outstayed_all(table, person):
        rating = _("You will be rated first.")
    buttons = (
        button(table.id, way.yes, _(way.label), style=Style.danger, argument="" if costs else FREE),
        button(table.id, "menu-back", _("Play on")),
    )
    return page([what, rating, buttons], GOLD)


def _left(table: TableRecord) -> str:
    """The confirmation after leaving, with what happens to the table."""
    if table.phase is Phase.CLOSED:
        sentence = _("You have left table {number}. Nobody else played there, so it is closed.")
    elif table.awaits_return:
        sentence = ngettext(
            "You have left table {number}. The game waits for the other player, who is away.",
            "You have left table {number}. The game waits for the others, who are away.",
            len(table.people),
        )
    elif table.phase is Phase.PLAYING:
        sentence = _(
            "You have left table {number}. A computer player plays on for you; /table join in its channel brings you "
            "back."
        )
        if table.outside:  # where not everybody has commands
            sentence = _(
                "You have left table {number}. A computer player plays on for you; **More** on the board brings you "
                "back."
            )
    else:
        sentence = _("You have left table {number}.")
    return sentence.format(number=table.id)


@on("quit")
async def ask_to_leave(click: Click) -> None:
    await leave(click.reply, await click.table())


@on("quit-yes")
async def confirm_leaving(click: Click) -> None:
    await leave(click.reply, await click.table(), click.argument)


@on("end")
async def ask_to_end(click: Click) -> None:
    await end_found(click.reply, click.table())


@on("end-yes")
async def confirm_end(click: Click) -> None:
    await end_found(click.reply, click.table(), click.argument)
