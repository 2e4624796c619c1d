"""What tables do when they wake: a computer player's move, a warning, the clock's move, or closing."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.language import N_
from bot.tables.acts import autopilot
from bot.tables.model.errors import NotSeatedError
from bot.tables.model.pace import THINK_SECONDS
from bot.tables.model.records import Deadline, Wake
from bot.tables.model.seed import thought_stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.protocols import Choice, Presence, Thinkers
    from bot.tables.table.table import Table


_WAITED_FOR_PERSON = (Wake.TURN_WARNING, Wake.TURN_END, Wake.IDLE_EXPIRY)
"""Deadlines reached because a person kept the table waiting, perhaps because they left the server."""


class Waker:
    """Acts on due deadlines. `may_act` is checked after each wait: a bot that is stopping or cut off does nothing."""

    def __init__(self, thinkers: Thinkers, presence: Presence, may_act: Callable[[Table], bool]) -> None:
        self._thinkers = thinkers
        self._presence = presence
        self._may_act = may_act

    async def act_on(self, table: Table, deadline: Deadline) -> None:
        """Do what the table's current deadline is for; players who left the server are not waited for.

        If Discord does not answer, do nothing: nobody can play now, and a later sweep finds the deadline again.
        """
        person = table.position.person_to_act if deadline.kind in _WAITED_FOR_PERSON else None
        left = person is not None and await self._presence.has_left(table.record.home, person)
        if left is None or not self._may_act(table):
            return
        if left and person is not None:
            with suppress(NotSeatedError):  # they have no seat any more, or the game has ended meanwhile
                await table.leave(person)
        elif deadline.kind is Wake.TURN_WARNING:
            await table.warn(deadline)
        elif deadline.kind is Wake.LOBBY_EXPIRY:
            await table.close(N_("Nobody started the game in time."), deadline)
        elif deadline.kind is Wake.IDLE_EXPIRY:
            await table.go_missing(deadline)
        elif deadline.kind is Wake.RETURN_EXPIRY:
            await table.close_abandoned(deadline)
        else:
            await self._move(table, by_clock=deadline.kind is Wake.TURN_END)

    async def _move(self, table: Table, *, by_clock: bool) -> None:
        """Play for the seat to act: a computer player, one on autopilot, or one whose time is up."""
        record, seat = table.record, table.position.seat_to_act
        if seat is None or not (by_clock or record.seats[seat].plays_itself):
            return
        choice = await self._choice(table, seat, record.seats[seat].level or autopilot.LEVEL)
        if self._may_act(table):
            act = table.act_for_clock if by_clock else table.act_for_computer
            await act(seat, choice.action, record.decision, choice.thought)

    async def _choice(self, table: Table, seat: int, level: str) -> Choice:
        position = table.position
        record = position.record
        stream = thought_stream(record.secret, record.decision, seat)
        return await self._thinkers.choose(record.game, level, position.view(seat), stream, THINK_SECONDS)
