"""What the prospects of a hand of Three Thirteen are worth in points, turn by turn.

The weights are a regression: the points of a round less those of the others, against the looks at the hands that this
level kept, over some hundred thousand turns against three of `classic`. They say: early in a round the next draw hardly
counts, as many more will come, but to be out soon is worth about a point a card dealt, as the others hold nearly all
of theirs; later they will be out soon anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bot.players.three_thirteen.outlook import Look
    from bot.rules.three_thirteen.view import ThreeThirteenView


class _Weights(NamedTuple):
    """Points for each point outside melds and, by card dealt, for the chance to be out, near and far.

    `serving` is what a discard costs that certainly fits into the next seat's hand, `low` what one saves whose
    neighbours are seldom offered on the pile, because others keep low cards.
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
"""For the first, second, … turn of the round; the last one for all later turns."""
_LOW = 8


class Worth:
    """The weights of this turn of this round."""

    def __init__(self, view: ThreeThirteenView) -> None:
        self._weights = _BY_TURN[min(view.turns // view.seats, len(_BY_TURN) - 1)]
        self._cards = view.round + 2

    def cost(self, look: Look) -> float:
        """What the hand is expected to cost, beside a constant of the turn; in points, fewer are better."""
        at = self._weights
        points = at.near * look.near + at.far * look.far
        return points - self._cards * (at.near_out * look.near_out + at.far_out * look.far_out)

    def price(self, value: int, serves: float) -> float:
        """What a discard of this value costs beside its loss, when it serves the next seat with that chance."""
        return self._weights.serving * serves - (self._weights.low if value < _LOW else 0)
