"""Voiding the result of a game: a moderator's act, announced where the game was played."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.language import _, speaking
from bot.render.names import quoted
from bot.tables.model.errors import TableError
from bot.tables.model.moderation import VOIDED
from bot.tables.model.saved import note_saved
from bot.ui.board.ending import standings
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.moderated import note_act
from bot.ui.interaction.reply import UnansweredError
from bot.ui.interaction.table_lookup import table_number
from bot.ui.interaction.visibility import known_table
from bot.ui.kit.controls import Style, button
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.layout import GOLD, GREY, page
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY, written
from bot.ui.messages import posting
from bot.ui.table.moderating import require_moderator
from bot.ui.wording.rating_lines import rated_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply

log = logging.getLogger(__name__)


async def void_named(reply: Reply, named: str) -> None:
    """`void` for the table whose number was typed."""
    require_moderator(reply.interaction)
    number = table_number(named)
    if number is None:
        raise _no_table(quoted(named))
    await void(reply, number)


async def void(reply: Reply, number: int, *, confirmed: bool = False) -> None:
    """Void the result of one of this server's games, after a confirmation, and announce it.

    Raises:
        TableError: they may not, or there is no such result.
    """
    guild_id, services = require_moderator(reply.interaction), reply.services

    async def is_here(record: TableRecord) -> bool:
        return record.home == guild_id

    table = await known_table(reply.interaction, number, is_here)
    if table is None:
        raise _no_table(number)
    if table.record.phase.is_live:
        words = _("The game at table {number} is not over yet; you can void its result afterwards.")
        raise TableError(words.format(number=number))
    rated = await rated_of(services.store.records, table.position)
    if rated is None:
        raise TableError(_("The game at table {number} has no result.").format(number=number))
    if not rated.voided and not confirmed:
        await reply.in_place(_void_question(table))
        return
    if rated.voided or not await services.store.records.void(guild_id, number, services.clock.now()):
        services.announcer.refresh(table.position)  # the bot may have been killed before it did so
        raise TableError(_("The result of table {number} has been voided already.").format(number=number))
    note_saved()
    await note_act(reply, VOIDED, number)
    services.announcer.refresh(table.position)
    await _say_voided(reply, table)


def _no_table(named: int | str) -> TableError:
    return TableError(_("There is no table {number} in this server; /history shows the numbers.").format(number=named))


def _void_question(table: Table) -> LayoutView:
    title = _("## Void the result of table {number}?").format(number=table.id)
    what = _(
        "It then counts for nothing: ratings are recomputed without it. This cannot be undone, and the game's channel "
        "is told."
    )
    parts = [title, f"{table.position.game.title}\n{standings(table.position)}", what]
    buttons = (
        button(table.id, "void-yes", _("Void the result"), style=Style.danger),
        button(table.id, "void-no", _("Keep it")),
    )
    return page([*parts, buttons], GOLD)


async def _say_voided(reply: Reply, table: Table) -> None:
    """Announce it where the game was played, and answer the moderator in place of the question."""
    is_here = reply.interaction.channel_id == table.record.channel_id
    with speaking(await reply.services.languages.of_guild(table.record.guild_id)):
        public = _(
            "{moderator} voided the result of table {number} ({game}): it counts for nothing, and ratings are as if it "
            "had not been played."
        )
        told = public.format(
            moderator=f"<@{reply.interaction.user.id}>", number=table.id, game=table.position.game.title
        )
    words = _("The result of table {number} is void.").format(number=table.id)
    if not is_here and not await _announced(reply, table, told):
        words += " " + _("I could not say so in the game's channel; please tell the players yourself.")
    try:
        await reply.show(page([words], GREY))
        if is_here:
            await reply.publicly(told)
    except UnansweredError:
        if is_here:
            await _announced(reply, table, told)
        raise


async def _announced(reply: Reply, table: Table, words: str) -> bool:
    """Write to the game's channel; False if that cannot be done."""
    try:
        channel = posting.channel(reply.interaction.client, table.record.channel_id)
        await channel.send(written(words), allowed_mentions=NOBODY, silent=Sent.ANSWER.is_silent)
    except REQUEST_FAILURES as error:
        log.info("Could not announce that the result of table %d is void: %s", table.id, error)
        return False
    return True


@on("void-yes")
async def confirm_void(click: Click) -> None:
    await void(click.reply, click.table_id, confirmed=True)


@on("void-no")
async def keep(click: Click) -> None:
    await click.reply.show(page([_("The result of table {number} stands.").format(number=click.table_id)], GREY))
