"""Agreements of everybody at a table: ending the game unrated, and undoing an action."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.rules import codec
from bot.tables.acts import proposals
from bot.tables.acts.news import with_news
from bot.tables.acts.people import require_seat
from bot.tables.acts.undo import require_undo, undo_of
from bot.tables.model.action_log import LoggedAction, undo_text
from bot.tables.model.errors import StaleControlError, TableError
from bot.tables.model.position import Position
from bot.tables.model.records import Proposal, ProposalKind
from bot.tables.table.core import TableCore

if TYPE_CHECKING:
    from bot.tables.acts.undo import Undo
    from bot.tables.model.records import TableRecord
    from bot.tables.table.core import StepResult


class Agreeing(TableCore):
    """Proposals: one at a time, dropped when somebody declines or plays on."""

    async def propose_end(self, person: int, interaction: int | None = None) -> Position:
        """Ask everybody to end the game unrated.

        Raises:
            TableError: no other person is playing, or another proposal is open.
        """
        proposal = Proposal(ProposalKind.END, person, (person,))
        return await self._change_record(lambda record: proposals.propose(record, proposal), interaction)

    async def propose_undo(self, person: int, interaction: int | None = None) -> Position:
        """Ask everybody to undo the person's last action; if nobody has to be asked, undo it at once.

        Raises:
            TableError: there is none, a hidden card was revealed since, or another proposal is open.
        """
        position, undo = await self._undo(person)
        proposal = Proposal(ProposalKind.UNDO, person, (person,), undo.number)

        def step(current: Position) -> StepResult:
            _require_same(position, current)
            asked = replace(current, record=proposals.propose(current.record, proposal))
            return self._undone_if_agreed(asked, undo)

        return await self._change(step, interaction)

    async def may_undo(self, person: int) -> bool:
        """Whether the person's last action can be undone, be it only if everybody agrees."""
        try:
            log = await self._services.store.actions(self.id)
            await asyncio.to_thread(require_undo, self._position, log, person)
        except TableError:
            return False
        return True

    async def agree(self, person: int, interaction: int | None = None) -> Position:
        """Agree to the open proposal.

        Raises:
            TableError: no proposal is open, or they have no say in it.
        """
        proposal = self.record.proposal
        position, undo = self._position, None
        if proposal is not None and proposal.kind is ProposalKind.UNDO:
            position, undo = await self._undo(proposal.by)

        def step(current: Position) -> StepResult:
            _require_same_question(proposal, current.record.proposal)
            if undo is not None:
                _require_same(position, current)
            agreed = replace(current, record=proposals.agree(current.record, person))
            return self._undone_if_agreed(agreed, undo)

        return await self._change(step, interaction)

    async def decline(self, person: int, interaction: int | None = None) -> Position:
        """Decline the open proposal, or withdraw one's own.

        Raises:
            TableError: no proposal is open, or they have no say in it.
        """
        proposal = self.record.proposal

        def decline(record: TableRecord) -> TableRecord:
            _require_same_question(proposal, record.proposal)
            return proposals.decline(record, person)

        return await self._change_record(decline, interaction)

    async def _undo(self, person: int) -> tuple[Position, Undo]:
        """The current position, and the undo of the person's last action."""
        position = self._position
        log = await self._services.store.actions(self.id)
        return position, await asyncio.to_thread(undo_of, position, log, person)

    def _undone_if_agreed(self, position: Position, undo: Undo | None) -> StepResult:
        """The position with the action undone, if everybody agreed."""
        proposal = position.record.proposal
        if undo is None or proposal is None or not proposals.all_agree(position.record):
            return position, None
        seat = require_seat(position.record, proposal.by)
        decision = position.record.decision + 1
        record = replace(
            position.record,
            state=codec.dumps(undo.state),
            drawn=undo.drawn,
            decision=decision,
            deadline=None,
            clock_left=None,
            proposal=None,
        )
        logged = LoggedAction(decision, seat, undo_text(undo.number), proposal.by, self._services.clock.now())
        with_undo_news = with_news(record, "action_undone", seat, alone=proposal.agreed == (proposal.by,))
        return Position(with_undo_news, position.game, undo.state), logged


def _require_same_question(asked: Proposal | None, now: Proposal | None) -> None:
    """Raise if another question has replaced the one that is answered, or was asked while none was open."""
    if asked is None and now is not None:
        raise proposals.no_question()
    if asked is not None and now is not None and (asked.kind, asked.by, asked.number) != (now.kind, now.by, now.number):
        raise StaleControlError(_("That question is settled already."))


def _require_same(read: Position, current: Position) -> None:
    """Raise if the log has grown since it was read."""
    if read.record.decision != current.record.decision:
        raise TableError(_("The game has moved on since; ask again if you still want to take it back."))
