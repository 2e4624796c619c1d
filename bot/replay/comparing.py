"""Comparing two lines of one deal: how far they are the same, and the turns of a seat in each. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bot.replay.steps import Steps


class SeatTurn(NamedTuple):
    """A turn of a seat: it begins after `begin` actions, and the seat's actions are those up to `end`."""

    begin: int
    end: int


def common(one: Steps, other: Steps) -> int:
    """The number of actions that two lines have in common before they diverge or one of them ends."""
    pairs = zip(one.game.moves, other.game.moves, strict=False)
    return next((number for number, (mine, yours) in enumerate(pairs) if mine != yours), min(one.last, other.last))


def have_parted(one: Steps, other: Steps) -> bool:
    """Whether two lines differ in an action; one that was stopped before the other's end need not."""
    return common(one, other) < min(one.last, other.last)


def turns_of(steps: Steps, seat: int) -> tuple[SeatTurn, ...]:
    """The turns of a seat in that line."""
    begins = [*(turn.step for turn in steps.turns), steps.last]
    return tuple(
        SeatTurn(turn.step, following)
        for turn, following in zip(steps.turns, begins[1:], strict=True)
        if turn.seat == seat and following > turn.step
    )


def turn_of(turns: tuple[SeatTurn, ...], step: int) -> int:
    """The number of the seat's turn in which the decision after `step` actions was made, or the next one after it."""
    return next((number for number, turn in enumerate(turns) if step < turn.end), max(0, len(turns) - 1))
