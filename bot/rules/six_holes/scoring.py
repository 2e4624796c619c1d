"""The values of 6 Holes: cards, columns, grids, and the standings after six rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_
from bot.rules.game import Outcome, shared_ranks
from bot.rules.six_holes.actions import COLUMNS

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.six_holes.state import SixHolesState

JOKER_VALUE = -5
KING_VALUE = 0
JOKER_RULES = ("sum", "bonus")


def card_value(card: Card) -> int:
    """Points of a card: ace 1, two to ten face value, jack 11, queen 12, king 0, joker -5."""
    if card.is_joker:
        return JOKER_VALUE
    return KING_VALUE if card.rank == "K" else card.value


def is_pair(top: Card, bottom: Card, joker: str = "sum") -> bool:
    """Whether the two cards of a column have the same rank; with joker rule `"bonus"`, a joker matches any card.

    Raises:
        ValueError: the joker rule is unknown.
    """
    if joker not in JOKER_RULES:
        raise ValueError(f"There is no joker rule “{joker}”; choose one of: {', '.join(JOKER_RULES)}.")
    return top.rank == bottom.rank or (joker == "bonus" and (top.is_joker or bottom.is_joker))


def column_score(top: Card, bottom: Card, joker: str = "sum") -> int:
    """The points of a column: 0 for two cards of the same rank, else the sum of both values.

    Args:
        top: the upper card.
        bottom: the lower card.
        joker: `"sum"`: a column with a joker is not a pair and scores the sum; `"bonus"`: it is a pair and scores -5
            regardless of the other card.

    Raises:
        ValueError: the joker rule is unknown.

    >>> from bot.rules.cards import parse_cards
    >>> column_score(*parse_cards("QH QS")), column_score(*parse_cards("AS 7D")), column_score(*parse_cards("2C XX"))
    (0, 8, -3)
    >>> column_score(*parse_cards("2C XX"), joker="bonus")
    -5
    """
    if is_pair(top, bottom, joker):
        return JOKER_VALUE if top.is_joker or bottom.is_joker else 0
    return card_value(top) + card_value(bottom)


def column_scores(grid: tuple[Card, ...], joker: str) -> tuple[int, ...]:
    """The points of the left, middle and right column of a grid."""
    return tuple(column_score(grid[top], grid[bottom], joker) for top, bottom in COLUMNS)


def outcome(state: SixHolesState) -> Outcome | None:
    """Rank the seats by their totals over six rounds, lowest first; None while the game runs."""
    if state.seat_to_act is not None:
        return None
    scores = state.totals
    return Outcome(shared_ranks(scores), scores, N_("All six rounds have been played: the lowest total wins."))
