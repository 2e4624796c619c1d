"""The result of a game of Notty: the ranks by cards left in hand."""

from __future__ import annotations

from bot.language import N_
from bot.rules.game import Outcome, shared_ranks
from bot.rules.notty.state import NottyState, Phase

_REASONS = {
    Phase.EMPTY_HAND: N_("A hand is empty, which wins the game."),
    Phase.ROUND_LIMIT: N_("The last round of the game is over: whoever holds the fewest cards wins."),
    Phase.ALL_PASSED: N_("Everybody passed three times in a row: whoever holds the fewest cards wins."),
}


def outcome(state: NottyState) -> Outcome | None:
    """Rank the seats by number of cards held, fewest first; the scores are these numbers. None while the game runs."""
    if state.phase is Phase.PLAY:
        return None
    scores = tuple(map(len, state.hands))
    return Outcome(shared_ranks(scores), scores, _REASONS[state.phase])
