"""The value of a hand's prospects in Three Thirteen, in points, turn by turn.

The weights come from a regression over more than a hundred thousand turns of this level against three of `classic`:
points of the round relative to the others, against the looks at the hands kept. Early in a round the next draw hardly
matters, because many more follow, but going out soon is worth about one point per card dealt, because the others still
hold nearly all of their points; later they will be out soon anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.players.three_thirteen.outlook import Look
    from bot.rules.three_thirteen.view import ThreeThirteenView


class _Weights(NamedTuple):
    """Points per point outside melds and, per card dealt, per probability of being out, near and far.

    `serving` is the cost of a discard that certainly fits the next seat's hand; `low` is the saving of a low discard,
    whose neighbours rarely come to the pile because others keep low cards.
    """

    near: float
    near_out: float
    far: float
    far_out: float
    serving: float
    low: float


_BY_TURN = (
    _Weights(0.0, 1.1, 0.58, 0.33, 0.0, 0.8),
    _Weights(0.12, 0.8, 0.57, 0.05, 0.9, 0.2),
    _Weights(0.23, 0.5, 0.5, -0.05, 1.5, 0.05),
    _Weights(0.31, 0.3, 0.45, -0.05, 1.3, 0.0),
    _Weights(0.32, 0.2, 0.6, -0.1, 1.0, 0.0),
)
"""Weights for the first, second, … turn of the round; the last entry is for all later turns."""
LOW = 8
"""Cards of a lower value are low."""


class Worth:
    """The weights of this turn of this round."""

    def __init__(self, view: ThreeThirteenView) -> None:
        self._weights = _BY_TURN[min(view.turns // view.seats, len(_BY_TURN) - 1)]
        self._cards = view.round + 2

    def cost(self, look: Look) -> float:
        """Expected cost of the hand in points, up to a constant per turn; lower is better."""
        at = self._weights
        points = at.near * look.near + at.far * look.far
        return points - self._cards * (at.near_out * look.near_out + at.far_out * look.far_out)

    def gains(self, figures: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
        """The cost difference in points that each figure of a choice makes; positive if it favours the choice."""
        at, cards = self._weights, self._cards
        return {
            "soon": at.near * (other["soon"] - figures["soon"]),
            "later": at.far * (other["later"] - figures["later"]),
            "soon_out": cards * at.near_out * (figures["soon_out"] - other["soon_out"]),
            "later_out": cards * at.far_out * (figures["later_out"] - other["later_out"]),
        }

    def price(self, value: int, serves: float) -> float:
        """Extra cost of a discard of this value that helps the next seat with probability `serves`."""
        return self._weights.serving * serves - (self._weights.low if value < LOW else 0)
