"""The one mention that tells a person that it is their turn, or that it is nearly over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.language import N_, _
from bot.tables.acts.turn_clock import margin, turn_end
from bot.tables.model.records import TURN_PING
from bot.ui.kit.controls import Style, button
from bot.ui.kit.mentions import written
from bot.ui.messages import posting
from bot.ui.messages.sending import nonce
from bot.ui.wording.place import place_of
from bot.ui.wording.turn_time import relative

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import MessageStore, PeopleStore
    from bot.tables.model.records import SentMessage, TableRecord
    from bot.ui.messages.table_messages import Room

CLOSED = N_("I could not send you your cards by direct message: press **My hand** on the board instead.")


class TurnPing:
    """Posts the newest turn ping of a table and takes the one before away."""

    def __init__(self, client: discord.Client, messages: MessageStore, people: PeopleStore) -> None:
        self._client = client
        self._messages = messages
        self._people = people

    async def show(self, room: Room, position: Position) -> None:
        """Ping the person to whom the turn came; a ping that was heeded, or is no longer right, goes."""
        if room.latest is not None:
            return  # there is a newer position, and the ping is about that
        person, room.ping = room.ping, None
        warned, room.warning = room.warning, None
        old = (await room.load(self._messages)).get(TURN_PING)
        urgent = warned is not None and warned == position.person_to_act and not _has_warned(old, position)
        over = not position.record.phase.is_live or position.record.awaits_return
        if old is not None and old.version == position.record.decision and not urgent and not over:
            return  # said before, perhaps by a process that died before it noted so
        person = warned if urgent else person
        to_act = None if over else position.person_to_act
        wanted = person is not None and person == to_act and await self._wants(room, person)
        if old is not None and (wanted or over or old.version < position.record.decision):
            await posting.delete(self._client, old)
            await room.forget(self._messages, TURN_PING)
        if wanted and person is not None:
            await self._post(room, position, person, urgent=urgent)

    async def _wants(self, room: Room, person: int) -> bool:
        return person in room.closed_dms or (await self._people.settings(person)).turn_pings

    async def _post(self, room: Room, position: Position, person: int, *, urgent: bool) -> None:
        table = position.record
        closed = _(CLOSED) if person in room.closed_dms else ""
        words = {
            "who": f"<@{person}>",
            "table": f"[{_('table {number}').format(number=table.id)}]({place_of(self._client, table).link})",
            "when": relative(turn_end(table) or 0),
        }
        attempt, _again = await room.attempt(self._messages, TURN_PING)
        message = await posting.channel(self._client, table.channel_id).send(
            written(" ".join(filter(None, [_sentence(table, urgent=urgent).format(**words), closed]))),
            view=_controls(table.id),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(person)]),
            suppress_embeds=True,
            nonce=nonce(table.id, TURN_PING, f"{table.decision} {urgent}", attempt),
        )
        room.closed_dms.discard(person)
        # A ping is about a decision: its `version` is that, so that the next decision takes it away.
        await room.keep(self._messages, posting.sent(message, table.id, TURN_PING, table.decision), "")


def _controls(table_id: int) -> ui.View:
    """The hand is one press away: the board may have scrolled out of sight."""
    view = ui.View(timeout=None)
    view.add_item(button(table_id, "hand", _("My hand"), style=Style.primary))
    view.stop()  # nothing waits for it: the control is known by its id
    return view


def _sentence(table: TableRecord, *, urgent: bool) -> str:
    if urgent:
        return _("{who}, your turn at {table} ends {when}; then the computer plays it.")
    if turn_end(table) is not None:
        return _("{who}, it is your turn at {table}; it ends {when}.")
    return _("{who}, it is your turn at {table}.")


def _has_warned(old: SentMessage | None, position: Position) -> bool:
    """Whether the last ping was this turn's warning, sent by a process that died before it noted so."""
    end, seconds = turn_end(position.record), position.record.turn_seconds
    if old is None or end is None or seconds is None or old.version != position.record.decision:
        return False
    return old.sent_at >= end - margin(seconds) - 1
