"""Invitations in a table's channel, for people whom no direct message reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, speaking
from bot.rules.catalogue import GAMES
from bot.ui.kit.loudness import Sent
from bot.ui.messages.sending import make_nonce, send_mention
from bot.ui.wording.place import accept_button, link_to

if TYPE_CHECKING:
    import discord

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
            table=link_to(table),
        )
        join = accept_button(table)
    name = make_nonce(table.id, guest, "invitation", cause)
    await send_mention(client, table.channel_id, sentence, [guest], join, kind=Sent.INVITATION, nonce=name)
