"""Pictures of Rummy: the piles, the numbered melds with their owners, a hand, and all hands at the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import full_name
from bot.render.pictures.games.examples import Banner, Example, Shown
from bot.render.pictures.games.hands_left import HandLeft, OwnHand, hands_left, own_hand
from bot.render.pictures.games.melds import meld_words, standing
from bot.render.pictures.games.news import new_discard, news_in_words
from bot.render.pictures.games.seats import seat_chips, turn_words
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.marks import Marks
from bot.render.pictures.picture import Picture
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.render.words import cards_in_words
from bot.rules.rummy import hand_points
from bot.rules.rummy.jokers import stand_ins
from bot.rules.rummy.state import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.pictures.games.game_pictures import GamePictures
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card
    from bot.rules.rummy.view import RummyView


class RummyPictures:
    """Implements `GamePictures` for Rummy."""

    banner = Banner("9S 0S JS XB")
    two_colours = False
    examples = (
        Example(
            N_("A set is three or four cards of one rank in different suits."),
            (Shown("8S 8H 8C", N_("set")), Shown("KS KH KD KC", N_("set"))),
        ),
        Example(
            N_("A run is three or more consecutive cards of one suit; the ace is low or high."),
            (Shown("AH 2H 3H", N_("ace low")), Shown("0C JC QC KC AC", N_("ace high"))),
        ),
        Example(
            N_("A joker stands for a card of its own colour; the table shows which one."),
            (
                Shown("5H XR 7H", N_("6 of hearts")),
                Shown("3S 3C XR", N_("either red 3")),
            ),
            stands_for=stand_ins,
        ),
        Example(
            N_("Not valid: one suit twice in a set, king to ace to two, a joker of the wrong colour."),
            (
                Shown("6S 6H 6H", N_("two hearts"), valid=False),
                Shown("KC AC 2C", N_("king to two"), valid=False),
                Shown("7C XR 9C", N_("red joker"), valid=False),
            ),
        ),
    )
    stand_ins = staticmethod(stand_ins)

    def table(self, view: RummyView, style: PictureStyle = PLAIN_STYLE) -> Picture:
        """The piles and all numbered melds; once the game is over, only the melds."""
        if view.outcome is not None:
            return Picture.of([_melds(view, style)], _melds_words(view, style), style)
        sections = [_piles(view, style), _melds(view, style)]
        return Picture.of(
            sections, [*_pile_words(view, style), *_melds_words(view, style), *_seat_words(view, style)], style
        )

    def hand(
        self, view: RummyView, order: str, picked: Sequence[Card] = (), style: PictureStyle = PLAIN_STYLE
    ) -> Picture:
        """The viewer's own hand in the given order, with the card just drawn marked."""
        drawn = view.drawn if view.drawn in view.hand and view.seat == view.seat_to_act else None
        return own_hand(OwnHand(view.hand, view.hand_points, drawn), order, picked, style, taken=view.drew_discard)

    def round_end(self, view: RummyView, style: PictureStyle = PLAIN_STYLE) -> Picture | None:
        """All hands and their points at the end of the game; None before."""
        return hands_left(_left(view), style) if view.outcome is not None else None


def _piles(view: RummyView, style: PictureStyle) -> Section:
    stock = _("stock: {cards}").format(cards=view.stock_size)
    pile = _("discard pile: {cards}").format(cards=len(view.discard_pile))
    top = Marks(fresh=new_discard(style.news, view.discard_pile)).faces(view.discard_pile[-1:])
    blocks = (Block((Face(None),) if view.stock_size else (), stock), Block(top, pile, marked=view.takeable))
    return Section(blocks, chips=tuple(seat_chips(view, view.hand_sizes, view.laid_down, style)))


def _melds(view: RummyView, style: PictureStyle) -> Section:
    blocks, news = [], _news(view, style)
    for number, (meld, owner) in enumerate(zip(view.melds, view.meld_owners, strict=True), 1):
        marked = Marks(fresh=news[number].elements()).faces(meld)
        blocks.append(Block(standing(marked, stand_ins(meld)), style.written(owner), number=number, whole=True))
    return Section(tuple(blocks), "" if blocks else _("No melds on the table yet."))


def _news(view: RummyView, style: PictureStyle) -> dict[int, Counter[Card]]:
    """The cards added to each meld since the viewer's last turn, by meld number."""
    came: dict[int, Counter[Card]] = {number: Counter() for number in range(1, len(view.melds) + 1)}
    for event in style.news:
        if event.kind == "melds_laid_down" and "numbers" in event.facts:  # otherwise stored by another version
            for number, meld in zip(event.facts["numbers"], event.facts["melds"], strict=True):
                came.setdefault(number, Counter()).update(meld)
        elif event.kind in ("card_laid_off", "joker_swapped"):
            came.setdefault(event.facts["meld"], Counter())[event.facts["card"]] += 1
    return came


def _left(view: RummyView) -> list[HandLeft]:
    ended = view.turn_seat if view.ending is Ending.WENT_OUT else None
    return [HandLeft(cards, hand_points(cards), seat == ended) for seat, cards in enumerate(view.hands)]


def _pile_words(view: RummyView, style: PictureStyle) -> Iterator[str]:
    if view.upcard is None:
        yield _("The discard pile is empty.")
    else:
        pile = _("Top of the discard pile: {card}, {cards} in all.")
        if view.takeable:
            pile = _("Top of the discard pile, may be taken: {card}, {cards} in all.")
        yield pile.format(card=full_name(view.upcard), cards=len(view.discard_pile))
        yield from news_in_words(new_discard(style.news, view.discard_pile))
    yield _("Stock: {cards}.").format(cards=cards_in_words(view.stock_size))


def _melds_words(view: RummyView, style: PictureStyle) -> Iterator[str]:
    news = _news(view, style)
    for number, (meld, owner) in enumerate(zip(view.melds, view.meld_owners, strict=True), 1):
        text = _("Meld {number} of {name}: {cards}.")
        yield text.format(number=number, name=style.spoken(owner), cards=meld_words(meld, stand_ins(meld)))
        yield from news_in_words((news[number] & Counter(meld)).elements())
    if not view.melds:
        yield _("No melds on the table yet.")


def _seat_words(view: RummyView, style: PictureStyle) -> Iterator[str]:
    for seat, (size, laid) in enumerate(zip(view.hand_sizes, view.laid_down, strict=True)):
        text = _("{name}: {cards}, has laid down.") if laid else _("{name}: {cards}.")
        yield text.format(name=style.spoken(seat), cards=cards_in_words(size))
    yield from turn_words(view, style)


PICTURES: GamePictures[RummyView] = RummyPictures()
