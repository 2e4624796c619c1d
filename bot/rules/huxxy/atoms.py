"""The indivisible parts of a table turn: columns that supply each other, with nothing over and nothing missing.

An atom is a set of final groups, each on a place of its own, such that the cards that come in are those that go out and
some cards of the hand, and that no part of it is balanced by itself. Every table turn is a union of atoms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.huxxy.bits import LOW, add, settled, take
from bot.rules.huxxy.columns import NEW, Column, Level

if TYPE_CHECKING:
    from collections.abc import Callable


class Atom(NamedTuple):
    """What an atom plays from the hand, how many cards it moves, the places it uses (as bits) and its columns."""

    played: int
    moves: int
    places: int
    columns: tuple[Column, ...]


class Search:
    """The search for the atoms of one level: those with exactly `moves` moves.

    Args:
        level: the columns for so many moves.
        moves: the moves that an atom has.
        count: called once a step; it raises to stop the search.
        found: called with each atom; an atom may come more than once.
    """

    def __init__(
        self, level: Level, moves: int, count: Callable[[], None], found: Callable[[Atom], None]
    ) -> None:
        self._level = level
        self._moves = moves
        self._count = count
        self._found = found
        self._takers = level.takers
        self._givers = level.givers

    def seed(self, bit: int, hand: int, plays: int) -> None:
        """Find the atoms that play this card and up to `plays - 1` others of the hand, which must hold it."""
        self._place_loose(bit, take(hand, bit), bit, plays - 1, self._moves, 0, ())

    def _next(
        self,
        loose: int,
        lacking: int,
        hand: int,
        played: int,
        plays: int,
        moves: int,
        places: int,
        columns: tuple[Column, ...],
    ) -> None:
        """Mend what is out of balance: `lacking` cards were put in and come from nowhere yet, `loose` ones went out."""
        if lacking:
            self._supply(loose, lacking, hand, played, plays, moves, places, columns)
        elif loose:
            self._place_loose(loose, hand, played, plays, moves, places, columns)
        elif moves == 0:
            self._found(Atom(played, self._moves, places, columns))

    def _place_loose(
        self,
        loose: int,
        hand: int,
        played: int,
        plays: int,
        moves: int,
        places: int,
        columns: tuple[Column, ...],
    ) -> None:
        """Put the first loose card somewhere; `plays` and `moves` are how many more cards may be taken."""
        self._count()
        bit = loose & -loose & LOW or (loose >> 64) & -(loose >> 64)
        spare = plays + moves
        enough = spare + loose.bit_count()
        for column in self._takers(bit):
            size, place, ins, out, outs = column
            if size > enough:
                break
            if place != NEW and places >> place & 1:
                continue
            lacking = settled(ins & ~loose)
            missing = lacking.bit_count()
            left = moves - outs
            if missing + outs > spare or left < 0 or (lacking & ~hand).bit_count() > left:
                continue
            rest = add(take(loose, ins & loose), out) if out else take(loose, ins & loose)
            if (
                missing
                and plays + left == missing
                and not rest
                and not self._all_free(lacking, missing, hand)
            ):
                continue
            used = places if place == NEW else places | 1 << place
            self._next(rest, lacking, hand, played, plays, left, used, (*columns, column))

    def _supply(
        self,
        loose: int,
        lacking: int,
        hand: int,
        played: int,
        plays: int,
        moves: int,
        places: int,
        columns: tuple[Column, ...],
    ) -> None:
        """Get one lacking card, from the hand or from a group; first one that the hand does not hold."""
        self._count()
        scarce = settled(lacking & ~hand) & LOW or lacking & LOW
        bit = scarce & -scarce
        if plays and hand & bit:
            self._next(
                loose,
                take(lacking, bit),
                take(hand, bit),
                add(played, bit),
                plays - 1,
                moves,
                places,
                columns,
            )
        if not moves:
            return
        wanted = lacking.bit_count()
        enough = plays + moves + loose.bit_count()
        for column in self._givers.get(bit, ()):
            size, place, ins, out, outs = column
            if size > enough:
                break
            left = moves - outs
            if left < 0 or places >> place & 1:
                continue
            got = out & lacking
            new = settled(ins & ~loose)
            missing = wanted - got.bit_count() + new.bit_count()
            over = settled(out & ~lacking)
            if missing > plays + left:
                continue
            needed = add(take(lacking, got), new)
            if needed < 0 or (needed & ~hand).bit_count() > left:
                continue
            rest = take(loose, ins & loose)
            if over:
                rest = add(rest, over)
            if needed and plays + left == missing and not rest and not self._all_free(needed, missing, hand):
                continue
            self._next(rest, needed, hand, played, plays, left, places | 1 << place, (*columns, column))

    def _all_free(self, lacking: int, missing: int, hand: int) -> bool:
        """Whether the last cards, for which nothing may be mended any more, can be had as they are."""
        level = self._level
        free = level.lone if missing == 1 else level.paired if missing == 2 else level.shared
        return not lacking & LOW & ~(free | hand)
