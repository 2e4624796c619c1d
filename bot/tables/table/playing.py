"""Requests that move the game: people's actions, computer players' choices, the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.tables.acts import autopilot, beginning, play, proposals
from bot.tables.acts.turn_clock import after_warning
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.records import Deadline, Draft, Phase, Wake
from bot.tables.model.saved import note_saved
from bot.tables.table.core import OvertakenError, StepResult, TableCore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.game import AnyAction
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Thought

EARLY_TIMER_SECONDS = 0.1
"""Seconds by which a timer may fire early."""


class Playing(TableCore):
    """Requests about the game itself."""

    async def start(self, host: int, interaction: int, *, just_opened: bool = False) -> Position:
        """Deal. The interaction's id goes into the seed; with `just_opened` it was already saved with the new table."""
        now = self._services.clock.now()
        saved = None if just_opened else interaction
        return await self._change(lambda position: (play.start(position, host, interaction, now), None), saved)

    async def act(
        self, person: int, action: str, interaction: int | None = None, decision: int | None = None
    ) -> Position:
        """Play an action in its text form.

        Args:
            person: the caller.
            action: the text form, as in `/move`.
            interaction: Discord's id of the click or command; a repeat changes nothing.
            decision: the number that the pressed control carries; None for a typed command.

        Raises:
            TableError: this person may not act now.
            ActionError: the action cannot be read, or the rules forbid it.
        """

        def step(position: Position) -> StepResult:
            seat = play.seat_to_play(position, person, decision)
            back = replace(position, record=autopilot.mark_active(position.record, seat))
            after, logged = self._apply(back, seat, play.read_action(position, action), person)
            return replace(after, record=beginning.mark_played(after.record, seat)), logged

        return await self._change(step, interaction)

    async def act_for_computer(
        self, seat: int, action: AnyAction, decision: int, thought: Thought | None
    ) -> Position | None:
        """Play the choice of a computer player or the autopilot; None if the position has moved on.

        The public part of its thought is added to the events.
        """

        def step(position: Position) -> StepResult:
            record = position.record
            may_act = record.seats[seat].plays_itself and not record.awaits_return
            if not _is_turn_of(position, seat, decision) or not may_act:
                raise OvertakenError
            going_on = replace(position, record=autopilot.count_computer_act(record, seat))
            after, logged = self._apply(play.with_thought(going_on, seat, thought), seat, action, None)
            return replace(after, record=autopilot.mark_helped(after.record, seat)), logged

        return await self._change_unless_overtaken(step)

    async def act_for_clock(
        self, seat: int, action: AnyAction, decision: int, thought: Thought | None
    ) -> Position | None:
        """Play for a person whose time is up; the action that ends the turn, but not the game, counts it as missed."""

        def step(position: Position) -> StepResult:
            deadline = position.record.deadline
            if (
                not _is_turn_of(position, seat, decision)
                or deadline is None
                or deadline.kind is not Wake.TURN_END
                or deadline.at > self._services.clock.now() + EARLY_TIMER_SECONDS  # it has been moved since
            ):
                raise OvertakenError
            begun = replace(position, record=autopilot.count_clock_act(position.record, seat))
            after, logged = self._apply(play.with_thought(begun, seat, thought), seat, action, None)
            record = autopilot.mark_helped(after.record, seat)
            if record.deadline is None and record.phase is Phase.PLAYING:
                record = autopilot.mark_missed_turn(record, seat)
            return replace(after, record=record), logged

        return await self._change_unless_overtaken(step)

    async def warn(self, deadline: Deadline) -> Position | None:
        """Record that the person was warned that their turn is about to end."""

        def step(position: Position) -> StepResult:
            if position.record.deadline != deadline:
                raise OvertakenError
            return replace(position, record=after_warning(position.record)), None

        return await self._change_unless_overtaken(step)

    def _apply(self, position: Position, seat: int, action: AnyAction, person: int | None) -> StepResult:
        after = play.apply(position, seat, action)
        after = replace(after, record=proposals.after_action(after.record, seat, person))
        text = position.game.format_action(action)
        return after, LoggedAction(after.record.decision, seat, text, person, self._services.clock.now())

    # A turn being built

    async def draft(self, person: int) -> Draft | None:
        """The person's draft; None if there is none for the current decision."""
        seat = self.record.seat_of(person)
        draft = None if seat is None else await self._services.store.draft(self.id, seat)
        return draft if draft is not None and draft.decision == self.record.decision else None

    async def save_draft(self, person: int, decision: int, content: Mapping[str, Any]) -> Draft:
        """Save the draft of the person's turn.

        Raises:
            TableError: it is not this person's turn, or the position has moved on.
        """
        seat = play.seat_to_play(self._position, person, decision)
        draft = Draft(self.id, seat, decision, content)
        if not await self._services.store.save_draft(draft):
            await self.refresh()
            play.seat_to_play(self._position, person, decision)
        note_saved()
        return draft


def _is_turn_of(position: Position, seat: int, decision: int) -> bool:
    return position.record.decision == decision and position.seat_to_act == seat
