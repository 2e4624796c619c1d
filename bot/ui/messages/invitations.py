"""Invitations in a table's channel, for people whom no direct message reaches; and what becomes of those by DM."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import _, speaking
from bot.rules.catalogue import GAMES
from bot.tables.acts import people
from bot.tables.model.records import Phase
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.layout import GREY, page
from bot.ui.kit.loudness import Sent
from bot.ui.messages import posting
from bot.ui.messages.sending import make_nonce, send_mention
from bot.ui.wording.place import accept_button, link_to, place_of, to_the_table

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.interaction.languages import Languages
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages
    from bot.ui.wording.place import Place

log = logging.getLogger(__name__)


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


def too_late(table: TableRecord, place: Place, why: str) -> LayoutView:
    """The invitation by direct message once nobody can join any more, without its button."""
    return page([heading(table, _("Invitation"), place), why, (to_the_table(place),)], GREY)


def begun(table: TableRecord, place: Place) -> LayoutView:
    """The invitation by direct message once the game has begun; its button is for the seat of somebody who leaves."""
    words = _("The game has begun: watch it, and join the rematch. If a player leaves, **{join}** offers you a seat.")
    buttons = (accept_button(table), to_the_table(place))
    return page([heading(table, _("Invitation"), place), words.format(join=_("Join")), buttons], GREY)


def _without_a_seat(table: TableRecord, place: Place, guest: int) -> LayoutView:
    """The guest's invitation by direct message while no seat is free, or once the table is over."""
    if not table.phase.is_live:
        return too_late(table, place, str(people.game_over(table, guest)))
    unwelcome = people.why_unwelcome(table, guest)
    return too_late(table, place, unwelcome) if unwelcome else begun(table, place)


def heading(table: TableRecord, title: str, place: Place) -> str:
    """The first lines of a direct message about joining a table."""
    number = _("table {number}").format(number=table.id)
    return f"## {title}\n-# {GAMES[table.game].title} · {number} · {place.words}"


def has_room(table: TableRecord) -> bool:
    """Whether what invitations to the table say may still be true: in a full lobby too, because people may leave it."""
    return table.phase is Phase.LOBBY or bool(people.free_seats(table))


class Invitations:
    """Says once in the invitations by direct message that nobody has answered that the game has begun or is over. They
    are remembered like the table, in memory only; otherwise, their buttons say so when somebody presses them.
    """

    def __init__(self, services: MessageServices, messenger: Messenger) -> None:
        self._client = services.client
        self._languages = services.languages
        self._messenger = messenger

    async def show(self, messages: TableMessages) -> None:
        """Update all of the table's invitations, unless a seat has become free again.

        Raises one of REQUEST_FAILURES: an invitation that could not be updated may be later.
        """
        failed: Exception | None = None
        for sent in tuple(reversed(messages.invitations)):
            if has_room(messages.position.record):
                return
            try:
                if not await self._is_answered(messages, sent):
                    await self._show(messages.position.record, sent)
            except REQUEST_FAILURES as error:
                failed = error
            else:
                messages.invitations = [each for each in messages.invitations if each != sent]
        if failed is not None:
            raise failed

    async def _is_answered(self, messages: TableMessages, sent: SentMessage) -> bool:
        """Whether the guest has a seat, or their hand is in the invitation."""
        hand = (await messages.load()).get(sent.audience)
        is_hand = hand is not None and hand.message_id == sent.message_id
        return is_hand or messages.position.record.has_own_seat(sent.audience)

    async def _show(self, table: TableRecord, sent: SentMessage) -> None:
        with speaking(await self._languages.of_person(sent.audience, table.guild_id)):
            view = _without_a_seat(table, place_of(self._client, table), sent.audience)
        try:
            await self._messenger.edit(sent, view)
        except discord.HTTPException as error:
            if not posting.is_final(error):
                raise
            log.info("An invitation to table %d was not updated (%d).", table.id, error.code)
