"""The words beside the pictures: what a game's pictures cannot say, such as names, and what has just happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from bot.render.huxxy import brief as huxxy
from bot.render.notty import brief as notty
from bot.render.rummy import brief as rummy
from bot.render.six_holes import brief as six_holes
from bot.render.three_thirteen import brief as three_thirteen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast


class Brief(Protocol):
    """One game's words beside its pictures: a module `brief` of the game's package. A block is one paragraph."""

    HAND_NEEDS_TABLE: bool
    """Whether a turn is built from what lies on the table, so that the table is shown with one's hand."""
    WORDS_TELL_TABLE: bool
    """Whether the hand in words (`GameText.hand`) tells what lies on the table too, on one's turn."""
    TABLE_BEGINS_WITH_HANDS: bool
    """Whether the table in words (`GameText.board`) begins with what lies before each seat, a block a seat."""
    HAND_IS_SORTED: bool
    """Whether one's cards can be sorted; where places matter, they cannot."""
    IS_ONE_ROUND: bool
    """Whether the game is one round, whose points are the final standings."""

    def table(self, view: Any, cast: Cast) -> Sequence[str]:
        """What the table's picture leaves out."""
        ...

    def hand(self, view: Any) -> Sequence[str]:
        """What the hand's picture leaves out."""
        ...

    def round_end(self, view: Any, cast: Cast) -> Sequence[str]:
        """Who went out in the round that ended last, what it cost everybody, and the totals; empty before."""
        ...


BRIEFS: dict[str, Brief] = {
    "huxxy": huxxy,
    "three-thirteen": three_thirteen,
    "notty": notty,
    "rummy": rummy,
    "six-holes": six_holes,
}


def brief_of(game: str) -> Brief:
    """The words beside the pictures of the game with that key."""
    return BRIEFS[game]
