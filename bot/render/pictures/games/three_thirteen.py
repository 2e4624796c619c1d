"""Pictures of Three Thirteen: the piles and cards taken, a hand in its melds, and all hands at the end of a round."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import in_order
from bot.render.just_drawn import in_a_picture
from bot.render.pictures.games.examples import Banner, Example, Shown
from bot.render.pictures.games.news import came_to, new_discard, news_in_words
from bot.render.pictures.games.seats import turn_words
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.chips import Chip
from bot.render.pictures.layout.marks import Marks
from bot.render.pictures.picture import Picture, named
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.render.three_thirteen.brief import wild_in_words
from bot.render.words import cards_in_words, points_in_words
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.pictures.games.game_pictures import GamePictures
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card
    from bot.rules.three_thirteen.solver.arrangement import Arrangement
    from bot.rules.three_thirteen.state import RoundResult
    from bot.rules.three_thirteen.view import ThreeThirteenView


class ThreeThirteenPictures:
    """Implements `GamePictures` for Three Thirteen."""

    banner = Banner("QS QH QC 7D", wild="7")
    two_colours = False
    stand_ins = None
    examples = (
        Example(
            N_("A group is three or more cards of one rank; identical cards are fine."),
            (Shown("8S 8H 8C", N_("group")), Shown("JD JD JC", N_("group"))),
            wild="5",
        ),
        Example(
            N_("A sequence is three or more consecutive cards of one suit; the ace is high."),
            (Shown("7C 8C 9C 0C", N_("sequence")), Shown("QH KH AH", N_("ace high"))),
            wild="5",
        ),
        Example(
            N_("A wild card, marked with a star, stands for any card; in this round fives are wild."),
            (Shown("9S 5H 9D", N_("group")), Shown("7D 5C 9D 0D", N_("sequence"))),
            wild="5",
        ),
        Example(
            N_("Not valid: a low ace, two cards alone, a card twice in a sequence."),
            (
                Shown("AS 2S 3S", N_("low ace"), valid=False),
                Shown("4C 4H", N_("too short"), valid=False),
                Shown("6D 7D 7D 8D", N_("7 twice"), valid=False),
            ),
            wild="5",
        ),
    )

    def table(self, view: ThreeThirteenView, style: PictureStyle = PLAIN_STYLE) -> Picture:
        """The public table; at the end of the game, every arranged hand."""
        if view.outcome is not None and view.last_round is not None:
            return _result(view.last_round, style)
        return Picture.of([_piles(view, style)], _pile_words(view, style), style)

    def round_end(self, view: ThreeThirteenView, style: PictureStyle = PLAIN_STYLE) -> Picture | None:
        """All arranged hands of the last finished round; None in the first round."""
        return _result(view.last_round, style) if view.last_round is not None else None

    def hand(
        self, view: ThreeThirteenView, order: str, picked: Sequence[Card] = (), style: PictureStyle = PLAIN_STYLE
    ) -> Picture:
        """The viewer's own hand: its melds, then the cards left over in the given order."""
        wild = view.wild_rank
        arrangement = best_arrangement(view.hand, wild, view.arrangement == "most-cards")
        drawn = (view.drawn,) if view.drawn is not None and view.seat == view.seat_to_act else ()
        marks = Marks(picked, drawn, wild)
        left = marks.faces(in_order(arrangement.unplaced, order))
        blocks = [Block(marks.faces(meld), _("meld")) for meld in arrangement.melds]
        if left:
            blocks.append(_left_over(left, arrangement.penalty))
        drawn_words = in_a_picture(named(drawn, wild), taken=view.took_discard) if drawn else ""
        return Picture.of_hand([Section(tuple(blocks))], _hand_words(arrangement, wild, drawn_words, picked), style)


def _piles(view: ThreeThirteenView, style: PictureStyle) -> Section:
    marks = Marks(wild=view.wild_rank, fresh=new_discard(style.news, view.discard_pile))
    stock = _("stock: {cards}").format(cards=view.stock_size)
    blocks = [
        Block((Face(None),) if view.stock_size else (), stock),
        Block(marks.faces(view.discard_pile[-1:]), _("discard pile"), marked=view.phase is Phase.DRAW),
    ]
    for seat, cards in enumerate(view.taken):
        if cards:
            took = _("{name} took").format(name=style.written(seat))
            taken = Marks(wild=view.wild_rank, fresh=came_to(style.news, seat).elements())
            blocks.append(Block(taken.faces(cards), took))
    return Section(tuple(blocks), chips=(Chip(wild_in_words(view.wild_rank), signs=("star",)), *_chips(view, style)))


def _chips(view: ThreeThirteenView, style: PictureStyle) -> Iterator[Chip]:
    for seat, points in enumerate(view.totals):
        text = _("{name}: {points}").format(name=style.written(seat), points=points_in_words(points))
        yield Chip(text, ("tick",) if seat == view.went_out else (), framed=seat == view.seat_to_act)


def _result(result: RoundResult, style: PictureStyle) -> Picture:
    facts = (Chip(_round(result)), Chip(wild_in_words(result.wild_rank), signs=("star",)))
    hands = [_arranged_hand(result, seat, style.written(seat)) for seat in range(len(result.arrangements))]
    return Picture.of([Section((), chips=facts), *hands], _result_words(result, style), style)


def _arranged_hand(result: RoundResult, seat: int, name: str) -> Section:
    arrangement, marks = result.arrangements[seat], Marks(wild=result.wild_rank)
    blocks = [Block(marks.faces(meld)) for meld in arrangement.melds]
    if arrangement.unplaced:
        blocks.append(_left_over(marks.faces(arrangement.unplaced), arrangement.penalty))
    return Section(tuple(blocks), _heading(result, seat, name), plate=True)


def _round(result: RoundResult) -> str:
    return _("Round {round}").format(round=result.round)


def _heading(result: RoundResult, seat: int, name: str) -> str:
    out = seat == result.went_out
    text = _("{name}: {points}, went out") if out else _("{name}: {points}")
    return text.format(name=name, points=points_in_words(result.penalties[seat]))


def _left_over(cards: tuple[Face, ...], points: int) -> Block:
    return Block(cards, _("left over: {points}").format(points=points), marked=True)


def _pile_words(view: ThreeThirteenView, style: PictureStyle) -> Iterator[str]:
    yield f"{wild_in_words(view.wild_rank)}."
    if view.upcard is None:
        yield _("The discard pile is empty.")
    else:
        pile = _("Discard pile, may be taken: {card}.") if view.phase is Phase.DRAW else _("Discard pile: {card}.")
        yield pile.format(card=named((view.upcard,), view.wild_rank))
        yield from news_in_words(new_discard(style.news, view.discard_pile), view.wild_rank)
    yield _("Stock: {cards}.").format(cards=cards_in_words(view.stock_size))
    for seat, cards in enumerate(view.taken):
        if cards:
            took = _("{name} took {cards} from the discard pile.")
            yield took.format(name=style.spoken(seat), cards=named(cards, view.wild_rank))
            yield from news_in_words((came_to(style.news, seat) & Counter(cards)).elements(), view.wild_rank)
    for seat, points in enumerate(view.totals):
        text = _("{name}: {points}, is out") if seat == view.went_out else _("{name}: {points}")
        yield f"{text.format(name=style.spoken(seat), points=points_in_words(points))}."
    yield from turn_words(view, style)


def _result_words(result: RoundResult, style: PictureStyle) -> Iterator[str]:
    yield f"{_round(result)}."
    yield f"{wild_in_words(result.wild_rank)}."
    for seat, arrangement in enumerate(result.arrangements):
        yield f"{_heading(result, seat, style.spoken(seat))}."
        yield from _arranged_words(arrangement, result.wild_rank)


def _arranged_words(arrangement: Arrangement, wild: str) -> Iterator[str]:
    for meld in arrangement.melds:
        yield _("Meld: {cards}.").format(cards=named(meld, wild))
    if arrangement.unplaced:
        yield _("Left over: {cards}.").format(cards=named(arrangement.unplaced, wild))


def _hand_words(arrangement: Arrangement, wild: str, drawn: str, picked: Sequence[Card]) -> Iterator[str]:
    yield _("Your hand.")
    yield from _arranged_words(arrangement, wild)
    yield _("{points} left over.").format(points=points_in_words(arrangement.penalty))
    if drawn:
        yield drawn
    if picked:
        yield _("Picked: {cards}.").format(cards=named(picked, wild))


PICTURES: GamePictures[ThreeThirteenView] = ThreeThirteenPictures()
