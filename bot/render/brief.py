"""The words beside the pictures: what a game's pictures cannot say, such as names, and what has just happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.game import AnyView

ViewT_contra = TypeVar("ViewT_contra", bound="AnyView", contravariant=True)


class Brief(Protocol[ViewT_contra]):
    """One game's words beside its pictures. A block is one paragraph."""

    @property
    def hand_needs_table(self) -> bool:
        """Whether a turn is built from what lies on the table, so that the table is shown with one's hand."""
        ...

    @property
    def words_tell_table(self) -> bool:
        """Whether the hand in words (`GameText.hand`) tells what lies on the table too, on one's turn."""
        ...

    @property
    def table_begins_with_hands(self) -> bool:
        """Whether the table in words (`GameText.board`) begins with what lies before each seat, a block a seat."""
        ...

    @property
    def hand_is_sorted(self) -> bool:
        """Whether one's cards can be sorted; where places matter, they cannot."""
        ...

    @property
    def is_one_round(self) -> bool:
        """Whether the game is one round, whose points are the final standings."""
        ...

    def table(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """What the table's picture leaves out."""
        ...

    def hand(self, view: ViewT_contra) -> Sequence[str]:
        """What the hand's picture leaves out."""
        ...

    def round_end(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """Who went out in the round that ended last, what it cost everybody, and the totals; empty before."""
        ...
