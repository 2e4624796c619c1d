"""Answering with a hand: in the clicked message where possible, or else in a new private one. Each person has one live
hand at a table: a new one turns the previous one into a line that links to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.rules.errors import ActionError
from bot.tables.model.errors import StaleControlError, TableError
from bot.tables.model.records import Phase
from bot.tables.model.sent_message import SentMessage
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.board.show import board_in_place
from bot.ui.interaction.asides import Aside
from bot.ui.interaction.failures import sentence_for
from bot.ui.interaction.free_edits import Token
from bot.ui.interaction.live_hands import LiveHand
from bot.ui.interaction.reply import UnansweredError
from bot.ui.interaction.services import services_of
from bot.ui.kit.layout import digest
from bot.ui.settings.own_settings import save_choice
from bot.ui.turn.drawing import HandDrawer
from bot.ui.turn.past_hand import build_past_hand, heading
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import discord
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.dispatch import Click
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


async def hand_privately(reply: Reply, position: Position, aside: Aside | None = None) -> None:
    """Answer with the hand, in a new message that only its owner sees and that is kept up to date.

    A click on a public message is acknowledged first: its token can then edit that message as well.
    """
    if reply.is_click:
        await reply.defer()
    with reply.services.announcer.overlaps.showing((position.record.id, reply.interaction.user.id)):
        view = await _hand_view(reply.interaction, position, aside)
        message = await reply.private(view)
        if message is not None:
            await _note_hand(reply, position, view, message, is_original=not reply.leaves_original)


async def save_order(reply: Reply, table: TableRecord, order: str) -> None:
    """Save how the caller's hands are sorted, unless they have none at this table: what is refused changes nothing."""
    if table.phase is not Phase.LOBBY and table.seat_of(reply.interaction.user.id) is not None:
        await save_choice(reply, "order", order, shown_at=table.id)


async def hand_in_place(click: Click, position: Position, aside: Aside | None = None) -> None:
    """Show the hand in the private message that was clicked; in a public one, answer privately instead.

    The hand of a person who no longer plays there is replaced accordingly. `aside` is shown with the hand from
    now on.
    """
    message = click.interaction.message
    if message is None or not click.reply.is_private:
        await hand_privately(click.reply, position, aside)
        return
    table, person, overlaps = position.record, click.interaction.user.id, click.services.announcer.overlaps
    with overlaps.showing((table.id, person)), overlaps.showing(message.id):
        try:
            if table.phase is not Phase.LOBBY and table.seat_of(person) is None:
                view = build_past_hand(position, person, place_of(click.interaction.client, table))
            else:
                view = await _hand_view(click.interaction, position, aside)
            await click.reply.show(view)
        except (UnansweredError, StoreUnavailableError):
            # A turn being built, and an aside, are not announced as moves are.
            await click.services.announcer.refresh_hand(position, person)
            raise
        await _note_in_place(click, position, view, message)


async def _note_in_place(click: Click, position: Position, view: LayoutView, message: discord.Message) -> None:
    """Note that this is the person's hand now, in a private answer or by direct message, or what replaces it there."""
    table, person = position.record, click.interaction.user.id
    if message.flags.ephemeral:
        await _note_hand(click.reply, position, view, message, is_original=True)
    elif table.plays(person):
        created = message.created_at.timestamp()
        sent = SentMessage(table.id, person, message.channel.id, message.id, created, table.version)
        await click.services.announcer.answers.note_direct_hand(position, sent, view)
    else:
        await click.note_shown(view, table.version)


async def answer_turn(click: Click, table: Table, work: Callable[[], Awaitable[Aside | None]]) -> None:
    """Do the work, then show the current hand with the aside that the work returns, or the reason if it was refused.
    Where all hands are open, turns may be played from the public board: somebody who may not play only gets a private
    sentence.
    """
    on_board = _is_open_board(click, table.record)
    try:
        aside = await work()
    except (TableError, ActionError) as error:
        if on_board and isinstance(error, StaleControlError):
            await board_in_place(click, table.position)
        if on_board or not click.reply.is_private or not _has_hand(table, click.interaction.user.id):
            raise
        aside = _refusal(table, error)
    if on_board and aside is None:
        await board_in_place(click, table.position)
    else:
        await hand_in_place(click, table.position, aside)


def _is_open_board(click: Click, table: TableRecord) -> bool:
    """Whether a board with open hands was pressed, which in its host's direct messages only they see."""
    message = click.interaction.message
    is_own = table.in_own_dm and message is not None and not message.flags.ephemeral
    return text_of(table.game).open_hands and (is_own or not click.reply.is_private)


def _has_hand(table: Table, person: int) -> bool:
    """Whether there is a hand to show the person, or a message that replaces it."""
    record = table.record
    return record.phase is not Phase.LOBBY and (record.phase.is_live or record.seat_of(person) is not None)


def _refusal(table: Table, error: Exception) -> Aside:
    sentence = sentence_for(error) or ""
    return Aside(table.record.decision, lambda: (f"⚠️ {sentence}",))


def _closed_dm_note() -> str:
    """What the person is told once if their direct messages are closed."""
    return _(
        "⚠️ I could not send you your cards by direct message. Play here, or allow direct messages from this server and "
        "then choose “{choice}” in /settings."
    ).format(choice=_("My hand by direct message"))


async def _hand_view(interaction: Interaction, position: Position, aside: Aside | None) -> LayoutView:
    """The caller's hand.

    Raises:
        TableError: they do not play there, or there are no cards yet.
    """
    bot, person, table = services_of(interaction), interaction.user.id, position.record
    announcer = bot.announcer
    announcer.asides.put(table.id, person, aside)
    note = _closed_dm_note() if announcer.take_closed_dm(table.id, person) else ""
    drawer = HandDrawer(interaction.client, bot.store, bot.illustrator, announcer.asides)
    return await drawer.draw(position, person, note)


async def _note_hand(
    reply: Reply, position: Position, view: LayoutView, message: discord.Message, *, is_original: bool
) -> None:
    """Note this answer as the person's one hand, as long as there is something to play."""
    table, interaction = position.record, reply.interaction
    person = interaction.user.id
    token = Token(
        interaction.client,
        interaction.application_id,
        interaction.token,
        message.id,
        is_original,
        interaction.guild_id or 0,
        interaction.channel_id or 0,
    )
    await reply.services.announcer.answers.note_private_hand(
        LiveHand(
            table.id,
            person,
            token,
            digest(view),
            table.version,
            heading(position, place_of(interaction.client, table)),
            plays=table.plays(person),
            is_sent=not table.outside and not text_of(table.game).open_hands,
            in_own_dm=table.in_own_dm,
        )
    )
