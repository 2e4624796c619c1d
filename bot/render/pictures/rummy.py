"""Rummy in pictures: the piles, the numbered melds and whose they are, a hand, and all hands at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import full_name, in_order
from bot.render.pictures.chips import Chip
from bot.render.pictures.layout import Block, Face, Section
from bot.render.pictures.marks import Marks
from bot.render.pictures.picture import Picture, named
from bot.rules.rummy import hand_points
from bot.rules.rummy.jokers import stand_ins
from bot.rules.rummy.state import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy import Meld
    from bot.rules.rummy.view import RummyView


def table(view: RummyView) -> Picture:
    """The piles and all melds by their numbers; at the end of the game all hands too."""
    if view.outcome is not None:
        return Picture.of([*_hands(view), _melds(view)], [*_hands_words(view), *_melds_words(view)])
    sections = [_piles(view), _melds(view)]
    return Picture.of(sections, [*_pile_words(view), *_melds_words(view), *_seat_words(view)])


def hand(view: RummyView, order: str, picked: Sequence[Card] = ()) -> Picture:
    """The viewer's own hand in the order the person likes, the card just drawn marked."""
    drawn = _just_drawn(view)
    cards = Marks(picked, drawn).faces(in_order(view.hand, order))
    sections = [Section((Block(cards, _points(view.hand_points)),))]
    return Picture.of_hand(sections, _hand_words(view, order, drawn, picked))


def round_end(view: RummyView) -> Picture | None:
    """All hands at the end of the game, and what they count; None before."""
    return Picture.of(_hands(view), _hands_words(view)) if view.outcome is not None else None


def _just_drawn(view: RummyView) -> tuple[Card, ...]:
    drawn = view.drawn
    return (drawn,) if drawn in view.hand and drawn is not None and view.seat == view.seat_to_act else ()


def _piles(view: RummyView) -> Section:
    stock = _("stock: {cards}").format(cards=view.stock_size)
    pile = _("discard pile: {cards}").format(cards=len(view.discard_pile))
    top = Marks().faces(view.discard_pile[-1:])
    blocks = (Block((Face(None),) if view.stock_size else (), stock), Block(top, pile, marked=True))
    return Section(blocks, chips=tuple(_chips(view)))


def _melds(view: RummyView) -> Section:
    blocks = []
    for number, (meld, owner) in enumerate(zip(view.melds, view.meld_owners, strict=True), 1):
        cards = tuple(Face(card, stands_for=cards) for card, cards in zip(meld, stand_ins(meld), strict=True))
        caption = _("seat {seat}").format(seat=owner + 1)
        blocks.append(Block(cards, caption, number=number, whole=True))
    return Section(tuple(blocks), "" if blocks else _("No melds on the table yet."))


def _chips(view: RummyView) -> Iterator[Chip]:
    for seat, (cards, laid) in enumerate(zip(view.hand_sizes, view.laid_down, strict=True)):
        text = _("seat {seat}: {cards}").format(seat=seat + 1, cards=cards)
        yield Chip(text, "tick" if laid else "", framed=seat == view.seat_to_act)


def _hands(view: RummyView) -> list[Section]:
    return [
        Section((Block(Marks().faces(in_order(cards, "suit"))),) if cards else (), heading, plate=True)
        for cards, heading in zip(view.hands, _headings(view), strict=True)
    ]


def _headings(view: RummyView) -> list[str]:
    headings = []
    for seat, cards in enumerate(view.hands):
        out = view.ending is Ending.WENT_OUT and seat == view.turn_seat
        heading = _("Seat {seat}: {points}, went out") if out else _("Seat {seat}: {points}")
        headings.append(heading.format(seat=seat + 1, points=_points(hand_points(cards))))
    return headings


def _points(points: int) -> str:
    return ngettext("{points} point", "{points} points", points).format(points=points)


def _pile_words(view: RummyView) -> Iterator[str]:
    if view.upcard is None:
        yield _("The discard pile is empty.")
    else:
        pile = _("Top of the discard pile: {card}, {cards} in all.")
        yield pile.format(card=full_name(view.upcard), cards=len(view.discard_pile))
    stock = ngettext("Stock: {cards} card.", "Stock: {cards} cards.", view.stock_size)
    yield stock.format(cards=view.stock_size)


def _melds_words(view: RummyView) -> Iterator[str]:
    for number, (meld, owner) in enumerate(zip(view.melds, view.meld_owners, strict=True), 1):
        text = _("Meld {number} of seat {seat}: {cards}.")
        yield text.format(number=number, seat=owner + 1, cards=_meld_words(meld))
    if not view.melds:
        yield _("No melds on the table yet.")


def _meld_words(meld: Meld) -> str:
    return ", ".join(_card_words(*pair) for pair in zip(meld, stand_ins(meld), strict=True))


def _card_words(card: Card, stands_for: Sequence[Card]) -> str:
    if not stands_for:
        return full_name(card)
    cards = _(" or ").join(map(full_name, stands_for))
    return _("{joker} (for {cards})").format(joker=full_name(card), cards=cards)


def _seat_words(view: RummyView) -> Iterator[str]:
    for seat, (size, laid) in enumerate(zip(view.hand_sizes, view.laid_down, strict=True), 1):
        if laid:
            text = ngettext(
                "Seat {seat}: {cards} card, has laid down.",
                "Seat {seat}: {cards} cards, has laid down.",
                size,
            )
        else:
            text = ngettext("Seat {seat}: {cards} card.", "Seat {seat}: {cards} cards.", size)
        yield text.format(seat=seat, cards=size)
    if view.seat_to_act is not None:
        yield _("It is seat {seat}'s turn.").format(seat=view.seat_to_act + 1)


def _hands_words(view: RummyView) -> Iterator[str]:
    for cards, heading in zip(view.hands, _headings(view), strict=True):
        yield f"{heading}."
        if cards:
            yield _("In hand: {cards}.").format(cards=named(in_order(cards, "suit")))


def _hand_words(view: RummyView, order: str, drawn: Sequence[Card], picked: Sequence[Card]) -> Iterator[str]:
    if view.hand:
        yield _("Your hand: {cards}.").format(cards=named(in_order(view.hand, order)))
        yield f"{_points(view.hand_points)}."
    else:
        yield _("Your hand is empty.")
    if drawn:
        yield _("Just drawn: {card}.").format(card=named(drawn))
    if picked:
        yield _("Picked: {cards}.").format(cards=named(picked))
