"""Text shown beside a game's pictures: what they cannot show, such as names and recent events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from bot.language import N_

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.render.cast import Cast
    from bot.rules.game import AnyView

ViewT_contra = TypeVar("ViewT_contra", bound="AnyView", contravariant=True)

SUIT_OR_RANK: Mapping[str, str] = {"suit": N_("Sort by suit"), "rank": N_("Sort by rank")}
NOT_SORTED: Mapping[str, str] = {}
"""Values of `Brief.sort_labels`."""


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
    def sort_labels(self) -> Mapping[str, str]:
        """What sorts the hand, as the game calls it, by order (`suit`, `rank`); empty for games played by position."""
        ...

    @property
    def usual_order(self) -> str:
        """How the hand is sorted for people who have not chosen: by `suit` or by `rank`."""
        ...

    def rounds(self, view: ViewT_contra) -> Sequence[Sequence[int]]:
        """The points of each finished round by seat, which add up to the result; empty for a game of one round."""
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
