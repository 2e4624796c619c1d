"""The result of a game of Three Thirteen: the lowest total of penalty points wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.rules.game import Outcome, shared_ranks
from bot.rules.three_thirteen.state import Phase, totals

if TYPE_CHECKING:
    from bot.rules.three_thirteen.state import ThreeThirteenState

REASON = N_("All eleven rounds have been played.")


def outcome(state: ThreeThirteenState) -> Outcome | None:
    """The result, or None while the game runs; equal totals share a rank."""
    if state.phase is not Phase.OVER:
        return None
    scores = totals(state.penalties, state.seats)
    return Outcome(shared_ranks(scores), scores, REASON)
