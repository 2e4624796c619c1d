"""Hands with points, shared by Huxxy and Rummy: the viewer's own, and everybody's at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _
from bot.render.cards import in_order
from bot.render.pictures.layout.blocks import Block, Section
from bot.render.pictures.layout.chips import Chip
from bot.render.pictures.layout.marks import Marks
from bot.render.pictures.picture import named
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.render.words import points_in_words
from bot.rules.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.render.pictures.picture_style import PictureStyle


class HandLeft(NamedTuple):
    """A seat's hand at the end of the game; `out` means the seat went out."""

    cards: Sequence[Card]
    points: int
    out: bool

    def alt_text(self, name: str) -> str:
        """A seat's name with the points of its hand, and whether it went out."""
        captions = _("{name}: {points}, went out") if self.out else _("{name}: {points}")
        return captions.format(name=name, points=points_in_words(self.points))

    def caption(self, name: str) -> str:
        """A shorter form for captions: the points, or that the seat went out."""
        if self.out:
            return _("{name}: went out").format(name=name)
        return _("{name}: {points}").format(name=name, points=points_in_words(self.points))


def hands_left(hands: Sequence[HandLeft], style: PictureStyle = PLAIN_STYLE) -> list[Section]:
    """All hands in seat order, short ones side by side; seats without cards are chips above them."""
    captions = [hand.caption(style.written(seat)) for seat, hand in enumerate(hands)]
    pairs = list(zip(hands, captions, strict=True))
    return [
        Section(
            tuple(Block(Marks().faces(in_order(hand.cards, "suit")), words) for hand, words in pairs if hand.cards),
            chips=tuple(Chip(words, "tick", framed=True) for hand, words in pairs if not hand.cards),
        )
    ]


def hands_left_words(hands: Sequence[HandLeft], style: PictureStyle = PLAIN_STYLE) -> Iterator[str]:
    """Each seat's hand, described in words."""
    for seat, hand in enumerate(hands):
        yield f"{hand.alt_text(style.spoken(seat))}."
        if hand.cards:
            yield _("In hand: {cards}.").format(cards=named(in_order(hand.cards, "suit")))


def own_hand_words(
    cards: Sequence[Card], points: int, order: str, picked: Sequence[Card], drawn: str = ""
) -> Iterator[str]:
    """The viewer's own hand in words, with the card just drawn and the cards picked to play."""
    if cards:
        yield _("Your hand: {cards}.").format(cards=named(in_order(cards, order)))
        yield f"{points_in_words(points)}."
    else:
        yield _("Your hand is empty.")
    if drawn:
        yield drawn
    if picked:
        yield _("Picked: {cards}.").format(cards=named(picked))
