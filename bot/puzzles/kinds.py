"""Every kind of puzzle: one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.puzzles import huxxy, notty, rummy, six_holes, three_thirteen

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Kind

_ALL: tuple[Kind, ...] = (
    notty.EMPTY,
    six_holes.MOVE,
    rummy.GO_OUT,
    huxxy.MOST_CARDS,
    three_thirteen.DISCARD,
    huxxy.GO_OUT,
)
KINDS: dict[str, Kind] = {kind.key: kind for kind in _ALL}
QUICK = huxxy.MOST_CARDS.key
"""The kind that is made in a tenth of a second."""
