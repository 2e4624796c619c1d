"""Hands with points, shared by Huxxy and Rummy: the viewer's own, and everybody's at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.language import _
from bot.render.cards import in_order
from bot.render.just_drawn import in_a_picture
from bot.render.pictures.layout.blocks import Block, Section
from bot.render.pictures.layout.chips import Chip
from bot.render.pictures.layout.marks import Marks
from bot.render.pictures.picture import Picture, named
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


class OwnHand(NamedTuple):
    """The viewer's own hand: its cards, their points, and the card just drawn, which is marked."""

    cards: Sequence[Card]
    points: int
    drawn: Card | None = None


def hands_left(hands: Sequence[HandLeft], style: PictureStyle) -> Picture:
    """All hands in seat order, short ones side by side; seats without cards are chips above them."""
    pairs = [(hand, hand.caption(style.written(seat))) for seat, hand in enumerate(hands)]
    section = Section(
        tuple(Block(Marks().faces(in_order(hand.cards, "suit")), words) for hand, words in pairs if hand.cards),
        chips=tuple(Chip(words, ("tick",), framed=True) for hand, words in pairs if not hand.cards),
    )
    return Picture.of([section], _hands_left_words(hands, style), style)


def _hands_left_words(hands: Sequence[HandLeft], style: PictureStyle) -> Iterator[str]:
    for seat, hand in enumerate(hands):
        yield f"{hand.alt_text(style.spoken(seat))}."
        if hand.cards:
            yield _("In hand: {cards}.").format(cards=named(in_order(hand.cards, "suit")))


def own_hand(hand: OwnHand, order: str, picked: Sequence[Card], style: PictureStyle, *, taken: bool = False) -> Picture:
    """The viewer's own hand in the given order; `taken` says that the card just drawn was a discard."""
    drawn = () if hand.drawn is None else (hand.drawn,)
    faces = Marks(picked, drawn).faces(in_order(hand.cards, order))
    section = Section((Block(faces, points_in_words(hand.points)),))
    return Picture.of_hand([section], _own_hand_words(hand, order, picked, taken=taken), style)


def _own_hand_words(hand: OwnHand, order: str, picked: Sequence[Card], *, taken: bool) -> Iterator[str]:
    """The viewer's own hand in words, with the card just drawn and the cards picked to play."""
    if hand.cards:
        yield _("Your hand: {cards}.").format(cards=named(in_order(hand.cards, order)))
        yield f"{points_in_words(hand.points)}."
    else:
        yield _("Your hand is empty.")
    if hand.drawn is not None:
        yield in_a_picture(hand.drawn.name, taken=taken)
    if picked:
        yield _("Picked: {cards}.").format(cards=named(picked))
