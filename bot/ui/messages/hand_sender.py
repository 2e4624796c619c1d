"""Each player's hand: in a private answer as long as that can be edited, otherwise by direct message."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.language import speaking
from bot.render.catalogue import text_of
from bot.tables.model.records import Phase
from bot.ui.art.drawing_turns import patience_for_hand
from bot.ui.kit.layout import digest
from bot.ui.kit.loudness import Sent
from bot.ui.messages import posting
from bot.ui.messages.posting import OLD_AFTER_SECONDS, PASSING_IN_DMS, Post
from bot.ui.messages.private_hands import can_drop_hands
from bot.ui.turn.past_hand import heading
from bot.ui.turn.pointers import moved_elsewhere
from bot.ui.wording.place import place_of

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.records import TableRecord
    from bot.tables.model.sent_message import SentMessage
    from bot.ui.interaction.live_hands import LiveHand
    from bot.ui.messages.messenger import Messenger
    from bot.ui.messages.notifications import Notifications
    from bot.ui.messages.private_hands import PrivateHands
    from bot.ui.messages.services import MessageServices
    from bot.ui.messages.table_messages import TableMessages
    from bot.ui.turn.drawing import HandDrawer

log = logging.getLogger(__name__)

FLAGGED_PAUSE_SECONDS = 3600.0
"""Seconds until a person is written to again after Discord has refused it because the bot is flagged for spam."""


class HandSender:
    """Keeps each player's hand up to date, wherever it is."""

    def __init__(
        self,
        services: MessageServices,
        messenger: Messenger,
        notifications: Notifications,
        drawer: HandDrawer,
        private: PrivateHands,
    ) -> None:
        self._client = services.client
        self._people = services.store.people
        self._languages = services.languages
        self._illustrator = services.illustrator
        self._messenger = messenger
        self._notifications = notifications
        self._drawer = drawer
        self._private = private

    async def show(self, messages: TableMessages, person: int) -> bool:
        """Update the hand message of a current or former player, if it changed.

        Returns False if only a private answer was updated and the direct message does not yet link to it: the link
        costs a request, which the answer does not.
        """
        table = messages.position.record
        with speaking(await self._languages.of_person(person, table.guild_id)):
            live = self._private.live.of(table.id, person)
            if live is not None and live.version < table.version:
                await self._private.refresh(messages, live)
                if self._private.live.of(table.id, person) is live and messages.needs_pointer(person):
                    return False
            if has_hands(table) and not table.outside:
                await self._show_by_dm(messages, person)
        return True

    async def _show_by_dm(self, messages: TableMessages, person: int) -> None:
        table = messages.position.record
        if table.plays(person):
            live = self._private.live.of(table.id, person)
            await (self._show(messages, person) if live is None else self._point(messages, live))
        elif person in await messages.load():
            await self._show_past(messages, person)

    async def _point(self, messages: TableMessages, live: LiveHand) -> None:
        """Say in the direct message that the hand is open elsewhere."""
        position, person = messages.position, live.person
        old = (await messages.load()).get(person)
        if old is None:
            return
        title = heading(position, place_of(self._client, position.record))
        await self._edit_or_remove(messages, old, moved_elsewhere(title, messages.table_id, live.channel_link))
        messages.pointing.add(person)

    async def _show_past(self, messages: TableMessages, person: int) -> None:
        """Replace a former player's hand with a note, or delete it if nobody needs one."""
        old, position = (await messages.load())[person], messages.position
        table = position.record
        if can_drop_hands(table) or person not in table.ever_seated:
            await self._messenger.remove(messages, old)
        else:
            await self._edit_or_remove(messages, old, await self._drawer.draw_past(position, person))

    async def _edit_or_remove(self, messages: TableMessages, old: SentMessage, view: LayoutView) -> None:
        """Edit the direct message; delete it if Discord refuses edits."""
        person, shown = old.audience, digest(view)
        if messages.digests.get(person) == shown:
            return
        try:
            is_edited = await self._edited(old, view)
        except discord.Forbidden as error:
            if error.code in PASSING_IN_DMS:
                raise  # tried again; deleting it would be refused as well
            is_edited = False
        if not is_edited:
            await self._messenger.remove(messages, old)
        elif (await messages.load()).get(person) == old:  # otherwise another was pressed meanwhile
            messages.digests[person] = shown

    async def _show(self, messages: TableMessages, person: int) -> None:
        """Show the hand in the direct message; remove it if the person wants none there."""
        chosen = await self._people.settings(person)
        old = (await messages.load()).get(person)
        messages.pointing.discard(person)
        by_dm = messages.position.record.in_own_dm or chosen.gets_hand_by_dm
        if old is not None and not by_dm and not chosen.hand_by_dm:
            await self._messenger.remove(messages, old)
        elif old is None and by_dm and _is_put_off(messages, person):
            messages.closed_dms.add(person)  # told again at their next turn
        elif old is not None or by_dm:
            await self._deliver(messages, person, old, may_send=by_dm)

    async def _deliver(self, messages: TableMessages, person: int, old: SentMessage | None, *, may_send: bool) -> None:
        """Draw the hand and, if it changed, edit the old message or, if the person may be sent one, send a new one."""
        async with self._illustrator.background.turn(lambda: patience_for_hand(messages.position, person)):
            position = messages.position
            if not position.record.plays(person):
                return  # the game ended meanwhile, which is shown next
            view = await self._drawer.draw(position, person)
        shown = digest(view)
        if messages.digests.get(person) == shown or self._private.live.of(messages.table_id, person) is not None:
            return
        if old is not None and not may_send:
            await self._edit_or_remove(messages, old, view)
            return
        post = Post(person, position.record.version, view)
        try:
            now_sent = await self._edit_or_replace(messages, old, post, is_turn=position.person_to_act == person)
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code in PASSING_IN_DMS:
                raise  # tried again
            if error.code == posting.FLAGGED_AS_SPAM:
                self._put_off(messages, person)
            else:
                await self._note_closed(messages, person)
            if old is not None:
                await self._edit_or_remove(messages, old, view)
            return
        if now_sent is not None:
            await messages.keep(now_sent, shown)

    async def _edit_or_replace(
        self, messages: TableMessages, old: SentMessage | None, post: Post, *, is_turn: bool
    ) -> SentMessage | None:
        """Edit the old message, or send a new one if none can be edited or an earlier send was begun. None if neither
        was done, or if the person has pressed another message meanwhile, which is their hand now.

        In the person's quiet hours no new one is sent, and the old one is edited however old it is.
        """
        editable = None if post.audience in messages.attempts else old
        if editable is not None and not (is_turn and _age(editable) > OLD_AFTER_SECONDS):
            if await self._edited(editable, post.view):
                is_current = (await messages.load()).get(post.audience) == editable
                return editable if is_current else None  # otherwise another was pressed meanwhile
            editable = None
        if await self._notifications.postpones_hand(messages.position, post.audience, is_turn=is_turn):
            return editable if editable is not None and await self._edited(editable, post.view) else None
        target = await posting.direct(self._client, post.audience)
        kind = Sent.HAND_TO_PLAY if is_turn and await self._wants_sound(post.audience) else Sent.HAND_TO_SEE
        new = await self._messenger.send_once(messages, target, post, kind)
        pressed = (await messages.load()).get(post.audience)  # such as an invitation, while this was sent
        others = {each.message_id: each for each in (old, pressed) if each is not None}
        messages.replaced += [each for number, each in others.items() if number != new.message_id]
        return new

    async def _edited(self, old: SentMessage, view: LayoutView) -> bool:
        """Edit the message; False if it or its channel is gone."""
        try:
            return await self._messenger.edit(old, view)
        except discord.NotFound:
            return False

    async def _wants_sound(self, person: int) -> bool:
        """Whether a turn may make a sound: not in quiet hours, nor for somebody who chose a digest."""
        return (await self._people.settings(person)).digest is None and not await self._notifications.is_quiet(person)

    def _put_off(self, messages: TableMessages, person: int) -> None:
        """Leave the person's direct messages alone for a while; their settings stay as they are."""
        log.warning(
            "Discord has flagged the bot for spam and does not let it open new direct messages (%d). Appeal to "
            "Discord; meanwhile, players see their cards with My hand on the board.",
            posting.FLAGGED_AS_SPAM,
        )
        messages.dms_refused_at[person] = _now()
        messages.closed_dms.add(person)

    async def _note_closed(self, messages: TableMessages, person: int) -> None:
        """Remember that the person accepts no DMs, so as not to retry, and tell them once."""
        log.info("A player of table %d accepts no direct messages; the board has a button.", messages.table_id)
        await self._people.change(person, dm_closed=True)
        messages.closed_dms.add(person)


def has_hands(table: TableRecord) -> bool:
    """Whether people have cards there that only they may see."""
    return table.phase is not Phase.LOBBY and not text_of(table.game).open_hands


def _is_put_off(messages: TableMessages, person: int) -> bool:
    """Whether the person is not written to for now, because the bot is flagged for spam."""
    refused_at = messages.dms_refused_at.get(person)
    return refused_at is not None and _now() - refused_at <= FLAGGED_PAUSE_SECONDS


def _age(message: SentMessage) -> float:
    return _now() - message.sent_at


def _now() -> float:
    return discord.utils.utcnow().timestamp()
