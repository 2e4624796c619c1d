"""Pictures of 6 Holes: two grids with named positions, the deck, the discard pile and the card drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from bot.language import N_, _, ngettext
from bot.render.pictures.games.examples import Banner, Example, Shown
from bot.render.pictures.games.news import new_discard, news_in_words
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.chips import Chip
from bot.render.pictures.layout.draw import draw_above
from bot.render.pictures.layout.grids import PLACES, Column, Grid, below, draw_grids
from bot.render.pictures.layout.marks import Marks
from bot.render.pictures.picture import HAND_BYTES, TABLE_BYTES, Picture, named
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.render.six_holes.brief import columns_in_words
from bot.render.words import cards_in_words, points_in_words
from bot.rules.six_holes.actions import COLUMNS
from bot.rules.six_holes.scoring import column_score, is_pair
from bot.rules.six_holes.state import TURNS_PER_ROUND, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PIL import Image

    from bot.render.pictures.games.game_pictures import GamePictures
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card
    from bot.rules.six_holes.state import RoundResult
    from bot.rules.six_holes.view import SixHolesView

Cards: TypeAlias = "Sequence[Card | None]"


class SixHolesPictures:
    """Implements `GamePictures` for 6 Holes."""

    banner = Banner("-- 8H 8S --")
    two_colours = False
    stand_ins = None
    examples = (
        Example(
            N_("A column of two cards of one rank is a pair and costs nothing."),
            (Shown("7S 7H", N_("pair: 0"), None), Shown("QS QD", N_("pair: 0"), None)),
        ),
        Example(
            N_("Any other column costs the sum of both cards: ace 1, jack 11, queen 12, king 0, joker -5."),
            (
                Shown("AS 7D", "1 + 7 = 8", None),
                Shown("KH JC", "0 + 11 = 11", None),
                Shown("2C XX", "2 - 5 = -3", None),
            ),
        ),
    )

    def table(self, view: SixHolesView, style: PictureStyle = PLAIN_STYLE) -> Picture:
        """Both grids as everybody sees them; once the game is over, those of the last round with the points of each
        column.
        """
        if view.outcome is not None and view.last_round is not None:
            return _result(view, view.last_round, style)
        view = replace(view, seat=None, drawn=None)
        grids = [_grid(view, seat, Marks(), style) for seat in range(view.seats)]
        return _picture(
            _piles(view, Marks(), style), grids, [*_pile_words(view, style), *_grids_words(view, style)], style
        )

    def hand(
        self, view: SixHolesView, order: str, picked: Sequence[Card] = (), style: PictureStyle = PLAIN_STYLE
    ) -> Picture:
        """Both grids, with the viewer's own outlined, and the card drawn. `order` is ignored: positions are fixed."""
        marks = Marks(picked)
        piles = _piles(view, marks, style)
        grids = [_grid(view, seat, marks if seat == view.seat else Marks(), style) for seat in range(view.seats)]
        words = [*_pile_words(view, style), *_grids_words(view, style)]
        if picked:
            words.append(_("Picked: {cards}.").format(cards=named(picked)))
        return _picture(piles, grids, words, style, HAND_BYTES)

    def round_end(self, view: SixHolesView, style: PictureStyle = PLAIN_STYLE) -> Picture | None:
        """Both grids of the last finished round, face up, with the points of each column."""
        return _result(view, view.last_round, style) if view.last_round is not None else None


def _picture(
    above: Section, grids: Sequence[Grid], words: Iterable[str], style: PictureStyle, most_bytes: int = TABLE_BYTES
) -> Picture:
    colours, in_a_row = style.two_colours, 1 if style.large else 2

    def drawn() -> Image.Image:
        plates = draw_grids(grids, two_colours=colours, in_a_row=in_a_row)
        return below([draw_above(plates, above, two_colours=colours), plates])

    return Picture.made((above, tuple(grids), colours, in_a_row), drawn, words, most_bytes=most_bytes)


def _piles(view: SixHolesView, marks: Marks, style: PictureStyle) -> Section:
    deck = Block((Face(None),) if view.deck_size else (), _("deck: {cards}").format(cards=view.deck_size))
    caption = _("may be taken") if view.takeable is not None else _("discard pile")
    top = Marks(fresh=new_discard(style.news, view.discards)).faces(view.discards[-1:])
    pile = Block(top, caption, marked=view.takeable is not None)
    blocks = [deck, pile]
    if view.phase is Phase.DRAWN:
        held = marks.faces((view.drawn,)) if view.drawn is not None else (Face(None),)
        text = _("you drew") if view.turn == view.seat else _("{name} drew")
        blocks.append(Block(held, text.format(name=style.written(view.turn)), marked=True))
    chips = (Chip(_("last turn of the round"), signs=("warning",)),) if view.is_last_turn else ()
    return Section(tuple(blocks), chips=chips)


def _grid(view: SixHolesView, seat: int, marks: Marks, style: PictureStyle) -> Grid:
    cards = view.grids[seat]
    fresh = _news(style, seat)
    faces = tuple(
        Face(None) if card is None else replace(marks.faces((card,))[0], fresh=place in fresh)
        for place, card in zip(PLACES, cards, strict=True)
    )
    own = seat == view.seat
    name = _("You") if own and style.own else style.written(seat)
    heading = _("{name}: {points}").format(name=name, points=view.totals[seat])
    return Grid(heading, faces, _columns(cards, view.joker), outlined=own, acts=seat == view.seat_to_act)


def _news(style: PictureStyle, seat: int) -> set[str]:
    """The positions of a seat's grid that changed since the viewer's last turn."""
    return {event.facts["position"] for event in style.news if event.seat == seat and "position" in event.facts}


def _columns(cards: Cards, joker: str) -> tuple[Column, ...]:
    """The columns of a grid, with the points of those whose cards are both face up."""
    return tuple(_column(cards[top], cards[bottom], joker) for top, bottom in COLUMNS)


def _column(top: Card | None, bottom: Card | None, joker: str) -> Column:
    if top is None or bottom is None:
        return Column()
    paired = is_pair(top, bottom, joker)
    caption = _("pair: {points}") if paired else "{points}"
    return Column(caption.format(points=column_score(top, bottom, joker)), framed=paired)


def _heading(view: SixHolesView, seat: int, style: PictureStyle) -> str:
    text = _("{name}: {points}, to move") if seat == view.seat_to_act else _("{name}: {points}")
    name = _("You") if seat == view.seat and style.own else style.spoken(seat)
    return text.format(name=name, points=points_in_words(view.totals[seat]))


def _result(view: SixHolesView, result: RoundResult, style: PictureStyle) -> Picture:
    grids = [_result_grid(view, result, seat, style.written(seat)) for seat in range(view.seats)]
    return _picture(Section((), chips=_result_chips(result, style)), grids, _result_words(view, result, style), style)


def _result_chips(result: RoundResult, style: PictureStyle) -> tuple[Chip, ...]:
    """The round's number, and who or what ended it, in words that fit above one grid."""
    if result.closer is None:
        return Chip(_round(result)), Chip(_turns_are_over())
    return Chip(_round(result)), Chip(_("{name} finished first").format(name=style.written(result.closer)))


def _round(result: RoundResult) -> str:
    return _("Round {round}").format(round=result.round)


def _turns_are_over() -> str:
    ended = ngettext("Ended after {number} turn", "Ended after {number} turns", TURNS_PER_ROUND)
    return ended.format(number=TURNS_PER_ROUND)


def _result_grid(view: SixHolesView, result: RoundResult, seat: int, name: str) -> Grid:
    cards = result.grids[seat]
    heading = _("{name}: {total} ({points})").format(
        name=name, points=f"{result.scores[seat]:+}", total=view.totals[seat]
    )
    return Grid(heading, tuple(map(Face, cards)), _columns(cards, view.joker))


def _pile_words(view: SixHolesView, style: PictureStyle) -> Iterator[str]:
    yield _("Deck: {cards}.").format(cards=cards_in_words(view.deck_size))
    if not view.discards:
        yield _("The discard pile is empty.")
    else:
        text = _("Discard pile, may be taken: {card}.") if view.takeable else _("Discard pile: {card}.")
        yield text.format(card=named(view.discards[-1:]))
        yield from news_in_words(new_discard(style.news, view.discards))
    if view.drawn is not None:
        yield _("You drew: {card}.").format(card=named((view.drawn,)))
    elif view.phase is Phase.DRAWN:
        yield _("{name} drew a card.").format(name=style.spoken(view.turn))
    if view.is_last_turn:
        yield _("Last turn of the round.")


def _grids_words(view: SixHolesView, style: PictureStyle) -> Iterator[str]:
    for seat, cards in enumerate(view.grids):
        yield f"{_heading(view, seat, style)}."
        yield _places(cards)
        changed = [place for place in PLACES if place in _news(style, seat)]
        if changed:
            yield _("Changed since your turn: {places}.").format(places=", ".join(changed))
        yield from columns_in_words(cards, view.joker)


def _result_words(view: SixHolesView, result: RoundResult, style: PictureStyle) -> Iterator[str]:
    yield f"{_round(result)}."
    if result.closer is None:
        yield f"{_turns_are_over()}."
    else:
        yield _("{name} had all side cards up first.").format(name=style.spoken(result.closer))
    for seat, cards in enumerate(result.grids):
        points, total = f"{result.scores[seat]:+}", view.totals[seat]
        heading = _("{name}: {points}, in all {total}")
        yield f"{heading.format(name=style.spoken(seat), points=points, total=total)}."
        yield _places(cards)
        yield from columns_in_words(cards, view.joker)


def _places(cards: Cards) -> str:
    """All six positions with their cards, as one sentence."""
    face_down = _("face down")
    known = [face_down if card is None else named((card,)) for card in cards]
    return f"{'; '.join(f'{place} {card}' for place, card in zip(PLACES, known, strict=True))}."


PICTURES: GamePictures[SixHolesView] = SixHolesPictures()
