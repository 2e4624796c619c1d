"""Pictures of Notty: all hands open, grouped by colour; the deck, and this turn's discards."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import in_order
from bot.render.notty.brief import came_this_turn, discarded_this_turn
from bot.render.pictures.games.examples import Banner, Example, Shown
from bot.render.pictures.games.news import came_to, news_in_words
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.chips import Chip
from bot.render.pictures.layout.marks import Marks
from bot.render.pictures.picture import Picture, named
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.render.words import capital, cards_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.pictures.games.game_pictures import GamePictures
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card
    from bot.rules.notty.view import NottyView


class NottyPictures:
    """Implements `GamePictures` for Notty."""

    banner = Banner("R3 B3 G3 Y3")
    two_colours = False
    stand_ins = None
    examples = (
        Example(
            N_("A sequence is three or more consecutive numbers of one colour."),
            (Shown("R3 R4 R5", N_("sequence")), Shown("B7 B8 B9 B10", N_("sequence"))),
        ),
        Example(
            N_("A set is three or four cards of one number in different colours."),
            (Shown("R7 G7 Y7", N_("set")), Shown("R2 B2 G2 Y2", N_("set"))),
        ),
        Example(
            N_("Not valid: 10 to 1, one colour twice in a set, mixed colours in a sequence."),
            (
                Shown("Y9 Y10 Y1", N_("10 to 1"), valid=False),
                Shown("G4 G4 B4", N_("green twice"), valid=False),
                Shown("R5 B6 R7", N_("mixed"), valid=False),
            ),
        ),
    )

    def table(self, view: NottyView, style: PictureStyle = PLAIN_STYLE) -> Picture:
        """All hands, the deck and this turn's discarded groups; once the game is over, the final hands."""
        seats = [_seat(view, seat, style) for seat in range(view.seats)]
        if view.outcome is not None:
            return Picture.of(seats, _hands_words(view, style), style)
        return Picture.of([_middle(view), *seats], [*_middle_words(view), *_hands_words(view, style)], style)

    def hand(
        self, view: NottyView, order: str, picked: Sequence[Card] = (), style: PictureStyle = PLAIN_STYLE
    ) -> Picture:
        """The viewer's own hand, grouped by colour, or by number if sorted by rank."""
        marks = Marks(picked, _new(view) if view.seat == view.seat_to_act else ())
        blocks = tuple(Block(marks.faces(cards)) for cards in _together(view.hand, order))
        return Picture.of_hand([Section(blocks or (Block(()),))], _own_words(view, order, picked, style), style)

    def round_end(self, view: NottyView, style: PictureStyle = PLAIN_STYLE) -> Picture | None:
        """All hands at the end of the game; None before."""
        return self.table(view, style) if view.outcome is not None else None


def _together(cards: Sequence[Card], order: str) -> list[list[Card]]:
    """The sorted cards grouped by colour, or by number if sorted by rank."""
    arranged = in_order(cards, order)
    return [list(same) for _key, same in groupby(arranged, lambda c: c.value if order == "rank" else c.suit)]


def _new(view: NottyView) -> tuple[Card, ...]:
    """The cards the seat to act has drawn and taken this turn."""
    return (*view.drawn, *(() if view.taken is None else (view.taken,)))


def _seat(view: NottyView, seat: int, style: PictureStyle) -> Section:
    acts = seat == view.seat_to_act
    marks = Marks(drawn=_new(view) if acts else (), fresh=came_to(style.news, seat).elements())
    blocks = tuple(Block(marks.faces(cards)) for cards in _together(view.hands[seat], "suit"))
    return Section(
        blocks or (Block(()),), _heading(view, seat, style.written(seat)), plate=acts or _has_won(view, seat)
    )


def _has_won(view: NottyView, seat: int) -> bool:
    return view.outcome is not None and view.outcome.ranks[seat] == 1 and not view.outcome.is_draw


def _heading(view: NottyView, seat: int, name: str) -> str:
    if _has_won(view, seat):
        text = _("{name}: {cards}, won")
    elif seat == view.seat_to_act:
        text = _("{name}: {cards}, to move")
    else:
        text = _("{name}: {cards}")
    return text.format(name=name, cards=cards_in_words(view.hand_sizes[seat]))


def _middle(view: NottyView) -> Section:
    groups = tuple(Block(tuple(map(Face, group)), _("discarded")) for group in view.discarded)
    return Section(groups, chips=(Chip(_("deck: {cards}").format(cards=view.deck_size)),))


def _middle_words(view: NottyView) -> Iterator[str]:
    yield _("Deck: {cards}.").format(cards=cards_in_words(view.deck_size))
    yield from discarded_this_turn(view, named)


def _hands_words(view: NottyView, style: PictureStyle) -> Iterator[str]:
    for seat, cards in enumerate(view.hands):
        yield f"{_heading(view, seat, style.spoken(seat))}."
        if cards:
            yield f"{capital(named(cards))}."
        yield from news_in_words((came_to(style.news, seat) & Counter(cards)).elements())
        if seat == view.seat_to_act:
            yield from came_this_turn(view, style.spoken, named)


def _own_words(view: NottyView, order: str, picked: Sequence[Card], style: PictureStyle) -> Iterator[str]:
    if not view.hand:
        yield _("Your hand is empty.")
        return
    held = _("Your hand, {number}: {cards}.")
    yield held.format(number=cards_in_words(len(view.hand)), cards=named(in_order(view.hand, order)))
    if view.seat == view.seat_to_act:
        yield from came_this_turn(view, style.spoken, named)
    if picked:
        yield _("Picked: {cards}.").format(cards=named(picked))


PICTURES: GamePictures[NottyView] = NottyPictures()
