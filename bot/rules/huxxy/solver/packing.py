"""The best union of atoms: the most hand cards, then the most points, then the fewest moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.huxxy.melds import JOKER_PENALTY
from bot.rules.huxxy.solver.atoms import Atom
from bot.rules.huxxy.solver.bits import JOKER_BIT, POINTS, add, singles
from bot.rules.huxxy.state import MAX_PLAYS, OPENING_POINTS

if TYPE_CHECKING:
    from collections.abc import Callable


class Best(NamedTuple):
    """The strongest turn so far: number of cards shed, their points, its atoms."""

    cards: int
    points: int
    atoms: tuple[Atom, ...]


NOTHING = Best(0, 0, ())


class _Part(NamedTuple):
    """The atoms that play the same cards."""

    played: int
    cards: int
    points: int
    atoms: list[Atom]


def points_of(bits: int) -> int:
    """Points of the cards in a hand."""
    return sum(POINTS[bit] for bit in singles(bits))


def opens(played: int) -> bool:
    """Whether the cards are enough for an opening turn; jokers count 0."""
    jokers = (played & (JOKER_BIT | JOKER_BIT << 64)).bit_count()
    return points_of(played) - JOKER_PENALTY * jokers >= OPENING_POINTS


class Packing:
    """The atoms found so far, by the cards they play, without dominated ones."""

    def __init__(self, hand: int, opened: bool, count: Callable[[], None]) -> None:
        self._hand = hand
        self._opened = opened
        self._count = count
        self._atoms: dict[int, list[Atom]] = {}
        self._parts: list[_Part] = []
        self._richest = 0
        self.best = NOTHING

    def add(self, atom: Atom) -> None:
        """Add an atom; atoms must come in order of increasing moves."""
        others = self._atoms.setdefault(atom.played, [])
        if all(other.places & ~atom.places for other in others):
            others.append(atom)

    def improve(self, moves: int) -> None:
        """Look for a better union with at most `moves` moves."""
        self._parts = sorted(
            (_Part(played, played.bit_count(), points_of(played), atoms) for played, atoms in self._atoms.items()),
            key=lambda part: (-part.cards, -part.points, part.played),
        )
        self._richest = max((POINTS[bit] for bit in singles(self._hand)), default=0)
        self._extend(0, 0, 0, 0, moves, MAX_PLAYS, 0, ())

    def _extend(
        self,
        start: int,
        played: int,
        cards: int,
        points: int,
        moves: int,
        room: int,
        places: int,
        atoms: tuple[Atom, ...],
    ) -> None:
        """Try every further part; `room` is the number of plays left, `moves` how many of them may be moves."""
        self._count()
        best = self.best
        if (cards, points) > best[:2] and (self._opened or opens(played)):
            best = self.best = Best(cards, points, atoms)
        for at in range(start, len(self._parts)):
            if (cards + room, points + room * self._richest) <= best[:2]:
                return
            part = self._parts[at]
            union = add(played, part.played)
            if part.cards > room or union < 0 or union & ~self._hand:
                continue
            for atom in part.atoms:
                if atom.moves <= moves and part.cards + atom.moves <= room and not atom.places & places:
                    left = room - part.cards - atom.moves
                    self._extend(
                        at,
                        union,
                        cards + part.cards,
                        points + part.points,
                        moves - atom.moves,
                        left,
                        places | atom.places,
                        (*atoms, atom),
                    )
            best = self.best
