"""Requesting a rematch, by button or command; if an open one reserves a seat for the caller, they take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.tables.model.errors import TableError
from bot.ui.board.unshown import cannot_be_shown, unshown_sentence
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.services import person
from bot.ui.interaction.whereabouts import home_of
from bot.ui.messages.own_thread import unarchive_thread
from bot.ui.table.confirming import dealt
from bot.ui.table.may_open import applicant_at, require_may_open_there
from bot.ui.table.moderating import require_welcome_here
from bot.ui.table.opening import require_permissions
from bot.ui.wording.place import channel_link

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


async def rematch(reply: Reply, old: Table) -> None:
    """Open a lobby with seats reserved for the other players of the old table.

    Raises:
        TableError: they may not ask for one, or no table can be opened here.
    """
    interaction, who = reply.interaction, person(reply.interaction)
    if await _rejoin(reply, old):
        return
    _require_permissions(interaction, old.record)
    await unarchive_thread(interaction)
    await require_may_open_there(interaction, await applicant_at(interaction, old.record))
    try:
        new = await reply.services.tables.opener.rematch(old, who, interaction.id)
    except TableError:
        if not await _rejoin(reply, old):  # of a rematch that another player has just opened
            raise
        return
    await _answer(reply, new.record, _opened(new.record))


def _require_permissions(interaction: Interaction, old: TableRecord) -> None:
    """Refuse a table in a channel where the bot could not show it; the person may have pressed in another one."""
    if home_of(interaction) is not None and interaction.channel_id == old.channel_id:
        require_permissions(interaction)
    elif cannot_be_shown(interaction.client, old):
        raise TableError(unshown_sentence(interaction.client, old))


def _opened(table: TableRecord) -> str:
    if not table.awaited:
        return dealt(table) or _("Table {number} is open for the rematch; press Start there when you are ready.")
    if table.starts_full:
        return ngettext(
            "Table {number} is open for the rematch. The other player has been asked to join; the cards are dealt once "
            "they have.",
            "Table {number} is open for the rematch. The others have been asked to join; the cards are dealt once they "
            "have.",
            len(table.awaited),
        )
    return ngettext(
        "Table {number} is open for the rematch. The other player has been asked to join; press Start there once "
        "they have.",
        "Table {number} is open for the rematch. The others have been asked to join; press Start there once they have.",
        len(table.awaited),
    )


async def _rejoin(reply: Reply, old: Table) -> bool:
    """Take the seat that an open table in the channel keeps for the caller, unless they sit at the rematch already, as
    whoever presses twice; False if there is neither.
    """
    who = person(reply.interaction)
    table = await reply.services.tables.in_channel(old.record.channel_id)
    if table is None or not table.record.phase.is_live:
        return False
    sits_there = table.record.rematch_of == old.id and table.record.seat_of(who.id) is not None
    if not sits_there and table.record.seat_kept_for(who.id) is None:
        return False
    if not sits_there:
        await require_welcome_here(reply.services, table.record.guild_id, who.id)
        await table.join(who, reply.interaction.id)
    await _answer(reply, table.record, _("You are at table {number}."))
    return True


async def _answer(reply: Reply, table: TableRecord, words: str) -> None:
    """Answer with a sentence about the table; asked elsewhere, with a link to it."""
    sentence = words.format(number=table.id)
    is_here = reply.interaction.channel_id == table.channel_id
    await reply.sentence(sentence if is_here else f"{sentence}\n{channel_link(table)}")


@on("rematch")
async def ask_for_rematch(click: Click) -> None:
    await rematch(click.reply, await click.table())
