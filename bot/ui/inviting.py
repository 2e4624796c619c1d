"""Telling people of an invitation, and offering a leaver's seat."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import _, speaking
from bot.render.words import plain
from bot.tables.people import free_seats
from bot.ui import posting
from bot.ui.controls import Style, button
from bot.ui.house import house
from bot.ui.layout import BLUE, page
from bot.ui.place import place_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model import TableRecord
    from bot.ui.controls import Press
    from bot.ui.house import Interaction

log = logging.getLogger(__name__)


async def tell_invited(interaction: Interaction, table: TableRecord, guest: int) -> None:
    """Mention who was invited, once, in the table's channel."""
    client = interaction.client
    with speaking(await house(interaction).languages.of_guild(table.guild_id)):
        sentence = _("<@{guest}>, <@{host}> invites you to {table}.").format(
            guest=guest,
            host=table.host,
            table=f"[{_('table {number}').format(number=table.id)}]({place_of(client, table).link})",
        )
    try:
        await posting.channel(client, table.channel_id).send(
            sentence,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(guest)]),
            suppress_embeds=True,
        )
    except discord.HTTPException as error:
        log.info("An invitation to table %d could not be posted (%d).", table.id, error.code)


def may_take_over(table: TableRecord, person: int) -> bool:
    """Whether there is a seat for somebody new in the running game."""
    known = any(seat.person == person for seat in table.seats)
    return bool(free_seats(table)) and not known and person not in (*table.replaced, *table.barred)


def take_over_buttons(table: TableRecord) -> list[Press]:
    """A button for each seat that was left; there are at most five in a row."""
    return [
        button(
            table.id,
            "takeover",
            _("Take over seat {number}").format(number=seat + 1),
            style=Style.success,
            argument=str(seat),
        )
        for seat in free_seats(table)[:5]
    ]


def offer(table: TableRecord) -> LayoutView:
    """The seats of a running game that wait for somebody new."""
    names = [plain(table.seats[seat].name) for seat in free_seats(table)]
    sentences = [_("A computer player plays for {name}, who left.").format(name=name) for name in names]
    note = _("-# Whoever takes over sees that hand from then on, and cannot gain rating in this game.")
    return page(["\n".join(sentences), note, take_over_buttons(table)], BLUE)
