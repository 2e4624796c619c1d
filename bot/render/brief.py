"""Text shown beside a game's pictures: what they cannot show, such as names and recent events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.game import AnyView

ViewT_contra = TypeVar("ViewT_contra", bound="AnyView", contravariant=True)


class Brief(Protocol[ViewT_contra]):
    """One game's text beside its pictures, in blocks of one paragraph each."""

    @property
    def hand_needs_table(self) -> bool:
        """Whether a turn uses cards on the table, so the table is shown together with the hand."""
        ...

    @property
    def words_tell_table(self) -> bool:
        """Whether the last block of `GameText.hand` describes the table when it is the viewer's turn."""
        ...

    @property
    def table_begins_with_hands(self) -> bool:
        """Whether `GameText.board` starts with one block per seat showing the cards in front of it."""
        ...

    @property
    def hand_is_sorted(self) -> bool:
        """Whether the hand can be sorted; False for games played by position."""
        ...

    @property
    def usual_order(self) -> str:
        """How the hand is sorted for people who have not chosen: by `suit` or by `rank`."""
        ...

    @property
    def is_one_round(self) -> bool:
        """Whether the game has a single round, whose points are the final standings."""
        ...

    def rounds(self, view: ViewT_contra) -> Sequence[Sequence[int]]:
        """The points of each finished round by seat; empty for games of one round."""
        ...

    def table(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """What to add to the table's picture; empty if the picture is complete."""
        ...

    def hand(self, view: ViewT_contra) -> Sequence[str]:
        """What to add to the hand's picture; empty if the picture is complete."""
        ...

    def round_end(self, view: ViewT_contra, cast: Cast) -> Sequence[str]:
        """Who went out in the last finished round, the points of each seat, and the totals; empty before that."""
        ...
