"""The table that a command is about: the one named, this channel's, or in a DM the one waiting for the person."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import quoted, visible
from bot.tables.model.errors import NoTableError, TableError
from bot.ui.interaction.advice import how_to_play, may_open_in_server
from bot.ui.interaction.services import services_of
from bot.ui.interaction.visibility import visible_table
from bot.ui.interaction.whereabouts import home_of, is_outside, is_own_dm
from bot.ui.wording.shown_text import pattern_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.tables.table.table import Table
    from bot.ui.kit.types import Interaction


def table_number(text: str) -> int | None:
    """The table number that was typed, alone or as lists show it; None if there is none.

    >>> table_number(" #7 "), table_number("Table 7: Huxxy, #cards"), table_number("7 of hearts")
    (7, 7, None)
    """
    typed = visible(text).casefold()
    for named in ("{number}", "Table {number}", _("Table {number}")):
        shown = _pattern(named.casefold()).fullmatch(typed)
        if shown is not None:
            return int(shown["number"].lstrip("#"))
    return None


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A table as it is typed, alone or at the beginning of a list's entry; spaces may be missing."""
    table = pattern_of(text, number="#?[0-9]{1,18}").replace(r"\ ", r"\ ?")
    return re.compile(rf"{table}(?: ?: .*)?")


def require_own_message(interaction: Interaction, message: discord.Message) -> None:
    """Refuse other people's messages, which belong to no table. Raises TableError."""
    user = interaction.client.user
    if user is None or message.author.id != user.id:
        raise TableError(_("That message is not mine; choose one of my messages."))


async def table_here(interaction: Interaction) -> Table:
    """The table of the command's channel. Raises NoTableError."""
    tables = services_of(interaction).tables
    table = await tables.in_channel(interaction.channel_id or 0)
    if table is not None:
        return table
    if is_own_dm(interaction) and await tables.of_person(interaction.user.id):
        raise NoTableError(_("Your table is not here; use this in its channel, to which /tables has a link."))
    if await may_open_in_server(interaction):
        raise NoTableError(_("There is no table in this channel; open one with /table new."))
    raise NoTableError(await _no_table(interaction))


async def find_table(interaction: Interaction, named: str = "") -> Table:
    """The table that a command is about.

    Raises:
        TableError: there is none, or the command has to name it.
    """
    if named:
        return await _table_named(interaction, named)
    if home_of(interaction) is not None:
        return await table_here(interaction)
    if is_outside(interaction):
        here = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
        if here is not None and here.record.phase.is_live:
            return here
    mine = await services_of(interaction).tables.of_person(interaction.user.id)
    if not mine:
        raise NoTableError(await _no_table(interaction))
    waiting = [table for table in mine if table.position.person_to_act == interaction.user.id]
    return waiting[0] if len(waiting) == 1 else _only(mine)


async def table_to_leave(interaction: Interaction, named: str) -> Table:
    """The table that was named, or this channel's; in a DM without one, the person's only table, whose channel they may
    no longer see. Raises TableError.
    """
    if named:
        return await _table_named(interaction, named)
    try:
        return await table_here(interaction)
    except NoTableError:
        mine = await services_of(interaction).tables.of_person(interaction.user.id)
        if not mine or not is_own_dm(interaction):
            raise
        return _only(mine)


def _only(mine: Sequence[Table]) -> Table:
    """The only one of the person's tables. Raises TableError if there are several."""
    if len(mine) == 1:
        return mine[0]
    raise TableError(
        _("You are at several tables; choose one with table:, for example table: {number}.").format(number=mine[0].id)
    )


async def _no_table(interaction: Interaction) -> str:
    """Message for somebody without a table, with what is possible there."""
    if is_own_dm(interaction):
        return _("You are not at a table; join one in a server's channel, or play alone here with /solo.")
    return _("You are not at a table; {advice}.").format(advice=await how_to_play(interaction))


async def _table_named(interaction: Interaction, named: str) -> Table:
    """The table with that number, if the person may know about it: they have a seat there, or it is in this server."""
    number = table_number(named)
    table = None if number is None else await visible_table(interaction, number)
    if table is not None:
        return table
    raise NoTableError(
        _("I found no table “{text}”; pick one from the list that table: offers.").format(text=quoted(named))
    )
