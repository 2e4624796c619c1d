"""State transitions of Three Thirteen, including the end of a round."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from bot.language import _
from bot.rules.cards import Card
from bot.rules.errors import IllegalActionError, others_turn
from bot.rules.three_thirteen.actions import Discard, DrawDiscard, DrawStock
from bot.rules.three_thirteen.deal import deal_round
from bot.rules.three_thirteen.solver.arrangement import best_arrangement, is_complete
from bot.rules.three_thirteen.state import (
    DISCARD,
    DRAW,
    FROM_DISCARD,
    FROM_STOCK,
    OVER,
    ROUNDS,
    TURNS_PER_SEAT,
    RoundResult,
    ThreeThirteenState,
)

if TYPE_CHECKING:
    from bot.rules.chance import Chance
    from bot.rules.three_thirteen.actions import ThreeThirteenAction
    from bot.rules.three_thirteen.state import Source

Cards: TypeAlias = "tuple[Card, ...]"


def apply(state: ThreeThirteenState, seat: int, action: ThreeThirteenAction) -> ThreeThirteenState:
    """The state after the action.

    Raises:
        IllegalActionError: the rules forbid the action now.
    """
    if state.phase is OVER:
        raise IllegalActionError(_("This game is over: start a new one to play on."))
    if seat != state.turn:
        raise IllegalActionError(others_turn(state.turn))
    if type(action) is Discard:
        return _discard(state, action.card)
    if type(action) is DrawStock:
        return _draw_stock(state)
    if type(action) is DrawDiscard:
        return _draw_discard(state)
    raise IllegalActionError(
        _("You cannot do that in Three Thirteen: draw from the stock or the discard pile, then discard a card.")
    )


def _draw_stock(state: ThreeThirteenState) -> ThreeThirteenState:
    if state.phase is not DRAW:
        _refuse_second_draw()
    stock, pile, chance = state.stock, state.discard_pile, state.chance
    if not stock:
        stock, chance = chance.shuffled(pile)
        pile = ()
    card = stock[-1]
    return _drawn(state, card, FROM_STOCK, chance, stock[:-1], pile, state.taken)


def _draw_discard(state: ThreeThirteenState) -> ThreeThirteenState:
    if state.phase is not DRAW:
        _refuse_second_draw()
    card, pile = state.discard_pile[-1], state.discard_pile[:-1]
    taken = _with(state.taken, state.turn, card)
    return _drawn(state, card, FROM_DISCARD, state.chance, state.stock, pile, taken)


def _drawn(
    state: ThreeThirteenState,
    card: Card,
    source: Source,
    chance: Chance,
    stock: Cards,
    pile: Cards,
    taken: tuple[Cards, ...],
) -> ThreeThirteenState:
    """The state after the seat to act receives a card; all fields are spelled out because `_replace` is slow."""
    return ThreeThirteenState(
        state.arrangement, chance, DISCARD, state.round, state.starter, state.turn, state.turns,
        _with(state.hands, state.turn, card), stock, pile, taken, card, source,
        state.went_out, state.penalties, state.last_round,
    )  # fmt: skip


def _refuse_second_draw() -> NoReturn:
    raise IllegalActionError(_("You have already drawn a card this turn: discard one card now."), "discard")


def _with(hands: tuple[Cards, ...], seat: int, card: Card) -> tuple[Cards, ...]:
    """The hands after one of them receives a card."""
    hand, changed = list(hands[seat]), list(hands)
    insort(hand, card)
    changed[seat] = tuple(hand)
    return tuple(changed)


def _without(hands: tuple[Cards, ...], seat: int, place: int) -> tuple[Cards, ...]:
    """The hands after one of them loses the card at index `place`."""
    hand, changed = list(hands[seat]), list(hands)
    del hand[place]
    changed[seat] = tuple(hand)
    return tuple(changed)


def _discard(state: ThreeThirteenState, card: Card) -> ThreeThirteenState:
    if state.phase is not DISCARD:
        raise IllegalActionError(_("Draw first, from the stock or the discard pile; then discard."), "draw")
    seat, taken, went_out = state.turn, state.taken, state.went_out
    place = _place_in(state.hands[seat], card)
    card = state.hands[seat][place]
    hands = _without(state.hands, seat, place)
    if card in taken[seat]:
        taken = _without(taken, seat, taken[seat].index(card))
    if went_out is None and is_complete(hands[seat], state.wild_rank):
        went_out = seat
    turns = state.turns + 1
    following = seat + 1 if seat + 1 < len(hands) else 0
    after = ThreeThirteenState(
        state.arrangement, state.chance, DRAW, state.round, state.starter, following, turns,
        hands, state.stock, (*state.discard_pile, card), taken, None, None,
        went_out, state.penalties, state.last_round,
    )  # fmt: skip
    over = turns >= TURNS_PER_SEAT * len(hands) if went_out is None else following == went_out
    return end_round(after) if over else after


def _place_in(hand: tuple[Card, ...], card: Card) -> int:
    try:
        return hand.index(card)
    except ValueError:
        if not isinstance(card, Card):
            raise IllegalActionError(_("You do not hold that card: discard a card from your hand.")) from None
        raise IllegalActionError(
            _("You do not hold the {card}: discard a card from your hand.").format(card=card.name)
        ) from None


def end_round(state: ThreeThirteenState) -> ThreeThirteenState:
    """Arrange and score every hand, then deal the next round or end the game."""
    most_cards = state.arrangement == "most-cards"
    result = RoundResult(
        round=state.round,
        wild_rank=state.wild_rank,
        starter=state.starter,
        went_out=state.went_out,
        arrangements=tuple(best_arrangement(hand, state.wild_rank, most_cards) for hand in state.hands),
    )
    scored = state._replace(penalties=(*state.penalties, result.penalties), last_round=result)
    if state.round == ROUNDS:
        return scored._replace(phase=OVER)
    return deal_round(scored, (state.starter - 1) % state.seats)
