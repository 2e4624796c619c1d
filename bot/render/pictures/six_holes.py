"""Pictures of 6 Holes: two grids with named positions, the deck, the discard pile and the card drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from bot.language import N_, _, ngettext
from bot.render.pictures.chips import Chip
from bot.render.pictures.examples import Banner, Example, Shown
from bot.render.pictures.grids import PLACES, Column, Grid, below, draw_grids
from bot.render.pictures.layout import Block, Face, Section, draw
from bot.render.pictures.marks import Marks
from bot.render.pictures.picture import HAND_BYTES, TABLE_BYTES, Picture, named
from bot.rules.six_holes.actions import COLUMNS
from bot.rules.six_holes.scoring import column_score, is_pair
from bot.rules.six_holes.state import TURNS_PER_ROUND, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.render.pictures.game_pictures import GamePictures
    from bot.rules.cards import Card
    from bot.rules.six_holes.state import RoundResult
    from bot.rules.six_holes.view import SixHolesView

Cards: TypeAlias = "Sequence[Card | None]"


class SixHolesPictures:
    """The pictures of 6 Holes."""

    banner = Banner("-- 8H 8S --")
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

    def table(self, view: SixHolesView) -> Picture:
        """Both grids as everybody sees them; once the game is over, those of the last round with the points of each
        column.
        """
        if view.outcome is not None and view.last_round is not None:
            return _result(view, view.last_round)
        view = replace(view, seat=None, drawn=None)
        grids = [_grid(view, seat, Marks()) for seat in range(view.seats)]
        return _picture(_piles(view, Marks()), grids, [*_pile_words(view), *_grids_words(view)])

    def hand(self, view: SixHolesView, order: str, picked: Sequence[Card] = ()) -> Picture:
        """Both grids, with the viewer's own outlined, and the card drawn. `order` is ignored: positions are fixed."""
        marks = Marks(picked)
        piles = _piles(view, marks)
        grids = [_grid(view, seat, marks if seat == view.seat else Marks()) for seat in range(view.seats)]
        words = [*_pile_words(view), *_grids_words(view)]
        if picked:
            words.append(_("Picked: {cards}.").format(cards=named(picked)))
        return _picture(piles, grids, words, HAND_BYTES)

    def round_end(self, view: SixHolesView) -> Picture | None:
        """Both grids of the last finished round, face up, with the points of each column."""
        return _result(view, view.last_round) if view.last_round is not None else None


def _picture(above: Section, grids: Sequence[Grid], words: Iterable[str], most_bytes: int = TABLE_BYTES) -> Picture:
    return Picture.made(
        (above, tuple(grids)),
        lambda: below([draw([above], foot=0), draw_grids(grids)]),
        words,
        most_bytes=most_bytes,
    )


def _piles(view: SixHolesView, marks: Marks) -> Section:
    deck = Block((Face(None),) if view.deck_size else (), _("deck: {cards}").format(cards=view.deck_size))
    caption = _("may be taken") if view.takeable is not None else _("discard pile")
    pile = Block(tuple(map(Face, view.discards[-1:])), caption, marked=view.takeable is not None)
    blocks = [deck, pile]
    if view.phase is Phase.DRAWN:
        held = marks.faces((view.drawn,)) if view.drawn is not None else (Face(None),)
        text = _("you drew") if view.turn == view.seat else _("seat {seat} drew")
        blocks.append(Block(held, text.format(seat=view.turn + 1), marked=True))
    chips = (Chip(_("last turn of the round"), sign="warning"),) if view.is_last_turn else ()
    return Section(tuple(blocks), chips=chips)


def _grid(view: SixHolesView, seat: int, marks: Marks) -> Grid:
    cards = view.grids[seat]
    faces = tuple(Face(None) if card is None else marks.faces((card,))[0] for card in cards)
    columns = tuple(_column(cards[top], cards[bottom], view.joker) for top, bottom in COLUMNS)
    return Grid(_heading(view, seat), faces, columns, outlined=seat == view.seat)


def _column(top: Card | None, bottom: Card | None, joker: str) -> Column:
    """The points of a column whose cards are both face up."""
    if top is None or bottom is None:
        return Column()
    return _scored(column_score(top, bottom, joker), is_pair(top, bottom, joker))


def _scored(points: int, paired: bool) -> Column:
    caption = _("pair: {points}") if paired else "{points}"
    return Column(caption.format(points=points), framed=paired)


def _heading(view: SixHolesView, seat: int) -> str:
    points, own = view.totals[seat], seat == view.seat
    if own and seat == view.seat_to_act:
        text = ngettext("You: {points} point, to move", "You: {points} points, to move", points)
    elif own:
        text = ngettext("You: {points} point", "You: {points} points", points)
    elif seat == view.seat_to_act:
        text = ngettext("Seat {seat}: {points} point, to move", "Seat {seat}: {points} points, to move", points)
    else:
        text = ngettext("Seat {seat}: {points} point", "Seat {seat}: {points} points", points)
    return text.format(seat=seat + 1, points=points)


def _result(view: SixHolesView, result: RoundResult) -> Picture:
    facts = [_("Round {round}").format(round=result.round)]
    if result.closer is not None:
        facts.append(_("Seat {seat} had all side cards up first").format(seat=result.closer + 1))
    else:
        ended = ngettext("Ended after {number} turn", "Ended after {number} turns", TURNS_PER_ROUND)
        facts.append(ended.format(number=TURNS_PER_ROUND))
    grids = [_result_grid(view, result, seat) for seat in range(view.seats)]
    return _picture(Section((), chips=tuple(map(Chip, facts))), grids, _result_words(view, result, facts))


def _result_grid(view: SixHolesView, result: RoundResult, seat: int) -> Grid:
    cards = result.grids[seat]
    columns = tuple(_column(cards[top], cards[bottom], view.joker) for top, bottom in COLUMNS)
    return Grid(_result_heading(view, result, seat), tuple(map(Face, cards)), columns)


def _result_heading(view: SixHolesView, result: RoundResult, seat: int) -> str:
    text = _("Seat {seat}: {points}, in all {total}")
    return text.format(seat=seat + 1, points=f"{result.scores[seat]:+}", total=view.totals[seat])


def _pile_words(view: SixHolesView) -> Iterator[str]:
    deck = ngettext("Deck: {cards} card.", "Deck: {cards} cards.", view.deck_size)
    yield deck.format(cards=view.deck_size)
    if not view.discards:
        yield _("The discard pile is empty.")
    else:
        text = _("Discard pile, may be taken: {card}.") if view.takeable else _("Discard pile: {card}.")
        yield text.format(card=named(view.discards[-1:]))
    if view.drawn is not None:
        yield _("You drew: {card}.").format(card=named((view.drawn,)))
    elif view.phase is Phase.DRAWN:
        yield _("Seat {seat} drew a card.").format(seat=view.turn + 1)
    if view.is_last_turn:
        yield _("Last turn of the round.")


def _grids_words(view: SixHolesView) -> Iterator[str]:
    for seat, cards in enumerate(view.grids):
        yield f"{_heading(view, seat)}."
        yield _places(cards)
        yield from _columns_words(cards, view.joker)


def _result_words(view: SixHolesView, result: RoundResult, facts: Sequence[str]) -> Iterator[str]:
    yield from (f"{fact}." for fact in facts)
    for seat, cards in enumerate(result.grids):
        yield f"{_result_heading(view, result, seat)}."
        yield _places(cards)
        yield from _columns_words(cards, view.joker)


def _places(cards: Cards) -> str:
    """All six positions with their cards, as one sentence."""
    face_down = _("face down")
    known = [face_down if card is None else named((card,)) for card in cards]
    return f"{'; '.join(f'{place} {card}' for place, card in zip(PLACES, known, strict=True))}."


def _columns_words(cards: Cards, joker: str) -> Iterator[str]:
    """The points of the columns whose cards are all face up, in words."""
    for top, bottom in COLUMNS:
        first, second = cards[top], cards[bottom]
        if first is not None and second is not None:
            pair = is_pair(first, second, joker)
            text = _("{places}: pair, {points}.") if pair else _("{places}: {points}.")
            points = column_score(first, second, joker)
            yield text.format(places=f"{PLACES[top]} {PLACES[bottom]}", points=points)


PICTURES: GamePictures[SixHolesView] = SixHolesPictures()
