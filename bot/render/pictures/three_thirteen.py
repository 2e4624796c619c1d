"""Three Thirteen in pictures: the piles and who took what, a hand in its melds, and all hands at a round's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import in_order
from bot.render.pictures.layout import Block, Face, Section
from bot.render.pictures.picture import Picture, named
from bot.rules.three_thirteen import best_arrangement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.rules.cards import Card
    from bot.rules.three_thirteen.arrangement import Arrangement
    from bot.rules.three_thirteen.view import ThreeThirteenView


def table(view: ThreeThirteenView) -> Picture:
    """What lies on the table for all to see; at a round's end every hand as it was arranged."""
    if view.outcome is not None:
        return Picture.of(_last_round(view), _last_round_words(view))
    fresh = view.last_round is not None and view.turns < view.seats
    sections = [_piles(view), *(_last_round(view) if fresh else ())]
    return Picture.of(sections, [*_pile_words(view), *(_last_round_words(view) if fresh else ())])


def hand(view: ThreeThirteenView, order: str) -> Picture:
    """The viewer's own hand: its melds, then what is left over in the order the person likes."""
    wild = view.wild_rank
    arrangement = best_arrangement(view.hand, wild, view.arrangement == "most-cards")
    drawn = view.drawn if view.seat == view.seat_to_act else None
    blocks = [Block(_faces(meld, wild), "meld") for meld in arrangement.melds]
    if arrangement.unplaced:
        left = in_order(arrangement.unplaced, order)
        blocks.append(Block(_faces(left, wild, drawn), f"left over: {arrangement.penalty}", marked=True))
    return Picture.of([Section(tuple(blocks))], _hand_words(arrangement, wild, drawn))


def _faces(cards: Iterable[Card], wild: str, lifted: Card | None = None) -> tuple[Face, ...]:
    """Faces to draw; one copy of the lifted card is raised."""
    faces = []
    for card in cards:
        faces.append(Face(card, card.rank == wild, lifted=card == lifted))
        lifted = None if card == lifted else lifted
    return tuple(faces)


def _piles(view: ThreeThirteenView) -> Section:
    stock = Block((Face(None),) if view.stock_size else (), f"stock {view.stock_size}")
    pile = _faces(view.discard_pile[-1:], view.wild_rank)
    blocks = [stock, Block(pile, "discard pile", marked=True)]
    for seat, cards in enumerate(view.taken):
        if cards:
            blocks.append(Block(_faces(cards, view.wild_rank), f"seat {seat + 1} took"))
    return Section(tuple(blocks))


def _last_round(view: ThreeThirteenView) -> list[Section]:
    result = view.last_round
    if result is None:
        return []
    sections = []
    for seat, arrangement in enumerate(result.arrangements):
        blocks = [Block(_faces(meld, result.wild_rank)) for meld in arrangement.melds]
        if arrangement.unplaced:
            caption = f"left over: {arrangement.penalty}"
            blocks.append(Block(_faces(arrangement.unplaced, result.wild_rank), caption, marked=True))
        out = " - went out" if seat == result.went_out else ""
        sections.append(Section(tuple(blocks), f"Seat {seat + 1}: +{arrangement.penalty}{out}", plate=True))
    return sections


def _pile_words(view: ThreeThirteenView) -> Iterator[str]:
    top = named((view.upcard,), view.wild_rank) if view.upcard else "empty"
    yield f"Discard pile: {top}. Stock: {view.stock_size} cards."
    for seat, cards in enumerate(view.taken):
        if cards:
            yield f"Seat {seat + 1} took {named(cards, view.wild_rank)} from the discard pile."


def _last_round_words(view: ThreeThirteenView) -> Iterator[str]:
    result = view.last_round
    if result is None:
        return
    yield f"Round {result.round}."
    for seat, arrangement in enumerate(result.arrangements):
        out = " went out" if seat == result.went_out else ""
        yield f"Seat {seat + 1}{out}, {arrangement.penalty} points: {' '.join(_arranged(arrangement, result.wild_rank))}"


def _arranged(arrangement: Arrangement, wild: str) -> Iterator[str]:
    for meld in arrangement.melds:
        yield f"Meld {named(meld, wild)}."
    if arrangement.unplaced:
        yield f"Left over {named(arrangement.unplaced, wild)}."


def _hand_words(arrangement: Arrangement, wild: str, drawn: Card | None) -> Iterator[str]:
    yield "Your hand."
    yield from _arranged(arrangement, wild)
    yield f"{arrangement.penalty} points left over."
    if drawn is not None:
        yield f"You drew the {named((drawn,), wild)}."
