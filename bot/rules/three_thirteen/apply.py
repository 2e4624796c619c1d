"""Turns of Three Thirteen: drawing, discarding, going out, and the end of a round."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, NoReturn

from bot.rules.cards import Card, without
from bot.rules.errors import IllegalActionError
from bot.rules.three_thirteen.actions import Discard, DrawDiscard, DrawStock
from bot.rules.three_thirteen.arrangement import best_arrangement, is_complete
from bot.rules.three_thirteen.deal import deal_round
from bot.rules.three_thirteen.state import ROUNDS, TURNS_PER_SEAT, Phase, RoundResult, Source, State

if TYPE_CHECKING:
    from bot.rules.three_thirteen.actions import Action

Hands = tuple[tuple[Card, ...], ...]


def apply(state: State, seat: int, action: Action) -> State:
    """The state after the action.

    Raises:
        IllegalActionError: the rules forbid it now.
    """
    phase = state.phase
    if phase is Phase.OVER:
        raise IllegalActionError("This game is over: start a new one to play on.")
    if seat != state.turn:
        raise IllegalActionError(f"It is not your turn: wait until player {state.turn + 1} has played.")
    kind = type(action)
    if kind is Discard:
        return _discard(state, action.card)  # type: ignore[union-attr]
    if kind is DrawStock:
        return _draw_stock(state)
    if kind is DrawDiscard:
        return _draw_discard(state)
    raise IllegalActionError(
        "Three Thirteen has no such action: draw from the stock or the discard pile, then discard a card."
    )


def _draw_stock(state: State) -> State:
    if state.phase is not Phase.DRAW:
        _refuse_second_draw()
    stock, pile, chance = state.stock, state.discard_pile, state.chance
    if not stock:
        stock, chance = chance.shuffled(pile)
        pile = ()
    card = stock[-1]
    return state._replace(
        chance=chance,
        phase=Phase.DISCARD,
        hands=_hands_with(state.hands, state.turn, card),
        stock=stock[:-1],
        discard_pile=pile,
        drawn=card,
        drawn_from=Source.STOCK,
    )


def _draw_discard(state: State) -> State:
    if state.phase is not Phase.DRAW:
        _refuse_second_draw()
    seat, card = state.turn, state.discard_pile[-1]
    return state._replace(
        phase=Phase.DISCARD,
        hands=_hands_with(state.hands, seat, card),
        discard_pile=state.discard_pile[:-1],
        taken=_hands_with(state.taken, seat, card),
        drawn=card,
        drawn_from=Source.DISCARD,
    )


def _refuse_second_draw() -> NoReturn:
    raise IllegalActionError("You have already drawn a card this turn: discard one card now.")


def _hands_with(hands: Hands, seat: int, card: Card) -> Hands:
    """The hands after one of them has got a card."""
    hand = list(hands[seat])
    insort(hand, card)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def _discard(state: State, card: Card) -> State:
    if state.phase is not Phase.DISCARD:
        raise IllegalActionError("Draw a card before you discard, from the stock or from the discard pile.")
    seat, hand = state.turn, state.hands[state.turn]
    place = _place_in(hand, card)
    card, hand = hand[place], hand[:place] + hand[place + 1 :]
    turns = state.turns + 1
    went_out = state.went_out
    if went_out is None and is_complete(hand, state.wild_rank):
        went_out = seat
    after = state._replace(
        phase=Phase.DRAW,
        turn=(seat + 1) % state.seats,
        turns=turns,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        discard_pile=(*state.discard_pile, card),
        taken=_taken_without(state.taken, seat, card),
        drawn=None,
        drawn_from=None,
        went_out=went_out,
    )
    return end_round(after) if _round_is_over(after) else after


def _place_in(hand: tuple[Card, ...], card: Card) -> int:
    try:
        return hand.index(card)
    except ValueError:
        name = f"the {card.name}" if isinstance(card, Card) else "that card"
        raise IllegalActionError(f"You do not hold {name}: discard a card from your hand.") from None


def _taken_without(taken: Hands, seat: int, card: Card) -> Hands:
    if card not in taken[seat]:
        return taken
    return (*taken[:seat], without(taken[seat], card), *taken[seat + 1 :])


def _round_is_over(state: State) -> bool:
    """Whether all others have had their last turn, or nobody is out when the cap is reached."""
    if state.went_out is not None:
        return state.turn == state.went_out
    return state.turns >= TURNS_PER_SEAT * state.seats


def end_round(state: State) -> State:
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
        return scored._replace(phase=Phase.OVER)
    return deal_round(scored, (state.starter - 1) % state.seats)
