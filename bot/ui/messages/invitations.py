"""Invitations in a table's channel, for people whom no direct message reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.language import _, speaking
from bot.rules.catalogue import GAMES
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import written
from bot.ui.messages import posting
from bot.ui.messages.sending import nonce, safe_send
from bot.ui.wording.place import accept_button, place_of

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.languages import Languages


async def invite_in_channel(
    client: discord.Client, languages: Languages, table: TableRecord, guest: int, cause: str
) -> None:
    """Mention the guest once in the table's channel; `cause` tells this invitation from others to them there.

    Raises one of REQUEST_FAILURES.
    """
    with speaking(await languages.of_table(table)):
        sentence = _("<@{guest}>, <@{host}> invites you to {game} at {table}.").format(
            guest=guest,
            host=table.host,
            game=GAMES[table.game].title,
            table=f"[{_('table {number}').format(number=table.id)}]({place_of(client, table).link})",
        )
        view = join_here(table)
    await safe_send(
        posting.channel(client, table.channel_id),
        written(sentence),
        view=view,
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(guest)]),
        suppress_embeds=True,
        silent=Sent.INVITATION.is_silent,
        nonce=nonce(table.id, guest, "invitation", cause),
    )


def join_here(table: TableRecord) -> ui.View:
    """The join button under a mention, in case the board has scrolled out of sight."""
    view = ui.View(timeout=None)
    view.add_item(accept_button(table))
    view.stop()  # nothing waits for this view: clicks are dispatched by custom id
    return view
