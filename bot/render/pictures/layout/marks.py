"""Marks on cards in a picture: picked for the turn being built, just drawn, or new since the viewer's last turn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.render.pictures.layout.blocks import Face

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card


class Marks:
    """Cards still to be marked. Each copy is marked once; of two equal cards, the first one drawn is marked.

    >>> from bot.rules.cards import parse_cards
    >>> marks = Marks(picked=parse_cards("4C"))
    >>> [face.lifted for face in marks.faces(parse_cards("4C 4C 5C"))]
    [True, False, False]
    """

    def __init__(
        self,
        picked: Iterable[Card] = (),
        drawn: Iterable[Card] = (),
        wild: str | None = None,
        fresh: Iterable[Card] = (),
    ) -> None:
        self._picked = Counter(picked)
        self._drawn = Counter(drawn)
        self._fresh = Counter(fresh)
        self._wild = wild

    def faces(self, cards: Iterable[Card]) -> tuple[Face, ...]:
        """The cards as faces to draw, in the given order, using up the marks."""
        faces = []
        for card in cards:
            lifted, new = self._picked[card] > 0, self._drawn[card] > 0
            self._picked[card] -= lifted
            self._drawn[card] -= new
            fresh = self._fresh[card] > 0
            self._fresh[card] -= fresh
            faces.append(Face(card, card.rank == self._wild, lifted=lifted, new=new, fresh=fresh))
        return tuple(faces)
