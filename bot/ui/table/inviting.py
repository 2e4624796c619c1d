"""Invitations to a table, and offers of abandoned seats."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import _, ngettext, speaking
from bot.permissions import can_read
from bot.render.names import plain
from bot.rules.catalogue import GAMES
from bot.tables.acts.people import free_seats
from bot.tables.model.records import Phase
from bot.ui.interaction.guests import resolved
from bot.ui.interaction.services import person
from bot.ui.kit.controls import Style, button
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.kit.layout import BLUE, GREEN, page
from bot.ui.kit.loudness import Sent
from bot.ui.kit.mentions import NOBODY
from bot.ui.messages import posting
from bot.ui.messages.invitations import heading, invite_in_channel
from bot.ui.messages.sending import make_nonce, safe_send
from bot.ui.wording.place import accept_button, place_of, to_the_table
from bot.ui.wording.seats import names

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part
    from bot.ui.kit.types import Interaction
    from bot.ui.wording.place import Place

log = logging.getLogger(__name__)


async def notify_invited(reply: Reply, table: TableRecord, guest: int) -> str:
    """Send the guest a message with a button to join, or mention them in the channel if their DMs are closed.

    Returns the sentence about it for the host.
    """
    told = await _invitation_sentence(reply, table, guest)
    if not _cannot_see_channel(reply.interaction, table, guest):
        return told
    return _("{told} They cannot see this channel: give them access, or they will play without the board.").format(
        told=told
    )


def _cannot_see_channel(interaction: Interaction, table: TableRecord, guest: int) -> bool:
    """Whether the guest cannot read in the table's channel, as told by Discord when somebody is chosen there."""
    granted = resolved(interaction, "members").get(str(guest), {}).get("permissions")
    if granted is None or interaction.channel_id != table.channel_id:
        return False
    return not can_read(discord.Permissions(int(granted)), interaction.channel)


async def _invitation_sentence(reply: Reply, table: TableRecord, guest: int) -> str:
    bot = reply.services
    if table.outside:
        return _("<@{guest}> may join now; tell them yourself, since here I can only answer.").format(guest=guest)
    if not await bot.announcer.may_notify(guest, table.id):
        return _("<@{guest}> may join now; they have quiet hours or are away, and will be told afterwards.").format(
            guest=guest
        )
    if not bot.contact_limit.may_write(table.host, guest):
        said = _("<@{guest}> may join now; I messaged them recently, so please tell them yourself.")
        if not bot.contact_limit.has_written(table.host, guest):
            said = _("<@{guest}> may join now; I have just messaged many people for you, so please tell them yourself.")
        return said.format(guest=guest)
    chosen = await bot.store.people.settings(guest)
    if chosen.gets_hand_by_dm and await _invite_privately(reply, table, guest):
        return _("<@{guest}> may join now, and has been sent an invitation.").format(guest=guest)
    if await _invite_in_channel(reply, table, guest):
        return _("<@{guest}> may join now, and has been invited in the channel.").format(guest=guest)
    return _("<@{guest}> may join now, but my message did not arrive; please tell them yourself.").format(guest=guest)


async def _invite_privately(reply: Reply, table: TableRecord, guest: int) -> bool:
    """Send the invitation by direct message; return whether that worked."""
    interaction = reply.interaction
    client, host = interaction.client, plain(person(interaction).name)
    try:
        target = await posting.direct(client, guest)
        with speaking(await reply.services.languages.of_person(guest, table.guild_id)):
            view = invitation(table, host, place_of(client, table))
        name = make_nonce(table.id, guest, "invitation", str(interaction.id))
        sent = await safe_send(target, view=view, allowed_mentions=NOBODY, silent=Sent.INVITATION.is_silent, nonce=name)
    except REQUEST_FAILURES as error:
        log.info("An invitation to table %d could not be sent by DM: %s", table.id, error)
        return False
    reply.services.announcer.note_invitation(table, guest, sent)
    return True


async def _invite_in_channel(reply: Reply, table: TableRecord, guest: int) -> bool:
    """Mention the guest once in the table's channel; return whether that worked."""
    asked = reply.interaction
    try:
        await invite_in_channel(asked.client, reply.services.languages, table, guest, str(asked.id))
    except REQUEST_FAILURES as error:
        log.info("An invitation to table %d could not be posted: %s", table.id, error)
        return False
    return True


def invitation(table: TableRecord, host: str, place: Place) -> LayoutView:
    """The invitation with a button to take a seat; the host's name is plain text."""
    words = ngettext(
        "**{host}** invites you to a game of {game}; {taken} of {places} seat taken.",
        "**{host}** invites you to a game of {game}; {taken} of {places} seats taken.",
        table.places,
    )
    if free_seats(table):
        words = _("**{host}** invites you to a game of {game} that has begun; a seat is free.")
    words = words.format(host=host, game=GAMES[table.game].title, taken=len(table.taken), places=table.places)
    buttons = (accept_button(table), to_the_table(place))
    return page([heading(table, _("Invitation"), place), words, buttons], BLUE)


def accepted(table: TableRecord, place: Place) -> LayoutView:
    """The invitation after the guest has joined, without a join button."""
    words = _("You are at the table; the game begins when <@{host}> starts it.")
    if table.phase is Phase.PLAYING:
        words = _("You are at the table; the game has begun.")
    elif table.starts_full:
        words = _("You are at the table; the game begins when the last seat is taken, or <@{host}> starts it.")
    words = words.format(host=table.host)
    return page([heading(table, _("You have joined"), place), words, (to_the_table(place),)], GREEN)


def take_over_buttons(table: TableRecord) -> list[Button]:
    """A button for each abandoned seat, at most five: one row."""
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


def offer(table: TableRecord, place: Place | None) -> LayoutView:
    """The offer to take over an abandoned seat in a running game; `place` is the table's, if it is shown elsewhere."""
    left, removed = (
        _("A computer player plays for {name}, who left."),
        _("A computer player plays for {name}, who was removed."),
    )
    sentences = [
        (removed if table.seats[seat].person in table.removed else left).format(name=plain(names(table)[seat]))
        for seat in free_seats(table)
    ]
    note = _("-# Whoever takes over sees that hand from then on, and cannot gain rating in this game.")
    parts: list[Part] = ["\n".join(sentences), note, take_over_buttons(table)]
    if place is None:
        return page(parts, BLUE)
    return page([heading(table, _("Invitation"), place), *parts, (to_the_table(place),)], BLUE)
