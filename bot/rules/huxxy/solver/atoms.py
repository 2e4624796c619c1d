"""Atoms: the indivisible parts of a table turn.

An atom is a connected set of columns (changes to groups) in different places that is balanced: every card added to a
group comes from another group of the atom or from the hand. Every table turn is a union of atoms that share no place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.huxxy.solver.bits import LOW, add, settled, take
from bot.rules.huxxy.solver.columns import NEW, Column, Level

if TYPE_CHECKING:
    from collections.abc import Callable


class Atom(NamedTuple):
    """The hand cards an atom plays, the number of cards it moves, the places it uses (as bits) and its columns."""

    played: int
    moves: int
    places: int
    columns: tuple[Column, ...]


class _Part(NamedTuple):
    """An incomplete atom.

    `loose` cards have left a group and still need a place; `lacking` cards were added to a group and still need a
    source; no card is both. `hand` holds the cards that can still be played, at most `plays` of them; `moves` more
    cards may leave their groups.
    """

    loose: int
    lacking: int
    hand: int
    played: int
    plays: int
    moves: int
    places: int
    columns: tuple[Column, ...]


class Search:
    """The search for the atoms of one round: those with exactly `moves` moves.

    Args:
        level: the columns for at least this number of moves.
        moves: the number of moves of each atom.
        count: called at each step; raises to stop the search.
        found: called with each atom.
    """

    def __init__(self, level: Level, moves: int, count: Callable[[], None], found: Callable[[Atom], None]) -> None:
        self._level = level
        self._moves = moves
        self._count = count
        self._found = found
        self._seen: set[tuple[int, int, int, int, int]] = set()

    def seed(self, bit: int, hand: int, plays: int) -> None:
        """Find the atoms that play this hand card (`bit`) and at most `plays - 1` others."""
        self._place_loose(_Part(bit, 0, take(hand, bit), bit, plays - 1, self._moves, 0, ()))

    def _go_on(self, part: _Part) -> None:
        """Continue balancing a part. Parts that differ only in their columns are explored once."""
        state = part.loose, part.lacking, part.played, part.moves, part.places
        if state in self._seen:
            return
        self._seen.add(state)
        if part.lacking:
            self._supply(part)
        elif part.loose:
            self._place_loose(part)
        elif not part.moves:
            self._found(Atom(part.played, self._moves, part.places, part.columns))

    def _place_loose(self, part: _Part) -> None:
        """Place the first loose card; called when nothing is lacking."""
        self._count()
        loose, _, hand, played, plays, moves, places, columns = part
        bit = loose & -loose
        spare = plays + moves
        enough = spare + loose.bit_count()
        for column in self._level.takers(bit):
            size, place, ins, out, outs = column
            if size > enough:
                break
            left = moves - outs
            lacking = ins & ~loose
            missing = lacking.bit_count()
            if missing + outs > spare or left < 0 or (place != NEW and places >> place & 1):
                continue
            lacking = settled(lacking)
            if (lacking & ~hand).bit_count() > left:
                continue
            rest = add(take(loose, ins & loose), out)
            if missing and plays + left == missing and not rest and not self._all_free(lacking, missing, hand):
                continue
            used = places if place == NEW else places | 1 << place
            self._go_on(_Part(rest, lacking, hand, played, plays, left, used, (*columns, column)))

    def _supply(self, part: _Part) -> None:
        """Supply one lacking card from the hand or a group, starting with a card that is not in the hand."""
        self._count()
        loose, lacking, hand, played, plays, moves, places, columns = part
        scarce = lacking & ~hand & LOW or lacking & LOW
        bit = scarce & -scarce
        if plays and hand & bit:
            rest, held, gone = take(lacking, bit), take(hand, bit), add(played, bit)
            self._go_on(_Part(loose, rest, held, gone, plays - 1, moves, places, columns))
        if moves:
            spare = plays + moves - lacking.bit_count() + loose.bit_count()
            for place, group, givers in self._level.givers.get(bit, ()):
                if not places >> place & 1:
                    self._supply_from(givers, spare + (group & lacking).bit_count(), part)

    def _supply_from(self, givers: list[Column], enough: int, part: _Part) -> None:
        """Try the columns of one group that give up the card, up to size `enough`."""
        loose, lacking, hand, played, plays, moves, places, columns = part
        wanted = lacking.bit_count()
        for column in givers:
            size, place, ins, out, outs = column
            if size > enough:
                break
            left = moves - outs
            got = out & lacking
            new = ins & ~loose
            missing = wanted - got.bit_count() + new.bit_count()
            if missing > plays + left or left < 0:
                continue
            needed = take(lacking, got)
            if new:
                needed = add(needed, settled(new))
            if needed < 0 or (needed & ~hand).bit_count() > left:
                continue
            rest = take(loose, ins & loose)
            over = out & ~lacking
            if over:
                rest = add(rest, settled(over))
            if needed and plays + left == missing and not rest and not self._all_free(needed, missing, hand):
                continue
            used = places | 1 << place
            self._go_on(_Part(rest, needed, hand, played, plays, left, used, (*columns, column)))

    def _all_free(self, lacking: int, missing: int, hand: int) -> bool:
        """Whether the remaining cards are available without further repairs."""
        level = self._level
        free = level.lone if missing == 1 else level.paired if missing == 2 else level.shared
        return not lacking & LOW & ~(free | hand)
