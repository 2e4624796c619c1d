"""Columns: every way one group can end the turn, as the cards added to it and removed from it.

A turn of `k` hand cards and `t` moves adds `k + t <= 6` cards over all groups. A card removed from one group is added
to another; this limits the final groups enough to list them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.rules.huxxy.melds import HIGHEST, MIN_GROUP
from bot.rules.huxxy.solver.bits import (
    CARDS,
    JOKER_BIT,
    KINDS,
    LOW,
    PLAIN_KINDS,
    TRACKS,
    settled,
    singles,
    take,
    track_of,
)
from bot.rules.huxxy.state import MAX_PLAYS

if TYPE_CHECKING:
    from collections.abc import Callable

NEW = -1
"""Index representing a new group."""


_Partial: TypeAlias = tuple[int, int, int, int, int]
"""A run being built: its end value, its cards, how many more may be added, how many of them from the table, its gaps.
"""


class Column(NamedTuple):
    """One final group: its 0-based place on the table and the cards added and removed, as bits.

    `size` is the number of cards added and removed, `outs` the number removed.
    """

    size: int
    place: int
    ins: int
    out: int
    outs: int


class Level:
    """The columns of a position with at most `moves` moved cards.

    `givers[bit]` are the columns that give up a card, as (place, group, columns); `takers(bit)` the columns that
    receive it, including new groups. Both are sorted smallest first.
    """

    def __init__(
        self,
        hand: int,
        groups: tuple[int, ...],
        everything: int,
        moves: int,
        count: Callable[[], None],
    ) -> None:
        self._hand = hand
        self._everything = everything
        self._moves = moves
        self._count = count
        self._group = 0
        self._stiff = _stiff(hand, groups)
        self._jokers = bool(everything & JOKER_BIT)
        self._kinds = KINDS if self._jokers else PLAIN_KINDS
        self.givers: dict[int, list[tuple[int, int, list[Column]]]] = {}
        self._onto: dict[int, list[Column]] = {}
        self._takers: dict[int, list[Column]] = {}
        self.lone = hand
        """Cards available alone, without repairs to the group they leave."""
        self.paired = hand
        """Cards available alone or together with one other."""
        self.shared = hand
        """Cards available together with others of their group."""
        for place, group in enumerate(groups):
            if group:
                self._add_group(place, group)

    def _add_group(self, place: int, group: int) -> None:
        given: dict[int, list[Column]] = {}
        for column in sorted(self._columns_on(place, group)):
            for bit in singles(column.ins & LOW):
                self._onto.setdefault(bit, []).append(column)
            for bit in singles(column.out & LOW):
                given.setdefault(bit, []).append(column)
            if not column.ins:
                self.shared |= column.out
                if column.outs <= 2:
                    self.paired |= column.out
                if column.outs == 1:
                    self.lone |= column.out
        for bit, columns in given.items():
            self.givers.setdefault(bit, []).append((place, group, columns))

    def takers(self, bit: int) -> list[Column]:
        """The columns that receive a card, including new groups, smallest first."""
        columns = self._takers.get(bit)
        if columns is None:
            fresh = [self._column(NEW, 0, final) for final in self._finals_with(bit)]
            columns = sorted([*self._onto.get(bit, ()), *(column for column in fresh if column)])
            self._takers[bit] = columns
        return columns

    def _columns_on(self, place: int, group: int) -> list[Column]:
        finals = set(self._finals_on(group)) - {group}
        columns = [column for final in finals if (column := self._column(place, group, final))]
        outs = group.bit_count()
        if outs <= self._moves:
            columns.append(Column(outs, place, 0, group, outs))
        return columns

    def _column(self, place: int, group: int, final: int) -> Column | None:
        """The change from a group to a final one; None when it needs too many plays or unavailable cards."""
        ins = settled(final & ~group)
        out = settled(group & ~final)
        outs = out.bit_count()
        size = ins.bit_count() + outs
        if (
            size > MAX_PLAYS
            or (ins & ~self._hand).bit_count() + outs > self._moves
            or ins & ~take(self._everything, group)
            or (size == MAX_PLAYS and not outs and ins & self._stiff)
        ):
            return None
        return Column(size, place, ins, out, outs)

    def _finals_on(self, group: int) -> list[int]:
        """Every final group that keeps at least one card of the group."""
        self._group = group
        naturals = sorted(set(singles(group & ~JOKER_BIT)))
        joker = group & JOKER_BIT
        finals = []
        for value in range(1, HIGHEST + 1) if joker else {CARDS[bit][1] for bit in naturals}:
            others = sum(1 for bit in naturals if CARDS[bit][1] != value)
            if others <= self._moves:
                finals += [final for final in self._kinds[value] if final & group]
        anchors = [(bit, True) for bit in naturals]
        if joker and len(naturals) <= self._moves:
            anchors += [(bit, False) for bit in singles(self._everything & LOW & ~JOKER_BIT) if not bit & group]
        for anchor, stays in anchors:
            runs = self._runs(anchor, group, rising=True)
            finals += runs if stays else [run for run in runs if run & joker]
        return finals

    def _finals_with(self, bit: int) -> list[int]:
        """Every new group that contains the card."""
        self._group = 0
        if bit != JOKER_BIT:
            value = CARDS[bit][1]
            return [final for final in self._kinds[value] if final & bit] + self._runs(bit, 0, rising=False)
        finals = [final for kinds in KINDS for final in kinds if final & bit]
        for anchor in singles(self._everything & LOW & ~JOKER_BIT):
            finals += [run for run in self._runs(anchor, 0, rising=True) if run & bit]
        return finals

    def _runs(self, anchor: int, group: int, *, rising: bool) -> list[int]:
        """The runs through a card; with `rising`, the cards below it are not from the group, or absent if there is no
        group.
        """
        self._count()
        card = CARDS[anchor]
        track = TRACKS[track_of(card)]
        value = card[1]
        naturals = group & ~JOKER_BIT
        keepable = naturals & track.onwards[value] & LOW if rising else naturals
        gone = (naturals & ~keepable).bit_count()
        if gone > self._moves:
            return []
        moves, ins = self._moves - gone, MAX_PLAYS - gone
        if not anchor & group:
            ins -= 1
            moves -= not anchor & self._hand
        if moves < 0:
            return []
        start = (value, anchor, ins, moves, 0)
        cards = track.cards
        low = [start] if rising and not group else self._stretch(start, -1, cards, ~group)
        finals = []
        onwards = track.onwards
        for bottom, below, ins, moves, gap in low:
            for top, run, _, left, gaps in self._stretch((value, below, ins, moves, gap), 1, cards, -1):
                if (keepable & ~run).bit_count() > left:
                    continue
                if gaps:
                    finals.append(run | JOKER_BIT)
                    continue
                length = top - bottom + 1
                if self._jokers and MIN_GROUP - 1 <= length < HIGHEST:
                    finals.append(run | JOKER_BIT)
                if MIN_GROUP <= length <= 5 or (
                    length > 5 and run & onwards[top - 2] & group and run & ~onwards[bottom + 3] & group
                ):
                    finals.append(run)
        return finals

    def _stretch(self, start: _Partial, step: int, cards: tuple[tuple[int, ...], ...], allowed: int) -> list[_Partial]:
        """Every extension of the start in one direction with the allowed, available cards."""
        grown = [start]
        reach = self._everything & allowed
        hand, group = self._hand, self._group
        for value, run, ins, moves, gap in grown:  # grows during iteration
            ends = ((value + step, gap), (value + 2 * step, 1)) if self._jokers and not gap else ((value + step, gap),)
            for end, gaps in ends:
                if not 1 <= end <= HIGHEST:
                    continue
                for bit in cards[end]:
                    if not bit & reach:
                        continue
                    if bit & group:
                        grown.append((end, run | bit, ins, moves, gaps))
                    elif ins:
                        if bit & hand:
                            grown.append((end, run | bit, ins - 1, moves, gaps))
                        elif moves:
                            grown.append((end, run | bit, ins - 1, moves - 1, gaps))
        return grown


def _stiff(hand: int, groups: tuple[int, ...]) -> int:
    """Cards available only from groups of three, which must then be repaired or emptied."""
    loose = hand
    for group in groups:
        if group.bit_count() > MIN_GROUP:
            loose |= group
    return ~loose
