"""Lines in progress: each press plays the person's actions, then the computer players', and saves the result."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from cachetools import LRUCache

from bot.language import _, ngettext
from bot.lines import course
from bot.lines.deal import Deal
from bot.lines.stored import Line
from bot.players.worker_process import WorkerError
from bot.replay.game_file import Move
from bot.rules.errors import ActionError
from bot.tables.model.damage import damaged, report_damage
from bot.tables.model.durations import DAY
from bot.tables.model.errors import StaleControlError, TableError
from bot.tables.model.position import Position
from bot.tables.model.saved import note_saved
from bot.tables.model.seed import thought_stream

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from bot.lines.stored import LineStore
    from bot.rules.game import AnyView
    from bot.tables.model.protocols import Choice

    Change = Callable[["Standing"], "tuple[Sequence[str], Mapping[str, Any]]"]
    """What a press does: actions to play in text form, if any, and the draft after them."""

MAX_A_DAY = 30
"""Lines that one person may begin within a day."""
_CACHE_SIZE = 128


class Deciders(Protocol):
    """Computer players whose choice does not depend on the clock."""

    async def decide(self, game_key: str, level: str, view: AnyView, stream: bytes) -> Choice:
        """The choice for that view and stream, which is always the same.

        Raises:
            WorkerError: no choice could be made now.
        """
        ...


@dataclass(frozen=True, slots=True)
class Standing:
    """A line and its current position."""

    deal: Deal
    line: Line
    position: Position


class Lines:
    """Begins and continues lines. Positions are cached only for speed. Use from one event loop."""

    def __init__(self, store: LineStore, deciders: Deciders, now: Callable[[], float]) -> None:
        self._store = store
        self._deciders = deciders
        self._now = now
        self._positions: LRUCache[tuple[int, int], Position] = LRUCache(_CACHE_SIZE)
        self._beginning = asyncio.Lock()
        """Locked while lines are counted and one is begun, so that two presses at once do not both take the last."""

    async def begin(self, deal: Deal, line: Line) -> Standing:
        """Begin the line, or find the person's unfinished one at that seat.

        Raises:
            TableError: they began too many today, or the computer players did not answer.
        """
        async with self._beginning:
            is_new = await self._store.begun_line(line) is None
            if is_new:
                await self._require_another(line)
            begun = await self._store.begin_line(replace(line, begun_at=self._now()))
            if is_new:
                note_saved()
        standing = await self.standing(deal, begun)
        return await self._advance(standing, ()) if not begun.moves else standing

    async def _require_another(self, line: Line) -> None:
        """Refuse a new line to somebody who began too many today. Raises TableError."""
        if line.day is None and await self._store.count_lines_since(line.person, self._now() - DAY) >= MAX_A_DAY:
            raise TableError(
                ngettext(
                    "You can play {most} deal again within 24 hours; play this one later.",
                    "You can play {most} deals again within 24 hours; play this one later.",
                    MAX_A_DAY,
                ).format(most=MAX_A_DAY)
            )

    async def resume(self, deal: Deal, line: Line) -> Standing:
        """The line with its current position, where computer players whose first moves were interrupted make them now.

        Raises:
            TableError: the current rules do not allow its moves, or the computer players did not answer.
        """
        standing = await self.standing(deal, line)
        if standing.position.seat_to_act in (None, line.seat):
            return standing
        return await self._advance(standing, ())

    async def standing(self, deal: Deal, line: Line) -> Standing:
        """The line with its current position.

        Raises:
            TableError: the current rules do not allow its moves.
        """
        others = (seat for number, seat in enumerate(deal.seats) if number != line.seat)
        if line.seat not in range(len(deal.seats)) or any(seat.level is None for seat in others):
            report_damage("lines.seat", f"of line {line.id}")
            raise damaged()
        key = (line.id, len(line.moves))
        position = self._positions.get(key)
        if position is None:
            try:
                position = await asyncio.to_thread(
                    lambda: course.position_after(course.initial_position(deal, line), line.moves)
                )
            except (ActionError, ValueError) as error:
                raise TableError(
                    _("This deal was begun under rules that have changed since, so it cannot be continued.")
                ) from error
        return Standing(deal, line, self._cache(line, position))

    async def apply_change(
        self, deal: Deal, line: Line, decision: int, change: Change, *, still_ranked: bool = True
    ) -> Standing:
        """Make the change, let the computer players move, and save; a line that stopped being ranked stays unranked.

        Raises:
            StaleControlError: the line has moved on since.
            TableError, ActionError: the change is not possible; the line is unchanged.
        """
        if decision != len(line.moves) or line.is_over:
            raise _continued_elsewhere()
        standing = await self.standing(deal, line)
        forms, draft = change(standing)
        ranked = line.ranked and still_ranked
        if forms:
            return await self._advance(replace(standing, line=replace(line, ranked=ranked)), forms, draft)
        after = replace(line, draft=draft, ranked=ranked)
        if not await self._store.save_line(line, after):
            raise _continued_elsewhere()
        note_saved()
        return replace(standing, line=after)

    async def _advance(
        self, standing: Standing, forms: Sequence[str], draft: Mapping[str, Any] | None = None
    ) -> Standing:
        """The line after the person's actions and everything that follows until their next choice; `draft` is the one
        after the actions.
        """
        line, now = standing.line, self._now()
        moves = [str(Move(line.seat, form)) for form in forms]
        position = course.position_after(standing.position, moves)
        is_new_turn = not forms
        while (seat := position.seat_to_act) is not None:
            if seat != line.seat:
                move: Move | None = await self._move(standing.deal, position, seat)
            else:
                move = course.forced_draw(position, now) if is_new_turn else None
            if move is None:
                break
            moves.append(str(move))
            position, is_new_turn = course.position_after(position, moves[-1:]), seat != line.seat
        if not moves:
            return standing
        after = course.with_result(replace(line, moves=(*line.moves, *moves), draft=draft or {}), position, now)
        if not await self._store.save_line(line, after):
            known = None if forms else await self._store.line(line.id)
            if known is None:
                raise _continued_elsewhere()
            return await self.standing(standing.deal, known)  # opened twice, and the same moves are saved already
        if forms:
            note_saved()
        return replace(standing, line=after, position=self._cache(after, position))

    async def _move(self, deal: Deal, position: Position, seat: int) -> Move:
        """A computer player's move; its randomness depends only on the deal and the number of the move."""
        stream = thought_stream(deal.secret, position.record.decision, seat)
        try:
            choice = await self._deciders.decide(
                deal.game, position.record.seats[seat].level or "", position.view(seat), stream
            )
        except WorkerError as error:
            raise TableError(_("The computer players are busy; press again in a few seconds.")) from error
        return Move(seat, position.game.format_action(choice.action))

    def _cache(self, line: Line, position: Position) -> Position:
        self._positions[line.id, len(line.moves)] = position
        return position


def _continued_elsewhere() -> StaleControlError:
    return StaleControlError(_("You have continued this deal elsewhere; open it again to see where you are."))
